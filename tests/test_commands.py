"""The commands that need no screen: export, import, replay --print and verify, without a terminal."""

import os
import re
import shlex
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from commands import engarde
from tui.scripts import SCRIPTS
from tui.shelf import BEGIN, begun, renamed, states, stocked
from tui.states import NEAR, staged

from engarde_tui.commands import arena
from engarde_tui.fair.chain import Chain, FairDeals, published
from engarde_tui.storage.store import Store
from engine import record
from engine.arena import Meeting, Pairing
from engine.en_garde import PRESETS, Match, Seat
from engine.game import games
from engine.record import Record

MATCH = list(states(SCRIPTS[4]))[-1]
TEXT = record.write(Record(MATCH, BEGIN))
DEALS = FairDeals(Chain.of(bytes(32).hex()), ("raclette", "été 7"))


def fair() -> Iterator[Match]:
    """Yield the states of a match of three rounds with fair deals."""
    game = games()["en-garde"]
    match = Match.new(PRESETS["abacus-advanced"], target=2, dealt=DEALS.deal(game, 1))
    while match.winner is None:
        yield match
        legal = match.round.legal_actions()
        match = match.play(legal[0]) if legal else match.next_round(DEALS.deal(game, match.number + 1))
    yield match


def shown(match: Match) -> str:
    """Return the record of a match with fair deals, as a stranger gets it."""
    return record.write(published(Record(match, BEGIN, DEALS.lines)))


*BEFORE, FAIR = fair()
LINK_0, LINK_1, LINK_2 = (DEALS.chain.link(number) for number in range(3))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Ten matches: each third unfinished."""
    return stocked(tmp_path / "data")


def test_export_writes_the_finished_match_played_last(store: Store) -> None:
    """To stdout; an unfinished match, which reveals hands, only by number."""
    begun(store, staged(script=NEAR))
    run = engarde("export", "--data", str(store.folder))
    assert (run.returncode, run.stderr) == (0, "")
    assert record.read(run.stdout) == store.record(10)


def test_export_takes_a_number_and_warns_if_it_reveals_hands(store: Store, tmp_path: Path) -> None:
    """Into a new file that only its owner can read."""
    file = tmp_path / "nine.engarde"
    arguments = ("export", "9", "--to", str(file), "--data", str(store.folder))
    run = engarde(*arguments)
    assert run.returncode == 0
    assert "reveals both hands" in run.stderr
    assert record.read(file.read_bytes()) == store.record(9)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = engarde(*arguments)
    assert again.returncode == 1
    assert again.stderr.endswith(f"{file}: File exists\n")


def test_export_lists_the_numbers(store: Store) -> None:
    """One line a match, newest first."""
    run = engarde("export", "--list", "--data", str(store.folder))
    lines = [" ".join(line.split()) for line in run.stdout.splitlines()]
    assert len(lines) == 10
    assert lines[0] == "10 2026-03-10 18:30 Anna 2 : 0 Bruno"
    assert lines[1] == "9 2026-03-09 18:30 Anna 1 : 0 Carla, round 2, in progress"


def test_export_says_that_there_is_nothing_to_list(tmp_path: Path) -> None:
    """Not on stdout, and the exit status is 0."""
    run = engarde("export", "--list", "--data", str(tmp_path / "empty"))
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr == f"engarde: there are no matches in {tmp_path / 'empty'}\n"


def test_export_says_where_the_matches_of_a_hall_are_and_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "hall.db").touch()
    for arguments in (("--list",), ("3",), ()):
        run = engarde("export", *arguments, "--data", str(tmp_path))
        assert run.returncode == 1
        assert "holds a hall: each player reads their own there" in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["hall.db"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "--print", "\x1b[2J\nno.engarde"),
        ("import", "\x1b[2J\nno.engarde"),
        ("export", "--data", "\x1b[2J\n"),
        ("export", "--list", "--data", "\x1b[2J\n"),
        ("export", "\x1b[2J\n"),
        ("--list", "\x1b[2J\n"),
    ],
    ids=repr,
)
def test_no_control_character_of_an_argument_reaches_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """The error is one line."""
    monkeypatch.chdir(tmp_path)
    run = engarde(*arguments)
    assert run.stdout == ""
    assert r"\x1b[2J\n" in run.stderr
    assert run.stderr.removesuffix("\n").isprintable()


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["11"], 1, "there is no match 11 in"),
        (["0"], 1, "there is no match 0 in"),
        (["9" * 30], 1, f"there is no match {'9' * 30} in"),
        (["x"], 2, "'x' is not a whole number"),
        (["1", "--list"], 2, "--list lists all matches"),
        (["--list", "--to", "x"], 2, "not allowed with argument"),
    ],
)
def test_exporting_an_unknown_match_prints_one_line(
    store: Store, arguments: list[str], status: int, complaint: str
) -> None:
    """Which match it was."""
    run = engarde("export", *arguments, "--data", str(store.folder))
    assert run.returncode == status
    assert complaint in run.stderr
    assert run.stderr.count("\n") == 1


def test_export_without_matches_says_where_it_looked(tmp_path: Path) -> None:
    """In the given folder."""
    run = engarde("export", "--data", str(tmp_path / "empty"))
    assert run.returncode == 1
    assert run.stderr.startswith(f"engarde: there is no finished match in {tmp_path / 'empty'}: ")


def test_import_reads_files_and_stdin_and_continues_after_a_bad_one(store: Store, tmp_path: Path) -> None:
    """Each is reported; the exit status says that one failed."""
    good, bad = tmp_path / "good.engarde", tmp_path / "bad.engarde"
    good.write_text(TEXT)
    bad.write_text(TEXT.replace("A22", "A33", 1) if "A22" in TEXT else TEXT[:-5])
    other = record.write(Record(staged(script=NEAR), BEGIN))
    run = engarde("import", str(bad), str(good), "-", "--data", str(store.folder), stdin=other)
    assert run.returncode == 1
    assert run.stdout == f"{good}: match 11\nstandard input: match 12\n"
    assert run.stderr.startswith(f"engarde: {bad}: line ")
    assert run.stderr.count("\n") == 1
    assert store.record(11) == Record(MATCH, BEGIN)
    assert store.record(12).match == staged(script=NEAR)


def test_an_exported_match_can_be_imported_elsewhere(store: Store, tmp_path: Path) -> None:
    """Every match, unfinished ones too, comes out as it went in."""
    elsewhere = tmp_path / "elsewhere"
    for id in store.ids():
        text = record.write(store.record(id))
        file = tmp_path / f"{id}.engarde"
        file.write_text(text, encoding="utf-8")
    run = engarde(
        "import", *[str(tmp_path / f"{id}.engarde") for id in store.ids()], "--data", str(elsewhere)
    )
    assert run.returncode == 0
    copied = Store(elsewhere)
    assert {record.write(copied.record(id)) for id in copied.ids()} == {
        record.write(store.record(id)) for id in store.ids()
    }


def test_a_replay_is_printed_action_by_action(tmp_path: Path) -> None:
    """In words, with positions and both hands; from the standard input as well."""
    file = tmp_path / "x.engarde"
    file.write_text(TEXT)
    run = engarde("replay", "--print", str(file))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith(
        "Anna - Bruno: Abacus advanced, first to 2\n\nRound 1\n\nAnna begins round 1.\n"
    )
    assert "Anna attacks with two 5s." in run.stdout
    assert "  squares 1 and 23 · distance 22 · pile 15 · Anna to play · ground 0 : 0\n" in run.stdout
    places = re.findall(r"  squares (\d+) and (\d+) · .* · ground (\d+) : (\d+)(.*)\n", run.stdout)
    assert len(places) == run.stdout.count("  squares ")
    for left, right, gained, lost, leads in places:
        assert (int(gained), int(lost)) == (int(left) - 1, 23 - int(right))
        leader = "" if gained == lost else "Anna" if int(gained) > int(lost) else "Bruno"
        assert leads == (f", {leader} leads" if leader else "")
    assert {leads for *_, leads in places} >= {"", ", Anna leads"}
    assert run.stdout.endswith("\nAnna wins the match.\n")
    left, right = (" ".join(map(str, hand)) for hand in MATCH.past[0].hands)
    assert f"  Anna's hand: {left} · Bruno's hand: {right}\n" in run.stdout
    assert engarde("replay", "--print", "-", stdin=TEXT).stdout == run.stdout


@pytest.mark.parametrize(
    ("view", "hands"), [("both", ["Anna", "Bruno"]), ("left", ["Anna"]), ("right", ["Bruno"]), ("none", [])]
)
def test_a_printed_replay_shows_the_requested_hands(view: str, hands: list[str]) -> None:
    """Before the end of a round."""
    unfinished = record.write(Record(staged(script=NEAR), BEGIN))
    printed = engarde("replay", "--print", "-", "--view", view, stdin=unfinished).stdout
    assert [name for name in ("Anna", "Bruno") if f"{name}'s hand" in printed] == hands


def test_a_printed_replay_can_be_ascii() -> None:
    """If requested, or if the output's encoding requires it."""
    printed = engarde("replay", "--print", "-", "--ascii", stdin=TEXT).stdout
    assert printed.isascii()
    assert "distance 22 . pile 15" in printed


def test_a_printed_replay_ends_quietly_when_nobody_reads_on() -> None:
    """As with head."""
    run = subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -m engarde_tui replay --print - | head -1"],
        input=TEXT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "Anna - Bruno: Abacus advanced, first to 2\n"
    assert run.stderr == ""


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", 'line 1, word 1: the header ends here without a line "Rules: …"'),
        (TEXT + "+1", "the round is over"),
    ],
    ids=["empty", "an action too many"],
)
def test_replaying_an_invalid_record_prints_one_line(tmp_path: Path, content: str, complaint: str) -> None:
    """With the file, the line and the word."""
    file = tmp_path / "x.engarde"
    file.write_text(content)
    run = engarde("replay", str(file), "--print")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: {file}: line ")
    assert run.stderr.count("\n") == 1
    assert complaint in run.stderr


def test_verify_reports_every_round_and_a_summary(tmp_path: Path) -> None:
    """With the commitments in full, to be compared with those shown; from the standard input as well."""
    file = tmp_path / "x.engarde"
    file.write_text(shown(FAIR))
    run = engarde("verify", str(file))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == (
        f"round 1: the deck follows from its link and the words ({LINK_0}) · Anna 0 : 1 Bruno\n"
        f"round 2: the deck follows from its link and the words ({LINK_1}) · Anna 1 : 1 Bruno\n"
        f"round 3: the deck follows from its link and the words ({LINK_2}) · Anna 2 : 1 Bruno\n"
        "every action is legal; nobody has chosen a deck,"
        " if you saw the first commitment before you said your word\n"
    )
    assert engarde("verify", "-", stdin=shown(FAIR)).stdout == run.stdout


def test_verify_reports_what_an_unfinished_match_cannot_prove_yet() -> None:
    """That is nothing wrong."""
    run = engarde("verify", "-", stdin=shown(BEFORE[-1]))
    *_, third, last = run.stdout.splitlines()
    assert run.returncode == 0
    assert third == f"round 3: committed, the link is not shown yet ({LINK_2}) · in progress"
    assert last.startswith("every action is legal; nobody has chosen a deck")

    run = engarde("verify", "-", stdin=shown(BEFORE[0]))
    assert run.returncode == 0
    assert run.stdout.endswith("\nevery action is legal; no deck can be checked until its round is over\n")


def test_verify_reports_a_match_that_was_cut_short() -> None:
    run = engarde("verify", "-", stdin=shown(BEFORE[-1].give_up(Seat.RIGHT)))
    assert run.returncode == 0
    assert run.stdout.splitlines()[2].endswith(" · Anna 2 : 1 Bruno, Bruno did not return")


def test_verify_says_that_a_record_has_no_commitments() -> None:
    """The actions are checked anyway."""
    run = engarde("verify", "-", stdin=TEXT)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == (
        "round 1: no commitment · Anna 1 : 0 Bruno\n"
        "round 2: no commitment · Anna 2 : 0 Bruno\n"
        "every action is legal; no commitments to check (only matches in a hall or with --word have them)\n"
    )


def test_verify_detects_cards_swapped_out_of_sight() -> None:
    """The record is a legal match otherwise."""
    begun = BEFORE[1]
    deck = "".join(map(str, begun.round.deck))
    other = next(n for n in range(2, 15) if deck[-n] != deck[-1])
    swapped = f"{deck[:-other]}{deck[-1]}{deck[1 - other : -1]}{deck[-other]}"
    forged = shown(begun.give_up(Seat.RIGHT)).replace(deck, swapped)
    assert record.read(forged).match.score == begun.give_up(Seat.RIGHT).score
    run = engarde("verify", "-", stdin=forged)
    assert (run.returncode, run.stderr) == (1, "")
    first, *_, last = run.stdout.splitlines()
    assert first.startswith(
        f"round 1: BROKEN: the deck does not follow from the link and the words ({LINK_0})"
    )
    assert last.startswith("every action is legal; BROKEN: the commitments of 1 of ")


def test_verify_detects_a_removed_link() -> None:
    """One round cannot be checked, though it should be."""
    run = engarde("verify", "-", stdin=shown(FAIR).replace("Link-3:", "Other:"))
    assert run.returncode == 1
    assert "round 3: BROKEN: Link-3 is not 64 digits 0-9 and a-f" in run.stdout


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            shown(FAIR).replace("Link-1:", "Link-9:"),
            "standard input: the header line 'Link-9' belongs to no round: ",
        ),
        (
            shown(FAIR).replace("Link-1:", "Link-2:"),
            "standard input: line 10, word 1: 'Link-2' is already set in line 9",
        ),
        (shown(FAIR).replace("\n+", "\n+9", 1), "standard input: line 14, word 1: "),
    ],
    ids=["line of no round", "line twice", "illegal action"],
)
def test_verifying_an_invalid_record_prints_one_line(text: str, complaint: str) -> None:
    """And nothing on the standard output."""
    run = engarde("verify", "-", stdin=text)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: {complaint}")
    assert run.stderr.count("\n") == 1


def test_matches_are_stored_in_the_folder_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the command line says otherwise."""
    monkeypatch.setenv("ENGARDE_DATA", str(tmp_path / "one"))
    begun(Store(tmp_path / "one"), staged(script=NEAR))
    begun(Store(tmp_path / "two"), MATCH)
    assert record.read(engarde("export", "1").stdout).match == staged(script=NEAR)
    assert record.read(engarde("export", "--data", str(tmp_path / "two")).stdout).match == MATCH


def run_in_shell(command: str, streams: str, data: Path) -> "subprocess.CompletedProcess[str]":
    """Run the command as a process of its own, with streams as a shell writes them."""
    return subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -m engarde_tui {command} {streams}"],
        input=TEXT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"ENGARDE_DATA": str(data)},
    )


@pytest.mark.wire
@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full"])
@pytest.mark.parametrize(
    "command",
    [
        "export",
        "export --list",
        "import -",
        "replay --print -",
        "verify -",
        "",
        "resume",
        "--help",
        "arena novice fencer --rounds 2 --processes 1",
        "serve --port 99999",
    ],
)
def test_a_closed_or_full_stream_causes_no_traceback(store: Store, command: str, streams: str) -> None:
    """Nobody may be reading, but nothing else goes wrong."""
    run = run_in_shell(command, streams, store.folder)
    assert run.returncode in (0, 1, 2)
    assert "Traceback" not in run.stderr
    assert "Exception" not in run.stderr


FULL = (">/dev/full", "No space left on device")
CLOSED = (">&-", "Bad file descriptor")


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("command", "stream"),
    [
        ("play --plain", FULL),
        ("--version", CLOSED),
        ("export", FULL),
        ("--version", FULL),
        ("--help", FULL),
        ("arena --help", FULL),
        ("hall backup --help", FULL),
        ("export --list", FULL),
        ("import -", FULL),
        ("replay --print -", FULL),
        ("verify -", FULL),
        ("arena novice novice --rounds 2 --processes 1", FULL),
        ("--plain --say cat", FULL),
        ("play --plain --word hello", FULL),
        ("play --plain", CLOSED),
        ("export", CLOSED),
    ],
    ids=str,
)
def test_output_that_cannot_be_written_is_told(tmp_path: Path, command: str, stream: tuple[str, str]) -> None:
    """A full disk must not look like success, nor must a stream that was closed."""
    with closing(Store(tmp_path)) as store:
        begun(store, renamed(MATCH, ("Clara", "David")))
    to, why = stream
    run = run_in_shell(command, to, tmp_path)
    assert run.stderr == f"engarde: cannot write to standard output: {why}\n"
    assert run.returncode == 1


def test_complaints_that_cannot_be_written_keep_nothing_from_being_done(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        begun(store, staged(script=NEAR))
    run = run_in_shell("export 1", "2>/dev/full", tmp_path)
    assert run.returncode == 0
    assert record.read(run.stdout).match == staged(script=NEAR)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("command", ["play --plain", "--version", "--help", "export --list"])
def test_printing_ends_quietly_when_nobody_reads(tmp_path: Path, command: str) -> None:
    with closing(Store(tmp_path)) as store:
        begun(store, MATCH)
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [sys.executable, "-m", "engarde_tui", *command.split()],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        env=os.environ | {"ENGARDE_DATA": str(tmp_path)},
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "command",
    [
        "play --game swords-and-shields --cards",
        "arena squire squire --game swords-and-shields --cards",
        "arena novice novice --rounds 2 --save",
        "replay --print",
        "verify",
        "import -",
    ],
)
@pytest.mark.parametrize("what", ["pipe", "folder"])
def test_what_is_no_regular_file_is_wrong_usage(tmp_path: Path, command: str, what: str) -> None:
    """Nothing waits for a pipe into which nobody writes, and nothing is imported."""
    path = tmp_path / what
    if what == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "engarde_tui", *command.split(), str(path)],
        input=TEXT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"ENGARDE_DATA": str(tmp_path / "data")},
    )
    own = f"engarde {command.split()[0]}"
    assert run.stderr == f"{own}: {path}: not a regular file (see {own} --help)\n"
    assert (run.returncode, run.stdout) == (2, "")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("command", "own", "why"),
    [
        ("play --right bot:cadett", "engarde play", "there is no bot 'cadett': did you mean cadet?"),
        ("arena CADETT novice", "engarde arena", "there is no bot 'CADETT': did you mean cadet?"),
        ("play --rights", "engarde play", "unrecognized arguments: --rights"),
        ("daily --game en-garde --rules quick-duel", "engarde daily", "En Garde has no rules 'quick-duel'"),
        ("hall status --now", "engarde hall status", "unrecognized arguments: --now"),
        ("--now", "engarde", "unrecognized arguments: --now"),
    ],
)
def test_an_error_points_to_the_help_of_its_own_command(command: str, own: str, why: str) -> None:
    run = engarde(*command.split())
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"{own}: {why}")
    assert run.stderr.endswith(f" (see {own} --help)\n")


def test_export_is_utf_8_in_any_locale(tmp_path: Path) -> None:
    """A record with other letters could not be read back."""
    store = Store(tmp_path)
    begun(store, renamed(MATCH, ("李小龙", "Zoë")))
    run = subprocess.run(
        [sys.executable, "-m", "engarde_tui", "export", "--data", str(tmp_path)],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
    )
    assert record.read(run.stdout) == store.record(1)


def test_the_arena_does_not_keep_every_deal_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million rounds have to fit into the memory."""

    def meet(pairing: Pairing, *_: object) -> Iterator[Meeting]:
        for number in range(pairing.deals):
            yield Meeting(Counter({(1, -1): 1}), numbers=[number])

    monkeypatch.setattr(arena, "meet", meet)
    parts = [Meeting(Counter({(1, 1): 1}), numbers=[2500])]
    arena._measure(Pairing("novice", "novice", PRESETS["ferti-advanced"], 2500, seed=1), 1, None, parts)
    assert len(parts) == 1 + 2 + 500
    assert Meeting.of(parts).numbers == [2500, *range(2500)]
    assert Meeting.of(parts).deals == {(1, 1): 1, (1, -1): 2500}
