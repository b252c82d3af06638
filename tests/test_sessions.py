"""Boards and sessions need no screen: a match can be played on them alone."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engarde_tui
from engarde_tui.play.client import Client
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.scene import Scene, scene_of
from engarde_tui.presentation import presentation_of
from engarde_tui.sessions.board import Board, StepRefusedError
from engarde_tui.sessions.session import Session
from engine.game import Game, games
from engine.match import Match

LOAD = """
import sys
sys.path.insert(0, sys.argv[1])
import engarde_tui.games.en_garde.board, engarde_tui.games.en_garde.puzzle, engarde_tui.sessions.lesson
import engarde_tui.games.swords_and_shields.board
print(*(name for name in sys.modules if name.partition(".")[0] == "textual"))
"""
"""A program that prints what of Textual boards and sessions load."""

GAMES = [pytest.param(game, id=name) for name, game in games().items()]


def test_boards_and_sessions_load_without_textual() -> None:
    root = Path(engarde_tui.__path__[0]).parent
    run = subprocess.run((sys.executable, "-c", LOAD, str(root)), capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


class Words:
    """A face without a screen."""

    def __init__(self, board: Board, session: Session) -> None:
        self.board, self.session = board, session
        session.face = self  # type: ignore[assignment]
        self.renew()

    def renew(self) -> None:
        """Take what there is now."""
        self.scene: Scene = self.session.present(
            scene_of(self.session.client, self.board.begin, self.board.steps)
        )

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Make a change; nothing is saved."""
        change()
        self.renew()
        made: asyncio.Future[bool] = asyncio.Future()
        made.set_result(True)
        return made


def dealt(game: Game, seed: int) -> Match:
    """A match of one round with the game's default rules."""
    return Match.new(game.presets[game.default], target=1, seed=seed)


def key_of(id: str) -> str:
    """The key of an id, as a text names it."""
    return f"<{id}>"


@pytest.mark.parametrize("game", GAMES)
async def test_a_round_is_composed_and_played_on_a_board_and_a_session_alone(game: Game) -> None:
    """Step by step, as the keys would; whatever is refused says why and changes nothing."""
    chance, refused = Random(1), 0
    match = dealt(game, 1)
    board, session = presentation_of(match.rules).board(), Session(Client(LiveMatch(match)))
    face = Words(board, session)
    while face.scene.view.round.turn is not None:
        session.client.lift_curtain()
        face.renew()
        round = face.scene.view.round
        draft = board.begin(round)
        assert board.prompt(face.scene, key_of)
        while (action := board.chosen(draft)) is None:
            key = chance.choice([key for key in board.keys if key.does != "play"])
            before = draft
            try:
                draft = board.take(round, draft, key.does, key.argument)
            except StepRefusedError:
                refused += 1
                assert draft is before
            if board.chosen(draft) is None:
                assert board.missing(round, draft, key_of)
        assert action in round.legal
        assert key_of("play") in board.describe(round, draft, key_of).text
        session.play(action)
    assert session.client.view.winner is not None
    assert refused


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_chooses_any_legal_action_and_the_list_leads_to_each(game: Game) -> None:
    match = dealt(game, 2)
    board: Board = presentation_of(match.rules).board()
    assert match.round.turn is not None
    round: Any = match.view(match.round.turn).round
    listed = board.begin(round)
    reached = set()
    for action in round.legal:
        assert board.chosen(board.with_hint(round, board.begin(round), action)) == action
        listed = board.take(round, listed, "point", 1)
        reached.add(str(board.chosen(listed)))
    assert reached == set(map(str, round.legal))
