"""The cards as the plain rules know them: by their notation."""

from itertools import product

COLOURS = "rygbv"
STARTER = [f"{suit}1{colour}" for suit in "sh" for colour in "rygbvx"]
SHOP = [
    *(f"s{strength}{colour}" for strength in (2, 3, 4, 5, 8) for colour in COLOURS),
    *["s10x"] * 2,
    *(f"h2{colour}" for colour in COLOURS),
    *["h3x"] * 2,
    *(f"h{strength}{colour}" for strength in (4, 8) for colour in COLOURS),
    "h10x",
    *["b+1"] * 2,
    *["b+2"] * 2,
    "b+3",
    *["ds-2"] * 3,
    *["dh-3"] * 3,
]

# How many stones of each colour, and how many swords or shields.
PRICES = {
    "s2": ((1,), "s", 2), "s3": ((2,), "s", 3), "s4": ((3,), "s", 4), "s5": ((3,), "s", 5),
    "s8": ((), "s", 8), "s10": ((), "s", 10),
    "h2": ((1,), "h", 2), "h3": ((2,), "h", 3), "h4": ((3,), "h", 4),
    "h8": ((), "h", 8), "h10": ((), "h", 10),
    "b+1": ((1, 1), "", 0), "b+2": ((2, 1), "", 0), "b+3": ((1, 1, 1), "", 0),
    "ds-2": ((), "h", 2), "dh-3": ((), "h", 4),
}  # fmt: skip

EFFECTS = {
    "s1": ("draw 1", "remove shop"), "h1": ("draw 1", "remove shop"),
    "s1x": ("recover", "sweep"), "h1x": ("recover", "revenge"),
    "s2": ("destroy",), "s3": ("move",), "s4": ("strike shield",), "s5": ("remove shield",),
    "s8": ("draw 3", "flood"), "s10": ("heal", "damage"),
    "h2": ("sift",), "h3": ("trigger",), "h4": ("draw any",), "h8": ("strike twice", "strike sword"),
    "h10": ("bless",),
}  # fmt: skip


def suit(card: str) -> str:
    """Return s, h, or b for a buff."""
    return card[1] if is_duff(card) else card[0]


def is_duff(card: str) -> bool:
    """Return whether it is a duff."""
    return card[0] == "d"


def name(card: str) -> str:
    """Return what cards of the same name share: s4, h3, ds-2."""
    return card if card[0] in "db" else card[:-1]


def strength(card: str) -> int:
    """Return the printed strength."""
    return 0 if is_duff(card) else int(card[1:-1])


def colour(card: str) -> str:
    """Return a letter; x is grey, and a buff has none."""
    return "" if card[0] == "b" else "x" if is_duff(card) else card[-1]


def toll(card: str) -> int:
    """Return the life points that a duff costs."""
    return int(card[3:]) if is_duff(card) else 0


def bonus(buff: str | None) -> int:
    """Return what a buff adds."""
    return 0 if buff is None else int(buff[2:])


def effects(card: str) -> tuple[str, ...]:
    """Return the effects to choose from."""
    return EFFECTS.get(card, EFFECTS.get(name(card), ()))


def pays(stacks: list[list[str | None]], bought: str) -> bool:
    """Return whether these places of a display are exactly the price."""
    stones, currency, price = PRICES[name(bought)]
    cards = [card for _, card in stacks]
    if any(card is None for card in cards):
        return False
    worth = sum(max(strength(str(card)), 1) + bonus(buff) for buff, card in stacks)
    if price and all(suit(str(card)) == currency for card in cards) and worth == price:
        return True
    for colours in product(*(COLOURS if colour(str(card)) == "x" else colour(str(card)) for card in cards)):
        sums = dict.fromkeys(colours, 0)
        for paid, (buff, card) in zip(colours, stacks, strict=True):
            sums[paid] += (2 if name(str(card)) in ("s2", "s3", "h2") else 1) + (buff is not None)
        if stones and sorted(sums.values(), reverse=True) == list(stones):
            return True
    return False
