"""A match being played: the state, the bots in it, and who is told of changes."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final

from engarde_tui.match.aid import Aid, Header, without_aid
from engarde_tui.match.commitment import Proof, proofs
from engarde_tui.match.keeping import Begin, Journal, Keeping
from engarde_tui.match.players import Players
from engarde_tui.match.replay import Replay
from engarde_tui.match.words import fitting
from engine.game import Seat, game_of
from engine.match import Match, MatchView

if TYPE_CHECKING:
    from engine.bots import Opinion

STARTERS: Final = ("left", "right", "random")
"""Who can be asked to begin."""


def starting_seat(starter: str, source: Random) -> Seat:
    """The seat that begins: one of `STARTERS`, "random" drawn from `source`."""
    return source.choice(list(Seat)) if starter == "random" else Seat[starter.upper()]


@dataclass(frozen=True, slots=True)
class Changed:
    """The match at a table has another state, which has been kept."""

    revision: int
    """The number of the state, counted from 0 since the table was made."""
    by: object | None
    """Who has changed it, as named to the method that did."""


Observer = Callable[[Changed], None]


class Table:
    """A match and the bots that play in it.

    Where the match is kept, everything is in its journal before it counts; a Problem that the journal raises
    passes through, and then nothing has happened. Observers are told of each change once. Whoever has made
    the table closes it.
    """

    def __init__(
        self,
        match: Match,
        journal: Journal | None = None,
        players: Players | None = None,
        others: Header = (),
    ) -> None:
        """Begin or go on with a match; `others` is what its record tells beside the play and the players."""
        self._match = match
        self._players = players or Players(game_of(match.rules), match.names)
        self._bots = self._players.seat_bots()
        self._aid = Aid.recorded(others)
        self.keeping = Keeping(journal, without_aid(others or self._players.header))
        self._observers: list[Observer] = []
        self.revision = 0
        """How many states have been taken since the table was made: by play, deals, take-backs, forfeits."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that no bot has."""
        return tuple(seat for seat in Seat if self._bots[seat] is None)

    @property
    def turn(self) -> Seat | None:
        """The player to act, None when the round is over."""
        return self._match.round.turn

    def view(self, seat: Seat | None) -> MatchView[Any]:
        """What `seat` may know of the match, None for a spectator."""
        return fitting(self._match.view(seat))

    def view_before(self, seat: Seat) -> MatchView[Any] | None:
        """What `seat` knew before its own last action in this round.

        None where it has played nothing in it, or the round is over.
        """
        try:
            return fitting(self._match.take_back(seat).view(seat))
        except ValueError:
            return None

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Call `observer` at once after every change, until the function that is returned is called."""
        self._observers.append(observer)

        def unsubscribe() -> None:
            if observer in self._observers:
                self._observers.remove(observer)

        return unsubscribe

    def play(self, action: Any, by: object | None = None) -> None:
        """Play for the player to act; an illegal action raises IllegalActionError and changes nothing."""
        self._go_to(self._match.play(action), by)

    @property
    def waits_for_bot(self) -> bool:
        """The player to act is a bot."""
        return self.turn is not None and self._bots[self.turn] is not None

    def ask_bot(self) -> Any:
        """What the bot to act wants to play; it may take its time. Raises ForfeitError where it fails."""
        match, turn = self._match, self.turn
        assert turn is not None
        bot = self._bots[turn]
        assert bot is not None
        return bot.choose(match.view(turn).round, match.score, self._chance())

    def _chance(self) -> Random:
        """A source of its own for each decision, so that a seed brings the same answers after a resume."""
        match = self._match
        if match.seed is None or self._players.program is not None:
            # A program could try seeds out until it finds the deck.
            return SystemRandom()
        return Random(f"{match.seed}/{match.number}/{len(match.round.actions)}")

    def interrupt_bots(self) -> None:
        """Whatever a bot has been asked counts no more."""
        for bot in self._bots:
            if bot is not None:
                bot.close()

    def forfeit(self, by: object | None = None) -> None:
        """The player to act gives up the round: its program has failed."""
        self._go_to(self._match.forfeit(), by)

    def give_up(self, seat: Seat) -> None:
        """End the match for the other player: `seat` does not come back."""
        match = self._match if self._match.round.result is None else self._match.next_round()
        self._go_to(match.give_up(seat))

    def hint(self, seat: Seat) -> "Opinion":
        """What the game's advisor would do in the place of `seat`, which is to act; noted in the match.

        Raises ValueError, saying why, where there is no hint to be had.
        """
        if seat is not self.turn:
            raise ValueError("only who is to play can ask for a hint")
        aid = self._aid.with_hint(seat)
        self.keeping.write(self._match, aid)
        self._aid = aid
        return game_of(self._match.rules).opinion(self._match.view(seat).round)

    @property
    def has_advisor(self) -> bool:
        """The game has a bot that gives hints."""
        return bool(game_of(self._match.rules).advisor)

    def take_back(self, by: object | None = None) -> None:
        """Take back the last action of the person alone, and what the bot did after it; noted in the match.

        Raises ValueError, saying why, where there is nothing to take back.
        """
        person = self._players.person
        if person is None:
            raise ValueError("what is played against a person counts: it cannot be taken back")
        self._go_to(self._match.take_back(person), by, self._aid.with_take_back(person))

    def proofs(self, secret: str) -> list[Proof]:
        """The commitments to the decks so far, proved for the rounds that are over."""
        return proofs(self._match, secret)

    @property
    def aid(self) -> Aid:
        """The help that was taken so far."""
        return self._aid

    def next_round(self, by: object | None = None) -> None:
        """Deal the next round; raises ValueError as `Match.next_round` does."""
        self._go_to(self._match.next_round(), by)

    def _go_to(self, match: Match, by: object | None = None, aid: Aid | None = None) -> None:
        """Take the next state of the match once it is kept, and tell all observers that `by` has changed it.

        The bots see how a round ends.
        """
        aid = self._aid if aid is None else aid
        self.keeping.write(match, aid)
        self._match, self._aid = match, aid
        self.revision += 1
        if match.round.result is not None:
            for seat, bot in zip(Seat, self._bots, strict=True):
                if bot is not None:
                    bot.finish(match.view(seat).round)
        changed = Changed(self.revision, by)
        for observer in tuple(self._observers):
            observer(changed)

    def keep(self, begin: Begin) -> None:
        """Keep the match so far, and what happens from now on, in the journal that `begin` opens for it."""
        self.keeping.begin_anew(begin)
        self.keeping.write(self._match, self._aid)

    def close(self) -> None:
        """Nothing more happens here: others may open the match, and observers are not called any more."""
        self.keeping.close(self._match, self._aid)
        self._observers.clear()
        for bot in self._bots:
            if bot is not None:
                bot.dismiss()

    def rematch(self) -> "Table":
        """A new match of the same players, with the same settings; the other player begins this time."""
        match = self._match
        # The same seed would deal the cards that both have just seen.
        seed = None if match.seed is None else match.seed + 1
        new = Match.new(match.rules, match.names, match.target, match.first.other, seed)
        return Table(new, players=self._players)

    def replay(self) -> Replay:
        """The finished rounds, to be watched again; raises Problem where there are none."""
        return Replay(self._match, finished_rounds=True)
