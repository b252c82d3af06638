"""Duels with other cards: their record holds them."""

import re
import zlib
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.game import MalformedRulesError
from engine.match import Match
from engine.record import Record, read, write
from engine.swords_and_shields import CARDS, CardsError, Options, card_file
from engine.swords_and_shields.card_file import unpack
from engine.swords_and_shields.game import GAME

BEGUN = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)
SHIPPED = Path(card_file.__file__).with_name("cards.toml").read_text(encoding="utf-8")
OTHERS = SHIPPED.replace('effects = ["heal 20", "damage 10"]', 'effects = ["heal 25", "damage 12"]')
"""A file that differs from the package's in one card."""


@pytest.fixture
def options() -> Options:
    """Options with other cards."""
    options = GAME.with_cards(Options(life=30), OTHERS)
    assert isinstance(options, Options)
    return options


def test_a_record_holds_the_cards_that_it_was_played_with(options: Options) -> None:
    match = Match.new(options, target=1, seed=3)
    for _ in range(40):
        match = match.play(match.round.legal_actions()[-1])
    text = write(Record(match, BEGUN))
    again = read(text)
    assert again.match.rules == options
    assert again.match.round == match.round
    assert write(again) == text
    assert f"cards-{options.cards.digest}-" in text


def test_of_the_cards_of_the_package_the_record_names_only_the_digest() -> None:
    text = write(Record(Match.new(Options(), target=1, seed=3), BEGUN))
    assert f"\nRules: full-duel cards-{CARDS.digest}\n" in text


def test_cards_that_only_lead_to_each_other_are_limited() -> None:
    chains = SHIPPED.replace('effects = ["disarm"]', 'effects = ["destroy"]')
    with pytest.raises(
        CardsError, match="at most 8 cards can have no other effects than destroy and trigger"
    ):
        GAME.with_cards(Options(), chains)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("key", ["suit", "price", "colours", "version"])
def test_a_value_that_is_nested_deeply_is_refused_in_words(key: str) -> None:
    nested = "a." * 3000 + "b = 1"
    text = f"version.{nested}" if key == "version" else f"version = 1\n[[card]]\n{key}.{nested}"
    with pytest.raises(CardsError, match=r".+"):
        GAME.with_cards(Options(), text)


def test_cards_that_do_not_fit_their_digest_are_refused(options: Options) -> None:
    words = GAME.write_rules(options)
    wrong = words.replace(options.cards.digest, CARDS.digest)
    with pytest.raises(MalformedRulesError, match=f"the digest of the cards is {options.cards.digest}, not "):
        GAME.parse_rules(wrong)


@pytest.mark.parametrize("cut", [1, 7, 200])
def test_cards_that_were_cut_off_are_refused(options: Options, cut: int) -> None:
    with pytest.raises(MalformedRulesError):
        GAME.parse_rules(GAME.write_rules(options)[:-cut])


@pytest.mark.parametrize("word", ["", "x", "é", "AAAA", CARDS.packed[:-9], "=" * 50])
def test_words_that_hold_no_cards_are_refused(word: str) -> None:
    with pytest.raises(CardsError, match=r".+"):
        unpack(word)


def test_a_word_that_swells_when_it_is_unpacked_is_refused() -> None:
    bomb = urlsafe_b64encode(zlib.compress(b"a" * 10_000_000)).decode()
    with pytest.raises(CardsError, match="cannot be read"):
        unpack(bomb)


def test_comments_are_not_in_the_record_and_change_nothing() -> None:
    remarked = re.sub(r"^\[\[card]]$", "# a remark\n[[card]]", OTHERS, flags=re.MULTILINE)
    one, other = (GAME.with_cards(Options(), text) for text in (OTHERS, remarked))
    assert one == other
    assert GAME.write_rules(one) == GAME.write_rules(other)
