"""A record of a whole match, and random records of any match."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from hypothesis import strategies as st
from staging import ALL_RULES, FULL_DECK, dealt
from strategies import playthrough

from engine.en_garde import PRESETS, Match, Rules, Seat, parse_action
from engine.names import clean_name, identity
from engine.record import Record

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


TEXT = """\
Rules: abacus-advanced
Left: Zoë
Right: Bruno: [2nd]
Target: 2
Date: 2024-05-31T20:15:00+02:00
Seed: -17
Event: Café: Round 1
Place:

Round 1 left 3542524152432434113521531
+3 +5 +4 -4 +5 -1 -2 +3 -5 +1 +1 +5 +4 +1 A2 P2 N
= none draw 0-0

Round 2 right 4135315341454225321541223
+1 +5 +1 +1 +5 +5 -2 +2A4 P4 A4 H
= right hit 0-1

Round 3 left 3525132534231142445135421
+2 +5 -2 +3 +5 -2 +3 +2 +5A1 P1 -4 +4A1 R3 A44 H
= left hit 1-1

Round 4 right 3435251314244354511125322
+1 +2 +2 +5 +1 -3 +3 -3 -5 -1 -1 +3 +5 -1 +4
= right distance 1-2
""".replace("Place:\n", "Place: \n")  # a header line that says nothing
UNFINISHED = TEXT[: TEXT.index(" A44")] + "\n"
ONLY_DEALT = TEXT[: TEXT.index("\n+1 +5 +1")] + "\n"

FIRST_DEAL = "\nRound 1 left 1111122222333334444455555\n"

LINES = TEXT.split("\n")
PLAYED = [(LINES[at].split()[-1], LINES[at + 1]) for at in (9, 13, 17, 21)]


def played(*rounds: tuple[str, str]) -> Match:
    """Return the match of `TEXT` after these decks and actions."""
    names = ("Zoë", "Bruno: [2nd]")
    match: Match | None = None
    for deck, script in rounds:
        match = (
            match.next_round(deck)
            if match
            else Match.new(PRESETS["abacus-advanced"], names, 2, LEFT, -17, deck)
        )
        for word in script.split():
            match = match.play(parse_action(word))
    assert match is not None
    return match


# --- any match ---


class PlayedMatch(NamedTuple):
    """A match, finished or not, from its first deal to its last state."""

    decks: list[Sequence[int]]
    states: list[Match]


def played_match(
    rules: Rules,
    names: tuple[str, str],
    target: int,
    first: Seat,
    seed: int | None,
    rounds: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> PlayedMatch:
    """Play a match of rounds with these decks and choices; all but the last round reach their end."""
    decks: list[Sequence[int]] = []
    states: list[Match] = []
    for number, (deck, choices) in enumerate(rounds, 1):
        if states and states[-1].winner is not None:
            break
        match = (
            states[-1].next_round(dealt(deck))
            if states
            else Match.new(rules, names, target, first, seed, dealt(deck))
        )
        decks.append(deck)
        states.append(match)
        more = range(26) if number < len(rounds) else ()
        for action in playthrough(rules, deck, match.round.first, [*choices, *more]).actions:
            states.append(states[-1].play(action))
    return PlayedMatch(decks, states)


def is_name(text: str) -> bool:
    with suppress(ValueError):
        return clean_name(text) == text
    return False


ALI = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
"""A Persian name of two parts, which do not join."""

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FIRE = "\u2764\ufe0f\u200d\U0001f525"
"""A heart in colours, joined with a flame."""

_printable = st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" :[]=\"'\\{")
_names = st.text(_printable, min_size=1, max_size=16).map(str.strip).filter(is_name) | st.sampled_from(
    ["Left: Anna", "[bold]", "= left hit 1-0", "Round 1", "李雷", "Zo\u00eb", "❤\ufe0f", ALI]
)
_choices = st.lists(st.integers(-60, 59), max_size=30)
_seeds = st.none() | st.integers() | st.just(-(10**3999))
matches: st.SearchStrategy[PlayedMatch] = st.builds(
    played_match,
    rules=st.sampled_from([*PRESETS.values(), *ALL_RULES]),
    names=st.tuples(_names, _names).filter(lambda names: len({*map(identity, names)}) == 2),
    target=st.integers(1, 3) | st.just(99),
    first=st.sampled_from(Seat),
    seed=_seeds,
    rounds=st.lists(st.tuples(st.permutations(FULL_DECK), _choices), min_size=1, max_size=4),
)
_zones = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
_dates = st.builds(
    lambda date, zone: date.replace(microsecond=0, tzinfo=zone),
    st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31)),
    st.one_of(st.none(), _zones),
)
_keys = st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,9}", fullmatch=True).filter(
    lambda key: key not in ("Rules", "Left", "Right", "Target", "Date", "Seed")
)
_others = st.dictionaries(_keys | st.just("Round"), st.text(_printable).map(str.strip), max_size=3)
records: st.SearchStrategy[Record] = st.builds(
    lambda match, date, others: Record(match.states[-1], date, tuple(others.items())),
    matches,
    _dates,
    _others,
)

DECK_1, DECK_2 = PLAYED[0][0], PLAYED[1][0]
