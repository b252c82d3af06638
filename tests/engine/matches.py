"""Matches in which the winner of each round is chosen."""

from staging import NEAR, ONE_LEFT_AT_3, dealt, deck_for

from engine.en_garde import PRESETS, Match, Seat, parse_action

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


RULES = PRESETS["ferti-advanced"]


def deal_and_script(winner: Seat | None, first: Seat) -> tuple[list[int], str]:
    """Return a deck and a script for a round that `first` starts and `winner` wins."""
    if winner is None:
        hands = ("12333", "12334") if first is LEFT else ("12334", "12333")
        return deck_for(ONE_LEFT_AT_3, left=hands[0], right=hands[1], first=first), f"{ONE_LEFT_AT_3} +1"
    script = f"{NEAR} A333 H" if winner is first else "+5 +5 +5 +1 +3 A333 H"
    return deck_for(script, first=first), script


def play_round(match: Match, script: str) -> Match:
    for word in script.split():
        match = match.play(parse_action(word))
    return match


def played(*winners: Seat | None, target: int = 5, first: Seat = LEFT) -> Match:
    """Return the match after rounds with these winners."""
    deck, script = deal_and_script(winners[0], first)
    match = play_round(Match.new(RULES, target=target, first=first, dealt=dealt(deck)), script)
    for winner in winners[1:]:
        deck, script = deal_and_script(winner, match.round.first.other)
        match = play_round(match.next_round(dealt(deck)), script)
    return match


# --- actions taken back ---


def dealt_for(script: str, first: Seat = LEFT) -> Match:
    return Match.new(RULES, first=first, dealt=dealt(deck_for(script, first=first)))
