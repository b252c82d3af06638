"""Actions as words."""

import pytest

from engine.swords_and_shields import (
    CARDS,
    Action,
    Colour,
    Kind,
    MalformedActionError,
    Place,
    Zone,
    parse_action,
)

PLACE = Place(Zone.OPPONENT, 3, True)


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("lay:s4r:1", Action(Kind.LAY, card="s4r", number=1)),
        ("lay:b+2:3", Action(Kind.LAY, card="b+2", number=3)),
        ("use:dh-3", Action(Kind.USE, card="dh-3")),
        ("use:2", Action(Kind.USE, number=2)),
        ("buy:5:132", Action(Kind.BUY, number=5, numbers=(1, 3, 2))),
        ("attack:1", Action(Kind.ATTACK, number=1)),
        ("attack:1:21", Action(Kind.ATTACK, number=1, numbers=(2, 1))),
        ("draw", Action(Kind.DRAW, zone=Zone.OWN)),
        ("draw:opp", Action(Kind.DRAW, zone=Zone.OPPONENT)),
        ("draw:shop", Action(Kind.DRAW, zone=Zone.SHOP)),
        ("keep:grey", Action(Kind.KEEP, colour=Colour.GREY)),
        ("keep:life", Action(Kind.KEEP)),
        ("move:opp3b:own", Action(Kind.MOVE, place=PLACE, zone=Zone.OWN)),
        ("remove:shop5", Action(Kind.REMOVE, place=Place(Zone.SHOP, 5))),
        ("destroy:shop", Action(Kind.DESTROY, place=Place(Zone.SHOP))),
        ("trigger:shop1", Action(Kind.TRIGGER, place=Place(Zone.SHOP, 1))),
        ("strike:own2", Action(Kind.STRIKE, place=Place(Zone.OWN, 2))),
        ("strike:shop2:violet", Action(Kind.STRIKE, place=Place(Zone.SHOP, 2), colour=Colour.VIOLET)),
        *(
            (kind, Action(Kind(kind)))
            for kind in ["clear", "end", "flood", "recover", "sweep", "revenge", "heal", "damage", "bless"]
        ),
    ],
)
def test_an_action_is_one_word_in_either_case(word: str, action: Action) -> None:
    assert str(action) == word
    assert parse_action(word) == parse_action(word.upper()) == action


@pytest.mark.parametrize("card", sorted({str(card) for card in CARDS}))
def test_every_card_can_be_named(card: str) -> None:
    assert str(parse_action(f"lay:{card}:1")) == f"lay:{card}:1"
    assert str(CARDS.named(card)) == card


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("dance", "'dance' is not an action like lay:s4r:1, buy:3:12, "),
        ("", "'' is not an action like "),
        ("end:1", "'end:1' is not an action like "),
        ("lay:s4r", "'lay:s4r' is not an action like "),
        ("lay:s4r:1:1", "'lay:s4r:1:1' is not an action like "),
        ("lay:s4:1", "'lay:s4:1': 's4' is not a card like s4r, h3x, b+2, ds-2 or dh-3"),
        ("lay:s4r:4", "'lay:s4r:4': '4' is not a number from 1 to 3"),
        ("lay:s4r:", "'lay:s4r:': '' is not a number from 1 to 3"),
        ("buy:6:1", "'buy:6:1': '6' is not a number from 1 to 5"),
        ("buy:1:1234", "'buy:1:1234': '1234' is not numbers from 1 to 3"),
        ("use:4", "'use:4': '4' is not a number from 1 to 3"),
        ("keep:red", "'keep:red': you keep grey or life, not 'red'"),
        ("draw:mine", "'draw:mine': 'mine' is not own, opp or shop"),
        ("move:hand1:own", "'move:hand1:own': 'hand1' is not a place like own2, opp1, opp1b, shop3 or opp"),
        (
            "strike:shop1:grey",
            "'strike:shop1:grey': the colour is red, yellow, green, blue, violet, not 'grey'",
        ),
        *(
            (f"destroy:{place}", f"'destroy:{place}': '{place}' is not a place like ")
            for place in ("own0", "own4", "opp5", "shop6", "shop1b", "shopb", "ownb", "own12", "")
        ),
        ("attack:1:", "'attack:1:': '' is not numbers from 1 to 3"),
        ("strike:own1:", "'strike:own1:': the colour is red, yellow, green, blue, violet, not ''"),
    ],
)
def test_a_word_that_is_no_action_is_refused_naming_the_part(word: str, message: str) -> None:
    with pytest.raises(MalformedActionError) as refused:
        parse_action(word)
    assert str(refused.value).startswith(message)
