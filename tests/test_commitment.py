"""Commitments to decks: their lines in a record, and checking them."""

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tui.scripts import SCRIPTS
from tui.shelf import BEGIN, states

from engarde_tui.fair.commitment import (
    CommitmentError,
    Verdict,
    commitment,
    commitments,
    new_secret,
    salt,
    verify,
)
from engarde_tui.header import Header
from engine.en_garde import PRESETS, Match, Seat
from engine.record import Record, RecordError, read, write

KEPT, BROKEN, OPEN, NONE = Verdict.KEPT, Verdict.BROKEN, Verdict.OPEN, Verdict.NONE
SECRET = bytes(range(32)).hex()
OTHER_SECRET = bytes(range(1, 33)).hex()

*BEFORE, FINISHED = states(SCRIPTS[4])
"""A match of two rounds, and every state before its end."""
GOES_ON = BEFORE[-1]
ONLY_DEALT = BEFORE[0]
HASH_1 = commitment(FINISHED.past[0].dealt, salt(SECRET, 1))
LINES = dict(commitments(FINISHED, SECRET))

secrets_ = st.binary(min_size=32, max_size=32).map(bytes.hex)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Random matches by any rules, unfinished or finished, some with forfeited rounds."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    rules = PRESETS[draw(st.sampled_from(list(PRESETS)))]
    match = Match.new(rules, target=2, first=draw(st.sampled_from(Seat)), seed=chance.randrange(2**32))
    for _ in range(draw(st.integers(0, 80))):
        if match.winner is not None:
            break
        if match.round.result is not None:
            match = match.next_round()
        elif chance.random() < 0.02:
            match = match.forfeit()
        else:
            match = match.play(chance.choice(match.round.legal))
    return match


def recorded(match: Match, others: Header) -> Record:
    """As a stranger gets it: the text of the record, read."""
    return read(write(Record(match, BEGIN, others)))


def verdicts(match: Match, others: Header) -> list[Verdict]:
    return [check.verdict for check in verify(recorded(match, others))]


def expected(match: Match) -> list[Verdict]:
    """Return the verdicts of an honest record."""
    return [OPEN if round.result is None else KEPT for round in match.rounds]


def with_lines(**changes: str | None) -> Header:
    """The lines of `FINISHED`, some of them (Salt_1) changed, added, or left out where None."""
    lines = LINES | {key.replace("_", "-"): value for key, value in changes.items()}
    return tuple((key, value) for key, value in lines.items() if value is not None)


def another_digit(text: str, place: int, by: int) -> str:
    """The text with one hexadecimal digit changed by 1 to 15."""
    digit = f"{(int(text[place], 16) + by) % 16:x}"
    return text[:place] + digit + text[place + 1 :]


# --- what is committed to ---


def test_a_commitment_is_the_sha256_of_deck_and_salt() -> None:
    """printf '%s' '3542524152432434113521531 000102030405060708090a0b0c0d0e0f' | sha256sum"""
    deck = "3542524152432434113521531"
    assert (
        commitment(deck, "000102030405060708090a0b0c0d0e0f")
        == "50e0d795e8648a5c31eba7546a32fae513b52e7ffed2498a880b06ee0e202c4f"
    )


def test_a_salt_is_the_first_half_of_openssls_hmac() -> None:
    """printf 'round 1' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f"""
    assert salt(SECRET, 1) == "6df34540d04faf4a067caaa1faf5accd"


def test_every_round_and_secret_has_its_own_salt() -> None:
    salts = [salt(secret, number) for secret in (SECRET, OTHER_SECRET) for number in range(1, 200)]
    assert len(set(salts)) == len(salts)


def test_a_secret_is_32_unique_bytes() -> None:
    secrets = [new_secret() for _ in range(50)]
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}
    assert len(set(secrets)) == 50


# --- what a record tells ---


def test_lines_are_in_the_order_of_the_rounds_and_a_salt_follows_its_commitment() -> None:
    keys = [key for key, _ in commitments(FINISHED, SECRET)]
    assert keys == ["Commitment-1", "Salt-1", "Commitment-2", "Salt-2"]


def test_the_salt_of_the_current_round_is_hidden() -> None:
    assert [key for key, _ in commitments(GOES_ON, SECRET)] == ["Commitment-1", "Salt-1", "Commitment-2"]
    assert [key for key, _ in commitments(ONLY_DEALT, SECRET)] == ["Commitment-1"]


@given(matches(), secrets_)
def test_no_line_contains_the_secret_or_a_future_salt(match: Match, secret: str) -> None:
    lines = write(Record(match, BEGIN, commitments(match, secret)))
    hidden = [salt(secret, number) for number in range(len(match.finished) + 1, len(match.rounds) + 3)]
    assert all(text not in lines for text in (secret, secret[:32], secret[32:], *hidden))


@given(matches(), secrets_)
def test_the_commitment_shown_at_the_deal_stays_in_the_record_to_the_end(match: Match, secret: str) -> None:
    lines = set(commitments(match, secret))
    for state in match.history():
        assert set(commitments(state, secret)) <= lines


@given(matches(), secrets_)
def test_every_round_is_verified_except_the_one_being_played(match: Match, secret: str) -> None:
    others = commitments(match, secret)
    record = recorded(match, others)
    assert record.others == others
    checks = verify(record)
    assert [check.verdict for check in checks] == expected(match)
    assert [check.commitment for check in checks] == [
        commitment(round.dealt, salt(secret, number)) for number, round in enumerate(match.rounds, 1)
    ]
    assert not any(check.fault for check in checks)


# --- what checking finds ---


@given(matches(), st.data())
def test_one_changed_digit_of_any_line_breaks_its_round_alone(match: Match, data: st.DataObject) -> None:
    others = list(commitments(match, SECRET))
    # The commitment of a round being played cannot be checked before its salt is there.
    told = [place for place, (key, _) in enumerate(others) if int(key.split("-")[1]) <= len(match.finished)]
    assume(told)
    place = data.draw(st.sampled_from(told))
    key, value = others[place]
    number = int(key.split("-")[1])
    wanted = expected(match)
    wanted[number - 1] = BROKEN
    by = data.draw(st.integers(1, 15))
    for digit in range(len(value)):
        others[place] = (key, another_digit(value, digit, by))
        assert [check.verdict for check in verify(Record(match, BEGIN, tuple(others)))] == wanted


@given(place=st.integers(0, 24), other=st.integers(0, 24), number=st.sampled_from([0, 1]))
def test_two_changed_cards_break_their_round_alone(place: int, other: int, number: int) -> None:
    rounds = list(FINISHED.rounds)
    deck = list(rounds[number].deck)
    assume(deck[place] != deck[other])
    deck[place], deck[other] = deck[other], deck[place]
    rounds[number] = rounds[number]._replace(deck=tuple(deck))
    changed = replace(FINISHED, past=tuple(rounds[:-1]), round=rounds[-1])
    checks = verify(Record(changed, BEGIN, tuple(LINES.items())))
    assert [check.verdict for check in checks] == [BROKEN if at == number else KEPT for at in (0, 1)]
    assert checks[number].fault == "the deck is not the one committed to"


def test_a_record_by_another_secret_is_broken_under_the_commitments_shown() -> None:
    later = dict(commitments(FINISHED, OTHER_SECRET))
    others = with_lines(Salt_1=later["Salt-1"], Salt_2=later["Salt-2"])
    assert verdicts(FINISHED, others) == [BROKEN, BROKEN]


def test_a_record_without_commitments_has_none_to_check() -> None:
    others = (("Event", "Café"), ("Commitment", "to fairness"), ("Salty", "no"))
    assert verdicts(FINISHED, others) == [NONE, NONE]


@pytest.mark.parametrize(
    ("others", "fault"),
    [
        (with_lines(Salt_1=None), "the round is over, but its salt is missing"),
        (with_lines(Commitment_1=None), "there is a salt, but no commitment"),
        (with_lines(Commitment_1=None, Salt_1=None), "other rounds have a commitment, this one has none"),
        (with_lines(Commitment_1=""), "the commitment is not 64 digits 0-9 and a-f"),
        (with_lines(Commitment_1=HASH_1.upper()), "the commitment is not 64 digits 0-9 and a-f"),
        (with_lines(Commitment_1=HASH_1[1:]), "the commitment is not 64 digits 0-9 and a-f"),
        (with_lines(Commitment_1=f"{HASH_1}0"), "the commitment is not 64 digits 0-9 and a-f"),
        (with_lines(Commitment_1="٣" * 64), "the commitment is not 64 digits 0-9 and a-f"),
        (with_lines(Salt_1=""), "the salt is not 32 digits 0-9 and a-f"),
        (with_lines(Salt_1="x" * 32), "the salt is not 32 digits 0-9 and a-f"),
        (with_lines(Salt_1=LINES["Salt-1"].upper()), "the salt is not 32 digits 0-9 and a-f"),
        (with_lines(Salt_1=LINES["Salt-2"]), "the deck is not the one committed to"),
        (with_lines(Commitment_1=LINES["Commitment-2"]), "the deck is not the one committed to"),
    ],
)
def test_a_broken_round_is_explained_and_does_not_affect_the_other(others: Header, fault: str) -> None:
    first, second = verify(recorded(FINISHED, others))
    assert (first.verdict, first.fault) == (BROKEN, fault)
    assert second.verdict is KEPT


def test_salts_alone_are_broken() -> None:
    others = tuple((key, value) for key, value in LINES.items() if key.startswith("Salt"))
    assert verdicts(FINISHED, others) == [BROKEN, BROKEN]


@pytest.mark.parametrize(
    "key",
    [
        "Commitment-0",
        "Commitment-3",
        "Commitment-01",
        "Commitment-99999999999",
        "Commitment--1",
        "Commitment-1-1",
        "Commitment-",
        "commitment-1",
        "COMMITMENT-1",
        "Salt-0",
        "Salt-one",
        "sALT-2",
    ],
)
def test_a_line_that_belongs_to_no_round_is_refused_by_its_name(key: str) -> None:
    record = recorded(FINISHED, (*with_lines(), (key, HASH_1)))
    with pytest.raises(CommitmentError) as error:
        verify(record)
    assert str(error.value) == (
        f"the header line {key!r} belongs to no round:"
        " such lines are Commitment-N and Salt-N, with N from 1 to 2"
    )


@given(
    st.dictionaries(
        st.from_regex(r"(Commitment|Salt)-([12]|[A-Za-z0-9-]{0,12})", fullmatch=True),
        st.text("0123456789abcdefABCDEF", max_size=70)
        | st.text(st.characters(exclude_categories=["C", "Z"])),
        min_size=1,
        max_size=5,
    )
)
def test_any_forged_line_is_refused_or_broken(lines: dict[str, str]) -> None:
    record = recorded(FINISHED, tuple(lines.items()))
    try:
        checks = verify(record)
    except CommitmentError:
        assert not lines.keys() <= LINES.keys()
    else:
        assert [check.verdict for check in checks] == [BROKEN, BROKEN]


def test_an_endless_key_is_shortened() -> None:
    with pytest.raises(CommitmentError, match=r"^.{,150}$"):
        verify(recorded(FINISHED, ((f"Salt-{'9' * 100_000}", HASH_1),)))


def test_a_duplicate_line_is_refused() -> None:
    with pytest.raises(RecordError, match="'Salt-1' is already set in line"):
        recorded(FINISHED, (*with_lines(), ("Salt-1", LINES["Salt-1"])))
