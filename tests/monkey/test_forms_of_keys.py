"""On every screen a key counts in each of its forms: as a capital, or as an input method's character."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.running import ALONE, as_in_reality, differences, finish, in_one_burst, one_by_one
from monkey.starts import STARTS, Start
from monkey.strokes import key_event
from textual.events import Key
from textual.keys import _character_to_key, key_to_character
from textual.widgets import Input

from engarde_tui.terminal.own_screen import OwnScreen

pytestmark = pytest.mark.painted

WIDE = 0xFEE0
"""From an ASCII character to its full-width form."""


def other_forms(key: str) -> Iterator[str]:
    """Yield what somebody may type who means a key that writes."""
    character = key_to_character(key) or ""
    if character == " ":
        yield "\u3000"
    elif character and character.isprintable():
        yield character.upper()
        yield chr(ord(character) + WIDE)
        yield chr(ord(character.upper()) + WIDE)


def by_telling(start: Start | HallStart) -> bool:
    """Return False for the screens that tell most: they come first."""
    return start.name not in ("table", "lobby", "question whether to leave", "replay")


@pytest.mark.by_day(4)
@pytest.mark.parametrize("start", sorted((*STARTS, *HALL_STARTS), key=by_telling), ids=repr)
def test_each_key_counts_in_every_form(start: Start | HallStart, tmp_path: Path) -> None:
    async def work() -> None:
        async with start.playing(tmp_path) as (player, *_):
            screen, tried = player.screen, 0
            assert isinstance(screen, OwnScreen)
            with player.app._context():
                bound = screen.active_bindings
                for key, typed in [(each, typed) for each in bound for typed in other_forms(each)]:
                    if _character_to_key(typed) not in bound:
                        event = key_event(typed)
                        assert isinstance(event, Key)
                        meant = screen.meant(event)
                        assert (meant.key, meant.time) == (key, event.time), typed
                        tried += 1
            assert tried or isinstance(screen.focused, Input)

    with as_in_reality():
        finish(work)


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("start", "typed", "meant"),
    [
        ("table", "３ Ａ enter", "3 a enter"),
        ("table", "Q Q", "q q"),
        ("past matches", "d Y", "d y"),
        ("question about deleting", "Ｙ", "y"),
        ("past matches", "slash D", "slash D"),
        ("lobby", "N enter X", "n enter x"),
        ("curtain", "\u3000 ５", "space 5"),
        ("replay", "］ V S", "right_square_bracket v s"),
        ("replay", "【 ？", "left_square_bracket question_mark"),
        ("puzzle", "Ｎ S", "n s"),
        ("duel", "Ｂ １", "b 1"),
        ("match over", "W", "w"),
        ("menu", "İ S", "s"),
        ("keys", "Ｐ", "p"),
        ("hall table", "３ X ｙ", "3 x y"),
        ("own matches", "／ d", "slash d"),
        ("window too small", "Q", "q"),
    ],
)
def test_keys_do_the_same_in_another_form(start: str, typed: str, meant: str) -> None:
    """Typed ahead, too: a grave question takes no capital whose small letter it would not take."""
    found = next(each for each in ALONE if each.name == start)
    end, _ = one_by_one(found, meant.split(" "))
    assert not differences(in_one_burst(found, typed.split(" ")), end)
