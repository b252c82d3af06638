"""The settings of a new match."""

import random
from dataclasses import asdict
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Label, RadioButton, RadioSet, SelectionList

from engarde_tui import paths
from engarde_tui.app import EngardeApp
from engarde_tui.table import STARTERS, starting_seat
from engarde_tui.widgets.lines import KeyBar, Notice
from engarde_tui.words import HOUSE_RULES, PRESET_LINES, rules_title
from engine.en_garde import PRESETS, Match, Rules, Seat
from engine.en_garde.match import DEFAULT_TARGET, MAX_NAME, MAX_TARGET
from engine.en_garde.rules import DEFAULT_PRESET, preset_name


class SetupScreen(Screen[None]):
    """Names, game, house rules, target, starter; says at once what cannot be played."""

    app = getters.app(EngardeApp)
    CSS_PATH: ClassVar = paths.style_sheets("setup")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "begin", id="begin", priority=True, tooltip="Begin the match"),
        Binding("tab", "app.focus_next", "next field", id="next-field"),
        Binding("space", "choose", "choose", id="choose"),
        Binding("escape", "menu", "menu", key_display="esc", id="menu", tooltip="Back to the menu"),
    ]

    def compose(self) -> ComposeResult:
        """One form, everything visible at once."""
        yield Label("New match", id="heading")
        with Horizontal(id="names"):
            yield Label("Left")
            yield Input("Anna", id="left", max_length=MAX_NAME, compact=True)
            yield Label("Right")
            yield Input("Bruno", id="right", max_length=MAX_NAME, compact=True)
            yield Label("Rounds to win")
            yield Input(str(DEFAULT_TARGET), id="target", max_length=2, type="integer", compact=True)
        with Horizontal(id="rules"):
            with Vertical(id="game"):
                yield Label("Game")
                with RadioSet(id="preset", compact=True):
                    for name in reversed(list(PRESETS)):
                        title = f"{rules_title(PRESETS[name]):<17}{PRESET_LINES[name]}"
                        yield RadioButton(title, value=name == DEFAULT_PRESET, name=name, compact=True)
            with Vertical(id="house"):
                yield Label("House rules")
                yield SelectionList[str](
                    *_selections(PRESETS[DEFAULT_PRESET]), id="house-rules", compact=True
                )
        with Horizontal(id="first"):
            yield Label("Begins")
            with RadioSet(id="starter", compact=True):
                for starter in STARTERS:
                    label = "lots" if starter == "random" else starter
                    yield RadioButton(label, value=starter == "left", name=starter, compact=True)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Say what will be played."""
        self._check()

    @on(RadioSet.Changed, "#preset")
    def _choose_preset(self, event: RadioSet.Changed) -> None:
        """Set the house rules to the preset's, keeping the open discard pile."""
        house = self.query_one(SelectionList)
        rules = PRESETS[event.pressed.name or DEFAULT_PRESET]
        open_discard = "open_discard" in house.selected
        with house.prevent(SelectionList.SelectedChanged):
            house.deselect_all()
            for name, chosen in (asdict(rules) | {"open_discard": open_discard}).items():
                if chosen:
                    house.select(name)
        self._check()

    @on(SelectionList.SelectedChanged)
    @on(Input.Changed)
    def _check(self) -> None:
        """Say what will be played, or what is wrong."""
        notice = self.query_one(Notice)
        try:
            rules = self._rules()
            self._match(Seat.LEFT)
        except ValueError as error:
            notice.refused, notice.text = True, str(error)
        else:
            notice.refused, notice.text = False, f"{rules_title(rules)}: enter begins the match."
            self._show_preset(preset_name(rules))

    def _show_preset(self, name: str | None) -> None:
        """Press the preset that the house rules make, none where they make none."""
        with self.query_one("#preset", RadioSet).prevent(RadioSet.Changed, RadioButton.Changed):
            for button in self.query("#preset RadioButton").results(RadioButton):
                button.value = button.name == name

    def _rules(self) -> Rules:
        selected = self.query_one(SelectionList).selected
        return Rules(**{name: name in selected for name in HOUSE_RULES})

    def _match(self, first: Seat) -> Match:
        target = self.query_one("#target", Input).value
        if not target.isdecimal():
            raise ValueError(f"the rounds to win are a number from 1 to {MAX_TARGET}")
        names = (self.query_one("#left", Input).value, self.query_one("#right", Input).value)
        return Match.new(self._rules(), names, int(target), first)

    def action_begin(self) -> None:
        """Begin the match, or ring the bell where something is wrong."""
        pressed = self.query_one("#starter", RadioSet).pressed_button
        try:
            starter = pressed.name if pressed and pressed.name else "left"
            match = self._match(starting_seat(starter, random.SystemRandom()))
        except ValueError:
            self.app.bell()
        else:
            self.app.open_table(match)

    def action_menu(self) -> None:
        """Back to the menu."""
        self.app.open_menu()


def _selections(rules: Rules) -> list[tuple[str, str, bool]]:
    return [(text, name, getattr(rules, name)) for name, text in HOUSE_RULES.items()]
