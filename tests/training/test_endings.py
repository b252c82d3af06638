"""What docs/endings.py measures: the same rounds with and without counting, and policies at the table."""

from pathlib import Path
from runpy import run_path

import pytest

pytest.importorskip("torch")

from bots.positions import seen, states_of

from engine.en_garde import PRESETS, Rules
from engine.en_garde.bots.fencer import Fencer
from engine.en_garde.bots.judge import NETWORK
from engine.en_garde.bots.master import Master
from engine.en_garde.bots.policy import network_hint

ENDINGS = run_path(str(Path(__file__).parents[2] / "docs" / "endings.py"))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_policy_at_the_table_has_the_odds_of_the_master_with_the_same_network(rules: Rules) -> None:
    learned = ENDINGS["Learned"]("master")
    for state in states_of(rules, 8):
        view = seen(state)
        odds = {action: share for action, share in learned.odds(view).items() if share}
        assert odds == pytest.approx(network_hint(view).odds, abs=1e-3)


def test_only_counting_makes_a_difference() -> None:
    rules = PRESETS["ferti-advanced"]
    endings = 0
    for count, without, with_ in ENDINGS["pairs"](
        rules, 5, 1, 3, (Master(NETWORK), Master(NETWORK), Fencer())
    ):
        assert without == with_
        endings += count
    assert endings
