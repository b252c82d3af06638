"""The message to programs is a view as plain values."""

import json
import re
from pathlib import Path

from swords_and_shields.bots.duels import duels, seen

from engine.game import Seat
from engine.swords_and_shields.game import GAME

PAGE = Path(__file__).parents[3] / "docs" / "swords-and-shields-bots.md"


def test_a_message_survives_json() -> None:
    for duel in duels(3, every=29):
        message = GAME.message(duel.view(Seat.LEFT))
        assert json.loads(json.dumps(message)) == json.loads(json.dumps(message, default=str))


def test_a_message_lists_the_legal_actions_in_the_notation() -> None:
    for duel in duels(3, every=29):
        if duel.turn is not None:
            legal = GAME.message(seen(duel))["legal"]
            assert tuple(map(GAME.parse_action, legal)) == duel.legal_actions()


def test_a_message_does_not_tell_the_other_hand_or_a_deck() -> None:
    history = {"plays": [], "opening": [], "legal": [], "pending": None}
    for duel in duels(3, every=10):
        words = json.dumps(GAME.message(duel.view(Seat.LEFT)) | history)
        below = duel.shop_discard[: -duel.pending.chain] if duel.pending else duel.shop_discard
        shown = {*duel.hands[Seat.LEFT], *duel.shop, *below[-1:]}
        shown |= {card for display in duel.displays for stack in display for card in stack}
        shown |= {card for discard in duel.discards for card in discard[-1:]}
        told = {word for word in re.findall(r'"([^"]+)"', words) if word in map(str, duel.rules.cards)}
        assert told == {str(card) for card in shown if card is not None}


def test_every_field_of_a_message_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in GAME.message(duels(1)[3].view(Seat.LEFT)):
        assert f"`{name}`" in page
