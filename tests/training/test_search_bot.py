"""The example that searches: over the protocol it believes what it would if it had all cards before it."""

from random import Random

import numpy as np
import pytest
from bots.examples import example, sent
from staging import FULL_DECK, by_chance

torch = pytest.importorskip("torch")

from engine.en_garde import PRESETS, Round, Seat  # noqa: E402
from engine.en_garde.bots.inputs import output_of  # noqa: E402
from engine.training.lookahead import Search  # noqa: E402
from engine.training.opponents import odds_named  # noqa: E402
from engine.training.rounds import Rounds  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("preset", ["ferti-advanced", "abacus-standard"])
def test_a_program_that_is_sent_views_believes_what_the_cards_themselves_would_tell(
    preset: str, seat: Seat
) -> None:
    search_bot, source, row = example("search_bot"), Random(1), np.zeros(1, np.int64)
    search = Search(odds_named("master"), odds_named("master"), 0.05)
    asked = 0
    for _ in range(6):
        deck = source.sample(FULL_DECK, 25)
        state = Round.deal(PRESETS[preset], deck, Seat.LEFT)
        rounds = Rounds([state.rules], np.array([deck]), row + int(Seat.LEFT))
        beliefs, told = search.begun(rounds, row + int(seat)), None
        while state.turn is not None:
            if state.turn is seat:
                told = told or search_bot.Round(sent(state), search)
                told.go_on(sent(state))
                assert told.beliefs.chances == pytest.approx(beliefs.chances)
                assert told.beliefs.rounds.hands[0, seat].tolist() == rounds.hands[0, seat].tolist()
                asked += 1
            action = by_chance(state.legal, source)
            state = state.play(action)
            beliefs.play(row, row + output_of(action))
    assert asked > 20


def test_it_does_not_go_on_where_an_action_was_taken_back() -> None:
    search_bot, source = example("search_bot"), Random(2)
    state = Round.deal(PRESETS["ferti-advanced"], source.sample(FULL_DECK, 25), Seat.LEFT)
    told = search_bot.Round(sent(state), Search(odds_named("master"), odds_named("master")))
    state = state.play(state.legal[0])
    later = state.play(state.legal[0])
    told.go_on(sent(later))
    other = sent(later) | {"plays": [["left", str(state.legal[-1])]]}
    with pytest.raises(SystemExit, match="taken back"):
        told.go_on(other)
