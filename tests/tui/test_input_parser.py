"""Any bytes from a terminal are a key, a click, a paste, or nothing."""

import re
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import AppBlur, AppFocus, Key, MouseEvent, Paste
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from engarde_tui.terminal.input import MAX_PASTE, PASTE_SECONDS, SEQUENCE_SECONDS, InputParser

PIECES = st.one_of(
    st.binary(max_size=8),
    st.from_regex(re.compile(rb"\x1b\[[0-9;:<?]{0,12}[ -~]"), fullmatch=True),
    st.from_regex(
        re.compile(rb"\x1b\[(27|97|1|57399)?(:[0-9]{0,7})?(;[0-9:]{0,9}){0,3}[u~A-S]"), fullmatch=True
    ),
    st.sampled_from(
        [
            b"\x1b",
            b"\x1b[",
            b"\x1bO",
            b"\x1b]",
            b"\x1b[M",
            b"\x1b[200~",
            b"\x1b[201~",
            b"\x1b[<0;1;1M",
            b"\x1b[<64;99999999;1M",
            b"\x1b[48;1;1;0;0t",
            b"\x1b[1114112u",
            b"\xc3",
            "é🤺".encode(),
            b"\x1b[" + b"9" * 200,
            b"\x1b]" + b"9" * 200,
        ]
    ),
)
ENCODINGS = ["utf-8", "iso8859-1", "koi8-r", "euc_jp", "shift_jis", "gb18030", "big5hkscs", "cp949"]
CUT = st.lists(PIECES, max_size=12).flatmap(
    lambda pieces: st.lists(st.integers(0, len(b"".join(pieces))), max_size=6).map(
        lambda cuts: parts(b"".join(pieces), cuts)
    )
)
"""Bytes in the parts in which they come."""

END = b"\x1b[201~"
"""Ends whatever has begun, and means nothing else."""


def parts(data: bytes, cuts: list[int]) -> list[bytes]:
    """Return data cut at some places."""
    bounds = [0, *sorted(cuts), len(data)]
    return [data[start:end] for start, end in pairwise(bounds)]


class Clock:
    """A clock that the test sets, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def meaning(*parts: bytes, encoding: str = "utf-8") -> list[str]:
    """Return what bytes mean that come in these parts, one soon after the other, and then a silence."""
    clock = Clock()
    parser = InputParser(clock, encoding)
    messages = [message for part in parts for message in parser.feed(part)]
    clock.now += PASTE_SECONDS
    return [described(message) for message in (*messages, *parser.tick())]


def described(message: Message) -> str:
    """Return a message as text: the name of a key, the text of a paste."""
    match message:
        case Key():
            return message.key
        case Paste():
            return f"paste {message.text}"
    return type(message).__name__


def test_a_paste_keeps_joiners_and_no_controls() -> None:
    assert meaning("\x1b[200~a\u200cb\u200d\u202e\x07c\x1b[201~".encode()) == ["paste a\u200cb\u200dc"]


@pytest.mark.parametrize(
    "report",
    [
        "97;1:3u",
        "1;1:3A",
        "3;1:3~",
        "1114112u",
        "55296u",
        "97;;57343u",
        "99999999999u",
        "97:1114112;2u",
        "27;5;97:98~",
    ],
)
def test_a_report_of_no_key_is_nothing_and_the_keys_around_it_count(report: str) -> None:
    assert meaning(f"a\x1b[{report}b".encode()) == ["a", "b"]


@pytest.mark.parametrize(
    ("report", "key", "character"),
    [
        ("97;1:1u", "a", "a"),
        ("97;1:2u", "a", "a"),
        ("97;65u", "a", "a"),
        ("97;193:1u", "a", "a"),
        ("97:65;2:1u", "A", "A"),
        ("97;66u", "A", "A"),
        ("97;65;65u", "A", "A"),
        ("32u", "space", " "),
        ("50:64;2u", "at", "@"),
        ("97;5:2u", "ctrl+a", None),
        ("97;3u", "alt+a", None),
        ("13;129u", "enter", "\r"),
        ("1;1:2A", "up", None),
        ("1;133A", "ctrl+up", None),
        ("97;0u", "a", "a"),
        ("3;65:1~", "delete", None),
        ("27;5;97~", "ctrl+a", None),
        ("25~", "f13", None),
    ],
)
def test_a_press_or_a_repeat_is_the_key_whatever_locks_are_on(
    report: str, key: str, character: str | None
) -> None:
    (found,) = InputParser().feed(f"\x1b[{report}".encode())
    assert isinstance(found, Key)
    assert (found.key, found.character) == (key, character)


@pytest.mark.parametrize(
    "answer",
    [
        "\x1b[?62;22c",
        "\x1b[12;40R",
        "\x1b[99;99X",
        "\x1b[48;50;100;1000;1000t",
        "\x1b[?2048;1$y",
        "\x1b]12;rgb:1e1e/1e1e/1e1e\x07",
        "\x1b]12;rgb:1e1e/1e1e/1e1e\x1b\\",
        "\x1bP>|" + "a terminal" * 20 + "\x1b\\",
        "\x1b[" + "9" * 1000 + "u",
        "\x1b[Mabc",
    ],
    ids=repr,
)
def test_an_answer_to_another_program_is_nothing(answer: str) -> None:
    assert meaning(f"a{answer}b".encode()) == ["a", "b"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("iso8859-1", "Jürgen"),
        ("koi8-r", "Иван"),
        ("euc_jp", "日本ｶ"),
        ("shift_jis", "日ソ表ｶ"),
        ("gb18030", "中€𠀀"),
        ("big5hkscs", "中功"),
    ],
)
def test_keys_and_pastes_are_read_in_the_encoding_wherever_they_are_cut(encoding: str, text: str) -> None:
    """Also if the second byte of a character would be another key by itself."""
    typed = text.encode(encoding)
    data = typed + b"\x1b[A" + typed + b"\x1b[<0;3;4M\x1b[200~" + typed + b"\x1b[201~q"
    for cut in range(len(data)):
        keys, pasted = [], []
        parser = InputParser(Clock(), encoding)
        for message in (*parser.feed(data[:cut]), *parser.feed(data[cut:])):
            match message:
                case Key():
                    keys.append(message.character or message.key)
                case Paste():
                    pasted.append(message.text)
        assert keys == [*text, "up", *text, "q"]
        assert pasted == [text]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_byte_that_begins_no_character_takes_nothing_else_with_it(encoding: str) -> None:
    for byte in range(128, 256):
        found = meaning(b"a", bytes([byte]), b"\x1b[A", b"b", encoding=encoding)
        assert (found[0], found[-2:]) == ("a", ["up", "b"])


def test_what_the_program_asks_for_is_understood() -> None:
    parser = InputParser()
    got = list(parser.feed(b"\x1b[?2026;2$y\x1b[I\x1b[O\x1b[<0;3;4M\x1b[48;9;9;0;0t\x1b[<0;5;6m"))
    assert [type(each) for each in got[:3]] == [TerminalSupportsSynchronizedOutput, AppFocus, AppBlur]
    assert [(each.x, each.y) for each in got[3:] if isinstance(each, MouseEvent)] == [(2, 3), (4, 5)]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1b", ["escape"]),
        ("\x1b\x1b", ["escape", "escape"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b\r", ["escape", "enter"]),
        ("\x1b ", ["escape", "space"]),
        ("\x1bq", ["alt+q"]),
        ("\x1bO", ["alt+shift+o"]),
        ("\x1bXaver", ["alt+shift+x", "a", "v", "e", "r"]),
        ("\x1b[\r", ["escape", "left_square_bracket", "enter"]),
        ("\x1b[12\r", ["enter"]),
        ("\x1b[12é", ["é"]),
        ("\x1b[12\x1b[B", ["down"]),
        ("\x1b]12\r", ["enter"]),
        ("\x1b[12", []),
        ("\x1b[[A\x1b[3$\x1bOP", ["f1", "shift+delete", "f1"]),
    ],
    ids=repr,
)
def test_what_cannot_go_on_is_at_an_end(typed: str, keys: list[str]) -> None:
    assert meaning(typed.encode()) == keys
    assert meaning(*(bytes([byte]) for byte in typed.encode())) == keys


def test_an_escape_is_a_key_only_if_nothing_follows_in_time() -> None:
    clock = Clock()
    parser = InputParser(clock)
    assert not list(parser.feed(b"\x1b"))
    assert not list(parser.tick())
    assert [described(each) for each in parser.feed(b"[A")] == ["up"]
    assert not parser.is_waiting
    assert not list(parser.feed(b"\x1b"))
    assert parser.is_waiting
    clock.now += 1
    assert [described(each) for each in parser.tick()] == ["escape"]
    assert not parser.is_waiting


@pytest.mark.parametrize("sequence", ["[<0;12;5M", "[97;5u", "[200~", "[M !!", "O2P", "]11;rgb:00\x07"])
def test_a_sequence_that_can_be_nothing_else_may_take_its_time(sequence: str) -> None:
    """A slow line delivers it in parts; the rest of it is no key."""
    clock = Clock()
    parser = InputParser(clock)
    got = [*parser.feed(f"\x1b{sequence[:2]}".encode())]
    for character in sequence[2:]:
        clock.now += SEQUENCE_SECONDS * 0.9
        got += [*parser.tick(), *parser.feed(character.encode())]
    assert [described(each) for each in got] == meaning(f"\x1b{sequence}".encode())


def test_a_paste_is_text_without_controls_and_no_longer_than_it_may_be() -> None:
    pasted = "q\x1b[31m\x07\u202e\x1b\x1b]é\n" + "x" * 2 * MAX_PASTE
    (paste, key) = meaning(f"\x1b[200~{pasted}\x1b[201~y".encode())
    assert paste.startswith("paste q")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", paste)
    assert len(paste.removeprefix("paste ")) <= MAX_PASTE
    assert key == "y"


def test_a_paste_may_pause_but_without_an_end_it_is_nothing() -> None:
    clock = Clock()
    parser = InputParser(clock)
    for _ in range(3):
        assert not list(parser.feed(b"\x1b[200~q"))
        clock.now += PASTE_SECONDS * 0.9
        assert not list(parser.tick())
    assert [described(each) for each in parser.feed(b"\x1b[201~")] == ["paste qqq"]
    assert not list(parser.feed(b"\x1b[200~y"))
    clock.now += PASTE_SECONDS
    assert not list(parser.tick())
    assert [described(each) for each in parser.feed(b"n")] == ["n"]


def test_every_number_is_a_key_or_nothing() -> None:
    parser = InputParser()
    for number in range(0, sys.maxunicode + 500, 97):
        for message in parser.feed(f"\x1b[{number};2u".encode()):
            assert isinstance(message, Key)
            message.key.encode()


@given(parts=CUT, encoding=st.sampled_from(ENCODINGS))
def test_any_bytes_mean_the_same_wherever_they_are_cut_and_never_keep_a_key_from_counting(
    parts: list[bytes], encoding: str
) -> None:
    whole = meaning(b"".join(parts), END, b"x", encoding=encoding)
    assert meaning(*parts, END, b"x", encoding=encoding) == whole
    assert whole[-1] == "x"


@given(parts=CUT)
def test_a_key_counts_after_a_silence_whatever_came_before(parts: list[bytes]) -> None:
    clock = Clock()
    parser = InputParser(clock)
    for part in parts:
        list(parser.feed(part))
    clock.now += PASTE_SECONDS
    list(parser.tick())
    assert not parser.is_waiting
    assert [described(each) for each in parser.feed(b"x")][-1] == "x"
