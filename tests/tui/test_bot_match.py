"""Two bots that are watched while they play."""

import pytest
from commands import engarde
from tui.harness import Player, playing
from tui.rivals import Scripted
from tui.states import NEAR, staged

from engarde_tui.play import players as seating
from engarde_tui.play.bot_match import BotMatch
from engarde_tui.play.players import Players
from engarde_tui.screens.replay import Progress
from engarde_tui.storage.store import Store
from engine.bot import ForfeitError
from engine.en_garde import Match
from engine.en_garde.game import GAME as EN_GARDE
from engine.game import games

PLAYERS = Players.parse(EN_GARDE, "bot:novice", "bot:fencer", bots_only=True)


@pytest.fixture
def rivals(monkeypatch: pytest.MonkeyPatch) -> tuple[Scripted, Scripted]:
    """Return the bots that will play, left and right; a test gives them their answers."""
    bots = Scripted(), Scripted()
    seats = iter(bots)
    monkeypatch.setattr(seating, "bot_named", lambda game, name: next(seats))
    return bots


def near(target: int = 1) -> BotMatch:
    """Return a match in which left is to hit."""
    match = staged(script=NEAR, left="33345", right="11224", target=target, names=PLAYERS.names)
    return BotMatch(match, PLAYERS)


def progress(player: Player) -> str:
    """Return what is said of how far it is."""
    return " ".join(player.drawn(Progress)).strip()


async def test_both_hands_show_and_the_bots_play_on_at_the_last_state(
    rivals: tuple[Scripted, Scripted],
) -> None:
    """To the end, and no further; a step back shows what was."""
    rivals[0].answers, rivals[1].answers = ["A333"], ["H"]
    async with playing(near()) as player:
        await player.press("space", "end")
        assert player.hands == {"Novice": (3, 3, 3, 4, 5), "Fencer": (1, 1, 2, 2, 4)}
        assert progress(player) == "step 4 · round 1 · both hands open · stopped, normal speed"
        await player.press("right")
        assert "Novice attacks with three 3s." in player.text
        await player.press("left")
        assert progress(player).startswith("step 4 ")
        await player.press("right", "right")
        assert "Novice wins round 1" in player.text
        assert progress(player).startswith("step 6 of 6 ")
        await player.press("right", "right")
        assert progress(player).startswith("step 6 of 6 ")
        assert "e share" in player.keys
        assert [bot.ends[-1].result is not None for bot in rivals] == [True, True]


async def test_a_bot_sees_only_its_own_hand(rivals: tuple[Scripted, Scripted]) -> None:
    rivals[0].answers, rivals[1].answers = ["A333"], ["H"]
    async with playing(near()) as player:
        await player.press("end", "right", "right")
    assert [view.hands[1] for view in rivals[0].seen] == [None]
    assert [view.hands[0] for view in rivals[1].seen] == [None]


async def test_the_next_round_is_dealt_until_one_has_won(rivals: tuple[Scripted, Scripted]) -> None:
    rivals[0].answers, rivals[1].answers = ["A333"], ["H"]
    async with playing(near(target=2)) as player:
        await player.press("end", "right", "right", "right")
        assert "round 2" in player.text
        assert "share" not in player.keys


async def test_a_bot_that_fails_forfeits_the_round_and_it_is_told(rivals: tuple[Scripted, Scripted]) -> None:
    rivals[0].answers = [ForfeitError("has stumbled")]
    async with playing(near()) as player:
        await player.press("end", "right")
        assert player.question == "Forfeit"
        assert "Novice has stumbled. It forfeits the round." in player.dialog
        await player.press("space")
        assert "Novice gave up the round." in player.text


async def test_the_bots_are_dismissed_when_nobody_watches_any_more(rivals: tuple[Scripted, Scripted]) -> None:
    async with playing(near()) as player:
        await player.press("escape")
    assert [bot.closed for bot in rivals] == [1, 1]


async def test_it_plays_by_itself_until_it_is_stopped_and_at_the_speed_chosen() -> None:
    match = Match.new(EN_GARDE.presets["ferti-advanced"], PLAYERS.names, target=1, seed=1)
    async with playing(BotMatch(match, PLAYERS)) as player:
        assert "playing, normal speed" in progress(player)
        await player.press("s")
        assert "playing, fast speed" in progress(player)
        await player.press("space")
        assert "stopped, fast speed" in progress(player)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", games().values(), ids=list(games()))
async def test_a_match_with_a_seed_is_played_in_the_same_way_again(game: object) -> None:
    """Nothing of it is kept, and it counts for nothing."""
    assert await _played(game) == await _played(game)


async def _played(game: object) -> list[str]:
    players = Players.parse(game, "bot:novice", "bot:novice", bots_only=True)  # type: ignore[arg-type]
    assert players.names == ("Novice 1", "Novice 2")
    rules = game.presets[game.default]  # type: ignore[attr-defined]
    watched = BotMatch(Match.new(rules, players.names, target=1, seed=3), players)
    for _ in range(12):
        await watched.grow()
    watched.jump_to_end()
    return [str(play.action) for play in watched.view.round.plays]


async def test_what_is_watched_is_not_kept(store: Store, rivals: tuple[Scripted, Scripted]) -> None:
    before = store.ids()
    rivals[0].answers, rivals[1].answers = ["A333"], ["H"]
    async with playing(near(), store=store) as player:
        await player.press("end", "right", "right")
    assert store.ids() == before


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "needs a terminal"),
        (["--word", "hello"], "--word is a word of a player: bots give none"),
        (["--left", "bot:nobody"], "there is no bot 'nobody'"),
    ],
)
def test_the_command_takes_two_bots(arguments: list[str], complaint: str) -> None:
    run = engarde("play", "--left", "bot:novice", "--right", "bot:fencer", *arguments)
    assert run.returncode == 2
    assert complaint in run.stderr
