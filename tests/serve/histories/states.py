"""The states of a match: what screens may show of each, and to whom; and what leads from one to the next."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from serve.histories.history import Hands, Screen, Shown

from engarde_tui.games.en_garde.words import last_turn
from engarde_tui.games.swords_and_shields.offers import offers
from engarde_tui.storage.journal import END
from engine.en_garde import Phase
from engine.game import Seat, game_of
from engine.match import Match
from engine.record import read
from engine.swords_and_shields import DuelView, Options

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
    discard: tuple[int, ...]
    """The top discard, which has no mark of its own where a dialog covers the word above it."""

    @classmethod
    def of(cls, match: Match) -> "State":
        view = match.view(None)
        state, names = view.round, match.names
        left, right = view.score
        who, score = (
            "" if state.turn is None else names[state.turn],
            f"{names[0]} {left} : {right} {names[1]}",
        )
        discard: tuple[int, ...] = ()
        if isinstance(state, DuelView):
            public = Shown({}, view.number, score, who and f"{who} to play", at_turn=f"{state.number}")
        else:
            discard = state.discard[-1:]
            to_act = who and f"{who}{_TO_ACT[state.phase]}"
            public = Shown({}, view.number, score, to_act, state.distance, state.pile, last_turn(view))
        hands: dict[str, Hands] = {"": {}}
        shows_all = state.result is None or state.result.reason.shows_hands
        for seat in Seat:
            seen = zip(names, match.view(seat).round.hands, strict=True)
            hands[names[seat]] = {
                name: tuple(card if isinstance(card, int) else f"{card}" for card in hand)
                for name, hand in seen
                if hand is not None and (shows_all or name == names[seat])
            }
        return cls(public, hands, discard)

    def shown_to(self, name: str) -> Shown:
        """Return what somebody's screen shows: a player of that name, or else a spectator."""
        return self.public._replace(hands=self.hands.get(name, self.hands[""]))

    def fits(self, shown: Shown) -> bool:
        """Return whether a table can be shown so."""
        state = self.public
        return (
            (shown.round, shown.to_act) == (state.round, state.to_act)
            and shown.score in ("", state.score)
            and shown.distance in (None, state.distance)
            and shown.pile in (None, state.pile)
            and shown.turn in ("", state.turn)
            and shown.at_turn in ("", state.at_turn)
        )

    def allows(self, screen: Screen) -> bool:
        """Return whether the reader may see these cards: all of a hand, or those that are left of it.

        Cards without a name, where a dialog covers it, are the reader's, or the top discard.
        """
        own = self.hands.get(screen.who, self.hands[""])
        allowed = {**own, "": (*own.get(screen.who, ()), *self.discard)}
        return all(
            name in allowed and _is_part(cards, allowed[name]) for name, cards in screen.shown.hands.items()
        )


def _is_part(cards: Sequence[object], hand: Sequence[object]) -> bool:
    return all(cards.count(card) <= hand.count(card) for card in cards)


class Course(NamedTuple):
    """A match as its journal tells it; entries that cannot be played are passed over."""

    states: list[State]
    deeds: list[str]
    """What players have done, as in `Act`: actions and ends of rounds without one."""
    forced: set[int]
    """Which of these, by their place, the hall may have done: it was agreed, and there was no choice."""
    problem: str
    """Which entry cannot be played first; "" if all can."""


def course_of(header: str, lines: Sequence[str]) -> Course:
    """Return the course of a match; `lines` are those of its play, without undone ones."""
    plays_forced = "\nForced-actions: " in header
    matches, known, seen = list[Match](), list[str](), dict[str, str]()
    deeds, forced, problem = list[str](), set[int](), ""
    for line in lines:
        if line == END:
            continue
        is_action = not line.startswith(("Round ", "="))
        before = matches[-1] if matches else None
        try:
            if before is not None and is_action:
                after = before.play(game_of(before.rules).parse_action(line))
                seen[line] = _offered(before, line)
            else:
                after = read("\n".join([header, "", *known, line])).match
        except ValueError:
            problem = problem or f"entry {len(known) + 1}"
        else:
            if before is not None and is_action and plays_forced and len(before.round.legal_actions()) == 1:
                forced.add(len(deeds))
            known.append(line)
            matches.append(after)
        if is_action:
            deeds.append(seen.get(line, line))
        elif line.startswith("="):
            deeds.append(" ".join(line.split()[:3]))
    return Course([*map(State.of, matches)], deeds, forced, problem)


def _offered(before: Match, action: str) -> str:
    """Return an action as in `Act`, as the player to act had it on the screen."""
    if not isinstance(before.rules, Options):
        return action
    return line_of(before.view(before.round.turn).round, action)


def line_of(view: Any, action: str) -> str:
    """Return the line of the list that offers an action."""
    lines = zip(view.legal, offers(view, view.legal), strict=True)
    return next(line for each, line in lines if f"{each}" == action)
