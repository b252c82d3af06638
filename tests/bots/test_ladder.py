"""Levels that are mixed of two bots."""

from collections import Counter
from itertools import pairwise
from math import log10
from pathlib import Path
from random import Random
from runpy import run_path

import pytest
from bots.positions import MIXES, seen, states_of

from engine.bot import CHANCE, Level, Mix, create
from engine.en_garde import PRESETS
from engine.en_garde.bots import LEVELS
from engine.en_garde.game import GAME as EN_GARDE
from engine.game import games
from engine.seating import bot_named

STATES = [state for state in states_of(PRESETS["ferti-advanced"], 4) if len(state.legal) > 3]
STANDINGS = run_path(str(Path(__file__).parents[2] / "docs" / "standings.py"))
ABOVE = ("virtuoso", "grandmaster")
"""The levels above the master, which are measured against it."""


@pytest.mark.parametrize("name", games())
def test_each_level_is_a_bot_of_its_own_or_a_mix_of_such(name: str) -> None:
    levels = games()[name].levels
    whole = {name for name, level in levels.items() if level.mix is None}
    assert {"novice", "master"} <= whole
    for level in levels.values():
        if level.mix is not None:
            assert {level.mix.weaker, level.mix.stronger} <= {*whole, CHANCE}
            assert 0 < level.mix.share < 1


@pytest.mark.parametrize("name", games())
def test_the_levels_go_from_the_weakest_to_the_strongest(name: str) -> None:
    ratings = [level.rating for level in games()[name].levels.values()]
    assert ratings == sorted(set(ratings))


def test_the_ladder_from_the_novice_to_the_master_has_eight_levels() -> None:
    names = list(LEVELS)
    assert names.index("master") - names.index("novice") >= 7


@pytest.mark.parametrize("name", games())
def test_the_ratings_are_those_that_were_measured(name: str) -> None:
    """In the rounds of the steps, and with the mixes and budgets that there are now."""
    measured = STANDINGS["Shelf"](games()[name]).load("ladder")
    levels = games()[name].levels
    for below, level in STANDINGS["steps"](games()[name]):
        figures = measured[f"{level}/{below}"]
        assert figures["makeups"] == [STANDINGS["makeup"](games()[name], bot) for bot in (level, below)]
        gain = 400 * log10((figures["won"] + 0.5) / (figures["lost"] + 0.5))
        assert levels[level].rating - levels[below].rating == pytest.approx(gain, abs=1)
    assert levels["novice"].rating == 1000


@pytest.mark.parametrize("name", games())
def test_the_page_of_the_standings_shows_what_was_measured(name: str) -> None:
    """Of every pairing, with the budgets that there are now."""
    shelf = STANDINGS["Shelf"](games()[name])
    measured = shelf.load()
    for preset, *bots in STANDINGS["pairings"](games()[name]):
        makeups = [STANDINGS["makeup"](games()[name], bot) for bot in bots]
        assert measured["/".join((preset, *bots))]["makeups"] == makeups
    assert shelf.page.read_text(encoding="utf-8") == STANDINGS["page"](games()[name], shelf)


def test_figures_count_as_measured_only_if_the_bots_are_still_made_up_like_that() -> None:
    found = {"master/champion": {"makeups": ["Budget(4)", "Mix"]}}
    is_measured = STANDINGS["is_measured"]
    assert is_measured(found, "master/champion", ["Budget(4)", "Mix"])
    assert not is_measured(found, "master/champion", ["Budget(5)", "Mix"])
    assert not is_measured(found, "master/duellist", ["Budget(4)", "Mix"])


@pytest.mark.parametrize(("name", "highest"), [("en-garde", 0.75), ("swords-and-shields", 0.77)])
def test_neighbours_of_the_ladder_are_evenly_spaced(name: str, highest: float) -> None:
    """Up to the master each wins 65 to 75% of matches against the one before, or little more."""
    game = games()[name]
    measured = STANDINGS["Shelf"](game).load("ladder")
    steps = [f"{level}/{below}" for below, level in pairwise(game.levels) if level not in ABOVE]
    odds = [measured[step]["match"]["odds"] for step in steps]
    assert all(0.65 <= share <= highest for share in odds), odds


@pytest.mark.parametrize("share", [0.25, 0.75])
def test_a_mix_plays_as_either_bot_as_often_as_its_share_says(share: float) -> None:
    """In a position where one has only one answer and the other gives it hardly ever."""
    levels = {"mixed": Level("", 0, Mix(CHANCE, "fencer", share))}
    view = seen(STATES[0])
    wanted = bot_named(EN_GARDE, "fencer").choose(view, (0, 0), Random(1))
    bot = create("mixed", levels, "engine.en_garde.bots")
    answers = Counter(bot.choose(view, (0, 0), Random(seed)) for seed in range(800))
    assert answers[wanted] / 800 == pytest.approx(share + (1 - share) / len(view.legal), abs=0.05)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", reversed(MIXES))
def test_a_mix_plays_legally_and_the_same_with_the_same_randomness(name: str) -> None:
    for state in STATES[:20]:
        one, other = (bot_named(EN_GARDE, name).choose(seen(state), (0, 0), Random(7)) for _ in range(2))
        assert one == other
        assert one in state.legal
