"""A replay as plain text, for a pipe or a printer."""

from collections.abc import Iterator

from engarde_tui.match.replay import Replay
from engarde_tui.match.words import score
from engarde_tui.presentation import full_title, presentation_of, verdict


def transcript(replay: Replay) -> Iterator[str]:
    """Yield every action in words, the state after it, and the hands that the perspective shows."""
    replay.rewind()
    view = replay.view
    words = presentation_of(view.round.rules)
    yield f"{' - '.join(view.names)}: {full_title(view.round.rules)}, first to {view.target}"
    while True:
        view = replay.view
        if not view.round.plays and view.round.result is None:
            yield from ("", f"Round {view.number}")
        yield ""
        yield from words.state_in_words(view)
        if view.round.result is not None:
            yield f"{verdict(view)}. {score(view)}"
        if replay.position == replay.last:
            break
        replay.step(1)
    if view.winner is not None:
        yield from ("", f"{view.names[view.winner]} wins the match.")
    else:
        yield from ("", "The match is unfinished.")
