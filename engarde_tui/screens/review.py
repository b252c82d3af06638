"""The review of a match: the costliest choices, to look at in the replay, and luck and skill told apart."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import put, tr
from engarde_tui.play.keys import CHOICES, REVIEW
from engarde_tui.play.words import cut
from engarde_tui.screens.base import AppScreen
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.board import WIDEST
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.text_lines import wrapped
from engine.message import message

_AVERAGE: Final = 9
"""Columns of the average of all rounds, after the longest label."""
_INDENT: Final = 6
"""Columns of what a choice lost, before its text."""
_AROUND: Final = 8
"""Columns of the frame around the choices, their mark, the gaps and the scroll bar."""
_ROWS: Final = 2
"""Rows of the better choice with its reasons."""
_FIGURE: Final = 5
"""Columns of a figure of a round, at least."""
_LUCK_ROWS: Final = 10
"""Rows of the table with its frame."""
_KEY_ROWS: Final = 1
_HOW_TO_READ: Final = message("Each column adds up: chance before the deal, what changed it, the result.")


class Costly(NamedTuple):
    """A choice that lost much."""

    position: int
    """The position in the replay after it."""
    loss: str
    played: str
    """Where it was, and what was played."""
    better: str
    reasons: Sequence[str]
    """What speaks for the better choice, a sentence each, the most telling first."""


class Group(NamedTuple):
    """The costliest choices of one player, the worst first."""

    name: str
    choices: Sequence[Costly]


class Part(NamedTuple):
    """A line of the table of luck and skill: the average of all rounds, then each round."""

    label: str
    figures: Sequence[str]


class Findings(NamedTuple):
    """What a review comes to."""

    groups: Sequence[Group]
    parts: Sequence[Part]
    """The first are the heads of the columns, the last the sum of the others."""
    side: str
    """The name of the player whose chances these are."""


Report = Callable[[str], None]
"""Says how far a review is."""


def _in_lines(choice: Costly, width: int) -> Content:
    """Return a choice as the list shows it in `width` columns, with as many reasons as fit."""
    lines = [choice.better]
    for number in range(1, len(choice.reasons) + 1):
        longer = wrapped(" ".join([choice.better, *choice.reasons[:number]]), width - _INDENT)
        if len(longer) > _ROWS:
            break
        lines = longer
    why = f"\n{' ' * _INDENT}".join(lines).removeprefix(choice.better)
    loss = f"{choice.loss:>4}".ljust(_INDENT)
    better = f"\n{' ' * _INDENT}{choice.better}"
    return Content.assemble((loss, "bold $error"), choice.played, (better, "$accent"), why)


class Choices(PointedList):
    """The list of choices; enter shows the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CHOICES)

    def __init__(self) -> None:
        super().__init__(click_marks=True)


class LuckAndSkill(CanvasWidget):
    """The parts that a result comes from, line by line; of many rounds as many as fit, at first the last."""

    parts: reactive[Sequence[Part]] = reactive((), repaint=False)
    later = reactive(0, repaint=False)
    """Rounds after those shown."""

    def watch_parts(self) -> None:
        """Redraw."""
        self.redraw()

    def watch_later(self) -> None:
        """Redraw."""
        self.redraw()

    def in_words(self) -> list[str]:
        """Return each line with its average, then its figures."""
        if not self.parts:
            return []
        return [
            put(_HOW_TO_READ),
            *(
                f"{label or tr('Rounds')}: {average}; {', '.join(rounds)}" if rounds else label
                for label, (average, *rounds) in self.parts
            ),
        ]

    def may_turn(self, rounds: int) -> bool:
        """Return whether there are later rounds to show or, for a negative number, earlier ones."""
        return bool(self.later) if rounds > 0 else self._start > 0

    @property
    def _heads(self) -> Sequence[str]:
        """The numbers of the rounds."""
        return self.parts[0].figures[1:] if self.parts else ()

    @property
    def _labels(self) -> int:
        """Columns before the figures of the rounds."""
        return max(cell_len(part.label) for part in self.parts) + _AVERAGE

    @property
    def _columns(self) -> int:
        """Columns of a figure of a round: some languages write a space before the percent sign."""
        figures = (figure for part in self.parts for figure in part.figures[1:])
        return max([_FIGURE, *(cell_len(figure) + 1 for figure in figures)])

    @property
    def _start(self) -> int:
        """The place of the first round shown."""
        if not self.parts:
            return 0
        fitting = max((self.size.width - self._labels) // self._columns, 1)
        return max(len(self._heads) - self.later - fitting, 0)

    def draw(self, canvas: Canvas) -> None:
        """Draw a column for the average and one for each round; the sum stands in the last line."""
        shown, columns = slice(self._start, len(self._heads) - self.later), self._columns
        if self._heads:
            canvas.put(0, 0, cut(put(_HOW_TO_READ), canvas.width), "dim")
        for row, (label, (average, *rounds)) in enumerate(self.parts, 1):
            foreground = "dim" if row == 1 else "strong" if row == len(self.parts) else "plain"
            x = self._labels
            canvas.put(0, row, label, foreground)
            canvas.put_right(x, row, average, foreground if row == 1 else "strong")
            for figure in rounds[shown]:
                x += columns
                canvas.put_right(x, row, figure, foreground)
        heads = self._heads[shown]
        if len(heads) < len(self._heads):
            shown_of = tr(
                "rounds {first} to {last} of {rounds}",
                first=heads[0],
                last=heads[-1],
                rounds=self._heads[-1],
            )
            canvas.put(0, 1, shown_of, "accent")


class ReviewScreen(AppScreen):
    """What `find` finds; `show` is called with the position of a choice to look at."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "review")
    BINDINGS: ClassVar[list[BindingType]] = bindings(REVIEW)

    def __init__(self, find: Callable[[Report], Awaitable[Findings]], show: Callable[[int], None]) -> None:
        super().__init__()
        self._find = find
        self._show_choice = show
        self._groups: Sequence[Group] = ()

    def compose(self) -> ComposeResult:
        """Show the choices above the table."""
        with Vertical(id="page"):
            with Framed(message("Costliest choices"), id="choices"):
                yield Choices()
            with Framed(message("Luck and skill"), id="luck"):
                yield LuckAndSkill()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to look."""
        self._explain()
        self.query_one(Choices).focus()
        self._review()

    def _explain(self) -> None:
        """Say what the figures mean."""
        choices, luck = self.query(Framed)
        choices.border_subtitle = Content(tr("how much each choice cost, in chance to win"))
        luck.border_subtitle = Content(tr("chances if two masters played on"))

    def speak(self) -> None:
        """Say everything in the language of the session, which takes another look."""
        self._explain()
        self._review()

    @work(exclusive=True)
    async def _review(self) -> None:
        """Look at every action, then show what was found."""
        found = await self._find(self._report)
        _, luck = self.query(Framed)
        luck.border_title = Content(tr("Luck and skill: {name}'s chance to win each round", name=found.side))
        self.query_one(LuckAndSkill).parts = found.parts
        self._groups = found.groups
        self._list_choices()
        choices = self.query_one(Choices)
        choices.action_first()
        # Once it has its height, also the heading above the first choice is seen.
        self.call_after_refresh(choices.scroll_home, animate=False)
        self.refresh_bindings()

    def _list_choices(self) -> None:
        """List the choices as wide as the window allows; in a tall one they have gaps between them."""
        width, is_tall = min(self.app.size.width, WIDEST) - _AROUND, self.has_class("-tall")
        choices = self.query_one(Choices)
        marked = choices.highlighted_option
        choices.clear_options()
        for group in self._groups:
            if is_tall and choices.option_count:
                choices.add_option(Option("", disabled=True))
            choices.add_option(Option(Content.styled(group.name, "bold $foreground"), disabled=True))
            for number, choice in enumerate(group.choices):
                if is_tall and number:
                    choices.add_option(Option("", disabled=True))
                choices.add_option(Option(_in_lines(choice, width), id=f"{choice.position}"))
            if not group.choices:
                choices.add_option(Option(f"{' ' * _INDENT}{tr('no costly choice')}", disabled=True))
        if marked is not None and marked.id is not None:
            choices.highlighted = choices.get_option_index(marked.id)

    def on_resize(self, event: Resize) -> None:
        """Use the room; choices that do not fit scroll."""
        self.query_one("#choices").styles.max_height = event.size.height - _LUCK_ROWS - _KEY_ROWS
        if self._groups:
            self._list_choices()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn only to rounds that are out of sight."""
        if action == "turn" and isinstance(rounds := parameters[0], int):
            return any(table.may_turn(rounds) for table in self.query(LuckAndSkill))
        return super().check_action(action, parameters)

    def action_turn(self, rounds: int) -> None:
        """Show later rounds in the table, or earlier ones."""
        self.query_one(LuckAndSkill).later -= rounds
        self.refresh_bindings()

    def _report(self, text: str) -> None:
        choices = self.query_one(Choices)
        choices.clear_options()
        choices.add_option(Option(text, disabled=True))

    @on(OptionList.OptionSelected)
    def _select(self, event: OptionList.OptionSelected) -> None:
        """Show the choice in the replay."""
        if event.option_id is not None:
            self._show_choice(int(event.option_id))
