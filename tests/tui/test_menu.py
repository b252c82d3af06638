"""The menu: a list of its keys below the title, in the middle of the window."""

import pytest
from tui.harness import SMALLEST, playing

from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize, Pose
from engarde_tui.presentation import titles_of_games
from engarde_tui.widgets.key_bar import shown_keys
from engine.game import games


async def test_the_menu_has_a_line_for_each_key() -> None:
    """With what it does and the key at its end; enter on the line does the same."""
    async with playing() as player:
        for active in shown_keys(player.screen):
            (line,) = [row.strip(" │►") for row in player.rows if active.binding.tooltip in row]
            assert line.startswith(f"{active.binding.description.capitalize()} ")
            assert line.endswith(f" {player.app.get_key_display(active.binding)}")


@pytest.mark.parametrize(("size", "drawn"), [(SMALLEST, SMALL), ((120, 36), MEDIUM), ((160, 48), LARGE)])
async def test_the_title_grows_with_the_window_and_stands_in_its_middle(
    size: tuple[int, int], drawn: FigureSize
) -> None:
    """The list stays as it is."""
    async with playing(size=size) as player:
        assert drawn.figure(Pose.CLOSE).rows[-2].strip() in player.text
        used = [y for y, row in enumerate(player.rows) if row.strip()]
        assert abs(used[0] - (size[1] - 1 - used[-1])) <= 5
        (top,) = [row for row in player.rows if "╭" in row]
        assert abs(top.index("╭") - (size[0] - 1 - top.rindex("╮"))) <= 1


async def test_the_menu_names_every_game_without_loading_it() -> None:
    """The titles are made from the games' names, and are those that the games give themselves."""
    assert titles_of_games() == [game.title for game in games().values()]
    async with playing() as player:
        assert f" {' · '.join(titles_of_games())} " in player.text


async def test_the_menu_is_the_same_after_the_settings_were_changed() -> None:
    """Its last line still leaves the program."""
    async with playing() as player:
        before = player.text
        await player.press("s", "tab", "tab", "tab", "tab", "space", "enter")
        assert player.app.settings.bell
        assert player.text == before
