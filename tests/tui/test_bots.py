"""A person against a bot: who acts when, what is seen, what help there is, and how it ends."""

import asyncio
import os
import re
import select
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from tui.harness import LARGE, Player, playing
from tui.rivals import Holding, Scripted, Seated, against, duel
from tui.states import MIDDLE, NEAR, play, staged

from engarde_tui.app import BOT_PACE
from engarde_tui.players import Players
from engarde_tui.store import Store
from engarde_tui.table import Table
from engarde_tui.widgets.hand import Hand
from engarde_tui.widgets.lines import LastTurn
from engarde_tui.widgets.piste import Piste
from engarde_tui.words import percent, to_do
from engine.bots import LEVELS, ForfeitError
from engine.bots.master import opinion
from engine.en_garde import PRESETS, Action, Match, Reason, Result, RoundView, Seat
from engine.en_garde.record import Record, RecordError, read, write

COMPOSING = ("1", "3", "4", "left", "right", "a", "up", "down", "enter", "backspace", "escape", "i")


def told(player: Player) -> str:
    """What the table says of the last turn."""
    return player.drawn(LastTurn)[0].strip()


def actions(player: Player) -> str:
    """What has been played in this round."""
    return " ".join(map(str, player.held.round.actions))


# Whose turn it is


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_person_alone_needs_no_curtain(bot: Seat, seated: Seated) -> None:
    """At the deal and after every turn, in either seat; the bot's hand is never open."""
    seated("+1", "+2", "+3", "+4")
    name = "Bruno" if bot is Seat.LEFT else "Anna"
    async with playing(duel(bot=bot, left="12345", right="12345")) as player:
        for word in ("+3", "+2", "+1"):
            assert player.held.round.turn is bot.other
            assert not player.table.has_class("-curtain")
            assert f"{name}'s hand" in player.text
            assert "Rival's hand" not in player.text
            await player.play(word)
        assert player.screen_name == "TableScreen"


async def test_a_next_round_begins_without_a_curtain_too(seated: Seated) -> None:
    """The bot begins it, and has played already."""
    seated("H", "+1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("A333")
        assert player.screen_name == "ShowdownScreen"
        await player.press("space")
        assert player.held.number == 2
        assert player.held.round.turn is Seat.LEFT
        assert not player.table.has_class("-curtain")
        assert "Anna's hand" in player.text


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_match_against_a_bot_is_resumed_without_a_curtain(
    bot: Seat, store: Store, seated: Seated
) -> None:
    """From the menu, exactly as it was; the bot is asked only where it is to act."""
    rival = seated("-1")
    async with playing(
        duel(NEAR, bot=bot, first=bot.other, left="33315", right="31115"), store=store
    ) as player:
        await player.play("-1")
        before, text = player.held, player.text
        await player.press("q", "m", "c")
        assert player.held == before
        assert player.text == text
        assert not player.table.has_class("-curtain")
        assert len(rival.seen) == 1


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_bot_that_begins_plays_by_itself(bot: Seat, seated: Seated) -> None:
    """Before the person has pressed a key."""
    rival = seated("+2")
    async with playing(duel(bot=bot, first=bot, left="12345", right="12345")) as player:
        assert actions(player) == "+2"
        assert told(player) == "Rival advanced 2.  [2]"
        assert player.held.round.turn is bot.other
        (view,) = rival.seen
        assert view.seat is bot
        assert view.hands[bot.other] is None


async def test_a_bot_that_parries_goes_on_by_itself(seated: Seated) -> None:
    """It acts twice, and both are told as one turn."""
    rival = seated("P33", "-1")
    async with playing(duel(NEAR, left="33345", right="13345")) as player:
        await player.play("A33")
        assert actions(player) == f"{NEAR} A33 P33 -1"
        assert told(player) == "Rival parried with two 3s, then stepped back 1.  [3] [3] [1]"
        assert [view.phase for view in rival.seen] == ["defence", "turn"]
        assert player.held.round.turn is Seat.LEFT


async def test_the_cards_of_an_attack_are_shown_as_they_were_laid(seated: Seated) -> None:
    """The one to advance with first; the list then answers the attack."""
    seated("+2A55")
    async with playing(duel(MIDDLE, left="12345", right="25512")) as player:
        await player.play("+1")
        assert told(player) == "Rival advanced 2 and attacks with two 5s.  [2] [5] [5]"
        assert "Anna must answer" in player.text


@pytest.mark.parametrize("level", LEVELS)
async def test_a_whole_match_is_played_by_keys(level: str) -> None:
    """To its end against each level, the person in either seat; never is there a curtain."""
    chance = Random(level)
    bot = Seat.LEFT if level == "fencer" else Seat.RIGHT
    left, right = (f"bot:{level}" if seat is bot else "Zoë" for seat in Seat)
    players = Players.parse(left, right)
    match = Match.new(PRESETS["ferti-advanced"], players.names, target=1, seed=5)
    async with playing(Table(match, players=players)) as player:
        for _ in range(99):
            if player.screen_name == "MatchOverScreen":
                break
            if player.screen_name == "TableScreen":
                match = player.held
                assert match.round.turn is bot.other
                assert not player.table.has_class("-curtain")
                await player.play(str(chance.choice(match.round.legal)))
            else:
                assert player.screen_name == "ShowdownScreen"
                assert sum(play.seat is bot for play in player.held.round.plays) > 3
                match = player.held
                await player.press("space")
        assert match.winner is not None
        assert f"{match.names[match.winner]} wins the match" in player.text


# While it thinks


async def test_while_a_bot_thinks_the_screen_says_so_and_goes_on(held: Holding) -> None:
    """Help can be opened, leaving asks, and nothing is composed or played; then it answers."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        before, text = player.held, player.text
        assert player.notice == "Rival is thinking."
        assert "Anna's hand" in player.text
        assert "Rival ◄" in player.text
        await player.press(*COMPOSING)
        assert (player.held, player.text, player.bells) == (before, text, 0)
        await player.press("?")
        assert player.screen_name == "HelpScreen"
        await player.press("escape", "q")
        assert player.screen_name == "LeaveQuestion"
        await player.press("n")
        assert player.text == text
        rival.may_answer.set()
        await player.wait_for_bots()
        assert actions(player) == f"{NEAR} -3 -1"
        assert player.notice.startswith("Lay a card")


async def test_only_keys_that_do_something_are_offered_while_a_bot_thinks(held: Holding) -> None:
    """In the key bar, and again all of them when it has answered."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), LARGE, waits_for_bots=False) as player:
        await player.play("-3")
        assert offered(player) == ["hide", "undo", "pace", "help", "quit"]
        rival.may_answer.set()
        await player.wait_for_bots()
        assert {"lay", "way", "all", "list", "play", "back", "hint"} < set(offered(player))


def offered(player: Player) -> list[str]:
    """What the key bar says that its keys do."""
    return [part.split(" ", 1)[1] for part in re.split(r" {2,}", player.keys)]


async def test_a_bot_that_answers_while_the_help_is_open_has_played_when_it_closes(held: Holding) -> None:
    """The help stays where it is."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("?")
        text = player.text
        rival.may_answer.set()
        await player.settle()
        assert player.text == text
        await player.press("escape")
        await player.wait_for_bots()
        assert told(player) == "Rival stepped back 1.  [1]"


async def test_f_lets_bots_answer_at_once_or_take_their_time(seated: Seated) -> None:
    """The one that waits already, and also those of the next match."""
    rival = seated("-1", "-1", "-1")
    match = duel(NEAR, left="33345", right="11224")
    async with playing(match, bot_pace=3600, waits_for_bots=False) as player:
        await player.play("-3")
        await asyncio.to_thread(int)
        await player.settle()
        assert rival.answers == ["-1", "-1"]
        assert player.notice == "Rival is thinking."
        player.waits_for_bots = True
        await player.press("f")
        assert actions(player) == f"{NEAR} -3 -1"
        assert player.app.bot_pace == 0
        await player.press("u")
        await player.play("-4")
        assert actions(player) == f"{NEAR} -4 -1"
        for notice in ("Bots take their time.", "Bots answer at once.", "Bots take their time."):
            await player.press("f")
            assert player.notice == notice
        assert player.app.bot_pace == BOT_PACE
        player.waits_for_bots = False
        await player.play("-3")
        await asyncio.to_thread(int)
        await player.settle()
        assert rival.answers == []
        assert player.notice == "Rival is thinking."


# The hand can be hidden


async def test_h_hides_the_hand_and_space_shows_it_again(seated: Seated) -> None:
    """The curtain speaks to the person only: nobody else is there to look away."""
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("-3")
        text = player.text
        await player.press("4", "h")
        assert player.table.has_class("-curtain")
        assert player.table.view.round.hands == (None, None)
        assert "'s hand" not in player.text
        assert "Rival stepped back 1." in player.text
        assert "Anna, take the keyboard." in player.text
        assert "look away" not in player.text
        assert "Rival, take the keyboard." not in player.text
        before = player.text
        await player.press(*COMPOSING, "u", "f")
        assert player.text == before
        await player.press("space")
        assert player.text == text


async def test_a_bot_plays_on_behind_the_curtain(held: Holding) -> None:
    """Which stays down: the person may be away; what was played is told on it."""
    rival = held("-1", "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("h")
        assert "Anna, take the keyboard." in player.text
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.table.has_class("-curtain")
        assert "Rival stepped back 1." in player.text
        assert actions(player) == f"{NEAR} -3 -1"
        await player.press("space")
        assert "Anna's hand" in player.text


# Hints


async def test_a_hint_names_the_master_s_choice_and_the_chance(seated: Seated) -> None:
    """And changes nothing in the round or in what was composed."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("4", "left")
        match, draft = player.held, player.table.draft
        await player.press("i")
        thought = opinion(match.round.view(Seat.LEFT))
        choice, odds = next(iter(thought.odds.items()))
        assert player.notice.startswith(f"Master: {to_do(choice)} ({percent(odds)})")
        assert player.notice.endswith(f"Chance to win the round: {percent(thought.chance)}.")
        assert (player.held, player.table.draft) == (match, draft)
        assert player.table._table.aid.hints == (1, 0)
        await player.press("i")
        assert player.table._table.aid.hints == (2, 0)


async def test_a_hint_sees_no_more_than_the_player() -> None:
    """Two hands that the other might hold bring the same advice."""
    advice = []
    for right in ("11224", "33124"):
        async with playing(staged(script=NEAR, left="33345", right=right, pile="1")) as player:
            await player.press("space", "i")
            advice.append(player.notice)
    assert advice[0] == advice[1]


async def test_between_two_people_the_sitting_player_can_ask_too() -> None:
    """Each of them counts."""
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        await player.press("space", "i")
        assert player.notice.startswith("Master: ")
        await player.play("-3")
        assert player.table._table.aid.hints == (1, 0)
        await player.press("space", "i", "i")
        assert player.table._table.aid.hints == (1, 2)


async def test_behind_the_curtain_nobody_is_given_a_hint() -> None:
    """Nobody sits there."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        text = player.text
        await player.press("i")
        assert player.text == text
        assert player.table._table.aid.hints == (0, 0)


def test_a_hint_is_only_for_the_seat_that_is_to_act() -> None:
    """Whoever asks for it: nothing else keeps a keyboard from asking for another one's seat."""
    table = Table(staged(script=NEAR, left="33345", right="11224"))
    with pytest.raises(ValueError, match=r"^only who is to play can ask for a hint$"):
        table.hint(Seat.RIGHT)
    assert table.aid.hints == (0, 0)
    table.hint(Seat.LEFT)
    assert table.aid.hints == (1, 0)


async def test_while_a_bot_thinks_there_is_no_hint(held: Holding) -> None:
    """It is not the person's turn."""
    held("-1")
    async with playing(duel(NEAR, left="33345"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("i")
        assert player.notice == "Rival is thinking."
        assert player.table._table.aid.hints == (0, 0)


# Taking back


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_u_takes_back_the_last_own_action_and_what_followed(bot: Seat, seated: Seated) -> None:
    """As often as there is one; the screen is as it was before, and each counts."""
    seated("-1", "+1")
    table = duel(NEAR, bot=bot, first=bot.other, left="11345", right="11345")
    async with playing(table) as player:
        before, picture = player.held, player.drawn(Piste)
        await player.play("-1")
        between = player.held
        await player.play("+1")
        await player.press("u")
        assert player.held == between
        await player.press("u")
        assert player.held == before
        count = (0, 2) if bot is Seat.LEFT else (2, 0)
        assert player.table._table.aid.take_backs == count
        assert "undo" in player.keys, "what was staged can be taken back as well"
        assert player.drawn(Piste) == picture
        assert player.notice == "Your last action is taken back; that is noted in the match."


async def test_a_parry_is_taken_back_on_its_own(seated: Seated) -> None:
    """First what was played after it, with the bot's answer, then the parry; the attack stays."""
    seated("-1")
    script = "+5 +5 +5 +4"
    table = duel(f"{script} A33", bot=Seat.LEFT, left="11224", right="13345")
    async with playing(table) as player:
        attacked = player.held
        await player.play("P33")
        parried = player.held
        assert parried.round.turn is Seat.RIGHT
        await player.play("-1")
        assert actions(player) == f"{script} A33 P33 -1 -1"
        await player.press("u")
        assert player.held == parried
        await player.press("u")
        assert player.held == attacked
        assert "Bruno must answer" in player.text


async def test_with_nothing_played_there_is_nothing_to_take_back(seated: Seated) -> None:
    """Though the bot has played."""
    seated("+1")
    async with playing(duel(first=Seat.RIGHT, left="12345", right="12345")) as player:
        before = player.held
        assert before.round.actions
        await player.press("u")
        assert (player.notice, player.bells) == ("! Anna has played nothing in this round yet", 1)
        assert player.held == before
        assert player.table._table.aid.take_backs == (0, 0)


async def test_a_finished_round_cannot_be_taken_back(seated: Seated) -> None:
    """Neither at the showdown nor in the next round."""
    seated("H", "+1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("A333")
        over = player.held
        await player.press("u")
        assert player.held == over
        with pytest.raises(ValueError, match=r"^round 1 is over: nothing of it can be taken back$"):
            player.table._table.take_back()
        await player.press("space")
        next_round = player.held
        await player.press("u")
        assert player.notice == "! Anna has played nothing in this round yet"
        assert player.held == next_round
        assert next_round.number == 2
        assert next_round.score == (1, 0)


async def test_between_people_nothing_is_taken_back_and_no_bot_has_a_pace() -> None:
    """The keys are not there and do nothing."""
    async with playing(staged(script=NEAR, left="33345", right="11224"), LARGE) as player:
        await player.play("-3")
        await player.press("space")
        assert "hint" in player.keys
        assert "undo" not in player.keys
        assert "pace" not in player.keys
        before, text = player.held, player.text
        await player.press("u", "f")
        assert (player.held, player.text) == (before, text)
        with pytest.raises(ValueError, match=r"^what is played against a person counts"):
            player.table._table.take_back()


async def test_a_late_answer_to_what_was_taken_back_is_not_played(held: Holding) -> None:
    """The bot still thinks about it; when it comes to an end nobody wants to know."""
    rival = held("+1", "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        before = player.held
        await player.play("-3")
        await player.press("u")
        assert player.held == before
        assert player.notice.startswith("Your last action is taken back")
        rival.may_answer.set()
        await player.wait_for_bots()
        assert len(rival.seen) == 1
        assert player.held == before
        await player.play("-4")
        assert actions(player) == f"{NEAR} -4 -1"


async def test_a_bot_that_thinks_about_what_is_taken_back_is_interrupted(held: Holding) -> None:
    """A program would go on with it; one that has answered is left alone."""
    rival = held("+1", "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        assert not rival.closed
        await player.press("u")
        assert rival.closed == 1
        rival.may_answer.set()
        await player.wait_for_bots()
        await player.play("-4")
        assert actions(player) == f"{NEAR} -4 -1"
        await player.press("u")
        assert rival.closed == 1


# What was helped is told


async def test_hints_and_take_backs_are_told_at_the_end_and_in_the_record(
    store: Store, seated: Seated
) -> None:
    """Also after the match has been left in between."""
    seated("+4", "H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1), store=store) as player:
        await player.press("i", "i")
        await player.press("q", "m", "c", "u")
        assert actions(player) == "+5 +5"
        await player.play("+5", "A3")
        assert player.screen_name == "ShowdownScreen"
        await player.press("space")
        assert "Anna took 2 hints and took back 1 action." in player.text
    record = store.record(1)
    assert record.others == (("Right-Bot", "novice"), ("Hints", "2-0"), ("Take-backs", "1-0"))
    header, _ = write(record).split("\n\n", 1)
    assert header.endswith("\nRight-Bot: novice\nHints: 2-0\nTake-backs: 1-0")
    assert read(write(record)) == record


async def test_without_help_nothing_is_told(store: Store, seated: Seated) -> None:
    """Neither at the end nor in the record."""
    seated("H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1), store=store) as player:
        await player.play("A3")
        await player.press("space")
        assert "took" not in player.text
    assert store.record(1).others == (("Right-Bot", "novice"),)


# Leaving


@pytest.mark.parametrize("answers", [["q", "m"], ["?", "q", "m"]], ids=" ".join)
async def test_a_match_can_be_left_while_the_bot_thinks(
    answers: list[str], store: Store, held: Holding
) -> None:
    """Its answer comes too late; who continues finds the bot thinking again."""
    rival = held("+1", "-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        before = player.held
        await player.press(*answers)
        assert player.screen_name == "MenuScreen"
        assert rival.closed
        rival.may_answer.set()
        await player.wait_for_bots()
        assert store.record(1).match == before
        await player.press("c")
        assert actions(player) == f"{NEAR} -3 -1"


async def test_the_program_can_be_left_while_the_bot_thinks(store: Store, held: Holding) -> None:
    """At once; the match is kept as far as it was shown."""
    rival = held("-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        before = player.held
        await player.press("q", "y")
        assert player.app._exit
    assert rival.closed
    assert store.record(1).match == before


@pytest.mark.parametrize("keys", ["q y", "q m"], ids=["quit", "menu"])
async def test_a_program_that_thinks_ends_with_the_match(keys: str, tmp_path: Path) -> None:
    """No process is left behind; this one would never answer."""
    fifo = tmp_path / "number of the process"
    os.mkfifo(fifo)
    descriptor = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    table = duel(NEAR, level=f"sh -c 'echo $$ > \"{fifo}\"; exec cat > {os.devnull}'", left="33345")
    async with playing(table, waits_for_bots=False) as player:
        await player.play("-3")
        ready, _, _ = select.select([descriptor], [], [], 20)
        assert ready, "the program has not been started"
        process = int(os.read(descriptor, 20))
        os.close(descriptor)
        os.kill(process, 0)
        assert player.notice == "Rival is thinking."
        await player.press(*keys.split())
        assert player.app._exit or player.screen_name == "MenuScreen"
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_the_bot_is_let_go_when_the_match_is_over(seated: Seated) -> None:
    """And has seen how each round ended, both hands included."""
    rival = seated("H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1)) as player:
        await player.play("A333")
        assert [view.result for view in rival.ends] == [Result(Seat.LEFT, Reason.HIT)]
        assert None not in rival.ends[0].hands
        assert not rival.closed
        await player.press("space")
        assert rival.closed


async def test_a_rematch_is_against_the_same_bot_and_begun_by_the_other(store: Store, seated: Seated) -> None:
    """Which has played already when it is shown; no help has been taken yet."""
    seated("H", "+1")
    table = duel(NEAR, level="fencer", left="33345", right="11224", target=1)
    async with playing(table, store=store) as player:
        await player.press("i")
        await player.play("A333")
        await player.press("space", "r")
        assert player.screen_name == "TableScreen"
        assert player.held.names == ("Anna", "Rival")
        assert player.held.first is Seat.RIGHT
        assert actions(player) == "+1"
        assert not player.table.has_class("-curtain")
    assert store.record(2).others == (("Right-Bot", "fencer"),)


# A bot that fails


async def test_a_bot_that_fails_forfeits_the_round_and_the_match_goes_on(
    store: Store, seated: Seated
) -> None:
    """A question with one answer says who has failed and how; then it is asked again in the next round."""
    rival = seated(ForfeitError("has not answered within 10 seconds"), "+1")
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.play("-3")
        assert player.screen_name == "ForfeitQuestion"
        assert "Rival has not answered within 10 seconds. It forfeits the round." in player.dialog
        assert player.held.round.result is None
        await player.press("x", "y", "n", "u")
        assert player.screen_name == "ForfeitQuestion"
        await player.press("space")
        assert player.screen_name == "ShowdownScreen"
        assert "Anna wins round 1: Rival could not go on" in player.text
        assert player.held.round.result == Result(Seat.LEFT, Reason.FORFEIT)
        assert store.record(1).match == player.held
        assert [view.result for view in rival.ends] == [Result(Seat.LEFT, Reason.FORFEIT)]
        await player.press("space")
        assert player.held.score == (1, 0)
        assert actions(player) == "+1"
        assert store.record(1).match == player.held


async def test_a_forfeit_can_decide_the_match(store: Store, seated: Seated) -> None:
    """As any other end of a round."""
    seated(ForfeitError("has crashed"))
    async with playing(duel(bot=Seat.LEFT, target=1), store=store) as player:
        await player.press("enter", "space")
        assert player.screen_name == "MatchOverScreen"
        assert "Bruno wins the match" in player.text
        assert "Rival could not go on" in player.text
    assert store.record(1).match.winner is Seat.RIGHT
    assert list(store.unfinished()) == []


async def test_a_match_left_at_a_forfeit_goes_on_with_the_bot_asked_again(
    store: Store, seated: Seated
) -> None:
    """It is not forfeited before the person has seen it."""
    seated(ForfeitError("has crashed"), "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.play("-3")
        await player.press("ctrl+q", "m", "c")
        assert actions(player) == f"{NEAR} -3 -1"


async def test_a_program_that_crashes_is_told_with_its_last_words() -> None:
    """And the next round it is started anew."""
    command = "sh -c 'echo no luck today >&2; exit 3'"
    async with playing(duel(NEAR, level=command, left="33345", right="11224")) as player:
        await player.play("-3")
        assert "Rival ended with exit status 3: 'no luck today'. It forfeits the round." in player.dialog
        await player.press("space", "space")
        assert player.held.number == 2
        assert player.screen_name == "ForfeitQuestion"


# Resuming


async def test_a_level_takes_its_seat_again(store: Store) -> None:
    """Without a question: it is a part of the program."""
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.press("q", "m", "c")
        assert player.screen_name == "TableScreen"
        await player.play("-3")
        assert len(player.held.round.actions) == 6


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_brings_the_same_answers_however_often_the_match_is_left(level: str, store: Store) -> None:
    """Chance, too, goes on where it was."""
    ends = []
    for leaves in (False, True):
        table = against(Match.new(PRESETS["ferti-advanced"], ("Anna", "Rival"), target=1, seed=3), level)
        table.keep(store.begin)
        (id, *_) = store.ids()
        while (view := table.view(Seat.LEFT)).winner is None and view.number < 9:
            if table.turn is None:
                table.next_round()
            else:
                table.play(table.ask_bot() if table.waits_for_bot else view.round.legal[0])
            if leaves:
                table.close()
                record, journal = store.resume(id)
                players = Players.recorded(record.match.names, record.others)
                table = Table(record.match, journal, players, record.others)
        ends.append(table._match)
        assert store.record(id).match == table._match
    assert ends[0] == ends[1]


def test_the_seed_of_a_match_brings_a_program_no_chance_it_could_find_the_deck_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It could try seeds out until one brings the same; a level of this program does not."""
    drawn: list[int] = []

    class Drawing(Scripted):
        def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
            drawn.append(source.getrandbits(64))
            return view.legal[0]

    monkeypatch.setattr("engarde_tui.players.bot_named", lambda name: Drawing())
    match = Match.new(PRESETS["ferti-advanced"], ("Rival", "Bruno"), seed=3)
    for level in ("novice", "novice", "some command", "some command"):
        against(match, level, Seat.LEFT).ask_bot()
    level, again, program, program_again = drawn
    assert level == again
    assert len({level, program, program_again}) == 3


@pytest.fixture
def begun_with_a_program(store: Store) -> Match:
    """A match that was begun against a program, whose turn it is, and lies in the store."""
    match = staged(script=f"{NEAR} -3", left="13345", right="11224", names=("Anna", "Rival"))
    store.begin(match, (("Right-Bot", "cat --level 3"),)).close()
    return match


@asynccontextmanager
async def resumed(store: Store, from_the_command: bool) -> AsyncIterator[Player]:
    """Where the newest match is continued, from the menu or by `engarde resume`."""
    async with playing(store.resume(1) if from_the_command else None, store=store) as player:
        if not from_the_command:
            await player.press("c")
        yield player


@pytest.mark.parametrize("from_the_command", [False, True], ids=["from the menu", "from the command"])
async def test_a_program_is_run_only_where_the_person_says_so(
    from_the_command: bool, store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """The match may come from somebody else, and with it any command: it is shown, and y runs it."""
    rival = seated("-1")
    async with resumed(store, from_the_command) as player:
        assert player.screen_name == "ProgramQuestion"
        assert "One of the players is a program: cat --level 3 Run it?" in player.dialog
        await player.press("enter", "space", "r")
        assert player.screen_name == "ProgramQuestion"
        assert not rival.seen
        await player.press("y")
        assert player.held == play(begun_with_a_program, "-1")
        assert player.table._place.alone is Seat.LEFT


@pytest.mark.parametrize("from_the_command", [False, True], ids=["from the menu", "from the command"])
async def test_a_person_can_take_the_place_of_a_program(
    from_the_command: bool, store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """Behind the curtain, as between any two people; the record says further what it was begun with."""
    rival = seated("-1")
    async with resumed(store, from_the_command) as player:
        await player.press("p")
        assert player.held == begun_with_a_program
        assert "Rival, take the keyboard." in player.text
        assert "Anna, please look away." in player.text
        await player.play("-2")
        assert "Anna, take the keyboard." in player.text
        assert not rival.seen
    assert store.record(1).match == play(begun_with_a_program, "-2")
    assert store.record(1).others == (("Right-Bot", "cat --level 3"),)


@pytest.mark.parametrize("from_the_command", [False, True], ids=["from the menu", "from the command"])
async def test_who_does_not_want_the_program_comes_to_the_menu(
    from_the_command: bool, store: Store, begun_with_a_program: Match, seated: Seated
) -> None:
    """The match is as it was, and can be opened again, here and elsewhere."""
    rival = seated()
    async with resumed(store, from_the_command) as player:
        await player.press("escape" if from_the_command else "n")
        assert player.screen_name == "MenuScreen"
        assert len(player.app.screen_stack) == 2
        store.resume(1).journal.close()
        await player.press("c")
        assert player.screen_name == "ProgramQuestion"
    assert not rival.seen
    assert store.record(1).match == begun_with_a_program


# What goes wrong beside the play


async def test_an_answer_that_cannot_be_kept_is_not_played(
    store: Store, lock: Callable[[bool], None], held: Holding
) -> None:
    """It can be tried again."""
    rival = held("-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        lock(True)
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.screen_name == "ProblemQuestion"
        assert actions(player) == f"{NEAR} -3"
        lock(False)
        await player.press("t")
        assert actions(player) == f"{NEAR} -3 -1"
        assert store.record(1).match == player.held


async def test_enter_lets_a_bot_try_again_whose_answer_could_not_be_kept(
    store: Store, lock: Callable[[bool], None], held: Holding
) -> None:
    """As the notice says."""
    rival = held("-1", "-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        lock(True)
        rival.may_answer.set()
        await player.wait_for_bots()
        await player.press("escape")
        assert player.notice == "! Rival could not play: enter lets it try again."
        lock(False)
        await player.press("enter")
        assert actions(player) == f"{NEAR} -3 -1"


@pytest.mark.parametrize("answer", ["t", "w"], ids=["again", "without"])
async def test_a_hint_that_could_not_be_kept_is_refused_once_the_hand_is_hidden(
    answer: str, store: Store, lock: Callable[[bool], None], seated: Seated
) -> None:
    """The curtain has fallen under the question; nobody sits there who could be told."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        lock(True)
        await player.press("i")
        assert player.screen_name == "ProblemQuestion"
        player.app.app_suspend_signal.publish(player.app)
        await player.settle()
        lock(False)
        await player.press(answer)
        assert player.screen_name == "TableScreen"
        assert player.bells == 1
        assert player.table._table.aid.hints == (0, 0)
        await player.press("space", "i")
        assert player.notice.startswith("Master: ")


async def test_what_cannot_be_taken_back_any_more_is_refused_after_the_question(
    store: Store, lock: Callable[[bool], None], seated: Seated
) -> None:
    """While the question was open, another keyboard has ended the round."""
    seated("-1", "+1")
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.play("-3")
        lock(True)
        await player.press("u")
        assert player.screen_name == "ProblemQuestion"
        lock(False)
        player.table._table.forfeit()
        await player.settle()
        # The bot that begins the next round waits until the question is answered.
        player.waits_for_bots = False
        await player.press("space")
        assert player.held.number == 2
        await player.press("t")
        assert player.bells == 1
        assert player.held.score == (0, 1)
        assert player.table._table.aid.take_backs == (0, 0)


async def test_the_mouse_composes_nothing_either_while_a_bot_thinks(held: Holding) -> None:
    """It is still said that the bot thinks, and no bell rings."""
    held("-1")
    async with playing(duel(NEAR, left="33345"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.click_on(Hand, "│4 ")
        assert player.notice == "Rival is thinking."
        assert player.bells == 0


async def test_hiding_the_hand_asks_a_thinking_bot_nothing_more(held: Holding) -> None:
    """A program would answer twice, and its second answer would be taken for that to the next question."""
    rival = held("-1", "-1", "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("h", "space")
        rival.may_answer.set()
        await player.wait_for_bots()
        assert len(rival.seen) == 1


async def test_a_program_suspended_at_a_forfeit_forfeits_once(seated: Seated) -> None:
    """It is not asked again."""
    seated(ForfeitError("has crashed"), "+1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("-3")
        player.app.app_suspend_signal.publish(player.app)
        await player.settle()
        for _ in range(3):
            await player.press("space")
        assert player.held.score == (1, 0)


async def test_a_window_too_small_stays_covered_when_the_bot_ends_the_round(held: Holding) -> None:
    """There is no room for the showdown either."""
    rival = held("H")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("A333")
        await player.resize(60, 20)
        rival.may_answer.set()
        await player.settle()
        assert player.screen_name == "TooSmallScreen"
        await player.resize(80, 24)
        await player.wait_for_bots()
        assert player.screen_name == "ShowdownScreen"


async def test_a_program_is_shown_to_the_end_of_its_command_before_it_is_run(store: Store) -> None:
    """With the keys that answer, in the smallest window, however long it may be."""
    command = "true "
    command += "x " * ((200 - len(command) - len("the end")) // 2) + "the end"
    assert len(command) == 200
    store.add(Record(staged(), store._now().astimezone(), (("Right-Bot", command),)))
    async with playing(store=store) as player:
        await player.press("c")
        assert player.screen_name == "ProgramQuestion"
        assert command in player.dialog
        for key in ("run it", "a person plays", "not now"):
            assert key in player.dialog


CANNOT_PLAY = {
    "two programs": (("Left-Bot", "cat one"), ("Right-Bot", "cat two")),
    "a command too long to be shown": (("Right-Bot", f"true {'x ' * 800}; the end"),),
    "an empty command": (("Right-Bot", ""),),
    "an open quote": (("Right-Bot", "'"),),
}


@pytest.mark.parametrize("others", CANNOT_PLAY.values(), ids=CANNOT_PLAY)
async def test_nothing_is_run_for_bots_of_a_record_that_cannot_play_and_that_is_said(
    others: tuple[tuple[str, str], ...], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people go on, as between any two."""
    asked: list[str] = []
    monkeypatch.setattr("engarde_tui.players.bot_named", asked.append)
    store.add(Record(staged(), store._now().astimezone(), others))
    async with playing(store=store) as player:
        await player.press("c")
        assert player.screen_name == "TableScreen"
        assert "take the keyboard" in player.text
        absent = ", ".join(command for _, command in others)[:60]
        assert player.notice == f"The bot {absent!r} cannot play here: a person has its place."
        assert player.table._table.people == tuple(Seat)
        await player.play("+1")
        assert actions(player) == "+1"
    assert not asked


@pytest.mark.parametrize("hints", ["0-0", "many"])
async def test_a_record_with_other_words_about_hints_can_be_written_after_a_hint(
    hints: str, store: Store
) -> None:
    """And read again."""
    id = store.add(Record(staged(), store._now().astimezone(), (("Hints", hints),)))
    async with playing(store=store) as player:
        await player.press("c", "space", "i")
    text = write(store.record(id))
    assert "Hints: 1-0\n" in text
    try:
        read(text)
    except RecordError as error:
        raise AssertionError(f"{error} in {text}") from None
