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
    duel = duels(1)[40]
    words = json.dumps(
        GAME.message(duel.view(Seat.LEFT)) | {"plays": [], "opening": [], "legal": [], "pending": ""}
    )
    shown = {str(card) for card in (*duel.hands[Seat.LEFT], *duel.shop, duel.shop_discard) if card}
    shown |= {str(card) for display in duel.displays for stack in display for card in stack if card}
    shown |= {str(discard[-1]) for discard in duel.discards if discard}
    assert {word for word in re.findall(r'"([^"]+)"', words) if word in map(str, duel.rules.cards)} <= shown


def test_every_field_of_a_message_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in GAME.message(duels(1)[3].view(Seat.LEFT)):
        assert f"`{name}`" in page
