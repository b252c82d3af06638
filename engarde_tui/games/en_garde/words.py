"""The game in words: actions, turns, results and rules as players say them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engarde_tui.play.words import KeyOf, begins, unplayed_end, why_not_played
from engine.en_garde import Action, FinishedRound, Kind, MatchView, Phase, Play, Reason, Rules, Seat
from engine.en_garde.actions import count_cards
from engine.en_garde.drawing import unseen
from engine.en_garde.rules import CARD_VALUES, DEFAULT_PRESET, PISTE_SQUARES, PRESETS, preset_name
from engine.en_garde.view import RoundView

PRESET_LINES = {
    "abacus-basic": "simplest: every attack hits; last chance at the end",
    "ferti-standard": "attack and parry",
    "abacus-standard": "attack and parry; last chance at the end",
    "ferti-advanced": "recommended: the whole game, as the lesson teaches it",
    "abacus-advanced": "the whole game; last chance at the end",
}
"""Each preset in one line, the easiest first."""

HOUSE_RULES_TITLE = "House rules"
"""The title of rules that are no preset."""

HOUSE_RULES = {
    "parry": "attacks can be parried",
    "indirect": "advance and attack, evade",
    "last_chance": "a last chance to attack",
    "cards_decide": "cards count before squares",
    "open_discard": "open discard pile",
    "final_evasion_skips_cards": "no card comparison after a final evasion",
}
"""The labels of the fields of `Rules` in the form."""

_UNLIKE_LESSON: Final[Mapping[str, str]] = {
    "parry": "every attack hits",
    "indirect": "no advance and attack",
    "last_chance": "a last chance to attack at the end",
    "cards_decide": "only ground decides",
    "final_evasion_skips_cards": "only ground decides after a final evasion",
}
"""What differs where a field of `Rules` is not as in the lesson, which teaches the default rules."""

REASONS: Final[Mapping[str, str]] = {
    Reason.HIT: "by a hit",
    Reason.CARDS: "by cards",
    Reason.DISTANCE: "by ground",
    Reason.NO_MOVE: "no move",
    Reason.FORFEIT: "by forfeit",
    Reason.ABSENCE: "by absence",
    Reason.RESIGNATION: "by resignation",
    Reason.TIME: "on time",
    Reason.AGREEMENT: "by agreement",
}
"""How a round is won or lost, as the statistics list it."""


def rules_title(rules: Rules) -> str:
    """Return the title of the rules: a preset's, or "House rules"."""
    name = preset_name(rules)
    title = name.replace("-", " ").capitalize() if name else HOUSE_RULES_TITLE
    return f"{title}, open discards" if rules.open_discard else title


def kind(rules: Rules) -> str:
    """Return the title of the rules, the open discard pile aside."""
    return rules_title(replace(rules, open_discard=False))


def unlike_lesson(rules: Rules) -> str:
    """Return how rules differ from those of the lesson; "" if they do not.

    >>> unlike_lesson(PRESETS["ferti-standard"])
    'no advance and attack'
    """
    known = PRESETS[DEFAULT_PRESET]
    return "; ".join(
        words for name, words in _UNLIKE_LESSON.items() if getattr(rules, name) != getattr(known, name)
    )


_PHRASES = {
    Kind.ADVANCE: ("advance {step}", "advanced {step}"),
    Kind.STEP_BACK: ("step back {step}", "stepped back {step}"),
    Kind.ATTACK: ("attack with {blades}", "attacked with {blades}"),
    Kind.ADVANCE_AND_ATTACK: (
        "advance {step}, attack with {blades}",
        "advanced {step} and attacked with {blades}",
    ),
    Kind.PARRY: ("parry with {blades}", "parried with {blades}"),
    Kind.EVADE: ("evade, back {step}", "evaded, back {step}"),
    Kind.TAKE_HIT: ("take the hit", "was hit"),
    Kind.NO_ATTACK: ("let the last chance pass", "let the last chance pass"),
}
"""Each kind of action as an offer and as a report."""

_PENDING = {
    Kind.ATTACK: "attacks with {blades}",
    Kind.ADVANCE_AND_ATTACK: "advances {step} and attacks with {blades}",
    Kind.PARRY: "parries with {blades}",
}
"""The actions of a turn whose attack has not been answered yet."""


def to_do(action: Action) -> str:
    """Return the action as an offer: "advance 3, attack with two 5s"."""
    return _phrase(_PHRASES[action.kind][0], action)


def done(action: Action, *, pending: bool = False) -> str:
    """Return the action as a report: "advanced 3 and attacked with two 5s".

    With `pending`, its turn's attack has not been answered: "advances 3 and attacks with two 5s".
    """
    return _phrase(_PENDING[action.kind] if pending else _PHRASES[action.kind][1], action)


def _phrase(template: str, action: Action) -> str:
    blades = count_cards(len(action.blades), action.blades[0]) if action.blades else ""
    return template.format(step=abs(action.step), blades=blades)


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
    held = count_cards(hand.count(blades[0]), blades[0])
    return [f"{view.names[loser]} had {held} to parry with."]


def decisive_turn(view: MatchView) -> str:
    """Return the turn that ended the round: the attack that hit, else the last turn, or who gave up."""
    state = view.round
    hit = bool(state.plays) and state.plays[-1].action.kind is Kind.TAKE_HIT
    return unplayed_end(view) or _turn(view, state.plays[-2:-1] if hit else state.last_turn)


def _turn(view: MatchView, plays: Sequence[Play]) -> str:
    if not plays:
        return ""
    pending = plays[-1].action == view.round.attack
    parts = [done(play.action, pending=pending) for play in plays]
    return f"{view.names[plays[0].seat]} {', then '.join(parts)}."


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
    where = f"squares {left} and {right} · distance {view.round.distance} · pile {view.round.pile}"
    return f"{where} · {to_act(view)}" if view.round.turn is not None else where


def ground(squares: Sequence[int], names: tuple[str, str]) -> tuple[str, str]:
    """Return how many squares each fencer has gained, with who leads and without.

    >>> ground((9, 21), ("Anna", "Bruno"))
    ('ground 8 : 2, Anna leads', 'ground 8 : 2')
    """
    left, right = squares[Seat.LEFT] - 1, PISTE_SQUARES - squares[Seat.RIGHT]
    short = f"ground {left} : {right}"
    if left == right:
        return short, short
    return f"{short}, {names[Seat.LEFT if left > right else Seat.RIGHT]} leads", short


def to_act(view: MatchView) -> str:
    """Return who is to act and what is asked; "" once the round is over."""
    state = view.round
    if state.turn is None:
        return ""
    name = view.names[state.turn]
    if state.attack is not None:
        return f"{name} must answer"
    return f"{name}: last chance" if state.phase == "last chance" else f"{name} to play"


def why_round_ended(view: MatchView, line: FinishedRound) -> str:
    """Return how a finished round was won, without its winner."""
    winner = line.result.winner
    if winner is None:
        return why_not_played(view, line) or "all equal"
    loser = view.names[winner.other]
    return {
        Reason.HIT: f"{loser} was hit",
        Reason.NO_MOVE: f"{loser} had no move",
        Reason.CARDS: "more cards matching the distance",
        Reason.DISTANCE: "gained more ground",
        Reason.DRAW: "",
    }.get(Reason(line.result.reason)) or why_not_played(view, line)


def comparison(view: MatchView) -> list[str]:
    """Return the showdown step by step; empty if the round ended without one."""
    showdown = view.round.showdown
    if showdown is None:
        return []
    left, right = view.names
    steps = [f"{decisive_turn(view)} The pile is empty."]
    if showdown.cards is not None and showdown.distance in CARD_VALUES:
        counts = [count_cards(count, showdown.distance) for count in showdown.cards]
        steps.append(f"Cards matching the distance: {left} {counts[0]}, {right} {counts[1]}.")
    if showdown.result.reason is not Reason.CARDS:
        steps.append(f"Ground gained: {left} {showdown.advanced[0]}, {right} {showdown.advanced[1]}.")
    return steps


def state_in_words(view: MatchView) -> Iterator[str]:
    """Yield the last action and the position, or how the round was decided; then the hands that show."""
    if view.round.result is None:
        yield last_action(view)
        yield f"  {position(view)} · {ground(view.round.positions, view.names)[0]}"
    else:
        yield from comparison(view) or [last_action(view)]
    hands = (
        f"{view.names[seat]}'s hand: {' '.join(map(str, hand)) or 'none'}"
        for seat, hand in zip(Seat, view.round.hands, strict=True)
        if hand is not None
    )
    if line := " · ".join(hands):
        yield f"  {line}"


def tally(view: RoundView) -> str:
    """Return which cards a player has not seen, and how many of them the opponent holds.

    What was played counts, and the own hand.
    """
    assert view.seat is not None
    _, *left = unseen(view.hand, (play.action for play in view.plays))
    cards = " · ".join(f"{card} ×{number}" for card, number in zip(CARD_VALUES, left, strict=True))
    held = view.hand_sizes[view.seat.other]
    return f"Unseen cards: {cards}.\nYour opponent holds {held} of these {sum(left)}."


def prompt_of(view: RoundView, key_of: KeyOf) -> str:
    """Return what the player to act is asked for, before any card is picked."""
    kinds = {action.kind for action in view.legal}
    match view.phase:
        case Phase.TURN if view.pile == 1:
            return (
                "One card is left: your turn draws it and ends the round. Pick a card, or pick from the list."
            )
        case Phase.TURN:
            cards = "-".join(key_of(f"lay-{card}") for card in (CARD_VALUES[0], CARD_VALUES[-1]))
            arrows = f"{key_of('left')} or {key_of('right')}"
            return f"Pick a card by its value ({cards}), then {arrows}. Or pick from the list."
        case Phase.LAST_CHANCE:
            return "Last chance: attack with cards equal to the distance, or let it pass (list)."
        case Phase.OVER:
            return ""
    defences = ["match the attacking cards to parry"] if Kind.PARRY in kinds else []
    defences += ["pick a card and step back to evade"] if Kind.EVADE in kinds else []
    if not defences:
        return f"You have no defence. Press {key_of('play')} to take the hit."
    return f"{', or '.join(defences)}.".capitalize()


def preview(view: RoundView, action: Action) -> str:
    """Return the effect of `action`: landing square, new distance, attack."""
    assert view.seat is not None
    if not action.step:
        return to_do(action).capitalize()
    left_moves = view.seat is Seat.LEFT
    square = view.positions[view.seat] + (action.step if left_moves else -action.step)
    verb = "Advance" if action.step > 0 else "Step back"
    parts = [f"{verb} to square {square}, distance {view.distance} to {view.distance - action.step}"]
    parts += (
        [f"then attack with {count_cards(len(action.blades), action.blades[0])}"] if action.blades else []
    )
    return ", ".join(parts)


def rules_in_short(rules: Rules) -> list[str]:
    """Return the rules of the game, one point each."""
    points = [
        "Hit the other fencer to win the round; the first to win the agreed number of rounds wins the match. "
        "The distance is the difference between the two squares. Fencers take turns starting a round.",
        "Fencers start on squares 1 and 23. A card moves your fencer forward or back by its value, never "
        "onto or past the other fencer, never off the piste. Then draw back up to five cards.",
        "There are 25 cards, five of each value from 1 to 5. You may always count the draw pile; "
        + ("all discards are open." if rules.open_discard else "only the top discard shows."),
        "Attack with cards equal to the distance. "
        + (
            "Play two or more to force a bigger parry."
            if rules.parry
            else "You play one card, and it hits: you win the round."
        ),
    ]
    if rules.parry:
        points.append(
            "Parry with the same number of cards of that value, then take your turn at once, before drawing. "
            "If you cannot answer, you are hit and lose the round. Three cards can never be parried."
        )
    if rules.indirect:
        points.append(
            "Advance and attack in one turn: one card to move, then cards equal to the new distance. You can "
            "also evade such an attack: step back with one card, which ends your turn."
        )
    points.append("If you have no legal move on your own turn, you lose the round.")
    points.append(
        "The round ends when the last card is drawn."
        + (" An attack on the table is answered first." if rules.parry else "")
        + (
            " Then the fencer who did not draw the last card may make one direct attack."
            if rules.last_chance
            else ""
        )
    )
    points.append(
        "If nobody was hit, "
        + ("whoever holds more cards matching the distance wins; if equal, " if rules.cards_decide else "")
        + "whoever gained more ground wins; otherwise the round is drawn."
        + (" There is no card comparison after a final evasion." if rules.final_evasion_skips_cards else "")
    )
    return points


SCREEN_IN_SHORT = (
    "The numbers on the piste are your cards: 4› stands on the square where a 4 takes you. The line below "
    "measures the distance; ground is how many squares each fencer has gained.",
    "A dot (·) marks the shaded squares up to five before the other fencer: from there you can hit. A large "
    "dot (•) on a brighter square means that you hold the card for it.",
    "The hatched squares are the last two of each end. The lines of a real piste, in its middle (┃) and on "
    "squares 9 and 15 (│), mean nothing in this game.",
    "A card with a dagger in its edge hits at this distance, or parries. A new card is marked until the next "
    "key.",
    "The lamps beside a name are the rounds that fencer has won. An arrow marks who is to act.",
    "In the review of a match the lines of a round add up to its result, 100 if it was won, 0 if lost: the "
    "chance at the start, what cards and choices changed, and the rest, as nobody sees both hands.",
    "A hint counts what you can see, over all hands your opponent may hold. Its chance is that you win the "
    "round, a draw being half a win, if the master plays on for both.",
)
"""What a player sees at the table, one point each."""
