"""The settings of a new match."""

from dataclasses import asdict
from random import SystemRandom
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid
from textual.content import Content
from textual.widgets import Checkbox, Input, Label, RadioButton, RadioSet

from engarde_tui import paths
from engarde_tui.games.en_garde.words import HOUSE_RULES, HOUSE_RULES_TITLE, PRESET_LINES, rules_title
from engarde_tui.match.players import Players, bot_of
from engarde_tui.match.table import STARTERS, Table, starting_seat
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.field import Field
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engine.bots import PREFIX
from engine.en_garde import PRESETS, Match, Rules, Seat
from engine.en_garde.bots import LEVELS
from engine.en_garde.game import GAME
from engine.en_garde.rules import DEFAULT_PRESET, preset_name
from engine.match import DEFAULT_TARGET, MAX_TARGET

_OWN_NAME: Final = "Anna"
_PERSON: Final = "Bruno"
"""Who sits on the right unless somebody else is named."""


class Tick(Checkbox):
    """A check box whose mark and focus are characters: Textual's differ in colour alone."""

    BUTTON_RIGHT = "]"

    def render(self) -> Content:
        """Choose the characters by value and focus."""
        self.BUTTON_LEFT = "►[" if self.has_focus else " ["
        self.BUTTON_INNER = "x" if self.value else " "
        return super().render()


class Choice(RadioButton):
    """A radio button whose mark and focus are characters."""

    BUTTON_RIGHT = ")"

    def render(self) -> Content:
        """Choose the characters by value and focus."""
        pointed = self.has_class("-selected") and self.parent is self.screen.focused
        self.BUTTON_LEFT = "►(" if pointed else " ("
        self.BUTTON_INNER = "●" if self.value else " "
        return super().render()


class ChoiceSet(RadioSet):
    """Radio buttons that up and down lead out of at their ends, instead of round and round."""

    def __init__(self, *, id: str, follows: bool = False) -> None:
        """Where it `follows`, moving through the choices chooses."""
        super().__init__(id=id, compact=True)
        self._follows = follows

    def action_next_button(self) -> None:
        """The next button, or the next field."""
        if self.query(Choice).last().has_class("-selected"):
            self.screen.focus_next()
        else:
            super().action_next_button()
            self._follow()

    def action_previous_button(self) -> None:
        """The button before, or the field before."""
        if self.query(Choice).first().has_class("-selected"):
            self.screen.focus_previous()
        else:
            super().action_previous_button()
            self._follow()

    def _follow(self) -> None:
        if self._follows:
            for choice in self.query(Choice):
                if choice.has_class("-selected") and not choice.value:
                    choice.value = True


class SetupScreen(AppScreen):
    """Names, game, house rules, target, starter; says at once what cannot be played."""

    HEADING: ClassVar = "New match"

    CSS_PATH: ClassVar = paths.style_sheets("setup")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "begin the match", key_display="enter", id="begin", priority=True),
        Binding("tab", "app.focus_next", "next field", key_display="tab", id="next-field"),
        Binding("down", "app.focus_next", show=False, id="next-field-down"),
        Binding("up", "app.focus_previous", show=False, id="previous-field-up"),
        Binding("escape", "menu", "menu", key_display="esc", id="menu", tooltip="Back to the menu"),
    ]

    def __init__(self, opponent: str | None = None, own_name: str = _OWN_NAME) -> None:
        """Begin with `opponent` on the right, if one is named, and `own_name` on the left."""
        super().__init__()
        self._opponent = opponent or _PERSON
        self._own_name = own_name
        self._person = _PERSON

    def compose(self) -> ComposeResult:
        """One form, everything visible at once."""
        yield Label(self.HEADING, classes="heading")
        yield from self._compose_players()
        yield from self._compose_game()
        yield Notice()
        yield KeyBar()

    def _compose_players(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label("Left")
            yield Field(self._own_name, id="left", compact=True)
            yield Label("Right")
            yield Field(self._opponent, id="right", compact=True)
            yield from self._compose_target()
        with Horizontal(classes="row second"):
            yield Label("On the right plays the")
            with ChoiceSet(id="opponent", follows=True):
                for title, name in (("person", _PERSON), *((level, f"{PREFIX}{level}") for level in LEVELS)):
                    yield Choice(title, value=name == self._opponent, name=name, compact=True)

    @staticmethod
    def _compose_target() -> ComposeResult:
        yield Label("Rounds to win")
        yield Field(str(DEFAULT_TARGET), id="target", max_length=2, compact=True)

    @staticmethod
    def _compose_game() -> ComposeResult:
        yield Label("Game", classes="heading")
        with ChoiceSet(id="preset"):
            for name in reversed(list(PRESETS)):
                title = f"{rules_title(PRESETS[name]):<17}{PRESET_LINES[name]}"
                yield Choice(title, value=name == DEFAULT_PRESET, name=name, compact=True)
            title = f"{HOUSE_RULES_TITLE:<17}any other combination of the rules below"
            yield Choice(title, name=HOUSE_RULES_TITLE, compact=True)
        yield Label("House rules", classes="heading")
        with ItemGrid(id="house-rules"):
            for name, text in HOUSE_RULES.items():
                yield Tick(text, value=getattr(PRESETS[DEFAULT_PRESET], name), name=name, compact=True)
        yield Label("Who begins", classes="heading")
        with ChoiceSet(id="starter", follows=True):
            for starter in STARTERS:
                label = "draw lots" if starter == "random" else starter
                yield Choice(label, value=starter == STARTERS[0], name=starter, compact=True)

    def on_mount(self) -> None:
        """Say what will be played."""
        self._check()

    @on(RadioSet.Changed, "#opponent")
    def _choose_opponent(self, event: RadioSet.Changed) -> None:
        """Let that one play on the right; the person is who was named before."""
        name = self.query_one("#right", Input)
        # What is chosen here needs not be marked once more.
        with self.prevent(Input.Changed):
            if event.pressed.name != _PERSON:
                if bot_of(GAME, name.value.strip()) is None:
                    self._person = name.value
                name.value = event.pressed.name or ""
            elif bot_of(GAME, name.value.strip()) is not None:
                name.value = self._person
        self._check()

    @on(Input.Changed, "#right")
    def _name_opponent(self, event: Input.Changed) -> None:
        """Mark who that is."""
        bot = bot_of(GAME, event.value.strip())
        wanted = f"{PREFIX}{bot}" if bot in LEVELS else _PERSON
        if bot is None or bot in LEVELS:
            next(
                one for one in self.query("#opponent Choice").results(Choice) if one.name == wanted
            ).value = True

    @on(RadioSet.Changed, "#preset")
    def _choose_preset(self, event: RadioSet.Changed) -> None:
        """Set the house rules to the preset's, keeping the open discard pile."""
        name = event.pressed.name
        if name is not None and name in PRESETS:
            rules = asdict(PRESETS[name])
            for tick in self._ticks():
                if tick.name != "open_discard":
                    with tick.prevent(Checkbox.Changed):
                        tick.value = rules[str(tick.name)]
        self._check()

    @on(Checkbox.Changed)
    def _choose_house_rule(self) -> None:
        """Press the preset that the house rules make."""
        try:
            name = preset_name(self._rules()) or HOUSE_RULES_TITLE
        except ValueError:
            name = HOUSE_RULES_TITLE
        next(
            button for button in self.query("#preset Choice").results(Choice) if button.name == name
        ).value = True
        self._check()

    @on(Input.Changed)
    def _check(self) -> None:
        """Say what will be played, or what is wrong."""
        notice = self.query_one(Notice)
        try:
            notice.say(self._announcement())
        except ValueError as error:
            notice.say(_in_words(error), refused=True)

    def _announcement(self) -> str:
        """What will be played; raises ValueError where that cannot be."""
        view = self._table(Seat.LEFT).view(None)
        left, right = view.names
        return f"{rules_title(view.round.rules)}. {left} against {right}: enter begins the match."

    def _ticks(self) -> list[Tick]:
        return list(self.query(Tick))

    def _rules(self) -> Rules:
        return Rules(**{str(tick.name): tick.value for tick in self._ticks()})

    @property
    def rules(self) -> Rules | None:
        """The rules as they are ticked, for the help screen; None while they clash."""
        try:
            return self._rules()
        except ValueError:
            return None

    def _target(self) -> int:
        target = self.query_one("#target", Input).value
        if not (target.isascii() and target.isdecimal()):
            raise ValueError(f"the rounds to win are a number from 1 to {MAX_TARGET}")
        return int(target)

    def _table(self, first: Seat) -> Table:
        left, right = (self.query_one(f"#{seat.label}", Input).value for seat in Seat)
        players = Players.parse(GAME, left, right, programs=self.navigator.RUNS_PROGRAMS)
        return Table(Match.new(self._rules(), players.names, self._target(), first), players=players)

    def _chosen(self, choices: str) -> str:
        """The name of the choice that is pressed in a set of them."""
        pressed = self.query_one(f"#{choices}", RadioSet).pressed_button
        return pressed.name if pressed and pressed.name else ""

    def action_begin(self) -> None:
        """Begin the match, or ring the bell where something is wrong."""
        try:
            table = self._table(starting_seat(self._chosen("starter"), SystemRandom()))
        except ValueError:
            self.app.bell()
        else:
            self.navigator.open_match(table)

    def action_menu(self) -> None:
        """Back to the menu."""
        self.navigator.open_menu()


def _in_words(error: ValueError) -> str:
    """The engine's complaint, with the rules named as the form names them."""
    text = str(error)
    for name, words in HOUSE_RULES.items():
        text = text.replace(repr(name), f'"{words}"')
    return text
