"""The screen of a hall table."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Mode, Scene
from engarde_tui.match.table import TableChanged
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.table import TableScreen
from engarde_tui.serve.hall.questions import CLAIM, SALUTE
from engarde_tui.serve.hall.table import HallPlace, HallTable
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.screens.match_over import hall_match_over_screen
from engarde_tui.serve.screens.navigator import InHall
from engarde_tui.serve.screens.prompts import (
    LEEWAY,
    leave_warning,
    player_notes,
    player_prompt,
    showdown_notes,
    showdown_prompt,
    spectator_notes,
    spectator_prompt,
    until_change,
)
from engarde_tui.serve.screens.proof import ProofScreen


class HallTableScreen(InHall, TableScreen):
    """Adds absence, salutes, claims and commitments to a game's table.

    `hall_table_screen` combines it with the screen of a game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "salute", "salute", id="salute", tooltip="Say a few words to everybody at the table"),
        Binding("c", "claim", "claim", id="claim", tooltip="Win the match against an absent opponent"),
        Binding("r", "remind", "remind", id="remind", tooltip="Remind your opponent to move"),
        Binding("m", "menu", "menu", id="menu", tooltip="Go to the menu"),
        Binding("m", "adjourn", "adjourn", id="adjourn", tooltip="Adjourn the match, to continue it later"),
        Binding("p", "prove", "proof", id="proof", tooltip="The commitments to the decks"),
        Binding("w", "watch", "watch", id="watch-finished", tooltip="Watch the finished rounds again"),
    ]

    def __init__(self, place: HallPlace, absence: float) -> None:
        """Play or watch from `place`; `absence` as in `Hall`."""
        super().__init__(place)
        self._hall_place = place
        self._hall_table = place.hall_table
        self._absence = absence
        self._due: Timer | None = None
        """Fires when there is something new to say about an opponent who is absent or slow."""

    REFUSALS: ClassVar = (ValueError, Refusal)

    # --- what it shows ---

    def prompt(self, scene: Scene) -> str:
        """Return who is absent or choosing, or the game's own prompt."""
        match scene.mode:
            case Mode.WATCHING:
                return spectator_prompt(self._hall_place)
            case Mode.SHOWDOWN:
                return showdown_prompt(self._hall_place, scene.view) or super().prompt(scene)
            case _:
                return player_prompt(self._hall_place, self.key) or super().prompt(scene)

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return the codes that a player should write down, or the proof of the deck."""
        match scene.mode:
            case Mode.CURTAIN:
                return "", ""
            case Mode.WATCHING:
                return spectator_notes(scene.view)
            case Mode.SHOWDOWN:
                return showdown_notes(self._hall_place, scene.view)
            case _:
                return player_notes(self._hall_place)

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the hall's own actions that are allowed."""
        place, table = self._hall_place, self._hall_table
        allowed = {"salute", "prove"}
        if scene.mode is Mode.SHOWDOWN:
            return frozenset(allowed)
        if place.alone is None:
            return frozenset(allowed | {"menu"} | ({"watch"} if scene.view.finished else set()))
        if not table.seats.is_there(place.alone.other):
            allowed.add("menu")
        if table.clock.seconds_to_adjourn(place.alone) == 0:
            allowed.add("adjourn")
        if table.seconds_to_claim(place.alone) == 0:
            allowed.add("claim")
        if table.clock.seconds_to_remind(place.alone) == 0:
            allowed.add("remind")
        return frozenset(allowed)

    @property
    def leave_warning(self) -> str:
        """What happens if the visitor leaves now."""
        return leave_warning(self._hall_place, self._absence)

    @property
    def is_kept(self) -> bool:
        """Whether leaving costs nothing: an opponent who waits can claim the match."""
        return self._hall_place.is_spectator

    def leads_to(self, table: HallTable) -> bool:
        """Return whether this is the screen of a table."""
        return table is self._hall_table

    def on_screen_resume(self) -> None:
        """Go to a rematch that has started while another screen was on top."""
        self._follow_rematch()

    def look_at(self, events: Sequence[TableChanged]) -> None:
        """Show what has happened at the table, or go to its rematch, unless the visitor has got up."""
        if not self._hall_place.is_here or self._follow_rematch():
            return
        super().look_at(events)
        if any(event.player_moved or event.reminded for event in events) and not self._hall_table.is_over:
            self._show_who_is_there()
        *_, said = "", *(event.said for event in events if event.said)
        if said and self.scene.mode is Mode.SHOWDOWN:
            self.say(said)
        elif said:
            self.scene = replace(self.scene, notes=(said, self.scene.notes[1]))

    def _follow_rematch(self) -> bool:
        """Take a spectator to the players' rematch; return False if there is none."""
        return self._hall_place.is_spectator and self.navigator.open_rematch(self._hall_table, self)

    def follow_place(self) -> None:
        """Show the current state, and time the opponent."""
        super().follow_place()
        self._time_opponent()

    def _show_who_is_there(self) -> None:
        self.scene = self._with_words(self.scene)
        self._time_opponent()

    def _time_opponent(self) -> None:
        """Restart the timer that updates the screen: counts down to a claim, a reminder or an adjournment."""
        if self._due is not None:
            self._due.stop()
            self._due = None
        seat, table = self._hall_place.alone, self._hall_table
        if seat is None or not self._hall_place.is_here:
            return
        counted = (table.seconds_to_claim(seat), table.clock.seconds_to_adjourn(seat))
        waits = [*map(until_change, filter(None, counted)), table.clock.seconds_to_remind(seat)]
        if wait := min(filter(None, waits), default=None):
            self._due = self.set_timer(wait + LEEWAY, self._show_who_is_there)

    def open_match_over(self) -> None:
        """Go to the result, which may lead to a rematch."""
        own = presentation_of(self.rules).match_over_screen()
        self.app.switch_screen(hall_match_over_screen(own)(self._hall_place))

    def close_table(self) -> None:
        """Do nothing: the `HallTable` closes the match."""

    # --- actions ---

    def action_salute(self) -> None:
        """Ask for a salute, and say it."""
        self.navigator.ask(SALUTE, self._salute)

    def _salute(self, salute: str | None) -> None:
        try:
            self._hall_table.salute(self.navigator.visitor, salute or "")
        except Refusal as refusal:
            self.refuse(f"{refusal}")

    def action_claim(self) -> None:
        """Ask for confirmation, and win the match."""
        seat = self._hall_place.alone
        assert seat is not None
        absent = self._hall_table.seats.names[seat.other]
        self.navigator.ask(
            CLAIM.about(f"{absent} has not come back. If you claim the match, you win it."),
            lambda answer: self.change(lambda: self._hall_table.claim(seat)) if answer == "claim" else None,
        )

    def action_remind(self) -> None:
        """Remind the opponent to move."""
        seat = self._hall_place.alone
        assert seat is not None
        try:
            self._hall_table.remind(seat)
        except Refusal as refusal:
            self.refuse(f"{refusal}")

    def action_menu(self) -> None:
        """Go to the lobby."""
        self.navigator.leave_to_menu()

    def action_adjourn(self) -> None:
        """Leave an opponent who does not move, and go to the lobby."""
        seat = self._hall_place.alone
        assert seat is not None
        try:
            self._hall_table.adjourn(seat)
        except Refusal as refusal:
            self.refuse(f"{refusal}")
        else:
            self.navigator.leave_to_menu()

    def action_prove(self) -> None:
        """Show the commitments."""
        self.app.push_screen(ProofScreen(self._hall_place, self.rules))

    def action_watch(self) -> None:
        """Watch the finished rounds."""
        try:
            self.navigator.open_replay(self._table.replay())
        except Problem as problem:
            self.refuse(f"{problem}")


@cache
def hall_table_screen(own: type[Any]) -> type[HallTableScreen]:
    """Return the hall's version of `own`, a game's table screen."""
    return type(f"Hall{own.__name__}", (HallTableScreen, own), {})
