"""The menu: a list of its keys below the title, in the middle of the window."""

from pathlib import Path

import pytest
from tui.harness import SMALLEST, Player, playing
from tui.setup.form import fill, go_to
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize, Pose
from engarde_tui.play.words import capital
from engarde_tui.presentation import titles_of_games
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.file import SettingsFile
from engarde_tui.widgets.key_bar import shown_keys
from engine.game import games


async def test_the_menu_has_a_line_for_each_key() -> None:
    """With what it does and the key at its end; enter on the line does the same."""
    async with playing() as player:
        for active in shown_keys(player.screen):
            (line,) = [row.strip(" │►") for row in player.rows if active.binding.tooltip in row]
            assert line.startswith(f"{capital(active.binding.description)} ")
            assert line.endswith(f" {player.app.get_key_display(active.binding)}")


@pytest.mark.parametrize(("size", "drawn"), [(SMALLEST, SMALL), ((120, 36), MEDIUM), ((160, 48), LARGE)])
async def test_the_title_grows_with_the_window_and_stands_in_its_middle(
    size: tuple[int, int], drawn: FigureSize
) -> None:
    """The list stays as it is."""
    async with playing(size=size) as player:
        # What has no gap, through which the hall would be seen.
        assert max(" ".join(drawn.figure(Pose.CLOSE).rows).split(), key=len) in player.text
        used = [y for y, row in enumerate(player.rows) if row.strip()]
        assert abs(used[0] - (size[1] - 1 - used[-1])) <= 5
        (top,) = [row for row in player.rows if "╭" in row]
        assert abs(top.index("╭") - (size[0] - 1 - top.rindex("╮"))) <= 1


async def test_the_menu_names_every_game_without_loading_it() -> None:
    """The titles are made from the games' names, and are those that the games give themselves."""
    assert titles_of_games() == [game.title for game in games().values()]
    async with playing() as player:
        assert f" Games: {', '.join(titles_of_games())} " in player.text


async def test_the_menu_is_the_same_after_the_settings_were_changed() -> None:
    """Its last line still leaves the program."""
    async with playing() as player:
        before = player.text
        await player.press("s", "tab", "tab", "tab", "tab", "space", "enter")
        assert player.app.settings.bell
        assert player.text == before


# --- who plays ---


async def answer(player: Player, name: str) -> None:
    """Tell the program a name, in place of what was typed before."""
    await player.press("end", "ctrl+u", *name, "enter")


async def test_whoever_has_told_no_name_is_asked_and_the_answer_is_kept(tmp_path: Path) -> None:
    """It stands below the menu and in the form for a match; the next time nobody is asked."""
    path = tmp_path / "settings.toml"
    async with playing(settings=path, skips_name=False) as player:
        assert player.asks_name
        assert "It appears in your matches, statistics and ratings." in player.dialog
        await answer(player, "Mia")
        assert player.screen_name == "MenuScreen"
        assert " you are Mia " in player.text
        await player.press("n")
        assert "Mia against Bruno" in player.notice
    assert SettingsFile(path).settings.name == "Mia"
    async with playing(settings=path, skips_name=False) as player:
        assert not player.asks_name
        assert " you are Mia " in player.text


@pytest.mark.painted
async def test_the_login_name_is_offered_and_gives_way_to_what_is_typed() -> None:
    """The menu shows below the question."""
    async with playing(settings=Settings(), login="zoe") as player:
        assert player.asks_name
        assert "Puzzles" in player.text
        await player.press("enter")
        assert " you are zoe " in player.text
    async with playing(settings=Settings(), login="zoe") as player:
        await player.press(*"Mia", "enter")
        assert " you are Mia " in player.text


async def test_a_name_is_asked_for_once_in_a_run_and_only_by_the_menu() -> None:
    """Not by a table, where the program may begin; one who does not answer is left in peace."""
    async with playing(staged(script=NEAR), settings=Settings()) as player:
        assert player.screen_name == "TableScreen"
        await player.press("q", "m")
        assert player.asks_name
        await player.press("escape", "n", "escape")
        assert player.screen_name == "MenuScreen"
        assert not player.asks_name


@pytest.mark.parametrize(("login", "name"), [("", "Anna"), ("mia", "mia"), ("novice", "Anna")])
async def test_without_an_answer_the_menu_says_which_name_it_is_and_never_asks_again(
    login: str, name: str, tmp_path: Path
) -> None:
    """The login name, unless it is a bot's."""
    path = tmp_path / "settings.toml"
    for asks in (True, False):
        async with playing(settings=path, skips_name=False, login=login) as player:
            assert player.asks_name == asks
            if asks:
                await player.press(*"Mi", "escape")
            assert player.screen_name == "MenuScreen"
            assert f" you are {name} " in player.text


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "A name needs at least one character."),
        ("   ", "A name needs at least one character."),
        ("\u3164\u2800", "A name needs a character that can be seen."),
        ("J\ufffdrgen", "\ufffd stands for a lost character: type the name again."),
        ("Novice", "'Novice' is a bot's name: choose another."),
        ("bot:mine", "'bot:mine' is a bot's name: choose another."),
        ("Maximiliana Wolff", "A name has at most 16 characters, 'Maximiliana Wolf'… has 17."),
    ],
)
async def test_a_name_that_cannot_be_used_is_refused_with_the_reason(name: str, why: str) -> None:
    """The question stays until it can, or is cancelled."""
    async with playing(settings=Settings()) as player:
        await answer(player, name)
        assert player.asks_name
        assert why in player.dialog
        assert player.bells == 1
        assert player.app.settings == Settings()
        await answer(player, "Mia")
        assert " you are Mia " in player.text


@pytest.mark.parametrize(
    ("file", "is_asked"),
    [('name = "Anna"', False), ('name = "Mia"', False), ('name = ""', True), ('theme = "mono"', True)],
)
async def test_a_name_in_the_file_is_the_player_s_own_whatever_it_is(
    tmp_path: Path, file: str, is_asked: bool
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(file)
    async with playing(settings=path, skips_name=False) as player:
        assert player.asks_name is is_asked


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("name", "is_asked"), [("Anna", False), ("", True)])
async def test_a_name_saved_in_the_settings_is_not_asked_for(
    tmp_path: Path, name: str, is_asked: bool
) -> None:
    """Whoever has saved something else only is asked again."""
    path = tmp_path / "settings.toml"
    async with playing(settings=path, skips_name=False) as player:
        await player.press("escape", "s")
        await go_to(player, "bell")
        await player.press("space")
        await fill(player, "name", name)
        await player.press("enter")
        assert player.screen_name == "MenuScreen"
    async with playing(settings=path, skips_name=False) as player:
        assert player.asks_name is is_asked


async def test_a_name_that_cannot_be_saved_holds_and_the_menu_says_why(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    async with playing(settings=path, skips_name=False) as player:
        await answer(player, "Mia")
        assert " you are Mia " in player.text
        assert "cannot be saved" in player.notice


async def test_the_menu_names_the_player_as_the_settings_do() -> None:
    """Also once they have changed."""
    async with playing() as player:
        assert player.text.count(" you are Anna ") == 1
        await player.press("s")
        await fill(player, "name", "Mia")
        await player.press("enter")
        assert player.text.count(" you are Mia ") == 1
