"""What a terminal sends, as messages of Textual."""

import re
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from typing import Final

from textual import constants, events
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from engarde_tui.terminal.colours import may_become_answer, told_by
from engarde_tui.terminal.encoding import UTF_8
from engarde_tui.terminal.textual_private import KnownSequences
from engine.names import without_controls

MAX_PASTE: Final = 1000
"""Characters kept of a paste."""

PASTE_SECONDS: Final = 3.0
"""Seconds of silence after which the end of a paste counts as lost; a slow line may stall for one or two."""

_TYPING_SECONDS: Final = 0.1
"""The least time between two keys that are typed."""
SEQUENCE_SECONDS: Final = 1.0
"""Seconds of silence after which the end of a sequence counts as lost, once it can be nothing else."""

_ESCAPE: Final = "\x1b"
_WHOLE: Final = re.compile(
    r"""\x1b(?:
        [^\[OP\]_]                      # alt and a key
        | O\d?[^\0-\x1f\d]
        | \[(?![\[M])[ -?]*[@-~]
        | \[\d+\$                       # rxvt: shift and a key
        | \[\[[!-~]                     # Linux console: a function key
        | \[M[^\0-\x1f]{3}              # a click in three characters
        | [P\]_][^\0-\x1f]*\x07         # an answer to another program
    )""",
    re.VERBOSE,
)
_BEGUN: Final = re.compile(r"\x1b(?:O\d?|\[(?:[ -?]*|\[|M[^\0-\x1f]{0,2})|[P\]_][^\0-\x1f]*)?")
_MAX_SEQUENCE: Final = 64
"""Characters of the longest sequence that can mean anything."""

_PASTE_START: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"
_PASTE_CONTROLS: Final = "\t\n\r"
"""Control characters kept of a paste; bidirectional controls are not printable either, and dropped."""

_STRING: Final = "\x1b]"
_STRING_END: Final = "\x1b\\"
_BEL: Final = "\x07"
_MOUSE: Final = re.compile(r"\x1b\[<\d+;\d+;\d+[Mm]")
_SYNCHRONIZES: Final = re.compile(r"\x1b\[\?2026;[1-4]\$y")
_KEY: Final = re.compile(r"\x1b\[(\d*)((?::\d*)*)(?:;(\d*)(?::(\d*))?)?(?:;([\d:]*))?([u~A-FHPQRS])")
"""A key by its number, others that it might have, its modifiers, what happened to it, and its text."""

_RELEASED: Final = "3"
_SHIFT: Final = 0b1
_MODIFIERS: Final = 0b111111
"""The modifiers that count: all but the locks of capitals and of numbers."""


class InputParser:
    """Turns a terminal's bytes into keys, clicks and pastes; what is none of them is nothing, and none fail.

    Textual's own parser ends with an error at some reports of keys, types what it does not know as keys, and
    takes the keys after the start of a sequence for its end.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, encoding: str = UTF_8) -> None:
        """`clock` returns seconds; `encoding` is one of those that `encoding_of_keys` returns."""
        self._clock = clock
        self._fed_at = clock()
        # Bytes that are not in the encoding must not end the program.
        self._decode = getincrementaldecoder(encoding)("replace").decode
        self._known = KnownSequences()
        self._sequence = ""
        """A sequence whose end is still to come."""
        self._string = ""
        """The sequence that was begun before the last escape, which may be the first half of its end."""
        self._is_late = False
        """Whether the end of an answer counts as lost: keys count, but not what would continue it."""
        self._has_come_late = False
        """Whether some of what would continue it has come."""
        self._paste: list[str] | None = None
        """The characters of a paste whose end is still to come."""

    @property
    def is_waiting(self) -> bool:
        """Whether a sequence or a paste has begun and not ended: `tick` ends it."""
        return (bool(self._sequence) and not self._is_late) or self._paste is not None

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield what the bytes mean, after those before."""
        before, self._fed_at = self._fed_at, self._clock()
        if self._is_late:
            # The other half of an answer comes in one go: what comes bit by bit is typed.
            if self._has_come_late and self._fed_at - before >= _TYPING_SECONDS:
                yield from self._cut_off()
            self._has_come_late = True
        for character in self._decode(data):
            yield from self._take(character)

    def tick(self) -> Iterator[Message]:
        """Call it when nothing follows for the moment: an escape may have been the key, not a start."""
        is_short = len(self._sequence) < 3 and told_by(self._string[2:]) is None
        patience = constants.ESCAPE_DELAY if is_short else SEQUENCE_SECONDS
        if self._paste is not None:
            patience = PASTE_SECONDS
        elif self._sequence == _STRING:
            # An answer begins so, and alt with a bracket.
            patience = SEQUENCE_SECONDS
        if self.is_waiting and self._clock() - self._fed_at >= patience:
            if self._paste is None and _is_answer(self._sequence):
                self._is_late, self._has_come_late = True, False
                return
            self._paste = None
            yield from self._cut_off()

    def _take(self, character: str) -> Iterator[Message]:
        if character == _ESCAPE:
            begun = self._sequence
            yield from self._cut_off()
            self._sequence, self._string = character, begun
        elif self._sequence:
            yield from self._continue(character)
        elif self._paste is None:
            # Until the program has set the terminal up, its enter key comes as the end of a line.
            yield from self._known.keys("\r" if character == "\n" else character)
        elif len(self._paste) < MAX_PASTE and (without_controls(character) or character in _PASTE_CONTROLS):
            self._paste.append(character)

    def _continue(self, character: str) -> Iterator[Message]:
        sequence = self._sequence + character
        if self._is_late and not (_is_answer(sequence) or character == _BEL):
            yield from self._cut_off()
            yield from self._take(character)
        elif _WHOLE.fullmatch(sequence):
            self._sequence = ""
            yield from self._meaning(sequence)
        elif _BEGUN.fullmatch(sequence):
            # What begins with a question mark is no key, so its length need not be known.
            self._sequence = sequence if len(sequence) < _MAX_SEQUENCE else f"{sequence[:2]}?"
        else:
            yield from self._cut_off()
            yield from self._take(character)

    def _cut_off(self) -> Iterator[Message]:
        """End a sequence that nothing continues: its first characters may have been keys."""
        sequence, self._sequence, self._is_late = self._sequence, "", False
        if self._paste is None and sequence:
            if sequence == _ESCAPE and (told := told_by(self._string[2:])):
                # Some terminals end an answer with half of its end.
                yield told
            elif sequence == _ESCAPE:
                yield from self._known.keys(_ESCAPE)
            elif len(sequence) == 2:
                yield from self._keys_with_alt(sequence)

    def _meaning(self, sequence: str) -> Iterator[Message]:
        """Yield what a whole sequence means."""
        if sequence == _PASTE_END:
            if self._paste is not None:
                pasted, self._paste = "".join(self._paste), None
                yield events.Paste(pasted)
        elif self._paste is not None:
            return
        elif sequence == _STRING_END or sequence.endswith(_BEL):
            answer = self._string[2:] if sequence == _STRING_END else sequence[2:-1]
            if told := told_by(answer):
                yield told
        elif sequence == _PASTE_START:
            self._paste = []
        elif sequence == "\x1b[I":
            yield events.AppFocus()
        elif sequence == "\x1b[O":
            yield events.AppBlur()
        elif _SYNCHRONIZES.fullmatch(sequence):
            yield TerminalSupportsSynchronizedOutput()
        elif _MOUSE.fullmatch(sequence):
            yield from self._known.clicks(sequence)
        elif len(sequence) == 2:
            yield from self._keys_with_alt(sequence)
        else:
            yield from self._keys(sequence)

    def _keys_with_alt(self, sequence: str) -> list[events.Key]:
        """Return the keys of an escape and a character: one with alt if that has a name, else both."""
        if keys := self._known.keys(sequence):
            return keys
        keys = self._known.keys(sequence[1], with_alt=True)
        return keys if keys and keys[0].key.startswith("alt+") else [*self._known.keys(_ESCAPE), *keys]

    def _keys(self, sequence: str) -> Iterator[Message]:
        reported = _KEY.fullmatch(sequence)
        if reported is None:
            yield from self._known.keys(sequence)
            return
        number, others, modifiers, event, text, end = reported.groups(default="")
        if event == _RELEASED:
            return
        if (number, end) == ("27", "~") and text.isdecimal():
            # xterm tells the character last.
            number, text, end = text, "", "u"
        number = number or "1"
        is_function = self._known.is_function_key(number, end)
        if not (is_function or end == "u"):
            yield from self._known.keys(sequence)
            return
        held = (max(int(modifiers or "1"), 1) - 1) & _MODIFIERS
        if held in (0, _SHIFT) and not (text or is_function) and _are_characters(number):
            text = _shifted(number, others) if held else number
        if _are_characters(text) if text else is_function or _are_characters(number):
            yield from self._known.reported_keys(f"\x1b[{number};{held + 1 if held else ''};{text}{end}")


def _is_answer(sequence: str) -> bool:
    """Return whether a sequence may be the beginning of an answer about colours, and hardly a key."""
    return len(sequence) > len(_STRING) and sequence.startswith(_STRING) and may_become_answer(sequence[2:])


def _shifted(number: str, others: str) -> str:
    """Return the number of what a key types with shift, "" if the report does not say and it is no letter."""
    capital = chr(int(number)).upper()
    is_letter = len(capital) == 1 and capital != chr(int(number))
    return others[1:].partition(":")[0] or (str(ord(capital)) if is_letter else "")


def _are_characters(numbers: str) -> bool:
    """Return whether numbers separated by colons are all those of characters; halves of a pair are none."""
    return all(
        number and (int(number) < 0xD800 or 0xDFFF < int(number) <= sys.maxunicode)
        for number in numbers.split(":")
    )
