"""The file of `engarde arena --save`: what it keeps, and what it refuses."""

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from bots.positions import played

from engarde_tui.play.problem import Problem
from engarde_tui.storage.measured import MeasuredFile
from engine.arena import Meeting, Pairing, meet
from engine.en_garde import PRESETS

PAIRING = Pairing("fencer", "novice", PRESETS["ferti-advanced"], 25, seed=4)


def save(path: Path, deals: list[Meeting], pairing: Pairing = PAIRING) -> None:
    """Add deals to the file."""
    file = MeasuredFile(str(path), pairing)
    for deal in deals:
        file.add(deal)
    file.close()


def kept(path: Path, pairing: Pairing = PAIRING) -> dict[int, Meeting]:
    """Return the chunks in the file."""
    file = MeasuredFile(str(path), pairing)
    file.close()
    return file.chunks


@pytest.fixture(scope="module")
def deals() -> list[Meeting]:
    """Return all deals of the pairing, in order."""
    return list(meet(PAIRING, 1))


def test_a_chunk_is_kept_when_its_last_deal_is_over(tmp_path: Path, deals: list[Meeting]) -> None:
    path = tmp_path / "measured"
    save(path, deals[:19])
    assert list(kept(path)) == [0]
    save(path, [*deals[10:20], *deals[20:]])
    assert list(kept(path)) == [0, 10, 20]


def test_the_total_is_the_same_as_without_the_file(tmp_path: Path, deals: list[Meeting]) -> None:
    """Also if the chunks came in another order, from two processes."""
    path = tmp_path / "measured"
    deals[3].forfeits[1].update({"had enough": 2})
    save(path, [deal for pair in zip(deals[10:20], deals[:10], strict=True) for deal in pair])
    save(path, deals[20:])
    found, whole = Meeting.of(kept(path).values()), Meeting.of(deals)
    assert found.deals == whole.deals
    assert sorted(found.numbers) == whole.numbers
    assert found.forfeits == (Counter(), Counter({"had enough": 2}))
    for mine, wanted in zip(found.times, whole.times, strict=True):
        assert sorted(mine) == pytest.approx(sorted(wanted), abs=1e-7)
    assert all(found.share(result) == whole.share(result) for result in (1, 0, -1))


def test_more_rounds_can_be_asked_for_later(tmp_path: Path, deals: list[Meeting]) -> None:
    """The last chunk, which was short, is played anew."""
    path = tmp_path / "measured"
    longer = replace(PAIRING, deals=40)
    save(path, deals)
    assert list(kept(path, longer)) == [0, 10]
    save(path, [played(replace(longer, deals=number + 1), number) for number in range(20, 40)], longer)
    assert list(kept(path, longer)) == [0, 10, 20, 30]
    with pytest.raises(Problem, match=r"holds more rounds than you ask for: choose more with --rounds$"):
        kept(path)


@pytest.mark.parametrize("cut", [1, 20, 300])
def test_half_a_line_is_cut_off_and_played_anew(cut: int, tmp_path: Path, deals: list[Meeting]) -> None:
    path = tmp_path / "measured"
    save(path, deals[:20])
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(kept(path)) == [0]
    save(path, deals[10:])
    assert Meeting.of(kept(path).values()).deals == Meeting.of(deals).deals


def test_a_file_cut_off_in_its_first_line_is_begun_anew(tmp_path: Path, deals: list[Meeting]) -> None:
    path = tmp_path / "measured"
    save(path, [])
    path.write_bytes(path.read_bytes()[:-5])
    save(path, deals[:10])
    assert list(kept(path)) == [0]


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"seed": 5}, "seed 4 instead of 5"),
        ({"second": "master"}, "second 'novice' instead of 'master'"),
        ({"rules": PRESETS["abacus-basic"]}, "rules 'ferti-advanced' instead of 'abacus-basic'"),
    ],
)
def test_the_file_of_another_pairing_is_refused_and_left_alone(
    other: dict[str, object], what: str, tmp_path: Path, deals: list[Meeting]
) -> None:
    path = tmp_path / "measured"
    save(path, deals[:10])
    before = path.read_bytes()
    with pytest.raises(Problem, match=f"holds the results of another pairing, with {re.escape(what)}: give"):
        MeasuredFile(str(path), replace(PAIRING, **other))  # type: ignore[arg-type]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    ["# Bots\n", "{}\n", "[1]\n", "\xff", '{"format": "engarde arena 2"}\n', "[" * 100_000 + "\n"],
    ids=["text", "nothing", "list", "binary", "newer", "deep"],
)
def test_any_other_file_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(Problem, match=r"not a file that the arena has saved$"):
        MeasuredFile(str(path), PAIRING)
    assert path.read_text(encoding="latin-1") == content


@pytest.mark.parametrize(
    ("written", "damaged"),
    [(b'"seconds"', b'"second"'), (b"[[", b"[[1" + b"0" * 400 + b", "), (b"[[", b"[" * 100_000)],
    ids=["name", "number", "brackets"],
)
def test_a_damaged_line_is_named(
    written: bytes, damaged: bytes, tmp_path: Path, deals: list[Meeting]
) -> None:
    """Also after one that is not used, as the number of rounds has grown since."""
    path = tmp_path / "measured"
    longer = replace(PAIRING, deals=40)
    save(path, deals[20:])
    save(path, deals[:10], longer)
    header, short, last = path.read_bytes().splitlines(keepends=True)
    before, found, after = last.rpartition(written)
    assert found
    path.write_bytes(header + short + before + damaged + after)
    with pytest.raises(Problem, match=r"line 3 is damaged$"):
        MeasuredFile(str(path), longer)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"^/dev/null: not a regular file$"):
        MeasuredFile("/dev/null", PAIRING)
    with pytest.raises(Problem, match=r": not a regular file$"):
        MeasuredFile(str(tmp_path), PAIRING)
    with pytest.raises(Problem, match=r": No such file or directory$"):
        MeasuredFile(str(tmp_path / "nowhere" / "file"), PAIRING)


HOLD = """
import sys
from engarde_tui.storage.measured import MeasuredFile
from engine.arena import Pairing
from engine.en_garde import PRESETS
file = MeasuredFile(sys.argv[1], Pairing("fencer", "novice", PRESETS["ferti-advanced"], 25, seed=4))
print(flush=True)
input()
"""


def test_only_one_arena_writes_to_a_file(tmp_path: Path) -> None:
    """Locks are between processes, so another one holds this."""
    path = tmp_path / "measured"
    save(path, [])
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "\n"
        with pytest.raises(Problem, match=r"another arena is writing to it$"):
            MeasuredFile(str(path), PAIRING)
        other.communicate("\n")
    assert kept(path) == {}
