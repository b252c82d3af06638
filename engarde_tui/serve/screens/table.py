"""A table in the hall: the table as everywhere, and who else is there."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.games.en_garde.screens.match_over import MatchOverScreen
from engarde_tui.games.en_garde.screens.table import EnGardeTableScreen
from engarde_tui.games.en_garde.words import verdict
from engarde_tui.match.problem import Problem
from engarde_tui.match.scene import Mode, Scene
from engarde_tui.screens.questions import Question
from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.hall_line import NOBODY
from engarde_tui.serve.hall.table import SALUTES, HallPlace, HallTable
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.widgets.canvas import INK_CLASSES
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engine.en_garde import Rules, Seat

_SALUTE: Final = "Say one of a few words to all at the table"


def _span(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"


class SaluteQuestion(Question):
    """What to say."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{number}", f"dismiss('{number - 1}')", salute, id=f"salute-{number}")
            for number, salute in enumerate(SALUTES, 1)
        ),
        Binding("escape", "dismiss('')", "nothing", key_display="esc", id="salute-none"),
    ]

    def __init__(self) -> None:
        super().__init__("Say to everybody at the table:")


def ask_salute(app: HallApp, table: HallTable, refuse: Callable[[str], None]) -> None:
    """Ask what to say, and say it at the table."""

    def answered(answer: str | None) -> None:
        if answer:
            try:
                table.salute(app.visitor, SALUTES[int(answer)])
            except Refusal as refusal:
                refuse(f"{refusal}")

    app.push_screen(SaluteQuestion(), answered)


class ClaimQuestion(Question):
    """Whether to end a match that somebody has left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss('claim')", "claim it", id="claim-yes"),
        Binding("n,escape", "dismiss('wait')", "wait", key_display="n", id="claim-no"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(f"End the match and win it, because {name} does not come back?")


class ProofScreen(Screen[None]):
    """The commitments to the decks; of finished rounds the decks and salts that prove them."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,space,p", "dismiss", "back", key_display="space", id="close-proof")
    ]

    def __init__(self, place: HallPlace, rules: Rules) -> None:
        super().__init__()
        self.rules = rules
        self._codes = f"{place.way_back}The table's code: {place.hall_table.code}."
        self._proofs = place.hall_table.proofs

    def compose(self) -> ComposeResult:
        """A paragraph for each round, the present one first."""
        with VerticalScroll():
            yield Static(
                "Before a round is played its deck is fixed: the commitment is the SHA-256 of the 25 cards,"
                " a space and the salt. Note it down, and once the round is over, check it: engarde verify"
                " does so for a whole record.",
                markup=False,
            )
            yield Static(self._codes, markup=False)
            for proof in reversed(self._proofs):
                lines = [f"Round {proof.number}", f"  commitment {proof.commitment}"]
                if proof.salt:
                    lines += [f"  deck {proof.deck}", f"  salt {proof.salt}"]
                yield Static("\n".join(lines), markup=False)
        yield KeyBar()


class HallTableScreen(EnGardeTableScreen):
    """Shows where the opponent is, passes salutes on, and lets who waits in vain claim the match.

    At the end of a round it shows what proves that the deck was the one committed to.
    """

    app = getters.app(HallApp)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "salute", "salute", id="salute", tooltip=_SALUTE),
        Binding("c", "claim", "claim", id="claim", tooltip="Win the match from who does not come back"),
        Binding("m", "adjourn", "lobby", id="adjourn", tooltip="Go to the lobby; the match goes on later"),
        Binding("p", "prove", "proof", id="proof", tooltip="The commitments to the decks"),
        Binding("w", "watch", "watch", id="watch-finished", tooltip="Watch the finished rounds again"),
    ]

    def __init__(self, place: HallPlace, curtain_delay: float, bot_pace: float) -> None:
        super().__init__(place, curtain_delay, bot_pace)
        self._hall_place = place
        self._hall_table = place.hall_table
        self._heard = place.hall_table.said[0]
        self._presence: tuple[object, ...] = ()
        self._claiming: Timer | None = None

    def prompt(self, scene: Scene) -> str:
        """Who is there, what proves the deck, or what the game asks of the player."""
        place, table, view = self._hall_place, self._hall_table, self._place.view
        if scene.mode is Mode.SHOWDOWN:
            return self._proof(scene)
        if view.winner is not None:
            return f"{view.names[view.winner]} has won the match."
        if place.alone is None:
            return f"You look on, and see no hand. {self._what_goes_on}"
        absent = table.presence(place.alone.other)
        if absent:
            return f"{self._way_back}{absent}; the seat is kept. {self._way_out}"
        if self._has_not_played and view.round.result is None:
            return f"{self._way_back}This deck's commitment: {table.proofs[-1].commitment}"
        return f"{scene.player_to_act} is choosing." if place.waits else super().prompt(scene)

    @property
    def _what_goes_on(self) -> str:
        """As who looks on is told."""
        table, view = self._hall_table, self._place.view
        absent = [seat for seat in Seat if not table.is_there(seat)]
        if absent:
            words = ", ".join(map(table.presence, absent))
            of_guest = any(table.players[seat] == NOBODY for seat in absent)
            way_back = "; a guest's seat is got back with its own code, not the table's" if of_guest else ""
            return f"{words}{way_back}."
        if view.round.result is not None:
            return f"{verdict(view)}."
        return f"{view.names[view.round.turn]} is choosing." if view.round.turn is not None else ""

    def _proof(self, scene: Scene) -> str:
        """Deck and salt of the round that is shown, unless the opponent has gone, or gone on."""
        table, seat = self._hall_table, self._hall_place.alone
        assert seat is not None
        if not table.is_over:
            if absent := table.presence(seat.other):
                return f"{absent}."
            if self._place.view.number != scene.view.number:
                return f"{table.names[seat.other]} is at the next round; p shows deck and salt of this one."
        proof = table.proofs[scene.view.number - 1]
        return f"Deck {proof.deck} salt {proof.salt}"

    @property
    def _has_not_played(self) -> bool:
        """The player has not done anything in this round."""
        return all(play.seat is not self._hall_place.alone for play in self._place.view.round.plays)

    @property
    def _way_back(self) -> str:
        """A guest's own code, as long as it may not have been noted."""
        return self._hall_place.way_back if self._has_not_played else ""

    @property
    def _way_out(self) -> str:
        assert self._hall_place.alone is not None
        wait = self._hall_table.seconds_to_claim(self._hall_place.alone)
        if wait is None:
            return "You may play on; m leads to the lobby."
        if wait:
            return f"After {_span(self.app.hall.absence)} you can claim the match."
        return "c claims the match, m leads to the lobby."

    @property
    def leave_warning(self) -> str:
        """What it comes to when the match is left now."""
        if self._place.looks_on:
            return "You can look on again."
        wait = _span(self.app.hall.absence)
        back = f"{self._hall_place.way_back}The seat" if self._hall_place.way_back else "Your seat"
        return f"{back} is kept; but who waits for you for {wait} may claim the match."

    def close_table(self) -> None:
        """The hall puts its tables away itself."""

    def follow_hall(self) -> None:
        """Somebody has come, gone, or said something."""
        table, seat = self._hall_table, self._hall_place.alone
        if self._place.looks_on and self.app.follows_to(table.successor, self):
            return
        number, words = table.said
        heard = number != self._heard
        self._heard = number
        # When the match is over nobody is waited for any more.
        presence = (
            *(() if table.is_over else map(table.presence, Seat)),
            seat is not None and table.seconds_to_claim(seat) == 0,
            self.scene.mode is Mode.SHOWDOWN and self._place.view.number,
        )
        changed = presence != self._presence
        self._presence = presence
        if heard or changed:
            present = self._with_words(self.scene)
            prompt = present.said.text
            self.scene = present if prompt else replace(present, said=self.scene.said)
            if heard:
                self.say(words if self.scene.mode is Mode.SHOWDOWN or not prompt else f"{words} · {prompt}")
        if changed:
            self._wait_to_claim()

    def on_screen_resume(self) -> None:
        """Those who are watched may play again meanwhile."""
        if self._place.looks_on:
            self.follow_hall()

    def _wait_to_claim(self) -> None:
        """Look again when the match can be claimed."""
        if self._claiming is not None:
            self._claiming.stop()
            self._claiming = None
        seat = self._hall_place.alone
        wait = None if seat is None else self._hall_table.seconds_to_claim(seat)
        if wait:
            self._claiming = self.set_timer(wait + 0.05, self.follow_hall)

    def follow_place(self) -> None:
        """Show what has changed, and who is there."""
        super().follow_place()
        self.follow_hall()

    def open_match_over(self) -> None:
        """Go to the winner, and maybe on to a rematch."""
        self.app.switch_screen(HallMatchOverScreen(self._hall_place))

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """What only who plays can do, only they are offered."""
        place, table = self._hall_place, self._hall_table
        allowed = {"salute", "prove"}
        if scene.mode is Mode.SHOWDOWN:
            return frozenset(allowed)
        if place.alone is None:
            allowed |= {"adjourn"} | ({"watch"} if self._place.view.finished else set())
        else:
            allowed |= {"adjourn"} if table.presence(place.alone.other) else set()
            allowed |= {"claim"} if table.seconds_to_claim(place.alone) == 0 else set()
        return frozenset(allowed)

    def action_salute(self) -> None:
        """Ask what to say, and say it."""
        ask_salute(self.app, self._hall_table, self.refuse)

    def action_claim(self) -> None:
        """Win the match."""
        seat = self._hall_place.alone
        assert seat is not None

        def claim() -> None:
            try:
                self._hall_table.claim(seat)
            except Refusal as refusal:
                self.refuse(f"{refusal}")

        def answered(answer: str | None) -> None:
            if answer == "claim":
                self.change(claim)

        self.app.push_screen(ClaimQuestion(self._hall_table.names[seat.other]), answered)

    def action_adjourn(self) -> None:
        """Go to the lobby."""
        self.app.leave_to_menu()

    def action_prove(self) -> None:
        """Show the commitments."""
        self.app.push_screen(ProofScreen(self._hall_place, self.rules))

    def action_watch(self) -> None:
        """Watch the finished rounds."""
        try:
            self.app.open_replay(self._table.replay())
        except Problem as problem:
            self.refuse(f"{problem}")


class HallMatchOverScreen(MatchOverScreen):
    """Plays again once both want to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "salute", "salute", id="last-salute", tooltip=_SALUTE)
    ]
    CSS_PATH: ClassVar = paths.style_sheets("match_over", "hall")
    app = getters.app(HallApp)

    def __init__(self, place: HallPlace) -> None:
        super().__init__(place)
        self._hall_table = place.hall_table
        self._visitor = place.visitor
        self._seat = place.alone
        self._heard = place.hall_table.said[0]
        # From before the table screen goes: an empty table would be put away.
        self._hall_table.enter(self._visitor)

    def compose(self) -> ComposeResult:
        """As everywhere, and a line for what the other one wants."""
        yield from super().compose()
        yield Notice()

    def on_mount(self) -> None:
        """Say what the other one has said already."""
        self.follow_hall()

    def on_unmount(self) -> None:
        """Hear no more of it."""
        self._hall_table.exit(self._visitor)

    def follow_hall(self) -> None:
        """Go on where both want to."""
        table, seat = self._hall_table, self._seat
        if seat is None:
            return
        if table.successor is not None and table.wants_rematch(seat):
            if not self.app.follows_to(table.successor, self):
                self.query_one(Notice).say("You have played again already.")
        else:
            other, near = table.names[seat.other], table.is_near(seat.other)
            words = f"{other} would like to play again: r." if table.wants_rematch(seat.other) else ""
            if table.wants_rematch(seat):
                words = f"Waiting for {other} to want it too."
            number, said = table.said
            if number != self._heard and near and not words:
                words = said
            self.query_one(Notice).say(words if near else f"{other} is not at the table any more. {words}")

    def on_screen_resume(self) -> None:
        """The other one may have decided meanwhile."""
        self.follow_hall()

    def action_salute(self) -> None:
        """Ask what to say, and say it."""
        ask_salute(self.app, self._hall_table, self.query_one(Notice).say)

    def action_rematch(self) -> None:
        """Say that one would like to play again."""
        if self._seat is not None:
            self.app.attempt(partial(self._hall_table.offer_rematch, self._seat))
