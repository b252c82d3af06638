"""The form of the settings: opened from everywhere, saved as a whole, the theme shown at once."""

from pathlib import Path

import pytest
from textual.widgets import Input
from tui.harness import NAMED, Player, playing
from tui.setup.form import fill, go_to, where
from tui.states import NEAR, staged

from engarde_tui.language import LANGUAGES
from engarde_tui.settings.entries import AUTO, LAST_GAME, Motion, Settings
from engarde_tui.settings.file import SettingsFile
from engarde_tui.widgets.form import OneOf
from engine.match import Match
from engine.swords_and_shields import PRESETS

HAND = "33345"
DUEL = Match.new(PRESETS["quick-duel"], seed=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


async def open_settings(player: Player) -> None:
    """From the menu."""
    await player.press("s")
    assert player.screen_name == "SettingsScreen"


async def choose(player: Player, field: str, name: str) -> None:
    """Go to the field and choose there."""
    await go_to(player, field)
    choices = player.screen.query_one(f"#{field}", OneOf)
    names = list(choices.choices)
    steps = names.index(name) - names.index(str(choices.chosen))
    await player.press(*["right" if steps > 0 else "left"] * abs(steps))
    assert choices.chosen == name


@pytest.mark.by_day(1)
@pytest.mark.parametrize("speaks", ["fi", *LANGUAGES])
async def test_all_languages_are_shown_at_once_by_their_own_names(speaks: str) -> None:
    """Whichever is spoken; arrows and clicks choose, in the smallest window, too."""
    async with playing(settings=Settings(name="Anna", language=speaks)) as player:
        await open_settings(player)
        for name in LANGUAGES.values():
            assert f") {name} " in player.text
        await go_to(player, "language")
        languages = player.screen.query_one("#language", OneOf)
        await player.press(*["left"] * 9)
        assert languages.chosen == AUTO
        for code, name in LANGUAGES.items():
            await player.press("right")
            assert languages.chosen == code
            assert f"►(●) {name} " in player.text
        await player.click(*where(player, LANGUAGES["de"]))
        assert "►(●) Deutsch " in player.text
        assert "esc " in player.keys


async def test_it_opens_from_the_menu_by_key_and_by_line() -> None:
    async with playing() as player:
        await open_settings(player)
        await player.press("escape")
        await player.press("end", "up", "up", "enter")
        assert player.screen_name == "SettingsScreen"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "way",
    [["comma"], ["ctrl+comma"], ["ctrl+p", *"settings", "enter"]],
    ids=["plain-key", "key", "palette"],
)
async def test_it_opens_at_the_table_hides_the_hand_and_closes_to_it(way: list[str]) -> None:
    async with playing(staged(script=NEAR, left=HAND)) as player:
        await player.press("space", "3")
        before = player.text
        await player.press(*way)
        assert player.screen_name == "SettingsScreen"
        assert "attack with two 3s" not in player.text
        await player.press("comma", "ctrl+comma")
        assert len(player.app.screen_stack) == 3, "it opens only once"
        await player.press("escape")
        assert player.text == before


@pytest.mark.by_day(1)
@pytest.mark.parametrize("match", [staged(script=NEAR), DUEL], ids=["en-garde", "duel"])
async def test_help_at_the_table_names_a_plain_key_that_opens_it(match: Match) -> None:
    """Few terminals can send the other one."""
    async with playing(match, (80, 40)) as player:
        await player.press("space", "?")
        assert ", ctrl+, Settings" in " ".join(player.text.split())
        await player.press("escape")
        commands = {each.title: each.help for each in player.app.get_system_commands(player.screen)}
        assert commands["Settings"] == "Settings · key ,"
        await player.press("comma")
        assert player.screen_name == "SettingsScreen"


async def test_while_a_name_is_typed_the_plain_key_writes() -> None:
    async with playing() as player:
        await player.press("n")
        await fill(player, "left", "Ann,a")
        assert player.screen_name == "SetupScreen"
        assert player.screen.query_one("#left", Input).value == "Ann,a"
        await player.press("ctrl+comma")
        assert player.screen_name == "SettingsScreen"


async def test_the_theme_shows_at_once_and_cancel_brings_the_old_one_back(path: Path) -> None:
    async with playing(settings=path) as player:
        assert player.app.theme == "salle"
        await open_settings(player)
        await choose(player, "theme", "daylight")
        assert player.app.theme == "daylight"
        await player.press("escape")
        assert player.app.theme == "salle"
        assert SettingsFile(path).settings.theme == "auto"


@pytest.mark.slow
async def test_a_theme_on_trial_stays_while_keys_are_chosen() -> None:
    async with playing() as player:
        await open_settings(player)
        await choose(player, "theme", "mono")
        await player.press("up", "down")
        player.screen.query_one("KeysLink").focus()
        await player.settle()
        await player.press("enter", "p", "q")
        assert player.screen_name == "SettingsScreen"
        assert player.app.theme == "mono"


@pytest.mark.slow
async def test_the_theme_that_is_saved_is_the_one_of_the_next_start(path: Path) -> None:
    async with playing(settings=path) as player:
        await open_settings(player)
        await choose(player, "theme", "high-contrast")
        await player.press("enter")
        assert player.screen_name == "MenuScreen"
    async with playing(settings=path) as player:
        assert player.app.theme == "high-contrast"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("colors", "theme"), [("truecolor", "salle"), ("", "terminal")])
async def test_auto_suits_the_terminal(colors: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color" if colors else "xterm-16color")
    monkeypatch.setenv("COLORTERM", colors)
    async with playing(settings=Settings(theme="mono", name="Anna")) as player:
        await open_settings(player)
        await choose(player, "theme", "auto")
        assert player.app.theme == theme


async def test_everything_that_is_chosen_is_saved(path: Path) -> None:
    async with playing(settings=path) as player:
        await open_settings(player)
        await choose(player, "motion", Motion.OFF)
        await fill(player, "bot_pace", "0")
        await fill(player, "curtain_delay", "２，５")
        for tick in ("bell", "confirm_leaving"):
            await go_to(player, tick)
            await player.press("space")
        await fill(player, "name", "Mia")
        await choose(player, "game", "swords-and-shields")
        await player.press("enter")
        assert player.screen_name == "MenuScreen"
        assert (player.app.bot_pace, player.app.curtain_delay) == (0, 2.5)
    assert SettingsFile(path).settings == Settings(
        name="Mia",
        game="swords-and-shields",
        motion=Motion.OFF,
        bot_pace=0,
        curtain_delay=2.5,
        bell=True,
        confirm_leaving=False,
    )


async def test_leaving_without_saving_and_saving_without_a_change_write_nothing(path: Path) -> None:
    async with playing(settings=path) as player:
        written = path.read_text()
        await open_settings(player)
        await fill(player, "name", "Mia")
        await player.press("escape")
        await open_settings(player)
        assert "Mia" not in player.text
        await player.press("enter")
        assert player.screen_name == "MenuScreen"
    assert path.read_text() == written


async def test_up_and_down_go_from_field_to_field_and_choose_nothing(path: Path) -> None:
    async with playing(settings=path) as player:
        await open_settings(player)
        fields = player.screen.query(OneOf)
        before = [field.chosen for field in fields]
        met = set()
        for _ in range(20):
            met.add(player.screen.focused)
            await player.press("down")
        assert {*fields} <= met
        assert [field.chosen for field in fields] == before


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("curtain_delay", "0.4", "The curtain stays down: write 0.5 to 10 seconds."),
        ("curtain_delay", "nan", "The curtain stays down: write 0.5 to 10 seconds."),
        ("bot_pace", "soon", "Bots pause for: write a number of seconds."),
        ("bot_pace", "", "Bots pause for: write a number of seconds."),
        ("name", " ", "Your name: a name needs at least one character."),
        ("name", "Maximiliana Wolff", "Your name: a name has at most 16 characters"),
    ],
)
async def test_what_is_not_allowed_is_said_and_not_saved(field: str, text: str, words: str) -> None:
    async with playing() as player:
        await open_settings(player)
        await fill(player, field, text)
        assert words in player.notice
        await player.press("enter")
        assert player.bells == 1
        assert player.screen_name == "SettingsScreen"
        assert player.app.settings == NAMED


async def test_settings_that_cannot_be_saved_hold_but_are_never_shown_as_saved(path: Path) -> None:
    path.mkdir()
    async with playing(settings=path) as player:
        await open_settings(player)
        await choose(player, "theme", "daylight")
        for bells in (1, 2):
            await player.press("enter")
            assert player.screen_name == "SettingsScreen"
            assert player.notice.startswith("! The settings cannot be saved, and hold until you leave: ")
            assert player.bells == bells
        await player.press("escape")
        assert player.app.theme == "daylight"
        await open_settings(player)
        assert "cannot be saved, and hold until you leave" in player.notice
        path.rmdir()
        await player.press("enter")
        assert player.screen_name == "MenuScreen"
    assert SettingsFile(path).settings == Settings(theme="daylight")


@pytest.mark.slow
async def test_a_wrong_line_of_the_file_is_named_in_the_menu_and_here_until_it_is_mended(path: Path) -> None:
    path.write_text('motion = "sometimes"\nname = 3\n')
    async with playing(settings=path) as player:
        assert 'settings.toml, motion = "sometimes"' in player.notice
        assert player.notice.endswith(", and 1 more.")
        await open_settings(player)
        assert "settings.toml, name = 3 (write a name in quotes)" in player.notice
        await choose(player, "theme", "mono")
        await player.press("enter", "s")
        assert player.notice == ""
    assert path.with_name("settings.toml.broken-1").exists()


async def test_a_wrong_line_of_the_file_is_named_at_the_table(path: Path) -> None:
    """Where the program may begin."""
    path.write_text("name = 3\n")
    async with playing(staged("ferti-advanced"), settings=path) as player:
        assert player.table.scene.message.text == "settings.toml, name = 3 (write a name in quotes)."


@pytest.mark.slow
async def test_the_game_of_the_form_is_the_chosen_one() -> None:
    for game, title in (("swords-and-shields", "(●) Swords and Shields"), (LAST_GAME, "(●) En Garde")):
        async with playing(settings=Settings(game=game, name="Anna")) as player:
            await player.press("n")
            assert title in player.text
