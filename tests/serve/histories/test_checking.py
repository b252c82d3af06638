"""The checker of histories finds nothing in a good history, and reports what was planted in others."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import pytest
from serve.histories.checking import Kind, check
from serve.histories.history import Act, History, Journal, Outcome, Pair, Screen
from serve.histories.states import State

from engarde_tui.storage.journal import in_parts
from engine.en_garde import PRESETS, Match, Seat
from engine.record import Record

PAIR = ("anna", "bruno")
WATCHER = "carla"

Good = tuple[History, Journal]


def played(seed: int = 3) -> Match:
    """A match of two rounds, played at random."""
    chance = Random(seed)
    match: Match = Match.new(PRESETS["ferti-advanced"], PAIR, 2, Seat.LEFT, seed)
    while match.winner is None:
        actions = match.round.legal_actions()
        match = match.play(chance.choice(actions)) if actions else match.next_round()
    return match


@pytest.fixture
def good() -> Good:
    """What two players and one who watches did and saw of a whole match, and its journal."""
    match = played()
    header, play = in_parts(Record(match, datetime(2026, 1, 1, tzinfo=UTC)))
    history = History([], [], [])
    states = [*match.history()]
    for at, (before, after) in enumerate(pairwise(states)):
        if after.number == before.number:
            turn = before.round.turn
            assert turn is not None
            entry = str(after.round.actions[-1])
            history.acts.append(Act(PAIR[turn], PAIR, entry, Outcome.ACKNOWLEDGED, at))
    for state in map(State.of, states):
        history.screens.extend(Screen(name, PAIR, state.shown_to(name)) for name in (*PAIR, WATCHER))
    history.last.extend(history.screens[-3:])
    return history, Journal(header, [*play.lines])


def kinds(history: History, journal: Journal, pair: Pair = PAIR) -> set[Kind]:
    """The kinds of what is found."""
    return {finding.kind for finding in check(history, {pair: journal})}


def action_at(journal: Journal, number: int) -> int:
    """Where the action of this number stands in a journal."""
    found = [index for index, entry in enumerate(journal.entries) if entry[0] in "+-AP"]
    return found[number]


def test_nothing_is_found_where_nothing_is_wrong(good: Good) -> None:
    assert check(good[0], {PAIR: good[1]}) == []
    assert len(good[0].acts) > 20


@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_lost_append_is_reported(good: Good, number: int) -> None:
    history, journal = good
    del journal.entries[action_at(journal, number)]
    assert Kind.LOST in kinds(history, journal)


@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_doubled_append_is_reported(good: Good, number: int) -> None:
    history, journal = good
    index = action_at(journal, number)
    journal.entries.insert(index, journal.entries[index])
    assert Kind.DOUBLED in kinds(history, journal)


def test_reordered_appends_are_reported(good: Good) -> None:
    history, journal = good
    entries = journal.entries
    index = next(
        i for i in range(3, len(entries)) if entries[i] != entries[i + 1] and entries[i + 1][0] in "+-"
    )
    entries[index], entries[index + 1] = entries[index + 1], entries[index]
    found = check(history, {PAIR: journal})
    assert [finding.what.split()[0] for finding in found if finding.kind is Kind.OUT_OF_ORDER]
    assert Kind.LOST not in {finding.kind for finding in found}


def test_an_action_that_nobody_did_is_reported(good: Good) -> None:
    history, journal = good
    del history.acts[5]
    assert kinds(history, journal) == {Kind.NOBODYS}


def test_an_action_whose_outcome_nobody_knows_may_be_there_or_not(good: Good) -> None:
    history, journal = good
    history.acts[5] = history.acts[5]._replace(outcome=Outcome.UNKNOWN)
    history.acts.insert(9, Act(PAIR[0], PAIR, "+5A55555", Outcome.UNKNOWN, history.acts[8].at + 0.5))
    assert kinds(history, journal) == set()


def test_an_action_that_was_refused_but_is_there_is_reported(good: Good) -> None:
    history, journal = good
    history.acts[5] = history.acts[5]._replace(outcome=Outcome.REFUSED)
    assert kinds(history, journal) == {Kind.REFUSED}


def test_an_action_acknowledged_twice_that_is_there_once_is_reported(good: Good) -> None:
    history, journal = good
    history.acts.insert(6, history.acts[5])
    assert kinds(history, journal) == {Kind.LOST}


@pytest.mark.parametrize("reader", [WATCHER, *PAIR])
def test_what_was_shown_but_never_appended_is_reported(good: Good, reader: str) -> None:
    history, journal = good
    states = [*map(State.of, played(4).history())]
    strange = next(
        state for state in states if state.public not in [screen.shown for screen in history.screens]
    )
    history.screens.insert(30, Screen(reader, PAIR, strange.public._replace(pile=14, distance=3)))
    assert kinds(history, journal) == {Kind.NEVER_APPENDED}


def test_a_match_that_the_database_does_not_have_is_reported(good: Good) -> None:
    found = {finding.kind for finding in check(good[0], {})}
    assert found == {Kind.LOST, Kind.NEVER_APPENDED}


def test_a_screen_that_goes_back_is_reported(good: Good) -> None:
    history, journal = good
    history.screens.append(history.screens[30])
    assert kinds(history, journal) == {Kind.WENT_BACK}


def test_a_screen_that_stays_behind_is_reported(good: Good) -> None:
    history, journal = good
    history.last[0] = history.screens[-6]
    assert kinds(history, journal) == {Kind.LEFT_BEHIND}


def _of_opponent(screen: Screen, state: State) -> Screen:
    return screen._replace(shown=state.shown_to(PAIR[0] if screen.who == PAIR[1] else PAIR[1]))


def _one_card(screen: Screen, state: State) -> Screen:
    name = next(name for name in PAIR if name != screen.who)
    hands = {**screen.shown.hands, name: state.hands[name][name][:1]}
    return screen._replace(shown=screen.shown._replace(hands=hands))


def _under_a_question(screen: Screen, state: State) -> Screen:
    shown = _one_card(screen, state).shown
    return screen._replace(shown=shown._replace(round=None))


@pytest.mark.parametrize("plant", [_of_opponent, _one_card])
@pytest.mark.parametrize("reader", [0, 1, 2], ids=["left", "right", "watching"])
def test_a_leaked_card_is_reported(good: Good, reader: int, plant: Callable[[Screen, State], Screen]) -> None:
    history, journal = good
    index = 3 * 10 + reader
    state = [*map(State.of, played().history())][10]
    history.screens[index] = plant(history.screens[index], state)
    assert kinds(history, journal) == {Kind.LEAKED}


def test_a_card_that_leaks_where_no_table_is_seen_is_reported(good: Good) -> None:
    history, journal = good
    state = [*map(State.of, played().history())][10]
    history.screens[32] = _under_a_question(history.screens[32], state)
    assert kinds(history, journal) == {Kind.LEAKED}


def test_a_card_in_the_lobby_is_reported(good: Good) -> None:
    history, journal = good
    state = State.of(played())
    history.screens.append(Screen("dora", None, state.shown_to(PAIR[0])))
    assert kinds(history, journal) == {Kind.LEAKED}
