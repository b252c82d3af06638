"""The states of a match of En Garde: what screens may show of each, and to whom."""

from collections.abc import Sequence
from typing import NamedTuple

from serve.histories.history import Hands, Screen, Shown

from engarde_tui.games.en_garde.words import last_turn
from engine.en_garde import Phase
from engine.game import Seat
from engine.match import Match
from engine.record import RecordError, read

_TO_ACT = {
    Phase.TURN: " to play",
    Phase.DEFENCE: " must answer",
    Phase.LAST_CHANCE: ": last chance",
    Phase.LAST_DEFENCE: " must answer",
}


class State(NamedTuple):
    """What everybody may know after an entry, and what each reader may know of the hands."""

    public: Shown
    hands: dict[str, Hands]
    """By the reader's name; "" for whoever watches."""

    @classmethod
    def of(cls, match: Match) -> "State":
        view = match.view(None)
        state, names = view.round, match.names
        left, right = view.score
        to_act = "" if state.turn is None else f"{names[state.turn]}{_TO_ACT[state.phase]}"
        public = Shown(
            {},
            view.number,
            f"{names[0]} {left} : {right} {names[1]}",
            to_act,
            state.distance,
            state.pile,
            last_turn(view),
        )
        hands: dict[str, Hands] = {"": {}}
        shows_all = state.result is None or state.result.reason.shows_hands
        for seat in Seat:
            seen = zip(names, match.view(seat).round.hands, strict=True)
            hands[names[seat]] = {
                name: tuple(hand)
                for name, hand in seen
                if hand is not None and (shows_all or name == names[seat])
            }
        return cls(public, hands)

    def shown_to(self, name: str) -> Shown:
        """Return what somebody's screen shows: a player of that name, or else a spectator."""
        return self.public._replace(hands=self.hands.get(name, self.hands[""]))

    def fits(self, shown: Shown) -> bool:
        """Return whether a table can be shown so."""
        state = self.public
        same = (shown.round, shown.score, shown.to_act) == (state.round, state.score, state.to_act)
        return (
            same
            and shown.distance in (None, state.distance)
            and shown.pile in (None, state.pile)
            and shown.turn in ("", state.turn)
        )

    def allows(self, screen: Screen) -> bool:
        """Return whether the reader may see these cards: all of a hand, or those that are left of it."""
        allowed = self.hands.get(screen.who, self.hands[""])
        return all(
            name in allowed and _is_part(cards, allowed[name]) for name, cards in screen.shown.hands.items()
        )


def _is_part(cards: Sequence[int], hand: Sequence[int]) -> bool:
    return all(cards.count(card) <= hand.count(card) for card in cards)


def states_of(header: str, lines: Sequence[str]) -> tuple[list[State], str]:
    """Return the states of a match as far as it can be played, and why it cannot go on; "" if it can."""
    problem = ""
    for length in range(len(lines), -1, -1):
        try:
            record = read("\n".join([header, "", *lines[:length]]))
        except RecordError as error:
            problem = problem or f"line {error.line}, word {error.word}"
        else:
            return [State.of(match) for match in record.match.history()], problem
    return [], problem
