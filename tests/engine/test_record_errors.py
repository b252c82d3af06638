"""What is not a record: the error names the line and the word."""

import pytest
from long_texts import HEADER, drawn_rounds
from recorded import DECK_1, DECK_2, LINES, TEXT

from engine.en_garde import Seat
from engine.record import MAX_ROUNDS, RecordError, read

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


ACTION = "is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"
HEADER_LINE = 'is not a header line like "Left: Anna"'
MARKS = "\u0301" * 17


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
        ((DECK_1, DECK_1[1:]), 10, 4, "a deck is 25 cards, five of each value 1 to 5; these 24 are not"),
        ((DECK_2, DECK_2 + "1"), 14, 4, "a deck is 25 cards, five of each value 1 to 5; these 26 are not"),
        ((DECK_1, "3142 " + DECK_1), 10, 4, "a deck is 25 cards, five of each value 1 to 5; these 4 are not"),
        ((DECK_1, "1" * 25), 10, 4, "a deck is 25 cards, five of each value 1 to 5; these 25 are not"),
        ((DECK_1, DECK_1 + "x"), 10, 4, "a deck is 25 digits and nothing else"),
        ((DECK_2, "6" + DECK_2[1:]), 14, 4, "five of each value 1 to 5; these 25 are not"),
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
