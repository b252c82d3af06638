"""A hint in words: the action, why, how often the advisor plays it, and the chance to win."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from engarde_tui.language import tr
from engarde_tui.play.scene import Words
from engarde_tui.play.words import advisor_title, how_often, percent
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
    if hint.is_mine:
        what = tr("Hint: {action}, as you have picked.", action=action)
    else:
        what = tr("Hint: {action}.", action=action)
    text = with_reasons(what, hint.reasons, width)
    if hint.is_counted:
        upper = tr("Counted to the end of the round")
        lower = tr(
            "{key} plays it · your chance to win the round: {chance}", key=play, chance=percent(hint.chance)
        )
        return Words(text, ready=True, is_news=True, edges=(upper, lower))
    upper, *longer = _as_good(hint, others) if hint.plays_best else _as_often(hint, often, others)
    for words in longer:
        if cell_len(words) > edge:
            break
        upper = words
    lower = tr(
        "{key} plays it · your chance to win the round if the {bot} plays on: {chance}",
        key=play,
        bot=advisor_title(hint.advisor),
        chance=percent(hint.chance),
    )
    return Words(text, ready=True, is_news=True, edges=(upper, lower))


_Others = Sequence[tuple[str, float]]
"""Other actions, and how often the advisor plays each."""


def _as_good(hint: HintWords, others: _Others) -> Iterator[str]:
    """Yield that the advisor plays an action, then with one more that is nearly as good each time."""
    bot, actions = advisor_title(hint.advisor), ""
    yield tr("The {bot} plays this", bot=bot)
    for other, _ in others:
        actions = tr("{actions}, {action}", actions=actions, action=other) if actions else other
        yield tr("The {bot} plays this; nearly as good: {actions}", bot=bot, actions=actions)


def _as_often(hint: HintWords, often: float, others: _Others) -> Iterator[str]:
    """Yield how often the advisor plays an action, then with one more and how often that is played."""
    words = tr("The {bot} plays this {often}", bot=advisor_title(hint.advisor), often=how_often(often))
    yield words
    for other, less_often in others:
        more = tr("{action}, {often}", action=other, often=how_often(less_often))
        words = tr("{actions}; {action}", actions=words, action=more)
        yield words


def with_reasons(text: str, reasons: Sequence[str], width: int) -> str:
    """Return a text with as many reasons after it as fit into a frame of `width` columns."""
    for reason in reasons:
        longer = f"{text} {reason}".strip()
        if len(wrapped(longer, width)) > ROWS:
            break
        text = longer
    return text
