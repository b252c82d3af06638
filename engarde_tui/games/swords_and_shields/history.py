"""What happened, turn by turn, told from the public events in the order in which they happened."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from engarde_tui.games.swords_and_shields.effect_telling import Names
from engarde_tui.games.swords_and_shields.telling import Teller
from engine.game import Seat
from engine.swords_and_shields import DuelView, Event, EventKind, Kind, Play


class Turn(NamedTuple):
    """A player's turn."""

    number: int
    seat: Seat
    beginning: tuple[Event, ...]
    """What happened before the first action: the player drew, and duffs cost their LP."""
    plays: tuple[Play, ...]
    """The actions so far."""


def turns_of(view: DuelView) -> list[Turn]:
    """Return the turns of a round, the running one last."""
    turns: list[Turn] = []
    beginning, plays = view.opening, list[Play]()
    for play in view.plays:
        plays.append(play)
        if play.action.kind is Kind.END and any(event.kind is EventKind.BEGAN for event in play.events):
            turns.append(Turn(len(turns) + 1, play.seat, beginning, tuple(plays)))
            beginning, plays = play.events, []
    seat = next((event.seat for event in beginning if event.kind is EventKind.BEGAN), None)
    turns.append(Turn(len(turns) + 1, view.first if seat is None else seat, beginning, tuple(plays)))
    return turns


def told(turn: Turn, names: Names) -> list[str]:
    """Return everything that happened in a turn, a sentence each; empty if nothing has happened yet."""
    return _sentences(turn, Teller(turn.seat, names))


def told_in_short(turn: Turn, names: Names) -> list[str]:
    """Return what a turn was about, a sentence each: cards drawn and played count only if there is no more.

    Empty if nothing has happened yet.
    """
    return _sentences(turn, Teller(turn.seat, names, is_short=True))


def last_turn_told(view: DuelView, names: Names) -> str:
    """Return what the last player to act did, in short, and what it cost the other since; "" at the deal."""
    if not view.plays:
        return ""
    *before, last = turns_of(view)
    turns = [last] if last.plays else [before[-1], last]
    return " ".join(sentence for turn in turns for sentence in told_in_short(turn, names))


def last_action_told(view: DuelView, names: Names) -> str:
    """Return what the last action did, and how the next turn began if it ended one; "" at the deal."""
    *before, last = turns_of(view)
    if last.plays:
        *_, (_, sentences) = _by_play(last, Teller(last.seat, names))
    elif before:
        ended = Teller(before[-1].seat, names).ended()
        sentences = [ended, *Teller(last.seat, names).beginning(last.beginning)]
    else:
        sentences = []
    return " ".join(sentences)


def life_changes(plays: tuple[Play, ...]) -> tuple[int, int]:
    """Return the life points that plays brought left and right; negative where they cost some."""
    changes = dict.fromkeys(Seat, 0)
    for play in plays:
        for event in play.events:
            if event.seat is not None and event.kind in (*_LOSSES, EventKind.HEALED):
                changes[event.seat] += event.number if event.kind is EventKind.HEALED else -event.number
    return changes[Seat.LEFT], changes[Seat.RIGHT]


_LOSSES: Final = (EventKind.WOUNDED, EventKind.TOLL, EventKind.OVERDREW, EventKind.UNDERDREW)


def _sentences(turn: Turn, teller: Teller) -> list[str]:
    sentences = [*teller.beginning(turn.beginning), *_told(turn, teller)]
    if sentences or not turn.plays:
        return sentences
    return [teller.little(sum(play.action.kind is Kind.LAY for play in turn.plays))]


def _told(turn: Turn, teller: Teller) -> Iterator[str]:
    """Yield what each action did; cards that were played one after the other share a sentence."""
    for is_lay, group in groupby(_by_play(turn, teller), lambda each: each[0].action.kind is Kind.LAY):
        if is_lay:
            yield from teller.laid([play for play, _ in group])
        else:
            yield from (sentence for _, sentences in group for sentence in sentences)


def _by_play(turn: Turn, teller: Teller) -> Iterator[tuple[Play, list[str]]]:
    """Yield each action with what it did.

    That a card was destroyed for its effect is told only until it is told what the effect did.
    """
    for number, play in enumerate(turn.plays):
        sentences = [*teller.play(play)]
        is_last = number + 1 == len(turn.plays)
        yield play, sentences or ([teller.waits(play)] if is_last and play.action.kind is Kind.USE else [])
