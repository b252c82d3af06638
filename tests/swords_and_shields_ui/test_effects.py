"""Every effect, chosen and carried out by keys."""

from typing import Any, NamedTuple

import pytest
from swords_and_shields_ui.duels import PLAY, actions, choose, listed, staged
from tui.harness import playing

from engarde_tui.games.swords_and_shields.draft import places_of
from engarde_tui.games.swords_and_shields.offers import offer
from engarde_tui.games.swords_and_shields.widgets.offers import Offers


class Case(NamedTuple):
    """A card that is used, what is chosen then, and what the list and the notice say of the choice."""

    use: str
    choice: str
    line: str
    notice: str
    stage: dict[str, Any]


CASES = {
    "draw": Case("use:s1r", "draw", "you draw 1", "You draw 1.", {}),
    "remove": Case("use:s1r", "remove:shop2", "discard shop #2", "Discard shop #2: green shield 4.", {}),
    "recover": Case(
        "use:s1x", "recover", "take your top discard", "Take your top discard.", {"discard": "s8y"}
    ),
    "sweep": Case(
        "use:s1x",
        "sweep",
        "discard their display",
        "Discard their display.",
        {"discard": "s8y", "other_lies": "h3x s2y"},
    ),
    "revenge": Case(
        "use:h1x",
        "revenge",
        "revenge for an attack",
        "Revenge for an attack.",
        {"hand": "h1x s1r", "discard": "s8y"},
    ),
    "destroy": Case(
        "use:s2r",
        "destroy:opp1",
        "destroy their #1",
        "Destroy their #1: blue sword 8, then you draw 3, or your opponent draws 5.",
        {"hand": "s2r h1g", "other_lies": "s8b"},
    ),
    "move": Case(
        "use:s3g",
        "move:opp1b:own",
        "their #1 buff › your",
        "Move their #1 buff to your discard: buff +2.",
        {"hand": "s3g h1g", "other_lies": "b+2/h4r"},
    ),
    "strike with a shield": Case(
        "use:s4g",
        "strike:opp1",
        "their #1 attacks",
        "Grey shield 10 attacks for 12; shields do not help.",
        {"hand": "s4g h1g", "other_lies": "h10x"},
    ),
    "strike with a grey shield of the shop": Case(
        "use:s4g",
        "strike:shop4:red",
        "shop #4 as red",
        "Grey shield 3 attacks for 4; shields do not help.",
        {"hand": "s4g h1g"},
    ),
    "disarm": Case(
        "use:s5b",
        "remove:opp1",
        "discard their #1",
        "Discard their #1: grey shield 10.",
        {"hand": "s5b h1g", "other_lies": "h10x"},
    ),
    "draw three": Case("use:s8y", "draw", "you draw 3", "You draw 3.", {"hand": "s8y"}),
    "flood": Case("use:s8y", "flood", "your opponent draws 5", "Your opponent draws 5.", {"hand": "s8y"}),
    "heal": Case("use:s10x", "heal", "heal 20 LP", "Heal 20 LP.", {"hand": "s10x"}),
    "damage": Case("use:s10x", "damage", "deal 10 damage", "Deal 10 damage.", {"hand": "s10x"}),
    "keep a colour": Case(
        "use:h2r", "keep:life", "keep all red cards", "Keep the cards of your life card.", {"hand": "h2r"}
    ),
    "keep grey": Case("use:h2r", "keep:grey", "keep all grey cards", "Keep the grey cards.", {"hand": "h2r"}),
    "trigger": Case(
        "use:h3x",
        "trigger:shop5",
        "trigger shop #5",
        "Trigger shop #5: yellow sword 8, then you draw 3, or your opponent draws 5.",
        {"hand": "h3x h1g"},
    ),
    "draw from the shop": Case(
        "use:h4y", "draw:shop", "draw from shop deck", "Draw from shop deck.", {"hand": "h4y"}
    ),
    "draw from the opponent": Case(
        "use:h4y", "draw:opp", "draw from their deck", "Draw from their deck.", {"hand": "h4y"}
    ),
    "strike with another sword": Case(
        "use:h8v",
        "strike:shop5",
        "shop #5 attacks",
        "Yellow sword 8 attacks for 9; shields do not help.",
        {"hand": "h8v"},
    ),
    "strike twice": Case(
        "use:h8v",
        "strike:own1",
        "your #1 attacks twice",
        "Red sword 4 attacks twice for 6; shields do not help.",
        {"hand": "h8v", "lies": "s4r s5b"},
    ),
}
"""Each effect that leaves a choice."""


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", CASES)
async def test_an_effect_is_chosen_from_the_list_and_carried_out(name: str) -> None:
    case = CASES[name]
    async with playing(staged(**case.stage)) as player:
        await choose(player, case.use)
        pending = player.view.round.pending
        assert pending is not None
        assert ": choose from the list, then press enter." in player.notice
        width = player.screen.query_one(Offers).size.width
        for action in player.view.round.legal:
            assert len(f"► {offer(player.view.round, action)}") <= width, (
                "no line is cut on the smallest screen"
            )
            assert all(place.number <= 5 for place in places_of(action))
        index = listed(player).index(case.choice)
        await player.press(*["down"] * (index + 1))
        assert f"► {case.line}" in "\n".join(player.drawn(Offers))
        # An only action is marked from the start.
        is_only = len(player.view.round.legal) == 1
        assert is_only or player.notice.removesuffix(PLAY) == case.notice
        await player.press("enter")
        assert actions(player) == [case.use, case.choice]
        assert player.bells == 0


async def test_an_effect_without_a_choice_happens_at_once() -> None:
    async with playing(staged("h10x", life=(50, 30))) as player:
        await player.press("space", "e")
        assert player.notice == f"Destroy grey shield 10 for its effect: your opponent gains 10 LP.{PLAY}"
        await player.press("enter")
        assert player.view.round.pending is None
        assert "+10 40 LP Bruno" in player.text


async def test_a_chain_of_effects_names_each_card_in_turn() -> None:
    stage = staged("s2r", other_discard="s2b", shop="s4g h1r - - -", lies="h3x", other_lies="h10x h3x")
    async with playing(stage) as player:
        await choose(player, "use:s2r")
        assert "Red sword 2" in player.drawn(Offers)[0]
        await choose(player, "destroy:opp")
        assert "Blue sword 2" in player.drawn(Offers)[0]
        await choose(player, "destroy:opp2")
        assert "Grey shield 3" in player.drawn(Offers)[0]
        await choose(player, "trigger:shop1")
        assert "Green sword 4" in player.drawn(Offers)[0]
        await choose(player, "strike:opp1")
        assert "Actions" in player.drawn(Offers)[0]
        assert "-12 38 LP Bruno" in player.text, "ten and the life card, no other card beside it"


async def test_one_sword_that_strikes_twice_is_chosen_once() -> None:
    async with playing(staged("h8v", "s4r s5b", other_lies="h10x")) as player:
        await choose(player, "use:h8v")
        own = [choice for choice in listed(player) if choice.startswith("strike:own")]
        assert own == ["strike:own1", "strike:own2"]
        await choose(player, "strike:own1")
        assert "Actions" in player.drawn(Offers)[0]
        assert player.held.round.life[1] == 50 - 6 - 6


async def test_revenge_goes_past_the_shields_and_says_so() -> None:
    async with playing(staged("h1x s1r", "s8y", discard="s1v", other_lies="h10x s5b")) as player:
        await choose(player, "use:h1x", "revenge")
        assert player.notice.startswith("Your next attack of this turn ignores shields.")
        await player.press("a")
        assert player.notice == f"Yellow sword 8 attacks for 8: Bruno loses 8 LP.{PLAY}"
        await player.press("enter")
        assert player.held.round.life == (50, 42)
