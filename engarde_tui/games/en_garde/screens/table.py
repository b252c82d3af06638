"""The table: a round being played, one turn composed after the other."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.timer import Timer
from textual.worker import Worker

from engarde_tui import paths
from engarde_tui.games.en_garde.draft import Draft, why_not_face, why_not_lay, why_not_lay_all, why_not_play
from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.last_turn import LastTurn
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.showdown import Showdown
from engarde_tui.games.en_garde.words import advice, hint
from engarde_tui.match.bot_turns import BOT_PACE
from engarde_tui.match.place import Place
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.questions import ForfeitQuestion
from engarde_tui.widgets.canvas import CanvasWidget
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.headline import Headline
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.score_track import ScoreTrack
from engine.bots import ForfeitError
from engine.en_garde import Action, MatchView, RoundView, Rules, Seat
from engine.en_garde.rules import CARD_VALUES

if TYPE_CHECKING:
    from engarde_tui.storage.store import Store

_LAY = Binding.Group("lay", compact=True)
_FACE = Binding.Group("way", compact=True)
_POINT = Binding.Group("list", compact=True)


class TableScreen(AppScreen):
    """Shows what may be seen from a place at a table, and plays what has been composed there.

    When a round is over its end is shown, however the table goes on, until space is pressed.
    """

    CSS_PATH: ClassVar = paths.style_sheets("table")
    DEFAULT_CLASSES = "board"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "lift_curtain", "lift the curtain", id="lift", tooltip="See the own hand"),
        # Not enter: that key has only just played the last action.
        Binding("space", "go_on", "go on", id="go-on", tooltip="Go on to the next round or the result"),
        *(
            Binding(f"{card}", f"lay({card})", f"lay {card}", group=_LAY, id=f"lay-{card}", tooltip="Lay it")
            for card in CARD_VALUES
        ),
        *(
            Binding(way, f"face('{way}')", f"go {way}", group=_FACE, id=way, tooltip="Go that way")
            for way in ("left", "right")
        ),
        Binding("a", "lay_all", "all", id="all", tooltip="Attack or parry with all the cards that can"),
        *(
            Binding(way, f"point({step})", f"list {way}", group=_POINT, id=way, tooltip="Choose in the list")
            for way, step in (("up", -1), ("down", 1))
        ),
        Binding("enter", "play", "play", key_display="enter", id="play", tooltip="Play what is composed"),
        Binding("backspace", "take_back", "back", key_display="bksp", id="back", tooltip="Take a card back"),
        Binding("escape", "clear", "take all back", show=False, id="clear", tooltip="Take all cards back"),
        Binding("h", "hide", "hide", id="hide", tooltip="Hide the hand"),
        Binding("i", "hint", "hint", id="hint", tooltip="Ask the master; noted in the match"),
        Binding("u", "undo", "undo", id="undo", tooltip="Take the last action back; noted in the match"),
        Binding("f", "pace", "pace", id="pace", tooltip="Let bots take their time, or answer at once"),
    ]

    AT_SHOWDOWN: ClassVar = frozenset({"go_on"})
    """What can be done while the end of a round is shown."""

    view: reactive[MatchView | None] = reactive(None, init=False, repaint=False)
    draft: reactive[Draft] = reactive(Draft(), init=False, repaint=False)

    def __init__(self, place: Place, curtain_delay: float, bot_pace: float) -> None:
        """Play from `place`; the curtain stays down for at least `curtain_delay` seconds.

        A bot takes at least `bot_pace` seconds for an action.
        """
        super().__init__()
        self._place = place
        self._table = place.table
        self._curtain_delay = curtain_delay
        self._bot_pace = bot_pace
        self._arming: Timer | None = None
        self._asked: tuple[int, int] | None = None
        """The round and the place in it that a bot has been asked about."""
        self._at_once = asyncio.Event()
        """Bots take no time but what they need."""
        if not bot_pace:
            self._at_once.set()
        self._uncovered = asyncio.Event()
        """No other screen lies over the table."""
        self.set_reactive(TableScreen.view, place.view)
        self.set_class(place.curtain_is_down, "-curtain")

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self._place.view.round.rules

    @property
    def if_left(self) -> str:
        """What it comes to when the match is left now."""
        return self.navigator.consequence(saved=self._table.is_saved)

    def keep_anew(self, store: "Store") -> None:
        """Keep the whole match in a new file, with its next change."""
        self._table.keep_anew(store.begin)

    def tell(self, text: str) -> None:
        """Say something beside the game."""
        self._say(text)

    def leave(self) -> None:
        """Nothing more happens at this table: others may open the match."""
        self.workers.cancel_group(self, "bot")
        self._place.leave()
        self._close_table()

    def _close_table(self) -> None:
        """The table is this screen's own, unless a subclass knows better."""
        self._table.close()

    @property
    def match_goes_on(self) -> bool:
        """The match has not been won yet."""
        return self._place.view.winner is None

    def compose(self) -> ComposeResult:
        """The board, bound to the view."""
        headline = Headline().data_bind(TableScreen.view)
        headline.unsaved = self._table.goes_on_unsaved
        yield headline
        with Horizontal(id="scores"):
            yield ScoreTrack(Seat.LEFT).data_bind(TableScreen.view)
            yield ScoreTrack(Seat.RIGHT).data_bind(TableScreen.view)
        yield Piste().data_bind(TableScreen.view, TableScreen.draft)
        yield LastTurn().data_bind(TableScreen.view)
        with Horizontal(id="lower"):
            yield DrawPile().data_bind(TableScreen.view)
            yield Discard().data_bind(TableScreen.view)
            yield Hand().data_bind(TableScreen.view, TableScreen.draft)
            yield Choices().data_bind(TableScreen.view, TableScreen.draft)
            yield Curtain().data_bind(TableScreen.view)
            yield ScoreSheet().data_bind(TableScreen.view)
        yield Showdown().data_bind(TableScreen.view)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin behind the curtain, and fall back behind it whenever the program is suspended."""
        self.app.app_suspend_signal.subscribe(self, lambda _: self._place.drop_curtain())
        # What happens elsewhere is shown by this program, whose context is not that of who made it happen.
        self._place.defer = self.app.call_later
        self._place.watch = self._show
        # It may have happened while this screen was being made.
        self._show(self._place.view)

    def on_unmount(self) -> None:
        """Let others open the match, and leave nothing behind: the signal would hold the screen for good."""
        self.app.app_suspend_signal.unsubscribe(self)
        self.leave()

    def _show(self, view: MatchView) -> None:
        """The table has changed, and the draft with it: neither is drawn with the other's predecessor."""
        before = self.view
        if self._at_showdown and before is not None and view.number != before.number:
            # Shown once the player has seen enough of the last one.
            return
        draft = Draft.begin(view.round.legal)
        if view == before:
            self.draft = draft
        else:
            self.set_reactive(TableScreen.draft, draft)
            for part in self.query(ComposingWidget):
                part.set_reactive(ComposingWidget.draft, draft)
            self.view = view
        self.query_one(Headline).unsaved = self._table.goes_on_unsaved
        self._set_showdown()
        self._set_curtain()
        self._call_bot()

    def on_screen_resume(self) -> None:
        """A bot that has waited may play."""
        self._uncovered.set()

    def on_screen_suspend(self) -> None:
        """A bot waits until what it does can be seen."""
        self._uncovered.clear()

    def _call_bot(self) -> None:
        """Let the bot to act think, and play, unless it does so already."""
        place = (self._place.view.number, len(self._round.plays))
        if self._table.waits_for_bot:
            if self._asked != place:
                self._asked = place
                # The answer is not waited for: the type only tells mypy which run_worker this is.
                _: Worker[None] = self.run_worker(self._play_bot, group="bot", exclusive=True)
        else:
            self._asked = None

    async def _play_bot(self) -> None:
        # The screen goes on while it thinks: another program may take long.
        asked = asyncio.to_thread(self._table.ask_bot)
        paced = asyncio.wait_for(self._at_once.wait(), self._bot_pace)
        answer, _ = await asyncio.gather(asked, paced, return_exceptions=True)
        await self._uncovered.wait()
        match answer:
            case Action():
                self._change(lambda: self._place.play(answer), cancelled=self._offer_bot_again)
            case ForfeitError() as forfeit:
                self.app.push_screen(ForfeitQuestion(self._player_to_act, forfeit), self._end_forfeit)
            case BaseException():
                raise answer

    def _offer_bot_again(self) -> None:
        self._asked = None
        self.refresh_bindings()
        self._say(f"{self._player_to_act} could not play: enter lets it try again.", refused=True)

    def _end_forfeit(self, _: object) -> None:
        self._change(self._place.forfeit, cancelled=self._offer_bot_again)

    @property
    def _player_to_act(self) -> str:
        turn = self._round.turn
        return "" if turn is None else self._place.view.names[turn]

    def _set_curtain(self) -> None:
        down = self._place.curtain_is_down
        self.set_class(down, "-curtain")
        self._say("" if down else self._prompt)
        if self._arming is not None:
            self._arming.stop()
        curtain = self.query_one(Curtain)
        curtain.alone = self._place.alone
        curtain.armed = down and not self._curtain_delay
        if down and self._curtain_delay:
            self._arming = self.set_timer(self._curtain_delay, lambda: setattr(curtain, "armed", True))
        self.refresh_bindings()

    @property
    def _prompt(self) -> str:
        """What can be done, or who is waited for."""
        return f"{self._player_to_act} is thinking." if self._place.waits else hint(self._round)

    @property
    def _at_showdown(self) -> bool:
        return self.has_class("-showdown")

    def _set_showdown(self) -> None:
        """Who looks on sees no hand, and so no showdown."""
        self.set_class(self._round.result is not None and not self._place.looks_on, "-showdown")

    def action_go_on(self) -> None:
        """Go on to the next round, which another keyboard may have dealt, or to the winner."""
        assert self.view is not None
        shown = self.view.number

        def go_on() -> None:
            if self._place.view.number == shown:
                self._place.next_round()
            self.remove_class("-showdown")
            self._show(self._place.view)

        if self.match_goes_on or self._place.view.number != shown:
            self._change(go_on)
        else:
            self._open_match_over()

    def _open_match_over(self) -> None:
        from engarde_tui.games.en_garde.screens.match_over import MatchOverScreen

        self.app.switch_screen(MatchOverScreen(self._place))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can be done at the showdown, behind the curtain, and by the player to act."""
        if self._at_showdown or action == "go_on":
            return self._at_showdown and action in self.AT_SHOWDOWN
        hidden = self.has_class("-curtain")
        if action == "lift_curtain":
            return hidden
        if action == "play" and self._table.waits_for_bot:
            return not hidden and self._asked is None
        if action == "hint" and not self._place.may_ask:
            return False
        if action in ("lay", "lay_all", "face", "point", "play", "take_back", "clear", "hint"):
            return not hidden and not self._place.waits and not self._place.looks_on
        if action == "hide":
            return not hidden and not self._place.looks_on
        if action in ("undo", "pace"):
            return not hidden and self._place.may_take_back
        return True

    def action_lift_curtain(self) -> None:
        """Seat the player to act, unless the curtain has only just fallen."""
        if self.query_one(Curtain).armed:
            self._place.lift_curtain()

    def action_hide(self) -> None:
        """Hide the hand until space is pressed."""
        self._place.drop_curtain()

    def action_hint(self) -> None:
        """Ask the master, who sees what the player sees."""

        def ask() -> None:
            try:
                opinion = self._place.hint()
            except ValueError as error:
                self._refuse(f"{error}")
            else:
                self._say(advice(opinion, self.size.width - 4))

        self._change(ask)

    def action_undo(self) -> None:
        """Take the last action back, and what the bot has done after it."""

        def take_back() -> None:
            thinking = self._table.waits_for_bot
            try:
                self._place.take_back()
            except ValueError as error:
                self._refuse(f"{error}")
                return
            self._say("Your last action is taken back; that is noted in the match.")
            if thinking:
                self.workers.cancel_group(self, "bot")
                self._table.interrupt_bots()

        self._change(take_back)

    def action_pace(self) -> None:
        """Let bots answer at once, or take their time again."""
        self._bot_pace = self.navigator.bot_pace = 0.0 if self._bot_pace else BOT_PACE
        if self._bot_pace:
            self._at_once.clear()
        else:
            self._at_once.set()
        self._say("Bots take their time." if self._bot_pace else "Bots answer at once.")

    def action_lay(self, card: int) -> None:
        """Lay a card."""
        self._take_draft(self.draft.lay(card), lambda: why_not_lay(self._round, self.draft, card))

    def action_face(self, way: str) -> None:
        """Go the way the arrow points."""
        forward = (way == "right") == (self._round.seat is Seat.LEFT)
        self._take_draft(self.draft.face(forward), lambda: why_not_face(self._round, self.draft, forward))

    def action_lay_all(self) -> None:
        """Lay all the cards the attack or the parry can take."""
        self._take_draft(self.draft.lay_all(), lambda: why_not_lay_all(self.draft))

    def action_point(self, steps: int) -> None:
        """Move through the list."""
        self._take_draft(self.draft.point(steps), str)

    def action_take_back(self) -> None:
        """Take the last card, direction or choice back."""
        nothing = self.draft.is_empty
        self._take_draft(None if nothing else self.draft.take_back(), lambda: "nothing has been laid")

    def action_clear(self) -> None:
        """Take everything back."""
        self._take_draft(Draft.begin(self._round.legal), str)

    def action_play(self) -> None:
        """Play what has been composed, or let a bot try again."""
        if self._table.waits_for_bot:
            self._call_bot()
            self._set_curtain()
            return
        action = self.draft.chosen
        if action is None:
            self._refuse(why_not_play(self.draft))
            return
        shown = self.view

        def play() -> None:
            # By a second window, or until writing is tried again, somebody else may have come to act.
            if self._place.view == shown:
                self._place.play(action)
            else:
                self._refuse("the table has changed meanwhile")

        self._change(play)

    def _change(self, change: Callable[[], None], cancelled: Callable[[], None] = lambda: None) -> None:
        """Do what is kept; where it cannot be, the player may go on without that."""

        def without() -> None:
            self._table.go_on_unsaved()
            change()

        self.navigator.attempt(change, without, cancelled)

    @on(CanvasWidget.Picked)
    def _pick(self, event: CanvasWidget.Picked) -> None:
        """The mouse composes as the keys do."""
        if not self.check_action("lay", ()):
            return
        match event.target:
            case "card", int(card):
                self.action_lay(card)
            case "laid", int(_):
                self.action_take_back()
            case "option", int(option):
                self._take_draft(self.draft.point_at(option), str)
            case "square", int(square):
                self._pick_square(square)

    def _pick_square(self, square: int) -> None:
        """A click on a fencer attacks or parries, on another square it moves there."""
        round = self._round
        assert round.seat is not None
        squares = (square - round.positions[round.seat]) * (1 if round.seat is Seat.LEFT else -1)
        if square in round.positions:
            self._take_draft(self.draft.strike(), lambda: "there is nothing to attack or parry with there")
        else:
            self._take_draft(self.draft.move_to(squares), lambda: f"no card leads to square {square}")

    def _take_draft(self, draft: Draft | None, why_not: Callable[[], str]) -> None:
        """Go on with `draft`; where there is none, say why."""
        if draft is None:
            self._refuse(why_not())
            return
        self.draft = draft
        if draft.is_empty:
            self._say(hint(self._round))
        else:
            self._say("Enter plays it." if draft.chosen else why_not_play(draft))

    def _refuse(self, why: str) -> None:
        """Ring the bell and say why, changing nothing."""
        self.app.bell()
        self._say(why, refused=True)

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)

    @property
    def _round(self) -> RoundView:
        return self._place.view.round
