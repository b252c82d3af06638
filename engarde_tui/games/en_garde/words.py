"""The game in words: actions, turns, results and rules as players would say them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from engarde_tui.match.aid import Aid
from engine.en_garde import Action, FinishedRound, Kind, MatchView, Phase, Play, Reason, Rules, Seat
from engine.en_garde.actions import TAKE_HIT, count_cards
from engine.en_garde.rules import CARD_VALUES, preset_name
from engine.en_garde.view import RoundView
from engine.match import MAX_NAME

if TYPE_CHECKING:
    from engarde_tui.games.en_garde.review import Review
    from engine.bots import Opinion

PRESET_LINES = {
    "abacus-basic": "every attack hits; a last chance at the end",
    "abacus-standard": "attack and parry; a last chance at the end",
    "abacus-advanced": "the whole game; a last chance at the end",
    "ferti-standard": "attack and parry",
    "ferti-advanced": "the whole game: also advance and attack, and evade",
}
"""What each preset is, in one line."""

HOUSE_RULES_TITLE = "House rules"
"""What rules that are no preset are called."""

HOUSE_RULES = {
    "parry": "attacks can be parried",
    "indirect": "advance and attack, evade",
    "last_chance": "a last chance to attack",
    "cards_decide": "cards count before squares",
    "final_evasion_skips_cards": "but not after a last evasion",
    "open_discard": "open discard pile",
}
"""The fields of `Rules`, as the setup screen offers them."""


def fitting_name(name: str) -> str:
    """The name cut to 16 columns: the characters of some scripts take two each."""
    return name if cell_len(name) <= MAX_NAME else f"{set_cell_size(name, MAX_NAME - 1).rstrip()}…"


def fitting(view: MatchView) -> MatchView:
    """The view with names that fit."""
    left, right = view.names
    return replace(view, names=(fitting_name(left), fitting_name(right)))


def score(view: MatchView) -> str:
    """Both names around the score: "Anna 2 : 1 Bruno"."""
    left, right = view.names
    return f"{left} {view.score[0]} : {view.score[1]} {right}"


def when(moment: datetime) -> str:
    """A moment on the clock of this machine: "2026-11-21 18:40"."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def rules_title(rules: Rules) -> str:
    """The name of the game played: a preset's, or house rules."""
    name = preset_name(rules)
    title = name.replace("-", " ").capitalize() if name else HOUSE_RULES_TITLE
    return f"{title}, open discards" if rules.open_discard else title


_PHRASES = {
    Kind.ADVANCE: ("advance {step}", "advanced {step}"),
    Kind.STEP_BACK: ("step back {step}", "stepped back {step}"),
    Kind.ATTACK: ("attack with {blades}", "{attacked} with {blades}"),
    Kind.ADVANCE_AND_ATTACK: (
        "advance {step}, attack with {blades}",
        "advanced {step} and {attacked} with {blades}",
    ),
    Kind.PARRY: ("parry with {blades}", "parried with {blades}"),
    Kind.EVADE: ("evade, back {step}", "evaded, back {step}"),
    Kind.TAKE_HIT: ("take the hit", "was hit"),
    Kind.NO_ATTACK: ("let the last chance pass", "let the last chance pass"),
}
"""Each kind of action as an offer and as a report."""


def to_do(action: Action) -> str:
    """The action as an offer: "advance 3, attack with two 5s"."""
    return _phrase(_PHRASES[action.kind][0], action)


def done(action: Action, *, pending: bool = False) -> str:
    """The action as a report: "advanced 3 and attacked with two 5s"; a `pending` attack is still going on."""
    return _phrase(_PHRASES[action.kind][1], action, "attacks" if pending else "attacked")


def _phrase(template: str, action: Action, attacked: str = "") -> str:
    blades = count_cards(len(action.blades), action.blades[0]) if action.blades else ""
    return template.format(step=abs(action.step), blades=blades, attacked=attacked)


def last_turn(view: MatchView) -> str:
    """What the last player to act did, naming the player; at the deal, who begins."""
    return _turn(view, view.round.last_turn) or _begins(view)


def decisive_turn(view: MatchView) -> str:
    """The turn that ended the round: the attack that hit, or else the last one; or who gave it up."""
    round = view.round
    if round.result is not None and not round.result.reason.is_played:
        return _gave_up(view)
    if round.plays and round.plays[-1].action.kind is Kind.TAKE_HIT:
        return _turn(view, round.plays[-2:-1])
    return _turn(view, round.last_turn)


def _turn(view: MatchView, plays: Sequence[Play]) -> str:
    if not plays:
        return ""
    parts = [done(play.action, pending=play.action == view.round.attack) for play in plays]
    return f"{view.names[plays[0].seat]} {', then '.join(parts)}."


def last_action(view: MatchView) -> str:
    """What has just happened, a single action; at the deal, who begins."""
    if view.round.result is not None and not view.round.result.reason.is_played:
        return _gave_up(view)
    return _turn(view, view.round.plays[-1:]) or _begins(view)


def _gave_up(view: MatchView) -> str:
    assert view.round.result is not None
    assert view.round.result.winner is not None
    loser = view.names[view.round.result.winner.other]
    gave_up = view.round.result.reason is Reason.FORFEIT
    return f"{loser} gave up the round." if gave_up else f"{loser} did not come back to the match."


def _begins(view: MatchView) -> str:
    return f"{view.names[view.round.first]} begins round {view.number}."


def position(view: MatchView) -> str:
    """Where both fencers stand, what is left, and who acts."""
    left, right = view.round.positions
    where = f"squares {left} and {right} · distance {view.round.distance} · pile {view.round.pile}"
    return f"{where} · {to_act(view)}" if view.round.turn is not None else where


def verdict(view: MatchView) -> str:
    """Who won the round that has just ended, and why."""
    line = view.finished[-1]
    return f"{round_won(view, line)}: {why_round_ended(view, line)}"


def to_act(view: MatchView) -> str:
    """Who acts, and what is asked of them."""
    round = view.round
    if round.turn is None:
        return ""
    name = view.names[round.turn]
    if round.attack is not None:
        return f"{name} must answer"
    return f"{name}: last chance" if round.phase == "last chance" else f"{name} to play"


def starter(view: MatchView) -> str:
    """The round's number and who began it."""
    return f"round {view.number} · {view.names[view.round.first]} began"


def why_round_ended(view: MatchView, line: FinishedRound) -> str:
    """How a finished round was won, without its winner."""
    winner = line.result.winner
    if winner is None:
        return "all equal"
    loser = view.names[winner.other]
    return {
        Reason.HIT: f"{loser} was hit",
        Reason.NO_MOVE: f"{loser} had no move",
        Reason.CARDS: "more cards of the distance",
        Reason.DISTANCE: "advanced further",
        Reason.FORFEIT: f"{loser} could not go on",
        Reason.ABSENCE: f"{loser} stayed away",
        Reason.DRAW: "",
    }[Reason(line.result.reason)]


def comparison(view: MatchView) -> list[str]:
    """The showdown step by step; empty where the round ended without one."""
    showdown = view.round.showdown
    if showdown is None:
        return []
    left, right = view.names
    steps = [f"{decisive_turn(view)} The pile is empty."]
    if showdown.cards is not None and showdown.distance in CARD_VALUES:
        counts = [count_cards(count, showdown.distance) for count in showdown.cards]
        steps.append(f"Cards of the distance: {left} {counts[0]}, {right} {counts[1]}.")
    if showdown.result.reason is not Reason.CARDS:
        steps.append(f"Squares advanced: {left} {showdown.advanced[0]}, {right} {showdown.advanced[1]}.")
    return steps


def round_won(view: MatchView, line: FinishedRound) -> str:
    """Who won a finished round."""
    winner = line.result.winner
    return "Round drawn" if winner is None else f"{view.names[winner]} wins round {line.number}"


def hint(round: RoundView) -> str:
    """What is asked of the player to act, before anything has been laid."""
    if round.legal == (TAKE_HIT,):
        return "Nothing can be done about it: enter takes the hit."
    if round.phase is Phase.TURN and round.pile == 1:
        return (
            "One card is left: this turn draws it, and the round ends. Lay a card, or choose from the list."
        )
    return {
        Phase.TURN: "Lay a card and choose a way with the arrows, or choose from the list.",
        Phase.DEFENCE: "Lay the cards of the attack to parry, or a card and an arrow to evade.",
        Phase.LAST_CHANCE: "The pile is empty: attack with cards of the distance, or let it pass (list).",
        Phase.LAST_DEFENCE: "The last attack: parry it with the same cards.",
        Phase.OVER: "",
    }[round.phase]


def aid_taken(view: MatchView, aid: Aid) -> list[str]:
    """Who was helped, and how: "Anna took 2 hints and took back 1 action."; a line for each who was."""
    said = []
    for seat in Seat:
        hints, backs = aid.hints[seat], aid.take_backs[seat]
        parts = [f"took {hints} hint{'s' * (hints > 1)}"] if hints else []
        parts += [f"took back {backs} action{'s' * (backs > 1)}"] if backs else []
        if parts:
            said.append(f"{view.names[seat]} {' and '.join(parts)}.")
    return said


def percent(share: float) -> str:
    """A share of 1 as players say it: "62 %"."""
    return f"{share:.0%}".replace("%", " %")


def advice(opinion: "Opinion", width: int) -> str:
    """What the master would do and how likely, as much as fits, and how it sees the round."""
    said = [f"{to_do(action)} ({percent(odds)})" for action, odds in opinion.odds.items()]
    sees = f"Chance to win the round: {percent(opinion.chance)}."
    for shown in range(len(said), 0, -1):
        text = f"Master: {', '.join(said[:shown])}{'.' if shown == len(said) else ', …'} {sees}"
        if len(text) <= width:
            break
    return text


def criticism(view: MatchView, review: "Review", width: int) -> str:
    """What the master thinks of an action, in as many words as there is room for."""
    name, odds = view.names[review.seat], percent(review.odds)
    would = "too" if review.choice == review.played else to_do(review.choice)
    change = f"{percent(review.before)} → {percent(review.after)}"
    longest = f"The master would {would} ({odds}). {name}'s chance: {change}."
    shorter = f"Master would {would} ({odds}). {name}: {change}."
    return next(
        (text for text in (longest, shorter) if cell_len(text) <= width), f"Master: {would}. {change}."
    )


def preview(view: RoundView, action: Action) -> str:
    """What `action` would lead to, before it is played: landing square, new distance, attack."""
    assert view.seat is not None
    parts = []
    if action.step:
        left_moves = view.seat is Seat.LEFT
        square = view.positions[view.seat] + (action.step if left_moves else -action.step)
        parts += [f"lands on {square}", f"distance {view.distance} to {view.distance - action.step}"]
    if action.blades:
        verb = "parries" if action.kind is Kind.PARRY else "attacks"
        parts.append(f"{verb} with {' '.join(map(str, action.blades))}")
    return ", ".join(parts) or to_do(action)


def rules_in_short(rules: Rules) -> list[str]:
    """The game that `rules` make, a sentence a point."""
    points = [
        "Hit the other fencer and the round is yours; who first wins the agreed rounds wins the match. "
        "The distance is the difference of the two squares. The fencers begin the rounds in turn.",
        "Fencers stand on squares 1 and 23. A card moves your fencer by its value, forward or back, never "
        "onto or past the other, never off the piste. Then draw back up to five cards.",
        "25 cards, five of each value 1 to 5. You may always count the pile; of the discards "
        + ("all are open." if rules.open_discard else "only the top one shows."),
        "Attack with cards equal to the distance. "
        + (
            "Several equal cards make it stronger."
            if rules.parry
            else "It is one card, and it hits: the round is won."
        ),
    ]
    if rules.parry:
        points.append(
            "Parry with as many cards of the same value, then take your turn at once, without drawing first. "
            "Who cannot answer is hit and loses the round. Three cards can never be parried."
        )
    if rules.indirect:
        points.append(
            "Advance and attack: one card to move, then cards equal to the new distance. Such an attack can "
            "also be evaded: step back with one card, and the turn is over."
        )
    points.append("Whoever has no legal move on their own turn loses the round.")
    points.append(
        "The round ends when the last card is drawn."
        + (" An attack on the table is still answered." if rules.parry else "")
        + (
            " Then the one who did not draw the last card may make one direct attack."
            if rules.last_chance
            else ""
        )
    )
    points.append(
        "If nobody was hit, "
        + ("most cards of the distance win, then " if rules.cards_decide else "")
        + "whoever advanced further wins; else the round is drawn."
        + (
            " After an evasion with no pile left, cards do not count."
            if rules.final_evasion_skips_cards
            else ""
        )
    )
    return points
