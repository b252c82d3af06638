"""The effects in words, for every room there is for them."""

from typing import Final, NamedTuple

from engine.swords_and_shields import Card, Effect, EffectKind


class EffectWords(NamedTuple):
    """An effect in words; {} stands for its number."""

    full: str
    medium: str
    """At most 13 columns, for a large card."""
    narrow: str
    """At most 8 columns, for a small card."""


EFFECT_WORDS: Final = {
    EffectKind.DRAW: EffectWords("draw {}", "draw {}", "draw {}"),
    EffectKind.DRAW_ANY: EffectWords("draw from any deck", "draw any deck", "draw any"),
    EffectKind.FLOOD: EffectWords("they draw {}", "they draw {}", "flood {}"),
    EffectKind.RECOVER: EffectWords("take your top discard", "take discard", "recover"),
    EffectKind.SIFT: EffectWords("turn over your deck, keep a colour", "sift deck", "sift"),
    EffectKind.REMOVE: EffectWords("discard a shop card", "discard shop", "remove"),
    EffectKind.DISARM: EffectWords("discard any shield", "remove shield", "disarm"),
    EffectKind.MOVE: EffectWords("move a card to a discard", "move a card", "move"),
    EffectKind.SWEEP: EffectWords("discard their display", "sweep display", "sweep"),
    EffectKind.DESTROY: EffectWords("destroy a card for its effect", "destroy, use", "destroy"),
    EffectKind.TRIGGER: EffectWords("use a shop card's effect", "use shop card", "trigger"),
    EffectKind.REVENGE: EffectWords("revenge for an attack", "revenge", "revenge"),
    EffectKind.STRIKE_SHIELD: EffectWords("strike with any shield", "shield strike", "strike h"),
    EffectKind.STRIKE_SWORD: EffectWords("strike with another sword", "sword strike", "strike s"),
    EffectKind.STRIKE_TWICE: EffectWords("strike twice with your sword", "strike twice", "strike 2"),
    EffectKind.HEAL: EffectWords("gain {} LP", "heal {}", "heal {}"),
    EffectKind.DAMAGE: EffectWords("{} damage", "damage {}", "wound {}"),
    EffectKind.BLESS: EffectWords("they gain {} LP", "they heal {}", "bless {}"),
}


def effect_in_words(effect: Effect) -> str:
    """Return an effect in words: "draw 3"."""
    return EFFECT_WORDS[effect.kind].full.format(effect.number)


def effects_in_words(card: Card) -> str:
    """Return what destroying a card does; "" if nothing."""
    return " or ".join(map(effect_in_words, card.effects))
