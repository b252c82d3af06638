"""What is read off the screens of a hall is what its matches are: else the checker would check nothing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from serve.histories.screens import chosen_on, shown_on
from serve.histories.states import State
from serve.screens.guests import in_hall, settle

from engarde_tui.games.swords_and_shields.offers import offers
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.game import Seat
from engine.swords_and_shields import Options


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Open a hall."""
    hall = Hall(Register(tmp_path / "hall"))
    yield hall
    hall.close()


@pytest.mark.slow
@pytest.mark.parametrize("target", [1, 2])
async def test_screens_of_a_duel_show_its_states_and_the_list_what_would_be_done(
    hall: Hall, target: int
) -> None:
    chance = Random(1)
    async with in_hall(hall, "anna", "bruno", "carla") as people:
        anna, bruno, carla = people
        terms = TableTerms(Options(life=60), target, "left", listed=True)
        table = hall.create(anna.app.visitor, terms, Seat.LEFT)
        anna.app.call_later(anna.app.open_hall_table, table)
        await anna.settle()
        await bruno.press("home", "enter")
        await settle(*people)
        await carla.press("home", "enter")
        for _ in range(25):
            await settle(*people)
            state = State.of(anna.held)
            for name, person in zip(("anna", "bruno", "carla"), people, strict=True):
                shown = shown_on(person.text)
                assert bool(shown.score) is (target > 1)
                assert shown._replace(hands={}, score=shown.score or state.public.score) == state.public
                expected = {holder: cards for holder, cards in state.hands.get(name, {}).items() if cards}
                assert shown.hands.keys() == expected.keys()
                for holder, cards in expected.items():
                    # Cards keep their numbers, whatever is drawn later; of more than five, some are covered.
                    assert sorted(map(str, shown.hands[holder])) == sorted(map(str, cards)) or len(cards) > 5
            turn = anna.held.round.turn
            assert turn is not None
            player = (anna, bruno)[turn]
            await player.press(*["down"] * chance.randint(1, 4))
            drafted = shown_on(player.text)
            assert state.fits(drafted)
            duel = player.view.round
            # An only action is marked from the start.
            assert drafted.at_turn == "" or len(duel.legal) == 1
            assert chosen_on(player.text) in offers(duel, duel.legal)
            await player.press("enter")
