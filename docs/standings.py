"""Measure all bots of a game against each other and write docs/standings.md.

    python docs/standings.py [--game GAME] [--rounds N] [--playout-rounds N] [--seed S] [--processes N]
                             [--only BOT] [--without BOT] [--time] [--ladder] [--save FOLDER]

--ladder plays each level against the one before, and nothing else. All pairings take hours. Those whose
results are in docs/standings.json are not played again, unless a bot's mix or budget has changed since; with
--save, one that was interrupted goes on. The files of another game than En Garde have its name:
docs/standings-swords-and-shields.md.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from math import log10
from multiprocessing import Process
from operator import itemgetter
from os import cpu_count
from pathlib import Path
from typing import Any
from zlib import crc32

from engarde_tui.commands.arena import figures_of
from engarde_tui.storage.measured import MeasuredFile
from engine.arena import Meeting, Pairing, meet
from engine.game import Game, games

HERE = Path(__file__).parent
BOTS = {
    "en-garde": ("grandmaster", "virtuoso", "master", "playout", "fencer", "threshold", "novice"),
    "swords-and-shields": ("master", "squire", "novice"),
}
"""The bots of each game that are no mixes, from the strongest to the weakest."""

LADDER_RULES = {"en-garde": "ferti-advanced", "swords-and-shields": "quick-duel"}
"""The rules under which the ladders are measured."""

ANCHOR = "novice"
"""The level whose rating is 1000."""

SLOW = {"en-garde": "playout", "swords-and-shields": "master"}
LOADS = {"quiet": 0, "busy": 2}
"""For each core, the other processes that compute while bots are timed."""

TIMED_ROUNDS = {"playout": 40, "virtuoso": 200, "grandmaster": 200}
"""Rounds in which slow bots are timed, the others in `USUALLY_TIMED`."""

USUALLY_TIMED = {"en-garde": 400, "swords-and-shields": 6}


def pairings(game: Game) -> list[tuple[str, str, str]]:
    """Return (preset, first bot, second bot) of each pairing.

    The slow bot meets all others under the default rules, elsewhere only the master.
    """
    bots, slow = BOTS[game.name], SLOW[game.name]
    unmixed = {name for name, level in game.levels.items() if level.mix is None}
    assert set(bots) == {*unmixed, *game.references}
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
    parser.add_argument("--ladder", action="store_true", help="play each level against the one before")
    parser.add_argument("--save", type=Path, help="keep what has been played of a pairing in this folder")
    parser.add_argument("--time", action="store_true", help="measure again how long the bots think")
    options = parser.parse_args()
    game = games()[options.game]
    shelf = Shelf(game)
    if options.ladder:
        climb(game, shelf, options)
        return
    for preset, first, second in pairings(game):
        found = shelf.load()
        name = f"{preset}/{first}/{second}"
        makeups = [makeup(game, bot) for bot in (first, second)]
        if is_measured(found, name, makeups) or options.without in (first, second):
            continue
        if options.only and options.only not in (first, second):
            continue
        rounds = options.playout_rounds if SLOW[game.name] in (first, second) else options.rounds
        pairing = Pairing(first, second, game.presets[preset], rounds // 2, options.seed)
        figures = figures_of(preset, pairing, played(pairing, name, makeups, options))
        # Bots are slower on all cores at once, so `timed` measures this.
        del figures["bots"]
        figures["makeups"] = makeups
        print(name, f"{figures['result']:+.3f}", flush=True)
        shelf.save(pairings=found | {name: figures})
    if options.time:
        for load in LOADS:
            bots = dict.fromkeys((*game.levels, *game.references))
            shelf.save(timing=shelf.load("timing") | {load: {bot: timed(game, bot, load) for bot in bots}})
    shelf.page.write_text(page(game, shelf), encoding="utf-8")


def makeup(game: Game, name: str) -> str:
    """Return what a bot is mixed of, and with what budgets it judges; figures of another make-up are old.

    So they are after any other change of its play, which nothing here notices.
    """
    mix = game.levels[name].mix if name in game.levels else None
    parts = (name,) if mix is None else (mix.weaker, mix.stronger)
    budgets = [getattr(game.bot(part), "budget", None) for part in parts]
    return ", ".join(str(each) for each in (mix, *budgets) if each)


def is_measured(found: dict[str, Any], name: str, makeups: list[str]) -> bool:
    """Return whether there are figures of this name, of bots of these make-ups."""
    return name in found and found[name]["makeups"] == makeups


def played(pairing: Pairing, name: str, makeups: list[str], options: argparse.Namespace) -> Meeting:
    """Play a pairing, or what is missing of it in its file in the folder of --save.

    Bots of other make-ups have another file.
    """
    if options.save is None:
        return Meeting.of(meet(pairing, options.processes))
    options.save.mkdir(parents=True, exist_ok=True)
    saved = f"{name.replace('/', '-')}-{crc32(repr(makeups).encode()):08x}"
    with closing(MeasuredFile(str(options.save / saved), pairing)) as file:
        parts = list(file.chunks.values())
        for deal in meet(pairing, options.processes, file.chunks.keys()):
            parts.append(deal)
            file.add(deal)
    return Meeting.of(parts)


def steps(game: Game) -> Iterator[tuple[str, str]]:
    """Yield each level but the weakest with the one it is measured against, which comes first.

    That is the level before; those above the one that gives hints are all measured against that one.
    """
    names = list(game.levels)
    top = names.index(game.advisor)
    for index, level in enumerate(names[1:]):
        yield names[min(index, top)], level


def climb(game: Game, shelf: "Shelf", options: argparse.Namespace) -> None:
    """Measure each level against the one of its step, as far as that is missing; then write the page."""
    preset = LADDER_RULES[game.name]
    for below, level in steps(game):
        name, found = f"{level}/{below}", shelf.load("ladder")
        makeups = [makeup(game, one) for one in (level, below)]
        if is_measured(found, name, makeups):
            continue
        pairing = Pairing(level, below, game.presets[preset], options.rounds // 2, options.seed)
        figures = figures_of(preset, pairing, played(pairing, name, makeups, options))
        del figures["bots"]
        figures["makeups"] = makeups
        print(name, f"{figures['match']['odds']:.1%}", flush=True)
        shelf.save(ladder=found | {name: figures})
    shelf.page.write_text(page(game, shelf), encoding="utf-8")
    for name, rating in ratings(game, shelf.load("ladder")).items():
        noted = game.levels[name].rating
        print(name, rating, "" if rating == noted else f"(noted as {noted})")


def ratings(game: Game, ladder: dict[str, Any]) -> dict[str, int]:
    """Return the rating of each level that follows from the rounds of the steps."""
    above = {next(iter(game.levels)): 0.0}
    for below, level in steps(game):
        figures = ladder[f"{level}/{below}"]
        # Half a round more for each: who has never lost is not infinitely strong.
        above[level] = above[below] + 400 * log10((figures["won"] + 0.5) / (figures["lost"] + 0.5))
    return {name: round(1000 + rating - above[ANCHOR]) for name, rating in above.items()}


def timed(game: Game, bot: str, load: str) -> dict[str, Any]:
    """Return the figures of a bot's decisions, played in one process against the fastest bot."""
    rounds = TIMED_ROUNDS.get(bot, USUALLY_TIMED[game.name])
    pairing = Pairing(bot, "novice", game.presets[game.default], rounds // 2, 1)
    others = [Process(target=_compute, daemon=True) for _ in range(LOADS[load] * (cpu_count() or 1))]
    for other in others:
        other.start()
    try:
        figures = figures_of(game.default, pairing, Meeting.of(meet(pairing, 1)))["bots"][0]
    finally:
        for other in others:
            other.kill()
    print(load, bot, f"{figures['median_ms']:.3f} ms", flush=True)
    return dict(figures)


def _compute() -> None:
    while True:
        pass


class Shelf:
    """The files of a game's figures."""

    def __init__(self, game: Game) -> None:
        name = "standings" if game.name == "en-garde" else f"standings-{game.name}"
        self.file = HERE / f"{name}.json"
        self.page = HERE / f"{name}.md"

    def load(self, part: str = "pairings") -> dict[str, Any]:
        """Return the figures of the pairings, of the ladder, or of the timing."""
        return self._read().get(part, {})

    def save(self, **parts: dict[str, Any]) -> None:
        """Write some of the figures anew."""
        content = json.dumps(self._read() | parts, indent=1)
        self.file.write_text(content + "\n", encoding="utf-8")

    def _read(self) -> dict[str, Any]:
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}


def page(game: Game, shelf: Shelf) -> str:
    """Return the page, with the figures as tables."""
    found, timed = shelf.load(), shelf.load("timing")
    is_default = game.name == "en-garde"
    option = "" if is_default else f" --game {game.name}"
    references = " *threshold* and *playout* are [references](bots.md#the-references)."
    first, second = ("master", "fencer") if is_default else BOTS[game.name][:2]
    lines = [
        "# How strong the bots are" + ("" if is_default else f" at {game.title}"),
        "",
        f"Made by `python docs/standings.py{option}`. To repeat one pairing:"
        f" `engarde arena {first} {second} --rounds 10000{option}`. Each deal is played twice, with seats"
        " swapped. The result is the mean of won rounds (1), drawn rounds (0) and lost rounds (-1); ± is the"
        f" 95% margin.{references if is_default else ''} Not all pairings have played as many rounds.",
    ]
    lines += ladder_lines(game, shelf.load("ladder"), option)
    measured = [pairing for pairing in pairings(game) if "/".join(pairing) in found]
    for preset, of_preset in groupby(measured, key=itemgetter(0)):
        lines += ["", f"## {preset}", "", "| | | rounds | won | drawn | lost | result |"]
        lines.append("|---|---|--:|--:|--:|--:|--:|")
        for _, first, second in of_preset:
            figures = found[f"{preset}/{first}/{second}"]
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
        f"A decision against *novice*, made by `python docs/standings.py{option} --time`: in one process on"
        " an otherwise quiet machine, and beside two other processes that compute for each core.",
        "",
        f"| | decisions | {' | '.join(f'{load}: median | 99% | longest' for load in timed)} |",
        f"|---|--:{'|--:|--:|--:' * len(timed)}|",
    ]
    for bot, first_figures in next(iter(timed.values())).items():
        if any(bot not in figures for figures in timed.values()):
            continue
        cells = [
            f"{(ms := figures[bot][f'{name}_ms']):,.{1 if ms >= 1 else 3}f} ms"
            for figures in timed.values()
            for name in ("median", "p99", "longest")
        ]
        lines.append(f"| {bot} | {first_figures['decisions']:,} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def ladder_lines(game: Game, ladder: dict[str, Any], option: str) -> list[str]:
    """Return the table of the levels, each against the one of its step, once all steps are measured."""
    if any(f"{level}/{below}" not in ladder for below, level in steps(game)):
        return []
    lines = [
        "",
        "## The ladder",
        "",
        f"Each level against the one named beside it, under {LADDER_RULES[game.name]}, made by"
        f" `python docs/standings.py --ladder{option}`. The odds of a match to {game.target} follow from the"
        " rounds that were not drawn; their 95% interval is in brackets. A rating of 400 more stands for ten"
        " rounds won for each one lost.",
        "",
        f"| level | rating | against | rounds | won | drawn | lost | match to {game.target} |",
        "|---|--:|---|--:|--:|--:|--:|--:|",
    ]
    rating_of = ratings(game, ladder)
    lowest = next(iter(game.levels))
    lines.append(f"| {lowest} | {rating_of[lowest]} | | | | | | |")
    for below, level in steps(game):
        figures = ladder[f"{level}/{below}"]
        match = figures["match"]
        lines.append(
            f"| {level} | {rating_of[level]} | {below} | {figures['rounds']:,} | {figures['won_share']:.1%}"
            f" | {figures['drawn_share']:.1%} | {figures['lost_share']:.1%}"
            f" | {match['odds']:.1%} ({match['low']:.1%} to {match['high']:.1%}) |"
        )
    return lines


if __name__ == "__main__":
    main()
