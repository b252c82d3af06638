"""Taking back freely what told nobody anything, also between two people."""

import pytest
from swords_and_shields.staging import play, staged

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engine.game import Seat, games
from engine.match import Match
from engine.swords_and_shields import Duel, Options, parse_action
from engine.swords_and_shields.game import GAME

SHOWN = {"hand": "s4r h1b b+1 s1r", "shown": "s2b", "opposing": "h1y", "shop": "s2r s2g", "shop_deck": "s5r"}


@pytest.mark.parametrize(
    ("script", "may_be_taken_back"),
    [
        ("lay:s4r:2", True),
        ("lay:b+1:3", True),
        ("attack:1:1", True),
        ("buy:1:1", False),
        ("use:s1r", True),
        ("use:s1r draw", False),
        ("use:s1r remove:shop1", False),
        ("end", False),
    ],
)
def test_an_action_may_be_taken_back_unless_it_revealed_something(
    script: str, may_be_taken_back: bool
) -> None:
    duel = play(staged(**SHOWN), script)
    assert GAME.can_undo(duel) is may_be_taken_back


def test_a_purchase_may_be_taken_back_if_it_opens_no_card() -> None:
    assert GAME.can_undo(play(staged(**SHOWN | {"shop_deck": ""}), "buy:1:1"))


def test_turning_over_the_deck_cannot_be_taken_back() -> None:
    assert not GAME.can_undo(play(staged(hand="h2r", deck="s1r h1b"), "use:h2r keep:grey"))


def test_nothing_can_be_taken_back_at_the_deal_or_when_the_game_is_over() -> None:
    assert not GAME.can_undo(Duel.deal(Options(), 1, Seat.LEFT))
    won = play(staged(shown="s8r", life=(50, 3)), "attack:1")
    assert won.result is not None
    assert not GAME.can_undo(won)


def table(right: str = "Bruno") -> LiveMatch:
    """Return a table between Anna and `right`."""
    game = games()[GAME.name]
    players = Players.parse(game, "Anna", right)
    return LiveMatch(Match.new(Options(), players.names, 1, seed=5), players=players)


def lay(table: LiveMatch) -> None:
    """Lay out the first card of the hand."""
    hand = table.view(table.turn).round.hand
    table.play(parse_action(f"lay:{hand[0]}:1"))


@pytest.mark.parametrize("right", ["Bruno", "bot:novice"])
def test_taking_back_freely_is_not_noted_as_help(right: str) -> None:
    seated = table(right)
    before = seated.view(Seat.LEFT)
    lay(seated)
    assert seated.can_undo
    seated.undo()
    assert seated.view(Seat.LEFT) == before
    assert not any(seated.help_used.undos)


def test_a_turn_against_a_human_cannot_be_taken_back_once_it_has_ended() -> None:
    seated = table()
    seated.play(parse_action("end"))
    assert not seated.can_undo
    with pytest.raises(ValueError, match="against a human"):
        seated.undo()


def test_the_view_before_ones_last_action_is_the_one_that_one_had() -> None:
    seated = table()
    before = seated.view(Seat.LEFT)
    assert seated.view_before(Seat.LEFT) is None
    lay(seated)
    assert seated.view_before(Seat.LEFT) == before
    seated.play(parse_action("end"))
    assert seated.view_before(Seat.RIGHT) is None
    ended = seated.view_before(Seat.LEFT)
    assert ended is not None
    assert len(ended.round.plays) == 1
    resumed = LiveMatch(seated._match, players=Players.parse(games()[GAME.name], "Anna", "Bruno"))
    assert resumed.view_before(Seat.LEFT) == ended
