"""Matches played on from a replay: where, with which cards, and what is noted of it."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from commands import engarde
from textual.widgets import OptionList
from tui.harness import Player, playing
from tui.replay.watched import SCRIPT
from tui.shelf import begun, states

from engarde_tui.play.branch import Branch
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.screens.played import ratings_in, statistics_of
from engarde_tui.screens.replay import Progress
from engarde_tui.settings.entries import Settings
from engarde_tui.storage.files import read_record, write_record
from engarde_tui.storage.store import Store
from engine.en_garde import Match, Seat
from engine.game import game_of, games
from engine.record import Record

STATES = tuple(states(SCRIPT))
BEGUN = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def replay(match: Match = STATES[-1], perspective: Perspective | None = None) -> Replay:
    """The replay of a recorded match."""
    return Replay.of(Record(match, BEGUN), perspective=perspective)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A match of two rounds that is over."""
    store = Store(tmp_path / "data")
    begun(store, STATES[-1])
    return store


async def test_the_smallest_window_has_room_for_the_keys_that_lead_on(store: Store) -> None:
    async with playing(store=store) as player:
        await player.press("m", "w")
        assert {"p play on", "c review", "v view"} <= {*re.split("  +", player.keys)}
        await player.press("end")
        assert "p play on" not in player.keys
        assert {"c review", "v view", "e share"} <= {*re.split("  +", player.keys)}


async def to_form(player: Player) -> None:
    """Go to the form after the second action of the match."""
    await player.press("m", "w", "right", "right", "p")


async def test_a_match_is_played_on_with_the_same_cards(store: Store) -> None:
    async with playing(store=store) as player:
        await to_form(player)
        assert "All cards lie as they lay." in player.notice
        await player.press("enter")
        assert player.screen_name == "TableScreen"
        assert "played on from another match: not rated" in player.text
        assert player.held.round == STATES[2].round
        assert (player.held.names, player.held.target) == (("Anna", "Master"), STATES[2].target)


async def test_the_own_side_is_offered_first_however_the_name_is_spelt(store: Store) -> None:
    for name, side in (("An\u200cna", "Anna"), ("Bruno\ufe0f", "Bruno")):
        async with playing(store=store, settings=Settings(name=name)) as player:
            await to_form(player)
            assert f"(●) {side} " in player.text


async def test_what_a_player_could_not_know_is_dealt_anew(store: Store) -> None:
    async with playing(store=store, bot_pace=99, waits_for_bots=False) as player:
        await to_form(player)
        await player.press("right", "down", "left", "down", "right")
        assert "What Bruno could not know is dealt anew." in player.notice
        await player.press("enter")
        assert player.held.names == ("Champion", "Anna")
        now, before = player.held.round, STATES[2].round
        assert now.view(Seat.RIGHT) == before.view(Seat.RIGHT)
        assert now.deck != before.deck
        assert player.held.seed is None


async def test_a_branch_is_a_match_of_its_own_that_goes_on_where_it_was_left(store: Store) -> None:
    async with playing(store=store) as player:
        await to_form(player)
        await player.press("enter")
        await player.play("+1" if "+1" in map(str, player.view.round.legal) else "+2")
        left = player.held
        await player.press("q", "m", "c")
        assert player.held == left
        assert "played on from another match: not rated" in player.text
    assert store.ids() == [2, 1]
    assert store.record(1).match == STATES[-1]


async def test_history_and_replay_tell_where_a_branch_comes_from(store: Store) -> None:
    begun_first = f"{store.summary(1).begun:%Y-%m-%d %H:%M}"
    told = f"Branch at round 1, action 3, same hidden cards: Anna - Bruno, {begun_first}"
    async with playing(store=store, size=(120, 40)) as player:
        await to_form(player)
        await player.press("enter", "x", "y", "space", "w")
        progress = [player.drawn(Progress)[0].strip()]
        for _ in range(3):
            await player.press("right")
            progress.append(player.drawn(Progress)[0].strip())
        assert [told in each for each in progress] == [True, False, True, False]
        await player.press("escape", "m", "m")
        lines = [str(option.prompt) for option in player.screen.query_one(OptionList).options]
        assert ["played on" in line for line in lines] == [True, False]
        assert "Branch at round 1, action 3" in player.text


async def test_a_branch_counts_for_no_rating_and_in_no_statistics(store: Store) -> None:
    async with playing(store=store) as player:
        await to_form(player)
        await player.press("enter", "x", "y")
    assert store.summary(2).winner is Seat.RIGHT
    for _ in range(2):  # at first replayed, then from the summaries
        counted = await statistics_of(store)
        assert set(counted.tallies) == {"Anna", "Bruno"}
        assert len(counted.tallies["Anna"][None].matches) == 1
        assert set(await ratings_in(store, games()["en-garde"])) == {"Anna", "Bruno"}


async def test_a_branch_takes_its_note_along_when_it_is_exported_and_imported(
    store: Store, tmp_path: Path
) -> None:
    async with playing(store=store) as player:
        await to_form(player)
        await player.press("enter", "x", "y")
    write_record(store.record(2), f"{tmp_path}/branch.engarde")
    printed = engarde("replay", f"{tmp_path}/branch.engarde", "--print").stdout.splitlines()
    assert printed[1].startswith("Branch at round 1, action 3, same hidden cards: Anna - Bruno, ")
    other = Store(tmp_path / "other")
    number = other.add(read_record(f"{tmp_path}/branch.engarde"))
    found = other.summary(number)
    assert found.branch == store.summary(2).branch == Branch.recorded(store.record(2).others)
    assert found.branch is not None
    assert (found.branch.round, found.branch.action, found.branch.players) == (1, 3, "Anna - Bruno")
    assert found.branch.begun == store.record(1).date
    assert [*other.listed([number])] == [*other.listed([number])] == [found]


async def test_a_rematch_of_a_branch_is_a_match_like_any_other(store: Store) -> None:
    async with playing(store=store) as player:
        await to_form(player)
        await player.press("enter", "x", "y", "space", "r")
        assert "not rated" not in player.text
    assert store.summary(3).branch is None


async def test_nobody_plays_on_where_nothing_is_saved() -> None:
    async with playing(replay()) as player:
        assert "play on" not in player.keys
        await player.press("p")
        assert player.screen_name == "ReplayScreen"


def test_of_an_unfinished_match_only_what_is_open_can_be_played_on() -> None:
    """Both hands, as the cards to come are those that each did not know."""
    can = {
        perspective: replay(STATES[3], perspective).can_be_played_on for perspective in (*Perspective, None)
    }
    assert can == {**dict.fromkeys((*Perspective, None), False), Perspective.BOTH: True}
    with pytest.raises(ValueError, match="nobody can play on from here"):
        replay(STATES[3], Perspective.LEFT).played_on(Seat.LEFT, ("Anna", "Master"), None)


def test_nobody_plays_on_from_the_end_of_a_round_nor_from_a_match_without_a_date() -> None:
    again = replay()
    assert again.can_be_played_on
    again.jump_to_end()
    assert not again.can_be_played_on
    assert not Replay(STATES[-1]).can_be_played_on


@pytest.mark.parametrize(
    "line",
    ["", "round 1", "round 1, action 2, old cards, of 2026-05-01T20:15:00+00:00 Anna - Bruno",
     "round 1, action 2, new cards, of 2026-13-01 Anna - Bruno",
     "round 1, action 2, new cards, of 0001-01-01T00:00:00+14:00 Anna - Bruno"],
)  # fmt: skip
def test_a_note_that_cannot_be_read_is_none(line: str) -> None:
    assert Branch.recorded((("Branch", line),)) is None


@pytest.mark.parametrize("begun", [BEGUN, BEGUN.replace(microsecond=250)])
def test_a_note_is_read_as_it_was_written(begun: datetime) -> None:
    branch = Branch(2, 11, True, begun, "Anna - Bruno")
    assert Branch.recorded(branch.header) == branch


async def test_a_duel_is_played_on_with_new_cards_too(tmp_path: Path) -> None:
    game = games()["swords-and-shields"]
    match = Match.new(game.presets[game.default], target=1, seed=4)
    for _ in range(12):
        match = match.play(match.round.legal_actions()[-1])
    store = Store(tmp_path / "data")
    begun(store, match.give_up(Seat.RIGHT))
    async with playing(store=store) as player:
        await player.press("m", "w", *["right"] * 8)
        assert "play on" in player.keys
        await player.press("p", "down", "left", "left", "down", "right", "enter")
        assert player.held.names == ("Anna", "Squire")
        before = tuple(match.history())[8].round
        assert player.held.round.view(Seat.LEFT) == before.view(Seat.LEFT)
        assert player.held.round.dealt.startswith(f"{before.dealt}@8:")
        held = player.held
    assert store.record(2).match == held
    assert game_of(held.rules) is game


def test_a_branch_of_a_branch_knows_only_where_it_left_the_last() -> None:
    match, branch = replay().played_on(Seat.LEFT, ("Anna", "Master"), None)
    again = Replay.of(Record(match, BEGUN, branch.header), perspective=Perspective.BOTH)
    _, second = again.played_on(Seat.LEFT, ("Anna", "Fencer"), None)
    assert second == branch._replace(players="Anna - Master")
