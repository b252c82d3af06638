"""`engarde export` to show a match around: a picture, a page, a recording."""

import asyncio
import json
import re
import resource
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyte
import pytest
from commands import engarde
from former_rule import CLOSED, WHY, fill
from swords_and_shields_ui.duels import played, short_match, soonest
from textual.app import App, ComposeResult
from textual.widgets import Static
from tui.shelf import begun
from tui.states import NEAR, play, staged

from engarde_tui.play.problem import Problem
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.share.forms import drawn, share
from engarde_tui.share.screen import Cell, Frame, screen_of
from engarde_tui.share.svg import svg
from engarde_tui.storage.files import FileError, write_new
from engarde_tui.storage.store import Store
from engine.game import RESIGNATION, Seat
from engine.match import Match

OVER = play(staged(script=NEAR, left="33345", right="11224", target=1), "A333 H")
"""A match of one round: both hands are known to everybody who reads this."""

UNFINISHED = staged(script=NEAR, left="33345", right="11224", target=1)


def finished_duel() -> Match:
    """Return a short duel that is over."""
    match = short_match(life=6, seed=2)
    while match.winner is None:
        match = played(match, soonest(match))
    return match


DUEL = finished_duel()

LEFT, RIGHT = "Anna holds 3 3 3 4 5.", "Bruno holds 1 1 2 2 4."
"""The hands before the hit."""

FORMS = ("svg", "html", "cast")


def shared(folder: Path, match: Match, form: str, *options: str) -> str:
    """Return what the command writes of a match, which is stored first."""
    store = Store(folder / "data")
    number = begun(store, match)
    store.close()
    file = folder / f"shared.{form}"
    run = engarde(*options, "export", f"{number}", f"--{form}", str(file), "--data", str(folder / "data"))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    return file.read_text(encoding="utf-8")


def test_the_games_matches_are_over() -> None:
    """Else nothing here would be tested."""
    assert OVER.winner is not None
    assert DUEL.winner is not None


@pytest.mark.by_day(1)
@pytest.mark.parametrize("match", [OVER, DUEL], ids=["en garde", "swords and shields"])
def test_a_picture_is_an_svg_that_moves_from_the_first_deal_to_the_winner(
    match: Match, tmp_path: Path
) -> None:
    text = shared(tmp_path, match, "svg")
    root = ElementTree.fromstring(text)
    svg = "{http://www.w3.org/2000/svg}"
    title = root.find(f"{svg}title")
    assert title is not None
    assert f"{title.text}".startswith("Anna - Bruno: ")
    words = {element.text for element in root.iter(f"{svg}text")}
    assert {"Anna", "Bruno"} <= words
    (seconds,) = {element.get("dur") for element in root.iter(f"{svg}animate")}
    assert float(f"{seconds}".removesuffix("s")) > 1.6
    for animation in root.iter(f"{svg}animate"):
        times = [float(time) for time in f"{animation.get('keyTimes')}".split(";")]
        assert times[0] == 0
        assert times == sorted(set(times))
        assert len(times) == len(f"{animation.get('values')}".split(";"))


def test_what_a_row_shows_by_turns_takes_up_the_whole_time_and_never_two_at_once() -> None:
    """What comes again is drawn once."""
    frames = [
        Frame(((Cell(char, "#ffffff", "#000000", False),),), seconds)
        for char, seconds in (("a", 1), ("b", 2), ("a", 1))
    ]
    drawn = re.findall(r'>(.)</text><animate .*? values="(.*?)" keyTimes="(.*?)"', svg(frames, ""))
    assert drawn == [
        ("a", "visible;hidden;visible", "0.00000;0.25000;0.75000"),
        ("b", "hidden;visible;hidden", "0.00000;0.25000;0.75000"),
    ]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("match", [OVER, DUEL], ids=["en garde", "swords and shields"])
def test_a_recording_ends_with_what_the_replay_shows_last(match: Match, tmp_path: Path) -> None:
    header, *events = map(json.loads, shared(tmp_path, match, "cast").splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    moments = [moment for moment, _, _ in events]
    assert moments == sorted(moments)
    for _, kind, written in events[:-1]:
        assert kind == "o"
        stream.feed(written)
    assert "wins round 1" in "\n".join(screen.display)
    assert "Anna" in screen.display[2]


@pytest.mark.parametrize("form", ["cast", pytest.param("svg", marks=pytest.mark.slow)])
def test_the_same_match_is_written_in_the_same_way_whatever_the_terminal(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "second").mkdir()
    first = shared(tmp_path, OVER, form)
    for name, value in (("NO_COLOR", "1"), ("TERM", "linux"), ("NO_MOTION", "1"), ("SSH_CONNECTION", "x")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("COLORTERM", raising=False)
    assert shared(tmp_path / "second", OVER, form) == first


def page_steps(text: str) -> list[str]:
    """Return what a page tells of each step, to whoever reads it without a script."""
    without_script = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    return [
        unescape(" ".join(re.sub("<[^>]*>", " ", item).split()))
        for item in re.findall(r"<li>.*?</li>", without_script)
    ]


def test_a_page_lists_every_turn_in_words_without_a_script(tmp_path: Path) -> None:
    text = shared(tmp_path, OVER, "html")
    steps = page_steps(text)
    assert len(steps) == len([*OVER.history()])
    assert steps[0].startswith("Anna begins round 1. Anna to play. Distance 22.")
    assert "Bruno was hit. Anna wins round 1" in steps[-1]
    assert steps[-3].count("The chance of Anna to win") == 1
    assert LEFT in steps[-3]
    assert RIGHT in steps[-3]
    assert "Anna wins the match." in text
    assert "<h2>Round 1</h2>" in text


def test_a_page_needs_no_other_file(tmp_path: Path) -> None:
    """It asks for none, and would not be given any."""
    text = shared(tmp_path, OVER, "html")
    assert "default-src 'none'" in text
    assert not re.search(
        r"https?://|@import|url\(|src=",
        text.replace("http://www.w3.org/2000/svg", "").replace("default-src", ""),
    )


def test_a_page_speaks_the_players_language(tmp_path: Path) -> None:
    text = shared(tmp_path, OVER, "html", "--lang", "de")
    assert '<html lang="de">' in text
    assert "<h2>Runde 1</h2>" in text
    assert "beide Hände" in text


def test_one_sides_picture_has_no_card_of_the_other_until_the_end(tmp_path: Path) -> None:
    """Two matches that differ only in the hand of the right are the same from the left, before it shows."""
    text = shared(tmp_path, OVER, "html")
    (tmp_path / "other").mkdir()
    twin = play(staged(script=NEAR, left="33345", right="12224", target=1), "A333 H")
    other = shared(tmp_path / "other", twin, "html")
    assert steps_of(text, "left", -3) == steps_of(other, "left", -3)
    assert steps_of(text, "both", -3) != steps_of(other, "both", -3)


def steps_of(text: str, shows: str, step: int) -> list[str]:
    """Return the rows of a page's picture at a step, from one side."""
    rows = dict(re.findall(r'<g id="(r\d+)">(.*)</g>', text))
    found = re.search(r'id="steps">(.*?)</script>', text)
    assert found is not None
    places: list[dict[str, list[int]]] = json.loads(found[1])
    return [rows[f"r{number}"] for number in places[step][shows]]


@pytest.mark.slow
def test_a_match_by_a_former_rule_is_shown_as_far_as_it_can_be_and_says_why_it_ends(tmp_path: Path) -> None:
    fill(tmp_path / "data")
    file = tmp_path / "shared.html"
    run = engarde("export", f"{CLOSED}", "--html", str(file), "--data", str(tmp_path / "data"))
    assert (run.returncode, run.stderr) == (0, "")
    text = file.read_text(encoding="utf-8")
    assert f"Ends here, as {WHY}" in page_steps(text)[-1]
    assert "wins the match" not in text


def test_a_match_that_was_resigned_says_so(tmp_path: Path) -> None:
    text = shared(tmp_path, UNFINISHED.give_up(Seat.RIGHT, RESIGNATION), "html")
    assert "Anna wins the match: Bruno resigned." in page_steps(text)[-1]
    assert "Anna wins the match." in text


@pytest.mark.parametrize("form", FORMS)
def test_an_unfinished_match_is_not_shown_around(form: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    number = begun(store, UNFINISHED)
    store.close()
    file = tmp_path / "shared"
    run = engarde("export", f"{number}", f"--{form}", str(file), "--data", str(tmp_path / "data"))
    assert run.returncode == 1
    assert run.stderr == "engarde: this match is unfinished: only what is over can be shown around\n"
    assert not file.exists()


@pytest.mark.parametrize("perspective", Perspective)
async def test_no_replay_of_an_unfinished_match_is_written(perspective: Perspective, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only a match that is over"):
        await share(Replay(UNFINISHED, perspective=perspective), "svg", str(tmp_path / "shared"))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("form", FORMS)
def test_a_file_that_exists_is_not_touched(form: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    begun(store, OVER)
    store.close()
    file = tmp_path / "mine"
    file.write_text("mine")
    run = engarde("export", f"--{form}", str(file), "--data", str(tmp_path / "data"))
    assert run.returncode == 1
    assert run.stderr == f"engarde: {file}: File exists\n"
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere/shared.cast", "No such file or directory"),
        ("a" * 300, "File name too long"),
        ("data/matches.db/shared.cast", "Not a directory"),
    ],
)
def test_a_file_that_cannot_be_made_is_told(tmp_path: Path, name: str, why: str) -> None:
    store = Store(tmp_path / "data")
    begun(store, OVER)
    store.close()
    file = tmp_path / name
    run = engarde("export", "--cast", str(file), "--data", str(tmp_path / "data"))
    assert run.returncode == 1
    assert run.stderr == f"engarde: {file}: {why}\n"


def test_a_file_for_which_there_is_no_room_is_not_left_half_written(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    file = tmp_path / "shared"
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(FileError, match="File too large"):
            write_new(str(file), "more than ten bytes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not file.exists()


def test_a_match_is_written_to_standard_output_too(tmp_path: Path) -> None:
    text = shared(tmp_path, OVER, "html")
    run = engarde("export", "--html", "-", "--data", str(tmp_path / "data"))
    assert (run.returncode, run.stdout, run.stderr) == (0, text, "")
    printed = engarde("export", "--data", str(tmp_path / "data"))
    assert engarde("export", "--to", "-", "--data", str(tmp_path / "data")).stdout == printed.stdout != ""


@pytest.mark.parametrize("letter", ["x\u0302", "\u0928\u0941", "\u2764\ufe0f", "\u5f20"])
async def test_a_letter_takes_as_many_cells_as_on_the_screen(letter: str) -> None:
    """Marks stand on the letter before them."""

    class Shown(App[None]):
        def compose(self) -> ComposeResult:
            yield Static(f"{letter}a")

    async with Shown().run_test(size=(20, 3)) as pilot:
        screen = screen_of(pilot.app)
    assert {len(row) for row in screen} == {20}
    assert [cell.char for cell in screen[0] if cell.char.strip()] == [letter, "a"]


def test_a_name_is_no_part_of_a_page_or_a_picture_but_text(tmp_path: Path) -> None:
    hostile = replace(OVER, names=("<b>&\"'</b>", "]]>$title"))
    (tmp_path / "svg").mkdir()
    texts = [shared(tmp_path, hostile, "html"), shared(tmp_path / "svg", hostile, "svg")]
    for text in texts:
        assert "<b>" not in text
        assert "&lt;b&gt;" in text
    root = ElementTree.fromstring(texts[1])
    assert any("<b>&\"'</b>" in f"{element.text}" for element in root.iter())


async def test_drawing_that_is_called_off_leaves_no_file_and_nothing_running(tmp_path: Path) -> None:
    drawing = asyncio.create_task(share(Replay(OVER), "svg", str(tmp_path / "shared.svg")))
    await asyncio.sleep(0)
    drawing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await drawing
    assert [*tmp_path.iterdir()] == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.wire
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
class TestInTheBrowser:
    """The page as Chromium runs it; what is pressed there is written into a copy of the page."""

    @pytest.fixture(scope="class")
    def page(self, tmp_path_factory: pytest.TempPathFactory) -> str:
        return shared(tmp_path_factory.mktemp("page"), OVER, "html")

    def seen(self, page: str, folder: Path, script: str, width: int = 1200) -> dict[str, Any]:
        """Return what a page shows after a script."""
        told = (
            "JSON.stringify({now: document.getElementById('now').innerText, place: items.findIndex(item => "
            "item.ariaCurrent), live: document.getElementById('now').ariaLive, rows: rows.map(row => "
            "row.getAttribute('href')), wide: document.documentElement.scrollWidth, window: innerWidth})"
        )
        ending = f"<script>{script};document.title = {told};</script></body>"
        file = folder / "page.html"
        file.write_text(page.replace("</body>", ending), encoding="utf-8")
        assert CHROMIUM is not None
        options = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            f"--user-data-dir={folder / 'profile'}",
        )
        offline = (
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-quic",
        )
        command = [CHROMIUM, *options, *offline, f"--window-size={width},900", "--dump-dom", file.as_uri()]
        run = subprocess.run(command, capture_output=True, text=True, timeout=90, check=True)
        found = re.search(r"<title>(\{.*?\})</title>", run.stdout)
        assert found is not None, run.stdout[:500]
        seen: dict[str, Any] = json.loads(unescape(found[1]))
        return seen

    @staticmethod
    def press(*keys: str) -> str:
        return ";".join(
            f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"
            for key in keys
        )

    def test_the_arrow_keys_step_and_what_happened_is_told_to_screen_readers(
        self, page: str, tmp_path: Path
    ) -> None:
        first = self.seen(page, tmp_path, "")
        later = self.seen(page, tmp_path, self.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"))
        assert (first["place"], later["place"]) == (0, 2)
        assert later["live"] == "polite"
        assert later["now"].startswith("Bruno advanced 5.")
        assert "Anna begins round 1." in first["now"]
        assert first["rows"] != later["rows"]

    def test_it_stays_at_both_ends(self, page: str, tmp_path: Path) -> None:
        assert self.seen(page, tmp_path, self.press("ArrowLeft"))["place"] == 0
        last = len([*OVER.history()]) - 1
        assert self.seen(page, tmp_path, self.press(*["ArrowRight"] * 20))["place"] == last

    def test_one_side_shows_its_own_hand_alone(self, page: str, tmp_path: Path) -> None:
        choose = "document.querySelector('input[value=left]').click()"
        keys = self.press(*["ArrowRight"] * 4)
        assert RIGHT in self.seen(page, tmp_path, keys)["now"]
        seen = self.seen(page, tmp_path, f"{keys};{choose}")
        assert LEFT in seen["now"]
        assert "Bruno holds" not in seen["now"]

    @pytest.mark.parametrize("width", [500, 1200])
    def test_it_fits_a_phone_and_a_desk(self, width: int, page: str, tmp_path: Path) -> None:
        seen = self.seen(page, tmp_path, "", width)
        assert seen["wide"] <= seen["window"]


async def test_one_round_is_shown_alone_and_it_is_told_how_far_the_drawing_is() -> None:
    nearly = play(staged(script=NEAR, left="33345", right="11224", target=2), "A333 H").next_round()
    match = nearly.give_up(Seat.LEFT, RESIGNATION)
    told: list[tuple[int, int]] = []
    first = await drawn(Replay(match), "svg", lambda *step: told.append(step), 1)
    assert told == [(step, 7) for step in range(7)]
    assert ">resigned" not in first
    assert ">touch" in first.lower()
    assert ">resigned" in await drawn(Replay(match), "svg", number=2)
    with pytest.raises(Problem, match="2 rounds"):
        await drawn(Replay(match), "svg", number=3)


def test_a_round_is_chosen_only_for_what_is_drawn(tmp_path: Path) -> None:
    run = engarde("export", "--round", "1", "--data", str(tmp_path))
    assert (run.returncode, "--round" in run.stderr) == (2, True)
