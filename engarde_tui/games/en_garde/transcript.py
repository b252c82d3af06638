"""A replay as plain text, for a pipe or a printer."""

from collections.abc import Iterator

from engarde_tui.games.en_garde.words import comparison, last_action, position, rules_title, score, verdict
from engarde_tui.match.replay import Replay
from engine.en_garde import MatchView, Seat


def transcript(replay: Replay) -> Iterator[str]:
    """Yield every action in words, the position after it, and the hands that the perspective shows."""
    replay.rewind()
    view = replay.view
    yield f"{' - '.join(view.names)}: {rules_title(view.round.rules)}, first to {view.target}"
    while True:
        view = replay.view
        if not view.round.plays and view.round.result is None:
            yield from ("", f"Round {view.number}")
        yield ""
        yield from _state(view)
        if replay.place == replay.last:
            break
        replay.step(1)
    if view.winner is not None:
        yield from ("", f"{view.names[view.winner]} wins the match.")
    else:
        yield from ("", "The match is unfinished.")


def _state(view: MatchView) -> Iterator[str]:
    if view.round.result is None:
        yield last_action(view)
        yield f"  {position(view)}"
    else:
        yield from comparison(view) or [last_action(view)]
    hands = (
        f"{view.names[seat]}'s hand: {' '.join(map(str, hand)) or 'none'}"
        for seat, hand in zip(Seat, view.round.hands, strict=True)
        if hand is not None
    )
    line = " · ".join(hands)
    if line:
        yield f"  {line}"
    if view.round.result is not None:
        yield f"{verdict(view)}. {score(view)}"
