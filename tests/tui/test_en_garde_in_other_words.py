"""Everything that is said of a round of En Garde is put into the language of the session."""

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations

import pytest
from speaking import speaking
from tui.states import ENDINGS, Ending, play, random_rounds, staged

from engarde_tui.games.en_garde.draft import (
    Draft,
    why_not_defend,
    why_not_face,
    why_not_lay,
    why_not_lay_all,
    why_not_play,
)
from engarde_tui.games.en_garde.objections import objections
from engarde_tui.games.en_garde.rules_words import kind, rules_in_short, rules_title, unlike_lesson
from engarde_tui.games.en_garde.why import why
from engarde_tui.games.en_garde.words import (
    comparison,
    decisive_turn,
    did,
    ground,
    if_you,
    position,
    preview,
    prompt_of,
    state_in_words,
    tally,
    to_do,
    why_not_parried,
    why_round_ended,
)
from engine.en_garde import PRESETS, Match, Round, Seat
from engine.en_garde.rules import CARD_VALUES

NAMES = ("ANNA", "BRUNO")


def loud(words: str) -> str:
    """Return the words in capitals, their fields as they are."""
    return re.sub(r"\{.*?\}|[^{]+", lambda part: part[0] if part[0][0] == "{" else part[0].upper(), words)


class Loud(NullTranslations):
    """A language of capitals."""

    def gettext(self, message: str) -> str:
        return loud(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return loud(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def _speak_loudly() -> Iterator[None]:
    with speaking(Loud()):
        yield


def said_of(match: Match, state: Round) -> Iterator[str]:
    """Yield all that is told to the player to act, or may be refused."""
    match_view = replace(match, round=state).view(state.turn)
    view, draft = match_view.round, Draft.begin(state.legal)
    yield from (tally(view), prompt_of(view, str.upper), position(match_view))
    yield from (*ground(view.positions, NAMES), *why_not_defend(view), why_not_lay_all(view, draft))
    yield from state_in_words(match_view) if view.plays else ()
    for forward in (True, False):
        yield why_not_face(view, draft, forward, NAMES)
    for card in CARD_VALUES:
        laid = draft.lay(card)
        yield why_not_lay(view, draft, card, NAMES)
        yield why_not_play(view, laid or draft, str.upper)
    for action in view.legal[::2]:
        yield from (to_do(action), if_you(action), did("ANNA", action), preview(view, action))
        yield from why(view, action)
        yield from why(view, action, view.legal[-1])
        yield from objections(view, action)


def english(words: str) -> list[str]:
    """Return the words that have not been translated."""
    return re.findall("[a-z]+", words)


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_that_is_said_of_a_turn_is_left_in_english(preset: str) -> None:
    rules = PRESETS[preset]
    match = staged(preset, names=NAMES)
    said = [words for state in random_rounds(rules, 2, seed=4) for words in said_of(match, state)]
    assert len(set(said)) > 100
    assert not [words for words in said if english(words)]


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
def test_nothing_that_is_said_of_the_end_of_a_round_is_left_in_english(ending: Ending) -> None:
    match = replace(play(ending.before, ending.word), names=NAMES)
    for view in map(match.view, (None, *Seat)):
        told = [*comparison(view), decisive_turn(view), *why_not_parried(view)]
        told.append(why_round_ended(view, view.finished[-1]))
        assert not english(" ".join(told))


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_that_is_said_of_rules_is_left_in_english(preset: str) -> None:
    for rules in (PRESETS[preset], replace(PRESETS[preset], open_discard=True)):
        told = (rules_title(rules), kind(rules), unlike_lesson(rules), *rules_in_short(rules))
        assert not english(" ".join(told))
