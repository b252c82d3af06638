"""A table in the hall: the game, and who else is there."""

from functools import cache
from typing import Any, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.timer import Timer

from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Mode, Scene
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.table import TableScreen
from engarde_tui.serve.hall.table import HallPlace
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.screens.match_over import hall_match_over_screen
from engarde_tui.serve.screens.navigator import HallNews, InHall
from engarde_tui.serve.screens.prompts import leave_warning, player_prompt, showdown_prompt, spectator_prompt
from engarde_tui.serve.screens.proof import ProofScreen
from engarde_tui.serve.screens.questions import ClaimQuestion, salute

_LEEWAY: Final = 0.05
"""Seconds to let pass after the time to claim has come, so that it certainly has."""


class HallTableScreen(InHall, TableScreen):
    """Shows where the opponent is, passes salutes on, and lets a player claim the match.

    At the end of a round it shows what proves that the deck was the one committed to. `hall_table_screen`
    combines it with the table of a game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "salute", "salute", id="salute", tooltip="Say a few words to everybody at the table"),
        Binding(
            "c", "claim", "claim", id="claim", tooltip="Win the match, as the opponent does not come back"
        ),
        Binding("m", "adjourn", "lobby", id="adjourn", tooltip="Go to the lobby, and play on later"),
        Binding("p", "prove", "proof", id="proof", tooltip="The commitments to the decks"),
        Binding("w", "watch", "watch", id="watch-finished", tooltip="Watch the finished rounds again"),
    ]

    def __init__(self, place: HallPlace, absence: float, curtain_delay: float, bot_pace: float) -> None:
        """Play or watch from `place`; a player who is away for `absence` seconds can lose the match."""
        super().__init__(place, curtain_delay, bot_pace)
        self._hall_place = place
        self._hall_table = place.hall_table
        self._absence = absence
        self._claimable: Timer | None = None
        """Runs while the player waits to claim the match."""

    # --- what is shown ---

    def prompt(self, scene: Scene) -> str:
        """What can be done, who is waited for, or what proves the deck."""
        match scene.mode:
            case Mode.WATCHING:
                return spectator_prompt(self._hall_place)
            case Mode.SHOWDOWN:
                return showdown_prompt(self._hall_place, scene.view)
            case _:
                return player_prompt(self._hall_place, self._absence) or super().prompt(scene)

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """What the hall allows beside the play."""
        place, table = self._hall_place, self._hall_table
        allowed = {"salute", "prove"}
        if scene.mode is Mode.SHOWDOWN:
            return frozenset(allowed)
        if place.alone is None:
            return frozenset(allowed | {"adjourn"} | ({"watch"} if scene.view.finished else set()))
        if not table.seats.is_there(place.alone.other):
            allowed.add("adjourn")
        if table.seconds_to_claim(place.alone) == 0:
            allowed.add("claim")
        return frozenset(allowed)

    @property
    def leave_warning(self) -> str:
        """What happens if the visitor leaves now."""
        return leave_warning(self._hall_place, self._absence)

    def on_mount(self) -> None:
        """Wait for the time to claim, if the opponent is away."""
        self._wait_to_claim()

    def on_screen_resume(self) -> None:
        """Go on to a rematch that has begun while another screen was on top."""
        self._follow_rematch()

    def on_hall_news(self, news: HallNews) -> None:
        """Show what has happened at the table."""
        event = news.at(self._hall_table)
        if event is None or self._follow_rematch():
            return
        if self._table.revision != self.scene.revision:
            self.follow_place()
        if event.player_moved and not self._hall_table.is_over:
            self._show_who_is_there()
        if event.said:
            prompt = "" if self.scene.mode is Mode.SHOWDOWN else self._with_words(self.scene).said.text
            self.say(f"{event.said} · {prompt}" if prompt else event.said)

    def _follow_rematch(self) -> bool:
        """Go to the rematch of the players who are being watched; False if there is none yet."""
        return self._hall_place.looks_on and self.navigator.open_rematch(self._hall_table, self)

    def _show_who_is_there(self) -> None:
        self.scene = self._with_words(self.scene)
        self._wait_to_claim()

    def _wait_to_claim(self) -> None:
        """Look again when the match can be claimed."""
        if self._claimable is not None:
            self._claimable.stop()
            self._claimable = None
        seat = self._hall_place.alone
        wait = None if seat is None else self._hall_table.seconds_to_claim(seat)
        if wait:
            self._claimable = self.set_timer(wait + _LEEWAY, self._show_who_is_there)

    def open_match_over(self) -> None:
        """Go to the winner, and maybe on to a rematch."""
        own = presentation_of(self.rules).match_over_screen()
        self.app.switch_screen(hall_match_over_screen(own)(self._hall_place))

    def close_table(self) -> None:
        """Leave it to the hall's table to close the match."""

    # --- what is done ---

    @work
    async def action_salute(self) -> None:
        """Ask what to say, and say it."""
        why_not = await salute(self.navigator, self._hall_table)
        if why_not:
            self.refuse(why_not)

    @work
    async def action_claim(self) -> None:
        """Ask once more, and win the match."""
        seat = self._hall_place.alone
        assert seat is not None
        if await self.navigator.ask(ClaimQuestion(self._hall_table.seats.names[seat.other])) == "claim":
            try:
                self.change(lambda: self._hall_table.claim(seat))
            except Refusal as refusal:
                self.refuse(f"{refusal}")

    def action_adjourn(self) -> None:
        """Go to the lobby."""
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
    """The table of a game, `own`, with the hall around it."""
    return type(f"Hall{own.__name__}", (HallTableScreen, own), {})
