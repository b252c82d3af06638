"""The text of a match: written, and read back from any layout."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from long_texts import HEADER
from recorded import FIRST_DEAL, LINES, ONLY_DEALT, PLAYED, TEXT, UNFINISHED, played
from staging import ALL_RULES, FULL_DECK, dealt

from engine.en_garde import PRESETS, FinishedRound, Match, Reason, Result, Rules, Seat
from engine.en_garde.rules import preset_name
from engine.record import Record, read, write

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


SWITCHES = [
    "parry",
    "indirect",
    "last_chance",
    "cards_decide",
    "final_evasion_skips_cards",
    "open_discard",
]


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
