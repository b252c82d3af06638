"""Matches as text, the `.engarde` file format; reading a record replays it against the rules."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, datetime
from functools import partial
from itertools import islice
from operator import eq
from textwrap import wrap
from typing import Any, Final, NamedTuple

from engine.game import (
    UNPLAYED,
    Game,
    MalformedRulesError,
    Round,
    Seat,
    game_of,
    games,
    quote,
)
from engine.match import FinishedRound, Match
from engine.message import Message, message
from engine.names import is_printable, recorded_name

SUFFIX: Final = ".engarde"
"""The file name suffix of records."""

MAX_ROUNDS: Final = 1000
"""Longer records are refused: no real match is that long, and reading must be quick."""

_REQUIRED: Final = ("Rules", "Left", "Right", "Target", "Date")
_GAME: Final = "Game"
"""The header key of the game's name; a record without it is of the default game."""

_SEED: Final = "Seed"
_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_INTEGER: Final = re.compile(r"-?[0-9]{1,4000}")
_MAX_MESSAGE: Final = 200
"""Characters of an error message; it can quote words of any length."""

_BYTE_ORDER_MARK: Final = "\ufeff"
_LINE_WIDTH: Final = 80


class RecordError(ValueError):
    """The text is not a record; names the line and word, both from 1, and the problem."""

    def __init__(self, line: int, word: int, problem: Message | ValueError) -> None:
        text = str(problem)
        shown = problem if len(text) <= _MAX_MESSAGE else text[:_MAX_MESSAGE] + "…"
        super().__init__(message("line {line}, word {word}: {problem}", line=line, word=word, problem=shown))
        self.line = line
        self.word = word


@dataclass(frozen=True, slots=True)
class Record:
    """A match, finished or not, with its date and any other header lines."""

    match: Match
    date: datetime
    """When the match began, to the second."""
    others: tuple[tuple[str, str], ...] = ()
    """Other header lines, unchanged, as (key, value)."""


def write(record: Record) -> str:
    """Return the record as text, which `read` reads back."""
    match = record.match
    lines = [header(record)]
    for number, state in enumerate(match.rounds, 1):
        lines += ["", deal_line(number, state)]
        if state.actions:
            lines += wrap(" ".join(map(str, state.actions)), _LINE_WIDTH, break_on_hyphens=False)
        if state.result is not None:
            lines.append(result_line(match.finished[number - 1]))
    return "\n".join(lines) + "\n"


def header(record: Record) -> str:
    """Return the header: the settings of the match, then the other header lines."""
    match = record.match
    game = game_of(match.rules)
    values = [
        *([] if game is _default_game() else [(_GAME, game.name)]),
        ("Rules", game.write_rules(match.rules)),
        ("Left", match.names[Seat.LEFT]),
        ("Right", match.names[Seat.RIGHT]),
        ("Target", str(match.target)),
        ("Date", record.date.isoformat(timespec="seconds")),
        *([] if match.seed is None else [(_SEED, str(match.seed))]),
        *record.others,
    ]
    return "\n".join(f"{key}: {value}" for key, value in values)


def deal_line(number: int, state: Round) -> str:
    """Return the line that begins a round: number, starter and deal."""
    return f"Round {number} {state.first.label} {state.dealt}"


def read(source: str | bytes) -> Record:
    """Read a record, checking every action against the rules; raises RecordError if anything is wrong.

    Result lines are optional, and checked if present.
    """
    text = _decode(source) if isinstance(source, bytes) else source
    lines = text.removeprefix(_BYTE_ORDER_MARK).split("\n")
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    settings = _read_header(lines[:end])
    parse_action = settings.game.parse_action
    words = (
        _Word(number, position, text)
        for number, line in enumerate(lines[end:], end + 1)
        for position, text in enumerate(line.split(), 1)
    )
    match: Match | None = None
    for word in words:
        try:
            if word.text == "Round":
                match = _deal(settings, match, word, words)
            elif match is None:
                raise ValueError(
                    message(
                        'a round begins with a line like "Round 1 left 31425…", not {word}',
                        word=quote(word.text),
                    )
                )
            elif word.text == "=":
                match = _read_result(match, word, words)
            else:
                match = match.play(parse_action(word.text))
        except RecordError:
            raise
        except ValueError as error:
            raise RecordError(word.line, word.position, error) from None
    if match is None:
        raise RecordError(len(lines), 1, message("the record ends before its first round"))
    return Record(match, settings.date, settings.others)


class _Word(NamedTuple):
    line: int
    """From 1."""
    position: int
    """In its line, from 1."""
    text: str


class _Settings(NamedTuple):
    """The parsed header."""

    game: Game
    rules: Any
    names: tuple[str, str]
    target: int
    seed: int | None
    date: datetime
    others: tuple[tuple[str, str], ...]


def _read_header(lines: list[str]) -> _Settings:
    values: dict[str, str] = {}
    line_of: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        key, colon, value = line.partition(":")
        if not colon or not _KEY.fullmatch(key):
            problem = message('{line} is not a header line like "Left: Anna"', line=quote(line))
            raise RecordError(number, 1, problem)
        if key in values:
            problem = message("{key} is already set in line {line}", key=quote(key), line=line_of[key])
            raise RecordError(number, 1, problem)
        values[key], line_of[key] = value.strip(), number
        if not is_printable(values[key]):
            raise RecordError(number, 2, message("{key} contains an unprintable character", key=quote(key)))
    missing = [key for key in _REQUIRED if key not in values]
    if missing:
        problem = message('the header ends here without a line "{key}: …"', key=missing[0])
        raise RecordError(len(lines) + 1, 1, problem)
    with _at(line_of.get(_GAME, 0), 2):
        game = _read_game(values.pop(_GAME, ""))
    rules_words, left, right, target, date = (values.pop(key) for key in _REQUIRED)
    with _at(line_of["Rules"], 2):
        try:
            rules = game.parse_rules(rules_words)
        except MalformedRulesError as error:
            raise RecordError(line_of["Rules"], 1 + error.word, error) from None
    with _at(line_of["Left"], 2):
        left = recorded_name(left)
    with _at(line_of["Right"], 2):
        right = recorded_name(right)
        # Beginning a match checks what no single line can: that two people play.
        Match.new(rules, (left, right), seed=0)
    with _at(line_of["Target"], 2):
        Match.new(rules, target=_integer(target), seed=0)
    with _at(line_of["Date"], 2):
        begun = _read_date(date)
    with _at(line_of.get(_SEED, 0), 2):
        seed = _integer(values.pop(_SEED)) if _SEED in values else None
    return _Settings(game, rules, (left, right), int(target), seed, begun, tuple(values.items()))


def _deal(settings: _Settings, match: Match | None, word: _Word, words: Iterator[_Word]) -> Match:
    """Return the match with the round dealt that a line like "Round 2 right 31425…" describes."""
    number, starter, deal = _next_words(
        word, words, message("{word} needs a number, a starter and a deal after it")
    )
    with _at(starter.line, starter.position):
        first = _read_seat(starter.text)
    with _at(deal.line, deal.position):
        settings.game.deal(settings.rules, deal.text, first)
    if match is None:
        dealt = Match.new(settings.rules, settings.names, settings.target, first, settings.seed, deal.text)
    else:
        dealt = match.next_round(deal.text)
    with _at(number.line, number.position):
        if number.text != str(dealt.number):
            raise ValueError(
                message("this is round {number}, not {word}", number=dealt.number, word=quote(number.text))
            )
        if dealt.number > MAX_ROUNDS:
            raise ValueError(message("a record has at most {number} rounds", number=MAX_ROUNDS))
    with _at(starter.line, starter.position):
        if first is not dealt.round.first:
            raise ValueError(
                message(
                    "{starter} starts this round, not {other}",
                    starter=dealt.round.first.label,
                    other=first.label,
                )
            )
    return dealt


def _read_result(match: Match, word: _Word, words: Iterator[_Word]) -> Match:
    """Return the match after a line like "= left hit 1-0".

    The line changes the match only if it ended the round without an action; else it has to agree with the
    rules. Raises ValueError if it does not.
    """
    needs = message("{word} needs a winner, a reason and a score after it")
    claim = [claimed.text for claimed in _next_words(word, words, needs)]
    if match.round.result is None:
        if claim[1] not in UNPLAYED:
            raise ValueError(message("round {number} is still in progress", number=match.number))
        match = max(match.unplayed_ends(), key=partial(_agreement, claim))
    result = result_line(match.finished[-1])
    if ["=", *claim] != result.split():
        problem = message(
            "the round ended {result!r}, not {claim}", result=result[2:], claim=quote(" ".join(claim))
        )
        raise ValueError(problem)
    return match


def _agreement(claim: list[str], end: Match) -> tuple[bool, int]:
    """Return how far an end of a round agrees with a claim: in its reason first, then in how many words."""
    words = result_line(end.finished[-1]).split()[1:]
    return words[1] == claim[1], sum(map(eq, words, claim))


def _next_words(word: _Word, words: Iterator[_Word], needs: Message) -> list[_Word]:
    """Return the three words after `word` on its line.

    Raises ValueError with what it `needs`, a message about the field `word`, if there are fewer.
    """
    following = [after for after in islice(words, 3) if after.line == word.line]
    if len(following) < 3:
        raise ValueError(needs._replace(fields={"word": quote(word.text)}))
    return following


def result_line(line: FinishedRound) -> str:
    """Return the line that ends a round: winner, reason and the score after it."""
    winner = line.result.winner
    left, right = line.score
    return f"= {'none' if winner is None else winner.label} {line.result.reason.value} {left}-{right}"


def _default_game() -> Game:
    """Return the game of a record without a game line."""
    return next(iter(games().values()))


def _read_game(name: str) -> Game:
    if name and name not in games():
        raise ValueError(
            message("the game is one of {games}, not {word}", games=", ".join(games()), word=quote(name))
        )
    return games()[name] if name else _default_game()


def _read_seat(text: str) -> Seat:
    for seat in Seat:
        if text == seat.label:
            return seat
    raise ValueError(message("a round's starter is left or right, not {word}", word=quote(text)))


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise ValueError(message("{word} is not a whole number", word=quote(text)))
    return int(text)


def _read_date(text: str) -> datetime:
    with suppress(ValueError):
        date = datetime.fromisoformat(text).replace(microsecond=0)
        # In another time zone a date in the first or last year could overflow.
        if MINYEAR < date.year < MAXYEAR:
            return date
    raise ValueError(message("{word} is not a date like 2024-05-31T20:15:00+02:00", word=quote(text)))


def _decode(source: bytes) -> str:
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        before = source[: error.start].decode().removeprefix(_BYTE_ORDER_MARK)
        line = before.rpartition("\n")[2]
        begins_word = not line or line[-1].isspace()
        raise RecordError(
            before.count("\n") + 1, len(line.split()) + begins_word, message("this is not UTF-8 text")
        ) from None


@contextmanager
def _at(line: int, word: int) -> Iterator[None]:
    """Turn a ValueError into a RecordError at this line and word."""
    try:
        yield
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(line, word, error) from None
