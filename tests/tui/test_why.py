"""Motives in words: true, short, and each with whose cards it counts."""

import re
from itertools import pairwise

import pytest
from tui.states import MIDDLE, NEAR, ONE_LEFT_AT_3, random_rounds, staged

from engarde_tui.games.en_garde.why import why
from engarde_tui.games.en_garde.words import to_do
from engarde_tui.screens.hints import ROWS, HintWords, hint_in_words
from engarde_tui.widgets.text_lines import wrapped
from engine.en_garde import PRESETS, Match, parse_action

AT_8 = staged(script=MIDDLE, left="12335")
AT_3 = staged(script=NEAR, left="12333")
CORNERED = staged(script="+5 +1 +5 +1 +2 +1", left="11255")
LAST_DRAW = staged(script=ONE_LEFT_AT_3, left="12333")


def said(match: Match, word: str, instead: str = "") -> list[str]:
    """Return what is said of an action of the player to act."""
    round = match.view(match.round.turn).round
    return why(round, parse_action(word), parse_action(instead) if instead else None)


@pytest.mark.parametrize(
    ("match", "word", "sentences"),
    [
        (
            AT_8, "+1",
            (
                "If your opponent advances 2, 4 or 5, you can attack.",
                "But at distance 7, 84% of possible hands reach you by an advance and attack.",
                "You keep two 3s, to attack or parry with.",
                "You gain 1 square, and ground counts if nobody is hit.",
            ),
        ),
        (
            AT_8, "+3A5",
            (
                "If they cannot parry, they must give ground.",
                "But the chance that your opponent can parry and hit back is 18%.",
            ),
        ),
        (
            AT_3, "+2",
            (
                "You keep three 3s, which nobody can parry.",
                "But at distance 1 two 1s hit you, unless you draw one: the chance is 31%.",
                "You gain 2 squares, and ground counts if nobody is hit.",
            ),
        ),
        (
            AT_3, "-3",
            (
                "If your opponent advances 3, 4 or 5, you can attack.",
                "But at distance 6, 90% of possible hands reach you by an advance and attack.",
                "You keep two 3s, to attack or parry with.",
            ),
        ),
        (AT_3, "A333", ("No possible hand can parry three 3s.",)),
        (
            CORNERED, "+2A55",
            (
                "No possible hand can parry two 5s.",
                "You keep two 1s, to attack or parry with.",
            ),
        ),
        (LAST_DRAW, "-1", ("This draws the last card: it wins against 17% of possible hands.",)),
        (LAST_DRAW, "A333", ("This draws the last card and wins, whatever your opponent holds.",)),
        (
            staged("abacus-basic", NEAR, left="12333"), "-3",
            (
                "At distance 6 nothing reaches you; "
                "after any other step at least 54% of possible hands could.",
                "If your opponent advances 3, 4 or 5, you can attack.",
            ),
        ),
        (staged("abacus-basic", NEAR, left="12333"), "A3", ("Every attack hits: this wins the round.",)),
        (
            staged(script=f"{NEAR} A33", right="33345"), "P33",
            (
                "Nothing else is legal.",
                "Then it is your turn at once: no possible hand can parry one more 3.",
            ),
        ),
        (staged(script=f"{NEAR} A33", right="11224"), "H", ("You have no defence.",)),
    ],
)  # fmt: skip
def test_an_action_has_its_reasons_the_most_telling_first(
    match: Match, word: str, sentences: tuple[str, ...]
) -> None:
    """The engine's tests count the figures."""
    assert said(match, word) == list(sentences)


def test_compared_with_one_other_action_only_what_is_better_is_said() -> None:
    assert said(CORNERED, "-5", "+1")[0] == (
        "At distance 12 nothing reaches you; if you advance 1, 96% of possible hands could."
    )
    assert said(AT_3, "+1", "+2") == [], "it is more dangerous, and gains less"
    two = said(AT_3, "A33", "-3")[0]
    assert two.endswith("of possible hands cannot parry two 3s.")
    assert two not in said(AT_3, "A33", "A333"), "that would speak for the other"
    assert said(AT_3, "A333", "A33") == ["No possible hand can parry three 3s."]


@pytest.mark.slow
def test_compared_with_one_other_action_nothing_sounds_like_a_reason_against() -> None:
    """A danger is named with the greater one; a few hands beaten, with the fewer."""
    assert said(LAST_DRAW, "-1", "-3") == [
        "This draws the last card: it wins against 17% of possible hands; if you step back 3, that wins "
        "against none."
    ]
    assert said(LAST_DRAW, "-1", "-2") == said(LAST_DRAW, "-1", "+2") == []
    for rules in PRESETS.values():
        for state in random_rounds(rules, 3, seed=5):
            view = state.view(state.turn)
            for action, instead in pairwise(view.legal):
                for sentence in why(view, action, instead):
                    danger = re.search("hits? you|reach you by|reaches you, which|hit back", sentence)
                    assert not danger or f"; if you {to_do(instead)}, " in sentence
                    assert "against no possible hand" not in sentence


def test_few_hands_that_cannot_parry_are_no_reason_to_attack() -> None:
    assert not any("cannot parry one 5" in sentence for sentence in said(AT_8, "+3A5"))
    assert "nothing reaches you" not in " ".join(said(staged(left="12345"), "+1")), "who could, at 21?"


def test_where_nobody_can_evade_one_figure_says_it() -> None:
    match = staged(script="+5 +2 +5 +3 +5 -5", left="11334")
    assert said(match, "+4A33")[0] == "89% of possible hands can neither parry nor evade."


def test_a_parry_after_which_the_player_may_attack_does_not_end_the_round() -> None:
    script = "+5 +4 -4 +5 +5 +1 +1 -4 +2 +1 +1 -2 +4 A33"
    assert said(staged("abacus-standard", script, left="22333"), "P33") == [
        "Nothing else is legal.",
        "The pile is empty, so you can work out the other hand: you win after the parry.",
    ]


def test_once_the_pile_is_empty_the_end_that_is_named_is_the_one_that_comes() -> None:
    known, named = "The pile is empty, so you can work out the other hand: this ", set()
    for state in random_rounds(PRESETS["ferti-advanced"], 150, seed=5):
        view = state.view(state.turn)
        for action in () if state.draw_pile else view.legal:
            (end,) = [words for words in why(view, action) if words.startswith(known)] or [""]
            result = state.play(action).result
            if end and result is not None:
                word = {None: "draws", state.turn: "wins"}.get(result.winner, "loses")
                assert end == f"{known}{word}."
                named.add(word)
    assert named == {"wins", "draws", "loses"}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_first_reason_of_every_action_fits_into_the_smallest_frame(rules: object) -> None:
    for state in random_rounds(rules, 4, seed=3):
        view = state.view(state.turn)
        for action in view.legal[::3]:
            motives = why(view, action)
            words = hint_in_words(HintWords("master", {to_do(action): 1.0}, 0.5, motives), 76, 50, "enter")
            assert len(wrapped(words.text, 76)) <= ROWS
            assert words.text.startswith(" ".join([f"Hint: {to_do(action)}.", *motives[:1]]))


def test_the_odds_of_other_actions_stand_beside_those_of_the_first_as_far_as_they_fit() -> None:
    """In words that nobody takes for a chance to win."""
    hint = HintWords("master", {"advance 5": 0.7, "advance 3": 0.21, "step back 4": 0.09}, 0.61, [])
    words = hint_in_words(hint, 76, 61, "enter")
    assert words.text == "Hint: advance 5."
    assert words.edges[0] == "The master plays this 7 times in 10; advance 3, 2 times in 10"
    assert words.edges[1] == "enter plays it · your chance to win the round if the master plays on: 61%"
    assert hint_in_words(hint, 76, 40, "enter").edges[0] == "The master plays this 7 times in 10"


def test_an_advisor_who_always_plays_the_best_says_what_is_nearly_as_good() -> None:
    """Its odds are no frequencies, so none are named."""
    hint = HintWords("master", {"attack": 0.7, "buy": 0.2, "lay": 0.1}, 0.61, [], plays_best=True)
    upper = "The master plays this; nearly as good: buy, lay"
    assert hint_in_words(hint, 76, len(upper), "enter").edges[0] == upper
    assert hint_in_words(hint, 76, len(upper) - 1, "enter").edges[0] == upper.removesuffix(", lay")
    assert hint_in_words(hint, 76, 20, "enter").edges[0] == "The master plays this"
