"""External programs as bots: how they play, and what they are sent."""

import json
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bots.positions import played, seen, states_of
from bots.programs import HOLD, Start, ask, near, read
from staging import PRESET_NAMES, play

import engine
from engine.arena import Pairing
from engine.bot import ForfeitError
from engine.en_garde import PRESETS, Seat
from engine.en_garde.bots.message import message_of
from engine.en_garde.game import GAME as EN_GARDE
from engine.program import Program
from engine.seating import bot_named

EXAMPLE = Path(engine.__path__[0]).parent / "docs" / "examples" / "careful_bot.py"


# --- playing ---


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_example_plays_whole_rounds_in_every_preset(preset: str) -> None:
    command = shlex.join([sys.executable, "-I", "-S", str(EXAMPLE)])
    meeting = played(Pairing(command, "threshold", PRESETS[preset], 4, seed=1), 0)
    assert meeting.rounds == 8
    assert meeting.forfeits[0] == {}
    assert len(meeting.times[0]) > 8


def test_a_program_is_found_by_its_command_and_answers_like_any_bot() -> None:
    bot = bot_named(EN_GARDE, shlex.join([sys.executable, "-I", "-S", str(EXAMPLE)]))
    try:
        # It attacks with all matching cards.
        assert str(bot.choose(seen(near()), (0, 0), Random(1))) == "A333"
    finally:
        bot.close()


def test_it_is_started_by_the_first_question_and_only_once(start: Start, tmp_path: Path) -> None:
    program = start("open(folder + '/starts', 'a').write('x')\nplay()")
    assert not (tmp_path / "starts").exists()
    for _ in range(3):
        assert str(ask(program)) == "+2A1"
    assert (tmp_path / "starts").read_text() == "x"


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    made = tmp_path / "made"
    with pytest.raises(ForfeitError):
        ask(Program(EN_GARDE, f"echo '$HOME' ; touch {shlex.quote(str(made))}"))
    assert not made.exists()


# --- what it is sent ---


RECORDING = """
log = open(folder + "/heard", "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello"})
    elif message["type"] == "view":
        say({"type": "action", "action": message["legal"][0]})
"""


def heard(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]


def test_it_is_greeted_and_then_sent_everything_its_seat_sees(start: Start, tmp_path: Path) -> None:
    program = start(RECORDING)
    ask(program)
    greeting, message = heard(tmp_path)
    assert greeting == {"type": "hello", "game": "en-garde", "protocol": 1}
    assert message.pop("seed") in range(2**32)
    assert message == {
        "type": "view",
        "score": [2, 1],
        "seat": "left",
        "first": "left",
        "rules": {
            "parry": True,
            "indirect": True,
            "last_chance": False,
            "cards_decide": True,
            "final_evasion_skips_cards": False,
            "open_discard": False,
        },
        "phase": "turn",
        "positions": [11, 14],
        "distance": 3,
        "hand": [1, 2, 3, 3, 3],
        "other_hand": None,
        "hand_sizes": [5, 5],
        "pile": 11,
        "discard": [4],
        "attack": None,
        "plays": [["left", "+5"], ["right", "+5"], ["left", "+5"], ["right", "+4"]],
        "legal": ["+1", "+2", "-1", "-2", "-3", "A3", "A33", "A333", "+1A2", "+2A1"],
    }


def test_it_is_sent_the_attack_to_answer(start: Start, tmp_path: Path) -> None:
    program = start(RECORDING)
    assert str(ask(program, play(near(), "+2A1"))) == "P1"
    message = heard(tmp_path)[1]
    assert (message["seat"], message["phase"], message["attack"]) == ("right", "defence", "+2A1")
    assert message["legal"] == ["P1", "R1", "R2", "R4"]
    assert message["hand"] == [1, 1, 2, 2, 4]


def test_it_is_sent_the_result_from_its_seat_and_only_then_the_other_hand(
    start: Start, tmp_path: Path
) -> None:
    program = start(RECORDING)
    state = play(near(), "A333")
    ask(program, state)
    over = play(state, "H")
    program.finish(over.view(Seat.RIGHT))
    # The answer to another question shows that the result was read.
    ask(program, state)
    hello, asked, result, again = heard(tmp_path)
    assert [message["type"] for message in (hello, asked, result, again)] == [
        "hello",
        "view",
        "result",
        "view",
    ]
    assert (result["winner"], result["reason"]) == ("left", "hit")
    assert (result["seat"], result["phase"], result["legal"]) == ("right", "over", [])
    assert result["hand"] == [1, 1, 2, 2, 4]
    assert result["other_hand"] == list(over.hands[Seat.LEFT])
    assert {"score", "seed"} & set(result) == set()
    assert asked["other_hand"] is again["other_hand"] is None


def test_a_drawn_round_has_no_winner(start: Start, tmp_path: Path) -> None:
    drawn = next(
        after
        for state in states_of(PRESETS["abacus-basic"], 200)
        for after in map(state.play, state.legal)
        if after.result is not None and after.result.winner is None
    )
    program = start(RECORDING)
    ask(program)
    program.finish(drawn.view(Seat.LEFT))
    ask(program)
    result = heard(tmp_path)[2]
    assert (result["type"], result["winner"], result["reason"]) == ("result", None, "draw")


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_no_message_holds_the_other_hand_during_the_round(preset: str) -> None:
    for state in states_of(PRESETS[preset], 12):
        message = message_of(seen(state))
        assert state.turn is not None
        assert message["other_hand"] is None
        assert message["hand"] == state.hands[state.turn]
        assert message["legal"] == [str(action) for action in state.legal]
        # From one hand and the plays, nobody can tell the other hand from the pile.
        assert len(message["discard"]) <= 1
        assert json.loads(json.dumps(message))["plays"] == [
            [seat.label, str(action)] for seat, action in state.plays
        ]


def test_the_same_randomness_gives_the_same_seeds(start: Start, tmp_path: Path) -> None:
    seeds = []
    for source in (Random(5), Random(5), Random(6)):
        (tmp_path / "heard").write_text("")
        program = start(RECORDING)
        for _ in range(3):
            program.choose(seen(near()), (0, 0), source)
        seeds.append([message["seed"] for message in heard(tmp_path)[1:]])
    assert seeds[0] == seeds[1] != seeds[2]
    assert len(set(seeds[0])) == 3


def test_a_program_that_was_never_asked_is_not_sent_the_result(start: Start, tmp_path: Path) -> None:
    program = start("open(folder + '/starts', 'a').write('x')\nplay()")
    program.finish(play(near(), "A333 H").view(Seat.LEFT))
    assert not (tmp_path / "starts").exists()


def test_a_program_that_exited_meanwhile_does_no_harm_at_the_end(start: Start, alive: int) -> None:
    program = start(f"{HOLD}greet()\nsay({{'type': 'action', 'action': hear()['legal'][0]}})")
    ask(program)
    assert read(alive) == b""
    over = play(near(), "A333 H").view(Seat.LEFT)
    for _ in range(3):
        program.finish(over)
    # The next question may find it dead, or start it again.
    with suppress(ForfeitError):
        assert str(ask(program)) == "+1"
