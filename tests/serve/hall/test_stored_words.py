"""Words that are stored are read again in any language; those of an earlier version stay English."""

import json

import pytest
from accents import ONE, speaking

from engarde_tui.language import put
from engarde_tui.serve.hall.signs import Sign, Signs, in_english
from engarde_tui.serve.hall.stored_words import restored, stored
from engine.game import Seat
from engine.message import Message, counted, message


@pytest.mark.parametrize(
    ("words", "read"),
    [
        (message("the match has ended"), "thë match has ëndëd"),
        (message("{name} reminds you", name="helene {n}"), "helene {n} rëminds you"),
        (counted("{number} table", "{number} tables", 1), "1 tablë"),
        (message("{name}: {phrase}", name="eve", phrase=message("Well fenced!")), "eve: Wëll fëncëd!"),
    ],
)
def test_a_message_is_read_in_the_reader_s_language(words: Message, read: str) -> None:
    again = restored(stored(words))
    assert str(again) == str(words)
    with speaking(ONE):
        assert put(again) == read


@pytest.mark.parametrize(
    "text",
    [
        "bruno: Salute!",
        "The operator of the hall: {closed}",
        "",
        "12",
        "null",
        '["x"]',
        '{"text": 5, "fields": {}, "one": ""}',
        '{"text": "{name} left", "fields": {"number": 1}, "one": ""}',
        '{"text": "{0.x}", "fields": {"number": 1}, "one": ""}',
        '{"text": "{", "fields": {"number": 1}, "one": ""}',
    ],
)
def test_anything_else_that_is_stored_is_shown_as_it_is(text: str) -> None:
    assert str(restored(text)) == put(restored(text)) == text


def test_a_process_of_an_earlier_version_reads_english() -> None:
    told: dict[tuple[str, str], str | None] = {}

    def tell(what: str, side: str, text: str | None) -> None:
        told[what, side] = text

    words = message("{name}: {phrase}", name="eve", phrase=message("Well fenced!"))
    with speaking(ONE):
        Signs(tell).say(words, 1000.0, reminded=False)
        Signs(tell).put(Sign.SALUTED, None, stored(words))
        Signs(tell).put(Sign.REMATCH, Seat.LEFT, "yes")
        english = [in_english(what, text or "") for (what, _), text in told.items()]
    assert english == ['["eve: Well fenced!", false]', "eve: Well fenced!", "yes"]


def test_what_a_process_of_an_earlier_version_says_at_a_table_is_heard() -> None:
    heard = Signs.heard("1000.0", json.dumps(["anna: Touché!", True]), 1001.0)
    assert heard is not None
    assert (str(heard[0]), heard[1]) == ("anna: Touché!", True)
