"""Whole rounds as text: every step, and what left, right and a spectator see of it.

`PYTHONPATH=. python tests/engine/playthroughs.py` rewrites tests/data/playthrough-*.txt: read the diff before
you commit it.
"""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

from staging import DATA, FULL_DECK, SEATS, cards

from engine.en_garde import (
    PRESETS,
    Action,
    Phase,
    Play,
    Result,
    Round,
    RoundView,
    Seat,
    Showdown,
    parse_action,
)

OBSERVERS = {"left": Seat.LEFT, "right": Seat.RIGHT, "nobody": None}

# Which actions make a round worth reading, and how it ends.
WANTED = {
    "ferti-advanced": (("P", "R", "A"), Phase.DEFENCE, "cards"),
    "abacus-advanced": (("P", "R", "A"), Phase.LAST_DEFENCE, "hit"),
    "abacus-basic": (("-", "N"), Phase.LAST_CHANCE, "draw"),
}
OPEN_DISCARD = ("abacus-basic",)


def files() -> list[Path]:
    """Return the files of playthroughs."""
    return sorted(DATA.glob("playthrough-*.txt"))


def text(preset: str, discard: str, first: str, deck: str, actions: str) -> str:
    """Return a round as text: a header with the arguments of this function, then every step."""
    rules = replace(PRESETS[preset], open_discard=discard == "open")
    state = Round.deal(rules, cards(deck), SEATS[first])
    lines = [f"preset {preset}", f"discard {discard}", f"first {first}", f"deck {deck}", f"actions {actions}"]
    lines += ["", "the deal", *seen(state)]
    for number, word in enumerate(actions.split(), 1):
        assert state.turn is not None
        lines += ["", f"{number}. {state.turn.label} plays {word}"]
        state = state.play(parse_action(word))
        lines += seen(state)
    return "\n".join(lines) + "\n"


def header(written: str) -> dict[str, str]:
    """Return the arguments with which `text` returned `written`."""
    return dict(line.split(" ", 1) for line in written.split("\n\n")[0].splitlines())


def seen(state: Round) -> Iterator[str]:
    """Yield every field of the views: once if all observers see the same, else each observer's."""
    views = {name: state.view(seat) for name, seat in OBSERVERS.items()}
    names = [field.name for field in fields(RoundView) if field.name not in ("rules", "seat", "first")]
    for name in ["distance", *names]:
        show = joined if name in ("hands", "discard") else shown
        values = {observer: show(getattr(view, name)) for observer, view in views.items()}
        if len(set(values.values())) == 1:
            yield f"    {name:10} {values['left']}"
        else:
            yield f"    {name:10} " + " | ".join(f"{observer}: {value}" for observer, value in values.items())


def shown(value: object) -> str:
    """Return a value of a view as short text."""
    match value:
        case None | ():
            return "-"
        case Seat():
            return value.label
        case Action():
            return str(value)
        case Play(seat, action):
            return f"{seat.label[0]}{action}"
        case Result(winner, reason):
            return f"{shown(winner)} {reason}"
        case Showdown(distance, counted, advanced):
            return f"distance {distance}, cards {shown(counted)}, advanced {shown(advanced)}"
        case tuple():
            return " ".join(map(shown, value))
    return str(value)


def joined(value: object) -> str:
    """Return cards, or a pair of hands, without spaces between the cards."""
    if isinstance(value, tuple) and value and not isinstance(value[0], int):
        return " ".join(map(joined, value))
    return shown(value).replace(" ", "")


def find(preset: str) -> str:
    """Return the first random round that has what is wanted for the preset."""
    kinds, phase, reason = WANTED[preset]
    discard = "open" if preset in OPEN_DISCARD else "closed"
    source = random.Random(f"playthrough {preset}")
    while True:
        deck = source.sample(FULL_DECK, 25)
        before = state = Round.deal(PRESETS[preset], deck, source.choice(list(Seat)))
        while state.turn is not None:
            before, state = state, state.play(source.choice(state.legal_actions()))
        words = [str(play.action) for play in state.plays]
        assert state.result is not None
        has = all(any(kind in word[0] for word in words) for kind in kinds)
        if has and before.phase is phase and state.result.reason == reason:
            return text(preset, discard, state.first.label, "".join(map(str, deck)), " ".join(words))


if __name__ == "__main__":
    for preset in WANTED:
        (DATA / f"playthrough-{preset}.txt").write_text(find(preset), encoding="utf-8")
