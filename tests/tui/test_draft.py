"""Composing a turn without a screen: in many reachable states, only legal actions can be composed."""

import random
from collections.abc import Iterator
from functools import cache
from textwrap import wrap

import pytest
from tui.harness import SMALLEST
from tui.states import NEAR, random_rounds, staged

from engarde_tui.games.en_garde.draft import Draft, why_not_defend, why_not_face, why_not_lay, why_not_play
from engarde_tui.games.en_garde.words import preview
from engine.en_garde import PRESETS, Action, Kind, Phase, Round, RoundView, why_illegal
from engine.en_garde.actions import (
    advance,
    advance_and_attack,
    attack,
    count_cards,
    evade,
    parry,
    parse_action,
    step_back,
)

BACKWARD = {Kind.STEP_BACK, Kind.EVADE}
WITHOUT_WAY = {Kind.TAKE_HIT, Kind.NO_ATTACK}
KEY_OF = {"left": "←", "right": "→"}.__getitem__
KEYS = ("1", "2", "3", "4", "5", "forward", "backward", "a", "up", "down", "backspace")


def states(number: int = 25) -> Iterator[Round]:
    """States of rounds of all five games."""
    for seed, rules in enumerate(PRESETS.values()):
        yield from random_rounds(rules, number, seed)


def view_of(state: Round) -> RoundView:
    """What the player to act sees."""
    return state.view(state.turn)


def press(draft: Draft, key: str) -> Draft | None:
    """Return the draft after a key; None if the key is refused."""
    match key:
        case "forward" | "backward":
            return draft.face(key == "forward")
        case "a":
            return draft.lay_all()
        case "up" | "down":
            return draft.point(1 if key == "down" else -1)
        case "backspace":
            return draft.undo()
    return draft.lay(int(key))


def way_of(action: Action) -> bool | None:
    """Whether an action goes forward, backward, or neither."""
    return None if action.kind in WITHOUT_WAY else action.kind not in BACKWARD


def fits(action: Action, laid: tuple[int, ...], way: bool | None) -> bool:
    """Return whether an action starts with these cards in this direction."""
    return action.cards[: len(laid)] == laid and way in (None, way_of(action))


def drafts(state: Round, keys: int = 3) -> Iterator[tuple[Draft, str, Draft | None]]:
    """Yield every reachable draft with every key and its result."""
    start = Draft(state.legal)
    reached, fresh = {start}, [start]
    for _ in range(keys):
        before, fresh = fresh, []
        for draft in before:
            for key in KEYS[:8]:
                after = press(draft, key)
                yield draft, key, after
                if after is not None and after not in reached:
                    reached.add(after)
                    fresh.append(after)


def test_after_any_keys_the_draft_is_the_start_of_a_legal_action() -> None:
    """After random keys and clicks at least one option remains, and enter plays one of them."""
    chance = random.Random(1)
    for state in states():
        draft = Draft(state.legal)
        for _ in range(12):
            if chance.random() < 0.1:
                after = draft.with_hint(chance.choice(state.legal))
                assert after.is_hint
            elif chance.random() < 0.8:
                after = press(draft, chance.choice(KEYS))
                assert after is None or not after.is_hint
            else:
                after = (
                    draft.strike()
                    if chance.random() < 0.5
                    else draft.move_to(chance.choice([-6, -5, -2, -1, 1, 3, 4, 7]))
                )
            draft = draft if after is None else after
            assert any(action.cards[: len(draft.laid)] == draft.laid for action in state.legal)
            assert draft.options
            assert set(draft.options) <= set(state.legal)
            assert draft.chosen is None or draft.chosen in draft.options


def test_a_card_or_direction_is_accepted_exactly_if_a_legal_action_continues_with_it() -> None:
    """Checked against the legal actions themselves."""
    for state in states(8):
        for draft, key, after in drafts(state):
            laid, way = draft.laid, draft.forward
            if key.isdigit():
                laid = (*laid, int(key))
            elif key != "a":
                way = key == "forward"
            else:
                continue
            assert (after is not None) == any(fits(action, laid, way) for action in state.legal)
            if after is not None:
                assert (after.laid, after.forward) == (laid, way)


def test_every_action_with_cards_can_be_laid_and_faced_in_any_order() -> None:
    """Its cards and direction, in either order, leave only that action."""
    for state in states():
        for action in filter(lambda action: action.cards, state.legal):
            keys = [str(card) for card in action.cards]
            way = "backward" if action.kind in BACKWARD else "forward"
            for pressed in ([*keys, way], [way, *keys]):
                draft: Draft | None = Draft(state.legal)
                for key in pressed:
                    assert draft is not None
                    draft = press(draft, key)
                assert draft is not None
                assert draft.chosen == action


def test_every_action_is_one_line_of_the_list() -> None:
    """Attacks and parries first; down steps through them and wraps; up does the reverse."""
    for state in states(5):
        lines = Draft.begin(state.legal).options
        assert sorted(lines, key=str) == sorted(state.legal, key=str)
        assert [bool(line.blades) for line in lines] == sorted(
            (bool(line.blades) for line in lines), reverse=True
        )
        for key, order in (("down", lines), ("up", lines[::-1])):
            draft: Draft | None = Draft.begin(state.legal)
            pointed = []
            for _ in range(2 * len(lines)):
                assert draft is not None
                draft = press(draft, key)
                assert draft is not None
                pointed.append(draft.chosen)
            assert pointed == [*order, *order]


def test_a_move_or_a_full_attack_takes_at_most_four_keys() -> None:
    """Enter included; the direction is needed only if the cards leave it open."""
    most = 0
    for state in states():
        full = [action for action in state.legal if action.kind is Kind.ATTACK][-1:]
        for action in state.legal:
            if action.kind in (Kind.ADVANCE, Kind.STEP_BACK, Kind.EVADE):
                keys = [str(action.cards[0])]
            elif action in full or action.kind is Kind.PARRY:
                keys = ["a"]
            else:
                continue
            draft = press(Draft(state.legal), keys[0])
            assert draft is not None
            if draft.chosen != action:
                keys.append("backward" if action.kind in BACKWARD else "forward")
                draft = press(draft, keys[-1])
                assert draft is not None
            assert draft.chosen == action
            most = max(most, len([*keys, "enter"]))
    assert 2 < most <= 4


def len_cards(action: Action) -> int:
    """How many cards it plays."""
    return len(action.cards)


def test_all_lays_the_longest_attack_or_parry() -> None:
    """Without a card a direct attack only; with one also the attack after that advance."""
    for state in states(8):
        for draft, key, after in drafts(state, 2):
            if key != "a":
                continue
            going_on = [
                action
                for action in state.legal
                if action.blades
                and fits(action, draft.laid, draft.forward)
                and (draft.laid or not action.step)
            ]
            assert (after is not None) == bool(going_on)
            if after is not None:
                assert len(after.laid) == max(map(len_cards, going_on))
                assert after.laid in [action.cards for action in going_on]


@pytest.mark.slow
def test_nothing_is_chosen_before_it_is_laid_or_highlighted() -> None:
    """Enter plays the laid cards, or the only action in the chosen direction; it guesses only a parry."""
    for state in states(8):
        for draft, _, _ in drafts(state):
            complete = [action for action in draft.options if action.cards == draft.laid]
            if len(complete) > 1:
                parries = [action for action in complete if action.kind is Kind.PARRY]
                assert draft.chosen == (parries[0] if parries else None)
            elif draft.chosen is not None and draft.chosen.cards != draft.laid:
                assert draft.forward is not None
                assert len(draft.options) == 1


def test_a_card_for_both_directions_differs_from_one_that_needs_more_cards() -> None:
    """Each has its own notice; so has an empty draft."""
    near = staged("ferti-advanced", NEAR, left="33345").round
    both = Draft(near.legal).lay(3)
    assert both is not None
    assert (
        why_not_play(view_of(near), both, KEY_OF) == "Step back 3 or attack with one 3? Choose with ← or →."
    )
    answered = staged("ferti-standard", f"{NEAR} A33", right="33112").round
    short = Draft(answered.legal).lay(3)
    assert short is not None
    assert (
        why_not_play(view_of(answered), short, KEY_OF)
        == "This takes more cards: pick them, or undo the last one."
    )
    assert why_not_play(view_of(near), Draft(near.legal), KEY_OF) == "Pick a card, or pick from the list."
    empty = why_not_play(view_of(answered), Draft(answered.legal), KEY_OF)
    assert empty == "Match the attacking cards to parry."


def test_backspace_undoes_the_last_thing_first_and_in_the_end_everything() -> None:
    """The cursor, then the cards from the last, then the direction."""
    near = staged("ferti-advanced", NEAR, left="33345").round
    empty = Draft(near.legal)
    draft = empty
    for key in ("forward", "3", "3", "down"):
        after = press(draft, key)
        assert after is not None
        draft = after
    assert draft.cursor == 0
    draft = draft.undo()
    assert (draft.laid, draft.forward, draft.cursor) == ((3, 3), True, None)
    draft = draft.undo()
    assert (draft.laid, draft.forward) == ((3,), True)
    draft = draft.undo()
    assert draft == empty
    facing = empty.face(forward=True)
    assert facing is not None
    assert facing.undo() == empty


def test_take_back_always_leads_to_an_empty_draft() -> None:
    """From every draft, and only through legal ones."""
    chance = random.Random(2)
    for state in states(8):
        draft = Draft(state.legal)
        for _ in range(6):
            draft = press(draft, chance.choice(KEYS)) or draft
        for _ in range(8):
            assert draft.options
            draft = draft.undo()
        assert draft.is_empty
        assert draft == Draft(state.legal)


def test_the_preview_matches_what_the_engine_does() -> None:
    """Landing square, old and new distance, and the cards of the attack."""
    for state in states(8):
        view = view_of(state)
        assert state.turn is not None
        for action in state.legal:
            text = preview(view, action)
            after = state.play(action)
            if action.step:
                distance = after.positions[1] - after.positions[0]
                verb = "Advance" if action.step > 0 else "Step back"
                assert text.startswith(f"{verb} to square {after.positions[state.turn]}, ")
                assert f"distance {view.distance} to {distance}" in text
            if action.blades:
                verb = "parry" if action.kind is Kind.PARRY else "attack"
                cards = count_cards(len(action.blades), action.blades[0])
                assert text.lower().endswith(f"{verb} with {cards}")
            assert text


@cache
def refusals() -> list[tuple[RoundView, Draft, str, str]]:
    """Every refused card and direction, with its notice."""
    refused = []
    for state in states(5):
        view = view_of(state)
        for draft, key, after in drafts(state):
            if after is None and key.isdigit():
                refused.append((view, draft, key, why_not_lay(view, draft, int(key))))
            elif after is None and key != "a":
                refused.append((view, draft, key, why_not_face(view, draft, key == "forward")))
    return refused


@pytest.mark.slow
def test_a_refused_card_is_explained_in_the_words_of_the_engine() -> None:
    """Each part of the explanation is the engine's, about an action with these cards."""
    explained = 0
    for view, draft, key, why in refusals():
        if not key.isdigit() or not why:
            continue
        cards = (*draft.laid, int(key))
        card, number, came = cards[-1], len(cards), view.attack
        attempts = [attack(card, number), attack(card, 1), parry(card, number)]
        if number == 1:
            attempts += [advance(card), step_back(card), evade(card)]
            attempts += [parry(card, len(came.blades))] if came else []
        else:
            attempts.append(advance_and_attack(cards[0], card, number - 1))
        reasons = {reason and str(reason) for reason in (why_illegal(view, action) for action in attempts)}
        if why.startswith(f"a {card} does not fit that direction"):
            assert None in reasons, "the engine has nothing against the cards themselves"
        else:
            assert set(why.split("; ")) <= reasons
            explained += 1
    assert explained > 500


def test_every_refusal_says_why() -> None:
    """No bell without a reason."""
    silent = {(draft.laid, draft.forward, key) for _, draft, key, why in refusals() if not why}
    assert not silent


def test_every_refusal_fits_in_its_two_lines() -> None:
    """It fits the smallest window."""
    told = {why for _, _, _, why in refusals()}
    assert not [why for why in told if len(wrap(f"! {why}", SMALLEST[0] - 2)) > 2]


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("2", "there is no 2 in your hand"),
        ("1", ""),
        ("5", "a 5 would carry you past the right fencer: distance 3"),
    ],
)
def test_the_first_reason_is_the_one_the_player_needs(key: str, why: str) -> None:
    """At distance 3 with 11345 in hand and room behind."""
    view = view_of(staged("ferti-advanced", NEAR, left="11345").round)
    draft = Draft(view.legal, forward=True)
    laid = draft.lay(int(key))
    assert (laid is None) == bool(why)
    if laid is None:
        assert why_not_lay(view, draft, int(key)) == why


def test_a_missing_defence_is_explained_only_to_the_one_who_must_answer() -> None:
    """Return what the list says below the answers."""
    direct = staged("ferti-advanced", f"{NEAR} A33", right="11224").round
    assert [str(action) for action in direct.legal] == ["H"]
    assert why_not_defend(view_of(direct)) == [
        "two 3s parry: you hold no 3",
        "a direct attack cannot be evaded, only an advance and attack",
    ]
    plain = staged("ferti-standard", f"{NEAR} A33", right="11224").round
    assert why_not_defend(view_of(plain)) == ["two 3s parry: you hold no 3"]
    assert why_not_defend(direct.view(None)) == []
    assert why_not_defend(view_of(staged().round)) == []


def test_a_click_lays_a_move_at_once_and_an_attack_card_by_card() -> None:
    """The mouse lays whole moves by squares, and one more card a click on the opponent."""
    near = staged("ferti-advanced", "+5 +5 +5 +2", left="33255").round
    assert (near.positions, near.phase) == ((11, 16), Phase.TURN)
    draft = Draft(near.legal)
    moved = draft.move_to(2)
    assert moved is not None
    assert moved.chosen == parse_action("+2")
    attacked = moved.strike()
    assert attacked is not None
    assert attacked.chosen == parse_action("+2A3")
    again = attacked.strike()
    assert again is not None
    assert again.chosen == parse_action("+2A33")
    assert again.strike() is None
    assert draft.move_to(4) is None
    back = draft.move_to(-3)
    assert back is not None
    assert back.chosen == parse_action("-3")


def test_a_click_on_the_opponent_chooses_the_attack_even_where_its_card_could_step_back() -> None:
    """With the mouse alone, only the list can choose forward."""
    near = staged("ferti-advanced", NEAR, left="33345").round
    struck = Draft(near.legal).strike()
    assert struck is not None
    assert struck.chosen == parse_action("A3")
