"""Pictures of the settings; look at a new one before accepting it.

pytest tests/tui/settings/test_pictures.py --snapshot-update
"""

from dataclasses import replace

import pytest
from tui.harness import LARGE, NAMED, SMALLEST
from tui.pictures import SamePicture

from engarde_tui.app import EngardeApp
from engarde_tui.settings.document import read
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.settings.keys import PRESETS
from engine.message import message

KEYS = f"s {'tab ' * 8} enter"

STATES = {
    "settings": "s",
    "settings-daylight": "s right right",
    "settings-refused": f"s {'tab ' * 3} end backspace 4",
    "keys": KEYS,
    "keys-new": f"{KEYS} down down enter question_mark",
    "keys-swap": f"{KEYS} {'down ' * 19} enter u",
}
"""The keys that lead to each picture."""

DAMAGED = b'motion = "sometimes"\nname = Mia\ncurtain_delay = 0.1\n'


def matches(
    keys: str,
    same_picture: SamePicture,
    size: tuple[int, int] = SMALLEST,
    *,
    keeper: SettingsKeeper | None = None,
    ascii_only: bool = False,
) -> bool:
    """Press keys in the menu and compare the picture."""
    app = EngardeApp(keeper=keeper or SettingsKeeper(NAMED), ascii_only=ascii_only, no_motion=True)
    return same_picture(app, keys, size)


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", STATES)
def test_picture(name: str, size: tuple[int, int], same_picture: SamePicture) -> None:
    assert matches(STATES[name], same_picture, size)


def test_keys_of_ones_own(same_picture: SamePicture) -> None:
    settings = replace(NAMED, keys={**PRESETS["hjkl"], "hint": ("f4",)})
    assert matches(KEYS, same_picture, keeper=SettingsKeeper(settings))


def test_a_damaged_file(same_picture: SamePicture) -> None:
    reading = read(DAMAGED)
    problems = tuple(message("settings.toml, {problem}", problem=problem) for problem in reading.problems)
    assert matches("s", same_picture, keeper=SettingsKeeper(replace(reading.settings, name="Anna"), problems))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings", "keys"])
def test_sixteen_colours(name: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-16color")
    monkeypatch.setenv("COLORTERM", "")
    assert matches(STATES[name], same_picture)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings", "keys"])
def test_no_colour(name: str, same_picture: SamePicture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert matches(STATES[name], same_picture)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["settings", "keys"])
def test_ascii(name: str, same_picture: SamePicture) -> None:
    assert matches(STATES[name], same_picture, ascii_only=True)
