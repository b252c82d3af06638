"""Reasons in words."""

import pytest
from swords_and_shields_ui.duels import staged

from engarde_tui.games.swords_and_shields.reason_words import reason_in_words
from engarde_tui.widgets.wrapping import wrapped
from engine.match import Match
from engine.swords_and_shields import parse_action
from engine.swords_and_shields.bots.reasons import reason_of

NARROW, WIDE = 76, 200


def said(match: Match, plan: str, columns: int = WIDE) -> str:
    """Return the reason of the first action of a plan."""
    view = match.round.view(match.round.turn)
    return reason_in_words(view, reason_of(view, [parse_action(word) for word in plan.split()]), columns)


SHIELDED = staged("s1r s3g h1g", "s5r - -", other_lies="h4g s2y -", shop="s3r h8g b+2 dh-3 s10x")
EXAMPLES = [
    (SHIELDED, "attack:1:1", "its 7 breaks shield 4 (4); they lose 3 LP; their sword 2 strikes back for 2."),
    (SHIELDED, "lay:s3g:2", "it strikes back for 3 if they attack."),
    (SHIELDED, "lay:h1g:2", "Lay green shield 1 on 2: a shield of 1;"),
    (SHIELDED, "lay:s1r:2 lay:s3g:3 buy:1:3", "Lay red sword 1 on 2: it strikes back for"),
    (SHIELDED, "lay:s3g:2 buy:1:2", "to buy red sword 3 for exactly 3 swords: strength 3, where your cards"),
    (SHIELDED, "use:1 remove:opp1", "green shield 4 leaves their display"),
    (SHIELDED, "end", "End the turn: their open swords can take 2 LP; your swords strike back for 7"),
    (staged("h1y", "s8r - -", life=(50, 9)), "attack:1", "Attack with red sword 8: it wins the game."),
    (staged("h1y s1x", "h4r - -", shop="dh-3 - - - -"), "buy:1:1", "it costs them 3 LP or a place in hand"),
]


@pytest.mark.parametrize(("match", "plan", "words"), EXAMPLES)
def test_a_reason_names_what_counts(match: Match, plan: str, words: str) -> None:
    assert words in said(match, plan)


@pytest.mark.parametrize(("match", "plan", "words"), EXAMPLES)
def test_a_reason_takes_two_lines_of_the_smallest_window(match: Match, plan: str, words: str) -> None:
    narrow = said(match, plan, NARROW)
    assert len(wrapped(narrow, NARROW)) <= 2
    assert narrow.count(":") >= 1, "what to do, and at least one reason"
