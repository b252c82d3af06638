"""Words that are stored are read again in any language."""

import pytest
from accents import ONE, speaking

from engarde_tui.language import put
from engarde_tui.serve.hall.stored_words import restored, stored
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
