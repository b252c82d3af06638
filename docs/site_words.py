"""The pages of the documentation site that the program itself can write, in any of its languages.

Lesson, rules and keys are what the program says of them, so no page can tell anything else. site_pages.py
puts them into the site.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engarde_tui.games.en_garde.rules_words import unlike_lesson
from engarde_tui.language import TRANSLATOR, Translator, said, tr
from engarde_tui.play.keys import KeyAction
from engarde_tui.play.words import capital, sentence
from engarde_tui.presentation import lessons, presentation_of
from engarde_tui.progress.lesson import filled_in
from engarde_tui.screens.scopes import local_scopes
from engarde_tui.serve.screens.settings import hall_scopes
from engarde_tui.settings.entries import Settings
from engarde_tui.settings.keys import shown
from engarde_tui.settings.scopes import own_keys
from engine.en_garde import Rules
from engine.game import game_of, games

_MARKUP: Final = re.compile(r"([\\`*_\[\]<>|])")
"""What Markdown would take for something else than text."""

_QUESTIONS: Final = "Questions"
"""The title of the answers to questions, each of which shows its key itself."""


def written(name: str, language: str) -> str:
    """Return a page of `PAGES` in a language, in Markdown."""
    token = TRANSLATOR.set(Translator(language))
    try:
        return "\n".join(PAGES[name]()) + "\n"
    finally:
        TRANSLATOR.reset(token)


def _learn() -> Iterator[str]:
    """Yield what the lessons of all games teach."""
    yield f"# {as_text(capital(tr('learn to play')))}"
    yield ""
    yield as_text(
        tr("Learn to play in short exercises at the table; a lesson that was left continues where it was.")
    )
    for lesson in lessons():
        game = game_of(lesson.rules)
        is_default = game is next(iter(games().values()))
        yield from ("", f"## {game.title}", "", f"    engarde learn{'' if is_default else f' {game.name}'}")
        for number, exercise in enumerate(lesson.exercises, 1):
            yield from ("", f"### {number}. {as_text(_told(exercise.title))}")
            for step in exercise.steps:
                yield from ("", as_text(_told(step.idea)))
            yield from ("", f"> {as_text(_told(exercise.learnt))}")
        yield from ("", as_text(_told(lesson.farewell)))


def _told(words: Any) -> str:
    """Return words of a lesson without the sentences that name keys, which everybody can choose."""
    return filled_in(words, None, Settings().player)


def _rules() -> Iterator[str]:
    """Yield the rules of all games: the recommended ones, where others differ, and what the table shows."""
    yield f"# {as_text(tr('Rules'))}"
    for game in games().values():
        house = game.presets[game.default]
        words = presentation_of(house)
        known = words.rules_in_short(house)
        yield from ("", f"## {game.title}", "", f"### {as_text(words.rules_title(house))}", "")
        yield from _points(known)
        for rules in game.presets.values():
            if rules != house:
                yield from ("", f"### {as_text(words.rules_title(rules))}", "")
                # What is left out leaves no point behind.
                if isinstance(rules, Rules):
                    yield from (as_text(sentence(unlike_lesson(rules))), "")
                yield from _points([point for point in words.rules_in_short(rules) if point not in known])
        yield from ("", f"### {as_text(tr('Screen'))}", "")
        yield from _points([said(point) for point in words.screen_in_short])


def _points(points: Sequence[str]) -> Iterator[str]:
    return (f"- {as_text(point)}" for point in points)


def _keys() -> Iterator[str]:
    """Yield what every key does, screen by screen; what works on all tables is not told again for each."""
    yield f"# {as_text(tr('Keys'))}"
    screens: dict[str, list[KeyAction]] = {}
    for scope in (*local_scopes(), *hall_scopes()):
        screens.setdefault(scope.title, []).extend(scope.keys)
    del screens[_QUESTIONS]
    shared = {key for title in ("Everywhere", "Lists and fields") for key in screens[title]}
    table = {*screens["Table"]}
    played = table.union(*(screens[game.title] for game in games().values()))
    known = {
        "Everywhere": set(),
        "Lists and fields": set(),
        "Lesson": shared | played,
        "Puzzle": shared | played,
        "Table": shared,
    }
    for title, keys in screens.items():
        own = [key for key in keys if key not in known.get(title, shared | table)]
        if own:
            yield from ("", f"## {as_text(tr(title))}", "", f"| {as_text(tr('Keys'))} | |", "|---|---|")
            yield from _rows(own)


def _rows(keys: Sequence[KeyAction]) -> Iterator[str]:
    """Yield a line of a table for each meaning, with all keys that have it."""
    by_meaning: dict[str, dict[str, None]] = {}
    for key in keys:
        names = by_meaning.setdefault(key.meaning, {})
        names.update((shown(each), None) for each in own_keys(key))
    for meaning, names in by_meaning.items():
        yield f"| {' '.join(f'`{name}`' for name in names)} | {as_text(sentence(tr(meaning)).rstrip('.'))} |"


def as_text(words: str) -> str:
    """Return words as Markdown that shows them as they are."""
    return _MARKUP.sub(r"\\\1", words)


PAGES: Final[Mapping[str, Callable[[], Iterator[str]]]] = {"learn": _learn, "rules": _rules, "keys": _keys}
"""What writes each page, by its name."""
