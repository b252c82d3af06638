"""What is chosen is what happens at the table."""

import asyncio

import pytest
from textual.widgets import Input
from tui.harness import Player, playing
from tui.rivals import Holding, Seated, duel
from tui.states import NEAR, staged

from engarde_tui.play.bot_turns import BOT_PACE
from engarde_tui.play.client import CURTAIN_DELAY
from engarde_tui.settings.entries import Characters, Settings
from engarde_tui.storage.store import Store
from engine.en_garde import Seat
from engine.match import Match
from engine.swords_and_shields import PRESETS as PRESETS_OF_DUELS


async def answer(player: Player, held: object) -> None:
    """Let the bot that thinks answer, and wait until it has played."""
    held.may_answer.set()  # type: ignore[attr-defined]
    await player.wait_for_bots()


async def test_the_bell_rings_once_when_a_bot_has_played_and_it_is_my_turn(held: Holding) -> None:
    rival = held("-1")
    match = duel(NEAR, left="33345", right="11224")
    async with playing(match, settings=Settings(bell=True), waits_for_bots=False) as player:
        await player.play("-3")
        assert player.bells == 0
        await answer(player, rival)
        assert player.scene.player_to_act == "Anna"
        assert player.bells == 1


async def test_it_rings_at_the_end_of_a_round_too(held: Holding) -> None:
    """Which waits for a key."""
    rival = held("H")
    match = duel(NEAR, left="33345", right="11224")
    async with playing(match, settings=Settings(bell=True), waits_for_bots=False) as player:
        await player.play("A33")
        await answer(player, rival)
        assert player.at_showdown
        assert player.bells == 1


async def test_it_does_not_ring_unless_it_is_chosen(held: Holding) -> None:
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await answer(player, rival)
        assert player.scene.player_to_act == "Anna"
        assert player.bells == 0


async def test_it_does_not_ring_for_what_i_have_done_myself(held: Holding) -> None:
    """Here I take back my action while the bot thinks."""
    held("-1")
    match = duel(NEAR, left="33345", right="11224")
    async with playing(match, settings=Settings(bell=True), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("u")
        assert player.scene.player_to_act == "Anna"
        assert player.bells == 0


async def test_between_two_people_at_one_keyboard_it_never_rings() -> None:
    async with playing(staged(script=NEAR, left="33345"), settings=Settings(bell=True)) as player:
        await player.play("-3")
        await player.press("space")
        assert player.bells == 0


async def test_bots_pause_as_long_as_is_chosen(seated: Seated) -> None:
    seated("-1")
    match = duel(NEAR, left="33345", right="11224")
    settings = Settings(bot_pace=3600)
    async with playing(match, settings=settings, bot_pace=None, waits_for_bots=False) as player:
        await player.play("-3")
        await asyncio.to_thread(int)
        await player.settle()
        assert player.scene.player_to_act == "Rival"
        player.app.change_settings(bot_pace=0)
        await player.wait_for_bots()
        assert player.scene.player_to_act == "Anna"


@pytest.mark.parametrize(("chosen", "pause"), [(3.5, 3.5), (0, BOT_PACE)])
async def test_f_goes_between_no_pause_and_the_chosen_one(
    seated: Seated, chosen: float, pause: float
) -> None:
    seated("-1")
    match = duel(NEAR, left="33345", right="11224")
    async with playing(match, settings=Settings(bot_pace=chosen), bot_pace=0) as player:
        await player.press("f")
        assert player.app.bot_pace == pause
        await player.press("f")
        assert player.app.bot_pace == 0


async def test_an_option_of_the_command_line_counts_until_the_same_setting_changes() -> None:
    async with playing(settings=Settings(bot_pace=2), bot_pace=0) as player:
        player.app.change_settings(theme="mono")
        assert player.app.bot_pace == 0
        player.app.change_settings(bot_pace=3)
        assert player.app.bot_pace == 3


async def test_the_curtain_stays_down_as_long_as_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(staged(script=NEAR), settings=Settings(curtain_delay=9), curtain_delay=None) as player:
        delays: list[float] = []
        set_timer = type(player.table).set_timer

        def noting(screen: object, delay: float, *more: object, **options: object) -> object:
            delays.append(delay)
            return set_timer(screen, delay, *more, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(type(player.table), "set_timer", noting)
        await player.press("space")
        assert player.curtain_is_down
        assert "lifts the curtain" not in player.text
        assert delays == [9], "a key that is held down begins the delay again"
        await player.arm()
        await player.press("space")
        assert not player.curtain_is_down
        player.app.change_settings(curtain_delay=4)
        await player.press("h")
        assert delays == [9, 4]


def test_the_curtain_stays_down_for_half_a_second_by_default() -> None:
    assert Settings().curtain_delay == CURTAIN_DELAY == 0.5


async def test_an_unfinished_match_is_left_without_a_question_if_so_chosen(store: Store) -> None:
    settings = Settings(confirm_leaving=False)
    async with playing(staged(script=NEAR), settings=settings, store=store) as player:
        await player.press("q")
        assert player.has_ended
    assert [store.view(stored.id).round.turn for stored in store.unfinished()] == [Seat.LEFT]


async def test_what_would_be_lost_is_never_left_without_a_question() -> None:
    async with playing(staged(script=NEAR), settings=Settings(confirm_leaving=False)) as player:
        await player.press("q")
        assert "If you leave now, what is missing is lost." in player.dialog


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["backspace"], "you have not picked anything"),
        (["left"], "Pick a card, or pick from the list."),
        (["3", "3"], "Press enter to play."),
        (["down"], "Press enter to play."),
        ([], "Pick a card"),
    ],
)
async def test_the_message_at_the_table_stays_when_settings_change(keys: list[str], words: str) -> None:
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", *keys)
        before = player.scene
        assert words in before.message.text
        await player.press("ctrl+comma")
        player.app.change_settings(theme="mono", bell=True)
        await player.press("escape")
        assert (player.scene.message, player.draft) == (before.message, before.draft)


async def test_what_has_been_told_stays_when_keys_change() -> None:
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("f")
        assert player.notice == "Bots pause before playing."
        player.app.change_settings(keys={"play": ("g",)})
        await player.settle()
        assert player.notice == "Bots pause before playing."


async def test_the_message_about_a_composed_turn_names_the_new_key() -> None:
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", "3", "3")
        told = player.scene.message.text
        player.app.change_settings(keys={"play": ("g",)})
        await player.settle()
        assert player.scene.message.text == told.replace("enter", "g")
        assert player.draft.laid == (3, 3)


async def test_the_message_at_the_end_of_a_round_names_the_new_key() -> None:
    match = Match.new(PRESETS_OF_DUELS["quick-duel"], seed=1)
    async with playing(match) as player:
        player.live_match.give_up(Seat.RIGHT)
        player.table.follow()
        await player.settle()
        assert "Press space to continue." in player.scene.message.text
        player.app.change_settings(keys={"go-on": ("x",)})
        await player.settle()
        assert "Press x to continue." in player.scene.message.text


async def test_ascii_shows_at_once_below_the_settings_too() -> None:
    async with playing(staged(script=NEAR)) as player:
        assert not player.text.isascii()
        await player.press("ctrl+comma")
        player.app.change_settings(characters=Characters.ASCII)
        await player.settle()
        assert player.text.isascii()
        await player.press("escape")
        assert player.screen_name == "TableScreen"
        assert player.text.isascii()


async def test_ascii_of_the_command_line_comes_before_the_settings() -> None:
    settings = Settings(characters=Characters.UNICODE)
    async with playing(staged(script=NEAR), settings=settings, ascii_only=True) as player:
        assert player.text.isascii()


@pytest.mark.parametrize("variable", ["", "127.0.0.1 1 127.0.0.1 22"])
async def test_a_cursor_blinks_only_where_that_sends_nothing_over_a_line(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Input.cursor_blink, "_default", True)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    if variable:
        monkeypatch.setenv("SSH_CONNECTION", variable)
    async with playing() as player:
        await player.press("s")
        assert player.screen.query(Input).first().cursor_blink is not bool(variable)
