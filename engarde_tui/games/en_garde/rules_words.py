"""The rules of En Garde in words, and what the table shows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from engarde_tui.language import put, tr
from engine.en_garde import Rules
from engine.en_garde.rules import DEFAULT_PRESET, PRESETS, preset_name
from engine.message import Message, message

_TITLES: Final[Mapping[str, Message]] = {
    "abacus-basic": message("Abacus basic"),
    "ferti-standard": message("Ferti standard"),
    "abacus-standard": message("Abacus standard"),
    "ferti-advanced": message("Ferti advanced"),
    "abacus-advanced": message("Abacus advanced"),
}
"""The titles of the presets; Abacus and Ferti are publishers."""

PRESET_LINES: Final[Mapping[str, Message]] = {
    "abacus-basic": message("simplest: every attack hits; last chance at the end"),
    "ferti-standard": message("attack and parry"),
    "abacus-standard": message("attack and parry; last chance at the end"),
    "ferti-advanced": message("recommended: the whole game, as the lesson teaches it"),
    "abacus-advanced": message("the whole game; last chance at the end"),
}
"""Each preset in one line, the easiest first."""

PRESETS_IN_SIGHT: Final = frozenset({"ferti-advanced", "abacus-basic"})
"""Those of a form that does not show everything: the whole game, and the simplest."""

HOUSE_RULES_TITLE: Final = message("House rules")
"""The title of rules that are no preset."""

HOUSE_RULES: Final[Mapping[str, Message]] = {
    "parry": message("attacks can be parried"),
    "indirect": message("advance and attack, evade"),
    "last_chance": message("a last chance to attack"),
    "cards_decide": message("cards count before squares"),
    "open_discard": message("open discard pile"),
    "final_evasion_skips_cards": message("no card comparison after a final evasion"),
}
"""The labels of the fields of `Rules` in the form."""

ABOUT_HOUSE_RULES: Final[Mapping[str, Message]] = {
    "parry": message("An attack can be stopped by as many cards of the same value."),
    "indirect": message("You may advance and attack in one turn; such an attack can be evaded."),
    "last_chance": message("Once the pile is empty, whoever did not draw last may attack once."),
    "cards_decide": message("If nobody is hit, cards equal to the distance count first, then ground."),
    "open_discard": message("Everybody may look at all discards, not only at the top one."),
    "final_evasion_skips_cards": message("If the round ends with an evasion, only ground counts."),
}
"""A sentence on each."""

_UNLIKE_LESSON: Final[Mapping[str, Message]] = {
    "parry": message("every attack hits"),
    "indirect": message("no advance and attack"),
    "last_chance": message("a last chance to attack at the end"),
    "cards_decide": message("only ground decides"),
    "final_evasion_skips_cards": message("only ground decides after a final evasion"),
}
"""What differs where a field of `Rules` is not as in the lesson, which teaches the default rules."""


def rules_title(rules: Rules) -> str:
    """Return the title of the rules: a preset's, or "House rules"."""
    name = preset_name(rules)
    title = put(_TITLES[name] if name else HOUSE_RULES_TITLE)
    return tr("{title}, open discards", title=title) if rules.open_discard else title


def kind(rules: Rules) -> str:
    """Return the title of the rules, the open discard pile aside."""
    return rules_title(replace(rules, open_discard=False))


def unlike_lesson(rules: Rules) -> str:
    """Return how rules differ from those of the lesson; "" if they do not.

    >>> unlike_lesson(PRESETS["ferti-standard"])
    'no advance and attack'
    """
    known = PRESETS[DEFAULT_PRESET]
    return "; ".join(
        put(words) for name, words in _UNLIKE_LESSON.items() if getattr(rules, name) != getattr(known, name)
    )


def rules_in_short(rules: Rules) -> list[str]:
    """Return the rules of the game, one point each."""
    return [" ".join(sentences) for sentences in _points(rules)]


def _points(rules: Rules) -> Iterator[list[str]]:
    """Yield the sentences of each point of the rules."""
    yield [
        tr(
            "Hit the other fencer to win the round; the first to win the agreed number of rounds wins the "
            "match. The distance is the difference between the two squares. Fencers take turns starting a "
            "round."
        )
    ]
    yield [
        tr(
            "Fencers start on squares 1 and 23. A card moves your fencer forward or back by its value, never "
            "onto or past the other fencer, never off the piste. Then draw back up to five cards."
        )
    ]
    yield [
        tr("There are 25 cards, five of each value from 1 to 5."),
        tr("You may always count the draw pile; all discards are open.")
        if rules.open_discard
        else tr("You may always count the draw pile; only the top discard shows."),
    ]
    yield [
        tr("Attack with cards equal to the distance."),
        tr("Play two or more to force a bigger parry.")
        if rules.parry
        else tr("You play one card, and it hits: you win the round."),
    ]
    if rules.parry:
        yield [
            tr(
                "Parry with the same number of cards of that value, then take your turn at once, before "
                "drawing. If you cannot answer, you are hit and lose the round. Three cards can never be "
                "parried."
            )
        ]
    if rules.indirect:
        yield [
            tr(
                "Advance and attack in one turn: one card to move, then cards equal to the new distance. You "
                "can also evade such an attack: step back with one card, which ends your turn."
            )
        ]
    yield [tr("If you have no legal move on your own turn, you lose the round.")]
    end = [tr("The round ends when the last card is drawn.")]
    if rules.parry:
        end.append(tr("An attack on the table is answered first."))
    if rules.last_chance:
        end.append(tr("Then the fencer who did not draw the last card may make one direct attack."))
    yield end
    decision = [
        tr(
            "If nobody was hit, whoever holds more cards matching the distance wins; if equal, whoever "
            "gained more ground wins; otherwise the round is drawn."
        )
        if rules.cards_decide
        else tr("If nobody was hit, whoever gained more ground wins; otherwise the round is drawn.")
    ]
    if rules.final_evasion_skips_cards:
        decision.append(tr("There is no card comparison after a final evasion."))
    yield decision
    if rules == PRESETS[DEFAULT_PRESET]:
        yield [put(_PUBLISHERS)]


_PUBLISHERS: Final = message(
    "Two publishers have brought the game out, Ferti and Abacus, and its rules are named after them. The "
    "standard rules leave out advancing and attacking in one turn; Abacus basic also drops the parry: there "
    "every attack hits. The Abacus rules give one more chance to attack once the pile is empty. You choose "
    "them when you set up a match."
)


SCREEN_IN_SHORT: Final = (
    message(
        "The numbers on the piste are your cards: 4› stands on the square where a 4 takes you. The line "
        "below measures the distance; ground is how many squares each fencer has gained."
    ),
    message(
        "A dot (·) marks the shaded squares up to five before the other fencer: from there you can hit. A "
        "large dot (•) on a brighter square means that you hold the card for it."
    ),
    message(
        "The hatched squares are the last two of each end. The lines of a real piste, in its middle (┃) and "
        "on squares 9 and 15 (│), mean nothing in this game."
    ),
    message(
        "A card with a dagger on its edge hits at this distance, or parries. A new card is marked until the "
        "next key."
    ),
    message("The lamps beside a name are the rounds that fencer has won. An arrow marks who is to act."),
    message(
        "In the review of a match the lines of a round add up to its result, 100 if it was won, 0 if lost: "
        "the chance at the start, what cards and choices changed, and the rest, as nobody sees both hands."
    ),
    message(
        "A hint counts every hand your opponent may hold. Its chance to win the round, a draw being half a "
        "win, also weighs what your opponent has played, as if the master played on for both."
    ),
)
"""What a player sees at the table, one point each."""
