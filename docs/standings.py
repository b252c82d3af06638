"""Measure all bots against each other, and write docs/standings.md.

    python docs/standings.py [--rounds N] [--playout-rounds N] [--seed S] [--processes N]
                             [--only BOT] [--without BOT]

Takes hours; a pairing that docs/standings.json holds already is not played again.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from engarde_tui.arena import figures_of
from engine.bots import LEVELS, REFERENCES
from engine.bots.arena import Meeting, Pairing, meet
from engine.en_garde import PRESETS
from engine.en_garde.rules import DEFAULT_PRESET

HERE = Path(__file__).parent
BOTS = ("master", "playout", "fencer", "threshold", "novice")
FILE = HERE / "standings.json"
SLOW = "playout"


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
        print(name, f"{figures['result']:+.3f}", flush=True)
        FILE.write_text(json.dumps({**load(), name: figures}, indent=1) + "\n", encoding="utf-8")
    (HERE / "standings.md").write_text(page(load()), encoding="utf-8")


def load() -> dict[str, Any]:
    """What has been measured so far."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def page(found: dict[str, Any]) -> str:
    """The figures as tables."""
    lines = [
        "# How strong the bots are",
        "",
        "Made by `python docs/standings.py`; one pairing again: `engarde arena master fencer --rounds 10000`."
        " Each deal is played twice, with seats exchanged. The result counts a round won"
        " as 1, drawn as 0, lost as -1; ± is the 95 % margin. *threshold* and *playout* are"
        " [references](bots.md#the-references), the others the opponents of the game. Playout takes its time:"
        " its pairings have fewer rounds.",
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
        "In the pairing with most decisions, measured while the machine had other things to do.",
        "",
        "| | decisions | median | p99 | a second |",
        "|---|--:|--:|--:|--:|",
    ]
    for bot in BOTS:
        measured = [who for figures in found.values() for who in figures["bots"] if who["name"] == bot]
        if measured:
            most = max(measured, key=lambda who: who["decisions"])
            lines.append(
                f"| {bot} | {most['decisions']:,} | {most['median_ms']:.3f} ms | {most['p99_ms']:.3f} ms"
                f" | {most['decisions_per_second']:,.0f} |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
