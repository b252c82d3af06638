"""What a best response gains, exactly, from a policy that counts and searches as the judge does.

What `engine.en_garde.bots` works out from one view is computed here for all hands at every node of the public
tree: the count of the last cards, what the latest play or all that was played tells of the other hand, and
what each action is worth if both play on by the network. In place of the search's guesses there are all hands
and all piles, so this is a search with guesses without end.
"""

from typing import NamedTuple

import numpy as np

from engine.en_garde.bots import reading
from engine.en_garde.bots.arrays import search
from engine.en_garde.bots.arrays.policy import Odds
from engine.en_garde.bots.arrays.rounds import Bools
from engine.en_garde.bots.inputs import TAKE_HIT
from engine.en_garde.bots.judge import MARGIN, Budget
from engine.en_garde.bots.policy import CERTAIN, RARE, SHARPNESS, STEP
from engine.en_garde.bots.solver import CLOSE
from engine.training.exact import Tree
from engine.training.levels import Level, Reals, averaged, first_best, turned


class Thought(NamedTuple):
    """What the policy that is attacked can work out where it is to act; for each action of a level."""

    raw: Reals
    """The network's own odds of each hand."""
    odds: Reals
    """The odds that it plays by without a judge."""
    certain: Reals
    """The result, -1 to 1, for each hand, if every other hand leads to the same end; else nan."""
    counted: Reals
    """The mean result by counting to the end, against the hands that the latest play tells of."""
    searched: Reals
    """The mean result if both play on by the network, against the hands that all plays tell of."""


class Gain(NamedTuple):
    """The mean results of a round against a policy that is judged with a budget, -1 to 1."""

    best: float
    """That of a best response."""
    network: float
    """That of the policy itself without a judge."""


def gains(tree: Tree, raw: Odds, budgets: list[Budget]) -> list[Gain]:
    """Return what is gained from the policy with these odds as each budget lets it play.

    The odds are those that were learned, not sharpened, and above 0 for any legal action.
    """
    levels = tree.grown(raw, raw)
    thoughts = _thoughts(tree, levels)
    found = []
    for budget in budgets:
        reach, answered, plain = tree.deals, [], []
        for level, thought in zip(levels, thoughts, strict=True):
            mine, played = level.mine[level.parent][:, None], _played(level, thought, budget)
            share = np.where(mine, level.share > 0, played)
            answered.append(level._replace(reach=reach, share=share))
            plain.append(level._replace(share=np.where(mine, thought.odds, played)))
            reach = tree.reached(level, reach, share)
        found.append(Gain(tree.result(answered, best=True), tree.result(plain, best=False)))
    return found


def _thoughts(tree: Tree, levels: list[Level]) -> list[Thought]:
    """Return what the policy can work out at each level of a tree that has all actions."""
    dealt = latest = whole = tree.deals
    weights, sharp = [], []
    for level in levels:
        weights.append((dealt, latest, whole))
        odds = _sharpened(level, np.log(np.maximum(level.share, np.finfo(float).tiny)), SHARPNESS)
        sharp.append(odds)
        legal = (level.share > 0).astype(float)
        # The attacker's play tells of its hand; the policy knows its own.
        theirs = level.mine[level.parent][:, None]
        read, believed = (
            np.where(theirs, _doubted(level, odds, surprise), legal)
            for surprise in (reading.SURPRISE, search.SURPRISE)
        )
        # All that was played before the latest play tells only where these cards are.
        latest = tree.reached(level, np.where(level.mine[:, None, None], dealt, latest), read)
        whole = tree.reached(level, whole, believed)
        dealt = tree.ways(level.left[level.following >= 0]) * (tree.reached(level, dealt, legal) > 0)
    counts = plays = tree.deals[:0]
    last: Level | None = None
    thoughts = []
    for level, (dealt, latest, whole), odds in zip(
        reversed(levels), reversed(weights), reversed(sharp), strict=True
    ):
        side = np.where(level.mine[level.parent], 1, -1)[:, None]
        counted, played = tree.worths(level, counts), tree.worths(level, plays)
        thoughts.append(
            Thought(
                level.share,
                odds,
                _certain(level, last, side[:, :, None] * counted, dealt),
                side * averaged(level, counted, latest),
                side * averaged(level, played, whole),
            )
        )
        everywhere = np.ones(len(level.mine), np.bool_)
        counts = tree.chosen(level._replace(reach=dealt), counted, everywhere)
        plays = tree.chosen(level._replace(share=odds), played, ~everywhere)
        ending = (level.pile > 0) & (level.pile <= search.COUNTED)
        plays[ending] = counts[ending]
        last = level
    return thoughts[::-1]


def _played(level: Level, thought: Thought, budget: Budget) -> Reals:
    """Return the odds by which the policy plays each action with a budget, as the judge's hint does."""
    if budget.counts < 0:
        return thought.odds
    node, pile = level.parent, level.pile[level.parent][:, None]
    legal = level.share > 0
    sure = ~np.isnan(thought.certain)
    settled = _sums(level, sure & legal)[node] == _sums(level, legal)[node]
    known = np.where(legal, thought.certain, np.nan)
    searched = np.clip(thought.searched, 1 - 2 * CERTAIN, 2 * CERTAIN - 1)
    for where, worth in (
        ((pile == 0) | (pile <= budget.counts), thought.counted),
        ((pile > budget.counts) & (pile <= budget.searches) & (budget.guesses > 0), searched),
    ):
        known = np.where(legal & ~sure & ~settled & where, worth, known)
    best, highest = _best(level, known, thought.odds)
    complete = _sums(level, ~np.isnan(known) & legal)[node] == _sums(level, legal)[node]
    top = highest[node]
    kept = np.where(top - known <= 2 * MARGIN, thought.odds, 0)
    kept += best * (1 - _sums(level, kept)[node])
    leaning = _sharpened(
        level, np.log(np.maximum(thought.raw, np.finfo(float).tiny)) + STEP * np.nan_to_num(known), 1
    )
    plain = np.isneginf(top) | ((top < 1 - CLOSE) & ~complete)
    decided = (top >= 1 - CLOSE) | (pile == 0)
    return np.select([~legal, plain, decided, pile > budget.counts], [0, thought.odds, best, leaning], kept)


def _certain(level: Level, following: Level | None, counted: Reals, dealt: Reals) -> Reals:
    """Return the result after each action that ends the round alike, whatever the other hand; else nan.

    An action ends it if no card is left to draw, or if the other can only take the hit or has no move.
    """
    ends = np.zeros((len(counted), counted.shape[2]), np.bool_)
    live = level.following >= 0
    ends[~live] = True
    if following is not None:
        hit = np.zeros(following.stuck.shape, np.bool_)
        taken = following.output == TAKE_HIT
        np.logical_or.at(hit, following.parent[taken], following.share[taken] > 0)
        done = hit | following.stuck | (following.pile == 0)[:, None]
        ends[live] = done[level.following[live]]
    possible = turned(dealt[level.parent], level.mine[level.parent]) > 0
    all_end = (ends[:, None, :] | ~possible).all(2)
    lowest = np.where(possible, counted, np.inf).min(2)
    alike = (np.where(possible, counted, -np.inf).max(2) - lowest < CLOSE) & possible.any(2)
    return np.where(all_end & alike, np.round(lowest), np.nan)


def _best(level: Level, known: Reals, odds: Reals) -> tuple[Reals, Reals]:
    """Return 1 for the action of which the most is known to be won, 0 for others; and how much that is.

    Of equal ones it is the likeliest.
    """
    highest = np.full(level.stuck.shape, -np.inf)
    np.maximum.at(highest, level.parent, np.nan_to_num(known, nan=-np.inf))
    likely = np.where(known >= highest[level.parent] - CLOSE, odds, -np.inf)
    return first_best(level, likely).astype(float), highest


def _sharpened(level: Level, logits: Reals, power: float) -> Reals:
    """Return for each hand the odds of `engine.en_garde.bots.policy.sharpened`, of what is legal."""
    node, legal = level.parent, level.share > 0
    highest = np.full(level.stuck.shape, -np.inf)
    np.maximum.at(highest, node, np.where(legal, logits, -np.inf))
    powers = np.where(legal, np.exp(np.minimum(power * (logits - highest[node]), 0)), 0)
    powers[powers < RARE * _sums(level, powers)[node]] = 0
    return powers / np.maximum(_sums(level, powers)[node], np.finfo(float).tiny)


def _doubted(level: Level, odds: Reals, surprise: float) -> Reals:
    """Return odds that are mixed with any legal action, as a fencer doubts that another plays by them."""
    legal = level.share > 0
    return odds * (1 - surprise) + legal * surprise / np.maximum(_sums(level, legal)[level.parent], 1)


def _sums(level: Level, numbers: Reals | Bools) -> Reals:
    """Return the sum over the actions of each node, for each hand."""
    sums = np.zeros(level.stuck.shape)
    np.add.at(sums, level.parent, numbers)
    return sums
