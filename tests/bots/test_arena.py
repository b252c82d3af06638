"""The arena: fair to both bots, repeatable, and its figures checked by hand."""

import shlex
import sys
from collections import Counter
from contextlib import closing
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest
from bots.positions import played

from engine import arena
from engine.arena import CERTAINTY, Meeting, Pairing, match_odds, mean_with_margin, meet, student
from engine.bot import Bot, ForfeitError
from engine.en_garde import PRESETS, Action, Kind, RoundView, Seat
from engine.game import Game

RULES = PRESETS["ferti-advanced"]


def all_of(pairing: Pairing, processes: int = 1) -> Meeting:
    """Play all of a pairing."""
    return Meeting.of(meet(pairing, processes))


# --- fair and repeatable ---


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes() -> None:
    pairing = Pairing("fencer", "novice", RULES, 60, seed=4)
    alone, together = all_of(pairing, 1), all_of(pairing, 2)
    assert alone.deals == together.deals
    assert [len(times) for times in alone.times] == [len(times) for times in together.times]
    assert alone.rounds == 120
    assert all_of(Pairing("fencer", "novice", RULES, 60, seed=5)).deals != alone.deals


@pytest.mark.slow
def test_a_program_with_a_memory_gives_the_same_result_on_any_number_of_processes(tmp_path: Path) -> None:
    """This one attacks more and more the longer it runs."""
    script = tmp_path / "bot.py"
    script.write_text(
        """
import json, sys
for asked, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "hello"}', flush=True)
    elif message["type"] == "view":
        print(json.dumps({"type": "action", "action": message["legal"][-1 if asked > 40 else 0]}), flush=True)
""",
        encoding="utf-8",
    )
    pairing = Pairing(shlex.join([sys.executable, "-IS", str(script)]), "threshold", RULES, 30, seed=4)
    alone = all_of(pairing, 1)
    assert alone.forfeits[0] == {}
    assert all_of(pairing, 3).deals == alone.deals


def test_a_deal_is_the_same_however_many_are_played() -> None:
    few = [played(Pairing("fencer", "novice", RULES, 24, seed=4), start) for start in (0, 10, 20)]
    assert [part.rounds for part in few] == [20, 20, 8]
    # Start so that only one deal is left.
    alone = [
        played(Pairing("fencer", "novice", RULES, number + 1, seed=4), number) for number in (20, 21, 22, 23)
    ]
    assert Meeting.of(alone).deals == few[2].deals


def test_a_pairing_can_go_on_without_the_chunks_that_have_been_played() -> None:
    pairing = Pairing("fencer", "novice", RULES, 34, seed=4)
    whole, rest = all_of(pairing), Meeting.of(meet(pairing, 2, played=(0, 20)))
    assert sorted(whole.numbers) == list(range(34))
    assert sorted(rest.numbers) == [*range(10, 20), *range(30, 34)]
    assert Meeting.of([rest, played(pairing, 0), played(pairing, 20)]).deals == whole.deals


def test_workers_inherit_nothing_from_a_process_that_may_have_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(arena, "bot_named")
    assert all_of(Pairing("novice", "daydreamer", RULES, 1, seed=1)).rounds == 2


def test_every_deal_is_reported_as_soon_as_it_has_been_played() -> None:
    """So there is progress to see however long a bot thinks."""
    with closing(meet(Pairing("fencer", "novice", RULES, 10**9, seed=1), 2)) as parts:
        assert [next(parts).rounds for _ in range(3)] == [2, 2, 2]


def test_a_killed_process_is_reported() -> None:
    """And the others end, so that no partial result passes for a whole one."""
    with pytest.raises(ChildProcessError, match=r"exited with status -9$"):
        all_of(Pairing("sh -c 'kill -9 $PPID'", "novice", RULES, 40, seed=1), 2)


def test_a_bot_against_itself_wins_each_deal_from_one_seat_only() -> None:
    meeting = all_of(Pairing("threshold", "threshold", RULES, 60, seed=1))
    assert meeting.rounds == 120
    assert all(left == -right for left, right in meeting.deals)
    assert meeting.result[0] == 0
    assert meeting.count(1) == meeting.count(-1) > 0
    assert len(meeting.times[0]) == len(meeting.times[1])


class Witness(Bot):
    """Records what it sees, and plays the first legal action, or the first attack."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.begun: list[RoundView] = []
        self.chance: list[float] = []
        self.ended: list[RoundView] = []
        self.closed = 0

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return the first attack, else the first legal action."""
        if not any(play.seat is view.seat for play in view.plays):
            self.begun.append(view)
        self.chance.append(source.random())
        return next((action for action in view.legal if action.kind is Kind.ATTACK), view.legal[0])

    def finish(self, view: RoundView) -> None:
        """Record the last view."""
        self.ended.append(view)

    def close(self) -> None:
        """Count the call."""
        self.closed += 1


@pytest.fixture
def witnesses(monkeypatch: pytest.MonkeyPatch) -> dict[str, Witness]:
    """Replace bots by witnesses; return the last one made of each name."""
    made: dict[str, Witness] = {}

    def named(game: Game, name: str) -> Witness:
        made[name] = Witness(name)
        return made[name]

    monkeypatch.setattr(arena, "bot_named", named)
    return made


def test_both_bots_get_the_same_cards_and_every_deal_differs(
    witnesses: dict[str, Witness],
) -> None:
    played(Pairing("one", "two", RULES, 10, seed=1))
    one, two = (
        [(view.seat, view.first, view.hand) for view in witnesses[name].begun] for name in ("one", "two")
    )
    # The first bot sits left, then right, and each seat starts with the same cards both times.
    assert [seat for seat, _, _ in one] == [Seat.LEFT, Seat.RIGHT] * 10
    assert [seat for seat, _, _ in two] == [Seat.RIGHT, Seat.LEFT] * 10
    assert one[0::2] == two[1::2]
    assert one[1::2] == two[0::2]
    assert len({hand for _, _, hand in one}) > 10
    assert {first for _, first, _ in one} == set(Seat)


def test_another_seed_deals_other_cards(witnesses: dict[str, Witness]) -> None:
    hands = []
    for seed in (1, 1, 2):
        played(Pairing("one", "two", RULES, 4, seed), 0)
        hands.append([view.hand for view in witnesses["one"].begun])
    assert hands[0] == hands[1] != hands[2]


def test_every_bot_has_its_own_randomness_in_every_round(witnesses: dict[str, Witness]) -> None:
    played(Pairing("one", "two", RULES, 4, seed=1))
    chances = [chance for name in ("one", "two") for chance in witnesses[name].chance]
    assert len(set(chances)) == len(chances)
    before = list(chances)
    played(Pairing("one", "two", RULES, 4, seed=1))
    assert [chance for name in ("one", "two") for chance in witnesses[name].chance] == before


def test_bots_see_how_every_round_ended_from_their_seat_and_are_closed(
    witnesses: dict[str, Witness],
) -> None:
    meeting = played(Pairing("one", "two", RULES, 5, seed=1))
    one, two = witnesses["one"], witnesses["two"]
    assert [view.seat for view in one.ended] == [Seat.LEFT, Seat.RIGHT] * 5
    assert [view.seat for view in two.ended] == [Seat.RIGHT, Seat.LEFT] * 5
    assert all(view.result is not None and None not in view.hands for view in one.ended)
    won = sum(view.result is not None and view.result.winner is view.seat for view in one.ended)
    assert won == meeting.count(1)
    assert (one.closed, two.closed) == (1, 1)


def test_bots_are_closed_even_if_one_breaks(
    monkeypatch: pytest.MonkeyPatch, witnesses: dict[str, Witness]
) -> None:
    def broken(self: Witness, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        raise RuntimeError("broken")

    monkeypatch.setattr(Witness, "choose", broken)
    with pytest.raises(RuntimeError, match="broken"):
        played(Pairing("one", "two", RULES, 5, seed=1))
    assert [bot.closed for bot in witnesses.values()] == [1, 1]


# --- the figures ---


def known() -> Meeting:
    """Return six deals: two won from both seats, two shared, one lost from both, one won and drawn."""
    return Meeting(deals=Counter({(1, 1): 2, (1, -1): 1, (-1, 1): 1, (-1, -1): 1, (1, 0): 1}))


def test_rounds_are_counted_by_their_results() -> None:
    meeting = known()
    assert meeting.rounds == 12
    assert (meeting.count(1), meeting.count(0), meeting.count(-1)) == (7, 1, 4)


def test_the_result_is_the_mean_and_its_margin_counts_deals_not_rounds() -> None:
    # The six deals: 1, 1, 0, 0, -1, 1/2; their mean is 1/4. Two of 1 and two of -1 are added to the spread.
    deviations = [value - 0.15 for value in (1, 1, 0, 0, -1, 0.5, 1, 1, -1, -1)]
    mean, margin = known().result
    assert mean == 0.25
    # The quantile of nine degrees of freedom, from a table.
    assert margin == pytest.approx(2.262 * sqrt(sum(deviation**2 for deviation in deviations)) / 6, abs=1e-3)


def test_a_share_has_a_margin_of_its_own() -> None:
    # Won of each deal: 1, 1, 1/2, 1/2, 0, 1/2; the mean is 7/12. Two of 1 and two of 0 are added.
    won, margin = known().share(1)
    assert won == pytest.approx(7 / 12)
    deviations = [value - 0.55 for value in (1, 1, 0.5, 0.5, 0, 0.5, 1, 1, 0, 0)]
    squares = sum(deviation**2 for deviation in deviations)
    assert margin == pytest.approx(min(2.262 * sqrt(squares) / 6, 7 / 12), abs=1e-3)
    assert known().share(0)[0] == pytest.approx(1 / 12)
    assert known().share(-1)[0] == pytest.approx(4 / 12)
    assert sum(known().share(result)[0] for result in (1, 0, -1)) == pytest.approx(1)


def test_after_one_deal_everything_is_possible() -> None:
    meeting = Meeting(deals=Counter({(1, 1): 1}))
    assert meeting.result == (1, 2)
    assert meeting.share(1) == (1, 1)
    assert meeting.share(0) == (0, 1)
    assert meeting.decided == (1, 1)


def test_to_win_every_round_of_a_few_proves_little() -> None:
    margins = [Meeting(deals=Counter({(1, 1): deals})).share(1)[1] for deals in (5, 20, 100, 1000)]
    assert [round(margin, 3) for margin in margins] == [0.575, 0.14, 0.028, 0.003]


def test_many_deals_have_the_margin_of_the_normal_distribution() -> None:
    deals = Counter({(1, 1): 1900, (1, -1): 2100, (-1, -1): 900, (0, 1): 100})
    for mean, margin in (Meeting(deals).result, Meeting(deals).share(1)):
        assert 0 < margin < 0.03
        assert mean > 0
    won, margin = Meeting(deals).share(1)
    shares = {1.0: 1900, 0.5: 2200, 0.0: 900}
    variance = sum((share - won) ** 2 * times for share, times in shares.items()) / 4999
    assert margin == pytest.approx(CERTAINTY * sqrt(variance / 5000), rel=2e-3)


@pytest.mark.by_day(3)
@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
@pytest.mark.parametrize("deals", [5, 20, 100])
def test_the_margin_covers_the_truth_94_times_in_100(deals: int, share: float) -> None:
    """Whether the rounds of a deal always end alike, or have nothing to do with each other."""
    source = Random(f"{deals} {share}")
    for are_alike in (True, False):
        covered = 0
        for _ in range(4000):
            numbers: Counter[float] = Counter()
            for _ in range(deals):
                first = source.random() < share
                second = first if are_alike else source.random() < share
                numbers[(first + second) / 2] += 1
            mean, margin = mean_with_margin(numbers, 0, 1)
            covered += abs(mean - share) <= margin + 1e-9
        assert covered / 4000 >= 0.94 - 2 * sqrt(0.94 * 0.06 / 4000)


def test_the_quantiles_of_student_are_those_of_the_tables() -> None:
    assert [round(student(freedom), 3) for freedom in (4, 5, 9, 20, 60)] == [2.776, 2.57, 2.262, 2.086, 2.0]
    assert student(10**9) == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-4)


def test_parts_add_up() -> None:
    meeting, other = known(), Meeting(deals=Counter({(1, 1): 3, (0, 0): 1}))
    other.times[0].extend([0.5, 0.25])
    other.times[1].append(2.0)
    other.forfeits[1].update({"why": 2})
    meeting.add(other)
    meeting.add(other)
    assert meeting.rounds == 12 + 16
    assert meeting.deals[1, 1] == 8
    assert (list(meeting.times[0]), list(meeting.times[1])) == ([0.5, 0.25] * 2, [2.0] * 2)
    assert (meeting.forfeits[0], meeting.forfeits[1]) == (Counter(), Counter({"why": 4}))


def test_latency_is_the_median_and_the_99th_percentile() -> None:
    meeting = Meeting()
    times = [number / 1000 for number in range(1, 1001)]
    Random(1).shuffle(times)
    meeting.times[0].extend(times)
    meeting.times[1].extend([0.5, 0.1, 0.3])
    median, p99 = meeting.latency(0)
    assert median == pytest.approx(0.5005)
    assert p99 == pytest.approx(0.99, abs=0.0011)
    assert meeting.latency(1) == (0.3, 0.5)
    assert meeting.decisions_per_second(0) == pytest.approx(1000 / 500.5)
    assert meeting.decisions_per_second(1) == pytest.approx(3 / 0.9)


# --- forfeits ---


@pytest.mark.parametrize("index", [0, 1])
def test_a_program_that_exits_loses_every_round_for_a_reason(index: int) -> None:
    names = ["threshold", "threshold"]
    names[index] = "false"
    meeting = played(Pairing(names[0], names[1], RULES, 2, seed=1))
    lost = -1 if index == 0 else 1
    assert meeting.deals == {(lost, lost): 2}
    assert meeting.forfeits[index] == {"exited with status 1": 4}
    assert meeting.forfeits[1 - index] == {}
    # Decisions that never came count too.
    assert len(meeting.times[index]) == 4


def test_a_forfeit_ends_only_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tired(Witness):
        def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
            if self.name == "tired" and len(view.plays) > 3 and view.seat is Seat.LEFT:
                raise ForfeitError("has had enough")
            return super().choose(view, score, source)

    monkeypatch.setattr(arena, "bot_named", lambda game, name: Tired(name))
    meeting = played(Pairing("tired", "fresh", RULES, 6, seed=1))
    assert meeting.rounds == 12
    assert meeting.forfeits[0] == {"has had enough": 6}
    assert all(left == -1 for left, _ in meeting.deals)
    assert {right for _, right in meeting.deals} == {1, -1}


# --- the odds of a match ---


@pytest.mark.parametrize("target", [1, 3, 5])
def test_the_odds_of_a_match_are_those_of_playing_it_out(target: int) -> None:
    """Round by round, until one has won the target."""

    def odds(won: int, lost: int) -> float:
        if target in (won, lost):
            return float(won == target)
        return 0.6 * odds(won + 1, lost) + 0.4 * odds(won, lost + 1)

    assert match_odds(0.6, target) == pytest.approx(odds(0, 0))
    assert match_odds(0.4, target) == pytest.approx(1 - odds(0, 0))
    assert match_odds(0.5, target) == pytest.approx(0.5)


def test_drawn_rounds_do_not_count_for_the_odds_of_a_match() -> None:
    """Of these eight rounds four are decided, three of them won."""
    meeting = Meeting(Counter({(1, 1): 1, (1, -1): 1, (0, 0): 2}))
    assert meeting.decided[0] == pytest.approx(3 / 4)
    assert meeting.result[0] == pytest.approx(1 / 4)


def test_the_margin_of_a_decided_round_grows_with_the_rounds_drawn() -> None:
    """A share is half a result; if half of the rounds are drawn, there are half as many to tell."""
    meeting = Meeting(Counter({(1, 1): 100, (1, -1): 100, (0, 0): 200}))
    assert meeting.decided[1] == pytest.approx(meeting.result[1])


def test_nothing_but_drawn_rounds_leaves_the_odds_open() -> None:
    assert Meeting(Counter({(0, 0): 200})).decided == (0.5, 0.5)
