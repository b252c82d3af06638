"""Measure all bots against each other and write docs/standings.md.

    python docs/standings.py [--rounds N] [--playout-rounds N] [--seed S] [--processes N]
                             [--only BOT] [--without BOT] [--time]

Takes hours. Pairings whose results are in docs/standings.json are not played again.
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
"""Rounds in which a fast and the slow bot are timed."""


def pairings() -> list[tuple[str, str, str]]:
    """Return (preset, first bot, second bot) of each pairing.

    The slow bot meets all others under the default rules, elsewhere only the master.
    """
    assert set(BOTS) == {*LEVELS, *REFERENCES}
    pairs = [(first, second) for index, first in enumerate(BOTS) for second in BOTS[index + 1 :]]
    return [
        (preset, first, second)
        for preset in sorted(PRESETS, key=lambda name: name != DEFAULT_PRESET)
        for first, second in pairs
        if SLOW not in (first, second) or "master" in (first, second) or preset == DEFAULT_PRESET
    ]


def main() -> None:
    """Play the missing pairings, then write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--playout-rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="play only pairings with this bot")
    parser.add_argument("--without", default="", help="play no pairings with this bot")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--time", action="store_true", help="measure again how long the bots think")
    options = parser.parse_args()
    for preset, first, second in pairings():
        found = load()
        name = f"{preset}/{first}/{second}"
        if name in found or (options.only and options.only not in (first, second)):
            continue
        if options.without in (first, second):
            continue
        rounds = options.playout_rounds if SLOW in (first, second) else options.rounds
        pairing = Pairing(first, second, PRESETS[preset], rounds // 2, options.seed)
        figures = figures_of(preset, pairing, Meeting.of(meet(pairing, options.processes)))
        # Bots are slower on all cores at once, so `time_alone` measures this.
        del figures["bots"]
        print(name, f"{figures['result']:+.3f}", flush=True)
        save(load() | {name: figures}, timing())
    if options.time:
        save(load(), {bot: time_alone(bot) for bot in BOTS})
    (HERE / "standings.md").write_text(page(load(), timing()), encoding="utf-8")


def time_alone(bot: str) -> dict[str, Any]:
    """Return the figures of a bot's decisions, played in one process against the fastest bot."""
    pairing = Pairing(bot, "novice", PRESETS[DEFAULT_PRESET], TIMED_ROUNDS[bot == SLOW] // 2, 1)
    figures: dict[str, Any] = figures_of(DEFAULT_PRESET, pairing, Meeting.of(meet(pairing, 1)))["bots"][0]
    return figures


def load() -> dict[str, Any]:
    """Return the figures of the pairings played so far."""
    return _read().get("pairings", {})


def timing() -> dict[str, Any]:
    """Return the latest figures of how long the bots think."""
    return _read().get("timing", {})


def save(pairings: dict[str, Any], timed: dict[str, Any]) -> None:
    """Write all figures to docs/standings.json."""
    FILE.write_text(json.dumps({"pairings": pairings, "timing": timed}, indent=1) + "\n", encoding="utf-8")


def _read() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def page(found: dict[str, Any], timed: dict[str, Any]) -> str:
    """Return the page, with the figures as tables."""
    lines = [
        "# How strong the bots are",
        "",
        "Made by `python docs/standings.py`. To repeat one pairing:"
        " `engarde arena master fencer --rounds 10000`. Each deal is played twice, with seats swapped. The"
        " result is the mean of won rounds (1), drawn rounds (0) and lost rounds (-1); ± is the 95% margin."
        " *threshold* and *playout* are [references](bots.md#the-references), the others the levels to play"
        " against.",
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
        "In one process against *novice*, on one core of a shared machine.",
        "",
        "| | decisions | median | p99 | per second |",
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
