"""Pictures of the settings; look at a new one before accepting it.

pytest tests/tui/settings/test_pictures.py --snapshot-update
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from tui.harness import LARGE, NAMED, SMALLEST, Player

from engarde_tui.app import EngardeApp
from engarde_tui.settings.document import read
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.settings.keys import PRESETS
from engine.message import message

KEYS = f"s {'tab ' * 8} enter"

STATES = {
    "settings": "s",
    "settings-daylight": "s down down",
    "settings-refused": f"s {'tab ' * 3} end backspace 4",
    "keys": KEYS,
    "keys-new": f"{KEYS} down down enter question_mark",
    "keys-swap": f"{KEYS} {'down ' * 19} enter u",
}
"""The keys that lead to each picture."""

DAMAGED = b'motion = "sometimes"\nname = Mia\ncurtain_delay = 0.1\n'


def matches(
    keys: str,
    snap_compare: Callable[..., bool],
    size: tuple[int, int] = SMALLEST,
    *,
    keeper: SettingsKeeper | None = None,
    ascii_only: bool = False,
) -> bool:
    """Press keys in the menu and compare the picture."""

    async def lead(pilot: Pilot[None]) -> None:
        player = Player(app)
        await player.settle()
        await player.press(*keys.split())

    app = EngardeApp(keeper=keeper or SettingsKeeper(NAMED), ascii_only=ascii_only, no_motion=True)
    return snap_compare(app, terminal_size=size, run_before=lead)


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", STATES)
def test_picture(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    assert matches(STATES[name], snap_compare, size)


def test_keys_of_ones_own(snap_compare: Callable[..., bool]) -> None:
    settings = replace(NAMED, keys={**PRESETS["hjkl"], "hint": ("f4",)})
    assert matches(KEYS, snap_compare, keeper=SettingsKeeper(settings))


def test_a_damaged_file(snap_compare: Callable[..., bool]) -> None:
    reading = read(DAMAGED)
    problems = tuple(message("settings.toml, {problem}", problem=problem) for problem in reading.problems)
    assert matches("s", snap_compare, keeper=SettingsKeeper(replace(reading.settings, named=True), problems))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings", "keys"])
def test_sixteen_colours(
    name: str, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-16color")
    monkeypatch.setenv("COLORTERM", "")
    assert matches(STATES[name], snap_compare)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings", "keys"])
def test_no_colour(name: str, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert matches(STATES[name], snap_compare)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings", "keys"])
def test_ascii(name: str, snap_compare: Callable[..., bool]) -> None:
    assert matches(STATES[name], snap_compare, ascii_only=True)
