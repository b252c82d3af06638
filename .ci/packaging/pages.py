#!/usr/bin/env python3
"""Write the manual pages and the completion of bash, zsh and fish, from the parser of the command line.

Needs shtab. `.ci/packaging/pages.py FOLDER` writes them below FOLDER as they go below `share`.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import shtab

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from engine.bot import PREFIX, Level  # noqa: E402

# Games leave out the levels that need what is not installed here; the reader may have it.
Level.is_here = property(lambda _: True)  # type: ignore[assignment, method-assign]

from engarde_tui import __version__  # noqa: E402
from engarde_tui.cli import argument_parser  # noqa: E402
from engarde_tui.settings.entries import ENTRIES  # noqa: E402
from engine.game import games  # noqa: E402

COMPLETIONS: Final = {
    "bash": "bash-completion/completions/engarde",
    "zsh": "zsh/site-functions/_engarde",
    "fish": "fish/vendor_completions.d/engarde.fish",
}
"""Where each shell looks for its completion, below `share`."""


def write(folder: Path) -> Iterator[Path]:
    """Write all below a folder, and yield the path of each."""
    parser = complete_parser()
    texts = {
        f"man/man{page.suffix[1:]}/{page.name}": manual_page(page.read_text(encoding="utf-8"), parser)
        for page in sorted((ROOT / "docs" / "man").iterdir())
    }
    texts |= {where: completion(parser, shell) for shell, where in COMPLETIONS.items()}
    for where, text in texts.items():
        path = folder / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        yield path


def complete_parser() -> argparse.ArgumentParser:
    """Return the parser with the arguments of every command, which it takes up when it gives its help."""
    parser = argument_parser()
    for each in _with_commands(parser):
        each.format_help()
    return parser


def _with_commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for command, _ in _commands(parser):
        yield from _with_commands(command)


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[Any, str]]:
    """Yield the parsers of the commands of a parser, each with its line in the help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for told in action._choices_actions:
                yield action.choices[told.dest], told.help or ""


# Manual pages


def manual_page(page: str, parser: argparse.ArgumentParser) -> str:
    """Return a page of `docs/man` with its fields filled in: @VERSION@, @DATE@, and what the parser knows."""
    common = {option for action in parser._actions for option in action.option_strings}
    commands = {command.prog.split()[-1]: command for command, _ in _commands(parser)}
    of_hall = {name: commands.pop(name) for name in ("serve", "hall")}
    date = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", datetime.now().timestamp())), UTC)
    fields = {
        "VERSION": __version__,
        "DATE": f"{date:%Y-%m-%d}",
        "OPTIONS": "".join(_options(parser, {"--help"})),
        "COMMANDS": "".join(_section(command, common) for command in commands.values()),
        "SERVE": "".join(_options(of_hall["serve"], common - {"--data"})),
        "ORDERS": "".join(_section(order, common) for order, _ in _commands(of_hall["hall"])),
        "SETTINGS": "".join(
            f".TP\n.B {_escaped(name)}\n{_escaped(setting.about)}\n" for name, setting in ENTRIES.items()
        ),
        "PRESETS": "".join(
            f".TP\n.B {_escaped(game.title)}\n{_escaped(', '.join(game.presets))}\n"
            for game in games().values()
        ),
        "LEVELS": "".join(
            f".TP\n.B {_escaped(game.title)}\n{_escaped(', '.join(game.levels))}\n"
            for game in games().values()
        ),
    }
    text = re.sub(r"^@(\w+)@\n|@(\w+)@", lambda found: fields[found[1] or found[2]], page, flags=re.MULTILINE)
    return "".join(f"{line}\n" for long in text.splitlines() for line in _wrapped(long))


def _wrapped(line: str) -> list[str]:
    """Return a line as short ones, but not an order; none of them begins like an order."""
    if line.startswith("."):
        return [line]
    lines = wrap(line, 78, break_long_words=False, break_on_hyphens=False)
    return [f"\\&{each}" if each.startswith((".", "'")) else each for each in lines] or [""]


def _section(command: argparse.ArgumentParser, known: set[str]) -> str:
    """Return a command as a section: how it is called, what it does, its options but those known."""
    called = [f"\\fB{_escaped(command.prog)}\\fR"]
    called += [_called(action) for action in command._actions if not action.option_strings]
    return f".SS {' '.join(called)}\n{_escaped(command.description or '')}\n" + "".join(
        _options(command, known | {"--help"})
    )


def _called(action: argparse.Action) -> str:
    """Return a positional argument as a synopsis has it."""
    word = f"\\fI{_escaped(_metavar(action))}\\fR"
    match action.nargs:
        case "?":
            return f"[{word}]"
        case "+":
            return f"{word}..."
        case _:
            return word


def _options(parser: argparse.ArgumentParser, known: set[str]) -> Iterator[str]:
    """Yield an entry for each option and argument of a parser but the known and the hidden ones."""
    for action in parser._actions:
        is_command = isinstance(action, argparse._SubParsersAction)
        if is_command or action.help == argparse.SUPPRESS or known.intersection(action.option_strings):
            continue
        name = ", ".join(f"\\fB{_escaped(option)}\\fR" for option in action.option_strings)
        if not name:
            name = f"\\fI{_escaped(_metavar(action))}\\fR"
        elif action.nargs != 0:
            value = f"\\fI{_escaped(_metavar(action))}\\fR"
            name += f" [{value}]" if action.nargs == "?" else f" {value}"
        yield f".TP\n{name}\n{_escaped(_help(parser, action))}\n"


def _metavar(action: argparse.Action) -> str:
    if action.metavar is not None:
        return str(action.metavar)
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of an action with what argparse fills in."""
    fields = {**vars(action), "prog": parser.prog}
    if action.choices is not None:
        fields["choices"] = ", ".join(map(str, action.choices))
    return (action.help or "") % fields


def _escaped(text: str) -> str:
    """Return text as roff reads it: no sign of it is an order, and a minus can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{text}" if text.startswith((".", "'")) else text


# Completion

_WHOLE_WORDS: Final = r"""
# Bash takes "bot:cadet" for three words and "--rules=house" for three: let them be one and two.
_engarde() {
  local words=() word before=
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    case $before$word in
      *:*) words[${#words[@]}-1]+=$word ;;
      *=) ;;
      *) words+=("$word") ;;
    esac
    [[ $word == : ]] && before=: || before=
  done
  [[ $word != = ]] || words+=("")
  word=${words[${#words[@]}-1]}
  COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
  _shtab_engarde
  [[ $COMP_WORDBREAKS != *:* ]] || COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}
complete -o bashdefault -F _engarde engarde
"""
"""Words put together before what shtab has made looks at them, as readline replaces only the last part."""


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the completion of a shell, with the short line of each command."""
    for each in _with_commands(parser):
        for command, line in _commands(each):
            command.description = line
        for action in each._actions:
            if words := _words(each, action):
                # What zsh calls a list ends a word at a colon.
                action.choices = [word.replace(":", r"\:") for word in words] if shell == "zsh" else words
            elif action.metavar == "FILE":
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    text = f"{shtab.complete(parser, shell)}\n"
    match shell:
        case "bash":
            return text + _WHOLE_WORDS
        case "zsh":
            # Such an option stands for "--rules house" and for "--rules=house".
            text = re.sub(r'^  "(--[\w-]+)(\[.*\]:)', r'  "\1=\2', text, flags=re.MULTILINE)
            # Else zsh would say that it knows nothing of such an argument, and complete no option either.
            return re.sub(r'^  "(:.*:)"$', r'  "\1()"', text, flags=re.MULTILINE)
        case _:
            return text


def _words(parser: argparse.ArgumentParser, action: argparse.Action) -> list[str]:
    """Return the words that an argument is likely to be, where its parser takes others, too."""
    command = parser.prog.split()[-1]
    presets = [name for game in games().values() for name in game.presets]
    levels = dict.fromkeys(name for game in games().values() for name in game.levels)
    match command, action.dest:
        case _, "rules":
            return presets
        case "play", "left" | "right":
            return [f"{PREFIX}{level}" for level in levels]
        case "arena", "first" | "second":
            return list(levels)
        case "puzzle", "wanted":
            return ["today"]
        case _:
            return []


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    for path in write(Path(sys.argv[1])):
        print(path)
