"""How a match was set up last is offered again, also after the program has ended."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input
from tui.harness import Player, playing
from tui.setup.form import choose_game, fill, go_to, shown_presets, tick

from engarde_tui.settings.entries import Settings, Setup
from engarde_tui.settings.file import SettingsFile
from engarde_tui.widgets.form import OneOf
from engine.en_garde import PRESETS, Rules
from engine.game import games

DUEL = games()["swords-and-shields"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def shown(player: Player, *fields: str) -> list[str]:
    """What stands in the fields of the form."""
    return [player.screen.query_one(f"#{field}", Input).value for field in fields]


def chosen(player: Player, row: str) -> str | None:
    """The choice of a row."""
    return player.screen.query_one(f"#{row}", OneOf).chosen


async def test_the_opponent_s_name_rules_target_and_starter_are_offered_again(path: Path) -> None:
    """The own name that was typed was for that match: the settings have another."""
    async with playing(settings=path) as player:
        await player.press("n")
        await fill(player, "left", "Mia")
        await fill(player, "right", "Zoë")
        await fill(player, "target", "3")
        await choose_game(player, "Abacus standard")
        await go_to(player, "starter")
        await player.press("right", "right")
        await player.press("enter")
        assert player.held.names == ("Mia", "Zoë")
    assert SettingsFile(path).settings.name == "Anna"
    async with playing(settings=path) as player:
        await player.press("n")
        assert shown(player, "left", "right", "target") == ["Anna", "Zoë", "3"]
        assert shown_presets(player) == ["Abacus standard"]
        assert chosen(player, "starter") == "random"
        assert chosen(player, "opponent") == "human"


@pytest.mark.slow
async def test_house_rules_are_offered_again(path: Path) -> None:
    async with playing(settings=path) as player:
        await player.press("n")
        await choose_game(player, "Ferti advanced")
        await tick(player, "open_discard")
        await tick(player, "cards_decide")
        await player.press("enter")
        assert player.screen_name == "TableScreen"
    rules = replace(PRESETS["ferti-advanced"], open_discard=True, cards_decide=False)
    async with playing(settings=path) as player:
        await player.press("n")
        assert player.screen.rules == rules


@pytest.mark.slow
async def test_the_last_bot_is_offered_for_a_match_vs_computer_and_the_last_human_for_the_other(
    path: Path,
) -> None:
    async with playing(settings=path) as player:
        await player.press("n")
        await fill(player, "right", "Zoë")
        await player.press("enter")
        assert player.screen_name == "TableScreen"
    async with playing(settings=path) as player:
        await player.press("a")
        assert shown(player, "right") == ["Novice"], "a good match for a newcomer"
        await go_to(player, "level")
        await player.press(*["right"] * 7)
        assert shown(player, "right") == ["Master"]
        await player.press("enter")
    async with playing(settings=path) as player:
        await player.press("a")
        assert shown(player, "left", "right") == ["Anna", "Master"]
        await go_to(player, "opponent")
        await player.press("left", "left")
        assert shown(player, "right") == ["Zoë"]
        await player.press("escape", "n")
        assert shown(player, "right") == ["Zoë"]


@pytest.mark.slow
async def test_a_program_is_offered_again_as_it_was_written(path: Path) -> None:
    async with playing(settings=path) as player:
        await player.press("a")
        await fill(player, "right", "bot:cat -u")
        await player.press("enter")
        assert player.screen_name == "TableScreen"
    async with playing(settings=path) as player:
        await player.press("a")
        assert shown(player, "right") == ["bot:cat -u"]
        assert chosen(player, "opponent") is None


async def test_each_game_has_its_own_setup() -> None:
    setups = {
        "en-garde": Setup("abacus-advanced", 3, "novice", "right"),
        DUEL.name: Setup("", 2, "master"),
    }
    async with playing(settings=Settings(setup=setups, name="Anna")) as player:
        await player.press("a")
        assert shown(player, "right", "target") == ["Novice", "3"]
        await go_to(player, "game")
        await player.press("right")
        assert shown(player, "right", "target") == ["Master", "2"]
        assert chosen(player, "starter") == "left"


async def test_who_sits_on_the_right_of_a_bot_is_oneself_for_that_match(path: Path) -> None:
    """Neither the own name that is kept changes, nor the opponent's."""
    async with playing(settings=path) as player:
        await player.press("n")
        await fill(player, "left", "Novice")
        await fill(player, "right", "Mia")
        await player.press("enter")
        assert player.held.names == ("Novice", "Mia")
    settings = SettingsFile(path).settings
    assert (settings.name, settings.opponent) == ("Anna", "Bruno")
    assert settings.setup["en-garde"].bot == "novice"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("rules", ["chess", "house parry last_chance final_evasion_skips_cards perhaps", ""])
async def test_rules_that_cannot_be_read_are_those_of_a_newcomer(rules: str) -> None:
    setups = {"en-garde": Setup(rules)}
    async with playing(settings=Settings(setup=setups, name="Anna")) as player:
        await player.press("n")
        assert player.screen.rules == PRESETS["ferti-advanced"]


async def test_rules_too_long_for_the_file_are_not_remembered(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a duel with a player's own cards list all of them."""
    write = type(games()["en-garde"]).write_rules

    def at_length(rules: Rules) -> str:
        return write(rules) + " " * 300

    monkeypatch.setattr(type(games()["en-garde"]), "write_rules", staticmethod(at_length))
    async with playing(settings=path) as player:
        await player.press("n", "enter")
        assert player.screen_name == "TableScreen"
    assert SettingsFile(path).settings.setup["en-garde"].rules == ""


async def test_a_file_that_cannot_be_written_keeps_nobody_from_playing(path: Path) -> None:
    path.mkdir()
    async with playing(settings=path) as player:
        await player.press("n", "enter")
        assert player.screen_name == "TableScreen"
