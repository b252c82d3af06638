"""Whole matches: the engine plays exactly what was composed."""

import random
import re
from collections.abc import Awaitable, Callable

import pytest
from table_seen import CARD
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.scripts import SCRIPTS, Script

from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.words import preview, to_do
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.key_bar import KeyBar
from engine.en_garde import Action, Kind, Match, Phase, Seat, parse_action

Compose = Callable[[Player, Match, Action, random.Random], Awaitable[None]]


async def by_keys(player: Player, match: Match, action: Action, chance: random.Random) -> None:
    """Digits and arrows; now and then something else first, that backspace takes back."""
    round = match.round
    if action.kind is Kind.NO_ATTACK:
        await player.press("up")
        return
    if action.kind is Kind.TAKE_HIT:
        return
    if chance.random() < 0.3:
        laid = chance.choice([legal.cards[0] for legal in round.legal if legal.cards])
        await player.press(str(laid), "backspace")
    towards, away = ("right", "left") if round.turn is Seat.LEFT else ("left", "right")
    way = away if action.step < 0 else towards
    cards = [str(card) for card in action.cards]
    longest = max(len(legal.cards) for legal in round.legal if legal.cards[:1] == action.cards[:1])
    if len(action.blades) > 1 and len(cards) == longest and chance.random() < 0.5:
        cards = [*cards[:1], "a"]
    await player.press(*([way, *cards] if chance.random() < 0.5 else [*cards, way]))


async def by_the_list(player: Player, match: Match, action: Action, chance: random.Random) -> None:
    """Up or down to the line, whichever is nearer."""
    legal = Draft.begin(match.round.legal).legal
    place = legal.index(action)
    downwards, upwards = place + 1, len(legal) - place
    await player.press(*(["down"] * downwards if downwards <= upwards else ["up"] * upwards))


async def by_mouse(player: Player, match: Match, action: Action, chance: random.Random) -> None:
    """Clicks on what is drawn: the line of the list where it shows, or cards, squares and fencers."""
    line = f"  {to_do(action)}".ljust(player.screen.query_one(Choices).size.width)
    lines = player.find(Choices, line)
    if lines and (not action.cards or chance.random() < 0.3):
        await player.click(*lines[0])
        return
    if action.kind is Kind.TAKE_HIT:
        return
    round = match.round
    assert round.turn is not None
    if action.step:
        square = round.positions[round.turn] + (action.step if round.turn is Seat.LEFT else -action.step)
        await player.click(*square_number(player, square))
    if action.kind is Kind.PARRY:
        await player.click(*square_number(player, round.positions[round.turn.other]))
    elif chance.random() < 0.5:
        for _ in action.blades:
            await player.click(*square_number(player, round.positions[round.turn.other]))
    else:
        for card in action.blades:
            await player.click(*lying_card(player, card))
    if not player.find(Choices, f"► {to_do(action)} "):
        await player.click(*player.find(Choices, line)[0])


def square_number(player: Player, square: int) -> tuple[int, int]:
    """Where the number of a square is drawn, in the row above the measure."""
    region = player.screen.query_one(Piste).region
    y = region.bottom - 2
    numbers = re.finditer(r"\d+", player.drawn(Piste)[-2])
    (x,) = [region.x + number.start() for number in numbers if number[0] == str(square)]
    return x, y


def lying_card(player: Player, card: int) -> tuple[int, int]:
    """Where the upper corner of a card is drawn that has not been laid."""
    region, rows = player.screen.query_one(Hand).region, player.drawn(Hand)
    return next(
        (region.x + edge.start(), region.y + y)
        for y, row in enumerate(rows)
        for edge in CARD.finditer(row)
        if edge[1] == str(card) and not any("▲" in each[slice(*edge.span())] for each in rows)
    )


COMPOSE: dict[str, Compose] = {"keys": by_keys, "list": by_the_list, "mouse": by_mouse}


BY_DAY = {
    ("ferti-advanced", Seat.LEFT, "keys"),
    ("ferti-advanced", Seat.RIGHT, "list"),
}
"""Two matches with every kind of action; the others are played by the slow run."""


@pytest.mark.parametrize(
    ("script", "hand"),
    [
        pytest.param(
            script, hand, marks=[] if (script.preset, script.first, hand) in BY_DAY else pytest.mark.slow
        )
        for script in SCRIPTS
        for hand in ("keys", "list" if script.first else "mouse")
    ],
    ids=str,
)
async def test_a_whole_match_is_what_was_composed(script: Script, hand: str) -> None:
    """Both seats of each game in three ways; before enter the engine still holds what it held."""
    chance = random.Random(0)
    mouse = hand == "mouse"
    match = script.match
    async with playing(match, LARGE if mouse and script.preset.startswith("ferti") else SMALLEST) as player:
        for words in script.rounds:
            assert player.screen_name == "TableScreen"
            for word in words.split():
                await sit_down(player, match, mouse)
                action, before = parse_action(word), match.round
                await COMPOSE[hand](player, match, action, chance)
                assert player.draft.chosen == action
                assert player.held == match
                said = f"{preview(before.view(before.turn), action)}. Press enter to play."
                assert player.notice == said or not action.cards
                match = match.play(action)
                await (player.click_on(KeyBar, "enter play") if mouse else player.press("enter"))
                assert player.held == match
                keeps_the_seat = match.round.turn is before.turn
                seat = Seat.LEFT if match.round.result else before.turn if keeps_the_seat else None
                assert player.view == match.view(seat)

            assert player.at_showdown
            await (player.click_on(KeyBar, "space continue") if mouse else player.press("space"))
            if match.winner is None:
                match = match.next_round()
        assert player.screen_name == "MatchOverScreen"
        winner = match.winner
        assert winner is not None
        assert f"{match.names[winner]} wins the match" in player.text
        assert player.score == f"Anna {script.score[0]} : {script.score[1]} Bruno"
        assert player.bells == 0


async def sit_down(player: Player, match: Match, mouse: bool) -> None:
    """Check that the curtain is down exactly if the other player is next, and lift it."""
    turn = match.round.turn
    if player.view != match.view(turn):
        assert player.view == match.view(None)
        await (player.click_on(Curtain, "take the keyboard") if mouse else player.press("space"))
    assert player.view == match.view(turn)


def test_the_scripts_cover_every_kind_of_action() -> None:
    """The matches above cover what they claim."""
    seen: dict[str, set[str]] = {}
    for script in SCRIPTS:
        happened = seen.setdefault(script.preset, set())
        match = script.match
        for words in script.rounds:
            for action in map(parse_action, words.split()):
                before = match.round
                match = match.play(action)
                happened.add(f"{action.kind}{', last chance' * (before.phase is Phase.LAST_CHANCE)}")
                if action.kind is Kind.PARRY and match.round.turn is before.turn:
                    happened.add("turn after the parry")
            assert match.round.result is not None
            happened.add(f"end: {match.round.result.reason}")
            match = match if match.winner is not None else match.next_round()
    basic = {"advance", "step back", "attack", "end: hit"}
    last_chance = {"attack, last chance", "no attack, last chance"}
    parrying = basic | {"parry", "turn after the parry", "take the hit"}
    advanced = parrying | {"advance and attack", "evade"}
    assert seen["abacus-basic"] >= basic | last_chance
    assert seen["abacus-standard"] >= parrying | last_chance | {"end: cards"}
    assert seen["abacus-advanced"] >= advanced | last_chance | {"end: cards", "end: distance"}
    assert seen["ferti-standard"] >= parrying
    assert seen["ferti-advanced"] >= advanced | {"end: distance"}
