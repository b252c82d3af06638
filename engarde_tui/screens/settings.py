"""The settings, in a form; the theme shows at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Input

from engarde_tui import paths
from engarde_tui.language import put, told, tr, tr_as
from engarde_tui.play.keys import KEYS_LINK, SETTING_FIELD, SETTINGS, KeyAction
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import decimal
from engarde_tui.screens.base import SettingsPage
from engarde_tui.sessions.services import AppServices
from engarde_tui.settings.entries import ENTRIES
from engarde_tui.settings.keys import PRESETS, live_key
from engarde_tui.settings.kinds import Choice, Panel, Setting
from engarde_tui.terminal.canvas import Canvas, CanvasWidget, Key
from engarde_tui.terminal.forms import in_plain_form
from engarde_tui.widgets.form import Field, FormWidget, InTwoRows, OneOf, Tick
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.speaking import Caption
from engine.message import Message, message

_COLUMNS: Final = {"look": (Panel.THEME, Panel.MOTION), "play": (Panel.TABLE, Panel.MATCH, Panel.USE)}
"""The panels of each column."""


class Sample(CanvasWidget):
    """Both fencers, the cards and an error in the colours of the theme."""

    def draw(self, canvas: Canvas) -> None:
        """Draw a score above the cards."""
        x = canvas.put(0, 0, f"● {tr_as('seat', 'Left')}", "left")
        canvas.put(x, 0, " 2 : 1 ", "strong")
        canvas.put_right(canvas.width, 0, f"{tr_as('seat', 'Right')} ●", "right")
        x = 0
        for value in range(1, 6):
            x = canvas.put(x, 1, f"{value} ", f"card-{value}")
        canvas.put_right(canvas.width, 1, f"! {tr('refused')}", "alert")


class SettingField(Field):
    """Saves in its turn, after everything typed before."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SETTING_FIELD)


class Link(FormWidget):
    """A line that leads to another page, and says what is chosen there."""

    OPENING: ClassVar[KeyAction]
    """The key that opens it."""
    WORDS: ClassVar[Message]
    """What can be done there, after the field `chosen`: what is."""

    chosen: reactive[str] = reactive("", repaint=False)

    def watch_chosen(self) -> None:
        """Redraw."""
        self.redraw()

    @property
    def _words(self) -> str:
        return put(self.WORDS._replace(fields={"chosen": self.chosen}))

    def offers(self) -> Iterable[tuple[str, str]]:
        """Return the line, with what it leads to."""
        return ((self._words, self.OPENING.does),)

    def draw(self, canvas: Canvas) -> None:
        """Draw the line; a click follows it."""
        self._put(canvas, 0, 0, "", self._words, pointed=True)
        keys = cast(AppServices, self.app).settings.keys
        canvas.make_target(0, 0, canvas.width, 1, Key(live_key(self, self.OPENING.id, keys)))


class KeysLink(Link):
    """Leads to the keys."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS_LINK)
    OPENING = KEYS_LINK[0]
    WORDS = message("{chosen} · choose keys …")


class SettingsScreen(SettingsPage):
    """A form with everything that can be chosen; enter saves it, escape leaves all as it was."""

    CSS_PATH: ClassVar = paths.style_sheets("settings")
    BINDINGS: ClassVar[list[BindingType]] = bindings(SETTINGS)

    ELSEWHERE: ClassVar[Collection[str]] = ()
    """What is not chosen here."""
    WORDS: ClassVar[Mapping[tuple[str, str], Message]] = {}
    """Other words than everywhere else, by setting and choice."""

    def compose(self) -> ComposeResult:
        """Show a panel for each subject."""
        with Horizontal():
            for column, panels in _COLUMNS.items():
                with Vertical(classes="column", id=column):
                    for panel in panels:
                        with Framed(panel.value):
                            yield from self._fields(panel)
                    if column == "look":
                        yield from self.further()
        yield Notice()
        yield KeyBar()

    def _fields(self, panel: Panel) -> ComposeResult:
        """Yield the settings of a panel, and what else is there."""
        if panel is Panel.USE:
            yield KeysLink()
        for name, setting in ENTRIES.items():
            if setting.panel is panel and name not in self.ELSEWHERE:
                yield from self._field(name, setting, getattr(self.services.settings, name))
        if panel is Panel.THEME:
            yield Sample()

    def _field(self, name: str, setting: Setting, value: Any) -> ComposeResult:
        """Yield the widgets of a setting."""
        label = setting.label or Message(name)
        if isinstance(setting.check, Choice):
            kind = InTwoRows if setting.rows == 2 else OneOf
            choices = {
                each: self.WORDS.get((name, each), words) for each, words in setting.check.choices().items()
            }
            yield kind(choices, value, id=name, in_column=not setting.rows, title=setting.label)
        elif isinstance(value, bool):
            yield Tick(label, value, name=name)
        else:
            with Horizontal(classes="row"):
                yield Caption(label)
                if isinstance(value, float):
                    yield SettingField(decimal(f"{value:g}"), id=name, max_length=4, compact=True)
                    yield Caption(message("seconds"), classes="unit")
                else:
                    yield SettingField(value, id=name, compact=True)

    def further(self) -> ComposeResult:
        """Yield more panels; here there are none."""
        yield from ()

    def save_further(self) -> None:
        """Save what these panels say; raises Problem if that fails."""

    def on_mount(self) -> None:
        """Say what could not be read, if anything."""
        self._check()

    def on_screen_resume(self) -> None:
        """Say which keys are chosen."""
        keys = self.services.settings.keys
        presets = (name for name, preset in PRESETS.items() if preset == keys)
        named = next(presets, tr_as("keys", "your own"))
        self.query_one(KeysLink).chosen = named if keys else tr_as("keys", "standard")

    @on(OneOf.Changed, "#theme")
    def _show_theme(self, event: OneOf.Changed) -> None:
        self.services.show_theme(str(event.one_of.chosen))

    @on(OneOf.Changed)
    @on(Input.Changed)
    def _check(self) -> None:
        """Say what is wrong in the form or else in the file, if anything."""
        notice = self.query_one(Notice)
        try:
            dict(self._changes())
        except ValueError as error:
            notice.say(told(error), refused=True)
        else:
            problems = self.services.keeper.problems
            notice.say(";\n".join(map(put, problems)), refused=bool(problems))

    def _changes(self) -> Iterator[tuple[str, Any]]:
        """Yield the settings that have changed; raises ValueError if one is not allowed."""
        before = self.services.settings
        chosen: dict[str, object] = {str(one.id): one.chosen for one in self.query(OneOf)}
        chosen |= {str(tick.name): tick.value for tick in self.query(Tick)}
        for field in self.query(Field):
            is_number = isinstance(ENTRIES[str(field.id)].default, float)
            chosen[str(field.id)] = _number(field.value) if is_number else field.value
        for name, value in chosen.items():
            try:
                allowed = ENTRIES[name].check(value)
            except ValueError as error:
                title = ENTRIES[name].label
                raise ValueError(message("{meaning}: {why}", meaning=title, why=error)) from None
            if allowed != getattr(before, name):
                yield name, allowed

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Save the settings and close, or say what is wrong."""
        try:
            changes = dict(self._changes())
            self.save_further()
            # Also without a change: the last ones may not be saved yet.
            self.services.change_settings(**changes)
        except (ValueError, Problem) as error:
            self.app.bell()
            self.query_one(Notice).say(told(error), refused=True)
        else:
            self.dismiss()

    def action_cancel(self) -> None:
        """Close, with the theme of before."""
        self.services.show_theme(self.services.settings.theme)
        self.dismiss()

    def action_keys(self) -> None:
        """Choose keys."""
        self.services.open_keys()


def _number(text: str) -> float | str:
    """Return the number that a text means, with a point or a comma; the text itself if it means none."""
    try:
        return float(in_plain_form(text).replace(",", "."))
    except ValueError:
        return text
