"""The checker of histories finds nothing in a good history, and reports what was planted in others."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from serve.histories.checking import Kind, check
from serve.histories.history import Act, History, Journal, Outcome, Pair, Screen
from serve.histories.states import State, line_of

from engarde_tui.header import Header
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.storage.journal import END, in_parts
from engine.en_garde import PRESETS, Match, Seat
from engine.record import Record
from engine.swords_and_shields import DuelView, Options

PAIR = ("anna", "bruno")
WATCHER = "carla"

Good = tuple[History, Journal]


EN_GARDE, DUEL = PRESETS["ferti-advanced"], Options(life=20)


def played(rules: Any, seed: int = 3) -> Match:
    """A match of two rounds, played at random."""
    chance = Random(seed)
    match: Match = Match.new(rules, PAIR, 2, Seat.LEFT, seed)
    while match.winner is None:
        actions = match.round.legal_actions()
        match = match.play(chance.choice(actions)) if actions else match.next_round()
    return match


@pytest.fixture(params=[EN_GARDE, DUEL], ids=["en-garde", "swords-and-shields"])
def rules(request: pytest.FixtureRequest) -> Any:
    """The rules of a game."""
    return request.param


@pytest.fixture
def good(rules: Any) -> Good:
    """What two players and one who watches did and saw of a whole match, and its journal."""
    return good_of(played(rules))


def good_of(match: Match, more: Header = ()) -> Good:
    """The same of this match, with these further lines in its header."""
    header, play = in_parts(Record(match, datetime(2026, 1, 1, tzinfo=UTC), more))
    history = History([], [], [])
    states = [*match.history()]
    for at, (before, after) in enumerate(pairwise(states)):
        if after.number == before.number:
            turn = before.round.turn
            assert turn is not None
            action, view = after.round.actions[-1], before.view(turn).round
            entry = line_of(view, f"{action}") if isinstance(view, DuelView) else f"{action}"
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
    return [index for index, entry in enumerate(journal.entries) if is_action(entry)][number]


def is_action(entry: str) -> bool:
    """Whether an entry is an action."""
    return entry != END and not entry.startswith(("Round ", "="))


def test_nothing_is_found_where_nothing_is_wrong(good: Good) -> None:
    assert check(good[0], {PAIR: good[1]}) == []
    assert len(good[0].acts) > 20


@pytest.mark.by_day(2)
@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_lost_append_is_reported(good: Good, number: int) -> None:
    history, journal = good
    del journal.entries[action_at(journal, number)]
    assert Kind.LOST in kinds(history, journal)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_doubled_append_is_reported(good: Good, number: int) -> None:
    history, journal = good
    index = action_at(journal, number)
    journal.entries.insert(index, journal.entries[index])
    assert Kind.DOUBLED in kinds(history, journal)


def test_reordered_appends_are_reported(good: Good, rules: Any) -> None:
    history, journal = good
    entries = journal.entries
    index = next(
        i
        for i in range(3, len(entries))
        if entries[i] != entries[i + 1]
        and is_action(entries[i + 1])
        # Those can be played in either order.
        and (rules is EN_GARDE or all(entry.startswith("lay:") for entry in entries[i : i + 2]))
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


@pytest.mark.by_day(2)
@pytest.mark.parametrize("reader", [WATCHER, *PAIR])
def test_what_was_shown_but_never_appended_is_reported(good: Good, rules: Any, reader: str) -> None:
    history, journal = good
    states = [*map(State.of, played(rules, 4).history())]
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
def test_a_leaked_card_is_reported(
    good: Good, rules: Any, reader: int, plant: Callable[[Screen, State], Screen]
) -> None:
    history, journal = good
    index = 3 * 10 + reader
    state = [*map(State.of, played(rules).history())][10]
    history.screens[index] = plant(history.screens[index], state)
    assert kinds(history, journal) == {Kind.LEAKED}


def test_a_card_that_leaks_where_no_table_is_seen_is_reported(good: Good, rules: Any) -> None:
    history, journal = good
    state = [*map(State.of, played(rules).history())][10]
    history.screens[32] = _under_a_question(history.screens[32], state)
    assert kinds(history, journal) == {Kind.LEAKED}


@pytest.mark.parametrize(("holder", "found"), [(0, set()), (1, {Kind.LEAKED})], ids=["own", "opponent's"])
def test_a_hand_whose_holders_name_is_covered_has_to_be_the_readers(
    good: Good, rules: Any, holder: int, found: set[Kind]
) -> None:
    history, journal = good
    states = [*map(State.of, played(rules).history())]
    open_hands = [all(state.hands[name][name] for name in PAIR) for state in states]
    number = open_hands.index(True, 10)
    screen, name = history.screens[3 * number], PAIR[holder]
    assert screen.who == PAIR[0]
    shown = screen.shown._replace(round=None, hands={"": states[number].hands[name][name]})
    history.screens[3 * number] = screen._replace(shown=shown)
    assert kinds(history, journal) == found


def test_a_card_in_the_lobby_is_reported(good: Good, rules: Any) -> None:
    history, journal = good
    state = State.of(played(rules))
    history.screens.append(Screen("dora", None, state.shown_to(PAIR[0])))
    assert kinds(history, journal) == {Kind.LEAKED}


AGREED = TableTerms(EN_GARDE, 2, "left", listed=True, plays_forced=True).header
"""What the header has where the players have agreed that the hall plays forced actions."""


@pytest.mark.parametrize(("more", "found"), [((), {Kind.NOBODYS}), (AGREED, set())], ids=["not", "agreed"])
def test_only_where_it_is_agreed_nobody_needs_to_have_done_what_was_forced(
    more: Header, found: set[Kind]
) -> None:
    match = played(EN_GARDE)
    history, journal = good_of(match, more)
    forced = next(
        number
        for number, before in enumerate(state for state in match.history() if state.round.result is None)
        if len(before.round.legal_actions()) == 1
    )
    del history.acts[forced]
    assert kinds(history, journal) == found


def test_what_was_not_forced_is_reported_also_where_the_hall_plays_for_people() -> None:
    match = played(EN_GARDE)
    history, journal = good_of(match, AGREED)
    del history.acts[0]
    assert kinds(history, journal) == {Kind.NOBODYS}
