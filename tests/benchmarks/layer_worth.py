"""What each part of the layer over Textual is worth: figures with all of it, and without one part or all.

    python tests/benchmarks/layer_worth.py [--repeats N] [--turns N] [--keys N] [--part NAME ...]

Runs with and without a part alternate, since machines are noisy; ratios are of medians. At home: processor
time and memory up to the menu, bytes up to the first curtain, of a key and of an action, processor time of a
key and of a page that opens and closes. In the hall: memory of a session, processor time of a key at a table.
"""

import argparse
import runpy
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

_TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(_TESTS))

ALL: Final = "all of it"
NOTHING: Final = "nothing"


def _without_cells() -> None:
    from engarde_tui.terminal.layer.app import LayeredApp

    LayeredApp.outgoing = lambda self, update: update  # type: ignore[method-assign]
    _without_painting()


def _without_painting() -> None:
    from engarde_tui.terminal.layer.app import LayeredApp
    from engarde_tui.terminal.textual_private import OpenApp

    LayeredApp.paint = OpenApp.paint  # type: ignore[method-assign]


def _without_queue() -> None:
    from textual.drivers.linux_driver import LinuxDriver

    from engarde_tui.terminal.layer.app import LayeredApp
    from engarde_tui.terminal.plain import PlainApp

    LayeredApp.get_driver_class = lambda self: LinuxDriver  # type: ignore[method-assign]
    LayeredApp.on_mount = PlainApp.on_mount  # type: ignore[attr-defined]


def _without_sheets() -> None:
    from engarde_tui.terminal.layer.stylesheet import SharedStylesheet
    from engarde_tui.terminal.layer.textual_internals import OpenStylesheet

    SharedStylesheet.parse_rules = OpenStylesheet.parse_rules  # type: ignore[method-assign]
    SharedStylesheet.make_component_styles = (  # type: ignore[method-assign]
        OpenStylesheet.make_component_styles
    )
    SharedStylesheet.reparse = OpenStylesheet.reparse  # type: ignore[method-assign]


def _without_quick_screens() -> None:
    from engarde_tui.terminal.layer.textual_internals import QuickScreen

    del QuickScreen._compose, QuickScreen._on_screen_resume, QuickScreen._compositor_refresh


def _without_loose_strips() -> None:
    from textual._styles_cache import StylesCache
    from textual.strip import Strip

    # Before the layer is loaded, which replaces them.
    divide, inner_outer = Strip.divide, vars(StylesCache)["get_inner_outer"]
    import engarde_tui.terminal.layer.textual_internals  # noqa: F401

    Strip.divide = divide  # type: ignore[method-assign]
    StylesCache.get_inner_outer = inner_outer  # type: ignore[method-assign]


PARTS: Final[Mapping[str, Callable[[], None]]] = {
    "changed cells": _without_cells,
    "painting": _without_painting,
    "output queue": _without_queue,
    "shared sheets": _without_sheets,
    "quick screens": _without_quick_screens,
    "loose strips": _without_loose_strips,
}
"""How to run without each part. Without changed cells there is no painting of canvases either."""


def run_without(part: str, script: str, arguments: list[str]) -> None:
    """Run a script in this process, without a part of the layer."""
    if part in PARTS:
        PARTS[part]()
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


def _program(part: str, script: str) -> tuple[str, ...]:
    """Return the command that runs one of the tests' programs without a part."""
    return (sys.executable, __file__, "--run", part, str(_TESTS / script))


def _environment(part: str) -> dict[str, str]:
    return {"ENGARDE_PLAIN_TEXTUAL": "1"} if part == ALL else {}


def start(part: str) -> dict[str, float]:
    """Return the processor time and the memory up to the menu."""
    from processes import seconds_of_processor, status
    from pty_terminal import Terminal

    with Terminal(_program(part, "pty/command.py"), environment=_environment(part)) as terminal:
        terminal.wait_for("New match")
        terminal.settle()
        pid = terminal.process.pid
        return {
            "start, s": seconds_of_processor(pid),
            "memory, MB": status(pid, "VmRSS") / 1024,
        }


def turns(part: str, number: int) -> dict[str, float]:
    """Return the bytes up to the first curtain, of a key and of an action."""
    from benchmarks.turn_cost import play

    costs = play("en-garde", number, environment=_environment(part), program=_program(part, "pty/command.py"))
    return {"start, B": costs.start, "key, B": costs.key, "action, B": costs.action}


def key(part: str, number: int) -> dict[str, float]:
    """Return the processor time of an arrow at the table, and of opening and closing a page over it."""
    from processes import seconds_of_processor
    from pty_terminal import Terminal

    with Terminal(
        (*_program(part, "pty/command.py"), "play", "--seed", "7", "--right", "bot:novice"),
        environment=_environment(part),
    ) as terminal:
        terminal.settle()

        def cost(*keys: str, times: int) -> float:
            for turn in range(-2, times):
                if turn == 0:
                    before = seconds_of_processor(terminal.process.pid)
                for key in keys:
                    terminal.press(key)
                    terminal.rest(0.03)
                    terminal.settle()
            return 1000 * (seconds_of_processor(terminal.process.pid) - before) / times

        return {
            "key, ms": cost("up", "down", times=number // 2) / 2,
            "page, ms": cost(",", "\x1b", times=number // 5),
        }


def hall(part: str, keys: int) -> dict[str, float]:
    """Return the memory of a session in a hall, and the processor time of a key at a table there."""
    import asyncio
    import os

    from benchmarks.hall_cost import _measure
    from serve.halls import HallProcess

    class Without(HallProcess):
        PROGRAM = _program(part, "serve/command.py")[1:]

    os.environ |= _environment(part)
    try:
        with tempfile.TemporaryDirectory() as folder, Without(Path(folder)) as process:
            cost = asyncio.run(_measure(process, keys))
    finally:
        os.environ.pop("ENGARDE_PLAIN_TEXTUAL", None)
    return {"hall: session, MB": cost.megabytes, "hall: key, ms": cost.milliseconds}


def main() -> None:
    """Print a table: the figures with all parts, and those without each as a multiple of them."""
    if sys.argv[1:2] == ["--run"]:
        _, _, part, script, *arguments = sys.argv
        run_without(part, script, arguments)
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5, help="runs of each kind (default: 5)")
    parser.add_argument("--turns", type=int, default=10, help="turns whose bytes are counted (default: 10)")
    parser.add_argument("--keys", type=int, default=100, help="keys to measure (default: 100)")
    parser.add_argument("--part", nargs="*", default=[*PARTS, ALL], help="parts to leave out")
    options = parser.parse_args()
    kinds = [NOTHING, *options.part]
    figures: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
    for _ in range(options.repeats):
        for kind in kinds:
            figures[kind].append(
                start(kind) | turns(kind, options.turns) | key(kind, options.keys) | hall(kind, options.keys)
            )
            print(f"without {kind}: {figures[kind][-1]}", file=sys.stderr, flush=True)
    names = list(figures[NOTHING][0])
    print(f"{'without':<16}" + "".join(f"{name:>20}" for name in names))
    medians = {
        kind: {name: statistics.median(run[name] for run in runs) for name in names}
        for kind, runs in figures.items()
    }
    for kind, found in medians.items():
        shown = (f"{found[name] / medians[NOTHING][name]:.2f} ×" for name in names)
        if kind == NOTHING:
            shown = (f"{found[name]:.4g}" for name in names)
        print(f"{kind:<16}" + "".join(f"{text:>20}" for text in shown))


if __name__ == "__main__":
    main()
