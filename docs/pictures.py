"""Take the pictures of README.md and docs/ from the running program: `python docs/pictures.py`."""

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot

os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
os.environ.pop("NO_COLOR", None)

from engarde_tui.app import EngardeApp
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.share.film import movement
from engarde_tui.share.screen import Frame, screen_of
from engarde_tui.share.svg import svg
from engine.en_garde import PRESETS, Match, parse_action
from engine.en_garde.game import GAME as EN_GARDE
from engine.game import games

KEY, TURN, END = 0.7, 1.6, 3.0
"""Seconds that a key, a turn and the end are shown."""

HERE = Path(__file__).parent
SEED = 19992
FOUR_ADVANCES = ["space", "4", "right", "enter", "space", "5", "left", "enter"]
FOUR_ADVANCES += ["space", "3", "right", "enter", "space", "3", "left", "enter"]
FILMED = ["space", "4", "right", "enter", "space", "4", "left", "enter", "space", "5", "5", "enter"]
FILMED += ["space", "down", "enter"]
COMPOSED = [*FOUR_ADVANCES, "space", "2", "5", "5"]

MATCH = Match.new(PRESETS["ferti-advanced"], seed=SEED)


def watched() -> Replay:
    """Return a replay of the same match, a little later."""
    match = MATCH
    for word in ("+4", "+5", "+3", "+3", "+2A55"):
        match = match.play(parse_action(word))
    return Replay(match, perspective=Perspective.BOTH)


def begun() -> Match:
    """Return a match after its first two actions, of which the fifth will hit."""
    match = Match.new(PRESETS["ferti-advanced"], seed=20000)
    return match.play(parse_action("+5")).play(parse_action("+4"))


def against_the_master() -> LiveMatch:
    """Return a table of a match with the same deal against the master."""
    players = Players.parse(EN_GARDE, "Anna", "bot:master")
    match = Match.new(PRESETS["ferti-advanced"], players.names, seed=SEED)
    return LiveMatch(match, players=players)


def duel() -> LiveMatch:
    """Return a table of the second game, against its master."""
    game = games()["swords-and-shields"]
    players = Players.parse(game, "Anna", "bot:master")
    return LiveMatch(Match.new(game.presets["full-duel"], players.names, target=1, seed=5), players=players)


class Picture(NamedTuple):
    """What the app starts with, the size of the terminal, the keys to press, and a description."""

    start: Match | LiveMatch | Replay
    size: tuple[int, int]
    keys: list[str]
    description: str


PICTURES = {
    "table": Picture(MATCH, (80, 24), COMPOSED, "Anna is composing an advance and attack"),
    "curtain": Picture(MATCH, (80, 24), [*COMPOSED, "enter"], "The curtain between two turns"),
    "wide": Picture(MATCH, (160, 48), COMPOSED, "The same turn in a large window"),
    "replay": Picture(watched(), (80, 24), ["end"], "A match watched again"),
    "duel": Picture(
        duel(),
        (80, 24),
        ["1", "enter", "2", "enter", "t", "enter", "4", "enter", "b"],
        "A Game of Swords and Shields",
    ),
    "hint": Picture(
        against_the_master(),
        (80, 24),
        ["4", "right", "enter", "3", "right", "enter", "i"],
        "A match against the master, who has been asked for a hint",
    ),
}

FILM = Picture(begun(), (80, 24), FILMED, "A few turns, from the first advance to the hit")
"""Each key is shown for a moment, and every movement in full."""


async def press(app: EngardeApp, pilot: Pilot[None], key: str) -> None:
    """Press a key and wait until the program has answered."""
    await pilot.press(key)
    await app.workers.wait_for_complete()
    await pilot.pause()


async def draw(picture: Picture) -> str:
    """Press the keys of a picture and return it."""
    app = EngardeApp(picture.start, curtain_delay=0, bot_pace=0, no_motion=True)
    async with app.run_test(size=picture.size) as pilot:
        for key in picture.keys:
            await press(app, pilot, key)
        return svg([Frame(screen_of(app), 1)], picture.description)


async def film(picture: Picture) -> str:
    """Press the keys of a picture and return everything that was seen."""
    app = EngardeApp(picture.start, curtain_delay=0, bot_pace=0)
    async with app.run_test(size=picture.size) as pilot:
        frames = [Frame(screen_of(app), KEY)]
        for key in picture.keys:
            await press(app, pilot, key)
            frames += [frame async for frame in movement(app, pilot.pause)]
            frames.append(Frame(screen_of(app), TURN if key in ("enter", "space") else KEY))
        return svg([*frames, Frame(frames[-1].screen, END)], picture.description)


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (HERE / f"{name}.svg").write_text(asyncio.run(draw(picture)), encoding="utf-8")
        print(HERE / f"{name}.svg")
    (HERE / "bout.svg").write_text(asyncio.run(film(FILM)), encoding="utf-8")
    print(HERE / "bout.svg")
