"""Bots play fair: what is hidden from their seat changes nothing they do."""

import inspect
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest
from bots.positions import BOTS, MIXES, hidden_from, played, seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from staging import ALL_RULES, FULL_DECK
from strategies import Playthrough, playthrough

from engine import arena
from engine.bot import Bot
from engine.en_garde import PRESETS, Action, Match, Phase, Round, RoundView, Seat
from engine.en_garde.game import GAME as EN_GARDE
from engine.program import Program
from engine.seating import bot_named

pytestmark = pytest.mark.usefixtures("few_guesses")

EXAMPLES = {"novice": 60, "fencer": 60, "threshold": 60, "master": 40, "playout": 40}
EXAMPLES |= {"virtuoso": 12, "grandmaster": 20}
EXAMPLES |= dict.fromkeys(MIXES, 20)
ATTEMPTS = 20
"""Deals tried to find one in which the same plays were possible."""

whole_rounds = st.builds(
    playthrough,
    rules=st.sampled_from(ALL_RULES),
    deck=st.permutations(FULL_DECK),
    first=st.sampled_from(Seat),
    choices=st.lists(st.integers(-40, 59), min_size=26, max_size=26),
)
"""Rounds, all played to their end."""


def redealt(game: Playthrough, seat: Seat, source: Random) -> Round | None:
    """Return the last state with everything hidden from `seat` dealt differently; None if no deal is found.

    The plays are the same, so `seat` cannot tell it from the real one. A deal is ruled out only if the rules
    forbid a play under it, as where the other hand could have parried a hit.
    """
    indices = game.unknown_to(seat)
    for _ in range(ATTEMPTS):
        deck = list(game.deck)
        for index, other in zip(indices, source.sample(indices, len(indices)), strict=True):
            deck[index] = game.deck[other]
        state = replayed(game, deck)
        if state is not None and hidden_from(state, seat) != hidden_from(game.last, seat):
            return state
    return None


def replayed(game: Playthrough, deck: Sequence[int]) -> Round | None:
    state = Round.deal(game.rules, deck, game.first)
    for action in game.actions:
        if action not in state.legal:
            return None
        state = state.play(action)
    return None if state.turn is None else state


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", sorted((*BOTS, *MIXES), key=EXAMPLES.__getitem__))
def test_a_bot_does_the_same_whatever_is_hidden(name: str) -> None:
    bot = bot_named(EN_GARDE, name)
    met: Counter[Phase] = Counter()

    @settings(
        deadline=None,
        max_examples=EXAMPLES[name],
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(whole_rounds, st.randoms(use_true_random=False), st.integers(0, 2**32 - 1))
    def check(game: Playthrough, source: Random, seed: int) -> None:
        asked = [number for number, state in enumerate(game.states) if state.turn is not None]
        pressed = [number for number in asked if game.states[number].phase is not Phase.TURN]
        for number in {source.choice(asked), *source.sample(pressed, min(len(pressed), 2))}:
            part = game._replace(states=game.states[: number + 1])
            seat = part.last.turn
            assert seat is not None
            other = redealt(part, seat, source)
            if other is None:
                continue
            view = seen(part.last)
            assert seen(other) == view
            choices = [bot.choose(seen(state), (2, 1), Random(seed)) for state in (part.last, other)]
            assert choices[0] == choices[1]
            met[view.phase] += 1

    check()
    assert met[Phase.TURN] > EXAMPLES[name] / 5, "too few deals were compared to tell"
    assert met[Phase.DEFENCE] > EXAMPLES[name] / 20, "too few defences were compared to tell"


@pytest.mark.parametrize("bot", [*(type(bot_named(EN_GARDE, name)) for name in (*BOTS, MIXES[0])), Program])
def test_a_bot_gets_only_a_view_the_score_and_a_source_of_randomness(bot: type[Bot]) -> None:
    assert list(inspect.signature(bot.choose).parameters) == ["self", "view", "score", "source"]
    assert list(inspect.signature(bot.finish).parameters) == ["self", "view"]


def reachable(value: object) -> list[object]:
    """Return `value` and everything that fields and items lead to."""
    found = [value]
    if is_dataclass(value):
        for field in fields(value):
            found += reachable(getattr(value, field.name))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            found += reachable(item)
    elif isinstance(value, dict):
        for pair in value.items():
            found += reachable(pair)
    return found


class Spy(Bot):
    """Plays at random and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[object, ...]] = []
        self.finished: list[tuple[object, ...]] = []

    def choose(self, *given: object, **named: object) -> Action:
        """Return a random legal action."""
        assert not named
        self.given.append(given)
        view, _, source = given
        assert isinstance(view, RoundView)
        assert isinstance(source, Random)
        return source.choice(view.legal)

    def finish(self, *given: object) -> None:
        """Keep the arguments."""
        self.finished.append(given)


def test_no_round_deck_or_other_hand_can_be_reached_from_what_the_arena_gives_a_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spies = {"one": Spy(), "two": Spy()}
    rounds: list[Round] = []

    deal = EN_GARDE.deal

    def dealt(*args: Any) -> Any:
        rounds.append(deal(*args))
        return rounds[-1]

    monkeypatch.setattr(arena, "bot_named", lambda game, name: spies[name])
    monkeypatch.setattr(EN_GARDE, "deal", dealt)
    played(arena.Pairing("one", "two", PRESETS["ferti-advanced"], 5, 1), 0)
    assert len(rounds) == 10
    for spy in spies.values():
        for view, score, source in spy.given:
            assert isinstance(view, RoundView)
            assert isinstance(source, Random)
            assert isinstance(score, tuple)
            assert (view.seat, view.turn, score) == (view.turn, view.seat, (0, 0))
            values = reachable((view, score))
            assert view.hand in values
            assert not any(isinstance(value, (Round, Match, Random)) for value in values)
            lengths = {len(value) for value in values if isinstance(value, tuple) and cards_only(value)}
            # The longest tuple of cards in reach is a hand, not a deck or a pile.
            assert lengths <= set(range(6))
            assert view.seat is not None
            assert view.hands[view.seat.other] is None
        assert len(spy.finished) == 10
        assert all(len(given) == 1 and isinstance(given[0], RoundView) for given in spy.finished)


def cards_only(values: tuple[object, ...]) -> bool:
    """Return whether all values are cards, or other small numbers."""
    return all(type(value) is int and 1 <= value <= 5 for value in values)
