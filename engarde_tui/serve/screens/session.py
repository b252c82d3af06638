"""A match at a table of the hall: absence, salutes, claims and commitments besides the game."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final, cast

from engarde_tui.language import put, told, tr
from engarde_tui.play.live_match import TableChanged
from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import DRAW_OFFERED, RESIGN, RESIGN_ONLY
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.serve.hall.keys import HALL_TABLE
from engarde_tui.serve.hall.questions import CLAIM
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.time_words import LEEWAY, spoken_time, until_change, until_time_change
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.screens.match_end import HallMatchEnd, ask_for_salute
from engarde_tui.serve.screens.prompts import (
    leave_warning,
    player_notes,
    player_prompt,
    showdown_prompt,
    spectator_notes,
    spectator_prompt,
    time_words,
    watching,
)
from engarde_tui.serve.screens.services import HallServices
from engarde_tui.sessions.session import Session
from engine.game import Seat

_SAID_SECONDS: Final = 8.0
"""How long what is said at the table stands in place of the time and the like."""


class HallSession(Session):
    """What a visitor plays or watches at a hall table."""

    keys = (*Session.keys, *HALL_TABLE)
    refusals: ClassVar[tuple[type[Exception], ...]] = (ValueError, Refusal)

    def __init__(self, client: HallClient, absence: float) -> None:
        """Play or watch from `client`; `absence` as in `Hall`."""
        super().__init__(client)
        self._hall_client: Final = client
        self.hall_table: Final = client.hall_table
        self.visitor: Final = client.visitor
        self._absence = absence
        self._watchers = self.hall_table.watchers
        """Who watched when the words at the table were shown last."""
        self._absent = self._others_absent
        """Who was not there then."""
        self._call_off: Callable[[], None] = lambda: None
        """Calls off what is to be said in a while about an opponent who is absent or slow."""
        self._said = ""
        """What was said at the table last, as long as it is shown; "" for nothing."""
        self._stop_saying: Callable[[], None] = lambda: None
        """Calls off the end of that."""
        self._stop_time: Callable[[], None] = lambda: None
        """Calls off the next look at the time."""

    @property
    def _services(self) -> HallServices:
        return cast(HallServices, self.face.services)

    @property
    def _seat(self) -> Seat:
        seat = self.client.alone
        assert seat is not None
        return seat

    @property
    def _others_absent(self) -> list[str]:
        """The names of the other players who are not there."""
        seats = self.hall_table.seats
        return [
            seats.names[seat] for seat in Seat if seat is not self.client.alone and not seats.is_there(seat)
        ]

    @property
    def _is_asked(self) -> bool:
        """Whether a draw is offered to this visitor."""
        seat = self.client.alone
        return seat is not None and self.match.offered_draw(seat)

    # --- what it shows ---

    def present(self, scene: Scene) -> Scene:
        """Return a scene with the players' ratings."""
        return replace(scene, ratings=(self.hall_table.rating(Seat.LEFT), self.hall_table.rating(Seat.RIGHT)))

    def prompt(self, scene: Scene) -> str:
        """Return who is absent or choosing; "" for what the game says."""
        match scene.mode:
            case Mode.WATCHING:
                return spectator_prompt(self._hall_client)
            case Mode.ROUND_OVER:
                return showdown_prompt(self._hall_client, scene.view)
            case _ if self._is_asked:
                key = self.face.key("resign")
                return f"{self.offered} {tr('Press {key} to answer.', key=key)}"
            case _:
                return player_prompt(self._hall_client, self.face.key)

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return what was just said, an offered draw, or what a player should know at the deal."""
        upper, lower = self._standing_notes(scene)
        # Nobody can talk over the draw that is to be answered, or the last seconds.
        time = self.hall_table.time
        stands = self._is_asked or (time is not None and time.is_short)
        return (upper if stands and upper else self._said or upper), lower

    def _standing_notes(self, scene: Scene) -> tuple[str, str]:
        match scene.mode:
            case Mode.CURTAIN | Mode.ROUND_OVER:
                return "", ""
            case _ if self._is_asked:
                # Also while a turn is composed, which takes the place of the prompt.
                key = self.face.key("resign")
                return tr("Draw offered: {key} answers; playing on declines.", key=key), ""
            case _ if self.offered:
                return self.offered, ""
            case Mode.WATCHING:
                return self._with_standing(spectator_notes(scene.view))
            case _:
                return self._with_standing(player_notes(self._hall_client))

    def _with_standing(self, notes: tuple[str, str]) -> tuple[str, str]:
        """Return notes, with the time and who watches where there is none."""
        upper, lower = notes
        table = self.hall_table
        return upper or self._time, lower or watching(table, self.visitor.name)

    @property
    def _time(self) -> str:
        """The time that the players have left; "" without."""
        words, time = time_words(self.hall_table), self.hall_table.time
        if not words or time is None or self._services.names_keys:
            return words
        to_move = self.hall_table.clock.to_move
        if time.is_clock or to_move is None:
            return tr("Time left: {times}", times=words)
        name, left = self.hall_table.seats.names[to_move], spoken_time(time.left(to_move))
        return tr("{name} has {time} left.", name=name, time=left)

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the hall's own actions that are allowed."""
        seat, table = self.client.alone, self.hall_table
        allowed = {"salute", "prove", *self.reading(scene)}
        if scene.mode is Mode.ROUND_OVER:
            return frozenset(allowed)
        if seat is None:
            return frozenset(allowed | {"menu"} | ({"watch"} if scene.view.finished else set()))
        if not table.seats.is_there(seat.other):
            allowed.add("menu")
        if table.clock.seconds_to_adjourn(seat) == 0:
            allowed.add("adjourn")
        if table.seconds_to_claim(seat) == 0:
            allowed.add("claim")
        if table.clock.seconds_to_remind(seat) == 0:
            allowed.add("remind")
        return frozenset(allowed) | super().also_allowed(scene)

    # --- what happens ---

    def leads_to(self, table: Table) -> bool:
        """Return whether this is played at a table."""
        return table is self.hall_table

    def is_uncovered(self) -> None:
        """Go to a rematch that has started while another screen was on top."""
        self._see_end()
        self._follow_rematch()

    def hear(self, events: Sequence[TableChanged]) -> None:
        """Show what has happened at the table, or go to its rematch."""
        if self._follow_rematch():
            return
        if any(event.draw_offered for event in events):
            # It is to be read at once.
            self._said = ""
        super().hear(events)
        if self.hall_table.is_over:
            self._services.drop_questions(DRAW_OFFERED, RESIGN, RESIGN_ONLY, CLAIM, self.leaving)
        watchers, before = self.hall_table.watchers, self._watchers
        if watchers != before and not self.hall_table.is_over:
            self._watchers = watchers
            self.face.renew_words()
        if any(event.player_moved or event.reminded for event in events) and not self.hall_table.is_over:
            self._show_who_is_there()
        absent, self._absent = self._absent, self._others_absent
        came = [name for name in absent if name not in self._absent]
        if came and not self._services.names_keys:
            # On a screen it is seen that they are no longer said to be away.
            self._show_said(tr("{name} is here.", name=", ".join(came)))
        *_, said = None, *(event.message for event in events if event.message is not None)
        if said is not None and self.face.scene.mode is Mode.ROUND_OVER:
            self.face.say(put(said))
        elif said is not None:
            self._show_said(put(said))

    def _show_said(self, said: str) -> None:
        """Show what was said for a while, "" for nothing any more."""
        self._stop_saying()
        self._said = said
        if self.client.is_here:
            self._show_notes()
        if said:
            self._stop_saying = self.face.call_in(_SAID_SECONDS, lambda: self._show_said(""))

    def _show_notes(self) -> None:
        self.face.scene = replace(self.face.scene, notes=self.notes(self.face.scene))

    def _follow_rematch(self) -> bool:
        """Take a spectator to the players' rematch; return False if there is none."""
        return self.client.is_spectator and self._services.open_rematch(self.hall_table, self.face)

    def has_shown(self) -> None:
        """Time the opponent."""
        self._see_end()
        self._time_opponent()

    def _see_end(self) -> None:
        """Note that the end of the match is shown, unless a page lies over it or an earlier round does."""
        if self.face.is_active and self.face.scene.view.winner is not None:
            self._hall_client.has_seen_end = True

    def _show_who_is_there(self) -> None:
        self.face.renew_words()
        self._time_opponent()

    def _time_opponent(self) -> None:
        """Set anew when to show something else: a countdown to a claim, a reminder or an adjournment."""
        self._call_off()
        seat, table = self.client.alone, self.hall_table
        if not self.client.is_here:
            return
        self._follow_time()
        if seat is None:
            return
        counted = (table.seconds_to_claim(seat), table.clock.seconds_to_adjourn(seat))
        waits = [*map(until_change, filter(None, counted)), table.clock.seconds_to_remind(seat)]
        if wait := min(filter(None, waits), default=None):
            self._call_off = self.face.call_in(wait + LEEWAY, self._show_who_is_there)

    def _follow_time(self) -> None:
        """Show the time that is left each time its words change."""
        self._stop_time()
        time = self.hall_table.time
        if time is not None and time.running is not None:
            wait = until_time_change(time.left(time.running))
            self._stop_time = self.face.call_in(wait + LEEWAY, self._show_time)

    def _show_time(self) -> None:
        if self.client.is_here:
            self._show_notes()
            self._follow_time()

    def salute(self) -> None:
        """Ask for a salute, and say it."""
        ask_for_salute(self._services, self.hall_table, self.face.refuse)

    def claim(self) -> None:
        """Ask for confirmation, and win the match."""
        absent = self.hall_table.seats.names[self._seat.other]
        question = CLAIM.about(
            tr("{name} has not come back. If you claim the match, you win it.", name=absent)
        )
        self._services.ask(question, self._claim)

    def _claim(self, answer: str | None) -> None:
        if answer == "claim":
            self.face.change(lambda: self.hall_table.claim(self._seat))

    def remind(self) -> None:
        """Remind the opponent to move."""
        self._or_refuse(lambda: self.hall_table.remind(self._seat))

    def menu(self) -> None:
        """Go to the lobby."""
        self._services.leave_to_menu()

    def adjourn(self) -> None:
        """Leave an opponent who does not move, and go to the lobby."""
        if self._or_refuse(lambda: self.hall_table.adjourn(self._seat)):
            self._services.leave_to_menu()

    def _or_refuse(self, do: Callable[[], None]) -> bool:
        """Do something, or say why not; return whether it was done."""
        try:
            do()
        except Refusal as refusal:
            self.face.refuse(told(refusal))
            return False
        return True

    def prove(self) -> None:
        """Show the commitments."""
        self._services.open_proof(self._hall_client)

    def watch(self) -> None:
        """Watch the finished rounds."""
        try:
            self._services.open_replay(self.match.replay())
        except Problem as problem:
            self.face.refuse(told(problem))

    def end(self) -> HallMatchEnd:
        """Return what follows the match, a rematch perhaps."""
        return HallMatchEnd(self._hall_client)

    # --- leaving ---

    @property
    def leave_warning(self) -> str:
        """What happens if the visitor leaves now."""
        return leave_warning(self._hall_client, self._absence)

    @property
    def is_kept(self) -> bool:
        """Whether leaving costs nothing: an opponent who waits can claim the match."""
        return self.client.is_spectator

    def close(self) -> None:
        """Do nothing: the `Table` closes the match."""
