"""Whatever is played or read, the answer is an action or words."""

from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from swords_and_shields.staging import play, scattered, staged

from engine.swords_and_shields import (
    Action,
    Colour,
    IllegalActionError,
    Kind,
    MalformedActionError,
    Place,
    Zone,
    parse_action,
)
from engine.swords_and_shields.actions import END


def strange(*fields: Any, **others: Any) -> Action:
    """Return an action with fields of any types."""
    return Action(*fields, **others)


STRANGE = [
    None,
    "end",
    7,
    (),
    ("end",),
    strange(Kind.END, number=1),
    strange(Kind.LAY),
    strange(Kind.LAY, card="S1R", number=1),
    strange(Kind.BUY, number=1),
    strange(Kind.BUY, number=1, numbers=None),
    strange(Kind.ATTACK, number=None),
    strange(Kind.ATTACK, number=9),
    strange(Kind.USE),
    strange(Kind.USE, card="s1r", number=1),
    strange(Kind.MOVE, place=Place(Zone.OWN, 1)),
    strange(Kind.DESTROY),
    strange(Kind.DESTROY, place=(Zone.OWN, 1)),
    strange(Kind.DRAW),
    strange(Kind.KEEP, colour=Colour.RED),
    strange("dance"),
    strange(["end"]),
    strange(None),
]


@pytest.mark.parametrize("thing", STRANGE, ids=repr)
@pytest.mark.parametrize("script", ["", "use:s3r", "attack:1"])
def test_what_is_no_action_is_refused(script: str, thing: Any) -> None:
    duel = play(staged(hand="s3r s1r", shown="s8y", opposing="s1g", life=(50, 8)), script)
    with pytest.raises(IllegalActionError, match="is not an action of this game"):
        duel.play(thing)


@pytest.mark.parametrize(
    "thing",
    [tuple(END), strange("end"), strange(Kind.LAY, "s1r", True), strange("lay", "s1r", 1.0)],
    ids=repr,
)
def test_what_equals_a_legal_action_is_played_as_that_action(thing: Any) -> None:
    after = staged(hand="s1r").play(thing)
    (action,) = after.actions
    assert repr(action) == repr(parse_action(str(action)))
    assert after == staged(hand="s1r").play(action)


places = st.builds(Place, st.sampled_from(Zone), st.integers(-1, 6), st.booleans())
actions = st.builds(
    Action,
    st.sampled_from(Kind),
    st.sampled_from(["", "s1r", "s2r", "b+1", "dh-3", "zz", "s1", "\x00"]),
    st.integers(-1, 6),
    st.lists(st.integers(-1, 6), max_size=4).map(tuple),
    st.none() | places,
    st.none() | st.sampled_from(Zone),
    st.none() | st.sampled_from(Colour),
)


@given(st.integers(0, 10_000), st.lists(actions, min_size=1, max_size=20), st.booleans())
def test_any_action_is_played_or_refused(seed: int, some: list[Action], is_used: bool) -> None:
    duel = scattered(Random(seed))
    uses = [action for action in duel.legal_actions() if action.kind is Kind.USE]
    if is_used and uses:
        duel = duel.play(uses[seed % len(uses)])
    for action in some:
        if action in duel.legal_actions():
            assert duel.play(action).actions == (*duel.actions, action)
        else:
            with pytest.raises(IllegalActionError, match=r".+"):
                duel.play(action)


parts = st.sampled_from(
    [kind.value for kind in Kind]
    + ["own", "opp", "shop", "own1", "opp3b", "shop5", "own9", "own4", "shop1b", "ownb"]
    + ["s1r", "b+1", "dh-3", "s99x", "1", "12", "321", "red", "grey", "life", "", "0", "9", "x", "²", "١"]
)
texts = st.lists(parts, min_size=1, max_size=4).map(":".join) | st.text(max_size=30)


@example("None")
@given(texts)
def test_any_text_is_an_action_that_reads_back_or_refused(text: str) -> None:
    message = ""
    try:
        action = parse_action(text)
    except MalformedActionError as refused:
        message = str(refused)
    else:
        assert parse_action(str(action)) == action
        assert str(action).split() == [str(action)]
        try:
            staged(hand="s1r", shown="s8r").play(action)
        except IllegalActionError as refused:
            message = str(refused)
    assert message.isprintable()
    assert "None" not in message or "None" in text


WORDS = [
    *(f"lay:{card}:{place}" for card in ("s1r", "b+1", "dh-3") for place in (1, 2, 3)),
    *(f"use:{what}" for what in ("s2r", "h3x", "s4g", "b+2", "ds-2", "1", "2", "3")),
    *(f"buy:{number}:{paying}" for number in (1, 3, 5) for paying in ("1", "2", "21", "22", "123", "33")),
    *(f"attack:{place}{shields}" for place in (1, 2, 3) for shields in ("", ":1", ":22", ":31")),
    *("clear", "end", "draw", "keep:grey", "sweep", "move:opp2b:own", "strike:shop2:red", "trigger:shop"),
]


@given(st.integers(0, 10_000))
def test_every_word_is_played_or_refused_on_one_line_of_known_things(seed: int) -> None:
    duel = scattered(Random(seed))
    for word in WORDS:
        action = parse_action(word)
        if action in duel.legal_actions():
            duel.play(action)
            continue
        with pytest.raises(IllegalActionError) as refused:
            duel.play(action)
        message = str(refused.value)
        assert message.isprintable()
        assert "None" not in message
        assert "''" not in message
        assert message.strip(" ,:") == message
