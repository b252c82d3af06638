"""An attacker that knows the odds it plays against: exact beliefs, and each action tried on many guesses."""

from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from engine.en_garde.bots.inputs import OUTPUTS
from engine.en_garde.rules import Rules
from engine.training.beliefs import HANDS, Beliefs
from engine.training.networks import choose
from engine.training.opponents import Odds, Opponent, played_by, surprising
from engine.training.rounds import Bools, Ints, Rounds
from engine.training.selfplay import decks

AT_ONCE: Final = 16384
"""Guesses that are played out at the same time."""

ROUNDS: Final = 1024
"""Rounds at the same time."""

FINALISTS: Final = 3
"""Actions that did best at first sight and are tried on all guesses, as is the policy's likeliest."""


class Search(NamedTuple):
    """A one-step improvement of a policy against an opponent that is taken to play by known odds."""

    odds: Odds
    """The odds of the policy, which is played unless something is better, and plays on afterwards."""
    believed: Odds
    """The odds that the opponent is taken to play by."""
    surprise: float = 0.0
    """How often the opponent is taken to play any legal action at all, when its hand is read."""
    guesses: int = 128
    """Guesses of the hidden cards per decision, at least 8; the first look takes a quarter as many more."""
    caution: float = 2.0
    """By how many standard errors an action must be better than the policy's likeliest to be played."""

    def results(self, opponent: Opponent, rules: Rules, pairs: int, seed: int) -> NDArray[np.float64]:
        """Return the result of each pair of rounds, -2 to 2: one deck and one starter, from both seats."""
        source, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
        dealt, first = decks(pairs, source), source.integers(0, 2, pairs)
        results = np.zeros(pairs)
        for start in range(0, pairs, ROUNDS):
            part = slice(start, start + ROUNDS)
            for seat in range(2):
                rounds = Rounds([rules] * len(first[part]), dealt[part], first[part])
                self._play(opponent, rounds, seat, source, noise)
                results[part] += rounds.results(seat)
        return results

    def _play(
        self,
        opponent: Opponent,
        rounds: Rounds,
        seat: int,
        source: np.random.Generator,
        noise: torch.Generator,
    ) -> None:
        beliefs = self.begun(rounds, np.full(len(rounds.turn), seat))
        while len(playing := rounds.playing):
            own = rounds.turn[playing] == seat
            rows, theirs = playing[own], playing[~own]
            if len(rows):
                beliefs.play(rows, self.best(beliefs, rows, source, noise))
            if len(theirs):
                beliefs.play(theirs, opponent(rounds, theirs, rounds.legal(theirs), noise))

    def begun(self, rounds: Rounds, seats: Ints) -> Beliefs:
        """Return what the fencers in these seats believe where the cards have just been dealt."""
        return Beliefs(rounds, seats, surprising(self.believed, self.surprise))

    def best(self, beliefs: Beliefs, rows: Ints, source: np.random.Generator, noise: torch.Generator) -> Ints:
        """Return what to play in each row, in which the believer is to act."""
        legal = beliefs.rounds.legal(rows)
        shares = self.odds(beliefs.rounds, rows, legal)
        chosen: Ints = choose(torch.from_numpy(shares), noise).numpy()
        open_ = np.flatnonzero(legal.sum(1) > 1)
        rows, legal, shares = rows[open_], legal[open_], shares[open_]
        everyone, usual = np.arange(len(rows)), shares.argmax(1)
        first = self.tried(beliefs, rows, legal, self.guesses // 4, source, noise).mean(2)
        # Where several do equally well, the policy's odds count.
        first += 1e-6 * shares
        first[~legal] = -np.inf
        tried = np.zeros_like(legal)
        np.put_along_axis(tried, first.argsort(1)[:, -FINALISTS:], True, 1)
        tried[everyone, usual] = True
        tried &= legal
        found = self.tried(beliefs, rows, tried, self.guesses, source, noise)
        more = found - found[everyone, usual][:, None]
        gain = more.mean(2) - self.caution * more.std(2, ddof=1) / np.sqrt(self.guesses)
        gain[~tried] = -np.inf
        gain[everyone, usual] = -np.inf
        chosen[open_] = np.where(gain.max(1) > 0, gain.argmax(1), chosen[open_])
        return chosen

    def tried(
        self,
        beliefs: Beliefs,
        rows: Ints,
        actions: Bools,
        guesses: int,
        source: np.random.Generator,
        noise: torch.Generator,
    ) -> NDArray[np.int8]:
        """Return the result of each of the actions in each of the same guesses; 0 for other actions."""
        rounds, seats = beliefs.rounds, beliefs.seats
        hands = sampled(beliefs.chances[rows], guesses, source)
        row, output = np.nonzero(actions)
        piles = shuffled(rounds, seats, rows, hands, source)
        found = np.zeros((len(rows), OUTPUTS, guesses), np.int8)
        per_part = max(AT_ONCE // guesses, 1)
        for start in range(0, len(row), per_part):
            part = slice(start, start + per_part)
            which = np.repeat(row[part], guesses)
            guess = np.tile(np.arange(guesses), len(row[part]))
            everyone, seat = np.arange(len(which)), seats[rows[which]]
            guessed = rounds.take(rows[which])
            guessed.hands[everyone, 1 - seat] = HANDS[hands[which, guess]]
            guessed.deck = piles[which, guess]
            guessed.play(everyone, np.repeat(output[part], guesses))
            self._play_out(guessed, seat, noise)
            found[row[part], output[part]] = guessed.results(seat).reshape(-1, guesses)
        return found

    def _play_out(self, rounds: Rounds, seats: Ints, noise: torch.Generator) -> None:
        while len(playing := rounds.playing):
            own = rounds.turn[playing] == seats[playing]
            for rows, odds in ((playing[own], self.odds), (playing[~own], self.believed)):
                if len(rows):
                    rounds.play(rows, played_by(odds)(rounds, rows, rounds.legal(rows), noise))


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
