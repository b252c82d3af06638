"""The daily bout: its deals, its rules and its card; streaks of days."""

import os
import subprocess
import sys
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from bouts import BOUT, DAY, NOON, played, stored
from commands import engarde
from hypothesis import given
from hypothesis import strategies as st

from engarde_tui.fair.chain import verify
from engarde_tui.fair.commitment import Verdict
from engarde_tui.play.client import Client
from engarde_tui.play.daily import AT_HOME, bouts_of, deals_of, live_match_of, seals
from engarde_tui.play.day import Bout, day_of, longest_streak, recorded_day, streak
from engarde_tui.progress.statistics import tallies
from engarde_tui.storage.bouts import begun, days_played, stored_bouts
from engarde_tui.storage.files import write_record
from engarde_tui.storage.store import Store
from engarde_tui.widgets.daily_card import card_of
from engine.bot import Bot
from engine.en_garde import PRESETS, Action, RoundView, Seat
from engine.game import game_of

HALL = bytes(range(32)).hex()
"""The secret of a hall."""


# --- deals ---


def deal(bout: Bout = BOUT, number: int = 1, secret: str = AT_HOME) -> str:
    return deals_of(bout, secret).deal(game_of(bout.rules), number)


def test_the_same_day_and_rules_give_the_same_deals_on_every_machine() -> None:
    """Words that must never change, or friends with two versions would play other cards."""
    assert [deal(number=number) for number in (1, 2, 3)] == [
        "4514423111323254355354221",
        "5443153351315142452322124",
        "3132431252144154335215245",
    ]


def test_another_day_other_rules_and_a_hall_give_other_deals() -> None:
    others = [BOUT._replace(day=DAY + timedelta(days=1)), *bouts_of(DAY)]
    assert len({deal(bout) for bout in others}) == len(others)
    assert deal(secret=HALL) not in {deal(bout) for bout in others}


def test_a_day_begins_for_everybody_at_once() -> None:
    midnight = datetime(2026, 11, 23, tzinfo=UTC)
    assert day_of(midnight) == DAY
    assert day_of(midnight - timedelta(seconds=1)) == DAY - timedelta(days=1)
    assert day_of(midnight.astimezone(timezone(timedelta(hours=-8)))) == DAY


class Chancy(Bot):
    """Plays anything, and notes what chance it had."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return an action by chance."""
        self.drawn.append(source.random())
        return source.choice(view.legal)


def answers(secret: str) -> list[float]:
    """The chance of a bot in the first turns of a bout, and the actions that follow from it."""
    table, bot = live_match_of(BOUT, "Anna", secret), Chancy()
    table._bots = (None, bot)
    while len(bot.drawn) < 4 and table.turn is not None:
        table.play(table.ask_bot() if table.waits_for_bot else table.view(table.turn).round.legal[0])
    return bot.drawn


def test_the_same_play_meets_the_same_answers() -> None:
    """Chance differs from turn to turn, and follows from the secret, too."""
    assert answers(AT_HOME) == answers(AT_HOME)
    assert len(set(answers(AT_HOME) + answers(HALL))) == 8


# --- rules ---


def test_nobody_is_helped_in_a_daily_bout() -> None:
    table = live_match_of(BOUT, "Anna", AT_HOME)
    client = Client(table)
    table.play(table.view(Seat.LEFT).round.legal[0])
    table.play(table.ask_bot())
    assert (client.may_ask, client.may_undo, client.has_bot) == (False, False, True)
    for helping in (client.note_hint, client.undo):
        with pytest.raises(ValueError, match="without hints and without undo"):
            helping(table.revision)


def test_a_bout_is_first_to_three_and_its_line_names_the_day(tmp_path: Path) -> None:
    """An ordinary match has no such line."""
    store = Store(tmp_path, now=lambda: NOON)
    table = stored(store)
    assert (table.day, table.view(None).target) == (DAY, 3)
    (id,) = store.ids()
    assert store.summary(id).day == DAY
    assert recorded_day((("Daily", "2026-11-23"),)) == DAY
    for text in ("", "today", "2026-11-31", "20261123", "2026-11-23T12:00"):
        assert recorded_day((("Daily", text),)) is None


def test_the_bout_of_a_friend_leaves_the_own_one_to_be_played(tmp_path: Path) -> None:
    """Even if both have the same name."""
    theirs, ours = (Store(tmp_path / name, now=lambda: NOON) for name in ("theirs", "ours"))
    stored(theirs)
    record = theirs.record(1)
    ours.add(record)
    assert stored_bouts(ours, "Anna") == []
    assert (ours.summary(1).day, ours.summary(1).is_imported) == (None, True)
    assert ours.record(1) == record
    stored(ours)
    assert len(stored_bouts(ours, "Anna")) == 1


def test_one_try_a_day_and_rules_and_name(tmp_path: Path) -> None:
    store = Store(tmp_path, now=lambda: NOON)
    stored(store, until_over=False)
    stored(store, BOUT._replace(rules=PRESETS["abacus-basic"], day=DAY - timedelta(days=1)))
    bouts = stored_bouts(store, "Anna")
    found = begun(bouts, BOUT)
    assert found is not None
    assert not found.is_over
    assert begun(bouts, BOUT._replace(rules=PRESETS["abacus-basic"])) is None
    assert days_played(bouts) == {DAY - timedelta(days=1)}
    assert stored_bouts(store, "Bruno") == []
    assert stored_bouts(store, "An\u200dna\ufe0f") == bouts, "no other name is seen"


def test_of_two_who_begin_one_bout_together_one_is_told(tmp_path: Path) -> None:
    """Whatever each has read before: there is one try."""
    code = (
        "import sys; from pathlib import Path; from bouts import BOUT\n"
        "from engarde_tui.play.daily import AT_HOME, live_match_of\n"
        "from engarde_tui.play.saving import BeginRefusedError\n"
        "from engarde_tui.storage.bouts import begin_bout, stored_bouts\n"
        "from engarde_tui.storage.store import Store\n"
        "store = Store(Path(sys.argv[1])); table = live_match_of(BOUT, 'Anna', AT_HOME)\n"
        "assert not stored_bouts(store, 'Anna')\n"
        "print('ready', flush=True); input()\n"
        "try: table.save_with(lambda *match: begin_bout(store, BOUT, *match))\n"
        "except BeginRefusedError as error: print(error)\n"
        "else: print('begun')\n"
    )
    with ExitStack() as stack:
        windows = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", code, str(tmp_path)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
                )
            )
            for _ in range(3)
        ]
        assert [window.stdout and window.stdout.readline() for window in windows] == ["ready\n"] * 3
        for window in windows:
            assert window.stdin is not None
            window.stdin.write("\n")
            window.stdin.flush()
        said = sorted(window.communicate()[0] for window in windows)
    told = "you have begun this bout in another window: there is one try\n"
    assert said == ["begun\n", told, told]
    assert len(stored_bouts(Store(tmp_path), "Anna")) == 1


def test_the_decks_of_a_record_are_checked(tmp_path: Path) -> None:
    """At home, and in a hall by the commitment that it has shown."""
    store = Store(tmp_path, now=lambda: NOON)
    for secret in (AT_HOME, HALL):
        stored(store, secret=secret)
        record = store.record(max(store.ids()))
        assert {check.verdict for check in verify(record)} == {Verdict.KEPT}
        write_record(record, str(tmp_path / f"{secret}.engarde"))
    at_home, sealed = (engarde("verify", str(tmp_path / f"{each}.engarde")) for each in (AT_HOME, HALL))
    assert (at_home.returncode, sealed.returncode) == (0, 0)
    assert at_home.stdout.endswith("daily bout of 2026-11-23: these are everybody's decks at home\n")
    assert sealed.stdout.endswith(f"has shown the commitment {deals_of(BOUT, HALL).chain.link(0)}\n")


def test_a_hall_s_seal_opens_two_days_later_and_not_before() -> None:
    """Whoever has its link can make every link before it, and the deals."""
    tomorrow = list(seals(HALL, [DAY], DAY - timedelta(days=1)))
    assert list(seals(HALL, [DAY], DAY + timedelta(days=1))) == tomorrow
    opened = list(seals(HALL, [DAY], DAY + timedelta(days=2)))
    assert set(opened) - set(tomorrow) == {line for line in opened if " link 20: " in line}
    (shut,) = (line for line in tomorrow if "ferti-advanced link 0: " in line)
    (link,) = (line.split()[-1] for line in opened if "ferti-advanced link 20: " in line)
    for _ in range(20):
        link = sha256(link.encode()).hexdigest()
    assert link == shut.split()[-1]


# --- the card ---


def test_the_card_says_how_it_went_and_gives_nothing_away() -> None:
    table = played(live_match_of(BOUT, "Anna", AT_HOME), seed=7)
    view = table.view(None)
    assert card_of(view, Seat.LEFT, table.actions(Seat.LEFT), DAY, 2) == [
        "En Garde daily 2026-11-23, Ferti advanced",
        "Lost 2 : 3  ◇◇◆●○",
        "35 actions, streak 2 days",
    ]
    in_ascii = card_of(view, Seat.LEFT, 1, DAY, 1, ascii_only=True)
    assert in_ascii[1:] == ["Lost 2 : 3  --+*o", "1 action, streak 1 day"]
    assert "".join(in_ascii).isascii()


def test_a_drawn_round_is_on_the_card() -> None:
    view = played(live_match_of(BOUT, "Anna", AT_HOME), seed=5).view(None)
    assert card_of(view, Seat.LEFT, 30, DAY, 1)[1] == "Won 3 : 0  ◆◆–◆"


# --- streaks ---


def days(*numbers: int) -> list[date]:
    return [date(2026, 11, number) for number in numbers]


@pytest.mark.parametrize(
    ("played", "current", "longest"),
    [
        ((), 0, 0),
        ((10,), 1, 1),
        ((9,), 1, 1),
        ((8,), 0, 1),
        ((8, 9, 10), 3, 3),
        ((8, 9), 2, 2),
        ((1, 2, 3, 4, 6, 9, 10), 2, 4),
        ((10, 11, 12), 1, 3),
    ],
)
def test_a_streak_lasts_until_a_day_is_over(played: tuple[int, ...], current: int, longest: int) -> None:
    """Today is the tenth, and not over yet."""
    assert streak(days(*played), date(2026, 11, 10)) == current
    assert longest_streak(days(*played)) == longest


@given(st.sets(st.integers(1, 30)))
def test_the_longest_streak_is_the_longest_of_all_days(numbers: set[int]) -> None:
    played = days(*numbers)
    assert longest_streak(played) == max((streak(played, day) for day in played), default=0)


def test_streaks_reach_the_ends_of_the_calendar() -> None:
    """Nobody's record can make the statistics fail."""
    assert streak([date.min], date.min) == longest_streak([date.min, date.max]) == 1


def test_the_statistics_count_the_days_of_the_player_and_not_of_the_bot(tmp_path: Path) -> None:
    """Two bouts on a day are one day, won if one of them was."""
    store = Store(tmp_path, now=lambda: NOON)
    stored(store)
    stored(store, BOUT._replace(rules=PRESETS["abacus-basic"]))
    stored(store, BOUT._replace(day=DAY - timedelta(days=1)), until_over=False)
    matches = [store.summary(id) for id in store.ids()]
    counted = tallies(matches)
    won = any(each.winner is Seat.LEFT for each in matches)
    assert counted["Anna"][None].days == {DAY: won}
    assert counted["Master"][None].days == {}
