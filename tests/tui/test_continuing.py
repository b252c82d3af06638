"""Matches that are kept as they are played, and continued."""

from contextlib import closing
from pathlib import Path

import pytest
from textual import events
from tui.harness import Player, playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, renamed, states, stocked, stored
from tui.states import NEAR, play, staged

from engarde_tui.storage.store import Store
from engine.en_garde import Match

SCRIPT = SCRIPTS[7]
"""Two rounds."""


async def follow(player: Player, match: Match) -> None:
    """Play to the next state of a match, unless it is already reached."""
    if match == player.held:
        return
    if match.round.actions:
        await player.play(str(match.round.actions[-1]))
    elif match.past:
        await player.press("space")


async def test_every_action_is_saved_at_once(store: Store) -> None:
    """The disk is checked after each deal and action of a match."""
    async with playing(SCRIPT.match, store=store) as player:
        for match in states(SCRIPT):
            await follow(player, match)
            assert player.held == match
            assert stored(store) == match
        assert list(store.unfinished()) == []


async def test_the_menu_offers_to_continue_the_newest_match(tmp_path: Path) -> None:
    """With names, score and rules; the longest names give way."""
    store = stocked(tmp_path)
    for names, shown in (
        (("Zoë", "李小龙"), "Zoë 0 : 0 李小龙"),
        (("Maximiliana Wolf", "Bartholomäus Zor"), "Maximilian… 0 : 0 Bartholomä…"),
    ):
        begun(store, renamed(staged(script=NEAR), names))
        async with playing(store=store) as player:
            (offer,) = [row.strip(" │►") for row in player.rows if "Continue" in row]
            assert offer.split("  ")[0] == "Continue"
            assert offer.endswith("c")
            assert f"  {shown} · Ferti advanced " in offer
            await player.press("enter")
            assert player.held.names == names


async def test_c_continues_the_match_played_last(tmp_path: Path) -> None:
    """Behind the curtain, exactly where it was."""
    store = stocked(tmp_path)
    (newest, *_) = store.unfinished()
    async with playing(store=store) as player:
        await player.press("c")
        assert player.held == store.record(newest.id).match
        assert "space lifts the curtain" in player.text
        assert "hand" not in player.text


SHORT = [
    play(staged(script=NEAR, left="33345", right="33111", pile="22", target=1), script)
    for script in ("", "A33", "A33 P33", "A33 P33 +1", "A33 P33 +1 A22", "A33 P33 +1 A22 H")
]
"""One round with an attack, a parry, the turn after it, and a hit."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "course",
    [SHORT, pytest.param([*states(SCRIPT)], marks=pytest.mark.slow)],
    ids=["one round", "two rounds"],
)
async def test_a_match_that_was_left_can_be_continued_and_won(store: Store, course: list[Match]) -> None:
    """Left after every action, through the menu."""
    async with playing(course[0], store=store) as player:
        for match in course:
            await follow(player, match)
            if match.winner is None:
                await player.press("q", "m")
                assert player.screen_name == "MenuScreen"
                await player.press("c")
            assert player.held == match
        await player.press("space", "m")
        assert player.screen_name == "MenuScreen"
        assert "Continue" not in player.text
    assert len(store.ids()) == 1


async def test_a_match_left_between_rounds_resumes_at_the_showdown(store: Store) -> None:
    """Both hands are shown, and the next round is not dealt yet."""
    between = next(match for match in states(SCRIPT) if match.round.result is not None)
    begun(store, between)
    async with playing(store=store) as player:
        await player.press("c")
        assert player.at_showdown
        await player.press("space")
        assert player.screen_name == "TableScreen"
        assert player.held == between.next_round()


async def test_leaving_says_that_the_match_is_saved(store: Store) -> None:
    """Without a store it says that it is not."""
    async with playing(staged(), store=store) as player:
        await player.press("q")
        assert (
            'Everything is saved. To come back, choose Continue in the menu, or run "engarde resume".'
            in player.dialog
        )


async def test_a_rematch_is_a_match_of_its_own(store: Store) -> None:
    """The first match stays unchanged."""
    async with playing(SHORT[0], store=store) as player:
        for match in SHORT:
            await follow(player, match)
        await player.press("space", "r")
        assert player.screen_name == "TableScreen"
        assert len(store.ids()) == 2
        assert stored(store) == player.held


async def test_a_match_just_played_can_be_watched_again(store: Store) -> None:
    """A rematch is still possible."""
    async with playing(staged(script=f"{NEAR} A33", right="11224", target=1)) as player:
        await player.play("H")
        await player.press("space", "w")
        assert player.screen_name == "ReplayScreen"
        await player.press("end")
        assert "Anna wins round 1" in player.text
        await player.press("escape")
        assert player.screen_name == "MatchOverScreen"


async def test_of_two_windows_with_one_match_the_one_that_comes_second_is_told(store: Store) -> None:
    """Nothing that the other one has saved is lost."""
    match = staged(script=NEAR, left="33345")
    async with playing(match, store=store) as player:
        with closing(Store(store.folder)) as other:
            other.resume(1).journal.write(play(match, "-4"))
        await player.play("-3")
        assert "Another program has changed match 1" in player.dialog
        assert "resume it again" in player.dialog
        assert stored(store) == play(match, "-4")
        assert player.held == match


@pytest.mark.by_day(3)
@pytest.mark.parametrize("where", ["curtain", "turn", "help", "showdown"])
async def test_the_menu_can_be_reached_from_every_screen_of_a_match(store: Store, where: str) -> None:
    """The match continues from there unchanged."""
    match = staged(script=f"{NEAR} A33", right="11224") if where == "showdown" else staged(script=NEAR)
    async with playing(match, store=store) as player:
        if where == "showdown":
            await player.play("H")
        elif where != "curtain":
            await player.press("space")
        if where == "help":
            await player.press("?")
        before = player.held
        await player.press("ctrl+q", "m")
        assert player.screen_name == "MenuScreen"
        assert len(player.app.screen_stack) == 2
        await player.press("c")
        assert player.held == before
        assert player.screen_name == "TableScreen"
        assert player.at_showdown == (where == "showdown")


async def test_keys_typed_ahead_of_the_menu_continue_the_match(store: Store) -> None:
    """The table closes the match before the menu opens."""
    async with playing(staged(script=NEAR), store=store) as player:
        await player.press("q")
        for key in ("m", "c"):
            player.app.post_message(events.Key(key, key))
        await player.settle()
        assert player.screen_name == "TableScreen"
        assert "space lifts the curtain" in player.text


async def test_a_rematch_of_a_seeded_match_deals_other_cards() -> None:
    """Both players have seen the old cards."""
    async with playing(staged(script=f"{NEAR} A33", right="11224", target=1)) as player:
        await player.play("H")
        old = player.held
        await player.press("space", "r")
        assert player.held.seed != old.seed
        assert player.held.first is old.first.other
