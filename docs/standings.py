"""Measure all bots of a game against each other and write docs/standings.md.

    python docs/standings.py [--game GAME] [--rounds N] [--playout-rounds N] [--seed S] [--processes N]
                             [--only BOT] [--without BOT] [--time]

Takes hours. Pairings whose results are in docs/standings.json are not played again. The files of another
game than En Garde have its name: docs/standings-swords-and-shields.md.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from engarde_tui.commands.arena import figures_of
from engine.bots.arena import Meeting, Pairing, meet
from engine.game import Game, games

HERE = Path(__file__).parent
BOTS = {
    "en-garde": ("master", "playout", "fencer", "threshold", "novice"),
    "swords-and-shields": ("master", "squire", "novice"),
}
"""The bots of each game, from the strongest to the weakest."""

SLOW = {"en-garde": "playout", "swords-and-shields": "master"}
TIMED_ROUNDS = (2000, 40)
"""Rounds in which a fast and the slow bot are timed."""


def pairings(game: Game) -> list[tuple[str, str, str]]:
    """Return (preset, first bot, second bot) of each pairing.

    The slow bot meets all others under the default rules, elsewhere only the master.
    """
    bots, slow = BOTS[game.name], SLOW[game.name]
    assert set(bots) == {*game.levels, *game.references}
    pairs = [(first, second) for index, first in enumerate(bots) for second in bots[index + 1 :]]
    return [
        (preset, first, second)
        for preset in sorted(game.presets, key=lambda name: name != game.default)
        for first, second in pairs
        if slow not in (first, second) or "master" in (first, second) or preset == game.default
    ]


def main() -> None:
    """Play the missing pairings, then write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="en-garde", choices=BOTS)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--playout-rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="play only pairings with this bot")
    parser.add_argument("--without", default="", help="play no pairings with this bot")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--time", action="store_true", help="measure again how long the bots think")
    options = parser.parse_args()
    game = games()[options.game]
    shelf = Shelf(game)
    for preset, first, second in pairings(game):
        found = shelf.load()
        name = f"{preset}/{first}/{second}"
        if name in found or (options.only and options.only not in (first, second)):
            continue
        if options.without in (first, second):
            continue
        rounds = options.playout_rounds if SLOW[game.name] in (first, second) else options.rounds
        pairing = Pairing(first, second, game.presets[preset], rounds // 2, options.seed)
        figures = figures_of(preset, pairing, Meeting.of(meet(pairing, options.processes)))
        # Bots are slower on all cores at once, so `time_alone` measures this.
        del figures["bots"]
        print(name, f"{figures['result']:+.3f}", flush=True)
        shelf.save(shelf.load() | {name: figures}, shelf.timing())
    if options.time:
        shelf.save(shelf.load(), {bot: time_alone(game, bot) for bot in BOTS[game.name]})
    shelf.page.write_text(page(game, shelf.load(), shelf.timing()), encoding="utf-8")


def time_alone(game: Game, bot: str) -> dict[str, Any]:
    """Return the figures of a bot's decisions, played in one process against the fastest bot."""
    pairing = Pairing(bot, "novice", game.presets[game.default], TIMED_ROUNDS[bot == SLOW[game.name]] // 2, 1)
    figures: dict[str, Any] = figures_of(game.default, pairing, Meeting.of(meet(pairing, 1)))["bots"][0]
    return figures


class Shelf:
    """The files of a game's figures."""

    def __init__(self, game: Game) -> None:
        name = "standings" if game.name == "en-garde" else f"standings-{game.name}"
        self.file = HERE / f"{name}.json"
        self.page = HERE / f"{name}.md"

    def load(self) -> dict[str, Any]:
        """Return the figures of the pairings played so far."""
        return self._read().get("pairings", {})

    def timing(self) -> dict[str, Any]:
        """Return the latest figures of how long the bots think."""
        return self._read().get("timing", {})

    def save(self, pairings: dict[str, Any], timed: dict[str, Any]) -> None:
        """Write all figures."""
        content = json.dumps({"pairings": pairings, "timing": timed}, indent=1)
        self.file.write_text(content + "\n", encoding="utf-8")

    def _read(self) -> dict[str, Any]:
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}


def page(game: Game, found: dict[str, Any], timed: dict[str, Any]) -> str:
    """Return the page, with the figures as tables."""
    is_default = game.name == "en-garde"
    option = "" if is_default else f" --game {game.name}"
    references = (
        " *threshold* and *playout* are [references](bots.md#the-references), the others the levels to play"
        " against."
    )
    first, second = ("master", "fencer") if is_default else BOTS[game.name][:2]
    lines = [
        "# How strong the bots are" + ("" if is_default else f" at {game.title}"),
        "",
        f"Made by `python docs/standings.py{option}`. To repeat one pairing:"
        f" `engarde arena {first} {second} --rounds 10000{option}`. Each deal is played twice, with seats"
        " swapped. The result is the mean of won rounds (1), drawn rounds (0) and lost rounds (-1); ± is the"
        f" 95% margin.{references if is_default else ''}",
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
    if not timed:
        return "\n".join(lines) + "\n"
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
