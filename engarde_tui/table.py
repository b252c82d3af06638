"""A match being played at one keyboard: who sits at it, and therefore what may be shown.

It holds the match, and hands out views of it.
"""

from collections.abc import Callable
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final, Protocol

from engarde_tui.aid import Aid, Header, without_aid
from engarde_tui.players import Players
from engarde_tui.problem import Problem
from engarde_tui.replay import Replay
from engarde_tui.words import fitting
from engine.en_garde import Action, Match, MatchView, Seat

if TYPE_CHECKING:
    from engine.bots.master import Opinion

STARTERS: Final = ("left", "right", "random")
"""Who can be asked to begin."""


def starting_seat(starter: str, source: Random) -> Seat:
    """The seat that begins: one of `STARTERS`, "random" drawn from `source`."""
    return source.choice(list(Seat)) if starter == "random" else Seat[starter.upper()]


class Journal(Protocol):
    """Keeps what happens at a table. A method that raises Problem has kept nothing."""

    def write(self, match: Match, aid: Aid) -> None:
        """Keep everything that has led to this state of the match, and what help was taken."""

    def close(self) -> None:
        """Nothing more happens at this table."""


Begin = Callable[[Match, Header], Journal]
"""Begins to keep a match, with the header lines that tell of its players."""


class Table:
    """One or two people at one keyboard, and the bot that one person may be playing against.

    Where the match is kept, everything is in the journal before it counts; a Problem that the journal raises
    passes through, and then nothing has happened. `watch` is called with the new view after every change.

    Between two people there is a curtain: it is down at first, and falls whenever the turn passes to the
    other fencer; a fencer who parries goes on without it. A person alone needs none.
    """

    def __init__(
        self,
        match: Match,
        journal: Journal | None = None,
        players: Players | None = None,
        others: Header = (),
    ) -> None:
        """Sit down to a match; `others` is what its record tells beside the play and the players."""
        self._match = match
        self._journal = journal
        self._players = players or Players(match.names)
        self._bots = self._players.seat_bots()
        self._others = without_aid(others or self._players.header)
        self._aid = Aid.recorded(others)
        self._begin: Begin | None = None
        self._goes_on_unsaved = False
        self._seated = self.alone
        self.watch: Callable[[MatchView], None] = lambda view: None

    @property
    def alone(self) -> Seat | None:
        """The seat of the person who plays against a bot; None where two people play."""
        return self._players.person

    @property
    def view(self) -> MatchView:
        """What the screen may show now: the sitting player's view, or everybody's while the curtain is down.

        Once the round is over both hands lie open, and there is nothing left to hide.
        """
        over = self._match.round.result is not None
        return fitting(self._match.view(self.alone or Seat.LEFT if over else self._seated))

    def play(self, action: Action) -> None:
        """Play for the player to act; an illegal action raises IllegalActionError and changes nothing."""
        self._go_to(self._match.play(action))
        if self.alone is None and self._match.round.turn is not self._seated:
            self._seated = None
        self.watch(self.view)

    @property
    def waits_for_bot(self) -> bool:
        """The player to act is a bot."""
        turn = self._match.round.turn
        return turn is not None and self._bots[turn] is not None

    def ask_bot(self) -> Action:
        """What the bot to act wants to play; it may take its time. Raises ForfeitError where it fails."""
        match, turn = self._match, self._match.round.turn
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

    def forfeit(self) -> None:
        """The player to act gives up the round: its program has failed."""
        self._go_to(self._match.forfeit())
        self.watch(self.view)

    def hint(self) -> "Opinion":
        """What the master would do in the place of the sitting player; noted in the match."""
        # Reading the master takes a while; most matches are played without.
        from engine.bots.master import opinion

        seat = self._seated
        if seat is None or seat is not self._match.round.turn:
            raise ValueError("only who is to play can ask for a hint")
        aid = self._aid.with_hint(seat)
        self._write(self._match, aid)
        self._aid = aid
        return opinion(self._match.view(seat).round)

    def take_back(self) -> None:
        """Take back the last action of the person alone, and what the bot did after it; noted in the match.

        Raises ValueError, saying why, where there is nothing to take back.
        """
        if self.alone is None:
            raise ValueError("what is played against a person counts: it cannot be taken back")
        self._go_to(self._match.take_back(self.alone), self._aid.with_take_back(self.alone))
        self.watch(self.view)

    @property
    def aid(self) -> Aid:
        """The help that was taken so far."""
        return self._aid

    def lift_curtain(self) -> None:
        """The player to act sits down and sees the own hand."""
        self._seated = self._match.round.turn if self.alone is None else self.alone
        self.watch(self.view)

    def drop_curtain(self) -> None:
        """Hide the hand until somebody lifts the curtain again."""
        self._seated = None
        self.watch(self.view)

    def next_round(self) -> None:
        """Deal the next round, behind the curtain; raises ValueError as `Match.next_round` does."""
        self._go_to(self._match.next_round())
        self._seated = self.alone
        self.watch(self.view)

    def _go_to(self, match: Match, aid: Aid | None = None) -> None:
        """Take the next state of the match, once it is kept; the bots see how a round ends."""
        aid = self._aid if aid is None else aid
        self._write(match, aid)
        self._match, self._aid = match, aid
        if match.round.result is not None:
            for seat, bot in zip(Seat, self._bots, strict=True):
                if bot is not None:
                    bot.finish(match.view(seat).round)

    def _write(self, match: Match, aid: Aid) -> None:
        try:
            if self._journal is not None:
                self._journal.write(match, aid)
            elif self._begin is not None:
                self._journal = self._begin(match, (*self._others, *aid.header))
        except Problem:
            if not self._goes_on_unsaved:
                raise
        else:
            self._goes_on_unsaved = False

    @property
    def is_saved(self) -> bool:
        """Everything that has happened here can be continued later."""
        return self._journal is not None and not self._goes_on_unsaved

    @property
    def goes_on_unsaved(self) -> bool:
        """The match goes on without being saved, though it was to be."""
        return self._goes_on_unsaved

    def keep(self, begin: Begin) -> None:
        """Keep the match so far, and what happens from now on, in the journal that `begin` opens for it."""
        self.keep_anew(begin)
        self._write(self._match, self._aid)

    def keep_anew(self, begin: Begin) -> None:
        """Give up the journal; with the next change the whole match is kept in one that `begin` opens."""
        self._journal, self._begin = None, begin

    def go_on_unsaved(self) -> None:
        """Let changes count that cannot be kept; what is missing is kept as soon as it can be."""
        self._goes_on_unsaved = True

    def leave(self) -> None:
        """Nothing more happens here: others may open the match. What is missing gets a last chance."""
        if self._goes_on_unsaved:
            self._write(self._match, self._aid)
        if self._journal is not None:
            self._journal.close()
        self._journal = self._begin = None
        self.interrupt_bots()

    def rematch(self) -> "Table":
        """A new match of the same players, with the same settings; the other fencer begins this time."""
        match = self._match
        # The same seed would deal the cards that both have just seen.
        seed = None if match.seed is None else match.seed + 1
        new = Match.new(match.rules, match.names, match.target, match.first.other, seed)
        return Table(new, players=self._players)

    def replay(self) -> Replay:
        """The finished rounds, to be watched again."""
        return Replay(self._match, finished_rounds=True)
