"""An attacker that knows the odds it plays against: exact beliefs, each action tried, learned values."""

from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.en_garde.bots import inputs
from engine.en_garde.rules import Rules
from engine.training.beliefs import HANDS, Beliefs
from engine.training.networks import choose, floats, new_critic, outputs
from engine.training.opponents import Odds
from engine.training.rounds import OVER, Bools, Ints, Rounds
from engine.training.selfplay import decks

AT_ONCE: Final = 16384
"""Guesses that are tried at the same time."""

ROUNDS: Final = 2048
"""Rounds at the same time."""

LAST: Final = 20
"""Iterations whose mean error tells how well it learned."""


class Search(NamedTuple):
    """A one-step improvement of a policy against an opponent whose odds are known."""

    odds: Odds
    """The odds of the policy that plays on after the action."""
    opponent: Odds
    critic: nn.Sequential
    """Expects the result when the policy plays on against the opponent."""
    guesses: int = 24
    """Guesses of the hidden cards per decision."""
    trust: float = 0.05
    """How much less an action may be worth than another that the policy is sure to play."""

    def results(self, rules: Rules, pairs: int, seed: int) -> NDArray[np.float64]:
        """Return the result of each pair of rounds, -2 to 2: one deck and one starter, from both seats."""
        source, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
        dealt, first = decks(pairs, source), source.integers(0, 2, pairs)
        results = np.zeros(pairs)
        for start in range(0, pairs, ROUNDS):
            part = slice(start, start + ROUNDS)
            for seat in range(2):
                rounds = Rounds([rules] * len(first[part]), dealt[part], first[part])
                self._play(rounds, seat, source, noise)
                results[part] += np.where(rounds.winner < 0, 0, np.where(rounds.winner == seat, 1, -1))
        return results

    def _play(self, rounds: Rounds, seat: int, source: np.random.Generator, noise: torch.Generator) -> None:
        beliefs = Beliefs(rounds, np.full(len(rounds.turn), seat), self.opponent)
        while len(playing := rounds.playing):
            own = rounds.turn[playing] == seat
            rows, theirs = playing[own], playing[~own]
            if len(rows):
                beliefs.play(rows, self.best(beliefs, rows, source))
            if len(theirs):
                odds = self.opponent(rounds, theirs, rounds.legal(theirs))
                beliefs.play(theirs, choose(torch.from_numpy(odds), noise).numpy())

    def best(self, beliefs: Beliefs, rows: Ints, source: np.random.Generator) -> Ints:
        """Return the best action in each row, in which the believer is to act."""
        rounds = beliefs.rounds
        legal = rounds.legal(rows)
        score = np.where(legal, self.trust * self.odds(rounds, rows, legal), -np.inf)
        open_ = np.flatnonzero(legal.sum(1) > 1)
        score[open_] += self.values(beliefs, rows[open_], legal[open_], source)
        best: Ints = score.argmax(1)
        return best

    @torch.no_grad()
    def values(
        self, beliefs: Beliefs, rows: Ints, legal: Bools, source: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return what each legal action is worth on average over the same guesses; 0 for the others."""
        rounds, seats = beliefs.rounds, beliefs.seats
        hands = sampled(beliefs.chances[rows], self.guesses, source)
        row, output = np.nonzero(legal)
        piles = shuffled(rounds, seats, rows, hands, source)
        worth = np.zeros((len(row), self.guesses))
        per_part = max(AT_ONCE // self.guesses, 1)
        for start in range(0, len(row), per_part):
            part = slice(start, start + per_part)
            which = np.repeat(row[part], self.guesses)
            guess = np.tile(np.arange(self.guesses), len(row[part]))
            everyone, seat = np.arange(len(which)), seats[rows[which]]
            tried = rounds.take(rows[which])
            tried.hands[everyone, 1 - seat] = HANDS[hands[which, guess]]
            tried.deck = piles[which, guess]
            tried.play(everyone, np.repeat(output[part], self.guesses))
            result = np.where(tried.winner < 0, 0.0, np.where(tried.winner == seat, 1.0, -1.0))
            unfinished = np.flatnonzero(tried.phase != OVER)
            if len(unfinished):
                seen = floats(tried.inputs(unfinished, seat[unfinished], critic=True))
                result[unfinished] = outputs(self.critic, seen, fast=True)[:, 0].numpy()
            worth[part] = result.reshape(-1, self.guesses)
        values = np.zeros((len(rows), inputs.OUTPUTS))
        values[row, output] = worth.mean(1)
        return values


def sampled(chances: NDArray[np.float64], number: int, source: np.random.Generator) -> Ints:
    """Return the indices of `number` hands per row, each as often as its chance says, give or take one."""
    sums = chances.cumsum(1)
    places = (np.arange(number) + source.random((len(chances), 1))) / number * sums[:, -1:]
    found: Ints = (sums[:, None, :] <= places[:, :, None]).sum(2)
    return np.minimum(found, chances.shape[1] - 1)


def shuffled(rounds: Rounds, seats: Ints, rows: Ints, hands: Ints, source: np.random.Generator) -> Ints:
    """Return a deck for each guess of each row, with the cards that it leaves for the pile shuffled."""
    number, guesses = hands.shape
    known = rounds.hands[rows, seats[rows]] + rounds.played[rows]
    left = rounds.size.copies - known[:, None, 1:] - HANDS[hands][:, :, 1:]
    total, cards = rounds.deck.shape[1], np.arange(rounds.deck.shape[1])
    place = cards - rounds.drawn[rows][:, None]
    # Places before the pile keep their (played or held) cards; they are never drawn again.
    pile = (left.cumsum(2)[:, :, None, :] <= cards[:, None]).sum(3) + 1
    keys = source.random((number, guesses, total))
    keys[cards[None, None, :] >= left.sum(2)[:, :, None]] = 2
    pile = np.take_along_axis(pile, keys.argsort(2), 2)
    places = np.broadcast_to(np.maximum(place, 0)[:, None, :], pile.shape)
    dealt = np.broadcast_to(rounds.deck[rows][:, None, :], pile.shape)
    return np.where(place[:, None, :] >= 0, np.take_along_axis(pile, places, 2), dealt)


def learned_critic(
    odds: Odds, opponent: Odds, rules: Rules, iterations: int, seed: int, hidden: int = 192
) -> tuple[nn.Sequential, float]:
    """Learn what to expect when a policy plays an opponent; return the critic and its last mean error."""
    torch.manual_seed(seed)
    source, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    critic, errors = new_critic(hidden), []
    adam = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for iteration in range(iterations):
        for group in adam.param_groups:
            group["lr"] = 1e-3 * 0.03 ** (iteration / iterations)
        seen, result = _played(odds, opponent, rules, source, noise)
        for part in np.array_split(source.permutation(len(seen)), max(len(seen) // 1024, 1)):
            expected = outputs(critic, floats(seen[part]), fast=True)[:, 0]
            error = ((expected - torch.from_numpy(result[part])) ** 2).mean()
            adam.zero_grad()
            error.backward()
            adam.step()
        errors.append(float(error.detach()))
    return critic, float(np.mean(errors[-LAST:]))


def _played(
    odds: Odds,
    opponent: Odds,
    rules: Rules,
    source: np.random.Generator,
    noise: torch.Generator,
    number: int = 2048,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Play rounds; return the critic's inputs for the policy's seat after each action, and the results.

    In most rounds the policy strays once: one of its actions is random, and only what follows it counts, so
    that the critic knows what comes after actions that the policy would not play.
    """
    number = ROUNDS
    rounds = Rounds([rules] * number, decks(number, source), source.integers(0, 2, number))
    seats, until = source.integers(0, 2, number), source.integers(0, 10, number)
    seen, rows_of, strayed = [], [], []
    while len(playing := rounds.playing):
        own = rounds.turn[playing] == seats[playing]
        for rows, mine in ((playing[own], True), (playing[~own], False)):
            if not len(rows):
                continue
            legal = rounds.legal(rows)
            shares = (odds if mine else opponent)(rounds, rows, legal)
            if mine:
                stray = until[rows] == 0
                shares[stray] = legal[stray] / legal[stray].sum(1, keepdims=True)
                until[rows] -= 1
            rounds.play(rows, choose(torch.from_numpy(shares), noise).numpy())
        rows = rounds.playing
        seen.append(rounds.inputs(rows, seats[rows], critic=True))
        rows_of.append(rows)
        strayed.append(until[rows] < 0)
    after = np.concatenate(rows_of)
    counts = np.concatenate(strayed) == (until < 0)[after]
    result = np.where(rounds.winner == seats, 1.0, np.where(rounds.winner < 0, 0.0, -1.0))
    return np.concatenate(seen)[counts], result[after[counts]].astype(np.float32)
