"""Pictures of every theme with any number of colours, as they are seen in a terminal; look at a new one.

pytest -m slow tests/tui/test_theme_pictures.py --snapshot-update
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from tui.harness import NAMED, SMALLEST, Player
from tui.palettes import KINDS, AsSeen
from tui.states import MIDDLE, staged

from engarde_tui.app import EngardeApp
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.terminal.themes import MONO, TERMINAL, THEMES

pytestmark = pytest.mark.slow

OWN = ("xterm on white", "xterm on black", "Linux console")
"""Terminals for the themes that leave their ground as it is."""
PLAIN = (TERMINAL.name, MONO.name)

LOOKS = [
    *((theme, colours, OWN[0]) for theme in THEMES if theme not in PLAIN for colours in ("truecolor", "256")),
    *((theme, "standard", kind) for theme in THEMES if theme not in PLAIN for kind in OWN[::2]),
    *((theme, "standard", kind) for theme in PLAIN for kind in OWN),
]
"""Each theme with the numbers of colours with which it differs, and where it is seen."""


@pytest.mark.parametrize(("theme", "colours", "kind"), LOOKS, ids=lambda part: part.replace(" ", "-"))
def test_theme(
    theme: str, colours: str, kind: str, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = staged(script=MIDDLE, left="12345", target=5, score=(2, 1))
    app = EngardeApp(
        match, keeper=SettingsKeeper(replace(NAMED, theme=theme)), no_motion=True, curtain_delay=0
    )
    app.use_colors(colours)  # type: ignore[arg-type]
    filters = app.get_line_filters
    monkeypatch.setattr(app, "get_line_filters", lambda: [*filters(), AsSeen(KINDS[kind], colours)])

    async def lead(pilot: Pilot[None]) -> None:
        player = Player(app)
        await player.settle()
        await player.press("space", "3", "right")

    assert snap_compare(app, terminal_size=SMALLEST, run_before=lead)
