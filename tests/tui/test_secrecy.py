"""Nobody sees a card they may not know: not drawn, not held by a widget, not between two frames."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice

import pytest
from table_seen import CARD, CARD_BACK, Hands, hands_seen
from textual.strip import Strip
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.rivals import Seated, against
from tui.scripts import SCRIPTS, Script
from tui.states import NEAR, play, staged

from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.widgets.choices import Choices
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.play.client import Client
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.scene import Scene
from engarde_tui.terminal.canvas import Canvas
from engine.en_garde import (
    PRESETS,
    Action,
    IllegalActionError,
    Match,
    Play,
    Round,
    RoundView,
    Seat,
    parse_action,
)
from engine.en_garde.rules import PISTE_SQUARES
from engine.en_garde.stacking import places_after
from engine.match import MatchView

pytestmark = pytest.mark.painted

DIALOGS = {"help": ["question_mark"], "quit": ["q"], "palette": ["ctrl+p"], "help over quit": ["q", "f1"]}


@pytest.mark.parametrize(
    "moment", ["first deal", "after a turn", "hidden", "after a hint", "suspended", "next round"]
)
async def test_behind_the_curtain_nothing_on_the_screen_holds_a_card(moment: str) -> None:
    """Every value of every widget: no hand, no legal action, no draft, and nothing drawn of them."""
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        if moment == "after a turn":
            await player.press("space", "4", "left", "enter")
        elif moment == "hidden":
            await player.press("space", "3", "down", "h")
        elif moment == "after a hint":
            await player.press("space", "i")
            assert player.notice.startswith("Hint: ")
            await player.press("h")
        elif moment == "suspended":
            await player.press("space", "3", "2")
            player.app.app_suspend_signal.publish(player.app)
            await player.settle()
        elif moment == "next round":
            await player.play("A333", "H")
            assert player.at_showdown
            await player.press("space")
        assert player.view == player.held.view(None)
        assert player.curtain_is_down
        for screen in player.app.screen_stack:
            for widget in screen.walk_children(with_self=True):
                for value in everything_in(vars(widget)):
                    assert_harmless(value)
        assert not CARD.search(player.text)
        assert not CARD_BACK.search(player.text)
        assert player.notice == ""
        for part in (*player.screen.query(Hand), *player.screen.query(Choices)):
            assert not drawn_on(part._canvas).strip()
        *strip, measure = player.drawn(Piste)
        assert not set("·•") & set("".join(strip)), "no square is in reach of a hand"
        assert not set("‹›") & set("".join(strip)), "no square has the card that leads there"
        squares = list(map(str, range(1, PISTE_SQUARES + 1)))
        assert re.findall(r"\d+", "".join(strip)) == squares, "nor any other number than its own"
        left, right = player.view.round.positions
        known = [player.view.round.distance, left - 1, PISTE_SQUARES - right]
        assert sorted(re.findall(r"\d+", measure)) == sorted(map(str, known))


def everything_in(value: object) -> Iterator[object]:
    """A value and all that plain containers in it hold."""
    yield value
    if isinstance(value, dict):
        for part in (*value.keys(), *value.values()):
            yield from everything_in(part)
    elif isinstance(value, list | set | frozenset) or type(value) is tuple:
        for part in value:
            yield from everything_in(part)


def drawn_on(canvas: Canvas) -> str:
    """The lines of a canvas, whether or not it is shown."""
    return "\n".join("".join(char for char, *_ in row) for row in canvas.rows)


def assert_harmless(value: object) -> None:
    """A value that widgets may hold while the curtain is down."""
    match value:
        case MatchView():
            assert_harmless(value.round)
        case RoundView():
            assert value.hands == (None, None)
            assert value.legal == ()
        case Scene():
            for field in fields(value):
                assert_harmless(getattr(value, field.name))
            assert value.before is None
        case Draft():
            assert value == Draft()
        case Canvas():
            drawn = drawn_on(value)
            assert "'s hand" not in drawn
            assert "Press enter" not in drawn
            assert "Pick a card" not in drawn
            assert "Master" not in drawn
            assert len(CARD.findall(drawn)) <= 1, "cards other than the top discard"
        case Round() | Match():
            raise AssertionError("only the table holds a match")
        case LiveMatch() | Client() | Play():
            pass
        case Action():
            raise AssertionError(f"an action that could be played: {value}")


async def test_the_sitting_player_sees_only_their_own_hand() -> None:
    """Name, cards, and nothing else of a hand."""
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        await player.press("space")
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}
        assert player.view.round.hands == ((3, 3, 3, 4, 5), None)
        await player.press("4", "left", "enter", "space")
        assert player.hands == {"Bruno": (1, 1, 2, 2, 4)}
        assert player.view.round.hands == (None, (1, 1, 2, 2, 4))


async def test_hide_drops_the_curtain_and_clears_the_draft() -> None:
    """The same player lifts it again."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", "4", "h")
        assert player.hands == {}
        assert "Anna, take the keyboard." in player.text
        await player.press("space")
        assert player.draft.is_empty
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}


async def test_a_parry_keeps_the_seat_without_a_curtain() -> None:
    """The defender goes on at once, with the cards that are left."""
    async with playing(staged(script=f"{NEAR} A33", right="13345")) as player:
        await player.press("space", "a", "enter")
        assert player.held.round.plays[-1].action == parse_action("P33")
        assert not player.curtain_is_down
        assert player.hands == {"Bruno": (1, 4, 5)}
        assert "Bruno to play" in player.text


async def test_an_evasion_ends_the_turn_behind_the_curtain() -> None:
    """The attacker goes on."""
    async with playing(staged(script=f"{NEAR} +1A2", right="13345")) as player:
        await player.press("space", "1", "right", "enter")
        assert player.held.round.plays[-1].action == parse_action("R1")
        assert player.hands == {}
        assert "Anna, take the keyboard." in player.text


@pytest.mark.by_day(4)
@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("dialog", DIALOGS)
async def test_no_dialog_shows_a_hand_that_the_table_does_not(dialog: str, lifted: bool) -> None:
    """Over the lifted curtain at most the sitting player's; the help shows none at all."""
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        if lifted:
            await player.press("space")
        await player.press(*DIALOGS[dialog])
        assert player.screen_name != "TableScreen"
        shown = Counter(card for hand in player.hands.values() for card in hand)
        # Over the title of the discards lies the dialog.
        assert shown <= Counter((3, 3, 3, 4, 5, player.held.round.discard[-1]) if lifted else ())
        assert "1122" not in player.text
        if dialog == "help":
            assert not CARD.search(player.text)
            assert not CARD_BACK.search(player.text)


async def test_whoever_answers_the_offer_of_a_draw_sees_no_hand_behind_the_question() -> None:
    async with playing(staged(script=NEAR, left="33355", right="11224")) as player:
        await player.press("space", "3")
        frames = record_frames(player)
        await player.press("x", "d")
        assert player.question == "A draw?"
        asked = [row for frame in frames if any("A draw?" in row for row in frame) for row in frame]
        assert asked
        assert {card[1] for row in asked for card in CARD.finditer(row)} <= {"4"}, "the top discard"


@pytest.mark.parametrize("lifted", [False, True])
async def test_the_too_small_notice_covers_everything(lifted: bool) -> None:
    """On every screen."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        if lifted:
            await player.press("space")
        await player.resize(60, 20)
        assert player.screen_name == "TooSmallScreen"
        shown = [row.strip() for row in player.rows if row.strip()]
        assert len(shown) == 6, "a frame around four lines"
        assert "Window too small" in shown[0]
        assert not CARD.search(player.text)
        assert not CARD_BACK.search(player.text)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("script", [SCRIPTS[3], SCRIPTS[8], SCRIPTS[9]], ids=str)
async def test_no_frame_in_a_whole_match_shows_more_than_it_may(script: Script) -> None:
    """Every frame painted, even those visible only during a key press."""
    match = script.match
    async with playing(match) as player:
        frames = record_frames(player)
        shown: Hands = {}
        for words in script.rounds:
            for word in words.split():
                if not shown:
                    before, shown = shown, hand_to_act(match)
                    await press_and_check(player, frames, ["space"], before, shown)
                place = Draft.begin(match.round.legal).legal.index(parse_action(word)) + 1
                await press_and_check(player, frames, ["down"] * place, shown, shown)
                seat = match.round.turn
                match = match.play(parse_action(word))
                before = shown
                if match.round.result:
                    shown = dict(zip(match.names, match.round.hands, strict=True))
                else:
                    shown = hand_to_act(match) if match.round.turn is seat else {}
                await press_and_check(player, frames, ["enter"], before, shown)
            before, shown = shown, {}
            if match.winner is None:
                match = match.next_round()
            await press_and_check(player, frames, ["space"], before, shown)


def hand_to_act(match: Match) -> Hands:
    """The hand of the player to act."""
    assert match.round.turn is not None
    return {match.names[match.round.turn]: match.round.hands[match.round.turn]}


def record_frames(player: Player) -> list[list[str]]:
    """A list that every picture is added to as it is painted."""
    frames: list[list[str]] = []
    display = player.app._display

    def recording(screen: object, renderable: object) -> None:
        frames.append(player.rows)
        display(screen, renderable)  # type: ignore[arg-type]

    player.app._display = recording  # type: ignore[assignment,method-assign]
    return frames


async def press_and_check(
    player: Player, frames: list[list[str]], keys: list[str], before: Hands, after: Hands
) -> None:
    """Press keys: every frame shows the hands from before, those from after, or none."""
    frames.clear()
    await player.press(*keys)
    assert frames
    for frame in frames:
        assert hands_seen(frame) in (before, after, {})
    assert player.hands == after


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("observer", "size"),
    [(Seat.LEFT, SMALLEST), (None, SMALLEST), (None, LARGE), (Seat.RIGHT, LARGE)],
    ids=["left", "nobody", "nobody-large", "right-large"],
)
async def test_hidden_cards_change_nothing_on_the_screen(
    observer: Seat | None, size: tuple[int, int]
) -> None:
    """Two matches that differ only in them draw equal pictures, on every screen that can be reached."""
    keys = ["question_mark", "escape", "q", "n", "ctrl+p", "escape"]
    if observer is not None:
        keys = ["space", "down", "1", "2", "a", "left", "backspace", *keys]
    pairs = list(islice(twins(observer), 2 if size == SMALLEST else 1))
    assert pairs
    for one, other in pairs:
        assert await album(one, size, keys) == await album(other, size, keys)


async def album(match: Match, size: tuple[int, int], keys: list[str]) -> list[list[Strip]]:
    """The screen with all its colours, at first and after each key."""
    async with playing(match, size) as player:
        pictures = [player.picture]
        for key in keys:
            await player.press(key)
            pictures.append(player.picture)
        return pictures


def twins(observer: Seat | None) -> Iterator[tuple[Match, Match]]:
    """Yield pairs of matches with one history that differ only in what `observer`, to act, cannot know."""
    for script in SCRIPTS:
        words = script.rounds[0].split()[:-1]
        while words and observer not in (None, replayed(script, original_deck(script), words).round.turn):
            words.pop()
        deck, hands, _ = places_after(" ".join(words), script.first)
        known = {place for place, card in enumerate(deck) if card is not None}
        if observer is not None:
            known |= set(hands[observer])
        one = replayed(script, original_deck(script), words)
        other = twin(script, words, one, sorted(set(range(25)) - known), observer)
        if other is not None:
            yield one, other


def twin(
    script: Script, words: list[str], one: Match, hidden: list[int], observer: Seat | None
) -> Match | None:
    """A match like `one`, with other cards in the hidden places; None where chance finds none."""
    deck = original_deck(script)
    chance = random.Random(str(script))
    for _ in range(50):
        dealt = dict(zip(hidden, chance.sample([deck[place] for place in hidden], len(hidden)), strict=True))
        try:
            other = replayed(script, [dealt.get(place, card) for place, card in enumerate(deck)], words)
        except IllegalActionError:
            continue
        unknown = [seat for seat in Seat if seat is not observer]
        if other.view(observer) == one.view(observer) and all(
            other.round.hands[seat] != one.round.hands[seat] for seat in unknown
        ):
            return other
    return None


def original_deck(script: Script) -> Sequence[int]:
    """The deck of a script's first round."""
    round = script.match.round
    return (*round.hands[0], *round.hands[1], *round.draw_pile)


def replayed(script: Script, deck: Sequence[int], words: Sequence[str]) -> Match:
    """The first round of a script with another deck, after some of its words."""
    match = replace(script.match, round=Round.deal(PRESETS[script.preset], deck, script.first))
    return play(match, " ".join(words))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("observer", Seat, ids=["left", "right"])
async def test_a_bots_hand_changes_nothing_on_the_screen(observer: Seat, seated: Seated) -> None:
    """Two matches from their first deal on, played alike, that differ only in what the person cannot know.

    Hints and take-backs tell nothing either. Once the round is over both hands lie open.
    """
    albums = []
    for match in next(pair for pair in twins(observer) if 6 < len(pair[0].round.actions) < 10):
        pictures, showdown = await album_of_a_duel(match, observer, seated)
        albums.append(pictures)
        assert hands_seen(showdown)[match.names[observer.other]] == match.round.hands[observer.other]
    assert len(albums[0]) > 15
    assert albums[0] == albums[1]


async def album_of_a_duel(
    match: Match, observer: Seat, seated: Seated
) -> tuple[list[list[Strip]], list[str]]:
    """The screen after each key of a match played again, and the showdown after the bot has given up."""
    plays = match.round.plays
    last = max(place for place, play in enumerate(plays) if play.seat is observer)
    mine = [str(play.action) for play in plays if play.seat is observer]
    bot = seated(*[str(play.action) for play in plays if play.seat is not observer])
    pictures = []
    async with playing(against(next(match.history()), bot=observer.other)) as player:

        async def press(*keys: str) -> None:
            for key in keys:
                await player.press(key)
                pictures.append(player.picture)

        async def play_slowly(word: str) -> None:
            place = Draft.begin(player.held.round.legal).legal.index(parse_action(word)) + 1
            await press("i", "escape", *["down"] * place, "enter")

        for word in mine:
            await play_slowly(word)
        assert player.held == match
        bot.answers = [str(play.action) for play in plays[last + 1 :]]
        await press("1", "escape", "h", "space", "f", "f", "q", "n", "u")
        await play_slowly(mine[-1])
        assert player.held == match
        assert bot.answers == []
        await player.play(str(match.round.legal[0]))
        if player.question == "Forfeit":
            await player.press("space")
        return pictures, player.rows
