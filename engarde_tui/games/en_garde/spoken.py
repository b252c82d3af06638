"""A round in words that need no picture, a sentence for each thing that a view tells."""

from engarde_tui.language import asked, put, tr
from engarde_tui.play.words import to_play
from engine.en_garde import Phase, RoundView, Seat
from engine.en_garde.actions import with_cards
from engine.en_garde.rules import PISTE_SQUARES
from engine.match import MatchView


def facts(view: MatchView[RoundView]) -> dict[str, str]:
    """Return what there is to know by the word that asks for it, the most important first."""
    state = view.round
    found = {asked("turn"): _turn(view)} if state.turn is not None else {}
    found[asked("distance")] = tr("Distance {distance}.", distance=state.distance)
    found[asked("ground")] = _ground(view)
    found[asked("pile")] = tr("Draw pile {number}.", number=state.pile)
    found[asked("discard")] = _discard(state)
    found[asked("squares")] = tr(
        "{left} on square {left_square}, {right} on square {right_square}.",
        left=view.names[Seat.LEFT],
        right=view.names[Seat.RIGHT],
        left_square=state.positions[Seat.LEFT],
        right_square=state.positions[Seat.RIGHT],
    )
    return found


def hands(view: MatchView[RoundView]) -> list[str]:
    """Return a sentence for each hand that the view shows."""
    return [
        tr("{name} holds {cards}.", name=view.names[seat], cards=_cards(hand))
        for seat, hand in zip(Seat, view.round.hands, strict=True)
        if hand is not None
    ]


def _turn(view: MatchView[RoundView]) -> str:
    state = view.round
    assert state.turn is not None
    name = view.names[state.turn]
    if state.attack is not None:
        blades = state.attack.blades
        with_what = put(with_cards(len(blades), blades[0]))
        if state.attack.step:
            return tr(
                "{name} must answer an advance and attack {with_cards}.", name=name, with_cards=with_what
            )
        return tr("{name} must answer an attack {with_cards}.", name=name, with_cards=with_what)
    if state.phase is Phase.LAST_CHANCE:
        return tr("{name} has the last chance to attack.", name=name)
    return f"{to_play(view)}."


def _ground(view: MatchView[RoundView]) -> str:
    left, right = view.round.positions
    gained = left - 1, PISTE_SQUARES - right
    if gained[0] == gained[1]:
        return tr("Both have gained {squares}.", squares=gained[0])
    leader = Seat.LEFT if gained[0] > gained[1] else Seat.RIGHT
    return tr(
        "{name} leads, {more} to {less}.",
        name=view.names[leader],
        more=gained[leader],
        less=gained[leader.other],
    )


def _discard(state: RoundView) -> str:
    if not state.discard:
        return tr("No discards yet.")
    if state.rules.open_discard:
        return tr("Discards {cards}.", cards=_cards(state.discard))
    return tr("Top discard {card}.", card=state.discard[-1])


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards))
