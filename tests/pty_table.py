"""Play matches in a real pseudo-terminal, and compare screen and disk."""

import sys
from contextlib import closing
from pathlib import Path

from pty_terminal import Terminal, wait_until
from table_seen import CARD, has_to_act, score_seen

from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.play.words import score
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Action, Kind, Match

HELP = ["?", "?"] * 24
"""Keys that draw nearly 190 kB, more than our queue and the system's buffer hold."""

COMMAND = (sys.executable, str(Path(__file__).parent / "pty" / "command.py"))
"""`engarde`, with a curtain that can be lifted at once."""


def engarde(*arguments: str, data: Path) -> Terminal:
    """The command in a terminal."""
    return Terminal((*COMMAND, *arguments, "--data", str(data)))


def shows(terminal: Terminal, match: Match) -> bool:
    """Return whether the screen shows the last event: a deal, a parry, the end of a round, a turn."""
    text, round = terminal.text, match.round
    if round.result is not None:
        # A drawn round leaves the score as it was.
        is_over = "space continue" in text
        return is_over and score_seen(text.split("\n")) == score(match.view(None))
    assert round.turn is not None
    if round.actions and round.actions[-1].kind is Kind.PARRY:
        return f"{match.names[round.turn]} parried with" in text
    return f"{match.names[round.turn]}, take the keyboard" in text


def sit_down(terminal: Terminal, match: Match) -> None:
    """Lift the curtain for the player to act, unless it is up after a parry."""
    assert match.round.turn is not None
    if "take the keyboard" in terminal.text:
        terminal.wait_for("space lifts")
        terminal.press("space")
    name = match.names[match.round.turn]
    terminal.wait_for(lambda text: has_to_act(text, name))


def keys_for(match: Match, action: Action) -> list[str]:
    """Return the keys that play an action once the curtain is up."""
    legal = Draft.begin(match.round.legal).legal
    down, up = legal.index(action) + 1, len(legal) - legal.index(action)
    return [*(["down"] * down if down <= up else ["up"] * up), "enter"]


def press_for(terminal: Terminal, match: Match, action: Action | None) -> None:
    """Type the keys for an action or, at a showdown, for the next round; do not wait for the screen."""
    if action is None:
        terminal.press("space")
        return
    sit_down(terminal, match)
    terminal.press(*keys_for(match, action))


def play(terminal: Terminal, match: Match, action: Action) -> Match:
    """Play an action, and wait until the screen shows it."""
    press_for(terminal, match, action)
    match = match.play(action)
    terminal.wait_for(lambda _: shows(terminal, match))
    return match


def stored(data: Path) -> list[Match]:
    """Return the matches on disk, last played first."""
    with closing(Store(data)) as store:
        return [store.record(id).match for id in store.ids()]


def new_match() -> Match:
    """Return the match that `engarde play --seed 7` starts."""
    return Match.new(PRESETS["ferti-advanced"], seed=7)


def first_turn() -> tuple[list[str], Match]:
    """Return keys that lift the curtain and play a turn, and the match after them."""
    match = new_match()
    action = match.round.legal_actions()[0]
    return ["space", *keys_for(match, action)], match.play(action)


def stall(terminal: Terminal, data: Path) -> Match:
    """Fill the unread terminal with output, then play a turn; return the match after it."""
    keys, match = first_turn()
    terminal.press(*HELP, *keys)
    wait_until(lambda: stored(data) == [match])
    return match


def assert_resumes(match: Match, data: Path) -> None:
    """Check that the match resumes unchanged behind the curtain."""
    assert stored(data) == [match]
    with engarde("resume", data=data) as terminal:
        terminal.wait_for(lambda _: shows(terminal, match))
        assert not CARD.search(terminal.text)
