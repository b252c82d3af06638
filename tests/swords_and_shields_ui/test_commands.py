"""The commands that read, check, print and measure duels."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from commands import engarde
from swords_and_shields_ui.test_history import finished
from tui.shelf import BEGIN, begun

from engarde_tui.storage.store import Store
from engine import record
from engine.record import Record
from engine.swords_and_shields import CARDS, card_file

PROGRAM = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said['type'] == 'hello': answer = {'type': 'hello'}
    elif said['type'] == 'view':
        wishes = [word for word in said['legal'] if word.startswith(('attack', 'lay:s'))]
        answer = {'type': 'action', 'action': (wishes + said['legal'][-1:])[0]}
    else: continue
    print(json.dumps(answer), flush=True)
"""


def test_a_duel_is_exported_imported_and_verified(tmp_path: Path) -> None:
    store, file, other = Store(tmp_path / "data"), tmp_path / "duel.engarde", tmp_path / "other"
    begun(store, finished())
    assert engarde("export", "--to", str(file), "--data", str(store.folder)).returncode == 0
    assert "Game: swords-and-shields\n" in file.read_text()
    assert engarde("import", str(file), "--data", str(other)).returncode == 0
    assert Store(other).record(1).match == store.record(1).match
    assert engarde("verify", str(file)).returncode == 0
    assert "Anna" in engarde("export", "--list", "--data", str(other)).stdout


def test_an_action_that_the_rules_forbid_is_found_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "duel.engarde"
    text = record.write(Record(finished(), BEGIN))
    first = str(finished().round.actions[0])
    file.write_text(text.replace(first, "attack:1", 1))
    run = engarde("verify", str(file))
    assert run.returncode != 0
    assert "no card of yours lies on place 1" in run.stderr + run.stdout


def test_a_replay_is_printed_with_all_that_happened(tmp_path: Path) -> None:
    file, match = tmp_path / "duel.engarde", finished()
    file.write_text(record.write(Record(match, BEGIN)))
    run = engarde("replay", "--print", str(file))
    assert run.returncode == 0
    assert run.stdout.startswith("Anna - Bruno: ")
    for line in ("Round 1", "Anna's hand: ", "Bruno's hand: ", "shop: ", "LP (", "has no life points left"):
        assert line in run.stdout
    assert run.stdout.count("attacked with") == sum(a.kind == "attack" for a in match.round.actions)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["--game", "swords-and-shields", "--rules", "house parry"],
            "Swords and Shields has no rules 'house parry': choose quick-duel, full-duel",
        ),
        (
            ["--game", "swords-and-shields", "--rules", "ferti-advanced"],
            "Swords and Shields has no rules 'ferti-advanced'",
        ),
        (["--game", "en-garde", "--rules", "quick-duel"], "En Garde has no rules 'quick-duel'"),
        (["--game", "swords-and-shields", "--right", "bot:fencer"], "there is no bot 'fencer'"),
    ],
)
def test_what_does_not_fit_together_is_refused_in_one_line(arguments: list[str], complaint: str) -> None:
    run = engarde("play", *arguments)
    assert run.returncode == 2
    assert complaint in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--game", "swords-and-shields"], ["--rules", "quick-duel"]])
def test_a_duel_is_named_by_the_game_or_by_its_rules(arguments: list[str]) -> None:
    assert "needs a terminal" in engarde("play", *arguments, "--right", "bot:novice").stderr


def test_the_arena_measures_bots_and_programs(tmp_path: Path) -> None:
    program = tmp_path / "swordsman.py"
    program.write_text(PROGRAM)
    command = shlex.join([sys.executable, "-I", "-S", str(program)])
    options = ("--game", "swords-and-shields", "--rules", "quick-duel", "--rounds", "2")
    run = engarde("arena", *options, "--processes", "1", "--json", "novice", command)
    assert run.returncode == 0, run.stderr
    figures = json.loads(run.stdout)
    assert (figures["rules"].split()[0], figures["rounds"]) == ("quick-duel", 2)
    assert all(bot["forfeits"] == {} for bot in figures["bots"])


def cards_file(folder: Path, change: tuple[str, str] = ("", "")) -> str:
    """Write the package's cards to a file, one text replaced, and return its path."""
    text = Path(card_file.__file__).with_name("cards.toml").read_text(encoding="utf-8")
    file = folder / "cards.toml"
    file.write_text(text.replace(*change) if change[0] else text, encoding="utf-8-sig")
    return str(file)


def test_a_duel_is_played_with_the_cards_of_a_file(tmp_path: Path) -> None:
    file = cards_file(tmp_path, ('effects = ["heal 20", "damage 10"]', 'effects = ["heal 25", "damage 12"]'))
    options = ("--game", "swords-and-shields", "--rules", "quick-duel", "--cards", file)
    assert "needs a terminal" in engarde("play", *options).stderr
    run = engarde("arena", *options, "--rounds", "2", "--processes", "1", "--json", "novice", "novice")
    assert run.returncode == 0, run.stderr
    name, cards = json.loads(run.stdout)["rules"].split()
    assert name == "quick-duel"
    assert not cards.startswith(f"cards-{CARDS.digest}")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('effects = ["sift"]', 'effects = ["sitf"]'), "line 124, card 11 (shield 2): 'sitf' is no effect"),
        (("copies = 2\nstones", "copies = 3\nstones"), "the shop has 27 swords, not 28"),
        (("[[card]]", "[[card"), "this is no TOML file: "),
    ],
)
def test_a_file_of_cards_with_a_mistake_is_refused_in_one_line(
    change: tuple[str, str], complaint: str, tmp_path: Path
) -> None:
    run = engarde("play", "--game", "swords-and-shields", "--cards", cards_file(tmp_path, change))
    assert run.returncode == 2
    assert complaint in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "file", "complaint"),
    [
        ("swords-and-shields", "nowhere.toml", "nowhere.toml cannot be read: No such file or directory"),
        ("swords-and-shields", ".", ": not a regular file"),
        ("en-garde", "cards.toml", "En Garde is always played with the same 25 cards"),
    ],
)
def test_cards_that_cannot_be_had_are_refused_in_one_line(
    game: str, file: str, complaint: str, tmp_path: Path
) -> None:
    cards_file(tmp_path)
    run = engarde("play", "--game", game, "--cards", str(tmp_path / file))
    assert run.returncode == 2
    assert complaint in run.stderr
    assert run.stderr.count("\n") == 1
