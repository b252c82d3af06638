"""No action of any game is taken for something else in a journal."""

from random import Random

import pytest

from engarde_tui.storage.journal import END, Play
from engarde_tui.storage.store import Store
from engine.game import games
from engine.match import Match


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", games())
def test_every_state_of_a_match_is_kept_and_read_back(name: str, store: Store) -> None:
    game, source = games()[name], Random(3)
    match = Match.new(game.presets[game.default], target=1, seed=3)
    journal = store.begin(match)
    while match.winner is None:
        match = (
            match.play(source.choice(match.round.legal_actions()))
            if match.round.turn is not None
            else match.next_round()
        )
        journal.write(match)
        over = match.winner is not None
        if over or len(match.round.actions) % 20 == 0 or str(match.round.actions[-1]) in ("end", "draw"):
            assert store.record(1).match == match
            assert store.ids(unfinished_only=True) == ([] if over else [1])


def test_the_mark_of_a_finished_match_is_no_word_and_so_no_action() -> None:
    assert len(END.split()) > 1
    assert Play.folded([END]).lines == (END,)
