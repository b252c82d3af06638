"""Help against a bot: hints, undo, and where they are mentioned."""

from collections import Counter
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from tui.harness import LARGE, playing
from tui.rivals import Holding, Seated, actions, duel
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.why import why
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.turn_words import TurnWords
from engarde_tui.games.en_garde.words import to_do
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.words import how_often, percent
from engarde_tui.screens.hints import HintWords
from engarde_tui.storage.store import Store
from engine.bot import Hint
from engine.en_garde import RoundView, Seat, parse_action
from engine.en_garde.bots.policy import network_hint
from engine.en_garde.game import GAME
from engine.record import Record, RecordError, read, write

# Hints


async def test_a_hint_says_why_and_is_played_with_one_key(seated: Seated) -> None:
    """It changes nothing in the round, and enter plays it; odds and chance say whose play they are about."""
    seated("-1")
    async with playing(duel(NEAR, left="11345", right="11224")) as player:
        match = player.held
        await player.press("i")
        thought = network_hint(match.round.view(Seat.LEFT))
        choice, odds = next(iter(thought.odds.items()))
        first = why(match.round.view(Seat.LEFT), choice)[0]
        assert player.notice.startswith(f"Hint: {to_do(choice)}. {first}")
        assert f"The master plays this {how_often(odds)}" in player.drawn(TurnWords)[0]
        chance = f"your chance to win the round if the master plays on: {percent(thought.chance)}"
        assert f"enter plays it · {chance}" in player.drawn(TurnWords)[-1]
        assert player.held == match
        assert player.live_match.help_used.hints == (1, 0)
        await player.press("i")
        assert player.live_match.help_used.hints == (1, 0)
        await player.press("enter")
        assert player.held.round.plays[len(match.round.plays)].action == choice


async def test_a_hint_that_ends_the_round_has_its_exact_chance(seated: Seated) -> None:
    """Three 3s cannot be parried: a chance that leaves room for doubt would contradict the reason."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("i")
        assert player.notice == "Hint: attack with three 3s. No possible hand can parry three 3s."
        assert "Counted to the end of the round" in player.drawn(TurnWords)[0]
        assert "enter plays it · your chance to win the round: 100%" in player.drawn(TurnWords)[-1]


async def test_a_hint_says_if_it_is_the_turn_that_was_picked(seated: Seated) -> None:
    """However it was picked, and however often it is asked for."""
    seated()
    table = duel(NEAR, left="12344", right="11224")
    choice = next(iter(network_hint(table.view(Seat.LEFT).round).odds))
    place = Draft.begin(table.view(Seat.LEFT).round.legal).legal.index(choice) + 1
    by_cards = [str(choice.cards[0]), "right" if choice.step > 0 else "left"]
    for keys in (by_cards, ["down"] * place):
        async with playing(duel(NEAR, left="12344", right="11224")) as player:
            await player.press(*keys, "i")
            assert player.draft.chosen == choice
            assert player.notice.startswith(f"Hint: {to_do(choice)}, as you have picked.")
            await player.press("i")
            assert player.notice.startswith(f"Hint: {to_do(choice)}, as you have picked.")


async def test_a_hint_asked_for_again_is_not_taken_for_the_player_s_own_turn(seated: Seated) -> None:
    """Whatever was asked in between."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("i", "o", "i")
        assert player.notice.startswith("Hint: attack with three 3s. ")


async def test_a_hint_says_what_it_has_over_the_turn_that_was_picked(seated: Seated) -> None:
    """In place of what comes next for the advisor; cards that are no turn yet are compared with nothing."""
    seated()
    view = duel(NEAR, left="22345", right="11224").view(Seat.LEFT).round
    choice = next(iter(network_hint(view).odds))
    told = {}
    for word, keys in (("", "3"), ("-4", "4 left"), ("+2", "2 right")):
        async with playing(duel(NEAR, left="22345", right="11224")) as player:
            await player.press(*keys.split(), "i")
            assert player.draft.chosen == choice
            told[word] = player.notice
    assert len(set(told.values())) == 3
    for word in ("-4", "+2"):
        mine = parse_action(word)
        assert told[word].startswith(f"Hint: {to_do(choice)}. {why(view, choice, mine)[0]}")
        assert f"if you {to_do(mine)}, " in told[word]
    assert "if you" not in told[""]


@pytest.mark.parametrize(
    ("mine", "instead"),
    [("", "-4"), ("-5", "-4"), ("-4", "-4"), ("+2", "+2")],
    ids=lambda word: word or "none",
)
def test_the_reasons_of_a_hint_compare_it_with_the_own_turn_or_else_with_the_next_best(
    mine: str, instead: str
) -> None:
    view = staged(script=NEAR, left="22345").round.view(Seat.LEFT)
    choice, second, picked = (parse_action(word) if word else None for word in ("-5", "-4", mine))
    hint = Hint({choice: 0.6, second: 0.4}, 0.5)
    words = HintWords.of(hint, view, to_do, picked)
    assert words.is_mine is (mine == "-5")
    assert words.reasons == why(view, choice, parse_action(instead))
    assert list(words.odds) == [to_do(choice), to_do(second)]


async def test_a_hint_is_worked_out_once_however_often_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While the advisor thinks, and later; another position has a hint of its own."""
    may_answer, thought = Event(), list[RoundView]()

    def think(self: object, view: RoundView) -> Hint:
        thought.append(view)
        may_answer.wait()
        return network_hint(view)

    monkeypatch.setattr(type(GAME), "hint", think)
    async with playing(staged(script=NEAR, left="33345"), waits_for_bots=False) as player:
        try:
            await player.press("space", "i", "i", "4", "i", "i")
        finally:
            may_answer.set()
        player.waits_for_bots = True
        await player.settle()
        assert player.notice.startswith("Hint: ")
        await player.press("i")
        first = player.held.round.view(Seat.LEFT)
        await player.play("-3")
        await player.press("space", "i")
        assert thought == [first, player.held.round.view(Seat.RIGHT)]


async def test_a_hint_and_a_count_stay_while_the_pace_of_the_bots_is_changed(seated: Seated) -> None:
    seated()
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        for key in ("i", "o"):
            await player.press(key)
            told, below = player.notice, player.drawn(TurnWords)[-1]
            for pace in ("Bots pause before playing.", "Bots play at once."):
                await player.press("f")
                assert (player.notice, player.drawn(TurnWords)[-1]) == (told, below)
                assert pace in player.drawn(TurnWords)[0]


async def test_a_hint_taken_back_leaves_the_draft_as_it_was(seated: Seated) -> None:
    seated()
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("4", "left")
        draft, shown = player.draft, player.text
        await player.press("i", "i", "backspace")
        assert player.draft == draft
        assert player.text == shown


async def test_a_hint_is_marked_on_the_piste_without_colour(seated: Seated) -> None:
    """Where the fencer would stand, or what to do where it stands; the player's own draft is not."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.press("3", "3", "3")
        assert "hint" not in "".join(player.drawn(Piste))
        await player.press("i")
        assert " hint: attack at 3 " in "".join(player.drawn(Piste))
        await player.press("down")
        assert "hint" not in "".join(player.drawn(Piste))


async def test_a_hint_sees_no_more_than_the_player() -> None:
    """The advice is the same for two possible hands of the opponent."""
    advice = []
    for right in ("11224", "33124"):
        async with playing(staged(script=NEAR, left="33345", right=right, pile="1")) as player:
            await player.press("space", "i")
            advice.append(player.notice)
    assert advice[0] == advice[1]


async def test_between_two_people_the_sitting_player_can_ask_too() -> None:
    """Both players' hints are counted."""
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        await player.press("space", "i")
        assert player.notice.startswith("Hint: ")
        await player.play("-3")
        assert player.live_match.help_used.hints == (1, 0)
        await player.press("space", "i", "i")
        assert player.live_match.help_used.hints == (1, 1)


async def test_there_is_no_hint_behind_the_curtain() -> None:
    """Nobody sits at the table."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        text = player.text
        await player.press("i")
        assert player.text == text
        assert player.live_match.help_used.hints == (0, 0)


def test_only_the_seat_to_act_can_get_a_hint() -> None:
    """Otherwise one keyboard could ask for the other's seat."""
    table = LiveMatch(staged(script=NEAR, left="33345", right="11224"))
    with pytest.raises(ValueError, match=r"^only the player to act can ask for a hint$"):
        table.note_hint(Seat.RIGHT)
    assert table.help_used.hints == (0, 0)
    table.note_hint(Seat.LEFT)
    assert table.help_used.hints == (1, 0)


@pytest.mark.parametrize(("meanwhile", "played"), [("3 left enter", " -3"), ("4", "")])
async def test_a_hint_that_comes_too_late_is_dropped_and_not_noted(
    meanwhile: str, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys are handled while the advisor thinks: a turn, or only a card."""
    may_answer = Event()

    def think(self: object, view: Any) -> object:
        may_answer.wait()
        return network_hint(view)

    monkeypatch.setattr(type(GAME), "hint", think)
    async with playing(staged(script=NEAR, left="33345"), waits_for_bots=False) as player:
        await player.press("space", "i")
        try:
            await player.press(*meanwhile.split())
            assert actions(player) == f"{NEAR}{played}"
            shown = player.text
        finally:
            may_answer.set()
        player.waits_for_bots = True
        await player.settle()
        assert player.text == shown
        assert "Hint" not in shown
        assert player.live_match.help_used.hints == (0, 0)


async def test_there_is_no_hint_while_a_bot_thinks(held: Holding) -> None:
    """It is not the person's turn."""
    held("-1")
    async with playing(duel(NEAR, left="33345"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("i")
        assert player.notice == "Rival is thinking."
        assert player.live_match.help_used.hints == (0, 0)


@pytest.mark.parametrize("answer", ["t", "w"], ids=["again", "without"])
async def test_a_hint_that_could_not_be_saved_is_refused_once_the_hand_is_hidden(
    answer: str, store: Store, lock: Callable[[bool], None], seated: Seated
) -> None:
    """The curtain fell below the question, so nobody may see the hint."""
    seated()
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        lock(True)
        await player.press("i")
        assert player.question == "The match cannot be saved"
        player.app.app_suspend_signal.publish(player.app)
        await player.settle()
        lock(False)
        await player.press(answer)
        assert player.screen_name == "TableScreen"
        assert player.bells == 1
        assert player.live_match.help_used.hints == (0, 0)
        await player.press("space", "i")
        assert player.notice.startswith("Hint: ")


# Counting


async def test_o_counts_what_the_player_has_not_seen_and_is_noted_as_a_hint(seated: Seated) -> None:
    """The cards of the other hand and of the pile together; what was picked so far stays."""
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        before = player.held
        await player.press("4", "left")
        draft = player.draft
        assert "o count" in player.keys
        await player.press("o")
        other = before.round.hands[Seat.RIGHT]
        unseen = Counter((*other, *before.round.draw_pile))
        cards = " · ".join(f"{card} ×{unseen[card]}" for card in range(1, 6))
        holds = f"Your opponent holds {len(other)} of these {unseen.total()}."
        assert player.notice == f"Unseen cards: {cards}. {holds}"
        assert (player.draft, player.held) == (draft, before)
        assert player.live_match.help_used.hints == (1, 0)
        await player.press("o", "enter")
        assert player.live_match.help_used.hints == (1, 0), "the same count is noted once"
        assert actions(player) == f"{NEAR} -4 -1"


async def test_counting_tells_nothing_of_the_other_hand(seated: Seated) -> None:
    """It is the same for two hands that the opponent may hold."""
    counted = []
    for right in ("11224", "12344"):
        seated()
        async with playing(duel(NEAR, left="33345", right=right)) as player:
            await player.press("o")
            counted.append(player.notice)
    assert counted[0] == counted[1]


async def test_between_two_people_the_count_is_the_sitting_player_s(store: Store) -> None:
    """There is none behind the curtain; the record tells of those there were."""
    async with playing(staged(script=NEAR, left="33345", right="11224"), store=store) as player:
        assert "count" not in player.keys
        text = player.text
        await player.press("o")
        assert player.text == text
        await player.press("space", "o")
        assert "3 ×2" in player.notice
        await player.play("-3")
        await player.press("space", "o", "o")
        assert "3 ×4" in player.notice
        assert player.live_match.help_used.hints == (1, 1)
    assert ("Hints", "1-1") in store.record(1).others


async def test_nothing_is_counted_while_a_bot_thinks(held: Holding) -> None:
    """It is not the person's turn."""
    held("-1")
    async with playing(duel(NEAR, left="33345"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("o")
        assert player.notice == "Rival is thinking."
        assert player.live_match.help_used.hints == (0, 0)


async def test_a_count_that_could_not_be_saved_is_not_told(
    store: Store, lock: Callable[[bool], None], seated: Seated
) -> None:
    seated()
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        lock(True)
        await player.press("o")
        assert player.question == "The match cannot be saved"
        assert "Unseen cards" not in player.text
        lock(False)
        await player.press("t")
        assert player.notice.startswith("Unseen cards: ")
        assert player.live_match.help_used.hints == (1, 0)


# Taking back


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_u_undoes_the_players_last_action_and_what_followed(bot: Seat, seated: Seated) -> None:
    """Repeatedly; the screen is as before, and each undo is counted."""
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
        assert player.live_match.help_used.undos == count
        assert "undo" in player.keys, "what was staged can be taken back as well"
        assert player.drawn(Piste) == picture
        assert player.notice == "Your last action is taken back; that is noted in the match result."


async def test_a_parry_is_undone_separately(seated: Seated) -> None:
    """First the turn after it with the bot's answer, then the parry; the attack stays."""
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


async def test_before_the_first_action_there_is_nothing_to_undo(seated: Seated) -> None:
    """Even if the bot has played."""
    seated("+1")
    async with playing(duel(first=Seat.RIGHT, left="12345", right="12345")) as player:
        before = player.held
        assert before.round.actions
        await player.press("u")
        assert (player.notice, player.bells) == ("! Anna has played nothing in this round yet.", 1)
        assert player.held == before
        assert player.live_match.help_used.undos == (0, 0)


async def test_a_finished_round_cannot_be_undone(seated: Seated) -> None:
    """Neither at the showdown nor in the next round."""
    seated("H", "+1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("A333")
        over = player.held
        await player.press("u")
        assert player.held == over
        with pytest.raises(ValueError, match=r"^round 1 is over: nothing in it can be taken back$"):
            player.live_match.undo()
        await player.press("space")
        next_round = player.held
        await player.press("u")
        assert player.notice == "! Anna has played nothing in this round yet."
        assert player.held == next_round
        assert next_round.number == 2
        assert next_round.score == (1, 0)


async def test_between_people_there_is_no_undo_and_no_bot_pace() -> None:
    """The keys are not listed and change nothing."""
    async with playing(staged(script=NEAR, left="33345", right="11224"), LARGE) as player:
        await player.play("-3")
        await player.press("space")
        assert "hint" in player.keys
        assert "u undo" not in player.keys
        assert "f pace" not in player.keys
        before = player.held
        await player.press("f")
        assert player.bells == 0
        await player.press("u")
        assert (player.held, player.notice, player.bells) == (
            before,
            "! There is nothing that may be taken back.",
            1,
        )
        await player.press("v")
        assert player.notice == "! The rules let nobody look back before the round is over."
        await player.press("question_mark")
        assert "Undo your last action" not in player.text
        with pytest.raises(ValueError, match=r"^actions against a human cannot"):
            player.live_match.undo()


async def test_a_late_answer_to_an_undone_action_is_not_played(held: Holding) -> None:
    """The bot is still thinking about it; its answer is ignored."""
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


async def test_undo_interrupts_a_thinking_bot(held: Holding) -> None:
    """An external bot would keep thinking; one that has answered is not interrupted."""
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


async def test_undo_is_refused_if_the_round_ends_during_the_question(
    store: Store, lock: Callable[[bool], None], seated: Seated
) -> None:
    """Another keyboard ended the round while the question was open."""
    seated("-1", "+1")
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.play("-3")
        lock(True)
        await player.press("u")
        assert player.question == "The match cannot be saved"
        lock(False)
        player.live_match.forfeit()
        await player.settle()
        assert player.question == "The match cannot be saved"
        await player.press("t")
        assert player.at_showdown
        assert player.bells == 1
        assert player.held.score == (0, 1)
        assert player.live_match.help_used.undos == (0, 0)


# What was helped is told


async def test_hints_and_undos_are_shown_at_the_end_and_in_the_record(store: Store, seated: Seated) -> None:
    """Even if the match was left and resumed."""
    seated("+4", "H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1), store=store) as player:
        await player.press("i", "o")
        await player.press("q", "m", "c", "u")
        assert actions(player) == "+5 +5"
        await player.play("+5", "A3")
        assert player.at_showdown
        await player.press("space")
        assert "Anna used 2 hints and took back 1 action." in player.text
    record = store.record(1)
    assert record.others == (("Right-Bot", "novice"), ("Hints", "2-0"), ("Take-backs", "1-0"))
    header, _ = write(record).split("\n\n", 1)
    assert header.endswith("\nRight-Bot: novice\nHints: 2-0\nTake-backs: 1-0")
    assert read(write(record)) == record


async def test_without_help_none_is_mentioned(store: Store, seated: Seated) -> None:
    """Neither at the end nor in the record."""
    seated("H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1), store=store) as player:
        await player.play("A3")
        await player.press("space")
        assert "took" not in player.text
    assert store.record(1).others == (("Right-Bot", "novice"),)


@pytest.mark.parametrize("hints", ["0-0", "many"])
async def test_a_record_with_other_words_about_hints_can_be_written_after_a_hint(
    hints: str, store: Store
) -> None:
    """It can be read again."""
    id = store.add(Record(staged(), store.now().astimezone(), (("Hints", hints),)))
    async with playing(store=store) as player:
        await player.press("c", "space", "i")
    text = write(store.record(id))
    assert "Hints: 1-0\n" in text
    try:
        read(text)
    except RecordError as error:
        raise AssertionError(f"{error} in {text}") from None
