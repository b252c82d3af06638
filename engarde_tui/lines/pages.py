"""What a page says and offers in lines: its words, its numbered choices, its commands."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeGuard, cast

from textual.binding import ActiveBinding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList

from engarde_tui.language import tr
from engarde_tui.play.words import sentence
from engarde_tui.presentation import full_title, presentation_of, verdict
from engarde_tui.screens.help import HelpScreen
from engarde_tui.screens.menu import MenuScreen
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.screens.replay import ReplayScreen
from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.widgets.form import OneOf, Tick
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed

_BREAKS: Final = re.compile(r"\n\s*")
"""What stands between the lines of one text."""

_MARKS: Final = re.compile("[●○] ?")
"""What only repeats for the eye what words and figures beside it say."""

_GAPS: Final = re.compile(r"\s{2,}|\s*·\s*")
"""What stands between the columns of a line."""


class Way(Enum):
    """How what a key does on the screen is done in lines."""

    WORD = auto()
    NUMBER = auto()
    """Lists and fields have numbered lines."""
    TYPED = auto()
    """A turn is composed by typing it, or by its number."""
    SCREEN = auto()
    """Only a screen needs it."""


_WAYS: Final[Mapping[str, Way]] = {
    **dict.fromkeys(("app.focus_next", "app.focus_previous", "cursor_up", "cursor_down"), Way.NUMBER),
    **dict.fromkeys(("select", "submit", "move_in_row", "move_in_column", "tick"), Way.NUMBER),
    **dict.fromkeys(("screen.keys", "screen.alerts"), Way.NUMBER),
    **dict.fromkeys(("compose", "lay", "lay_all", "face", "point", "take_back"), Way.TYPED),
    **dict.fromkeys(("clear", "card", "topic", "look"), Way.TYPED),
    **dict.fromkeys(("redraw", "suspend_process", "command_palette", "screen.copy_text"), Way.SCREEN),
    **dict.fromkeys(("scroll_up", "scroll_down", "more"), Way.SCREEN),
    **dict.fromkeys(("move", "jump", "cross", "choose"), Way.NUMBER),
}
"""By what a key does; everything else has a word."""


def way_of(does: str) -> Way:
    """Return how something that a key does is done in lines."""
    return _WAYS.get(does.partition("(")[0], Way.WORD)


_WHOLE: Final = frozenset(
    {"play", "hint", "tally", "undo", "salute", "claim", "remind", "adjourn", "withdraw"}
)
"""Ids of the keys whose words have to be typed whole."""


class Choice(NamedTuple):
    """A line that can be chosen by its number."""

    label: str
    choose: "Callable[[], Asking | None]"
    mark: Callable[[], None] | None = None
    """Marks the line, for words that do something with the marked one; None where lines are not marked."""


class Asking(NamedTuple):
    """A field that the next line fills in."""

    question: str
    choices: Sequence[Choice] = ()
    take: Callable[[str], None] | None = None
    """Takes a text; None if only a number does."""


class Command(NamedTuple):
    """A word that does what a key does on the screen."""

    words: tuple[str, ...]
    """The label of the key, that in English, its name in every language, and parts of the label."""
    meaning: str
    key: str
    """By Textual's name."""
    is_whole: bool = False
    """Whether only a whole word does it: it is noted in the match, or others see it."""

    @property
    def begins_match(self) -> bool:
        """Whether it begins a match: from the menu, the first that is played alone."""
        return bool({"begin", "play-alone"} & {*self.words})

    @property
    def short_word(self) -> str:
        """The label, or where there is none the name, rather than the meaning once more."""
        return self.words[2] if self.words[0] == self.meaning else self.words[0]

    def begins_with(self, typed: str) -> bool:
        """Return whether a label begins so; its name in every language has to be typed whole."""
        return not self.is_whole and any(word.casefold().startswith(typed) for word in self.words[:2])


def plain(text: object) -> str:
    """Return the words of a line of columns, with commas between these.

    >>> plain(" New match    Play each other · n")
    'New match, Play each other, n'
    """
    words = _MARKS.sub("", text.plain if isinstance(text, Content) else str(text))
    return _GAPS.sub(", ", _BREAKS.sub(" ", words.strip()))


def shown(screen: Screen[Any]) -> Iterator[Widget]:
    """Yield the widgets of a screen that are there, in the order in which they were composed."""

    def below(widget: Widget) -> Iterator[Widget]:
        for child in widget.children:
            if child.display:
                yield child
                yield from below(child)

    yield from below(screen)


def over(screen: Screen[Any]) -> list[str]:
    """Return what lies over a page, as it does over every other."""
    lying = (each for each in shown(screen) if isinstance(each, CanvasWidget) and each.LIES_OVER)
    return [words for widget in lying for words in widget.in_words()]


def items_of(screen: Screen[Any]) -> list[str | Choice]:
    """Return all that a page says and offers, in the order in which it stands there."""
    if isinstance(screen, MenuScreen):
        return [tr("Menu."), *refused(screen), *_menu(screen)]
    if isinstance(screen, HelpScreen):
        rules = presentation_of(screen.rules).rules_in_short(screen.rules)
        return [tr("Rules: {title}.", title=full_title(screen.rules)), *rules]
    if isinstance(screen, ReplayScreen) and screen.scene is not None:
        view = screen.scene.view
        words = presentation_of(view.round.rules)
        told = [words.last_turn(view), *words.facts(view).values(), *words.hands(view)]
        if view.round.result is not None:
            told.append(sentence(verdict(view), view.names))
        return [" ".join(told), *_items(screen)]
    if isinstance(screen, QuestionScreen):
        return [*_question(screen)]
    return [*_items(screen)]


def _question(screen: QuestionScreen) -> Iterator[str | Choice]:
    """Yield the question, and its answers without the keys before them."""
    without_key = len(screen.question.choices)
    for item in _items(screen):
        if isinstance(item, Choice):
            without_key -= 1
            yield item if without_key >= 0 else item._replace(label=item.label.partition(", ")[2])
        else:
            yield item


def _menu(screen: MenuScreen) -> Iterator[str | Choice]:
    """Yield the lines of the list, without their keys on the screen."""
    for item in _items(screen):
        if isinstance(item, Choice):
            yield item._replace(label=item.label.rpartition(" ")[0].rstrip(","))


def _items(screen: Screen[Any]) -> Iterator[str | Choice]:
    label = frame = ""
    for widget, following in pairwise([*shown(screen), None]):
        match widget:
            case OptionList():
                for index, option in enumerate(widget.options):
                    words = plain(option.prompt)
                    if option.disabled:
                        yield from filter(None, [words])
                    else:
                        yield Choice(words, _selecting(widget, index), _marking(widget, index))
            case OneOf():
                chosen = plain(widget.in_full(widget.chosen or "")) or tr("none")
                title = widget.title or label or frame
                yield Choice(_field(title, chosen), _choosing(title, widget))
            case Tick():
                state = tr("yes") if widget.value else tr("no")
                words = _field(widget.label, state)
                yield Choice(f"{words}. {widget.about}" if widget.about else words, _ticking(widget))
            case Input():
                value = widget.value or widget.placeholder or tr("nothing")
                if _is_unit(following):
                    value = f"{value} {plain(following.content)}"
                yield Choice(_field(label or frame, value), _typing(label or frame, widget))
            case CanvasWidget() if not widget.LIES_OVER:
                yield from filter(None, widget.in_words())
                for words, action in widget.offers():
                    yield Choice(plain(words), _acting(screen, action), partial(widget.mark, action))
            case Framed():
                frame = plain(widget.border_title or "")
                yield from filter(None, [frame, plain(widget.border_subtitle or "")])
            case Label() if not (_is_unit(widget) or isinstance(following, OneOf | Tick | Input)):
                yield from filter(None, [plain(widget.content)])
        label = plain(widget.content) if isinstance(widget, Label) else ""


def _is_unit(widget: Widget | None) -> TypeGuard[Label]:
    """Return whether a widget is the unit of the number before it."""
    return isinstance(widget, Label) and widget.has_class("unit")


def _field(label: str, value: str) -> str:
    return tr("{field}: {value}", field=label, value=value) if label else value


def _selecting(listed: OptionList, index: int) -> Callable[[], None]:
    def select() -> None:
        listed.highlighted = index
        listed.action_select()

    return select


def _marking(listed: OptionList, index: int) -> Callable[[], None]:
    def mark() -> None:
        listed.highlighted = index

    return mark


def _acting(screen: Screen[Any], action: str) -> Callable[[], None]:
    def act() -> None:
        screen.call_later(screen.run_action, action)

    return act


def _choosing(label: str, field: OneOf) -> Callable[[], Asking]:
    def chosen(name: str) -> Callable[[], None]:
        return lambda: field.choose(name)

    return lambda: Asking(
        label or tr("Choose one."),
        [Choice(plain(field.in_full(name)), chosen(name)) for name in field.choices],
    )


def _ticking(field: Tick) -> Callable[[], None]:
    return lambda: field.action_tick()


def _typing(label: str, field: Input) -> Callable[[], Asking]:
    def take(text: str) -> None:
        field.value = text[: field.max_length]

    question = tr("{field}: type it; - to leave it as it is.", field=label) if label else tr("Type it.")
    return lambda: Asking(question, (), take)


def refused(screen: Screen[Any]) -> list[str]:
    """Return why a page refuses something."""
    notices = (widget for widget in shown(screen) if isinstance(widget, Notice) and widget.words.refused)
    return [line for notice in notices for line in notice.in_words()]


def key_of(screen: Screen[Any], typed: str) -> str:
    """Return the key that is called so, if it does something here; "" if it does not.

    By its name in the player's language, or in every language as the settings name it.
    """
    named: dict[str, str] = {}
    for key in (active.binding for active in _active(screen)):
        for name in (screen.app.get_key_display(key), key.key):
            named.setdefault(name, key.key)
    named = {name.casefold(): key for name, key in reversed(named.items())} | named
    return named.get(typed) or named.get(typed.casefold(), "")


def commands_of(screen: Screen[Any]) -> list[Command]:
    """Return the words that do something on a screen: the labels of its keys, or what these do if shared."""
    app = cast(Any, screen.app)
    bindings = {(each.description, each.tooltip): each for each in (one.binding for one in _active(screen))}
    shared = Counter(label for label, _ in bindings)
    found = []
    for (label, tooltip), binding in bindings.items():
        meaning = app.meaning(tooltip) if tooltip else app.wording(label)
        word = app.wording(label) if label and shared[label] == 1 else meaning
        # Those of the English are known in every language: some are named in texts.
        parts = label.split(", ") if ", " in label else []
        found.append(
            Command(
                (word, label or word, binding.id or word, *parts), meaning, binding.key, binding.id in _WHOLE
            )
        )
    return found


def _active(screen: Screen[Any]) -> Iterator[ActiveBinding]:
    """Yield the keys that do something here, those of the key bar first."""
    hidden: frozenset[str] = getattr(screen, "hidden_keys", frozenset())
    first = [active for active in shown_keys(screen) if active.binding.id not in hidden]
    others = (active for active in screen.active_bindings.values() if active.enabled and active not in first)
    for active in (*first, *others):
        binding = active.binding
        # Textual's own have no id.
        # Every page is left by "back".
        is_told = binding.description or (binding.tooltip and binding.action != "app.close")
        if binding.id and is_told and way_of(binding.action) is Way.WORD:
            yield active
