"""Who plays: people, levels and programs."""

import asyncio
from pathlib import Path

import pytest
from recorded import ALI
from textual.widgets import Input
from tui.harness import Player, playing
from tui.history.test_players import kept, won
from tui.setup.form import assert_enter_only_rings, fill, go_to, open_setup

from engarde_tui.play.players import Players, bot_title, own_name
from engarde_tui.progress.ratings import Ratings
from engarde_tui.screens import setup
from engarde_tui.screens.played import ratings_in
from engarde_tui.settings.file import SettingsFile
from engarde_tui.storage.store import Store
from engarde_tui.widgets.form import OneOf
from engine.en_garde import Seat
from engine.en_garde.bots import LEVELS
from engine.en_garde.game import GAME as EN_GARDE
from engine.game import Game


async def choose(player: Player, row: str, choice: str) -> None:
    """In a row of choices, wherever it stands."""
    await go_to(player, row)
    choices = player.screen.query_one(f"#{row}", OneOf)
    names = list(choices.choices)
    assert choices.chosen is not None
    steps = names.index(choice) - names.index(choices.chosen)
    await player.press(*["right" if steps > 0 else "left"] * abs(steps))
    assert choices.chosen == choice


async def choose_opponent(player: Player, opponent: str) -> None:
    """A human, or a level."""
    await choose(player, "opponent", "human" if opponent == "human" else "level")
    if opponent != "human":
        await choose(player, "level", opponent)
        assert f"●{'○' * (len(LEVELS) - 1 - list(LEVELS).index(opponent))} {opponent}: " in player.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("level", LEVELS)
async def test_a_level_takes_the_right_seat(level: str) -> None:
    """Its name is told before the match begins; the person sits on the left without a curtain."""
    async with playing() as player:
        await open_setup(player)
        await choose_opponent(player, level)
        assert player.screen.query_one("#right", Input).value == level.capitalize()
        assert f"Anna against {level.capitalize()}. Press enter to begin." in player.notice
        await player.press("enter")
        assert player.held.names == ("Anna", level.capitalize())
        assert player.live_match._players.bots == (None, level)
        assert player.table.session.client.alone is Seat.LEFT
        assert not player.curtain_is_down


async def test_a_person_takes_the_seat_of_a_level_again() -> None:
    """Under the name that was there at first, and with the curtain between the two."""
    async with playing() as player:
        await open_setup(player)
        await choose_opponent(player, "fencer")
        await choose_opponent(player, "master")
        await choose_opponent(player, "human")
        assert player.screen.query_one("#right", Input).value == "Bruno"
        assert "Anna against Bruno at this keyboard. Press enter" in player.notice
        await player.press("enter")
        assert player.live_match._players.bots == (None, None)
        assert player.curtain_is_down


async def test_a_bot_can_be_typed_into_the_left_seat() -> None:
    """It begins, and has played."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "bot:master")
        assert "Master against Bruno. Press enter to begin." in player.notice
        await player.press("enter")
        assert player.held.names == ("Master", "Bruno")
        assert player.live_match._players.bots == ("master", None)
        assert player.held.round.plays[0].seat is Seat.LEFT
        assert player.held.round.turn is Seat.RIGHT


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("my_bots/lunge", "lunge"),
        ("sh my_bots/lunge.sh --fast", "lunge"),
        ("/usr/bin/python3.11 -I lunge.py options.json", "lunge"),
        ("lunge.py options.json", "lunge"),
        ("python3.11 -m lunge", "python3"),
        ("sh '' --fast=1.5s", "sh"),
        ("env python3.13t lunge.py", "lunge"),
        ("python3.12-dbg python3_bot.py", "python3_bot"),
        ("./lunge-1.5 weights.npz", "lunge-1"),
        (f"sh {'lunge' * 10}.sh", "lungelungelungel"),
        ("sh '   .sh'", "Program"),
        ("sh '\u3164.sh'", "Program"),
        (f"sh {ALI}.sh", ALI.replace("\u200c", "")),
    ],
)
def test_a_program_is_named_after_its_file(command: str, name: str) -> None:
    assert bot_title(command, EN_GARDE) == name


def test_names_that_look_like_a_bots_are_the_bots() -> None:
    for name in ("No\u200cvice\ufe0f", "b\u200dot:mine"):
        with pytest.raises(ValueError, match="is a bot's name: choose another"):
            own_name(name)
    with pytest.raises(ValueError, match="is a bot's name: write bot:novice"):
        Players.parse(EN_GARDE, "No\u200cvice", "Bruno")
    assert Players.parse(EN_GARDE, "b\u200cot:novice", "Bruno").bots == ("novice", None)
    # A member of a hall may be called so.
    players = Players.parse(EN_GARDE, "Novice\ufe0f", "bot:novice", person="Novice\ufe0f")
    assert players.names == ("Novice\ufe0f", "Novice (bot)")


@pytest.mark.slow
async def test_a_program_can_be_typed_too() -> None:
    """Nothing is run before the match begins."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "right", "bot:sh my_bots/lunge.sh --fast")
        assert "Anna against lunge. Press enter to begin." in player.notice


CHOICE = f"choose {', '.join(LEVELS)}"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        ("Anna", "bot:nonsense", f"There is no bot 'nonsense': {CHOICE}."),
        ("Anna", "bot:", f"There is no bot '': {CHOICE}."),
        ("Anna", "bot:threshold", f"Threshold is for the arena: {CHOICE}."),
        ("Anna", "bot:'", '"\'" ends inside a quote or after a backslash.'),
        (
            "bot:master",
            "bot:novice",
            "At least one player must be human: use engarde play to watch two bots.",
        ),
    ],
)
async def test_a_bot_that_cannot_be_seated_says_so_at_once(left: str, right: str, why: str) -> None:
    """Enter rings the bell."""
    async with playing() as player:
        await open_setup(player)
        for field, text in (("left", left), ("right", right)):
            player.screen.query_one(f"#{field}", Input).value = text
        await player.settle()
        assert player.notice == f"! {why}"
        await assert_enter_only_rings(player)


@pytest.mark.slow
async def test_a_level_can_be_typed_by_its_name_and_is_marked_as_the_opponent() -> None:
    """Whoever writes "master" means the bot; a program is none of the row's choices."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "right", "master")
        assert "(●) a level" in player.text
        assert " master: " in player.text
        assert "Anna against Master. Press enter to begin." in player.notice
        await fill(player, "right", "bot:sh lunge.sh")
        assert player.screen.query_one("#opponent", OneOf).chosen is None
        await fill(player, "right", "Masterful")
        assert "(●) human" in player.text
        await player.press("enter")
        assert player.held.names == ("Anna", "Masterful")


async def test_the_human_name_comes_back_after_a_bot() -> None:
    """As it was typed last."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "right", "Cleo")
        await choose_opponent(player, "novice")
        assert player.screen.query_one("#right", Input).value == "Novice"
        await choose_opponent(player, "human")
        assert player.screen.query_one("#right", Input).value == "Cleo"


async def test_a_good_match_follows_from_the_matches_of_the_player_on_the_left(tmp_path: Path) -> None:
    """A newcomer meets the novice; one who has beaten the master does not, and stays free to choose."""
    store = kept(tmp_path, *[won(("Cleo", "Master"))] * 3, bot="master")
    async with playing(store=store) as player:
        await player.press("a")
        assert "(●) a good match for you" in player.text
        assert shown(player) == "Novice"
        await fill(player, "left", "Cleo")
        found = shown(player).lower()
        assert list(LEVELS).index(found) > list(LEVELS).index("novice")
        assert "(●) a good match for you" in player.text
        assert f"Cleo against {found.capitalize()}. Press enter" in player.notice
        await choose(player, "level", "novice")
        assert "(●) a level" in player.text
        await fill(player, "left", "Anna")
        assert shown(player) == "Novice"
        assert "(●) a level" in player.text
        await choose(player, "opponent", "human")
        assert " novice: " not in player.text


def shown(player: Player) -> str:
    """Who sits on the right."""
    return player.screen.query_one("#right", Input).value


@pytest.mark.slow
async def test_a_good_match_is_found_anew_the_next_time(tmp_path: Path) -> None:
    """It is remembered as a good match, and a level as that level."""
    path = tmp_path / "settings.toml"
    async with playing(settings=path) as player:
        await player.press("a", "enter")
        assert player.held.names == ("Anna", "Novice")
    assert SettingsFile(path).settings.setup["en-garde"].bot == ""
    async with playing(settings=path) as player:
        await player.press("a")
        assert "(●) a good match for you" in player.text
        await choose(player, "level", "cadet")
        await player.press("enter")
        assert player.held.names == ("Anna", "Cadet")
    assert SettingsFile(path).settings.setup["en-garde"].bot == "cadet"


async def test_enter_waits_until_the_matches_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form says so meanwhile; then the match begins against whoever is a good match."""
    counted = asyncio.Event()

    async def slowly(store: Store, game: Game) -> Ratings:
        await counted.wait()
        return await ratings_in(store, game)

    monkeypatch.setattr(setup, "ratings_in", slowly)
    store = kept(tmp_path, *[won(("Anna", "Master"))] * 3, bot="master")
    async with playing(store=store) as player:
        await player.press("a")
        assert "The program counts your past matches to find a good one for you." in player.notice
        await player.press("enter")
        assert "and begins the match then" in player.notice
        counted.set()
        await player.settle()
        assert list(LEVELS).index(player.held.names[1].lower()) > list(LEVELS).index("novice")
