"""The laws that every game must keep, tested by random play of each of `games()`, and of Kuhn poker."""

import shlex
import sys
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.bot import ForfeitError
from engine.game import (
    AGREEMENT,
    FORFEIT,
    RESIGNATION,
    UNPLAYED,
    Game,
    IllegalActionError,
    MalformedActionError,
    MalformedRulesError,
    Seat,
    games,
)
from engine.match import Match
from engine.record import Record, RecordError, read, write
from engine.seating import bot_named

DEALS_FACE_UP = {"swords-and-shields"}
"""Games of whose deal everybody sees a part: a test of their own says that the rest shows in nothing.

For Swords and Shields that is `swords_and_shields_ui/test_views.py`.
"""

BEGUN = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def game_named(name: str) -> Game:
    """Return a game by its name."""
    return games()[name]


@pytest.fixture(params=[*games(), "kuhn"])
def game(request: pytest.FixtureRequest, guest: None) -> Game:
    """Return each game in turn."""
    return game_named(request.param)


def rounds(game: Game) -> Iterator[Any]:
    """Yield every state of 20 random rounds of every preset."""
    for rules in game.presets.values():
        for seed in range(20):
            source = Random(f"{game.name}/{seed}")
            state = game.deal(rules, game.shuffle(source), source.choice(list(Seat)))
            yield state
            while state.turn is not None:
                state = state.play(source.choice(state.legal_actions()))
                yield state


@cache
def states(game: Game) -> tuple[Any, ...]:
    """Return every state of 20 random rounds of every preset."""
    return tuple(rounds(game))


def spread(game: Game, most: int) -> tuple[Any, ...]:
    """Return at most `most` of the states, evenly spread."""
    found = states(game)
    return found[:: -(-len(found) // most)]


def some(actions: tuple[Any, ...]) -> list[Any]:
    """Return at most five of the actions, the same ones each time."""
    return Random(len(actions)).sample(actions, min(len(actions), 5))


def played(game: Game, seed: int = 1, target: int = 2) -> Match:
    """Return a whole match of random play."""
    source = Random(seed)
    match = Match.new(game.presets[game.default], target=target, seed=seed)
    while match.winner is None:
        if match.round.turn is None:
            match = match.next_round()
        else:
            match = match.play(source.choice(match.round.legal_actions()))
    return match


def test_a_game_is_found_by_the_name_in_its_rules(game: Game) -> None:
    assert games()[game.name] is game
    assert all(game.name == rules.GAME for rules in game.presets.values())
    assert game.default in game.presets


def test_somebody_can_act_until_there_is_a_result(game: Game) -> None:
    for state in states(game):
        assert (state.turn is None) is (state.result is not None) is (state.legal_actions() == ())


def test_playing_makes_a_new_state_and_leaves_the_old_one_alone(game: Game) -> None:
    for state in spread(game, 500):
        for action in some(state.legal_actions()):
            before = state.legal_actions(), state.turn, state.actions
            after = state.play(action)
            assert after.actions == (*state.actions, action)
            assert before == (state.legal_actions(), state.turn, state.actions)


def test_an_action_is_one_word_that_reads_back(game: Game) -> None:
    for state in spread(game, 500):
        for action in some(state.legal_actions()):
            word = str(action)
            assert word.split() == [word]
            assert game.parse_action(word) == action


def test_a_word_that_is_not_an_action_is_refused(game: Game) -> None:
    with pytest.raises(MalformedActionError):
        game.parse_action("no such thing")


def test_nothing_can_be_played_when_a_round_is_over(game: Game) -> None:
    for state in states(game):
        if state.turn is None:
            with pytest.raises(IllegalActionError):
                state.play(state.actions[-1])
            with pytest.raises(ValueError, match=r".+"):
                state.stop(Seat.LEFT, FORFEIT)


def test_the_same_deal_and_actions_lead_to_the_same_state(game: Game) -> None:
    for state in spread(game, 100):
        again = game.deal(state.rules, state.dealt, state.first)
        for action in state.actions:
            again = again.play(action)
        assert again == state


@pytest.mark.by_day(2)
def test_a_player_cannot_tell_a_round_dealt_anew_from_what_it_was(game: Game) -> None:
    source = Random(3)
    different = 0
    for state in spread(game, 60):
        if state.turn is None:
            continue
        for seat in Seat:
            dealt = game.redeal(state, seat, source)
            anew = game.deal(state.rules, dealt, state.first)
            for action in state.actions:
                anew = anew.play(action)
            assert (anew.dealt, anew.view(seat), anew.view(None)) == (
                dealt,
                state.view(seat),
                state.view(None),
            )
            different += anew.open_view() != state.open_view()
    assert different


def test_a_deal_is_one_word_and_another_word_is_refused(game: Game) -> None:
    dealt = game.shuffle(Random(1))
    assert dealt.split() == [dealt]
    with pytest.raises(ValueError, match=r".+"):
        game.deal(game.presets[game.default], "0", Seat.LEFT)


def test_only_the_player_to_act_sees_what_can_be_played(game: Game) -> None:
    for state in spread(game, 500):
        for seat in (*Seat, None):
            view = state.view(seat)
            assert view.legal == (state.legal_actions() if seat is not None and seat is state.turn else ())
            assert (view.seat, view.turn, view.first) == (seat, state.turn, state.first)
            assert view.result == state.result
            assert [(play.seat, play.action) for play in view.plays] == [
                (play.seat, play.action) for play in state.plays
            ]


def test_a_spectator_sees_the_same_whatever_was_dealt(game: Game) -> None:
    if game.name in DEALS_FACE_UP:
        pytest.skip("some cards are dealt face up")
    rules = game.presets[game.default]
    views = {str(game.deal(rules, game.shuffle(Random(seed)), Seat.LEFT).view(None)) for seed in range(20)}
    assert len(views) == 1


@pytest.mark.parametrize("reason", UNPLAYED)
def test_a_round_can_end_without_an_action(game: Game, reason: str) -> None:
    for state in spread(game, 40):
        for winner in (None, *Seat):
            if state.turn is not None:
                over = state.stop(winner, reason)
                assert over.turn is None
                assert (over.result.winner, over.result.reason.value) == (winner, reason)
                assert not over.result.reason.is_played
                assert over.plays == state.plays
                assert not over.legal_actions()


@pytest.mark.parametrize("reason", [RESIGNATION, AGREEMENT])
def test_no_hand_is_shown_at_an_end_that_was_agreed_to(game: Game, reason: str) -> None:
    for state in spread(game, 40):
        for seat in (None, *Seat):
            if state.turn is not None:
                before, after = state.view(seat), state.stop(Seat.LEFT, reason).view(seat)
                hidden = {"hands", "cards"} & {field.name for field in fields(before)}
                assert [getattr(after, name) for name in hidden] == [getattr(before, name) for name in hidden]


def test_rules_read_back_and_others_are_refused(game: Game) -> None:
    for rules in game.presets.values():
        assert game.parse_rules(game.write_rules(rules)) == rules
    with pytest.raises(MalformedRulesError):
        game.parse_rules("no such rules")


def test_a_record_holds_a_match_and_names_its_game_unless_it_is_the_default(game: Game) -> None:
    match = played(game)
    text = write(Record(match, BEGUN))
    assert read(text).match.round == match.round
    assert read(text).match.score == match.score
    assert write(read(text)) == text
    assert ("Game: " in text) is (game.name != "en-garde")


def test_a_record_of_an_unknown_game_is_refused() -> None:
    text = write(Record(played(game_named("kuhn")), BEGUN)).replace("Game: kuhn", "Game: chess")
    with pytest.raises(
        RecordError,
        match=r"^line 1, word 2: the game is one of en-garde, swords-and-shields, kuhn, not 'chess'$",
    ):
        read(text)


def test_a_history_replays_a_match(game: Game) -> None:
    match = played(game)
    history = list(match.history())
    assert history[-1].round == match.round
    assert history[-1].finished == match.finished


def test_a_player_can_take_back_the_last_action(game: Game) -> None:
    match = Match.new(game.presets[game.default], seed=3)
    before = match
    seat = match.round.turn
    assert seat is not None
    after = match.play(match.round.legal_actions()[0])
    assert after.undo(seat).round == before.round


def test_the_same_seed_deals_the_same_match(game: Game) -> None:
    assert played(game, 5).rounds == played(game, 5).rounds


def test_bots_play_legal_actions_and_the_same_ones_for_the_same_seed(game: Game) -> None:
    for level in list(game.levels)[:2]:
        for number, state in enumerate(spread(game, 100)):
            if state.turn is not None:
                view = state.view(state.turn)
                one, other = (bot_named(game, level).choose(view, (0, 0), Random(number)) for _ in range(2))
                assert one in view.legal
                assert one == other


def test_a_program_can_play_any_game(game: Game) -> None:
    script = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'hello': answer = {'type': 'hello'}\n"
        "    elif said['type'] == 'view': answer = {'type': 'action', 'action': said['legal'][0]}\n"
        "    else: continue\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    program = bot_named(game, shlex.join([sys.executable, "-I", "-S", "-c", script]))
    state = states(game)[0]
    try:
        answer = program.choose(state.view(state.turn), (0, 0), Random(1))
    except ForfeitError as forfeit:
        pytest.fail(str(forfeit))
    finally:
        program.dismiss()
    assert answer == state.legal_actions()[0]
