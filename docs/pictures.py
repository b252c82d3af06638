"""Make the pictures of the README from the running program: `python docs/pictures.py`."""

import asyncio
import os
import re
from pathlib import Path

os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
os.environ.pop("NO_COLOR", None)

from engarde_tui.app import EngardeApp
from engine.en_garde import PRESETS, Match

HERE = Path(__file__).parent
SEED = 19992
FOUR_ADVANCES = ["space", "4", "right", "enter", "space", "5", "left", "enter"]
FOUR_ADVANCES += ["space", "3", "right", "enter", "space", "3", "left", "enter"]
COMPOSED = [*FOUR_ADVANCES, "space", "2", "5", "5"]

PICTURES = {
    "table": ((80, 24), COMPOSED),
    "curtain": ((80, 24), [*COMPOSED, "enter"]),
    "wide": ((120, 40), COMPOSED),
}
"""The size of each picture, and the keys that lead to it."""


async def draw(name: str, size: tuple[int, int], keys: list[str]) -> None:
    """Press the keys and write what the program shows."""
    app = EngardeApp(Match.new(PRESETS["ferti-advanced"], seed=SEED), curtain_delay=0)
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        picture = app.export_screenshot(title="engarde")
    # The pictures load nothing from elsewhere: any monospaced font of the reader's will do.
    picture = re.sub(r"@font-face\s*{[^}]*}", "", picture)
    (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    for name, (size, keys) in PICTURES.items():
        asyncio.run(draw(name, size, keys))
        print(HERE / f"{name}.svg")
