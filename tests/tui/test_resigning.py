"""Resigning a match, and offering a draw, at home."""

from collections.abc import Callable

import pytest
from tui.harness import playing
from tui.rivals import Holding, actions, duel
from tui.states import NEAR, staged

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.questions import DRAW_OFFERED, RESIGN
from engarde_tui.storage.store import Store
from engine.en_garde import Reason, Result, Seat, parse_action
from engine.record import read, write

HANDS = {"left": "33345", "right": "11224"}


async def test_a_player_resigns_after_a_question() -> None:
    """The opponent gets all rounds that are missing; nobody's hand is shown."""
    async with playing(staged(script=NEAR, **HANDS)) as player:
        await player.press("space", "x")
        assert player.question == "Resign or offer a draw?"
        assert "If you resign, Bruno wins the match." in player.dialog
        await player.press("n")
        assert player.hand == (3, 3, 3, 4, 5)
        await player.press("x", "y")
        assert player.at_showdown
        assert player.score == "Anna 0 : 5 Bruno"
        assert "Bruno wins the match: Anna resigned" in player.text
        assert not any(player.hands.values())
        await player.press("space")
        assert "Bruno wins the match" in player.text


async def test_a_draw_that_is_accepted_ends_the_round() -> None:
    """Whoever answers at the same keyboard sees no hand, and the match continues."""
    async with playing(staged(script=NEAR, **HANDS)) as player:
        await player.press("space", "x", "d")
        assert "Anna offers a draw of this round. Bruno, do you accept it?" in player.dialog
        assert player.view.round.hands == (None, None)
        await player.press("a")
        assert "Round drawn: by agreement" in player.text
        assert "Anna and Bruno agreed to a draw." in player.text
        assert not any(player.hands.values())
        assert player.score == "Anna 0 : 0 Bruno"
        await player.press("space")
        assert player.view.number == 2


@pytest.mark.by_day(1)
@pytest.mark.parametrize("answer", ["n", "enter"])
async def test_a_draw_is_offered_once_in_a_turn(answer: str) -> None:
    """It is declined behind the curtain; in the next turn it can be offered again."""
    async with playing(staged(script=NEAR, **HANDS)) as player:
        await player.press("space", "x", "d", answer)
        assert player.curtain_is_down
        assert player.notice == "Bruno declines the draw."
        await player.press("space", "x")
        assert player.question == "Resign?"
        assert "Offer a draw" not in player.dialog
        await player.press("n")
        await player.play("-3", "-1")
        await player.press("space", "x")
        assert "Offer a draw of this round" in player.dialog


@pytest.mark.by_day(2)
@pytest.mark.parametrize("answer", ["d", "y", "n", "escape"])
async def test_what_is_typed_ahead_of_the_question_answers_it(answer: str) -> None:
    ends = []
    for is_ahead in (True, False):
        async with playing(staged(script=NEAR, **HANDS)) as player:
            await player.press("space")
            await (player.type_ahead if is_ahead else player.press)("x", *answer.split())
            ends.append((player.question, player.at_showdown, player.text))
    assert ends[0] == ends[1]
    assert ends[0][0] != "Resign or offer a draw?"


@pytest.mark.by_day(2)
@pytest.mark.parametrize("keys", ["down enter", "down down enter", "enter"])
async def test_of_what_is_typed_ahead_no_arrow_chooses_an_answer(keys: str) -> None:
    """The answers may be others than those that were meant."""
    async with playing(staged(script=NEAR, **HANDS)) as player:
        await player.press("space")
        await player.type_ahead("x", *keys.split())
        assert player.question == "Resign or offer a draw?"
        await player.press(*keys.split())
        assert player.question != "Resign or offer a draw?"


async def test_a_key_that_a_player_has_moved_counts_only_once_the_question_is_there() -> None:
    async with playing(staged(script=NEAR, **HANDS)) as player:
        player.app.change_settings(keys={"resign-yes": ("a",)})
        await player.press("space")
        await player.type_ahead("x", "a")
        assert player.question == "Resign or offer a draw?"
        await player.press("a")
        assert player.at_showdown


async def test_who_offers_a_draw_cannot_answer_for_the_other_by_typing_ahead() -> None:
    async with playing(staged(script=NEAR, **HANDS)) as player:
        await player.press("space")
        await player.type_ahead("x", "d", "a", "enter", "n")
        assert player.question == "A draw?"
        assert player.held.round.result is None


def test_no_key_ends_anything_in_both_questions_that_one_key_leads_to() -> None:
    """Whoever wants to resign must not accept a draw offered just before, nor the other way round."""
    keys = [
        {key: answer.does for answer in question.answers for key in answer.keys.split(",")}
        for question in (RESIGN, DRAW_OFFERED)
    ]
    for one, other in (keys, keys[::-1]):
        ending = {key for key, does in one.items() if does in ("resign", "accept")}
        assert ending
        assert not ending & other.keys()


async def test_a_bot_declines_a_draw(store: Store) -> None:
    """And the table stays as it was, with what has been composed."""
    async with playing(duel(NEAR, **HANDS), store=store) as player:
        await player.press("4", "x", "d")
        assert player.notice == "Rival declines the draw."
        assert player.view.round.result is None
        await player.press("x")
        assert "Offer a draw" not in player.dialog


async def test_a_player_can_resign_while_a_bot_thinks(held: Holding) -> None:
    """Its answer comes too late and changes nothing."""
    rival = held("-1")
    async with playing(duel(NEAR, **HANDS), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("x")
        assert "Offer a draw" not in player.dialog
        await player.press("y")
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.held.round.result == Result(Seat.RIGHT, Reason.RESIGNATION)
        assert "Bruno" not in player.text
        assert "Rival wins the match: Anna resigned" in player.text


@pytest.mark.slow
async def test_both_ends_are_stored_and_told_again(store: Store) -> None:
    """In the record, in the list of matches and in the statistics."""
    async with playing(staged(script=NEAR, **HANDS), store=store) as player:
        await player.press("space", "x", "d", "a", "space", "space", "x", "y")
        match = player.held
    listed = store.summary(1)
    assert [(line.winner, line.reason) for line in listed.finished] == [
        (None, "agreement"),
        (Seat.LEFT, "resignation"),
    ]
    record = store.record(1)
    assert record.match == match
    assert "= none agreement 0-0\n" in write(record)
    assert "= left resignation 5-0\n" in write(record)
    assert read(write(record)) == record
    async with playing(store=store) as player:
        await player.press("m")
        assert "0 : 0   drawn  by agreement" in player.text
        assert "5 : 0   Anna   Bruno resigned" in player.text
        await player.press("s", "space")
        assert "by resignation   1" in player.text


async def test_a_resignation_that_cannot_be_saved_leaves_the_bot_thinking(
    store: Store, held: Holding, lock: Callable[[bool], None]
) -> None:
    """Nothing has happened: it answers in its time."""
    rival = held("-1")
    async with playing(duel(NEAR, **HANDS), store=store, waits_for_bots=False) as player:
        await player.play("-3")
        lock(True)
        await player.press("x", "y")
        assert player.question == "The match cannot be saved"
        lock(False)
        await player.press("escape")
        rival.may_answer.set()
        await player.wait_for_bots()
        assert actions(player) == f"{NEAR} -3 -1"


async def test_a_draw_that_could_not_be_saved_can_be_answered_again(
    store: Store, lock: Callable[[bool], None]
) -> None:
    async with playing(staged(script=NEAR, **HANDS), store=store) as player:
        await player.press("space", "x", "d")
        lock(True)
        await player.press("a")
        assert player.question == "The match cannot be saved"
        lock(False)
        await player.press("escape", "space", "x")
        assert player.question == "A draw?"
        await player.press("a")
        assert "Round drawn: by agreement" in player.text


async def test_a_resignation_is_not_told_as_a_comeback() -> None:
    async with playing(staged(script=NEAR, score=(4, 0), **HANDS)) as player:
        await player.press("space", "x", "y", "space")
        assert "Bruno wins the match" in player.text
        assert "Anna resigned the match." in player.text
        assert "came back" not in player.text


def test_an_offer_ends_with_its_round_and_outlives_undo() -> None:
    match = LiveMatch(staged(script=NEAR, **HANDS))
    match.offer_draw(Seat.LEFT)
    match.play(parse_action("A333"))
    assert match.offered_draw(Seat.RIGHT)
    match.play(parse_action("H"))
    assert match.draw_offer is None
    alone = duel(NEAR, **HANDS)
    alone.offer_draw(Seat.LEFT)
    alone.play(parse_action("-3"))
    alone.undo()
    assert not alone.may_offer_draw(Seat.LEFT)
