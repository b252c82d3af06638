"""What only a real terminal shows: startup, exit, signals, suspension, resizing, raw bytes."""

import os
import random
import re
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pty_restored import IN_A_SHELL, assert_restored, is_restored
from pty_table import COMMAND
from pty_terminal import KEYS, Terminal, wait_until_stopped
from settling import LONGEST
from table_seen import CARD, hand_seen, has_to_act, score_seen

from engarde_tui.games.en_garde.words import last_turn
from engarde_tui.play.client import Client
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.play.words import score
from engine.en_garde import PRESETS, Match, Seat
from engine.en_garde.game import GAME as EN_GARDE

pytestmark = pytest.mark.wire

PLAY = (*COMMAND, "play", "--seed", "7")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """A table in a shell's terminal, with Anna's hand shown."""
    with Terminal((*IN_A_SHELL, *PLAY), environment={"ENGARDE_DATA": str(tmp_path)}) as terminal:
        sit_down(terminal, "Anna")
        terminal.settle()
        yield terminal


def sit_down(terminal: Terminal, name: str) -> None:
    """Lift the curtain when it can be lifted."""
    terminal.wait_for("space lifts")
    terminal.press("space")
    terminal.wait_for(lambda text: has_to_act(text, name))


def test_quitting_restores_the_terminal(table: Terminal) -> None:
    table.press("q")
    table.wait_for("Leave this match?")
    table.press("y")
    assert table.wait_for_exit() == 0
    assert_restored(table)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_and_restores_the_terminal(table: Terminal, number: int) -> None:
    os.kill(table.process.pid, number)
    assert table.wait_for_exit() == 128 + number
    assert_restored(table)


def test_a_lost_line_ends_the_program(table: Terminal) -> None:
    table.hang_up()
    assert table.process.wait(LONGEST) != 0


def test_an_unexpected_error_leaves_a_clean_terminal_and_a_private_log(tmp_path: Path) -> None:
    broken = (
        "import sys; from engarde_tui import cli\n"
        "from engarde_tui.screens.table import TableScreen\n"
        "def fail(self): raise RuntimeError('as the test wants it')\n"
        "TableScreen.action_hide = fail\n"
        "sys.exit(cli.main(['play', '--seed', '7']))"
    )
    data = tmp_path / "not there yet"
    command = (*IN_A_SHELL, sys.executable, "-c", broken)
    with Terminal(command, environment={"ENGARDE_DATA": str(data)}) as terminal:
        sit_down(terminal, "Anna")
        terminal.press("h")
        assert terminal.wait_for_exit() == 1
        assert_restored(terminal)
        assert "unexpected error" in terminal.text
        assert "Traceback" not in terminal.text
    log = data / "engarde.log"
    assert "\nRuntimeError\n" in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


@pytest.mark.parametrize("by", ["a key", "a signal", "a signal in a dialog"])
def test_a_suspended_program_comes_back_behind_the_curtain(table: Terminal, by: str) -> None:
    if by == "a signal in a dialog":
        table.press("q")
        table.wait_for("Leave this match?")
    if by == "a key":
        table.press("\x1a")
    else:
        os.kill(table.process.pid, signal.SIGTSTP)
    wait_until_stopped(table.process.pid)
    table.wait_for(lambda _: is_restored(table))
    before = len(table.output)
    os.kill(table.process.pid, signal.SIGCONT)
    table.wait_for("space lifts")
    table.settle()
    assert CARD.search(table.output[:before].decode())
    assert not CARD.search(table.output[before:].decode())
    if by == "a signal in a dialog":
        table.press("n")
    sit_down(table, "Anna")


def test_a_program_stopped_by_a_signal_continues_unchanged(table: Terminal) -> None:
    tasks = Path(f"/proc/{table.process.pid}/task")
    before, shown = len(list(tasks.iterdir())), table.text
    os.kill(table.process.pid, signal.SIGSTOP)
    wait_until_stopped(table.process.pid)
    table.screen.erase_in_display(2)
    os.kill(table.process.pid, signal.SIGCONT)
    table.wait_for("Anna to play")
    table.settle()
    assert table.text == shown
    assert len(list(tasks.iterdir())) == before
    table.press("q")
    table.wait_for("Leave this match?")


def test_keys_typed_ahead_leave_no_trace_of_a_hand_beside_the_curtain(table: Terminal) -> None:
    """Where its cards lead stood on the piste for a frame more."""
    # The terminal says that it shows each frame at once: what has come of one is no picture.
    table.send(b"\x1b[?2026;2$y")
    table.press("space")
    table.wait_for(lambda text: has_to_act(text, "Anna"))
    table.settle()
    assert "›" in table.text
    traces = []

    def has_fallen(text: str) -> bool:
        is_whole = table.output.rfind(b"\x1b[?2026h") < table.output.rfind(b"\x1b[?2026l")
        if not is_whole or "Bruno, take the keyboard." not in text:
            return False
        if "›" in text:
            traces.append(text)
        return "›" not in text

    table.send("".join(KEYS[key] for key in ("down", "enter", "left", "left")).encode())
    table.wait_for(has_fallen)
    assert not traces


def test_too_small_a_window_hides_the_hand_until_it_fits(table: Terminal) -> None:
    table.resize(79, 24)
    table.wait_for("needs 80 columns and 24 rows")
    table.settle()
    assert not CARD.search(table.text)
    table.resize(100, 30)
    table.wait_for(lambda text: len(hand_seen(text)) == 5)
    assert "needs 80 columns" not in table.text


def test_redrawing_repairs_a_screen_that_another_program_wrote_over(table: Terminal) -> None:
    shown = table.text
    table.screen.erase_in_display(2)
    table.press("\x0c")
    table.wait_for("Anna to play")
    table.settle()
    assert table.text == shown


def test_without_mouse_support_the_terminal_keeps_the_mouse() -> None:
    with Terminal((*PLAY, "--no-mouse")) as terminal:
        terminal.wait_for("space lifts")
        assert b"\x1b[?1000h" not in terminal.output


def test_ascii_writes_nothing_beyond_ascii() -> None:
    with Terminal((*PLAY, "--ascii", "--left", "Zoë")) as terminal:
        sit_down(terminal, "Zoe")
        terminal.settle()
        assert terminal.output.isascii()


COLOURS = re.compile(rb"\x1b\[[\d;]*m")


@pytest.mark.parametrize(
    ("environment", "allowed"),
    [
        ({"NO_COLOR": "1"}, rb"(?:(?:[0-9]|2[2347]|[34]9);?)*"),
        ({"TERM": "xterm-16color", "COLORTERM": ""}, rb"(?:(?:[0-9]|2[2347]|[349][0-7]|[34]9|10[0-7]);?)*"),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, rb"(?:(?:[0-9]|2[2347]|[34]8;5;\d+|[34]9);?)*"),
    ],
    ids=["no colour", "16 colours", "256 colours"],
)
def test_only_the_terminals_colours_are_written(environment: dict[str, str], allowed: bytes) -> None:
    with Terminal(PLAY, environment=environment) as terminal:
        sit_down(terminal, "Anna")
        terminal.press("down", "down")
        terminal.settle()
        for sequence in set(COLOURS.findall(terminal.output)):
            assert re.fullmatch(rb"\x1b\[" + allowed + rb"m", sequence), sequence
        if "NO_COLOR" in environment:
            codes = {
                code for sequence in COLOURS.findall(terminal.output) for code in sequence[2:-1].split(b";")
            }
            assert codes <= {b"", b"0", b"1", b"2", b"4", b"7", b"22", b"24", b"27", b"39", b"49"}


def test_a_whole_match_is_played_in_a_real_terminal() -> None:
    """By keys, as two people would, to the last screen; the engine beside it knows what must be shown.

    The seed makes a short match that has every kind of action but the last chance.
    """
    seed = 919
    choose = random.Random(seed).choice
    match = Match.new(PRESETS["ferti-advanced"], target=2, seed=seed)
    with Terminal((*COMMAND, "play", "--seed", str(seed), "--target", "2")) as terminal:
        while match.winner is None:
            seat = match.round.turn
            assert seat is not None
            sit_down(terminal, match.names[seat])
            while match.round.turn is seat:
                action = choose(match.round.legal_actions())
                terminal.press(*map(str, action.cards))
                if action.step and not action.blades:
                    forward = action.step > 0
                    terminal.press("right" if forward == (seat is Seat.LEFT) else "left")
                elif action.blades and not action.step:
                    terminal.press("right" if seat is Seat.LEFT else "left")
                terminal.press("enter")
                match = match.play(action)
            if match.round.result is not None:
                expected = score(match.view(None))
                terminal.wait_for(lambda text, expected=expected: score_seen(text.split("\n")) == expected)
                terminal.press("space")
                if match.winner is None:
                    match = match.next_round()
        terminal.wait_for(f"{match.names[match.winner]} wins the match")
        terminal.press("q")
        assert terminal.wait_for_exit() == 0


def test_a_bot_answers_in_a_real_terminal() -> None:
    """At once, with the actions its seed determines; a second table in the test knows them."""
    players = Players.parse(EN_GARDE, "Anna", "bot:novice")
    table = LiveMatch(Match.new(PRESETS["ferti-advanced"], players.names, seed=1), players=players)
    client = Client(table)
    play = (*COMMAND, "play", "--right", "bot:novice", "--at-once", "--seed", "1")
    with Terminal(play) as terminal:
        terminal.wait_for(lambda text: hand_seen(text) == client.view.round.hand)
        assert "look away" not in terminal.text
        action = client.view.round.legal[0]
        terminal.press("down", "enter")
        client.play(action, table.revision)
        table.play(table.ask_bot())
        assert last_turn(client.view).startswith("Novice ")
        terminal.wait_for(last_turn(client.view))
        terminal.wait_for("Anna to play")
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.wait_for("Everything is saved.")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0


def test_an_external_bot_that_never_answers_does_not_prevent_leaving(tmp_path: Path) -> None:
    """It does not get the player's ctrl+c, and is gone when the terminal is restored."""
    number = tmp_path / "pid"
    command = f"bot:sh -c 'echo $$ > {number}; exec cat > {os.devnull}'"
    with Terminal((*IN_A_SHELL, *PLAY, "--right", command, "--first", "right")) as terminal:
        terminal.wait_for("is thinking.")
        terminal.wait_for(lambda _: number.exists() and number.read_text().endswith("\n"))
        terminal.press("\x03")
        terminal.wait_for("Leave this match?")
        os.kill(int(number.read_text()), 0)
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
        assert_restored(terminal)
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


# Left's hand, right's, the pile: in the second deck right holds a 1 instead of the 5 that then lies last.
DECKS = ("3411215535" + "444322553312421", "3411215531" + "444322553312425")


def test_a_hidden_card_changes_no_byte_until_the_rules_reveal_it() -> None:
    """Two runs differ in one card of right's hand, which right sees and never plays."""
    assert sorted(DECKS[0]) == sorted(DECKS[1])
    first, second = (public_output(deck) for deck in DECKS)
    assert len(first) == len(second) > 6
    for step, (one, other) in enumerate(zip(first, second, strict=True)):
        assert one == other, f"step {step} differs"


def public_output(deck: str) -> list[bytes]:
    """Return the bytes of each step while right's hand is hidden: left's turns and all curtains."""
    steps: list[bytes] = []
    with Terminal((sys.executable, str(Path(__file__).parent / "play_deck.py"), deck)) as terminal:

        def press(*keys: str, public: bool = True) -> None:
            for key in keys:
                before = len(terminal.output)
                terminal.press(key)
                terminal.settle()
                if public:
                    steps.append(terminal.output[before:])

        terminal.wait_for("space lifts")
        terminal.settle()
        steps.append(terminal.output)
        press("space", "4", "right", "enter")
        press("space", "5", "left", "enter", public=False)
        press(
            "space",
            "backspace",
            "3",
            "right",
            "up",
            "backspace",
            "h",
            "space",
            "q",
            "n",
            "3",
            "right",
            "enter",
        )
        terminal.wait_for("Bruno, take the keyboard")
    return steps
