"""The game and the house rules of a new match: what is shown is what is played."""

from dataclasses import replace
from pathlib import Path

import pytest
from tui.harness import NAMED, Player, playing
from tui.setup.form import (
    assert_enter_only_rings,
    choose_game,
    focused,
    go_to,
    open_setup,
    shown_presets,
    shown_rules,
    tick,
    unfold,
    where,
)
from tui.shelf import begun, stocked
from tui.states import staged

from engarde_tui.games.en_garde.lesson import LESSON
from engarde_tui.games.en_garde.rules_words import (
    ABOUT_HOUSE_RULES,
    HOUSE_RULES,
    PRESET_LINES,
    PRESETS_IN_SIGHT,
    rules_title,
)
from engarde_tui.settings.entries import Setup
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Rules
from engine.en_garde.game import GAME
from engine.game import games
from engine.match import Match


@pytest.mark.by_day(2)
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_sets_its_house_rules_and_is_played(preset: str) -> None:
    """Ticks, title and the match itself agree."""
    async with playing() as player:
        await open_setup(player)
        rules = PRESETS[preset]
        await choose_game(player, rules_title(rules))
        assert shown_rules(player) == {name: getattr(rules, name) for name in HOUSE_RULES}
        assert player.notice.startswith(f"{rules_title(rules)}: ")
        await player.press("enter")
        assert player.held.rules == rules


@pytest.mark.by_day(1)
@pytest.mark.parametrize("preset", PRESETS)
async def test_house_rules_that_make_a_preset_press_it(preset: str) -> None:
    """Ticked one by one, in an order in which every step can be played."""
    async with playing() as player:
        await open_setup(player)
        goal = PRESETS[preset]
        for rule in ("final_evasion_skips_cards", "indirect", "parry", "last_chance", "cards_decide"):
            if not getattr(goal, rule) and shown_rules(player)[rule]:
                await tick(player, rule)
        for rule in ("parry", "cards_decide", "indirect", "last_chance", "final_evasion_skips_cards"):
            if getattr(goal, rule) and not shown_rules(player)[rule]:
                await tick(player, rule)
        assert shown_presets(player) == [rules_title(goal)]
        await player.press("enter")
        assert player.held.rules == goal


async def test_house_rules_that_are_no_preset_press_none_and_are_played() -> None:
    """Both in the form and in the match."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "cards_decide")
        assert shown_presets(player) == []
        assert player.notice.startswith("House rules: ")
        await player.press("enter")
        house = Rules(
            parry=True, indirect=True, last_chance=False, cards_decide=False, final_evasion_skips_cards=False
        )
        assert player.held.rules == house
        assert "House rules" in player.text


async def test_a_preset_can_be_pressed_again_after_house_rules() -> None:
    """The one that was pressed at first too."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "last_chance")
        assert shown_presets(player) == []
        await choose_game(player, "Ferti advanced")
        assert shown_presets(player) == ["Ferti advanced"]
        assert shown_rules(player)["last_chance"] is False


async def test_never_are_two_presets_pressed() -> None:
    """House rules make one preset, then another is chosen."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "indirect")
        assert shown_presets(player) == ["Ferti standard"]
        await choose_game(player, "Abacus standard")
        assert player.text.count("(●)") == 4, "one game, one opponent, one of its presets and one starter"
        assert shown_presets(player) == ["Abacus standard"]


async def test_the_open_discard_pile_goes_with_any_game() -> None:
    """Choosing a preset leaves it as it is, and it does not unpress the preset."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        await tick(player, "open_discard")
        assert shown_presets(player) == ["Ferti advanced"]
        await choose_game(player, "Abacus standard")
        assert shown_rules(player)["open_discard"]
        assert player.notice.startswith("Abacus standard, open discards: ")
        await player.press("enter")
        assert player.held.rules.open_discard
        assert player.held.rules.last_chance


CLASHES = {
    "an advance and attack that could not be parried": ["parry"],
    "an exception from a rule that is off": ["final_evasion_skips_cards", "cards_decide"],
}


@pytest.mark.by_day(1)
@pytest.mark.parametrize("clash", CLASHES)
async def test_rules_that_clash_are_refused_with_the_engine_s_words(clash: str) -> None:
    """To the end, also in the smallest window; no preset is pressed, and enter rings and begins nothing."""
    async with playing() as player:
        await open_setup(player, "Ferti advanced")
        for rule in CLASHES[clash]:
            await tick(player, rule)
        assert player.notice == f"! {why_rules_clash(player)}"
        assert shown_presets(player) == []
        await assert_enter_only_rings(player)
        await tick(player, CLASHES[clash][-1])
        assert not player.notice.startswith("!")


def why_rules_clash(player: Player) -> str:
    """What the engine says of the rules as they are ticked, with the names of the form."""
    with pytest.raises(ValueError, match="needs") as refusal:
        Rules(**shown_rules(player))
    text = str(refusal.value)
    for name, words in HOUSE_RULES.items():
        text = text.replace(repr(name), f'"{words}"')
    return f"{text}."


async def test_the_games_go_from_the_easiest_to_the_whole() -> None:
    """Each has at least as many rules as the one before; it says which is simplest and which recommended."""
    rules = [[getattr(PRESETS[name], rule) for rule in HOUSE_RULES] for name in PRESET_LINES]
    assert sorted(rules, key=sum) == rules
    async with playing() as player:
        await open_setup(player)
        for listed in (PRESETS_IN_SIGHT, PRESETS.keys() - PRESETS_IN_SIGHT):
            names = [name for name in PRESET_LINES if name in listed]
            shown = [player.text.index(f") {rules_title(PRESETS[name])} ") for name in names]
            assert shown == sorted(shown)
        assert "( ) Abacus basic     simplest: " in player.text
        assert player.text.count("simplest: ") == 1
        assert "(●) Ferti advanced   recommended: the whole game, as the lesson teaches it" in player.text
        assert player.text.count("recommended: ") == 1


async def test_a_newcomer_starts_with_the_game_that_the_lesson_teaches() -> None:
    """It is the one that is recommended, in the form and in the hall."""
    async with playing() as player:
        await open_setup(player)
        await player.press("enter")
        assert player.held.rules == LESSON.rules == GAME.presets[GAME.default]


async def test_a_form_that_opens_on_the_game_played_last_says_so(tmp_path: Path) -> None:
    """Where it says what will be played, too."""
    store = stocked(tmp_path / "data")
    game = games()["swords-and-shields"]
    begun(store, Match.new(game.presets[game.default], ("Anna", "Bruno"), 1))
    async with playing(store=store) as player:
        await player.press("a")
        assert player.notice.startswith("Swords and Shields, Full duel: Anna against Novice.")


@pytest.mark.parametrize("key", ["n", "a"])
async def test_two_games_are_in_sight_and_the_others_fold_behind_a_line(key: str) -> None:
    """The simplest and the whole; with a sentence on the house rule that has the focus."""
    async with playing() as player:
        await player.press(key)
        before = player.text
        assert player.text.count("( ) Abacus basic") == player.text.count("(●) Ferti advanced") == 1
        assert "standard" not in player.text
        assert "open discard" not in player.text
        await unfold(player)
        for rule, label in HOUSE_RULES.items():
            await go_to(player, rule)
            assert f"►[{'x' if getattr(PRESETS[GAME.default], rule) else ' '}] {label.text}" in player.text
            assert ABOUT_HOUSE_RULES[rule].text in player.text
        await go_to(player, "more")
        await player.press("space")
        await go_to(player, "opponent")
        assert player.text == before


@pytest.mark.by_day(2)
@pytest.mark.parametrize("rules", ["ferti-standard", "ferti-advanced open_discard", "abacus-basic"])
async def test_nothing_that_is_chosen_is_folded_away_at_first(rules: str) -> None:
    settings = replace(NAMED, setup={GAME.name: Setup(rules)})
    async with playing(settings=settings) as player:
        await player.press("n")
        assert ("[x] more rules…" in player.text) is (rules != "abacus-basic")


@pytest.mark.slow
async def test_the_form_begins_with_the_rules_played_last(tmp_path: Path) -> None:
    """Presets and house rules; where the last match cannot be read, with the recommended ones."""
    store = stocked(tmp_path / "data")
    begun(store, staged(PRESETS["abacus-standard"]))
    async with playing(store=store) as player:
        await open_setup(player)
        assert shown_presets(player) == ["Abacus standard"]
    house = Rules(
        parry=True, indirect=False, last_chance=True, cards_decide=False, final_evasion_skips_cards=False
    )
    id = begun(store, staged(house))
    async with playing(store=store) as player:
        await open_setup(player)
        assert shown_presets(player) == []
        assert player.notice.startswith("House rules: ")
    store.database.connection().execute("UPDATE entry SET text = 'A9' WHERE match = ?", (id,))
    async with playing(store=store) as player:
        await open_setup(player)
        assert shown_presets(player) == ["Ferti advanced"]
    async with playing(store=Store(tmp_path / "new")) as player:
        await open_setup(player)
        assert shown_presets(player) == ["Ferti advanced"]


async def test_what_is_pointed_at_is_what_is_chosen() -> None:
    """In every row and list, whatever key leads there; a click too."""
    async with playing() as player:
        await open_setup(player)
        for keys in (
            ["right"],
            ["left"],
            ["down"] * 4,
            ["right"],
            ["right"],
            ["left"],
            ["up"] * 4,
            ["left"],
        ):
            await player.press(*keys)
            pointed = [row for row in player.rows if "►" in row]
            assert len(pointed) == 1
            assert "►(●) " in pointed[0]
        await player.click(*where(player, "Ferti standard  "))
        assert "►(●) Ferti standard" in player.text


async def test_up_and_down_pass_a_row_without_changing_it() -> None:
    """Only left and right move through a row: who walks down to a list below has the same opponent."""
    async with playing() as player:
        await open_setup(player)
        await go_to(player, "game")
        await player.press(*["down"] * 6)
        assert focused(player) == "preset"
        assert "(●) human" in player.text
