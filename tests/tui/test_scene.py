"""The table shows one scene, and only actions it lists are allowed."""

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tui.harness import Player, playing
from tui.rivals import Holding, Seated, duel
from tui.states import NEAR, play, staged

from engarde_tui.games.en_garde.board import EnGardeBoard
from engarde_tui.games.en_garde.widgets.hand import Hand, drawn_cards
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.play.client import Client
from engarde_tui.play.help_used import HelpUsed
from engarde_tui.play.live_match import LiveMatch, StaleError, TableChanged
from engarde_tui.play.problem import Problem
from engarde_tui.play.scene import Mode, Scene, scene_of
from engarde_tui.screens.table import table_keys
from engarde_tui.sessions.session import Session
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.curtain import Curtain
from engine.bot import ForfeitError
from engine.en_garde import Match, Seat, parse_action

COMPOSING = EnGardeBoard().steps
HELPS = EnGardeBoard().helps


def scene(client: Client, *, is_stuck: bool = False) -> Scene:
    """What a place shows, with En Garde's keys."""
    return scene_of(client, lambda _: None, COMPOSING, HELPS, is_stuck=is_stuck)


def sitting(table: LiveMatch) -> Client:
    """The place of everybody at the table, the curtain lifted."""
    client = Client(table)
    client.lift_curtain()
    return client


# --- what may be done ---


def test_behind_the_curtain_of_two_people_only_lifting_is_allowed() -> None:
    behind = scene(Client(LiveMatch(staged(script=NEAR))))
    assert (behind.mode, behind.allowed) == (Mode.CURTAIN, {"lift_curtain"})


def test_a_person_alone_may_show_their_hand_again() -> None:
    client = Client(duel(NEAR))
    client.drop_curtain()
    assert scene(client).allowed == {"lift_curtain", "show"}


def test_the_player_to_act_may_compose_ask_for_hints_and_hide() -> None:
    playing = scene(sitting(LiveMatch(staged(script=NEAR))))
    assert (playing.mode, playing.allowed) == (Mode.PLAYING, COMPOSING | HELPS | {"hide"})


def test_against_a_bot_actions_can_be_undone() -> None:
    assert scene(Client(duel(NEAR))).allowed == COMPOSING | HELPS | {"hide", "undo", "pace"}


def test_nothing_can_be_composed_while_a_bot_plays() -> None:
    client = Client(duel(NEAR, bot=Seat.LEFT))
    assert (scene(client).mode, scene(client).allowed) == (Mode.WAITING, {"hide", "undo", "pace"})
    assert scene(client, is_stuck=True).allowed == {"hide", "undo", "pace", "retry"}


def test_at_two_keyboards_the_player_not_to_act_waits() -> None:
    table = LiveMatch(staged(script=NEAR))
    left, right = (scene(Client(table, (seat,))) for seat in Seat)
    assert left.allowed == COMPOSING | {"hide"}
    assert (right.mode, right.allowed) == (Mode.WAITING, {"hide"})


def test_a_spectator_can_do_nothing() -> None:
    for match in (staged(script=NEAR), staged(script=f"{NEAR} A33 H", right="11224")):
        watching = scene(Client(LiveMatch(match), ()))
        assert (watching.mode, watching.allowed) == (Mode.WATCHING, frozenset())


def test_at_the_end_of_a_round_only_continuing_is_allowed() -> None:
    over = scene(Client(LiveMatch(staged(script=f"{NEAR} A33 H", right="11224"))))
    assert (over.mode, over.allowed) == (Mode.ROUND_OVER, {"go_on"})


@pytest.mark.parametrize("moment", ["curtain", "turn", "showdown"])
async def test_an_unlisted_action_is_refused(moment: str) -> None:
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        if moment == "turn":
            await player.press("space")
        elif moment == "showdown":
            await player.play("A333", "H")
            assert player.at_showdown
        assert not player.table.check_action("something_new", ())
        assert not player.table.check_action("copy_text", ())


def test_every_key_of_the_table_is_allowed_at_some_time() -> None:
    actions = [binding.action for binding in table_keys(EnGardeBoard(), Session)]
    bound = {re.sub(r"(?:compose|session)\('(\w+)'.*|\(.*", r"\1", action) for action in actions}
    clients = [
        sitting(LiveMatch(staged(script=NEAR))),
        Client(LiveMatch(staged(script=NEAR))),
        Client(duel(NEAR)),
        Client(LiveMatch(staged(script=f"{NEAR} A33 H", right="11224"))),
    ]
    hidden = Client(duel(NEAR))
    hidden.drop_curtain()
    scenes = [
        *map(scene, (*clients, hidden)),
        scene(Client(duel(NEAR, bot=Seat.LEFT)), is_stuck=True),
    ]
    session = Session(clients[0])
    allowed = (each.allowed | session.also_allowed(each) for each in scenes)
    assert bound == frozenset().union(*allowed)


# --- one event for each change, and an answer for one revision ---


class Refusing:
    """A journal on a disk that is full."""

    begun = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)

    def write(self, match: Match, help_used: HelpUsed) -> None:
        """Keep nothing."""
        raise Problem("no room")

    def close(self) -> None:
        """There is nothing to do."""


def heard(table: LiveMatch) -> list[TableChanged]:
    """Collect the table's events from now on."""
    changes: list[TableChanged] = []
    table.bus.subscribe(table.topic, changes.append)
    return changes


def test_each_change_is_published_once() -> None:
    table = duel(NEAR, left="33345")
    changes = heard(table)
    table.play(parse_action("-3"))
    table.forfeit()
    table.next_round()
    table.play(table.view(table.turn).round.legal[0])
    table.play(table.view(table.turn).round.legal[0])
    table.undo()
    assert changes == [TableChanged()] * 6
    assert table.revision == 6


def test_an_unsaved_change_is_not_published() -> None:
    table = LiveMatch(staged(script=NEAR, left="33345"), Refusing())
    changes = heard(table)
    with pytest.raises(Problem):
        table.play(parse_action("-3"))
    assert (changes, table.revision) == ([], 0)


def test_the_curtain_falls_with_any_change_that_was_not_made_here() -> None:
    """Even if it is the turn of whoever was sitting here again."""
    table = duel(NEAR, left="33345")
    client = Client(LiveMatch(staged(script=NEAR, left="33345")))
    client.lift_curtain()
    assert client.view.round.hand
    for _ in range(2):
        client.match.play(client.match.view(client.match.turn).round.legal[0])
    assert client.is_curtain_down
    assert client.view.round.hands == (None, None)
    client.lift_curtain()
    assert client.view.round.hand
    assert not Client(table).is_curtain_down, "a single player needs none"


def test_an_action_for_an_earlier_revision_is_refused() -> None:
    table = duel(NEAR, left="33345")
    client = Client(table)
    table.play(parse_action("-3"))
    before = table.view(None)
    for answer in (client.forfeit, client.undo, client.next_round, client.note_hint):
        with pytest.raises(StaleError, match="the table has changed in the meantime"):
            answer(0)
    with pytest.raises(StaleError):
        client.play(parse_action("-4"), 0)
    assert (table.view(None), table.revision, table.help_used) == (before, 1, HelpUsed())


async def test_an_action_for_an_earlier_scene_rings_the_bell_and_updates_it() -> None:
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space")
        shown = player.scene
        player.live_match.play(parse_action("-4"))
        await player.settle()
        player.table.scene = shown
        await player.press("3", "left", "enter")
        assert player.notice == "! The table has changed in the meantime."
        assert player.bells == 1
        assert player.scene.revision == 1
        assert player.held == play(staged(script=NEAR, left="33345"), "-4")


# --- what is drawn ---


async def test_a_widget_is_drawn_only_when_its_content_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal redraws the notice; a laid card also the hand and the piste; an equal scene nothing."""
    drawn: list[str] = []
    for part in (Piste, Hand, Curtain):

        def draw(self: BoardWidget, canvas: Canvas, draw=part.draw, name=part.__name__) -> None:  # type: ignore[no-untyped-def]
            drawn.append(name)
            draw(self, canvas)

        monkeypatch.setattr(part, "draw", draw)
    async with playing(staged(left="12345")) as player:
        await player.press("space")
        drawn.clear()
        await player.press("enter")
        assert player.bells == 1
        assert drawn == []
        player.table.scene = replace(player.scene)
        assert drawn == []
        await player.press("3")
        assert sorted(drawn) == ["Hand", "Piste"]


# --- h hides and shows again ---


async def test_against_a_bot_h_shows_the_hand_again(seated: Seated) -> None:
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), curtain_delay=3600) as player:
        assert "h hide" in player.keys
        await player.press("h")
        assert player.curtain_is_down
        assert "h show" in player.keys
        await player.press("h")
        assert not player.curtain_is_down
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}


async def test_between_two_people_only_space_shows_a_hidden_hand() -> None:
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", "h", "h")
        assert player.curtain_is_down
        assert "h show" not in player.keys
        await player.press("space")
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}


# --- a card just drawn is marked until the next key ---


def new_cards(player: Player) -> list[str]:
    """The values of the cards that are marked as new, as they stand in the hand."""
    rows = player.drawn(Hand)
    return [rows[1][found.start() + 1] for found in re.finditer("[╰┗]─*new", rows[-1])]


@pytest.mark.parametrize(
    ("hand", "word", "pile", "drawn"),
    [
        ("12345", "+2", "5", [5]),
        ("12345", "+2", "2", [2]),
        ("33345", "+3", "1", [1]),
        ("22222", "+2", "1", [1]),
    ],
)
def test_drawn_cards_follow_from_two_views_of_a_player(
    hand: str, word: str, pile: str, drawn: list[int]
) -> None:
    before = staged(left=hand, pile=pile)
    after = play(before, word)
    views = before.view(Seat.LEFT).round, after.view(Seat.LEFT).round
    assert sorted(drawn_cards(*views).elements()) == drawn
    assert drawn_cards(before.view(None).round, after.view(None).round) == Counter()
    assert drawn_cards(views[0], after.view(None).round) == Counter()


async def test_a_drawn_card_is_marked_until_the_next_key() -> None:
    """Nothing is marked behind the curtain; each player sees what their last action drew."""
    async with playing(staged(left="12345", right="11224", pile="53")) as player:
        await player.press("space")
        assert new_cards(player) == []
        await player.play("+2")
        await player.press("space")
        assert new_cards(player) == []
        await player.play("+1")
        assert player.scene.before is None
        assert "new" not in player.text
        await player.press("space")
        assert new_cards(player) == ["5"]
        await player.press("enter")
        assert player.bells == 1
        assert new_cards(player) == []
        await player.press("h", "space")
        assert new_cards(player) == []
        await player.play("+1")
        await player.press("space")
        assert new_cards(player) == ["3"]


async def test_one_of_several_equal_cards_is_marked_and_stays_marked_while_a_bot_plays(held: Holding) -> None:
    rival = held("+1")
    async with playing(duel(left="12345", right="11224", pile="43"), waits_for_bots=False) as player:
        await player.play("+2")
        assert new_cards(player) == ["4"]
        assert "".join(player.drawn(Hand)).count("new") == 1
        rival.may_answer.set()
        await player.wait_for_bots()
        assert new_cards(player) == ["4"]
        await player.press("3")
        assert new_cards(player) == []


async def test_a_seen_card_is_not_marked_again(held: Holding) -> None:
    rival = held("+1")
    async with playing(duel(left="12345", right="11224", pile="43"), waits_for_bots=False) as player:
        await player.play("+2")
        await player.press("f")
        assert new_cards(player) == []
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.view.round.turn is Seat.LEFT
        assert new_cards(player) == []


async def test_a_resumed_match_marks_the_last_drawn_cards() -> None:
    async with playing(duel("+2 +1", left="13345", right="11224")) as player:
        assert len(new_cards(player)) == 1


async def test_a_bot_that_fails_after_the_table_has_moved_on_changes_nothing(held: Holding) -> None:
    rival = held(ForfeitError("has crashed"))
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        before = player.held
        await player.play("-3")
        await player.press("u")
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.held == before
        assert player.screen_name == "TableScreen"
