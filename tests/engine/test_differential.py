"""The engine and the plain version of the rules agree at every step of random rounds."""

import random

import pytest
from plain import PlainRound
from staging import ALL_RULES, FULL_DECK

from engine.en_garde import Round, Rules, Seat


def differences(state: Round, plain: PlainRound) -> list[str]:
    """Return what the two disagree on."""
    engine_and_plain = {
        "legal actions": ([str(action) for action in state.legal_actions()], plain.legal_actions()),
        "to act": (state.turn, plain.turn),
        "positions": (list(state.positions), plain.positions),
        "hands": ([list(hand) for hand in state.hands], [sorted(hand) for hand in plain.hands]),
        "pile": (list(state.draw_pile), plain.pile),
        "discard": (list(state.discard), plain.discard),
        "result": (state.result, plain.result),
    }
    return [
        f"{what}: engine {ours}, plain {theirs}"
        for what, (ours, theirs) in engine_and_plain.items()
        if ours != theirs
    ]


@pytest.mark.parametrize("rounds", [75, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "rules", [rules for rules in ALL_RULES if not rules.open_discard], ids=lambda rules: switched_on(rules)
)
def test_random_rounds_agree_with_the_plain_rules(rules: Rules, rounds: int) -> None:
    source = random.Random(f"differential {rules}")
    for number in range(rounds):
        deck, first = source.sample(FULL_DECK, 25), Seat(number % 2)
        state, plain, played = Round.deal(rules, deck, first), PlainRound(rules, deck, first), ""
        while True:
            found = differences(state, plain)
            assert not found, f"deck {deck}, {first.label} began, after {played or 'the deal'}: {found}"
            if state.turn is None:
                break
            action = source.choice(state.legal_actions())
            played += f" {action}"
            state = state.play(action)
            plain.play(str(action))


def switched_on(rules: Rules) -> str:
    return "+".join(name for name in rules.__slots__ if getattr(rules, name)) or "none"
