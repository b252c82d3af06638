"""What is said of actions and turns, in every state that random play leads to."""

import re

import pytest
from rich.cells import cell_len
from speaking import speaking
from swords_and_shields_ui.duels import cards, played, staged
from swords_and_shields_ui.twins import states

from engarde_tui.games.swords_and_shields.draft import Draft
from engarde_tui.games.swords_and_shields.history import told, turns_of
from engarde_tui.games.swords_and_shields.offers import (
    NARROW,
    find_card,
    look,
    offer,
    offers,
    open_places,
)
from engarde_tui.games.swords_and_shields.previews import preview
from engarde_tui.games.swords_and_shields.words import last_action, last_turn, log, state_in_words, to_do
from engarde_tui.language import LANGUAGES
from engarde_tui.play.words import begins
from engarde_tui.widgets.text_lines import wrapped
from engine.swords_and_shields import CARDS, Kind

WIDTHS = (NARROW, 33, 40)
"""Columns of a line of the list on the smallest screen, and on larger ones."""


@pytest.mark.by_day(2)
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
            told = preview(view, action, match.names)
            assert told.endswith("."), told
            assert cell_len(told) <= 150, told
            assert to_do(action)


@pytest.mark.by_day(2)
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


def test_the_number_of_a_place_is_marked_and_a_strength_stands_after_the_name_of_its_card() -> None:
    kinds = (Kind.LAY, Kind.USE, Kind.BUY, Kind.ATTACK)
    for match in states(0):
        turn = match.round.turn
        if turn is not None:
            view = match.round.view(turn)
            for action in view.legal:
                for width in WIDTHS if action.kind in kinds else ():
                    line = offer(view, action, width)
                    rest = re.sub(r"(sword|shield|buff|duff) [+-]?\d+|place \d|#[\d,]+", "", line)
                    assert not re.search(r"\d", rest), line


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(4))
def test_every_play_and_turn_is_told_in_whole_sentences(seed: int) -> None:
    for match in states(seed):
        view = match.view(None)
        assert len(list(state_in_words(view))) >= 5
        lines = [text for _, text in log(view)]
        for text in (last_turn(view), last_action(view), *lines):
            assert text[0].isupper()
            assert text.endswith(".")
        assert lines[0] == begins(view)


def test_a_turn_is_told_in_the_order_in_which_it_happened() -> None:
    match = staged("s4r h4y s8v", "s4r", other_lies="h4g s2y -", life=(38, 17))
    match = played(match, "attack:1:1", "lay:h4y:1", "lay:s4r:2", "use:s8v", "draw", "end")
    assert told(turns_of(match.round.view(None))[0], match.names)[1:] == [
        "Anna attacked with red sword 4 (6) and broke green shield 4 (4): Bruno lost 2 LP.",
        "Bruno struck back with yellow sword 2 (2): Anna lost 2 LP.",
        "Anna played yellow shield 4 to place 1 and red sword 4 to place 2.",
        "Anna's violet sword 8 drew 3 cards.",
    ]
    assert last_turn(match.view(None)) == (
        "Anna attacked with red sword 4 and broke green shield 4: Bruno lost 2 LP. "
        "Bruno struck back with yellow sword 2: Anna lost 2 LP. Anna's violet sword 8 drew 3 cards."
    )


def test_two_strikes_with_one_sword_are_told_as_such() -> None:
    match = played(staged("h8v", "s4r", other_lies="h10x"), "use:h8v", "strike:own1")
    assert last_action(match.view(None)) == (
        "Anna's violet shield 8 attacked twice with red sword 4 from Anna's display (6): Bruno lost 12 LP."
    )


@pytest.mark.parametrize(
    ("start", "words", "ends"),
    [
        ("s1r", "use:s1r remove:shop2", "Anna's red sword 1 discarded green shield 4 from the shop."),
        (
            "h8v",
            "use:h8v strike:shop5",
            "Anna's violet shield 8 attacked with yellow sword 8 from the shop (9): Bruno lost 9 LP.",
        ),
        ("s5v", "use:s5v remove:opp1", "Anna's violet sword 5 discarded blue shield 4 from Bruno's display."),
        (
            "s3b",
            "use:s3b move:opp:own",
            "Anna's blue sword 3 moved red sword 2 from Bruno's discard to Anna's discard.",
        ),
        ("s1x", "use:s1x sweep", "Anna's grey sword 1 discarded Bruno's display: blue shield 4."),
        ("h10x", "use:h10x", "Bruno gained 10 LP from Anna's grey shield 10."),
        ("s10x", "use:s10x damage", "Anna's grey sword 10 dealt 10 damage: Bruno lost 10 LP."),
        (
            "s2g",
            "use:s2g destroy:opp destroy:shop2 draw",
            "Green shield 4 drew a card.",
        ),
    ],
)
def test_an_effect_says_where_the_card_lay_that_it_used(start: str, words: str, ends: str) -> None:
    match = staged(start, other_lies="h4b", other_discard="s2r", life=(50, 30))
    assert last_action(played(match, *words.split()).view(None)) == ends


def test_a_name_stays_as_its_player_wrote_it_also_at_the_start_of_a_sentence() -> None:
    match = staged("s1r s10x", names=("anna", "bruno"))
    match = played(match, "use:s1r", "draw", "use:s10x", "damage", "end")
    lines = [text for _, text in log(match.view(None))]
    assert "anna's red sword 1 drew a card." in lines
    assert "anna's grey sword 10 dealt 10 damage: bruno lost 10 LP." in lines
    assert not [line for line in lines if "Anna" in line or "Bruno" in line]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_read_of_a_card_fits_two_lines_of_the_smallest_window(seed: int) -> None:
    for match in states(seed):
        turn = match.round.turn
        if turn is not None:
            view = match.round.view(turn)
            for place in open_places(view):
                assert len(wrapped(look(view, place), 76)) <= 2


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
    assert lines["attack:1:21"] == "your #1 breaks #2,1"
    assert lines["attack:3:123"] == "sword 10 breaks #1,2,3"
    assert lines["use:s1r"] == "destroy red sword 1"
    assert lines["use:2"] == "destroy sword 1 (#2)"
    assert len(set(lines.values())) == len(lines)


def test_a_purchase_names_the_card_and_what_pays_for_it() -> None:
    match = staged("h1b", "s2r h1g s1r", shop="s3r s3b h3x s8y s2y")
    view = match.round.view(match.round.turn)
    narrow = {str(action): offer(view, action) for action in view.legal}
    wide = {str(action): offer(view, action, 40) for action in view.legal}
    assert narrow["buy:5:1"] == "buy sword 2 with #1"
    assert wide["buy:5:1"] == "buy yellow sword 2 with #1"
    assert narrow["buy:1:13"] == "buy shop #1 with #1,3"
    assert wide["buy:1:13"] == "buy red sword 3 with #1,3"


def test_where_its_whole_name_has_no_room_a_card_has_a_small_one_so_that_its_place_is_named() -> None:
    match = staged("s3g ds-2 b+1", "- - -")
    view = match.round.view(match.round.turn)
    lines = {str(action): (offer(view, action, 19), offer(view, action, 18)) for action in view.legal}
    assert lines["lay:s3g:2"] == ("green sword 3 to #2", "sword3 green to #2")
    assert lines["lay:ds-2:2"] == ("sword duff -2 to #2", "duff-2 sword to #2")
    assert lines["lay:b+1:2"] == ("buff +1 to #2", "buff +1 to #2")


def test_lines_of_one_kind_are_shortened_alike() -> None:
    match = staged("s3g h1b", "- - -")
    view = match.round.view(match.round.turn)
    alike = [action for action in view.legal if action.kind is Kind.LAY]
    assert offers(view, alike, 19)[0] == "blue shield 1 to #1"
    # The longer one has room only with a short name, so both have it.
    assert {line.split()[0] for line in offers(view, alike, 18)} == {"shield1", "sword3"}
    assert all(cell_len(line) <= 18 for line in offers(view, view.legal, 18))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_smallest_list_is_cut_in_any_language(language: str) -> None:
    with speaking(language):
        for match in states(0):
            turn = match.round.turn
            if turn is not None:
                view = match.round.view(turn)
                lines = offers(view, view.legal)
                assert len(set(lines)) == len(lines)
                assert [line for line in lines if line.endswith("…")] == []
