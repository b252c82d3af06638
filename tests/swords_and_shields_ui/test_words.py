"""What is said of actions and turns, in every state that random play leads to."""

import pytest
from rich.cells import cell_len
from swords_and_shields_ui.duels import cards, played, staged
from swords_and_shields_ui.twins import states

from engarde_tui.games.swords_and_shields.draft import Draft
from engarde_tui.games.swords_and_shields.history import story, turn_story
from engarde_tui.games.swords_and_shields.offers import NARROW, find_card, offer, open_places, preview
from engarde_tui.games.swords_and_shields.words import last_turn, state_in_words, to_do
from engine.swords_and_shields import CARDS, Kind

WIDTHS = (NARROW, 33, 40)
"""Columns of a line of the list on the smallest screen, and on larger ones."""


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_action_has_a_line_that_fits_and_a_preview_of_two_lines(seed: int) -> None:
    for match in states(seed):
        turn = match.round.turn
        if turn is None:
            continue
        view = match.round.view(turn)
        for action in view.legal:
            for width in WIDTHS:
                line = offer(view, action, width)
                assert cell_len(line) <= width, line
            told = preview(view, action)
            assert told.endswith("."), told
            assert cell_len(told) <= 150, told
            assert to_do(action)


@pytest.mark.parametrize("seed", range(6))
def test_no_two_lines_of_a_list_are_the_same(seed: int) -> None:
    for match in states(seed):
        turn = match.round.turn
        if turn is not None:
            view = match.round.view(turn)
            for width in WIDTHS:
                lines = [offer(view, action, width) for action in view.legal]
                double = {line for line in lines if lines.count(line) > 1}
                assert not double


@pytest.mark.parametrize("seed", range(4))
def test_every_play_and_turn_is_told_by_a_name_and_a_full_stop(seed: int) -> None:
    for match in states(seed):
        view = match.view(None)
        assert last_turn(view).endswith(".")
        assert len(list(state_in_words(view))) >= 5
        for play in view.round.plays[-1:]:
            told = story(play, match.names)
            assert told == "" or (told[0].isupper() and told.endswith(".")), told
            assert told or play.action.kind in (Kind.USE, Kind.DRAW)
        assert turn_story(view.round.last_turn, match.names) or not view.round.plays


def test_each_clause_of_a_turn_names_its_player_when_it_changes() -> None:
    match = staged("s4r h4y s8v", "s4r", other_lies="h4g s2y -", life=(38, 17))
    match = played(match, "attack:1:1", "lay:h4y:1", "use:s8v", "draw", "end")
    told = turn_story([play for play in match.round.plays if play.seat == 0], match.names)
    assert told.startswith(
        "Anna attacked with red sword 4 (6), broke green shield 4 (4), Bruno lost 2 LP, "
        "struck back with yellow sword 2 (2), Anna lost 2 LP, laid yellow shield 4, used violet sword 8, "
        "drew 3 cards"
    ), told


def test_two_strikes_with_one_sword_are_told_as_such() -> None:
    match = played(staged("h8v", "s4r", other_lies="h10x"), "use:h8v", "strike:own1")
    assert last_turn(match.view(None)) == (
        "Anna used violet shield 8 and attacked with red sword 4 twice. Bruno lost 12 LP."
    )


def test_a_moved_card_is_told_as_a_sentence_of_its_own() -> None:
    match = played(staged("s1r"), "use:s1r", "remove:shop2")
    assert story(match.round.plays[-1], match.names) == "Green shield 4 went to the shop discard."


def test_every_open_card_can_be_read() -> None:
    match = staged("h1b", "b+1/s4r", other_lies="b+2", discard="s1v", other_discard="s1v", shop_discard="s2r")
    view = match.round.view(match.round.turn)
    places = open_places(view)
    assert len(places) == len(set(places)) == 5 + 1 + 2 + 3
    draft = Draft.begin(view.legal)
    assert draft.look(places).looked_at == places[0]
    assert {str(card) for card in CARDS} >= {str(find_card(view, place)) for place in places}
    assert cards("s2r")[0] in [find_card(view, place) for place in places]


def test_actions_with_equal_cards_are_told_apart_by_their_places() -> None:
    match = staged("s1r", "s1r s1r s10x", other_lies="h1r h1y h1g", other_hand="")
    view = match.round.view(match.round.turn)
    lines = {str(action): offer(view, action) for action in view.legal}
    assert lines["attack:1:21"] == "your 1 breaks 2, 1"
    assert lines["attack:3:123"] == "sword 10 breaks 1, 2, 3"
    assert lines["use:s1r"] == "use red sword 1"
    assert lines["use:2"] == "use 2: red sword 1"
    assert len(set(lines.values())) == len(lines)


def test_a_purchase_names_the_card_and_what_pays_for_it() -> None:
    match = staged("h1b", "s2r h1g s1r", shop="s3r s3b h3x s8y s2y")
    view = match.round.view(match.round.turn)
    narrow = {str(action): offer(view, action) for action in view.legal}
    wide = {str(action): offer(view, action, 40) for action in view.legal}
    assert narrow["buy:5:1"] == "buy sword 2 with 1"
    assert wide["buy:5:1"] == "buy yellow sword 2 with 1"
    assert narrow["buy:1:13"] == "buy shop 1 with 1, 3"
    assert wide["buy:1:13"] == "buy red sword 3 with 1 and 3"
