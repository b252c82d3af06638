"""The key that shares a match, at its end and in its replay."""

from pathlib import Path

import pytest
from textual.widgets import Input
from tui.harness import Player, playing
from tui.states import NEAR, play, staged

from engarde_tui.play.replay import Replay

NEARLY = staged(script=NEAR, left="33345", right="11224", target=1)
OVER = play(NEARLY, "A333 H")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the program is started."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.by_day(2)
@pytest.mark.parametrize(("key", "form"), [("a", "cast"), ("p", "svg"), ("w", "html")])
async def test_a_replay_is_written_to_a_new_file_and_it_is_said_where(
    key: str, form: str, here: Path
) -> None:
    async with playing(Replay(OVER)) as player:
        assert "e share" in player.keys
        await player.press("e", key)
        assert player.screen.query_one(Input).value == f"anna-bruno.{form}"
        await player.press("enter")
        written = here / f"anna-bruno.{form}"
        assert "Written to" in player.dialog
        assert "".join(f"{written}".split()) in "".join(player.dialog.split())
        assert "Anna" in written.read_text(encoding="utf-8")
        await player.press("space")
        assert player.screen_name == "ReplayScreen"
        await player.press("e", key)
        assert player.screen.query_one(Input).value == f"anna-bruno-2.{form}"


async def at_the_end(player: Player) -> None:
    """Play to the result of a match that is nearly over."""
    await player.play("A333", "H")
    await player.press("space")
    assert player.screen_name == "MatchOverScreen"


async def test_the_end_of_a_match_offers_it(here: Path) -> None:
    async with playing(NEARLY) as player:
        await at_the_end(player)
        await player.press("e", "a", "enter")
        assert "Written to" in player.dialog
        assert (here / "anna-bruno.cast").exists()
        await player.press("escape")
        assert player.screen_name == "MatchOverScreen"


async def test_a_file_that_exists_is_refused_where_its_name_is_typed(here: Path) -> None:
    (here / "mine").write_text("mine")
    async with playing(Replay(OVER)) as player:
        await player.press("e", "a")
        player.screen.query_one(Input).value = "mine"
        await player.press("enter")
        assert "mine: File exists." in player.dialog
        assert player.bells == 1
        player.screen.query_one(Input).value = "other"
        await player.press("enter")
        assert "Written to" in player.dialog
    assert (here / "mine").read_text() == "mine"


async def test_a_file_that_cannot_be_written_is_told(here: Path) -> None:
    async with playing(Replay(OVER)) as player:
        await player.press("e", "a")
        player.screen.query_one(Input).value = "nowhere/file"
        await player.press("enter")
        assert "No such file or directory." in player.dialog
        await player.press("escape")
        assert player.screen_name == "ReplayScreen"
    assert [*here.iterdir()] == []


async def test_nothing_is_written_if_the_form_or_the_file_is_cancelled(here: Path) -> None:
    async with playing(Replay(OVER)) as player:
        await player.press("e", "escape")
        assert player.screen_name == "ReplayScreen"
        await player.press("e", "p", "escape")
        assert player.screen_name == "ReplayScreen"
    assert [*here.iterdir()] == []


@pytest.mark.parametrize(
    "replay",
    [
        Replay(NEARLY),
        Replay(play(staged(script=NEAR, left="33345", right="11224"), "A333 H"), finished_rounds=True),
    ],
    ids=["a round in progress", "the finished rounds of a match that goes on"],
)
async def test_a_match_that_is_not_over_is_not_offered(replay: Replay) -> None:
    async with playing(replay) as player:
        before = player.text
        await player.press("e")
        assert player.text == before
        assert "share" not in player.keys
