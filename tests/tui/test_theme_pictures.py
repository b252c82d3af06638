"""Pictures of every theme with any number of colours, as they are seen in a terminal; look at a new one.

pytest -m slow tests/tui/test_theme_pictures.py --snapshot-update
"""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion
from tui.harness import NAMED
from tui.palettes import KINDS, AsSeen
from tui.pictures import SamePicture, TextPicture, named_colours
from tui.states import MIDDLE, staged

from engarde_tui.app import EngardeApp
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.terminal.themes import MONO, TERMINAL, THEMES

OWN = ("xterm on white", "xterm on black", "Linux console")
"""Terminals for the themes that leave their ground as it is."""
PLAIN = (TERMINAL.name, MONO.name)

LOOKS = [
    *((theme, colours, OWN[0]) for theme in THEMES if theme not in PLAIN for colours in ("truecolor", "256")),
    *((theme, "standard", kind) for theme in THEMES if theme not in PLAIN for kind in OWN[::2]),
    *((theme, "standard", kind) for theme in PLAIN for kind in OWN),
]
"""Each theme with the numbers of colours with which it differs, and where it is seen."""


def test_table_of_themes(snapshot: SnapshotAssertion) -> None:
    """What the names in all pictures stand for."""
    table = [
        f"{theme.name} {name} {colour}\n"
        for theme in THEMES.values()
        for name, colour in named_colours(theme).items()
    ]
    assert "".join(table) == snapshot.use_extension(TextPicture)


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "colours", "kind"), LOOKS, ids=lambda part: part.replace(" ", "-"))
def test_theme(
    theme: str, colours: str, kind: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = staged(script=MIDDLE, left="12345", target=5, score=(2, 1))
    app = EngardeApp(
        match, keeper=SettingsKeeper(replace(NAMED, theme=theme)), no_motion=True, curtain_delay=0
    )
    app.use_colors(colours)  # type: ignore[arg-type]
    filters = app.get_line_filters
    monkeypatch.setattr(app, "get_line_filters", lambda: [*filters(), AsSeen(KINDS[kind], colours)])

    assert same_picture(app, "space 3 right")
