"""A hint in words: the action, why, how often the advisor plays it, and the chance to win."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engarde_tui.play.scene import Words
from engarde_tui.play.words import how_often, percent
from engarde_tui.presentation import presentation_of
from engarde_tui.widgets.text_lines import wrapped
from engine.bot import Hint
from engine.game import View, game_of

ROWS: Final = 2
"""Rows inside the frame."""


class HintWords(NamedTuple):
    """What a hint tells."""

    advisor: str
    """The name of the bot that gives it."""
    odds: Mapping[str, float]
    """How often the advisor plays each action, 0 to 1, by the words for it, the likeliest first."""
    chance: float
    """The chance to win, 0 to 1, if the advisor plays for both."""
    reasons: Sequence[str]
    """What can be said of the likeliest action, a sentence each, the most telling first."""
    plays_best: bool = False
    """Whether the advisor always plays the likeliest action, and would be nearly as happy with the others."""
    is_counted: bool = False
    """The chance is exact, however the advisor would play."""
    is_mine: bool = False
    """Whether the player has composed the likeliest action."""

    @classmethod
    def of(cls, hint: Hint, view: View, words_of: Callable[[Any], str], mine: Any = None) -> "HintWords":
        """Return what a hint for the turn of `view.seat` tells; `words_of` returns those for an action.

        It is compared with `mine`, the turn that the player has composed, else with the advisor's next best.
        """
        why = presentation_of(view.rules).why
        action, second, *_ = *hint.odds, None
        if mine is not None and mine != action:
            second = mine
        return cls(
            game_of(view.rules).advisor,
            {words_of(action): odds for action, odds in hint.odds.items()},
            hint.chance,
            why(view, action, second, hint.plan) or why(view, action, plan=hint.plan),
            hint.plays_best,
            hint.is_counted,
            mine == action,
        )


def hint_in_words(hint: HintWords, width: int, edge: int, play: str) -> Words:
    """Return a hint for a frame of `width` columns, `edge` of which are free in its upper edge.

    `play` is the key that plays. As many reasons are given as fit. Odds and chance stand in the edges, each
    with whose play it is about.
    """
    (action, often), *others = hint.odds.items()
    what = f"Hint: {action}, as you have picked." if hint.is_mine else f"Hint: {action}."
    text = with_reasons(what, hint.reasons, width)
    if hint.is_counted:
        lower = f"{play} plays it · your chance to win the round: {percent(hint.chance)}"
        return Words(text, ready=True, is_news=True, edges=("Counted to the end of the round", lower))
    if hint.plays_best:
        upper = f"The {hint.advisor} plays this"
        more = [
            f"{'; nearly as good: ' if not number else ', '}{other}"
            for number, (other, _) in enumerate(others)
        ]
    else:
        upper = f"The {hint.advisor} plays this {how_often(often)}"
        more = [f"; {other}, {how_often(less_often)}" for other, less_often in others]
    for words in more:
        if len(upper + words) > edge:
            break
        upper += words
    condition = f"if the {hint.advisor} plays on"
    lower = f"{play} plays it · your chance to win the round {condition}: {percent(hint.chance)}"
    return Words(text, ready=True, is_news=True, edges=(upper, lower))


def with_reasons(text: str, reasons: Sequence[str], width: int) -> str:
    """Return a text with as many reasons after it as fit into a frame of `width` columns."""
    for reason in reasons:
        longer = f"{text} {reason}".strip()
        if len(wrapped(longer, width)) > ROWS:
            break
        text = longer
    return text
