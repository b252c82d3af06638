"""The game in words: actions, turns and results as players say them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engarde_tui.language import put, tr
from engarde_tui.play.words import KeyOf, begins, capital, unplayed_end, why_not_played
from engine.en_garde import Action, FinishedRound, Kind, MatchView, Phase, Play, Reason, Seat
from engine.en_garde.actions import count_cards, with_cards
from engine.en_garde.drawing import unseen
from engine.en_garde.rules import CARD_VALUES, PISTE_SQUARES
from engine.en_garde.view import RoundView
from engine.message import Message, message

REASONS: Final[Mapping[str, Message]] = {
    Reason.HIT: message("by a hit"),
    Reason.CARDS: message("by cards"),
    Reason.DISTANCE: message("by ground"),
    Reason.NO_MOVE: message("no move"),
    Reason.FORFEIT: message("by forfeit"),
    Reason.ABSENCE: message("by absence"),
    Reason.RESIGNATION: message("by resignation"),
    Reason.TIME: message("on time"),
    Reason.AGREEMENT: message("by agreement"),
}
"""How a round is won or lost, as the statistics list it."""


_TO_DO: Final[Mapping[Kind, Message]] = {
    Kind.ADVANCE: message("advance {step}"),
    Kind.STEP_BACK: message("step back {step}"),
    Kind.ATTACK: message("attack {with_cards}"),
    Kind.ADVANCE_AND_ATTACK: message("advance {step}, attack {with_cards}"),
    Kind.PARRY: message("parry {with_cards}"),
    Kind.EVADE: message("evade, back {step}"),
    Kind.TAKE_HIT: message("take the hit"),
    Kind.NO_ATTACK: message("let the last chance pass"),
}
"""Each kind of action as an offer, to list and to quote: "The master would advance 3."."""

_IN_SHORT: Final[Mapping[Kind, Message]] = {
    **_TO_DO,
    Kind.ATTACK: message("attack: {cards}"),
    Kind.ADVANCE_AND_ATTACK: message("advance {step}, attack: {cards}"),
}
"""As short as possible, for a list with little room."""

_IF_YOU: Final[Mapping[Kind, Message]] = {
    Kind.ADVANCE: message("if you advance {step}"),
    Kind.STEP_BACK: message("if you step back {step}"),
    Kind.ATTACK: message("if you attack {with_cards}"),
    Kind.ADVANCE_AND_ATTACK: message("if you advance {step}, attack {with_cards}"),
    Kind.PARRY: message("if you parry {with_cards}"),
    Kind.EVADE: message("if you evade, back {step}"),
    Kind.TAKE_HIT: message("if you take the hit"),
    Kind.NO_ATTACK: message("if you let the last chance pass"),
}
"""Each kind of action as a condition, before a comma and what would follow."""

_DID: Final[Mapping[Kind, Message]] = {
    Kind.ADVANCE: message("{name} advanced {step}"),
    Kind.STEP_BACK: message("{name} stepped back {step}"),
    Kind.ATTACK: message("{name} attacked {with_cards}"),
    Kind.ADVANCE_AND_ATTACK: message("{name} advanced {step} and attacked {with_cards}"),
    Kind.PARRY: message("{name} parried {with_cards}"),
    Kind.EVADE: message("{name} evaded, back {step}"),
    Kind.TAKE_HIT: message("{name} was hit"),
    Kind.NO_ATTACK: message("{name} let the last chance pass"),
}
"""Each kind of action as a report."""

_DOES: Final[Mapping[Kind, Message]] = {
    Kind.ATTACK: message("{name} attacks {with_cards}"),
    Kind.ADVANCE_AND_ATTACK: message("{name} advances {step} and attacks {with_cards}"),
}
"""An attack that has not been answered yet."""

_PARRIED_AND_DID: Final[Mapping[Kind, Message]] = {
    Kind.ADVANCE: message("{name} parried {with_parry}, then advanced {step}"),
    Kind.STEP_BACK: message("{name} parried {with_parry}, then stepped back {step}"),
    Kind.ATTACK: message("{name} parried {with_parry}, then attacked {with_cards}"),
    Kind.ADVANCE_AND_ATTACK: message(
        "{name} parried {with_parry}, then advanced {step} and attacked {with_cards}"
    ),
    Kind.NO_ATTACK: message("{name} parried {with_parry}, then let the last chance pass"),
}
"""Each kind of action that may follow a parry, with the parry."""

_PARRIES_AND_DOES: Final[Mapping[Kind, Message]] = {
    Kind.ATTACK: message("{name} parries {with_parry}, then attacks {with_cards}"),
    Kind.ADVANCE_AND_ATTACK: message(
        "{name} parries {with_parry}, then advances {step} and attacks {with_cards}"
    ),
}
"""An attack after a parry that has not been answered yet, with the parry."""


def to_do(action: Action) -> str:
    """Return the action as an offer: "advance 3, attack with two 5s"."""
    return _told(_TO_DO[action.kind], action)


def spoken_offer(view: MatchView, action: Action) -> str:
    """Return the action as an offer: it names all that there is of it."""
    return to_do(action)


def to_do_in_short(action: Action) -> str:
    """Return the action as an offer in few columns: "advance 3, attack: two 5s"."""
    return _told(_IN_SHORT[action.kind], action)


def if_you(action: Action) -> str:
    """Return the action as a condition: "if you advance 3, attack with two 5s"."""
    return _told(_IF_YOU[action.kind], action)


def did(name: str, *actions: Action, is_pending: bool = False) -> str:
    """Return what a player did in a turn, without a full stop: "Anna advanced 3".

    These are one action, or a parry and one more. With `is_pending`, the attack among them has not been
    answered: "Anna parries with one 4, then attacks with two 5s".
    """
    *parried, last = actions
    if not parried:
        return _told((_DOES if is_pending else _DID)[last.kind], last, name=name)
    (parry,) = parried
    table = _PARRIES_AND_DOES if is_pending else _PARRIED_AND_DID
    return _told(table[last.kind], last, name=name, with_parry=_with_cards(parry))


def _told(words: Message, action: Action, **fields: str) -> str:
    cards = put(count_cards(len(action.blades), action.blades[0])) if action.blades else ""
    return tr(words.text, step=abs(action.step), cards=cards, with_cards=_with_cards(action), **fields)


def _with_cards(action: Action) -> str:
    """Return what an action attacks or parries with; "" if it does not."""
    return put(with_cards(len(action.blades), action.blades[0])) if action.blades else ""


def last_turn(view: MatchView) -> str:
    """Return what the last player to act did, by name; at the deal, who begins."""
    return _turn(view, view.round.last_turn) or begins(view)


def why_not_parried(view: MatchView) -> list[str]:
    """Return that the fencer who was hit had too few cards to parry; empty if it had enough."""
    state = view.round
    if state.result is None or state.result.reason is not Reason.HIT or not state.rules.parry:
        return []
    hits = [play for play in state.plays if play.action.kind in (Kind.ATTACK, Kind.ADVANCE_AND_ATTACK)]
    blades, loser = hits[-1].action.blades, hits[-1].seat.other
    hand = state.hands[loser]
    if hand is None or hand.count(blades[0]) >= len(blades):
        return []
    held = put(count_cards(hand.count(blades[0]), blades[0]))
    return [tr("{name} had {cards} to parry with.", name=view.names[loser], cards=held)]


def decisive_turn(view: MatchView) -> str:
    """Return the turn that ended the round: the attack that hit, else the last turn, or who gave up."""
    state = view.round
    hit = bool(state.plays) and state.plays[-1].action.kind is Kind.TAKE_HIT
    return unplayed_end(view) or _turn(view, state.plays[-2:-1] if hit else state.last_turn)


def _turn(view: MatchView, plays: Sequence[Play]) -> str:
    if not plays:
        return ""
    is_pending = plays[-1].action == view.round.attack
    told = did(view.names[plays[0].seat], *(play.action for play in plays), is_pending=is_pending)
    return f"{told}."


def last_action(view: MatchView) -> str:
    """Return the last action alone, by name; at the deal, who begins."""
    return unplayed_end(view) or _turn(view, view.round.plays[-1:]) or begins(view)


def log(view: MatchView) -> Iterator[tuple[str, str]]:
    """Yield what each fencer did in the round, a sentence each after its number.

    Nobody may look through the discards while a round is played, unless they are open: whoever reads what
    was played counts the cards. So there is nothing to read before the round is over.
    """
    state = view.round
    if state.result is None and not state.rules.open_discard:
        return
    yield "", begins(view)
    for number, play in enumerate(state.plays, 1):
        yield f"{number}", _turn(view, (play,))
    if end := unplayed_end(view):
        yield "", end


def position(view: MatchView) -> str:
    """Return both squares, the distance, the pile, and who is to act."""
    left, right = view.round.positions
    where = tr(
        "squares {left} and {right} · distance {distance} · pile {pile}",
        left=left,
        right=right,
        distance=view.round.distance,
        pile=view.round.pile,
    )
    return f"{where} · {to_act(view)}" if view.round.turn is not None else where


def ground(squares: Sequence[int], names: tuple[str, str]) -> tuple[str, str]:
    """Return how many squares each fencer has gained, with who leads and without.

    >>> ground((9, 21), ("Anna", "Bruno"))
    ('ground 8 : 2, Anna leads', 'ground 8 : 2')
    """
    left, right = squares[Seat.LEFT] - 1, PISTE_SQUARES - squares[Seat.RIGHT]
    short = tr("ground {left} : {right}", left=left, right=right)
    if left == right:
        return short, short
    leader = names[Seat.LEFT if left > right else Seat.RIGHT]
    return tr("ground {left} : {right}, {name} leads", left=left, right=right, name=leader), short


def to_act(view: MatchView) -> str:
    """Return who is to act and what is asked; "" once the round is over."""
    state = view.round
    if state.turn is None:
        return ""
    name = view.names[state.turn]
    if state.attack is not None:
        return tr("{name} must answer", name=name)
    if state.phase is Phase.LAST_CHANCE:
        return tr("{name}: last chance", name=name)
    return tr("{name} to play", name=name)


def why_round_ended(view: MatchView, line: FinishedRound) -> str:
    """Return how a finished round was won, without its winner."""
    winner = line.result.winner
    if winner is None:
        return why_not_played(view, line) or tr("all equal")
    loser = view.names[winner.other]
    match line.result.reason:
        case Reason.HIT:
            return tr("{name} was hit", name=loser)
        case Reason.NO_MOVE:
            return tr("{name} had no move", name=loser)
        case Reason.CARDS:
            return tr("more cards matching the distance")
        case Reason.DISTANCE:
            return tr("gained more ground")
        case _:
            return why_not_played(view, line)


def comparison(view: MatchView) -> list[str]:
    """Return the showdown step by step; empty if the round ended without one."""
    showdown = view.round.showdown
    if showdown is None:
        return []
    left, right = view.names
    steps = [f"{decisive_turn(view)} {tr('The pile is empty.')}"]
    if showdown.cards is not None and showdown.distance in CARD_VALUES:
        held = [put(count_cards(count, showdown.distance)) for count in showdown.cards]
        steps.append(
            tr(
                "Cards matching the distance: {left} {left_cards}, {right} {right_cards}.",
                left=left,
                left_cards=held[Seat.LEFT],
                right=right,
                right_cards=held[Seat.RIGHT],
            )
        )
    if showdown.result.reason is not Reason.CARDS:
        steps.append(
            tr(
                "Ground gained: {left} {left_squares}, {right} {right_squares}.",
                left=left,
                left_squares=showdown.advanced[Seat.LEFT],
                right=right,
                right_squares=showdown.advanced[Seat.RIGHT],
            )
        )
    return steps


def state_in_words(view: MatchView) -> Iterator[str]:
    """Yield the last action and the position, or how the round was decided; then the hands that show."""
    if view.round.result is None:
        yield last_action(view)
        yield f"  {position(view)} · {ground(view.round.positions, view.names)[0]}"
    else:
        yield from comparison(view) or [last_action(view)]
    hands = (
        _hand_of(view.names[seat], hand)
        for seat, hand in zip(Seat, view.round.hands, strict=True)
        if hand is not None
    )
    if line := " · ".join(hands):
        yield f"  {line}"


def _hand_of(name: str, hand: Sequence[int]) -> str:
    if not hand:
        return tr("{name}'s hand: none", name=name)
    return tr("{name}'s hand: {cards}", name=name, cards=" ".join(map(str, hand)))


def tally(view: RoundView, *, is_spoken: bool = False) -> str:
    """Return which cards a player has not seen, and how many of them the opponent holds.

    What was played counts, and the own hand. It may be spoken: "five 1s, two 2s".
    """
    assert view.seat is not None
    _, *left = unseen(view.hand, (play.action for play in view.plays))
    counted = [*zip(CARD_VALUES, left, strict=True)]
    if is_spoken:
        cards = ", ".join(put(count_cards(number, card)) for card, number in counted)
    else:
        cards = " · ".join(f"{card} ×{number}" for card, number in counted)
    held = view.hand_sizes[view.seat.other]
    return tr(
        "Unseen cards: {cards}.\nYour opponent holds {held} of these {number}.",
        cards=cards,
        held=held,
        number=sum(left),
    )


def prompt_of(view: RoundView, key_of: KeyOf) -> str:
    """Return what the player to act is asked for, before any card is picked."""
    kinds = {action.kind for action in view.legal}
    match view.phase:
        case Phase.TURN if view.pile == 1:
            return tr(
                "One card is left: your turn draws it and ends the round. Pick a card, or pick from the list."
            )
        case Phase.TURN:
            return tr(
                "Pick a card by its value ({first}-{last}), then {left} or {right}. Or pick from the list.",
                first=key_of(f"lay-{CARD_VALUES[0]}"),
                last=key_of(f"lay-{CARD_VALUES[-1]}"),
                left=key_of("left"),
                right=key_of("right"),
            )
        case Phase.LAST_CHANCE:
            return tr("Last chance: attack with cards equal to the distance, or let it pass (list).")
        case Phase.OVER:
            return ""
    if kinds >= {Kind.PARRY, Kind.EVADE}:
        return tr("Match the attacking cards to parry, or pick a card and step back to evade.")
    if Kind.PARRY in kinds:
        return tr("Match the attacking cards to parry.")
    if Kind.EVADE in kinds:
        return tr("Pick a card and step back to evade.")
    return tr("You have no defence. Press {key} to take the hit.", key=key_of("play"))


def preview(view: RoundView, action: Action) -> str:
    """Return the effect of `action`, without a full stop: landing square, new distance, attack."""
    assert view.seat is not None
    if not action.step:
        return capital(to_do(action))
    left_moves = view.seat is Seat.LEFT
    places = {
        "square": view.positions[view.seat] + (action.step if left_moves else -action.step),
        "before": view.distance,
        "after": view.distance - action.step,
    }
    if action.step < 0:
        return tr("Step back to square {square}, distance {before} to {after}", **places)
    if not action.blades:
        return tr("Advance to square {square}, distance {before} to {after}", **places)
    return tr(
        "Advance to square {square}, distance {before} to {after}, then attack {with_cards}",
        **places,
        with_cards=_with_cards(action),
    )
