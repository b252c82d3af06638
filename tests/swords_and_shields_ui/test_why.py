"""Reasons in words."""

import pytest
from swords_and_shields_ui.duels import staged

from engarde_tui.games.swords_and_shields.why import why
from engine.match import Match
from engine.swords_and_shields import parse_action

SHIELDED = staged("s1r s3g h1g", "s5r - -", other_lies="h4g s2y -", shop="s3r h8g b+2 dh-3 s10x")
EXAMPLES = [
    (
        SHIELDED,
        "attack:1:1",
        "Its strength of 7 breaks shield 4. They lose 3 LP. Their sword 2 strikes back: you lose 2",
    ),
    (SHIELDED, "lay:s3g:2", "It strikes back for 3 if they attack."),
    (SHIELDED, "lay:h1g:2", "It defends you with 1."),
    (
        SHIELDED,
        "lay:s1r:2 attack:1:1",
        "It makes red sword 5 stronger, which attacks for 8 and breaks shield 4",
    ),
    (SHIELDED, "lay:s3g:2 attack:2", "It strikes back for 3"),
    (
        SHIELDED,
        "lay:s3g:2 buy:1:2",
        "Then you can buy red sword 3, for exactly 3 swords. Its strength is 3, your",
    ),
    (SHIELDED, "use:1 remove:opp1", "Then discard their #1. Green shield 4 leaves their display."),
    (
        staged("h8v s1r", "s4r - -", other_lies="h10x"),
        "use:h8v strike:own1",
        "Then attack with your #1. They lose 12 LP. Red sword 4 attacks twice, and no shield helps.",
    ),
    (
        SHIELDED,
        "end",
        "Their open swords can take 2 LP. 6 of their 12 hidden cards are swords, of strength up to 3. "
        "Your swords strike back for 7.",
    ),
    (staged("h8y", "- - -"), "end", "6 of their 12 hidden cards are swords, of strength up to 3. You keep 1"),
    (staged("h1y", "s8r - -", life=(50, 9)), "attack:1", "That wins the round."),
    (staged("h1y s1x", "h4r - -", shop="dh-3 - - - -"), "buy:1:1", "costs them 3 LP or a place in hand."),
    (staged("h1y s1x", "h1r - -"), "use:h1y draw", "You then hold 2 cards."),
    (
        staged("h1y", "s3g - -", other_lies="h1x - -"),
        "attack:1:1",
        "Its strength of 3 breaks shield 1 (here 3).",
    ),
    (
        staged("ds-2 h1y", "s5g - -"),
        "lay:ds-2:2 attack:1",
        "Until then you lose 2 LP.",
    ),
    (staged("ds-2 h1y", "- - -", other_lies="s5r - -", life=(2, 50)), "lay:ds-2:2", "It costs you 2 LP now"),
]


@pytest.mark.parametrize(("match", "plan", "words"), EXAMPLES)
def test_a_reason_names_what_counts(match: Match, plan: str, words: str) -> None:
    view = match.round.view(match.round.turn)
    assert words in " ".join(why(view, [parse_action(word) for word in plan.split()]))
