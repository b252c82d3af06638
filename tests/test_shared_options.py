"""What every command takes, before its name and after it."""

import re
from collections.abc import Iterator

import pytest

from engarde_tui.cli import argument_parser, main

GIVEN = {
    "replay": ("match.engarde",),
    "import": ("match.engarde",),
    "verify": ("match.engarde",),
    "arena": ("novice", "fencer"),
    "hall announce": ("Tea!",),
    "hall kick": ("anna",),
    "hall ban": ("anna",),
    "hall unban": ("anna",),
    "hall note": ("anna", "Tea!"),
    "hall release": ("anna",),
    "hall backup": ("copy.db",),
    "hall import": ("--database", "postgresql://anna@host/hall"),
}
"""What the commands that need something are given."""

VALUES = {"--say": "espeak-ng", "--data": "elsewhere", "--lang": "de"}


def listed(text: str) -> list[str]:
    """Return the commands that a help lists."""
    return re.findall(r"^    ([a-z]+)(?= |$)", text, re.M)


@pytest.fixture(scope="module")
def commands() -> list[str]:
    """Every command, and every order to a hall."""

    def helped(*words: str) -> Iterator[str]:
        with pytest.MonkeyPatch.context() as patch:
            written: list[str] = []
            patch.setattr("engarde_tui.arguments.print_text", written.append)
            with pytest.raises(SystemExit):
                main([*words, "--help"])
        for name in listed("".join(written)):
            yield from helped(*words, name) if name == "hall" else [" ".join((*words, name))]

    return [*helped()]


def test_whatever_is_said_of_the_program_stands_before_a_command_or_after_it(
    commands: list[str],
) -> None:
    options = set(re.findall(r"^  (--[a-z-]+)", argument_parser().format_help(), re.M)) - {
        "--version",
        "--verbose",
    }
    assert options >= {"--plain", "--say", "--lang", "--data", "--ascii"}
    assert {"play", "daily", "replay", "serve", "hall status"} <= set(commands)
    parse = argument_parser().parse_args
    for command in commands:
        words = [*command.split(), *GIVEN.get(command, ())]
        without = parse(words)
        for option in options:
            said = [option, VALUES[option]] if option in VALUES else [option]
            after = parse([*words, *said])
            assert after == parse([*said, *words]), (command, option)
            assert after != without, (command, option)


@pytest.mark.parametrize("command", ["export", "verify", "serve", "hall status"])
def test_the_help_of_a_command_that_draws_nothing_does_not_list_what_is_drawn(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    told = capsys.readouterr().out
    assert "--plain" not in told
    assert "--lang" in told
