"""Every way to end a round under every preset, in real rounds found by endings.py."""

import json

import endings
import pytest
from staging import PRESET_NAMES, SEATS, cards, play

from engine.en_garde import PRESETS, Phase, Reason, Result, Round

ENDINGS = [
    endings.Ending(**json.loads(line)) for line in endings.FILE.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    "ending", ENDINGS, ids=lambda ending: f"{ending.preset}: {ending.way}: {ending.reason}"
)
def test_a_round_ends_as_it_should_and_not_before(ending: endings.Ending) -> None:
    state = Round.deal(PRESETS[ending.preset], cards(ending.deck), SEATS[ending.first])
    for word in ending.actions.split():
        assert state.result is None
        state = play(state, word)
    assert state.result == Result(SEATS.get(ending.winner), Reason(ending.reason))
    assert (state.turn, state.phase, state.attack, state.legal_actions()) == (None, Phase.OVER, None, ())
    assert (state.showdown is not None) is (ending.reason in ("cards", "distance", "draw"))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_endings_cover_every_reason_of_a_preset(preset: str) -> None:
    reasons = {Reason(ending.reason) for ending in ENDINGS if ending.preset == preset}
    not_by_playing = {reason for reason in Reason if not reason.is_played} | (
        {Reason.CARDS} if preset == "abacus-basic" else set()
    )
    assert reasons == set(Reason) - not_by_playing


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_endings_let_either_fencer_win_for_every_reason(preset: str) -> None:
    wins = {(ending.reason, ending.winner) for ending in ENDINGS if ending.preset == preset}
    for reason in {reason for reason, _ in wins} - {"draw"}:
        assert {(reason, "left"), (reason, "right")} <= wins


def ways(preset: str) -> set[tuple[str, str]]:
    return {(ending.way, ending.reason) for ending in ENDINGS if ending.preset == preset}


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_only_abacus_has_endings_by_the_last_chance(preset: str) -> None:
    last = {way.split(",")[0] for way, _ in ways(preset) if "last chance" in way or "last defence" in way}
    assert last == {
        "abacus-basic": {"attack", "pass"},
        "abacus-standard": {"hit", "parry", "pass"},
        "abacus-advanced": {"hit", "parry", "pass"},
    }.get(preset, set())


def test_an_evasion_with_the_pile_empty_never_leads_to_counting_cards_in_abacus_advanced() -> None:
    after = {
        preset: {
            reason for way, reason in ways(preset) if way.startswith("evasion") and "already empty" in way
        }
        for preset in ("abacus-advanced", "ferti-advanced")
    }
    assert after == {
        "abacus-advanced": {"distance", "draw"},
        "ferti-advanced": {"cards", "distance", "draw"},
    }
