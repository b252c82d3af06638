"""Wrong usage or a missing terminal: one line, exit 2, no traceback."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from commands import engarde

from engarde_tui import __version__


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "needs a terminal"),
        (["play"], "needs a terminal"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--rules", "chess"], "invalid choice: 'chess'"),
        (["play", "--target", "many"], "'many' is not a whole number"),
        (["play", "--target", "0"], "the target is 1 to 99 rounds, not 0"),
        (["play", "--first", "anna"], "invalid choice: 'anna'"),
        (["play", "--left", ""], "a name needs at least one character"),
        (["play", "--left", "x" * 17], "a name has at most 16 characters"),
        (["play", "--left", "An\x1b[2Jna"], "a name can only contain printable characters"),
        (["play", "--right", "\u3164"], "a name needs a character that can be seen"),
        (["play", "--left", "Bruno"], "the two players need different names"),
        (
            ["play", "--right", "bot:nobody"],
            "there is no bot 'nobody': choose daydreamer, novice, cadet",
        ),
        (["play", "--right", "bot:playout"], "playout is for the arena"),
        (["play", "--right", "bot:"], "there is no bot ''"),
        (["play", "--right", "bot:'"], "ends inside a quote or after a backslash"),
        (["arena", "novice", "  "], "there is no bot ''"),
        (["arena", "novice", "'"], "ends inside a quote or after a backslash"),
        (["play", "--left", "bot:novice", "--right", "bot:fencer"], "needs a terminal"),
        (["play", "--word", "x" * 41], "a word has at most 40 characters"),
        (["play", "--word", "x"], "needs a terminal"),
        (["puzzle", "yesterday"], "'yesterday' is neither the number of a puzzle nor today"),
        (["puzzle", "0"], "'0' is neither the number of a puzzle nor today"),
        (["puzzle", "9999"], "there is no puzzle 9999: choose one from 1 to"),
        (["puzzle", "today"], "needs a terminal"),
        (["play", "--rules", "house chess"], "argument --rules: 'chess' is not a house rule; these are: "),
        (["arena", "novice", "fencer", "--rules", "house indirect"], "'indirect' needs 'parry'"),
        (["arena", "master", "nobody"], "there is no bot 'nobody'"),
        (["arena", "fencer", "novice", "--rounds", "0"], "'0' is not a positive number"),
        (["arena", "fencer", "novice", "--rounds", "x"], "'x' is not a positive number"),
        (["arena", "fencer", "novice", "--rounds", "3"], "'3' is odd: each deal is played twice"),
        (["arena", "fencer"], "the following arguments are required: BOT"),
        (["--unheard-of"], "unrecognized arguments: --unheard-of"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_line_and_exit_2(arguments: list[str], complaint: str) -> None:
    run = engarde(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("engarde")
    assert run.stderr.count("\n") == 1
    assert complaint in run.stderr


def test_help_names_every_preset() -> None:
    run = engarde("play", "--help")
    assert run.returncode == 0
    for preset in ("abacus-basic", "abacus-standard", "abacus-advanced", "ferti-standard", "ferti-advanced"):
        assert preset in "".join(run.stdout.split())


def test_the_module_is_the_command() -> None:
    """It prints its version, too."""
    command = [sys.executable, "-m", "engarde_tui", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == f"engarde {__version__}\n"


def arena(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run an arena of two bots."""
    command = [sys.executable, "-m", "engarde_tui", "arena", "novice", "fencer", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def measured(*arguments: str) -> dict[str, Any]:
    """Return the arena's JSON without its times."""
    run = arena(*arguments, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    figures: dict[str, Any] = json.loads(run.stdout)
    for bot in figures["bots"]:
        for timed in ("decisions_per_second", "median_ms", "p99_ms", "longest_ms"):
            assert bot.pop(timed) > 0
    return figures


@pytest.mark.wire
def test_the_arena_measures_the_same_for_the_same_seed() -> None:
    """On any number of processes."""
    figures = measured("--rounds", "20", "--seed", "3")
    assert measured("--rounds", "20", "--seed", "3", "--processes", "1") == figures
    assert (figures["rounds"], figures["seed"], figures["rules"]) == (20, 3, "ferti-advanced")
    assert figures["won"] + figures["drawn"] + figures["lost"] == 20
    assert [bot["name"] for bot in figures["bots"]] == ["novice", "fencer"]
    assert [bot["forfeits"] for bot in figures["bots"]] == [{}, {}]
    other = measured("--rounds", "20", "--seed", "4", "--processes", "1")
    assert {**other, "seed": 3} != figures


@pytest.mark.wire
def test_the_arena_prints_the_margin_of_error_of_each_share() -> None:
    """Won, drawn, lost, the mean and the odds of a match; after a single deal everything is possible."""
    told = arena("--rounds", "20").stdout
    share = r"[0-9.]+% ± [0-9.]+%"
    line = rf"novice won {share}, drew {share}, lost {share}\n +mean result [-+][0-9.]+ ± [0-9.]+ \(won"
    assert re.search(line, told)
    assert re.search(r"novice would win [0-9.]+% \([0-9.]+% to [0-9.]+%\) of matches to 5", told)
    assert "(0.0% to 100.0%) of matches to 5" in arena("--rounds", "2").stdout


@pytest.mark.wire
def test_the_arena_plays_house_rules() -> None:
    """Written as in a record."""
    told = measured("--rounds", "20", "--rules", "house parry last_chance")
    assert told["rules"] == "house parry last_chance"
    # Those of a preset in other words give the same rounds.
    words = "house parry indirect cards_decide"
    assert measured("--rounds", "20", "--rules", words) == measured("--rounds", "20")
