"""The commands that name a game or read a record of any."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import engarde
from tui.shelf import BEGIN, begun

import engarde_tui.__main__
import kuhn
from engarde_tui.fair.chain import Chain, FairDeals, published
from engarde_tui.storage.store import Store
from engine import record
from engine.game import games
from engine.record import Record
from kuhn.rounds import dealt, played

MATCH_LINES = (
    "Round 1",
    "Anna bet a chip.",
    "Bruno's card: 3",
    "Bruno wins round 1: the higher card. Anna 0 : 1 Bruno",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A finished match of Kuhn poker."""
    store = Store(tmp_path / "data")
    begun(store, played(dealt(target=1), "bet", "call"))
    return store


def test_a_match_is_exported_imported_and_verified(store: Store, tmp_path: Path) -> None:
    file, other = tmp_path / "kuhn.engarde", tmp_path / "other"
    assert engarde("export", "--to", str(file), "--data", str(store.folder)).returncode == 0
    assert "Game: kuhn\n" in file.read_text()
    assert engarde("import", str(file), "--data", str(other)).returncode == 0
    assert Store(other).record(1).match == store.record(1).match
    assert engarde("verify", str(file)).returncode == 0
    assert "Anna" in engarde("export", "--list", "--data", str(other)).stdout


def test_a_deal_is_verified_against_its_commitment(tmp_path: Path) -> None:
    deals = FairDeals(Chain.of(bytes(32).hex()), ("raclette", ""))
    match = played(dealt(deals.deal(games()["kuhn"], 1), target=1), "bet", "call")
    file = tmp_path / "kuhn.engarde"
    file.write_text(record.write(published(Record(match, BEGIN, deals.lines))))
    run = engarde("verify", str(file))
    assert run.returncode == 0, run.stderr
    cards = match.round.dealt
    file.write_text(file.read_text().replace(f"left {cards}", f"left {cards[::-1]}"))
    assert engarde("verify", str(file)).returncode != 0


def test_a_replay_is_printed(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.engarde"
    file.write_text(record.write(store.record(1)))
    run = engarde("replay", "--print", str(file))
    assert run.returncode == 0
    assert run.stdout.startswith("Anna - Bruno: Kuhn Poker, one round\n")
    for line in MATCH_LINES:
        assert line in run.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["--game", "kuhn", "--rules", "ferti-advanced"],
            "Kuhn Poker has no rules 'ferti-advanced'",
        ),
        (["--game", "chess"], "invalid choice: 'chess'"),
        (["--rules", "chess"], "invalid choice: 'chess'"),
        (["--game", "kuhn", "--right", "bot:master"], "there is no bot 'master': choose caller"),
        (["--game", "en-garde", "--rules", "kuhn"], "En Garde has no rules 'kuhn'"),
    ],
)
def test_what_does_not_fit_together_is_refused_in_one_line(arguments: list[str], complaint: str) -> None:
    run = engarde("play", *arguments)
    assert run.returncode == 2
    assert complaint in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--game", "kuhn"], ["--rules", "kuhn"]])
def test_a_game_is_named_by_itself_or_by_its_rules(arguments: list[str]) -> None:
    run = engarde("play", *arguments, "--right", "bot:caller")
    assert "needs a terminal" in run.stderr


@pytest.mark.slow
def test_the_arena_measures_bots_and_programs_of_the_game(tmp_path: Path) -> None:
    program = tmp_path / "first.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'hello': answer = {'type': 'hello'}\n"
        "    elif said['type'] == 'view': answer = {'type': 'action', 'action': said['legal'][0]}\n"
        "    else: continue\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    command = shlex.join([sys.executable, "-I", "-S", str(program)])
    figures = arena("caller", command)
    assert (figures["rules"], figures["rounds"]) == ("kuhn", 20)
    assert all(bot["forfeits"] == {} for bot in figures["bots"])
    assert arena("caller", "caller")["result"] == 0


def arena(*bots: str) -> dict[str, Any]:
    """Return the figures of twenty rounds; the game has to be known to other processes too."""
    here = (sys.executable, str(Path(kuhn.__file__).with_name("command.py")), engarde_tui.__main__.__file__)
    options = ("--game", "kuhn", "--rounds", "20", "--processes", "1", "--json")
    run = subprocess.run([*here, "arena", *options, *bots], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stderr
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures
