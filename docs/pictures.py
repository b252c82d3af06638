"""Take the pictures of the README from the running program: `python docs/pictures.py`."""

import asyncio
import os
import re
from pathlib import Path

os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
os.environ.pop("NO_COLOR", None)

from engarde_tui.app import EngardeApp
from engarde_tui.match.players import Players
from engarde_tui.match.replay import Perspective, Replay
from engarde_tui.match.table import Table
from engine.en_garde import PRESETS, Match, parse_action
from engine.en_garde.game import GAME as EN_GARDE
from engine.game import games

HERE = Path(__file__).parent
SEED = 19992
FOUR_ADVANCES = ["space", "4", "right", "enter", "space", "5", "left", "enter"]
FOUR_ADVANCES += ["space", "3", "right", "enter", "space", "3", "left", "enter"]
COMPOSED = [*FOUR_ADVANCES, "space", "2", "5", "5"]

MATCH = Match.new(PRESETS["ferti-advanced"], seed=SEED)


def watched() -> Replay:
    """Return a replay of the same match, a little later."""
    match = MATCH
    for word in ("+4", "+5", "+3", "+3", "+2A55"):
        match = match.play(parse_action(word))
    return Replay(match, perspective=Perspective.BOTH)


def against_the_master() -> Table:
    """Return a table of a match with the same deal against the master."""
    players = Players.parse(EN_GARDE, "Anna", "bot:master")
    match = Match.new(PRESETS["ferti-advanced"], players.names, seed=SEED)
    return Table(match, players=players)


def duel() -> Table:
    """Return a table of the second game, against its master."""
    game = games()["swords-and-shields"]
    players = Players.parse(game, "Anna", "bot:master")
    return Table(Match.new(game.presets["full-duel"], players.names, target=1, seed=5), players=players)


PICTURES: dict[str, tuple[Match | Table | Replay, tuple[int, int], list[str]]] = {
    "table": (MATCH, (80, 24), COMPOSED),
    "curtain": (MATCH, (80, 24), [*COMPOSED, "enter"]),
    "wide": (MATCH, (120, 40), COMPOSED),
    "replay": (watched(), (80, 24), ["end"]),
    "duel": (duel(), (80, 24), ["1", "enter", "2", "enter", "t", "enter", "4", "enter", "b"]),
    "hint": (against_the_master(), (80, 24), ["4", "right", "enter", "3", "right", "enter", "i"]),
}
"""Of each picture: what the app starts with, the size of the terminal, and the keys to press."""


async def draw(name: str, start: Match | Table | Replay, size: tuple[int, int], keys: list[str]) -> None:
    """Press the keys and write the picture."""
    app = EngardeApp(start, curtain_delay=0, bot_pace=0)
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        picture = app.export_screenshot(title="engarde")
    # Load no web fonts: any monospaced font will do.
    picture = re.sub(r"@font-face\s*{[^}]*}", "", picture)
    (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    for name, (start, size, keys) in PICTURES.items():
        asyncio.run(draw(name, start, size, keys))
        print(HERE / f"{name}.svg")
