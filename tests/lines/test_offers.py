"""What is offered and advised is named in full: nobody sees which card lies where."""

import re
from collections.abc import Callable
from pathlib import Path

from lines.talking import WAIT, in_turn, match_of, talk

from engarde_tui.games.en_garde.spoken import facts
from engine.en_garde import PRESETS, Match, parse_action
from engine.en_garde.stacking import stacked
from engine.swords_and_shields import PRESETS as DUELS


def hinted(lines: list[str]) -> Callable[[list[str]], str | None]:
    """Return what types these lines, and then waits until a hint has been told."""
    left = iter([*lines, "hint"])

    def answer(said: list[str]) -> str | None:
        if (typed := next(left, None)) is not None:
            return typed
        return None if any(line.startswith("Hint: ") for line in said) else WAIT

    return answer


async def test_a_purchase_names_the_cards_that_pay() -> None:
    typed = in_turn("list", "1", "list", "1", "list")
    said = (await talk(typed, match_of(DUELS["full-duel"], "bot:novice", seed=5))).said
    bought = [line for line in said if "(buy:" in line]
    assert bought
    for line in bought:
        assert re.fullmatch(
            r"\d+ Pay (\w+ \w+ \d+(, )?)+: .* goes (to your discard|onto .* deck)\. \(.*\)", line
        )


async def test_a_hint_tells_how_often_it_is_played_the_chance_to_win_and_all_its_reasons() -> None:
    said = (await talk(hinted([]), match_of(PRESETS["ferti-advanced"], "bot:novice"))).said
    told = next(number for number, line in enumerate(said) if line.startswith("Hint: "))
    assert re.match(r"The master plays this (every time|\d+%)", said[told + 1])
    assert re.search(r"your chance to win the round.*: \d+%\.$", said[told + 2])


async def test_a_hint_names_cards_not_places() -> None:
    start = match_of(DUELS["full-duel"], "bot:novice", seed=5)
    said = (await talk(hinted(["list", "1", "list", "1"]), start)).said
    told = next(number for number, line in enumerate(said) if line.startswith("Hint: "))
    assert "#" not in "".join(said[told : told + 2])
    assert re.search(r"buy \w+ \w+ \d with \w+ \w+ \d", said[told] + said[told + 1])


async def test_choices_of_a_field_are_told_as_they_are_on_the_screen() -> None:
    said = (await talk(in_turn("3", "1", "2", "quit", "quit"))).said
    assert "2 Swords and Shields" in said
    assert not any(re.search(r"swords-and-shields|quick-duel|   ", line) for line in said)


async def test_a_level_is_told_with_its_name_and_a_number_with_its_unit() -> None:
    said = (await talk(in_turn("3", "3", "4", "back", "settings", "quit", "quit"))).said
    assert "4 brawler: charges first, thinks now and then" in said
    assert "3 Level: brawler: charges first, thinks now and then" in said
    assert "3 Bots pause for: 1.2 seconds" in said


async def test_the_keys_are_reached_from_the_settings_by_number() -> None:
    said = (await talk(in_turn("settings", "9", "back", "quit", "quit"))).said
    assert "9 standard, choose keys …" in said
    assert "11 Characters: auto" in said
    assert any("Advance or attack" in line or "hint" in line for line in said[said.index("> 9") :])


async def test_turns_in_the_log_have_their_number_with_its_noun() -> None:
    typed = in_turn("list", "1", "log")
    said = (await talk(typed, match_of(DUELS["quick-duel"], "bot:novice"))).said
    assert "Turn 1: Anna drew 5 cards." in said


async def test_unseen_cards_are_counted_in_words() -> None:
    said = (await talk(in_turn("count"), match_of(PRESETS["ferti-advanced"], "bot:novice"))).said
    counted = next(line for line in said if line.startswith("Unseen cards: "))
    assert re.fullmatch(r"Unseen cards: ((no|one|two|three|four|five) \ds?(, )?){5}\.", counted)


async def test_cards_that_do_nothing_together_are_refused_as_cards() -> None:
    said = (await talk(in_turn("5 5 5"), match_of(PRESETS["ferti-advanced"], "bot:novice"))).said
    assert "Nothing can be played with 5 5 5 now: type list." in said


async def test_an_attack_to_answer_is_told_with_its_cards_in_words() -> None:
    match = Match.new(
        PRESETS["ferti-advanced"], dealt="".join(map(str, stacked("+5 +5 +5 +2", "22345", "11345", "")))
    )
    for word in ["+5", "+5", "+5", "+2", "+3a22"]:
        match = match.play(parse_action(word.upper()))
    assert "an advance and attack with two 2s." in facts(match.view(match.round.turn))["turn"]


async def test_what_can_be_said_is_told_once(tmp_path: Path) -> None:
    played = in_turn("resign", "3", "continue", "menu", "past", "2", "?", "back", "?", "1", "-", "quit")
    said = (await talk(played, match_of(PRESETS["ferti-advanced"], "bot:novice"), tmp_path)).said
    watching, listed = (number for number, line in enumerate(said) if line == "> ?")
    words = said[watching + 1 : said.index("> back", watching)]
    meanings = [line.partition(": ")[2] for line in words]
    assert "One action back" in meanings
    assert len({*meanings}) == len(meanings)
    assert not any(line.partition(": ")[0] in meanings for line in words)
    assert said[listed + 1] == "1 Player: anybody"
    assert "Player: type it; - to leave it as it is." in said
    assert "●" not in "".join(said)
