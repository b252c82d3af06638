"""Measure all bots against each other, and write docs/standings.md.

    python docs/standings.py [--rounds N] [--playout-rounds N] [--seed S] [--processes N]
                             [--only BOT] [--without BOT] [--time]

Takes hours; a pairing that docs/standings.json holds already is not played again.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from engarde_tui.commands.arena import figures_of
from engine.bots.arena import Meeting, Pairing, meet
from engine.en_garde import PRESETS
from engine.en_garde.bots import LEVELS, REFERENCES
from engine.en_garde.rules import DEFAULT_PRESET

HERE = Path(__file__).parent
BOTS = ("master", "playout", "fencer", "threshold", "novice")
FILE = HERE / "standings.json"
SLOW = "playout"
TIMED_ROUNDS = (2000, 40)
"""Rounds in which a bot is timed, and the slow one."""


def pairings() -> list[tuple[str, str, str]]:
    """Preset, first and second bot: all of them by the default rules, elsewhere the slow one only once."""
    assert set(BOTS) == {*LEVELS, *REFERENCES}
    pairs = [(first, second) for place, first in enumerate(BOTS) for second in BOTS[place + 1 :]]
    return [
        (preset, first, second)
        for preset in sorted(PRESETS, key=lambda name: name != DEFAULT_PRESET)
        for first, second in pairs
        if SLOW not in (first, second) or "master" in (first, second) or preset == DEFAULT_PRESET
    ]


def main() -> None:
    """Play what is missing, then write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--playout-rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="pairings with this bot")
    parser.add_argument("--without", default="", help="no pairings with this bot")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--time", action="store_true", help="measure anew how long the bots think")
    given = parser.parse_args()
    for preset, first, second in pairings():
        found = load()
        name = f"{preset}/{first}/{second}"
        if name in found or (given.only and given.only not in (first, second)):
            continue
        if given.without in (first, second):
            continue
        rounds = given.playout_rounds if SLOW in (first, second) else given.rounds
        pairing = Pairing(first, second, PRESETS[preset], rounds // 2, given.seed)
        figures = figures_of(preset, pairing, Meeting.of(meet(pairing, given.processes)))
        # Several at once are slower: how long they think is measured by itself.
        del figures["bots"]
        print(name, f"{figures['result']:+.3f}", flush=True)
        save(load() | {name: figures}, timing())
    if given.time:
        save(load(), {bot: time_alone(bot) for bot in BOTS})
    (HERE / "standings.md").write_text(page(load(), timing()), encoding="utf-8")


def time_alone(bot: str) -> dict[str, Any]:
    """How long a bot thinks, in one process, against one that hardly does."""
    pairing = Pairing(bot, "novice", PRESETS[DEFAULT_PRESET], TIMED_ROUNDS[bot == SLOW] // 2, 1)
    figures: dict[str, Any] = figures_of(DEFAULT_PRESET, pairing, Meeting.of(meet(pairing, 1)))["bots"][0]
    return figures


def load() -> dict[str, Any]:
    """The pairings that have been played so far."""
    return _read().get("pairings", {})


def timing() -> dict[str, Any]:
    """How long the bots think, as it was measured last."""
    return _read().get("timing", {})


def save(pairings: dict[str, Any], timed: dict[str, Any]) -> None:
    """Keep what has been measured."""
    FILE.write_text(json.dumps({"pairings": pairings, "timing": timed}, indent=1) + "\n", encoding="utf-8")


def _read() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def page(found: dict[str, Any], timed: dict[str, Any]) -> str:
    """The figures as tables."""
    lines = [
        "# How strong the bots are",
        "",
        "Made by `python docs/standings.py`; one pairing again: `engarde arena master fencer --rounds 10000`."
        " Each deal is played twice, with seats exchanged. The result counts a round won"
        " as 1, drawn as 0, lost as -1; ± is the 95 % margin. *threshold* and *playout* are"
        " [references](bots.md#the-references), the others the opponents of the game.",
    ]
    for preset in dict.fromkeys(name.split("/")[0] for name in found):
        lines += [
            "",
            f"## {preset}",
            "",
            "| | | rounds | won | drawn | lost | result |",
            "|---|---|--:|--:|--:|--:|--:|",
        ]
        for name, figures in found.items():
            if name.split("/")[0] == preset:
                first, second = name.split("/")[1:]
                lines.append(
                    f"| {first} | {second} | {figures['rounds']:,} | {figures['won_share']:.1%}"
                    f" | {figures['drawn_share']:.1%} | {figures['lost_share']:.1%}"
                    f" | {figures['result']:+.3f} ± {figures['result_margin']:.3f} |"
                )
    lines += [
        "",
        "## How long they think",
        "",
        "In one process, against *novice* (which itself plays against it), on one core of a shared machine.",
        "",
        "| | decisions | median | p99 | a second |",
        "|---|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {bot} | {figures['decisions']:,} | {figures['median_ms']:.3f} ms | {figures['p99_ms']:.3f} ms"
        f" | {figures['decisions_per_second']:,.0f} |"
        for bot, figures in timed.items()
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
