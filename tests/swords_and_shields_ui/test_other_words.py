"""Everything that is said of a duel is put into the language of the session."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pseudo import left_over, speaking_pseudo
from rich.cells import cell_len
from swords_and_shields_ui.duels import staged
from swords_and_shields_ui.twins import moments, states

from engarde_tui.games.swords_and_shields.compendium import card_in_words
from engarde_tui.games.swords_and_shields.history import last_turn_told, told, told_in_short, turns_of
from engarde_tui.games.swords_and_shields.offers import NARROW, look, offer, open_places
from engarde_tui.games.swords_and_shields.previews import preview
from engarde_tui.games.swords_and_shields.rules_words import rules_in_short
from engarde_tui.games.swords_and_shields.why import why
from engarde_tui.games.swords_and_shields.words import (
    last_action,
    prompt,
    rules_title,
    state_in_words,
    to_do,
    why_round_ended,
)
from engarde_tui.language import put
from engine.match import Match
from engine.swords_and_shields import CARDS, PRESETS, Colour, parse_action
from engine.swords_and_shields.refusal import why_illegal

NAMES = ("Anna", "Bruno")


def said_of(match: Match) -> Iterator[str]:
    """Yield what has happened, what can be done, and why."""
    watched = match.view(None)
    turn = turns_of(watched.round)[-1]
    yield from (last_action(watched), last_turn_told(watched.round, NAMES), *state_in_words(watched))
    yield from (*told(turn, NAMES), *told_in_short(turn, NAMES))
    if watched.round.turn is None:
        yield why_round_ended(watched, watched.finished[-1])
        return
    view = match.round.view(watched.round.turn)
    yield from (prompt(view, [1, 3], str.upper), prompt(view, [], str.upper))
    yield from (look(view, place) for place in open_places(view))
    for action in view.legal:
        yield from (to_do(action), preview(view, action, NAMES), offer(view, action, 80))
    yield from why(view, [view.legal[0]])


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_said_of_a_duel_is_left_in_english(seed: int) -> None:
    with speaking_pseudo():
        said = {words for match in states(seed) for words in said_of(replace(match, names=NAMES))}
    known = (*NAMES, "ds-2", "dh-3", "PLAY", "UP", "DOWN", "CARD", "LIST-ATTACK")
    assert len(said) > 100
    assert not [words for words in said if left_over([words], known)]


def test_every_line_of_a_list_fits_in_a_language_with_longer_words() -> None:
    with speaking_pseudo():
        for match in moments(0, 20):
            view = match.round.view(match.round.turn)
            for columns in (NARROW, 40):
                assert all(cell_len(offer(view, action, columns)) <= columns for action in view.legal)


def test_nothing_that_is_said_of_cards_and_rules_is_left_in_english() -> None:
    rules = [replace(options, life_cards=(Colour.RED, None)) for options in PRESETS.values()]
    with speaking_pseudo():
        said = [*map(card_in_words, CARDS), *map(rules_title, rules)]
        said += [point for options in rules for point in rules_in_short(options)]
    assert not [words for words in said if left_over([words])]


def test_a_refusal_is_put_into_words_with_the_price_in_it() -> None:
    match = staged("h1b", "h1r - -", shop="s3r - - - -")
    refused = why_illegal(match.round.view(match.round.turn), parse_action("buy:1:1"))
    assert str(refused) == "s3r costs exactly 2 stones of one colour or 3 swords"
    with speaking_pseudo():
        assert not left_over([put(refused)])
