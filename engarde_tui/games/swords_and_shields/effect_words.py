"""The effects in words, for every room there is for them."""

from typing import Final, NamedTuple

from engarde_tui.games.swords_and_shields.names import either
from engarde_tui.language import tr, tr_as, tr_count
from engine.swords_and_shields import Card, Effect, EffectKind


class EffectWords(NamedTuple):
    """An effect in words."""

    full: str
    medium: str
    """At most 13 columns, for a large card."""
    narrow: str
    """At most 8 columns, for a small card."""


EFFECT_WORDS: Final = {
    EffectKind.DRAW: EffectWords("you draw {number}", "draw {number}", "draw {number}"),
    EffectKind.DRAW_ANY: EffectWords("draw from any deck", "draw any deck", "draw any"),
    EffectKind.FLOOD: EffectWords("your opponent draws {number}", "they draw {number}", "they {number}"),
    EffectKind.RECOVER: EffectWords("take your top discard", "take discard", "take top"),
    EffectKind.SIFT: EffectWords("turn over your deck, keep a colour", "turn over", "turn ov."),
    EffectKind.REMOVE: EffectWords("discard a shop card", "discard shop", "dis.shop"),
    EffectKind.DISARM: EffectWords("discard any shield", "disc. shield", "dis.shld"),
    EffectKind.MOVE: EffectWords("move a card to a discard", "move a card", "move"),
    EffectKind.SWEEP: EffectWords("discard their display", "disc. display", "dis.disp"),
    EffectKind.DESTROY: EffectWords("destroy a card for its effect", "destroy card", "destroy"),
    EffectKind.TRIGGER: EffectWords("trigger a shop card", "trigger shop", "trigger"),
    EffectKind.REVENGE: EffectWords("revenge for an attack", "revenge", "revenge"),
    EffectKind.STRIKE_SHIELD: EffectWords("attack with any shield", "attack shield", "att.shld"),
    EffectKind.STRIKE_SWORD: EffectWords("attack with another sword", "attack sword", "att.swrd"),
    EffectKind.STRIKE_TWICE: EffectWords("attack twice with your sword", "attack twice", "att. 2×"),
    EffectKind.HEAL: EffectWords("heal {number} LP", "heal {number} LP", "heal {number}"),
    EffectKind.DAMAGE: EffectWords("deal {number} damage", "deal {number}", "deal {number}"),
    EffectKind.BLESS: EffectWords("your opponent gains {number} LP", "they gain {number}", "they +{number}"),
}
"""One name for each effect, as everything else calls it, too; on cards it is cut short."""


def effect_in_words(effect: Effect) -> str:
    """Return an effect in words: "you draw 3"."""
    match effect.kind:
        # Other languages than English name the cards.
        case EffectKind.DRAW:
            return tr_count("you draw {number}", "you draw {number}", effect.number)
        case EffectKind.FLOOD:
            return tr_count("your opponent draws {number}", "your opponent draws {number}", effect.number)
        case kind:
            return tr(EFFECT_WORDS[kind].full, number=effect.number)


def effect_on_card(effect: Effect, *, is_large: bool) -> str:
    """Return an effect as it stands on a large or small card."""
    words = EFFECT_WORDS[effect.kind]
    if is_large:
        return tr_as("large card", words.medium, number=effect.number)
    return tr_as("small card", words.narrow, number=effect.number)


def effects_in_words(card: Card) -> str:
    """Return what destroying a card does; "" if nothing."""
    return either(map(effect_in_words, card.effects))
