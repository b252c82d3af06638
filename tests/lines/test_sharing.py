"""Sharing, and watching two bots, in lines."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lines.talking import WAIT, talk
from tui.states import NEAR, play, staged

from engarde_tui.play.bot_match import BotMatch
from engarde_tui.play.players import Players
from engarde_tui.play.replay import Replay
from engine.en_garde import PRESETS, Match
from engine.en_garde.game import GAME as EN_GARDE

OVER = play(staged(script=NEAR, left="33345", right="11224", target=1), "A333 H")


def once_said(*steps: tuple[str, str]) -> Callable[[list[str]], str | None]:
    """Return what types each line once a line that begins so has been said; then it ends the input."""
    left, said = [*steps], [""]

    def answer(new: list[str]) -> str | None:
        said.extend(new)
        if not left:
            return None
        if not any(each.startswith(left[0][0]) for each in said):
            return WAIT
        said[:] = [""]
        return left.pop(0)[1]

    return answer


@pytest.mark.slow
async def test_a_match_is_shared_by_words_and_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = once_said(
        ("step 0", "share"), ("4 ", "4"), ("Type it", ""), ("Written", "continue"), ("", "quit")
    )
    said = (await talk(typed, Replay(OVER))).said
    asked = said.index("Share this match")
    assert said[asked + 1 : asked + 6] == [
        "The file shows both hands.",
        "1 Cancel",
        "2 An animated picture (SVG)",
        "3 A page for the browser (HTML)",
        "4 A recording (asciinema)",
    ]
    assert "Type it, or nothing for “anna-bruno.cast”; - to cancel." in said
    assert f"Written to {tmp_path / 'anna-bruno.cast'}." in said
    assert (tmp_path / "anna-bruno.cast").exists()


async def test_two_bots_are_watched_step_by_step() -> None:
    """They wait for whoever reads: nothing is told that was not asked for."""
    players = Players.parse(EN_GARDE, "bot:novice", "bot:fencer", bots_only=True)
    match = Match.new(PRESETS["ferti-advanced"], players.names, target=1, seed=1)
    typed = once_said(("step 0", "right"), ("step 1", "right"), ("step 2", "left"), ("step 1", "quit"))
    said = (await talk(typed, BotMatch(match, players))).said
    assert any(line.startswith("Novice begins round 1.") and "Fencer holds" in line for line in said)
    assert any(line.startswith("step 0, round 1, both hands open, stopped") for line in said)
    assert any(line.startswith("step 1, ") for line in said)
