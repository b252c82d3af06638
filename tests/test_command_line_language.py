"""The language of the command line: --lang, the settings, the environment, and what argparse says."""

import re
from pathlib import Path

import pytest
from pseudo import PSEUDO, PseudoTranslations, pseudo

from engarde_tui import cli
from engarde_tui.arguments import SAID_BY_ARGPARSE, OneLineParser
from engarde_tui.language import LANGUAGES, Translator

pytestmark = pytest.mark.usefixtures("translator")


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without any language."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ENGARDE_CONFIG", str(tmp_path))


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what the program writes before it exits."""
    with pytest.raises(SystemExit):
        cli.main(arguments)
    written = capsys.readouterr()
    return written.out + written.err


@pytest.mark.parametrize(
    ("arguments", "setting", "variable", "is_pseudo"),
    [
        ([], "", "", False),
        ([], "", PSEUDO, True),
        ([], PSEUDO, "", True),
        ([], "auto", PSEUDO, True),
        ([], "en", PSEUDO, False),
        (["--lang", "en"], PSEUDO, PSEUDO, False),
        (["--lang", PSEUDO], "en", "en", True),
        ([f"--lang={PSEUDO}"], "", "", True),
        (["play", "--lang", PSEUDO], "", "", True),
    ],
)
def test_an_option_comes_before_the_setting_and_that_before_the_environment(
    arguments: list[str],
    setting: str,
    variable: str,
    is_pseudo: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if setting:
        (tmp_path / "settings.toml").write_text(f'name = Mia\nlanguage = "{setting}"  # mine\n')
    monkeypatch.setenv("LC_ALL", f"{variable}_XX.UTF-8" if variable else "C")
    text = said(capsys, *arguments, "--help")
    assert text.startswith(pseudo("usage: ") if is_pseudo else "usage: ")
    assert (f"{pseudo('options')}:" in text) is is_pseudo


@pytest.mark.parametrize("arguments", [["--lang", "tlh"], ["play", "--lang=tlh"]])
def test_an_unknown_language_is_refused_in_one_line_with_those_there_are(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments)
    (line,) = capsys.readouterr().err.splitlines()
    assert "--lang" in line
    assert ", ".join(LANGUAGES) in line.replace("'", "")


class Asked(PseudoTranslations):
    """Keeps what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        """Return the words in look-alike letters."""
        self.asked.add(message)
        return super().gettext(message)


@pytest.mark.parametrize(
    ("arguments", "message", "named"),
    [
        ([], "the following arguments are required: %s", "number"),
        (["1", "2", "--further"], "unrecognized arguments: %s", "2 --further"),
        (["1", "--side", "up"], "invalid choice: %(value)r (choose from %(choices)s)", "'up'"),
        (["1", "--side"], "expected one argument", "--side"),
        (["1", "--one", "--two"], "not allowed with argument %s", "--one"),
        (["1", "--s", "left"], "ambiguous option: %(option)s could match %(matches)s", "--side, --some"),
        (["1", "--one=3"], "ignored explicit argument %r", "'3'"),
        (["1", "--some"], "expected at least one argument", "--some"),
    ],
)
def test_what_argparse_says_by_itself_is_in_the_language_and_in_the_catalogues(
    arguments: list[str], message: str, named: str, translator: Translator, capsys: pytest.CaptureFixture[str]
) -> None:
    words = translator.words = Asked()
    parser = OneLineParser(prog="fence")
    parser.add_argument("number")
    parser.add_argument("--side", choices=["left", "right"])
    parser.add_argument("--some", nargs="+")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--one", action="store_true")
    either.add_argument("--two", action="store_true")
    with pytest.raises(SystemExit):
        parser.parse_args(arguments)
    (line,) = capsys.readouterr().err.splitlines()
    assert re.split("%[(rs]", pseudo(message))[0] in line
    assert named in line
    parser.format_help()
    ours = {"{program}: {problem} (see {program} --help)"}
    assert words.asked - ours <= {each.text for each in SAID_BY_ARGPARSE}


@pytest.mark.parametrize(
    "command", ["", "play", "arena", "puzzle", "serve", "hall", "hall ban", "hall drain"]
)
def test_what_stands_for_an_argument_is_a_word_of_the_language(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "--lang", PSEUDO, *command.split(), "--help")
    assert re.findall(r"\b[A-Z]{2,}\b", text) == []
