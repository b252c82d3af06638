"""What the line mode says of pages, and what can be said there."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from lines.talking import in_turn, match_of, talk
from recorded import ALI
from speaking import speaking

from engarde_tui.games.en_garde.lesson import LESSON
from engarde_tui.settings.entries import Settings
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS
from engine.en_garde.puzzles import puzzles

ADVANCED = PRESETS["ferti-advanced"]


async def test_the_menu_has_a_number_for_each_line_and_a_word_for_each_key() -> None:
    said = (await talk(in_turn("?", "help", "back", "quit"))).said
    assert said[2:4] == ["Menu.", "1 Learn to play, Ten short exercises at the table"]
    assert any(re.fullmatch(r"\d New match vs computer, Play against .*", line) for line in said)
    assert "Rules: Ferti advanced." in said


@pytest.mark.parametrize("name", ["Zoe", ALI])
async def test_the_name_that_is_asked_for_first_is_typed(name: str) -> None:
    said = (await talk(in_turn("\u3164", f"\x07{name}", "settings"), settings=Settings())).said
    assert said[2] == "What is your name?"
    assert "A name needs a character that can be seen." in said
    assert any(line.endswith(f"Your name: {name}") for line in said)


async def test_a_form_has_numbered_fields_that_are_chosen_typed_and_ticked(tmp_path: Path) -> None:
    typed = in_turn("3", "2", "3", "4", "Zoe", "6", "1", "9", "15", "begin", "who", "quit", "quit")
    said = (await talk(typed, folder=tmp_path)).said
    assert "10 Variants: none" in said
    assert "15 open discard pile: yes. Everybody may look at all discards, not only at the top one." in said
    assert "Zoe 0 : 0 Novice, one round, Ferti advanced, open discards." in said


async def test_a_grave_question_is_told_with_its_answers() -> None:
    said = (await talk(in_turn("resign", "3"), match_of(ADVANCED, "bot:novice"))).said
    asked = said.index("Resign or offer a draw?")
    assert said[asked + 1 : asked + 5] == [
        "If you resign, Novice wins the match.",
        "1 Keep playing",
        "2 Offer a draw of this round",
        "3 Resign the match",
    ]
    assert "Novice wins the match: Anna resigned." in said


async def test_words_that_mean_nothing_or_too_much_are_answered() -> None:
    said = (await talk(in_turn("nonsense", "p", "99"), match_of(ADVANCED, "bot:novice"))).said
    assert "“nonsense” means nothing here. Type ? for what you can say." in said
    assert "That could mean: pace, pile." in said


async def test_an_illegal_action_is_refused_with_its_reason_each_time() -> None:
    said = (await talk(in_turn("+3", "+3"), match_of(ADVANCED, "bot:novice"))).said
    assert said.count("There is no 3 in your hand.") == 2


@pytest.mark.parametrize("typed", ["+1", "+1 ", "advance 1", "Advance 1 (+1)"])
async def test_an_action_is_typed_in_notation_or_as_the_list_tells_it(typed: str) -> None:
    said = (await talk(in_turn(typed), match_of(ADVANCED, "bot:novice"))).said
    assert "Anna advanced 1." in said


async def test_hands_are_told_only_behind_the_curtain_to_who_asks_and_are_parted_by_blank_lines() -> None:
    said = (await talk(in_turn("hand", "lift", "hand", "+1", "hand", "lift"), match_of(ADVANCED))).said
    assert sum("holds" in line for line in said) == 1
    hand = next(number for number, line in enumerate(said) if line.startswith("Anna holds "))
    taken = said.index("Bruno, take the keyboard, and type lift.")
    assert said[hand + 2 : taken].count("") == 24


async def test_menu_leads_to_the_menu_from_a_page_over_a_result_but_not_from_one_over_a_table() -> None:
    review = ("resign", "3", "continue", "review", "menu")
    assert "Menu." in (await talk(in_turn(*review), match_of(ADVANCED, "bot:novice"))).said
    said = (await talk(in_turn("help", "menu"), match_of(ADVANCED, "bot:novice"))).said
    assert "Menu." not in said


async def test_what_can_be_said_names_no_key_by_its_internal_name() -> None:
    said = (await talk(in_turn("resign", "3", "?"), match_of(ADVANCED, "bot:novice"))).said
    assert sum(line.startswith("continue: ") for line in said) == 1
    assert not any(line.startswith("end-seen") for line in said)


async def test_past_matches_statistics_replay_and_review_are_told(tmp_path: Path) -> None:
    over = ("resign", "3", "continue", "review", "back", "watch", "round", "back", "menu")
    past = ("past", "statistics", "back", "1", "back", "menu", "quit")
    said = (await talk(in_turn(*over, *past), match_of(ADVANCED, "bot:novice"), tmp_path)).said
    for line in (
        "Novice wins the match.",
        "Luck and skill: Anna's chance to win each round",
        "step 0 of 1, round 1 of 1, both hands open, stopped, normal speed",
        "Matches: 0 won, 1 lost.",
    ):
        assert line in said


async def test_a_lesson_is_finished_by_what_it_says_and_the_notation() -> None:
    lesson = LESSON
    typed = [word for exercise in lesson.exercises for step in exercise.steps for word in (step.right[0],)]
    lines = [*typed]
    place = 0
    for exercise in lesson.exercises:
        place += len(exercise.steps)
        lines.insert(place, "continue")
        place += 1
    said = (await talk(in_turn("learn", *lines, "menu", "quit"))).said
    assert "Advance with your 5." in said
    assert "You have finished the lesson" in said
    assert not [line for line in said if "press" in line.casefold()]


async def test_a_replay_goes_forward_and_back_by_words_or_keys() -> None:
    over = ("+1", "resign", "3", "continue", "watch", "one action forward", "right", "left", "one round back")
    said = (await talk(in_turn(*over), match_of(ADVANCED, "bot:novice"))).said
    steps = [line.partition(",")[0] for line in said if line.startswith("step ")]
    assert steps[:4] == ["step 0 of 3", "step 1 of 3", "step 2 of 3", "step 1 of 3"]


async def test_a_number_means_a_line_of_the_list_which_is_told_first() -> None:
    """As it is now: the list of the turn before counts no more."""
    said = (await talk(in_turn("1", "1", "1"), match_of(ADVANCED, "bot:novice"))).said
    first, second, third = (number for number, line in enumerate(said) if line == "> 1")
    for asked in (first, third):
        assert said[asked + 1] == "A number means a line of this list:"
        assert said[asked + 2].startswith("1 ")
    assert said[second + 1] == "Anna advanced 1."


async def test_what_is_refused_or_told_is_told_once() -> None:
    said = (await talk(in_turn("hint", "score", "who", "nonsense"), match_of(ADVANCED, "bot:novice"))).said
    assert sum(line.startswith("Hint: ") for line in said) == 1


async def test_a_number_of_any_length_is_answered() -> None:
    said = (await talk(in_turn("list", "9" * 5000), match_of(ADVANCED, "bot:novice"))).said
    assert said[-2].endswith("Type ? for what you can say.")


@pytest.mark.parametrize("typed", [("list",), ("?",), ("hint",), ("hand",)])
async def test_whatever_may_tell_of_a_hand_is_parted_from_the_next_player(typed: tuple[str, ...]) -> None:
    said = (await talk(in_turn("lift", *typed, "+1"), match_of(ADVANCED))).said
    taken = said.index("Bruno, take the keyboard, and type lift.")
    assert said[:taken].count("") == 24


async def test_an_offer_of_a_draw_is_answered_with_no_hand_above_it() -> None:
    said = (await talk(in_turn("lift", "hand", "resign", "2"), match_of(ADVANCED))).said
    hand = next(number for number, line in enumerate(said) if line.startswith("Anna holds "))
    asked = said.index("A draw?")
    assert said[hand:asked].count("") == 24


async def test_a_question_is_left_by_a_dash_and_says_so() -> None:
    said = (await talk(in_turn("resign", "-", "score"), match_of(ADVANCED, "bot:novice"))).said
    assert "Nothing was done." in said
    assert said[said.index("> score") + 1] == "Anna 0 : 0 Novice."


async def test_a_puzzle_tells_its_task_a_wrong_try_an_illegal_one_and_the_answer() -> None:
    typed = in_turn("puzzles", "+9", "n", "answer", "next")
    said = (await talk(typed)).said
    assert any(line.startswith("Puzzle ") and "Find" in line for line in said)
    assert any("The answer: " in line for line in said)
    assert "Type next for the next puzzle." in said


@pytest.mark.parametrize("typed", ["Leertaste", "leertaste", "space"])
async def test_a_key_is_typed_by_its_name_in_the_language_or_in_that_of_the_settings(typed: str) -> None:
    with speaking("de"):
        said = (await talk(in_turn(typed, "hand"), match_of(ADVANCED))).said
    assert any(line.startswith("Anna hat ") for line in said)


async def test_a_match_is_played_on_from_its_replay_in_words(tmp_path: Path) -> None:
    over = ("+1", "resign", "3", "continue", "watch", "one action forward", "play on")
    form = ("3", "2", "begin", "who", "quit", "1")
    said = (await talk(in_turn(*over, *form), match_of(ADVANCED, "bot:novice"), tmp_path)).said
    for line in (
        "Novice to play.",
        "You play for: Anna",
        "Hidden cards: new ones",
        "What Anna could not know is dealt anew. It becomes a match of its own, which notes where it comes "
        "from and is never rated.",
        "played on from another match: not rated",
    ):
        assert any(line in each for each in said), (line, said)


@pytest.mark.parametrize("typed", ["", "enter"])
async def test_an_empty_line_does_what_enter_would(typed: str) -> None:
    said = (await talk(in_turn("3", typed, "score", "hint", typed))).said
    assert said[said.index("> score") + 1] == "Anna 0 : 0 Novice."
    assert any(line.startswith("Anna advanced ") for line in said)


async def test_an_empty_line_leaves_a_choice_as_it_was() -> None:
    said = (await talk(in_turn("3", "2", "", "Who begins", ""))).said
    assert [said[number + 1] for number, line in enumerate(said) if line == "> "] == ["Nothing was done."] * 2


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (";", "1 ; f1, Rules and keys, (default: ? f1)"),
        (",", ", is taken: Settings (Everywhere)."),
        ("", "enter is taken: Play this action (Table)"),
        ("esc", "1 ? f1, Rules and keys"),
        ("-", "Nothing was done."),
    ],
)
async def test_another_key_is_typed_as_a_line(typed: str, answer: str) -> None:
    said = (await talk(in_turn("settings", "standard", "1", typed, "?"))).said
    assert said[said.index("> 1") + 1 :][:3] == [
        "Keys",
        "Press the new key for: Rules and keys",
        "esc leaves all keys as they were",
    ]
    assert any(line.startswith(answer) for line in said[said.index(f"> {typed}") :])


@pytest.mark.parametrize("typed", ["quit", "Beenden"])
@pytest.mark.parametrize("before", [["settings", "9"], ["3", "2"], ["help"]], ids=" ".join)
async def test_the_program_is_left_from_everywhere(typed: str, before: list[str]) -> None:
    with speaking("de"):
        said = (await talk(in_turn(*before, typed, "never"))).said
    assert said[-1] == f"> {typed}"


async def test_a_mistake_is_solved_in_words(tmp_path: Path) -> None:
    puzzle = puzzles()[0]._replace(grade=0, preset="ferti-advanced")
    with closing(Store(tmp_path)) as store:
        store.mistakes.note([(str(puzzle), str([*puzzle.values][-1]))])
    said = (
        await talk(in_turn("puzzles", "mistakes", str(puzzle.answer), "back", "quit"), folder=tmp_path)
    ).said
    told = " ".join(said)
    assert "Your mistake, Ferti" in told
    assert "Solved 0 of 3 times. 1 mistake left. Here you once chose: " in told
    assert "Solved 1 of 3 times. 1 mistake left. Right! " in told
