"""A match being played: its state and its bots."""

from contextlib import suppress
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engarde_tui.header import CHAIN, Header
from engarde_tui.language import tr
from engarde_tui.play.branch import Branch
from engarde_tui.play.bus import Bus
from engarde_tui.play.day import recorded_day
from engarde_tui.play.help_used import HelpUsed, without_help
from engarde_tui.play.players import Players
from engarde_tui.play.replay import Replay
from engarde_tui.play.saving import Begin, Journal, OvertakenError, Saver
from engarde_tui.play.words import fitting
from engine.game import ABSENCE, Seat, game_of
from engine.match import Match, MatchView
from engine.message import Message, message

if TYPE_CHECKING:
    from engarde_tui.fair.chain import FairDeals
    from engarde_tui.fair.commitment import Proof

STARTERS: Final = ("left", "right", "random")
"""The choices for who begins the first round."""

NO_HELP: Final = message("a daily bout is played without hints and without undo")


def starting_seat(starter: str, source: Random) -> Seat:
    """Return the seat that `starter`, one of `STARTERS`, means; "random" draws from `source`."""
    return source.choice(list(Seat)) if starter == "random" else Seat[starter.upper()]


def chance_of(match: Match, deals: "FairDeals | None" = None, *, has_program: bool) -> Random:
    """Return a random source for one decision of a bot.

    With fair deals or a seed it is the same for the same play, also after a resume.
    """
    if has_program:
        # An external program could try seeds until it finds the deck.
        return SystemRandom()
    if deals is not None:
        return deals.chance(match.number, len(match.round.actions))
    if match.seed is None:
        return SystemRandom()
    return Random(f"{match.seed}/{match.number}/{len(match.round.actions)}")


class StaleError(ValueError):
    """The action was meant for an earlier revision of the match."""

    def __init__(self) -> None:
        super().__init__(message("the table has changed in the meantime"))


class SavedLaterError(StaleError):
    """The change had been saved when nobody could say so: the match has it."""


class DrawOffer(NamedTuple):
    """A draw of the round, offered by the player to act; it stands until the other one acts."""

    seat: Seat
    """Who offers it."""
    is_declined: bool = False

    def told(self, names: tuple[str, str]) -> str:
        """Return who offers a draw, or has declined it, as a sentence."""
        if self.is_declined:
            return tr("{name} declines the draw.", name=names[self.seat.other])
        return tr("{name} offers a draw of this round.", name=names[self.seat])


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something happened at a table: its match has a new state, which is saved, or what the fields say."""

    message: Message | None = None
    """What is said to everybody at the table."""
    player_moved: bool = False
    """Whether a player sat down or got up."""
    reminded: bool = False
    """Whether the player to move was reminded."""
    draw_offered: bool = False
    """Whether a draw was offered or declined."""
    by_others: bool = False
    """Whether another process has done it: what follows from it is its affair."""


class LiveMatch:
    """A match and the bots that play in it.

    A change is written to the journal, if there is one, before it counts; if the journal raises Problem, so
    does the method, and nothing has changed. Each change is published once. The owner of the match closes it.
    """

    def __init__(
        self,
        match: Match,
        journal: Journal | None = None,
        players: Players | None = None,
        others: Header = (),
        bus: Bus | None = None,
        topic: str = "table",
    ) -> None:
        """Start or continue a match; `others` are further header lines of its record.

        If they describe fair deals, all further rounds are dealt by them. Changes are published on the
        `topic` of `bus`, by default of its own one.
        """
        self._match = match
        self.bus = bus or Bus()
        self.topic = topic
        self.deals = _fair_deals(others)
        """The source of all deals, for a match that anybody can check; None if they are random."""
        self.day = recorded_day(others)
        """The day of a daily bout, in which nobody is helped; None for any other match."""
        self.branch = Branch.recorded(others)
        """Where it was played on from; None for a match from its first deal."""
        self._players = players or Players(game_of(match.rules), match.names)
        self._bots = self._players.seat_bots()
        self._help_used = HelpUsed.recorded(others)
        self.saver = Saver(journal, without_help(others or self._players.header))
        self._noted: set[tuple[int, str]] = set()
        """At which revision which help was noted."""
        self._before: dict[Seat, Match] = {}
        """The match before each player's last action in this round, as far as it is known."""
        self.revision = 0
        """Number of changes since it was opened: actions, deals, undone actions, ends without an action."""
        self.saved_later: int | None = None
        """The last revision at which a change was saved although nobody could say so; None if none was."""
        self.draw_offer: DrawOffer | None = None
        """The last offer of a draw, if the other player has not acted since."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of humans."""
        return tuple(seat for seat in Seat if self._bots[seat] is None)

    @property
    def turn(self) -> Seat | None:
        """The player to act, None when the round is over."""
        return self._match.round.turn

    @property
    def shows_hands(self) -> bool:
        """Whether the round is over, and its end shows both hands to both players."""
        result = self._match.round.result
        return result is not None and result.reason.shows_hands

    def view(self, seat: Seat | None) -> MatchView[Any]:
        """Return what `seat` may know of the match; None is a spectator."""
        return fitting(self._match.view(seat))

    def view_before(self, seat: Seat) -> MatchView[Any] | None:
        """Return what `seat` knew before its own last action in this round.

        None if it has not acted in it, or the round is over.
        """
        if self._match.round.result is not None:
            return None
        if seat not in self._before:
            with suppress(ValueError):
                self._before[seat] = self._match.undo(seat)
        return fitting(self._before[seat].view(seat)) if seat in self._before else None

    def play(self, action: Any) -> None:
        """Play `action` for the player to act; raises IllegalActionError if illegal, Problem if not saved."""
        match, turn = self._match, self.turn
        after = match.play(action)
        assert turn is not None
        offer = self.draw_offer
        stands = offer is not None and offer.seat is turn and after.round.result is None
        self._advance_to(after, before=self._before | {turn: match}, offer=offer if stands else None)

    def play_forced(self) -> None:
        """Play the only legal action, if there is only one and no draw is to be answered.

        Raises Problem if it cannot be saved.
        """
        legal, turn = self._match.round.legal_actions(), self.turn
        if len(legal) == 1 and turn is not None and not self.offered_draw(turn):
            self.play(legal[0])

    @property
    def waits_for_bot(self) -> bool:
        """Whether the player to act is a bot."""
        return self.turn is not None and self._bots[self.turn] is not None

    def ask_bot(self) -> Any:
        """Return the action of the bot to act; may block for long. Raises ForfeitError if the bot fails."""
        match, turn = self._match, self.turn
        assert turn is not None
        bot = self._bots[turn]
        assert bot is not None
        chance = chance_of(match, self.deals, has_program=self._players.program is not None)
        return bot.choose(match.view(turn).round, match.score, chance)

    def interrupt_bots(self) -> None:
        """Stop bots that are thinking; their answers are dropped."""
        for bot in self._bots:
            if bot is not None:
                bot.close()

    def forfeit(self) -> None:
        """Give up the round for the player to act, whose program has failed; raises Problem if not saved."""
        self._advance_to(self._match.forfeit())

    def give_up(self, seat: Seat, reason: str = ABSENCE) -> None:
        """End the match in favour of the other player, as `seat` does not come back or resigns."""
        match = self._match if self._match.round.result is None else self._dealt_again()
        self._advance_to(match.give_up(seat, reason))

    def may_offer_draw(self, seat: Seat) -> bool:
        """Return whether `seat` may offer a draw: once in each turn of its own."""
        return seat is self.turn and (self.draw_offer is None or self.draw_offer.seat is not seat)

    def offer_draw(self, seat: Seat) -> None:
        """Offer a draw of the round; bots decline. Raises ValueError unless `seat` may offer one."""
        if not self.may_offer_draw(seat):
            raise ValueError(message("a draw can be offered once in a turn, by the player to act"))
        self._answer(DrawOffer(seat, is_declined=self._bots[seat.other] is not None))

    def offered_draw(self, seat: Seat) -> bool:
        """Return whether `seat` can accept a draw or decline it."""
        return self.draw_offer == DrawOffer(seat.other)

    def decline_draw(self, seat: Seat) -> None:
        """Decline a draw; raises ValueError if none is offered to `seat`."""
        self._check_offer(seat)
        self._answer(DrawOffer(seat.other, is_declined=True))

    def accept_draw(self, seat: Seat) -> None:
        """End the round as drawn; raises ValueError if no draw is offered to `seat`."""
        self._check_offer(seat)
        self._advance_to(self._match.agree_draw())

    def _check_offer(self, seat: Seat) -> None:
        if not self.offered_draw(seat):
            raise ValueError(message("the draw is not offered any more"))

    def _answer(self, offer: DrawOffer) -> None:
        self.draw_offer = offer
        self.bus.publish(self.topic, TableChanged(draw_offered=True))

    def note_hint(self, seat: Seat, told: str = "hint") -> None:
        """Note that `seat` has been told a hint or something else; the same of one state is noted once.

        Raises ValueError if it is not to act, or in a daily bout.
        """
        if seat is not self.turn:
            raise ValueError(message("only the player to act can ask for a hint"))
        self._check_helps()
        if (self.revision, told) not in self._noted:
            help_used = self._help_used.with_hint(seat)
            self.saver.write(self._match, help_used)
            self._help_used = help_used
            self._noted.add((self.revision, told))

    @property
    def has_advisor(self) -> bool:
        """Whether a bot gives hints: the game has one that does, and this is no daily bout."""
        return bool(game_of(self._match.rules).advisor) and self.day is None

    def _check_helps(self) -> None:
        if self.day is not None:
            raise ValueError(NO_HELP)

    @property
    def can_undo(self) -> bool:
        """Whether the human to act may take the last action back, whoever else plays."""
        match = self._match
        return self.turn in self.people and game_of(match.rules).can_undo(match.round)

    def undo(self) -> None:
        """Undo the last action of the human to act if it told nobody anything.

        Else undo the last action of the only human, and what the bot did after it; the match notes it.
        Raises ValueError if two humans play, in a daily bout, or if there is nothing to undo.
        """
        if self.can_undo and self.turn is not None:
            self._advance_to(self._match.undo(self.turn), offer=self.draw_offer)
            return
        person = self._players.person
        if person is None:
            raise ValueError(message("actions against a human cannot be taken back"))
        self._check_helps()
        self._advance_to(self._match.undo(person), self._help_used.with_undo(person), offer=self.draw_offer)

    @property
    def proofs(self) -> "list[Proof]":
        """The commitments to the decks so far, with proofs for rounds that are over; [] of random deals."""
        return [] if self.deals is None else self.deals.proofs(self._match)

    @property
    def names(self) -> tuple[str, str]:
        """The names of left and right, as long as they are."""
        return self._match.names

    def actions(self, seat: Seat) -> int:
        """Return how many actions `seat` has played in all rounds."""
        return self._match.actions(seat)

    @property
    def help_used(self) -> HelpUsed:
        """The help used so far."""
        return self._help_used

    def next_round(self) -> None:
        """Deal the next round; raises ValueError as `Match.next_round` does."""
        self._advance_to(self._dealt_again())

    def _dealt_again(self) -> Match:
        """Return the match with the next round dealt."""
        match, deals = self._match, self.deals
        return match.next_round(deals and deals.deal(game_of(match.rules), match.number + 1))

    def _advance_to(
        self,
        match: Match,
        help_used: HelpUsed | None = None,
        before: dict[Seat, Match] | None = None,
        offer: DrawOffer | None = None,
    ) -> None:
        """Save the new state, make it the current one, and publish the change.

        Bots see how a round ends. Raises Problem, changing nothing, if it cannot be saved, StaleError if
        another change was saved first.
        """
        help_used = self._help_used if help_used is None else help_used
        revision = self.revision
        try:
            if self.revision != revision:
                raise StaleError
            self.saver.write(match, help_used)
            self._become(match, help_used)
            self._before = before or {}
            self.draw_offer = offer
            if match.round.result is not None:
                for seat, bot in zip(Seat, self._bots, strict=True):
                    if bot is not None:
                        bot.finish(match.view(seat).round)
            self.bus.publish(self.topic, TableChanged())
        except OvertakenError:
            self.catch_up()
            raise StaleError from None

    def _become(self, match: Match, help_used: HelpUsed) -> None:
        self._match, self._help_used = match, help_used
        self.revision += 1
        self._before = {}
        self.draw_offer = None

    def catch_up(self) -> None:
        """Take over what others have saved since, and publish it; raises Problem if it cannot be read."""
        news = self.saver.news(self._match)
        if news is not None:
            if news.has_own:
                self.saved_later = self.revision
            self._become(news.match, news.help_used)
        if news is not None:
            self.bus.publish(self.topic, TableChanged(by_others=True))

    def follow_offer(self, offer: DrawOffer | None) -> None:
        """Take over what another process knows of an offered draw, and publish it."""
        if offer != self.draw_offer:
            self.draw_offer = offer
            self.bus.publish(self.topic, TableChanged(draw_offered=True, by_others=True))

    def save_with(self, begin: Begin) -> None:
        """Save the match from now on in the journal that `begin` opens; raises Problem if that fails."""
        self.saver.open_new_journal(begin)
        self.saver.write(self._match, self._help_used)

    def close(self) -> None:
        """Save what is missing, and dismiss the bots; raises Problem if saving fails."""
        self.saver.close(self._match, self._help_used)
        for bot in self._bots:
            if bot is not None:
                bot.dismiss()

    @property
    def next_players(self) -> Players | None:
        """The human who has won against a level, and the next stronger one; None if that is not so."""
        winner = self._match.winner
        return self._players.against_next_level() if winner is self._players.person is not None else None

    def rematch(self, players: Players | None = None) -> "LiveMatch":
        """Return a new match with the same settings, by default of the same players; the other one begins."""
        players = players or self._players
        match, others = self._match, players.header
        # The same seed would deal cards that both players have seen.
        seed = None if match.seed is None else match.seed + 1
        deals = self.deals and self.deals.rematch(len(match.rounds))
        dealt = deals and deals.deal(game_of(match.rules), 1)
        new = Match.new(match.rules, players.names, match.target, match.first.other, seed, dealt)
        return LiveMatch(new, players=players, others=(*others, *deals.lines) if deals else ())

    def replay(self) -> Replay:
        """Return a replay of the finished rounds; raises Problem if there are none."""
        return Replay(self._match, finished_rounds=True, begun=self.saver.begun, branch=self.branch)


def _fair_deals(others: Header) -> "FairDeals | None":
    """Return the fair deals that header lines describe, None if they describe none."""
    if CHAIN not in dict(others):
        return None
    # Here, because hashing takes 5 ms to load, and most matches at home do without.
    from engarde_tui.fair.chain import FairDeals

    return FairDeals.stored(others)
