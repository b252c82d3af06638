"""The rules in which the editions of En Garde differ, and the five published combinations."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import ClassVar, Final

from engine.game import MalformedRulesError, quote
from engine.message import message

PISTE_SQUARES: Final = 23
HAND_SIZE: Final = 5
CARD_VALUES: Final = (1, 2, 3, 4, 5)
COPIES_OF_A_VALUE: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A playable combination of rules, each on or off.

    Raises ValueError, naming the rules that clash, if a combination cannot be played.
    """

    GAME: ClassVar[str] = "en-garde"

    parry: bool
    """Attacks can be parried and may use several cards; if off, every attack is one card and hits."""
    indirect: bool
    """A fencer may advance and attack in one turn; such an attack can also be evaded."""
    last_chance: bool
    """Once the pile is empty, the opponent of whoever drew the last card may make one direct attack."""
    cards_decide: bool
    """In a showdown, the number of cards equal to the distance decides before the squares advanced."""
    final_evasion_skips_cards: bool
    """After an evasion made with the pile already empty, only the squares advanced decide."""
    open_discard: bool = False
    """Both players may see all discards; the play is the same."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if not isinstance(getattr(self, field.name), bool):
                raise ValueError(
                    f"the rule {field.name!r} is True or False, not {getattr(self, field.name)!r}"
                )
        if self.indirect and not self.parry:
            raise ValueError(
                message(
                    "{rule} needs {other}: without it every attack hits", rule="'indirect'", other="'parry'"
                )
            )
        if self.final_evasion_skips_cards and not (self.indirect and self.cards_decide):
            raise ValueError(
                message(
                    "{rule} needs {one} and {other}",
                    rule="'final_evasion_skips_cards'",
                    one="'indirect'",
                    other="'cards_decide'",
                )
            )


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "abacus-basic": Rules(
            parry=False, indirect=False, last_chance=True, cards_decide=False, final_evasion_skips_cards=False
        ),
        "abacus-standard": Rules(
            parry=True, indirect=False, last_chance=True, cards_decide=True, final_evasion_skips_cards=False
        ),
        "abacus-advanced": Rules(
            parry=True, indirect=True, last_chance=True, cards_decide=True, final_evasion_skips_cards=True
        ),
        "ferti-standard": Rules(
            parry=True, indirect=False, last_chance=False, cards_decide=True, final_evasion_skips_cards=False
        ),
        "ferti-advanced": Rules(
            parry=True, indirect=True, last_chance=False, cards_decide=True, final_evasion_skips_cards=False
        ),
    }
)
"""The published rules by name: edition and level."""

DEFAULT_PRESET: Final = "ferti-advanced"

_HOUSE: Final = "house"
"""The first word of written rules that are not a preset."""


def preset_name(rules: Rules) -> str | None:
    """Return the name of the preset that `rules` match, ignoring `open_discard`; None for house rules.

    >>> preset_name(PRESETS["abacus-basic"])
    'abacus-basic'
    """
    for name, preset in PRESETS.items():
        if all(
            getattr(rules, field.name) == getattr(preset, field.name)
            for field in fields(rules)
            if field.name != "open_discard"
        ):
            return name
    return None


def write_rules(rules: Rules) -> str:
    """Return `rules` as text: a preset (and "open_discard"), or "house" and the rules that are on."""
    preset = preset_name(rules)
    on = [field.name for field in fields(rules) if getattr(rules, field.name)]
    return " ".join([_HOUSE, *on] if preset is None else [preset, *({"open_discard"} & set(on))])


def parse_rules(text: str) -> Rules:
    """Return the rules that `write_rules` wrote as `text`.

    Raises MalformedRulesError if a word is unknown, ValueError if the rules clash.

    >>> parse_rules("ferti-advanced") == PRESETS["ferti-advanced"]
    True
    """
    name, *on = text.split() or [""]
    known = {field.name for field in fields(Rules)}
    if name not in PRESETS and name != _HOUSE:
        raise MalformedRulesError(
            message(
                "the rules are one of {presets} or {house}, not {text}",
                presets=", ".join(PRESETS),
                house=_HOUSE,
                text=quote(name),
            )
        )
    for number, word in enumerate(on, 2):
        if word not in known:
            why = message(
                "{text} is not a house rule; these are: {rules}",
                text=quote(word),
                rules=", ".join(sorted(known)),
            )
            raise MalformedRulesError(why, number)
    if name == _HOUSE:
        return Rules(**{field: field in on for field in known})
    return replace(PRESETS[name], **dict.fromkeys(on, True))
