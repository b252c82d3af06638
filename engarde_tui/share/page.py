"""A page for the browser that needs no other file: a picture of each step, and every turn in words."""

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Any, Final

from engarde_tui.language import language, tr
from engarde_tui.play.replay import Perspective
from engarde_tui.presentation import match_title
from engarde_tui.share.film import Still
from engarde_tui.share.svg import HEIGHT, STYLE, WIDTH, groups
from engine.game import Seat
from engine.match import MatchView

_TEMPLATE: Final = Path(__file__).with_name("page.html")

_FACTS: Final = 4
"""How many facts are told of each step: those that the line mode tells at each turn."""

SHOWN: Final = (Perspective.BOTH, Perspective.LEFT, Perspective.RIGHT)
"""Whose hands the page can show."""


def page(stills: Mapping[Perspective, list[Still]]) -> str:
    """Return the page of a match, in the language of the session; `stills` are every step as in `SHOWN`."""
    first = stills[Perspective.BOTH][0].screen
    ground = first[0][0].background
    screens = [still.screen for step in zip(*(stills[each] for each in SHOWN), strict=True) for still in step]
    drawn = groups(screens, ground)
    groups_of: list[list[int]] = [[] for _ in screens]
    for number, group in enumerate(drawn):
        for screen in group.screens:
            groups_of[screen].append(number)
    steps = [
        {str(each): groups_of[start + number] for number, each in enumerate(SHOWN)}
        for start in range(0, len(screens), len(SHOWN))
    ]
    last = stills[Perspective.BOTH][-1]
    fields = {
        "language": language(),
        "title": escape(match_title(last.view)),
        "result": escape(_result(last)),
        "ground": ground,
        "text": _TEXT,
        "style": STYLE,
        "width": str(WIDTH * len(first[0])),
        "height": str(HEIGHT * len(first)),
        # The first screen shows also without a script.
        "picture": "\n".join(f"<g{'' if 0 in shown else ' hidden'}>{shapes}</g>" for shapes, shown in drawn),
        "first": escape(tr("The first deal")),
        "back": escape(tr("One action back")),
        "on": escape(tr("One action forward")),
        "last": escape(tr("The last action")),
        "views": "\n".join(_choices(last.view)),
        "turns": "\n".join(_turns(stills)),
        "steps": json.dumps(steps, separators=(",", ":")),
    }
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(fields)


_TEXT: Final = "#e6e6e6"


def _result(last: Still) -> str:
    """Return who won; of a match that ends before that, why."""
    view = last.view
    return (
        last.happened if view.winner is None else tr("{name} wins the match.", name=view.names[view.winner])
    )


def _choices(view: MatchView[Any]) -> Iterator[str]:
    """Yield the fields that choose whose hands show."""
    labels = (tr("both hands"), *(tr("only the hand of {name}", name=name) for name in view.names))
    for each, label in zip(SHOWN, labels, strict=True):
        checked = " checked" if each is Perspective.BOTH else ""
        yield f'<label><input type="radio" name="shows" value="{each}"{checked}>{escape(label)}</label>'


def _turns(stills: Mapping[Perspective, list[Still]]) -> Iterator[str]:
    """Yield every round as a list of its steps."""
    told: list[str] = []
    steps = range(len(stills[Perspective.BOTH]))
    for number, group in groupby(steps, key=lambda step: stills[Perspective.BOTH][step].view.number):
        yield f"<h2>{escape(tr('Round {number}', number=number))}</h2>\n<ol>"
        for step in group:
            facts = stills[Perspective.BOTH][step].facts[:_FACTS]
            new, told = [fact for fact in facts if fact not in told], facts
            yield f"<li><div>{''.join(_told({each: stills[each][step] for each in SHOWN}, new))}</div></li>"
        yield "</ol>"


def _told(step: Mapping[Perspective, Still], facts: Iterable[str]) -> Iterator[str]:
    """Yield what is told of a step: what happened, what is new, the hands, and remarks on what shows."""
    both = step[Perspective.BOTH]
    yield _paragraph("action", both.happened)
    yield _paragraph("", " ".join(facts))
    is_over = both.view.round.result is not None
    for seat, hand in zip(Seat, both.hands, strict=False):
        yield _paragraph("" if is_over else seat.label, hand)
    told: dict[str, str] = {}
    for each, still in step.items():
        for remark in still.remarks:
            told[remark] = f"{told.get(remark, 'as')} as-{each}"
    for remark, kind in told.items():
        yield _paragraph(kind, remark)


def _paragraph(kind: str, words: str) -> str:
    name = f' class="{kind}"' if kind else ""
    return f"<p{name}>{escape(words)}</p>" if words else ""
