"""Motion is on where it is welcome, and can be switched off everywhere."""

import pytest

from engarde_tui.app import EngardeApp
from engarde_tui.cli import argument_parser
from engarde_tui.settings.entries import Motion, Settings
from engarde_tui.settings.keeper import SettingsKeeper

SSH = "192.0.2.1 50000 192.0.2.2 22"


def with_motion(motion: Motion) -> SettingsKeeper:
    return SettingsKeeper(Settings(motion=motion))


def test_it_is_on_in_a_terminal_of_this_machine() -> None:
    assert EngardeApp().motion


def test_it_is_off_over_ssh_unless_the_setting_says_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", SSH)
    assert not EngardeApp().motion
    assert EngardeApp(keeper=with_motion(Motion.ON)).motion


def test_the_setting_switches_it_off() -> None:
    assert not EngardeApp(keeper=with_motion(Motion.OFF)).motion


def test_the_option_switches_it_off_whatever_the_setting_says() -> None:
    assert not EngardeApp(no_motion=True, keeper=with_motion(Motion.ON)).motion


@pytest.mark.parametrize(("value", "moves"), [("1", False), ("No", True)])
def test_no_motion_in_the_environment_switches_it_off_unless_it_says_no(
    monkeypatch: pytest.MonkeyPatch, value: str, moves: bool
) -> None:
    monkeypatch.setenv("NO_MOTION", value)
    assert EngardeApp(keeper=with_motion(Motion.ON)).motion is moves


@pytest.mark.parametrize("words", [["--no-motion"], ["--no-motion", "play"], ["resume", "--no-motion"]])
def test_the_option_comes_before_or_after_the_command(words: list[str]) -> None:
    assert argument_parser().parse_args(words).no_motion
