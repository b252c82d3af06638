"""Everything shown is on disk, however the program ends; otherwise the player is told."""

import os
import random
import re
import resource
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from pty_table import engarde, new_match, play, press_for, shows, stored
from pty_terminal import ENGARDE, Terminal
from table_seen import CARD

from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match

pytestmark = pytest.mark.wire

SECONDS_TO_WRITE = 0.008
"""Roughly the seconds from a key to the disk."""

SECONDS_TO_SHOW = 0.05
"""Roughly the seconds from a key to the screen."""

SECONDS_TO_START = 1.0
"""Roughly the seconds from the start to the first curtain."""


def kill(terminal: Terminal) -> None:
    """Kill the program, and read what it had written."""
    terminal.process.kill()
    terminal.process.wait()
    terminal.read_to_end()


class Victim:
    """Plays matches, is killed repeatedly, and compares the disk with what the screen showed."""

    def __init__(self, data: Path, seed: int) -> None:
        self.data = data
        self.chance = random.Random(seed)
        self.seed = seed
        self.match: Match | None = None
        """The last state shown; None before a match starts."""
        self.next: Match | None = None
        """The state after the last key, if not shown yet."""
        self.begun = 0
        self.acknowledged = 0
        """The number of deals and actions shown before kills."""
        self.found = 0
        """The number of deals and actions on disk."""
        self.ahead = self.behind = 0
        """The number of kills between disk and screen, and between key and disk."""

    def run(self, kills: int) -> None:
        """Play and be killed `kills` times."""
        for _ in range(kills):
            with self._start() as terminal:
                self._live(terminal)
                kill(terminal)
                if self.next is not None and shows(terminal, self.next):
                    self._advance()
            self._look()
        assert self.found == self.acknowledged + self.ahead
        print(
            f"\nseed {self.seed}: {kills} kills in {self.begun} matches;"
            f" {self.acknowledged} deals and actions acknowledged, {self.found} found;"
            f" {self.behind} kills between key and disk, {self.ahead} between disk and screen"
        )

    def _start(self) -> Terminal:
        """Resume if there is a match to resume."""
        if self.match is None or self.match.winner is not None:
            self.match, seed = None, self.seed + self.begun
            self.begun += 1
            self.next = Match.new(PRESETS["ferti-advanced"], target=2, seed=seed)
            return engarde("play", "--seed", str(seed), "--target", "2", data=self.data)
        return engarde("resume", data=self.data)

    def _live(self, terminal: Terminal) -> None:
        """Play until the moment of the kill."""
        if self.chance.random() < 0.2:
            time.sleep(self.chance.uniform(0, SECONDS_TO_START))
            return
        self._wait_for_start(terminal)
        for _ in range(self.chance.randrange(8)):
            if not self._press(terminal):
                return
            terminal.wait_for(lambda _: self.next is not None and shows(terminal, self.next))
            self._advance()
        if self.chance.random() < 0.9 and self._press(terminal):
            time.sleep(self.chance.uniform(0, self.chance.choice((SECONDS_TO_WRITE, SECONDS_TO_SHOW))))

    def _wait_for_start(self, terminal: Terminal) -> None:
        """Wait for the curtain, or for the showdown if a round has ended."""
        if self.next is not None:
            terminal.wait_for("take the keyboard")
            self._advance()
        assert self.match is not None
        match = self.match
        terminal.wait_for(lambda _: shows(terminal, match))
        if match.round.result is None:
            assert match.round.turn is not None
            terminal.wait_for(f"{match.names[match.round.turn]}, take the keyboard")
            assert not CARD.search(terminal.text)

    def _press(self, terminal: Terminal) -> bool:
        """Type the next action; return False if the match is over."""
        match = self.match
        assert match is not None
        if match.winner is not None:
            return False
        legal = match.round.legal_actions()
        action = self.chance.choice(legal) if legal else None
        press_for(terminal, match, action)
        self.next = match.next_round() if action is None else match.play(action)
        return True

    def _advance(self) -> None:
        """Note that the screen has shown the expected state."""
        self.match, self.next = self.next, None
        self.acknowledged += 1

    def _look(self) -> None:
        """Check that the disk has the last state shown, or the expected one."""
        with closing(Store(self.data)) as store:
            ids = store.ids()
            assert len(ids) in ((self.begun,) if self.match is not None else (self.begun - 1, self.begun))
            kept = [store.record(id).match for id in sorted(ids)]
            offered = [match.id for match in store.unfinished()]
        self.found = sum(len(list(match.history())) for match in kept)
        disk = kept[-1] if len(ids) == self.begun else None
        if disk == self.match:
            self.behind += self.next is not None
        else:
            assert self.next is not None, f"shown was {self.match}, but the disk has {disk}"
            assert disk == self.next, f"shown was {self.match}, then pressed {self.next}, the disk has {disk}"
            self.match = disk
            self.ahead += 1
        self.next = None
        if self.match is None:
            self.begun -= 1
        assert offered == ([max(ids)] if self.match is not None and self.match.winner is None else [])


def run_victim(data: Path, seed: int, kills: int) -> None:
    """After the kills, the real command resumes the match, with the normal curtain delay."""
    victim = Victim(data, seed)
    victim.run(kills)
    if victim.match is not None and victim.match.winner is None:
        with Terminal((*ENGARDE, "resume", "--data", str(data))) as terminal:
            match = victim.match
            terminal.wait_for(lambda _: shows(terminal, match))


def test_what_the_screen_showed_survives_a_kill_at_any_moment(tmp_path: Path) -> None:
    run_victim(tmp_path / "data", seed=3, kills=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 22, 33, 44])
def test_what_the_screen_showed_survives_many_kills(tmp_path: Path, seed: int) -> None:
    run_victim(tmp_path / "data", seed, kills=20)


# What a player is told


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of the stored matches."""
    return tmp_path / "data"


def assert_refused(data: Path, what: str) -> None:
    """`engarde resume` says one line on standard error, and nothing else."""
    errors = data.parent / "errors"
    shell = ("sh", "-c", 'errors=$1; shift; exec "$@" 2>"$errors"', "sh", str(errors))
    with Terminal((*shell, *ENGARDE, "resume", "--data", str(data))) as terminal:
        assert terminal.wait_for_exit() == 1
        assert terminal.output == b""
    assert errors.read_text().startswith("engarde: ")
    assert errors.read_text().count("\n") == 1
    assert what in errors.read_text()


def test_without_a_match_to_resume_one_line_says_so(data: Path) -> None:
    assert_refused(data, f"there is no unfinished match in {data}: start one with engarde play")


def test_of_two_windows_with_one_match_the_one_that_comes_second_is_told(data: Path) -> None:
    first, action = new_match(), new_match().round.legal[0]
    with engarde("play", "--seed", "7", data=data) as one:
        one.wait_for("take the keyboard")
        with engarde("resume", data=data) as other:
            other.wait_for("take the keyboard")
            match = play(one, first, action)
            press_for(other, first, action)
            other.wait_for("The match cannot be saved")
            assert "another program has changed match 1" in words(other).lower()
    assert stored(data) == [match]


def words(terminal: Terminal) -> str:
    """Return the words of the dialog, else of the screen, without frames and line ends."""
    text = "\n".join(re.findall("┃(.*)┃", terminal.text)) or terminal.text
    return " ".join(re.sub(r"[^\w\s.,:()'!?/-]", " ", text).split())


@contextmanager
def full_disk(terminal: Terminal, data: Path) -> Iterator[None]:
    """Let no file of the program grow, as on a full disk."""
    pid = terminal.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, ((data / "matches.db-wal").stat().st_size, before[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def test_an_action_that_cannot_be_saved_is_not_shown_until_it_can(data: Path) -> None:
    with engarde("play", "--seed", "7", data=data) as terminal:
        terminal.wait_for("take the keyboard")
        match = play(terminal, new_match(), new_match().round.legal[0])
        action = match.round.legal[0]
        with full_disk(terminal, data):
            press_for(terminal, match, action)
            terminal.wait_for("try again")
            assert "whether the disk is full" in words(terminal)
            before = len(terminal.output)
            terminal.press("t")
            terminal.settle()
            terminal.wait_for("try again")
            assert not shows(terminal, match.play(action))
            assert b"take the keyboard" not in terminal.output[before:]
            assert stored(data) == [match]
        terminal.press("t")
        match = match.play(action)
        terminal.wait_for(lambda _: shows(terminal, match))
        assert stored(data) == [match]
        assert "not saved" not in terminal.text


def test_an_unsaved_match_says_so_and_is_saved_once_there_is_room(data: Path) -> None:
    with engarde("play", "--seed", "7", data=data) as terminal:
        terminal.wait_for("take the keyboard")
        saved = play(terminal, new_match(), new_match().round.legal[0])
        with full_disk(terminal, data):
            press_for(terminal, saved, saved.round.legal[0])
            terminal.wait_for("Without saving")
            assert "not saved" not in terminal.text
            terminal.press("w")
            match = saved.play(saved.round.legal[0])
            terminal.wait_for(lambda _: shows(terminal, match))
            terminal.wait_for("not saved")
        assert stored(data) == [saved]
        later = play(terminal, match, match.round.legal[0])
        terminal.wait_for(lambda text: "not saved" not in text)
        kill(terminal)
    assert stored(data) == [later]


def test_with_a_damaged_file_play_continues_without_saving(data: Path) -> None:
    data.mkdir()
    garbage = os.urandom(5000)
    (data / "matches.db").write_bytes(garbage)
    assert_refused(data, f"{data}/matches.db is damaged")
    with engarde("play", "--seed", "7", data=data) as terminal:
        terminal.wait_for("The match cannot be saved")
        assert "matches.db is damaged" in words(terminal)
        terminal.press("w")
        terminal.wait_for("take the keyboard")
        play(terminal, new_match(), new_match().round.legal[0])
    assert (data / "matches.db").read_bytes() == garbage
