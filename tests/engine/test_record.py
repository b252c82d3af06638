"""Records: their exact text, the variations that reading accepts, and the errors for all others."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from long_texts import HEADER, drawn_rounds, megabytes
from staging import ALL_RULES, FULL_DECK, dealt
from strategies import playthrough

from engine.en_garde import PRESETS, FinishedRound, Match, Reason, Result, Rules, Seat, parse_action
from engine.en_garde.rules import preset_name
from engine.record import MAX_ROUNDS, Record, RecordError, read, write

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
SWITCHES = [
    "parry",
    "indirect",
    "last_chance",
    "cards_decide",
    "final_evasion_skips_cards",
    "open_discard",
]

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


def only_dealt(rules: Rules) -> Record:
    return Record(Match.new(rules, dealt=dealt(FULL_DECK)), datetime(2024, 5, 31, 20, 15))


# --- the text ---


def test_a_record_is_read_to_the_match_that_was_played() -> None:
    record = read(TEXT)
    assert record.match == played(*PLAYED)
    assert record.match.finished == (
        FinishedRound(1, LEFT, Result(None, Reason.DRAW), (0, 0)),
        FinishedRound(2, RIGHT, Result(RIGHT, Reason.HIT), (0, 1)),
        FinishedRound(3, LEFT, Result(LEFT, Reason.HIT), (1, 1)),
        FinishedRound(4, RIGHT, Result(RIGHT, Reason.DISTANCE), (1, 2)),
    )
    assert record.match.winner is RIGHT
    assert record.date == datetime(2024, 5, 31, 20, 15, tzinfo=timezone(timedelta(hours=2)))
    assert record.others == (("Event", "Café: Round 1"), ("Place", ""))


def test_an_unfinished_match_just_stops() -> None:
    deck, script = PLAYED[2]
    assert read(UNFINISHED).match == played(*PLAYED[:2], (deck, script.removesuffix(" A44 H")))
    assert read(ONLY_DEALT).match == played(PLAYED[0], (PLAYED[1][0], ""))


@pytest.mark.parametrize("text", [TEXT, UNFINISHED, ONLY_DEALT], ids=["whole", "unfinished", "only dealt"])
def test_a_record_is_written_back_byte_for_byte(text: str) -> None:
    assert write(read(text)) == text
    assert write(read(text.encode())).encode() == text.encode()


def test_a_match_without_seed_or_other_lines_has_the_five_header_lines() -> None:
    assert write(only_dealt(PRESETS["ferti-advanced"])) == HEADER + FIRST_DEAL


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_rules_are_a_preset_or_the_house_rules_that_are_on(rules: Rules) -> None:
    name = preset_name(rules)
    on = [word for word in SWITCHES if getattr(rules, word) and (name is None or word == "open_discard")]
    text = HEADER.replace("ferti-advanced", " ".join([name or "house", *on])) + FIRST_DEAL
    assert write(only_dealt(rules)) == text
    assert read(text) == only_dealt(rules)


def test_the_open_discard_pile_is_named_beside_a_preset() -> None:
    record = read(TEXT.replace("abacus-advanced", "abacus-advanced open_discard"))
    assert record.match.rules.open_discard
    assert write(record) == TEXT.replace("abacus-advanced", "abacus-advanced open_discard")


def test_house_rules_that_are_a_preset_are_written_as_that_preset() -> None:
    named = TEXT.replace("abacus-advanced", "ferti-advanced last_chance final_evasion_skips_cards")
    listed = TEXT.replace(
        "abacus-advanced", "house final_evasion_skips_cards cards_decide last_chance indirect parry"
    )
    assert write(read(named)) == write(read(listed)) == TEXT


def test_a_date_is_written_to_the_second() -> None:
    record = read(TEXT.replace("15:00+02:00", "15:00.999999+02:00"))
    assert record == read(TEXT)


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
    return 0 < len(text) <= 16 and text == normalize("NFC", text).strip()


_printable = st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" :[]=\"'\\{")
_names = (
    st.text(_printable, min_size=1, max_size=16).map(str.strip).filter(is_name)
    | st.sampled_from(["Left: Anna", "[bold]", "= left hit 1-0", "Round 1", "李雷", "Zo\u00eb", "\u0301"])
)  # fmt: skip
_choices = st.lists(st.integers(-60, 59), max_size=30)
_seeds = st.none() | st.integers() | st.just(-(10**3999))
matches: st.SearchStrategy[PlayedMatch] = st.builds(
    played_match,
    rules=st.sampled_from([*PRESETS.values(), *ALL_RULES]),
    names=st.tuples(_names, _names).filter(lambda names: names[0] != names[1]),
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


@given(records)
def test_what_is_written_is_read_back(record: Record) -> None:
    text = write(record)
    assert read(text) == read(text.encode()) == record
    assert write(read(text)) == text


@given(records)
def test_rounds_take_a_line_each_for_the_deal_the_actions_and_the_result_of_80_columns_at_most(
    record: Record,
) -> None:
    _, *rounds = write(record).split("\n\n")
    match = record.match
    assert len(rounds) == len(match.past) + 1
    for text, state in zip(rounds, (*match.past, match.round), strict=True):
        lines = text.splitlines()
        assert len(lines) == 1 + bool(state.actions) + (state.result is not None)
        assert max(map(len, lines)) <= 80


@given(matches)
def test_a_history_holds_every_state(match: PlayedMatch) -> None:
    assert list(match.states[-1].history()) == match.states


@given(matches)
def test_each_state_of_a_history_is_one_deal_or_one_action_after_the_one_before(match: PlayedMatch) -> None:
    for before, after in pairwise(match.states[-1].history()):
        if before.round.result is None:
            assert after == before.play(after.round.actions[-1])
        else:
            assert after == before.next_round(after.round.dealt)


@given(matches)
def test_every_round_of_a_match_keeps_its_deck(match: PlayedMatch) -> None:
    last = match.states[-1]
    assert [round.deck for round in (*last.past, last.round)] == [tuple(deck) for deck in match.decks]
    assert all(round.result is not None for round in last.past)


# --- what reading accepts ---


def results_left_out() -> str:
    return "".join(f"{line}\n" for line in LINES[:-1] if not line.startswith("="))


def actions_one_a_line() -> str:
    head, play = TEXT.split("\n\n", 1)
    lines = (
        line if line.startswith(("Round", "=")) else "\n".join(line.split()) for line in play.split("\n")
    )
    return f"{head}\n\n" + "\n".join(lines)


def rounds_on_one_line() -> str:
    head, play = TEXT.split("\n\n", 1)
    return f"{head}\n\n" + " ".join(play.split())


def actions_in_lower_case() -> str:
    return "\n".join(line if ":" in line or line.startswith("Round") else line.lower() for line in LINES)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(TEXT.replace("\n", "\r\n"), id="lines of Windows"),
        pytest.param("\ufeff" + TEXT, id="byte order mark"),
        pytest.param("\ufeff" + TEXT.replace("\n", "\r\n"), id="both"),
        pytest.param(results_left_out(), id="results left out"),
        pytest.param(actions_one_a_line(), id="an action a line"),
        pytest.param(rounds_on_one_line(), id="all on one line"),
        pytest.param(actions_in_lower_case(), id="lower case"),
        pytest.param(TEXT.replace(" +", "\t \x0b+"), id="other white space"),
        pytest.param(TEXT.replace("\n\n", "\n \t \n\n"), id="more empty lines"),
        pytest.param(re.sub(r"^(\w+): ", r"\1:", TEXT, flags=re.M), id="no space after a key"),
        pytest.param(re.sub(r"^(\w+:) (.*)$", r"\1 \t \2 \t", TEXT, flags=re.M), id="space around values"),
        pytest.param(TEXT.rstrip("\n"), id="no end of the last line"),
        pytest.param(TEXT.replace("Zoë", "Zoe\u0308"), id="a name in another normal form"),
        pytest.param(TEXT.replace("T20:15:00+02:00", " 20:15+0200"), id="a date written otherwise"),
    ],
)
def test_reading_accepts_other_layouts(text: str) -> None:
    assert text != TEXT
    assert read(text) == read(text.encode()) == read(TEXT)


def test_header_lines_come_in_any_order() -> None:
    head, play = TEXT.split("\n\n", 1)
    turned = "\n".join(reversed(head.split("\n")))
    assert read(f"{turned}\n\n{play}").match == read(TEXT).match


# --- what is not a record ---

ACTION = "is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"
HEADER_LINE = 'is not a header line like "Left: Anna"'
MARKS = "\u0301" * 17
DECK_1, DECK_2 = PLAYED[0][0], PLAYED[1][0]


def without(key: str) -> tuple[str, str]:
    line = next(line for line in LINES if line.startswith(f"{key}:"))
    return f"{line}\n", ""


@pytest.mark.parametrize(
    ("change", "line", "word", "what"),
    [
        # header lines
        *((without(key), 8, 1, f'the header ends here without a line "{key}: …"')
          for key in ("Rules", "Left", "Right", "Target", "Date")),
        *((("Place: ", f"{key}: x"), 8, 1, f"'{key}' is already set in line {at}")
          for at, key in enumerate(("Rules", "Left", "Right", "Target", "Date", "Seed", "Event"), 1)),
        (("Left: Zoë", "Left Zoë"), 2, 1, f"'Left Zoë' {HEADER_LINE}"),
        (("Left:", " Left:"), 2, 1, f"' Left: Zoë' {HEADER_LINE}"),
        (("Left:", "Left :"), 2, 1, f"'Left : Zoë' {HEADER_LINE}"),
        (("Left:", ":"), 2, 1, f"': Zoë' {HEADER_LINE}"),
        (("Event", "Événement"), 7, 1, f"'Événement: Café: Round 1' {HEADER_LINE}"),
        (("Place: \n\n", "Place:\n"), 9, 1, f"'Round 1 left 3542524152432434113521531' {HEADER_LINE}"),
        (("Café", "Ca\x1b[1mfé"), 7, 2, "'Event' contains an unprintable character"),
        (("Café", "Ca\tfé"), 7, 2, "'Event' contains an unprintable character"),
        (("Zoë", "Zo\u202eë"), 2, 2, "'Left' contains an unprintable character"),
        # what they say
        (("abacus-advanced", ""), 1, 2,
         "the rules are one of abacus-basic, abacus-standard, abacus-advanced, ferti-standard,"
         " ferti-advanced or house, not ''"),
        (("abacus-advanced", "Abacus advanced"), 1, 2, "or house, not 'Abacus'"),
        (("abacus-advanced", "house parry Indirect"), 1, 4,
         "'Indirect' is not a house rule; these are: cards_decide, final_evasion_skips_cards, indirect,"
         " last_chance, open_discard, parry"),
        (("abacus-advanced", "abacus-advanced house"), 1, 3, "'house' is not a house rule"),
        (("abacus-advanced", "house indirect"), 1, 2,
         "'indirect' needs 'parry': without it every attack hits"),
        (("abacus-advanced", "abacus-basic final_evasion_skips_cards"), 1, 2,
         "'final_evasion_skips_cards' needs 'indirect' and 'cards_decide'"),
        (("Zoë", ""), 2, 2, "a name needs at least one character"),
        (("Zoë", "Maximilian-Joseph"), 2, 2,
         "a name has at most 16 characters, 'Maximilian-Josep'… has 17"),
        (("Bruno: [2nd]", MARKS), 3, 2, f"a name has at most 16 characters, '{MARKS[:16]}'… has 17"),
        (("Bruno: [2nd]", "Anna" + " " * 5000 + "Bruno"), 3, 2, "has 5009"),
        (("Bruno: [2nd]", "Zoe\u0308"), 3, 2, "the two players need different names, not 'Zoë' twice"),
        (("Target: 2", "Target: two"), 4, 2, "'two' is not a whole number"),
        (("Target: 2", "Target: "), 4, 2, "'' is not a whole number"),
        (("Target: 2", "Target: \u0662"), 4, 2, "'\u0662' is not a whole number"),
        (("Target: 2", "Target: 0"), 4, 2, "the target is 1 to 99 rounds, not 0"),
        (("Target: 2", "Target: -1"), 4, 2, "the target is 1 to 99 rounds, not -1"),
        (("Target: 2", "Target: 100"), 4, 2, "the target is 1 to 99 rounds, not 100"),
        (("Target: 2", "Target: " + "9" * 4000), 4, 2, "the target is 1 to 99 rounds, not 9999"),
        (("Target: 2", "Target: " + "9" * 4001), 4, 2, f"'{'9' * 40}…' is not a whole number"),
        (("-17", "1.5"), 6, 2, "'1.5' is not a whole number"),
        (("-17", "1_000"), 6, 2, "'1_000' is not a whole number"),
        (("05-31", "05-32"), 5, 2,
         "'2024-05-32T20:15:00+02:00' is not a date like 2024-05-31T20:15:00+02:00"),
        (("2024-05-31T20:15:00+02:00", ""), 5, 2, "'' is not a date"),
        (("2024-05-31T20:15:00+02:00", "yesterday"), 5, 2, "'yesterday' is not a date"),
        # in another time zone these dates overflow
        (("2024-05-31T20:15", "0001-01-01T00:00"), 5, 2, "'0001-01-01T00:00:00+02:00' is not a date"),
        (("2024-05-31T20:15", "9999-12-31T23:59"), 5, 2, "'9999-12-31T23:59:00+02:00' is not a date"),
        # deals
        (("Round 1 left", "+3 Round 1 left"), 10, 1,
         'a round begins with a line like "Round 1 left 31425…", not \'+3\''),
        (("Round 1 left", "round 1 left"), 10, 1, "not 'round'"),
        (("Round 1 left", "= left hit 1-0\nRound 1 left"), 10, 1, "not '='"),
        (("Round 1 left", "Round 2 left"), 10, 2, "this is round 1, not '2'"),
        (("Round 2 right", "Round 3 right"), 14, 2, "this is round 2, not '3'"),
        (("Round 2 right", "Round 02 right"), 14, 2, "this is round 2, not '02'"),
        (("Round 1 left", "Round 1 middle"), 10, 3, "a round's starter is left or right, not 'middle'"),
        (("Round 1 left", "Round 1 Left"), 10, 3, "a round's starter is left or right, not 'Left'"),
        (("Round 2 right", "Round 2 left"), 14, 3, "right starts this round, not left"),
        ((DECK_1, DECK_1[1:]), 10, 4, f"a deck is 25 digits, not '{DECK_1[1:]}'"),
        ((DECK_2, DECK_2 + "1"), 14, 4, f"a deck is 25 digits, not '{DECK_2}1'"),
        ((DECK_1, "3142 " + DECK_1), 10, 4, "a deck is 25 digits, not '3142'"),
        ((DECK_1, "1" * 25), 10, 4,
         f"a deck is 25 cards, five of each value 1 to 5, not 25 cards, {'1' * 25}"),
        ((DECK_2, "6" + DECK_2[1:]), 14, 4, "a deck is 25 cards, five of each value 1 to 5, not 25 cards, 6"),
        (("left " + DECK_1, "left\n" + DECK_1), 10, 1,
         "'Round' needs a number, a starter and a deal after it"),
        (("\n+3", " +3 Round 2 right\n+3"), 10, 6, "'Round' needs a number"),
        # actions
        (("-4 +5", "-4 +9"), 11, 5, "'+9': '9' is not a card; cards are 1 to 5"),
        (("-4 +5", "-4 advance"), 11, 5, "'advance': 'D' is not a card; cards are 1 to 5"),
        (("-4 +5", "-4 *"), 11, 5, f"'*' {ACTION}"),
        (("-4 +5", "-4\n\n  \0\u2028"), 13, 1, f"'\\x00' {ACTION}"),
        (("-4 +5", "-4 A"), 11, 5, "'A' names no card to attack or parry with"),
        (("-4 +5", "-4 A12"), 11, 5, "'A12': the cards of an attack or parry must be equal, not 12"),
        (("-4 +5", "-4 H"), 11, 5, "there is no hit to take"),
        (("P4 A4", "P3 A4"), 15, 9, "the attack is one 4: parry with exactly one 4"),
        (("P4 A4", "P4 A3"), 15, 10, "a 3 does not reach the left fencer: distance 4"),
        (("\n+3", "\n+1"), 11, 1, "there is no 1 in your hand"),
        (("A2 P2 N", "A2 P2 N N"), 11, 18, "the round is over"),
        (("= none", "+1\n= none"), 12, 1, "the round is over"),
        (("distance 1-2\n", "distance 1-2 +1\n"), 24, 5, "the round is over"),
        # results
        (("-2 +2A4", "-2\n= right hit 0-1\n+2A4"), 16, 1, "round 2 is still in progress"),
        (("none draw", "left draw"), 12, 1, "the round ended 'none draw 0-0', not 'left draw 0-0'"),
        (("right hit", "right cards"), 16, 1, "the round ended 'right hit 0-1', not 'right cards 0-1'"),
        (("hit 1-1", "hit 2-0"), 20, 1, "the round ended 'left hit 1-1', not 'left hit 2-0'"),
        (("hit 0-1", "hit"), 16, 1, "'=' needs a winner, a reason and a score after it"),
        (("= none", "=none"), 12, 1, f"'=none' {ACTION}"),
        # rounds
        (("R3 A44 H\n= left hit 1-1", "R3 A44"), 21, 1, "round 3 is still in progress"),
        (("Target: 2", "Target: 1"), 18, 1, "the match is over: Bruno: [2nd] has won it"),
        (("1-2\n", f"1-2\n\nRound 5 left {DECK_1}"), 26, 1, "the match is over: Bruno: [2nd] has won it"),
    ],
)  # fmt: skip
def test_an_error_names_its_line_and_word(change: tuple[str, str], line: int, word: int, what: str) -> None:
    assert change[0] in TEXT
    with pytest.raises(RecordError) as caught:
        read(TEXT.replace(*change, 1))
    assert (caught.value.line, caught.value.word) == (line, word)
    assert str(caught.value).startswith(f"line {line}, word {word}: ")
    assert what in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, 'the header ends here without a line "Rules: …"'),
        ("\n" + TEXT, 1, 'the header ends here without a line "Rules: …"'),
        (HEADER, 6, "the record ends before its first round"),
        (HEADER + "\n \n", 8, "the record ends before its first round"),
        (HEADER[: HEADER.index("Date")], 5, 'the header ends here without a line "Date: …"'),
    ],
    ids=["nothing", "an empty line first", "no empty line", "no round", "half a header"],
)
def test_a_text_that_ends_before_the_first_round_is_refused(text: str, line: int, what: str) -> None:
    for source in (text, text.encode()):
        with pytest.raises(RecordError) as caught:
            read(source)
        assert str(caught.value) == f"line {line}, word 1: {what}"


def test_the_number_of_rounds_is_limited() -> None:
    assert read(drawn_rounds(MAX_ROUNDS)).match.number == MAX_ROUNDS
    with pytest.raises(RecordError) as caught:
        read(drawn_rounds(MAX_ROUNDS + 1))
    line = 7 + 4 * MAX_ROUNDS
    assert str(caught.value) == f"line {line}, word 2: a record has at most {MAX_ROUNDS} rounds"


@pytest.mark.parametrize(
    ("before", "line", "word"),
    [
        ("", 1, 1),
        ("Rules:", 1, 1),
        ("Rules: ", 1, 2),
        ("Rules: a b", 1, 3),
        ("Rules: a b ", 1, 4),
        ("Rules: house\n", 2, 1),
        ("Rules: house\r\n\r\n  ", 3, 1),
        ("Left: Zo\u0301e\u00a0", 1, 3),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("after", [b"\xff", b"\xc3", b"\xc3 a\n", b"\xed\xa0\x80"])
def test_bytes_that_are_not_utf_8_are_named(
    before: str, line: int, word: int, mark: str, after: bytes
) -> None:
    with pytest.raises(RecordError) as caught:
        read(f"{mark}{before}".encode() + after)
    assert str(caught.value) == f"line {line}, word {word}: this is not UTF-8 text"


# --- forfeits ---

FORFEITS = f"""\
{TEXT.partition(f"Round 1 left {DECK_1}")[0]}\
Round 1 left {DECK_1}
+3 +5
= right forfeit 0-1

Round 2 right {DECK_2}
= left forfeit 1-1

Round 3 left {DECK_1}
{PLAYED[0][1].removesuffix(" P2 N")}
= left forfeit 2-1
"""
"""Rounds forfeited after some actions, before any, and under attack."""


def test_a_forfeit_is_read_from_the_line_of_the_result() -> None:
    match = played((DECK_1, "+3 +5")).forfeit().next_round(DECK_2).forfeit().next_round(DECK_1)
    for word in PLAYED[0][1].split()[:-2]:
        match = match.play(parse_action(word))
    assert match.round.attack is not None
    assert read(FORFEITS).match == match.forfeit()
    assert match.forfeit().winner is LEFT


@pytest.mark.parametrize(
    "text", [FORFEITS, FORFEITS[: FORFEITS.index("\n\nRound 3")] + "\n"], ids=["whole", "unfinished"]
)
def test_a_record_with_forfeits_is_written_back_byte_for_byte(text: str) -> None:
    assert write(read(text)) == text
    assert read(write(read(text))) == read(text)


def test_a_history_with_forfeits_has_a_state_for_each() -> None:
    match = read(FORFEITS).match
    states = list(match.history())
    assert states[-1] == match
    assert len(states) == sum(2 + len(round.actions) for round in match.rounds)
    assert [state.round.result is not None for state in states].count(True) == 3
    for before, after in pairwise(states):
        if before.round.result is not None:
            assert after == before.next_round(after.round.dealt)
        elif after.round.result is not None:
            assert after == before.forfeit()
        else:
            assert after == before.play(after.round.actions[-1])


@given(matches)
def test_any_round_or_match_can_be_forfeited_and_is_read_back(match: PlayedMatch) -> None:
    for state in match.states[-3:]:
        if state.round.turn is not None:
            for forfeit in state.forfeits():
                record = Record(forfeit, datetime(2024, 5, 31, 20, 15))
                assert read(write(record)) == record
                assert list(record.match.history()) == [*state.history(), record.match]


@pytest.mark.parametrize(
    ("change", "line", "word", "what"),
    [
        (("right forfeit 0-1", "left forfeit 1-0"), 12, 1,
         "the round ended 'right forfeit 0-1', not 'left forfeit 1-0'"),
        (("right forfeit 0-1", "right forfeit 1-0"), 12, 1,
         "the round ended 'right forfeit 0-1', not 'right forfeit 1-0'"),
        (("right forfeit 0-1", "none forfeit 0-0"), 12, 1,
         "the round ended 'right forfeit 0-1', not 'none forfeit 0-0'"),
        (("right forfeit 0-1", "right hit 0-1"), 12, 1, "round 1 is still in progress"),
        (("right forfeit 0-1", "right FORFEIT 0-1"), 12, 1, "round 1 is still in progress"),
        (("right forfeit 0-1", "right forfeit"), 12, 1, "'=' needs a winner, a reason and a score after it"),
        (("left forfeit 1-1", "right forfeit 0-2"), 15, 1,
         "the round ended 'left forfeit 1-1', not 'right forfeit 0-2'"),
        (("\n= right forfeit 0-1", ""), 13, 1, "round 1 is still in progress"),
        (("right forfeit 0-1", "right forfeit 0-1 +1"), 12, 5, "the round is over"),
        (("right forfeit 0-1", "right forfeit 0-1\n= right forfeit 0-2"), 13, 1,
         "the round ended 'right forfeit 0-1', not 'right forfeit 0-2'"),
        (("left forfeit 2-1", "right forfeit 1-2"), 19, 1,
         "the round ended 'left forfeit 2-1', not 'right forfeit 1-2'"),
        (("left forfeit 2-1", "left absence 3-1"), 19, 1,
         "the round ended 'left forfeit 2-1', not 'left absence 3-1'"),
        (("left forfeit 2-1\n", f"left forfeit 2-1\n\nRound 4 right {DECK_2}\n"), 21, 1,
         "the match is over: Zoë has won it"),
    ],
)  # fmt: skip
def test_an_error_in_a_forfeit_names_its_line_and_word(
    change: tuple[str, str], line: int, word: int, what: str
) -> None:
    assert change[0] in FORFEITS
    with pytest.raises(RecordError) as caught:
        read(FORFEITS.replace(*change, 1))
    assert str(caught.value) == f"line {line}, word {word}: {what}"


def test_a_round_that_was_played_to_its_end_was_not_forfeited() -> None:
    with pytest.raises(RecordError) as caught:
        read(TEXT.replace("= left hit 1-1", "= left forfeit 1-1"))
    assert str(caught.value) == "line 20, word 1: the round ended 'left hit 1-1', not 'left forfeit 1-1'"


# --- anything at all ---


def check(source: str | bytes) -> None:
    """Check that reading `source` gives a record that can be written, or an error of one line."""
    try:
        record = read(source)
    except RecordError as refused:
        error = refused
    else:
        assert read(write(record)) == record
        return
    message = str(error)
    assert message.startswith(f"line {error.line}, word {error.word}: ")
    assert len(message) < 300
    assert message.isprintable(), "one line that any terminal can show"
    text = source if isinstance(source, str) else source.decode(errors="replace")
    # Something missing is reported after the last word of its line, or in the line after the last.
    lines = [*text.removeprefix("\ufeff").split("\n"), ""]
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.word <= len(lines[error.line - 1].split()) + 1


anything = st.text(st.characters(exclude_categories=[]) | st.sampled_from("\n\r\t :+-=AHNPR12345"))


@given(st.binary() | anything)
def test_anything_is_a_record_or_an_error_in_one_line(source: str | bytes) -> None:
    check(source)


@given(st.sampled_from(["Rules", "Left", "Right", "Target", "Date", "Seed", "Event"]), anything)
def test_anything_may_be_in_a_header_line(key: str, value: str) -> None:
    lines = (f"{key}: {value}" if line.startswith(f"{key}:") else line for line in LINES)
    check("\n".join(lines))


@given(st.text("0123456789-+:.TWZ ", max_size=30) | st.from_regex(r"\d{4}-\d\d-\d\d.\d\d:\d\d[+-]\d\d:\d\d"))
@example("9999-W52-7")
@example("9999-12-31T24:00")
@example("2024-02-30")
@example("2024-05-31T20:15+24:00")
def test_any_date_is_read_or_refused(date: str) -> None:
    check(TEXT.replace("2024-05-31T20:15:00+02:00", date))


@given(st.integers(0, len(LINES) - 1), st.integers(0, 20), anything)
@example(10, 4, "+" + "\U000e0001" * 40)
@example(10, 4, "A" + "12" * 400)
@example(10, 0, "\U000e0001" * 50)
@example(10, 4, "\ud800")
def test_anything_may_stand_for_a_word(line: int, word: int, text: str) -> None:
    words = LINES[line].split(" ")
    words[word : word + 1] = [text]
    check("\n".join([*LINES[:line], " ".join(words), *LINES[line + 1 :]]))


_offsets = st.integers(0, len(TEXT))


@given(st.lists(_offsets, min_size=3, max_size=3).map(sorted), st.text(max_size=5) | anything, st.booleans())
def test_a_damaged_record_is_a_record_or_an_error_in_one_line(
    offsets: list[int], inserted: str, bites_bytes: bool
) -> None:
    begin, middle, end = offsets
    for text in (
        TEXT[:begin] + TEXT[end:],
        TEXT[:begin] + inserted + TEXT[begin:],
        TEXT[:begin] + inserted + TEXT[middle:],
        TEXT[:middle] + TEXT[begin:],
        TEXT[:begin] + TEXT[middle:end] + TEXT[begin:middle] + TEXT[end:],
    ):
        check(text)
    data = TEXT.encode()
    check(data[:begin] + bytes([offsets[2] % 256]) * bites_bytes + data[middle:])


@pytest.mark.parametrize("text", megabytes().values(), ids=megabytes())
def test_a_megabyte_of_anything_is_a_record_or_an_error_in_one_line(text: str | bytes) -> None:
    check(text)
