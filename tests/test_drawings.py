"""What a reader sees of a match that is shown around, read back from the file cell by cell."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from itertools import accumulate
from xml.etree import ElementTree

import pytest
from tui.states import NEAR, play, staged

from engarde_tui.play.replay import Replay
from engarde_tui.share import film
from engarde_tui.share.forms import drawn
from engarde_tui.share.page import SHOWN
from engarde_tui.share.screen import Cell, Frame, Screen, screen_of
from engarde_tui.share.svg import HEIGHT, WIDTH, svg

OVER = play(staged(script=NEAR, left="33345", right="11224", target=1), "A333 H")

Mark = tuple[str | float, ...]
"""What is painted in one cell: a box, a line or a character, with its place in the cell and its look."""
Seen = dict[tuple[int, int], tuple[Mark, ...]]
"""What is to be seen in each cell in which anything is, the lowest mark first."""


def marks(shape: ElementTree.Element) -> Iterator[tuple[int, int, Mark]]:
    """Yield what a shape paints, with the column and row of each cell."""
    look = tuple(shape.get(name, "") for name in ("fill", "stroke", "class", "opacity"))
    if shape.tag == "text":
        x, y = int(shape.get("x", "")), int(shape.get("y", ""))
        assert int(shape.get("textLength", "")) == len(f"{shape.text}") * WIDTH
        for place, char in enumerate(f"{shape.text}", x // WIDTH):
            yield place, y // HEIGHT, (char, x % WIDTH, y % HEIGHT, *look)
        return
    for part in re.findall("M[^M]+", shape.get("d", "")):
        x, y, *way = (float(number) for number in re.findall(r"-?[\d.]+", part))
        if "L" in part:
            to_x, to_y = way
            # Both ends of a line are in its cell, or on its border.
            column, row = int(min(x, to_x) // WIDTH), int(min(y, to_y) // HEIGHT)
            left, top = column * WIDTH, row * HEIGHT
            yield column, row, ("line", x - left, y - top, to_x - left, to_y - top, *look)
            continue
        width, height = way[0], way[1] if "v" in part else 0
        for column in range(int(x // WIDTH), -int(-(x + width) // WIDTH)):
            left, right = max(x - column * WIDTH, 0), min(x + width - column * WIDTH, WIDTH)
            yield column, int(y // HEIGHT), ("box", left, y % HEIGHT, right, height, *look)


def filled(colour: str) -> Mark:
    """Return what fills a cell."""
    return ("box", 0, 0, WIDTH, HEIGHT, colour, "", "", "")


def seen(shapes: Iterable[ElementTree.Element], ground: str) -> Seen:
    """Return what is to be seen of shapes that are painted one over the other; a full cell hides what was."""
    found: Seen = {}
    for shape in shapes:
        for column, row, mark in marks(shape):
            hides = mark == filled(f"{mark[5]}") if mark[0] == "box" else False
            below = () if hides else found.get((column, row), (filled(ground),))
            found[column, row] = (*below, mark)
    return {place: marks for place, marks in found.items() if marks != (filled(ground),)}


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


@lru_cache(None)
def alone(cell: Cell) -> tuple[Mark, ...]:
    """Return what is to be seen in a cell: it is drawn in a picture that has no other."""
    if cell.char.isalnum():
        character = (cell.char, 0, 15, cell.foreground, "", "b" if cell.bold else "", "")
        return (filled(cell.background), character)
    picture = parsed(svg([Frame(((cell,),), 1)], ""))
    return seen(shapes_at(picture, 0), cell.background).get((0, 0), (filled(cell.background),))


def whole(screen: Screen, ground: str) -> Seen:
    """Return what is to be seen of a screen, each cell for itself."""
    cells = (((x, y), alone(cell)) for y, row in enumerate(screen) for x, cell in enumerate(row))
    return {place: marks for place, marks in cells if marks != (filled(ground),)}


def shapes_at(picture: ElementTree.Element, moment: float) -> Iterator[ElementTree.Element]:
    """Yield the shapes of a moving picture that show at a moment, in parts of the whole time."""
    for each in picture:
        animation = each.find("animate")
        if animation is None:
            if each.tag in ("path", "text"):
                yield each
            continue
        times = [float(time) for time in animation.get("keyTimes", "").split(";")]
        values = animation.get("values", "").split(";")
        if [value for time, value in zip(times, values, strict=True) if time <= moment][-1] == "visible":
            yield from each.iter("path")
            yield from each.iter("text")


def drawn_whole(monkeypatch: pytest.MonkeyPatch) -> list[Screen]:
    """Have every picture that is taken drawn whole as well, and return these."""
    screens: list[Screen] = []

    class Watched(film.Stage):
        async def picture(self) -> Screen:
            picture = await super().picture()
            screens.append(screen_of(self))
            return picture

    monkeypatch.setattr(film, "Stage", Watched)
    return screens


async def test_every_frame_of_a_picture_is_seen_as_if_it_were_drawn_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though only what changes is drawn anew, and what comes again only once."""
    replay, screens = Replay(OVER), drawn_whole(monkeypatch)
    frames = await film.film(replay, range(replay.last + 1), lambda done, of: None)
    assert len({*screens}) > 30
    picture, ground = parsed(svg(frames, "")), frames[0].screen[0][0].background
    total = sum(frame.seconds for frame in frames)
    begun = accumulate((frame.seconds for frame in frames), initial=0.0)
    for number, (screen, frame, begin) in enumerate(zip(screens, frames, [*begun][:-1], strict=True)):
        moment = (begin + frame.seconds / 2) / total
        assert seen(shapes_at(picture, moment), ground) == whole(screen, ground), number


async def test_every_step_of_a_page_is_seen_as_if_it_were_drawn_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From every side; without a script the first one."""
    screens = drawn_whole(monkeypatch)
    text = await drawn(Replay(OVER), "html")
    ground = screens[0][0][0].background
    svg_text = re.search(r'<svg id="picture".*?</svg>', text, re.DOTALL)
    shown = re.search(r'id="steps">(.*?)</script>', text)
    assert svg_text is not None
    assert shown is not None
    groups = [*parsed(svg_text[0].replace(" hidden>", ' hidden="">'))]
    without_script = (shape for group in groups if group.get("hidden") is None for shape in group)
    assert seen(without_script, ground) == whole(screens[0], ground)
    pictures = [(step, each) for step in json.loads(unescape(shown[1])) for each in SHOWN]
    for screen, (numbers, each) in zip(screens, pictures, strict=True):
        shapes = (shape for number in sorted(numbers[each]) for shape in groups[number])
        assert seen(shapes, ground) == whole(screen, ground), each
