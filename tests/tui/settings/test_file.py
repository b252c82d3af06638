"""The file of the settings: read as far as possible, replaced as a whole, never lost."""

import os
import tomllib
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engarde_tui.play.live_match import STARTERS
from engarde_tui.play.problem import Problem
from engarde_tui.settings.document import Reading, read, rewritten, values_of
from engarde_tui.settings.entries import ENTRIES, Characters, Motion, Settings, Setup
from engarde_tui.settings.file import SettingsFile
from engarde_tui.settings.keys import refusal
from engarde_tui.settings.toml import MAX_SIZE
from engarde_tui.terminal.themes import THEMES

TEXTS = st.text(st.characters(codec="utf-8").filter(str.isprintable), max_size=16)
NAMES = TEXTS.map(lambda text: normalize("NFC", f"A{text}"[:16]).strip())
KEYS = st.dictionaries(
    st.one_of(st.sampled_from(["hide", "up", "lay-1"]), TEXTS),
    st.sets(st.sampled_from(["d", "comma", "question_mark", "f5", "ö", "ctrl+k"]), min_size=1).map(tuple),
).filter(lambda keys: refusal(keys) is None)
SETUPS = st.builds(
    Setup,
    rules=TEXTS,
    target=st.none() | st.integers(1, 99),
    bot=TEXTS,
    starter=st.sampled_from(STARTERS),
)
SETTINGS = st.builds(
    Settings,
    name=st.just("") | NAMES,
    opponent=NAMES,
    game=st.sampled_from(["last", "en-garde", "swords-and-shields"]),
    theme=st.sampled_from(["auto", *THEMES]),
    motion=st.sampled_from(Motion),
    bot_pace=st.floats(0, 10),
    curtain_delay=st.floats(0.5, 10),
    bell=st.booleans(),
    confirm_leaving=st.booleans(),
    characters=st.sampled_from(Characters),
    mouse=st.booleans(),
    keys=KEYS,
    setup=st.dictionaries(TEXTS, SETUPS, max_size=3),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


@given(SETTINGS)
def test_what_is_written_is_read_again(settings: Settings) -> None:
    text = rewritten(Reading(), values_of(settings)).text
    reading = read(text.encode())
    assert reading.problems == ()
    assert reading.settings == settings
    assert tomllib.loads(text)["theme"] == settings.theme, "other programs can read it too"


NEW = rewritten(Reading(), {}).text
LINES = st.sampled_from(NEW.encode().split(b"\n")) | st.binary()


@given(st.binary() | st.lists(LINES).map(b"\n".join))
def test_no_bytes_crash_the_reader_and_what_it_writes_then_is_whole(data: bytes) -> None:
    reading = read(data)
    again = read(rewritten(reading, {}).text.encode())
    assert again.settings == reading.settings
    assert all("there is no setting" in str(problem) for problem in again.problems)
    assert not again.is_damaged


@given(st.binary(max_size=200))
def test_any_file_is_kept_somewhere_once_a_setting_changes(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    """Either all of it could be read, or a copy lies beside it."""
    path = tmp_path_factory.mktemp("any") / "settings.toml"
    path.write_bytes(data)
    file = SettingsFile(path)
    file.change(theme="daylight")
    copies = [copy.read_bytes() for copy in path.parent.iterdir() if ".broken-" in copy.name]
    assert copies == ([data] if read(data).is_damaged else [])
    assert SettingsFile(path).settings == file.settings


def test_each_entry_has_a_comment_above_it(path: Path) -> None:
    SettingsFile(path).change(bell=True)
    lines = path.read_text().splitlines()
    for name, setting in ENTRIES.items():
        (place,) = [place for place, line in enumerate(lines) if line.startswith(f"{name} = ")]
        start = max(at for at in range(place) if not lines[at])
        assert " ".join(line.removeprefix("# ") for line in lines[start + 1 : place]) == setting.about


def test_without_a_file_everything_is_at_its_default_and_nothing_is_written(path: Path) -> None:
    file = SettingsFile(path)
    assert (file.settings, file.problems) == (Settings(), ())
    assert not path.parent.exists()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('motion = "sometimes"', 'motion = "sometimes" (write "auto" or "on" or "off")'),
        ("curtain_delay = 0.4", "curtain_delay = 0.4 (write 0.5 to 10 seconds)"),
        ("bot_pace = nan", "bot_pace = NaN (write 0 to 10 seconds)"),
        ("bot_pace = true", "bot_pace = true (write a number of seconds)"),
        ("confirm_leaving = 1", "confirm_leaving = 1 (write true or false, without quotes)"),
        ("name = Mia", "name = Mia (this cannot be read, or is there twice)"),
        ('name = " "', 'name = " " (a name needs at least one character)'),
        ('name = "\u2800"', 'name = "\u2800" (a name needs a character that can be seen)'),
        ('name = "J\ufffdrgen"', "(\ufffd stands for a lost character: type the name again)"),
        ('theme = "pink"', 'theme = "pink" (write "auto" or "salle" or'),
        ('keys.hide = "spcae"', "keys.hide = \"spcae\" (there is no key 'spcae')"),
        ('keys.hide = "ctrl+q"', "(ctrl+q always leaves the program)"),
        ('keys.begin = "b"', "(this key works while you type: choose one that neither writes nor edits)"),
        ('keys.begin = "backspace"', 'begin = "backspace" (this key works while you type'),
        ('keys.input-done = "space"', 'input-done = "space" (this key works while you type'),
        ('keys.input-cancel = "q"', 'input-cancel = "q" (this key works while you type'),
        ('keys.input-cancel = "f4,delete"', 'input-cancel = "f4,delete" (this key works while you type'),
        ('keys.lift = "enter"', "enter would end a turn and lift the curtain"),
        ('keys.play = "space"', "space would end a turn and lift the curtain"),
        ('keys.go-on = "enter"', "enter would end a turn and leave the end of the round"),
        ("setup.en-garde.target = 100", "(write a number of rounds from 1 to 99)"),
        ("bell = true", "bell = true (this cannot be read, or is there twice)"),
        ("bell.loud = true", "bell.loud = true (this cannot be read, or is there twice)"),
        ("[[keys]]\nhide = 1", 'keys = [{"hide": 1}] (a table is needed here)'),
        ("keys = 3", "keys = 3 (a table is needed here)"),
        ("[keys\ntheme = 1", "[keys (this cannot be read, or is there twice)"),
        ("moton = 1", "settings.toml, there is no setting 'moton'"),
    ],
)
def test_a_wrong_line_is_named_and_the_others_are_read(path: Path, line: str, problem: str) -> None:
    file = SettingsFile(written(path, f'bell = false\n\nopponent = "Zoë"\n{line}\n'))
    assert file.settings == Settings(opponent="Zoë")
    told = str(*file.problems)
    assert told.startswith("settings.toml, ")
    assert problem in told


def test_a_damaged_file_is_copied_before_it_is_written_and_only_once(path: Path) -> None:
    text = 'name = "Mia"\nbell = perhaps\n'
    file = SettingsFile(written(path, text))
    file.change(theme="mono")
    file.change(theme="salle")
    assert file.problems == ()
    assert {entry.name for entry in path.parent.iterdir()} == {"settings.toml", "settings.toml.broken-1"}
    assert path.with_name("settings.toml.broken-1").read_text() == text
    assert SettingsFile(path).settings == Settings(name="Mia", theme="salle")

    path.write_text("bell = maybe\n")
    SettingsFile(path).change(bell=True)
    assert path.with_name("settings.toml.broken-2").read_text() == "bell = maybe\n"


def test_an_entry_of_a_newer_version_is_reported_and_survives(path: Path) -> None:
    file = SettingsFile(written(path, 'sound = "loud"\n[setup.chess]\nclock = 5\n[board]\nwood = "oak"\n'))
    assert [str(problem) for problem in file.problems] == [
        "settings.toml, there is no setting 'sound'",
        "settings.toml, there is no setting 'setup.chess.clock'",
        "settings.toml, there is no setting 'board.wood'",
    ]
    file.change(bell=True)
    kept = tomllib.loads(path.read_text())
    assert (kept["sound"], kept["setup"]["chess"], kept["board"]) == ("loud", {"clock": 5}, {"wood": "oak"})
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.toml"]


def test_a_change_leaves_remarks_order_and_spelling_as_they_are(path: Path) -> None:
    """People edit the file, too."""
    written(path, '# mine\n[keys]\nhide = "d"  # as ever\n\n[board]\nwood = "oak"\n')
    SettingsFile(path).change(keys={"hide": ("d",), "up": ("k", "up")})
    text = path.read_text()
    assert text.endswith('# mine\n[keys]\nhide = "d"  # as ever\nup = "k,up"\n\n[board]\nwood = "oak"\n')
    SettingsFile(path).change(keys={"up": ("k", "up")}, theme="mono")
    assert path.read_text() == text.replace('hide = "d"  # as ever\n', "").replace(
        'theme = "auto"', 'theme = "mono"'
    )


@pytest.mark.parametrize(
    "text",
    [
        "keys.hide = 'd'\nsetup.go.rules = 'x'\nx = {a = 1, b = {c = 2}}\n",
        "[setup.go]\nrules = 'x'\n[keys]\nhide = 'd'\n[setup.chess]\nrules = 'y'\n",
        "[[board]]\nwood = 'oak'\n[[board]]\nwood = [\n  'elm',\n]\n[keys]\nhide = 'd'\n",
        'say = """\necho"""\ndate = 2026-11-23\n"a b".c = nan\n[keys]\nhide = "d"\n',
    ],
    ids=["dotted", "tables in turns", "lists", "several lines"],
)
def test_whatever_toml_allows_is_kept(path: Path, text: str) -> None:
    before = tomllib.loads(text)
    written(path, text)
    SettingsFile(path).change(keys={"hide": ("x",), "up": ("k",)}, setup={"en-garde": Setup("z")}, bell=True)
    after = tomllib.loads(path.read_text())
    assert after["keys"] == {"hide": "x", "up": "k"}
    assert (after["setup"]["en-garde"]["rules"], after["bell"]) == ("z", True)
    for name in before.keys() - {"keys", "setup"}:
        assert repr(after[name]) == repr(before[name])


def test_a_change_leaves_what_another_window_has_changed(path: Path) -> None:
    first, second = SettingsFile(path), SettingsFile(path)
    first.change(name="Mia")
    second.change(theme="mono")
    assert SettingsFile(path).settings == Settings(name="Mia", theme="mono")


def test_of_keys_and_setups_a_change_leaves_each_entry_that_another_window_has_changed(path: Path) -> None:
    before = {"hint": ("f4",), "undo": ("f5",), "pace": ("f6",)}
    SettingsFile(path).change(keys=before, setup={"go": Setup(target=1), "chess": Setup(target=2)})
    first, second = SettingsFile(path), SettingsFile(path)
    first.change(keys={"hint": ("f7",), "pace": ("f6",), "hide": ("f8",)})
    first.change(setup=first.settings.setup | {"go": Setup(target=3)})
    second.change(keys=before | {"pace": ("f9",), "show": ("f2",)})
    second.change(setup=second.settings.setup | {"chess": Setup(target=4)})
    stored = SettingsFile(path).settings
    assert stored.keys == {"hint": ("f7",), "pace": ("f9",), "hide": ("f8",), "show": ("f2",)}
    assert stored.setup == {"go": Setup(target=3), "chess": Setup(target=4)}
    assert second.settings == stored, "what it has saved is what it shows"
    second.change(keys={})
    assert SettingsFile(path).settings.keys == {}


def test_keys_that_another_window_has_made_dangerous_are_not_saved(path: Path) -> None:
    first, second = SettingsFile(path), SettingsFile(path)
    first.change(keys={"play": ("x",)})
    with pytest.raises(Problem, match="with the keys that another window has saved, x would end a turn"):
        second.change(keys={"lift": ("x",)})
    assert SettingsFile(path).settings.keys == {"play": ("x",)}
    second.change(keys={"lift": ("y",)})
    assert second.settings.keys == {"play": ("x",), "lift": ("y",)}
    assert second.problems == ()


def test_what_could_not_be_saved_is_reported_until_it_is_and_saved_with_the_next_change(path: Path) -> None:
    path.mkdir(parents=True)
    file = SettingsFile(path)
    for _ in range(2):
        with pytest.raises(Problem, match="the settings cannot be saved, and hold until you leave: "):
            file.change(theme="mono")
        assert file.settings.theme == "mono"
        assert "it is not a regular file" in str(file.problems[-1])
    path.rmdir()
    file.change(bell=True)
    assert file.problems == ()
    assert SettingsFile(path).settings == Settings(theme="mono", bell=True)


def test_a_change_taken_back_before_it_could_be_saved_needs_no_saving(path: Path) -> None:
    path.mkdir(parents=True)
    file = SettingsFile(path)
    with pytest.raises(Problem):
        file.change(theme="mono")
    file.change(theme=Settings().theme)
    assert str(*file.problems) == "settings.toml, it cannot be read: it is not a regular file"


def test_if_the_program_is_killed_while_writing_the_old_file_remains(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the new one is complete it has another name."""
    file = SettingsFile(path)
    file.change(name="Mia")
    before = path.read_bytes()

    class Killed(BaseException):
        pass

    def kill(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(os, "replace", kill)
    monkeypatch.setattr(os, "unlink", lambda _: None)
    with pytest.raises(Killed):
        file.change(name="Zoë")
    assert path.read_bytes() == before
    monkeypatch.undo()
    assert SettingsFile(path).settings.name == "Mia"
    SettingsFile(path).change(name="Ida")
    assert SettingsFile(path).settings.name == "Ida"


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    """Many keep such files in a folder of their own."""
    real = written(tmp_path / "dotfiles" / "engarde.toml", "bell = true\n")
    path.parent.mkdir()
    path.symlink_to(real)
    SettingsFile(path).change(theme="mono")
    assert path.is_symlink()
    assert SettingsFile(real).settings == Settings(bell=True, theme="mono")


@pytest.mark.parametrize("kind", ["folder", "device"])
def test_what_is_no_file_is_left_alone(path: Path, kind: str) -> None:
    path.parent.mkdir()
    path.mkdir() if kind == "folder" else path.symlink_to("/dev/null")
    file = SettingsFile(path)
    assert str(*file.problems) == "settings.toml, it cannot be read: it is not a regular file"
    with pytest.raises(Problem, match=r"cannot be saved, .*: it is not a regular file"):
        file.change(bell=True)
    assert file.settings.bell, "it holds for this session"
    assert path.is_dir() or path.is_char_device()


def test_a_file_too_long_to_be_settings_is_set_aside(path: Path) -> None:
    file = SettingsFile(written(path, "#" * (MAX_SIZE + 1)))
    assert str(*file.problems) == f"settings.toml, it is longer than {MAX_SIZE} bytes"
    file.change(bell=True)
    assert path.with_name("settings.toml.broken-1").stat().st_size == MAX_SIZE + 1
