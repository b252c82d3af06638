"""The game in words: every action, turn, result and rule reads as a player would say it."""

from collections import Counter
from dataclasses import fields, replace

import pytest
from tui.states import ENDINGS, NEAR, ONE_LEFT_AT_3, Ending, play, random_rounds, staged

from engarde_tui.games.en_garde.rules_words import (
    HOUSE_RULES,
    PRESET_LINES,
    rules_in_short,
    rules_title,
    unlike_lesson,
)
from engarde_tui.games.en_garde.words import (
    comparison,
    decisive_turn,
    did,
    if_you,
    last_turn,
    preview,
    tally,
    to_act,
    to_do,
    why_round_ended,
)
from engarde_tui.play.words import round_won, starter, told_in, unplayed_end, why_not_played
from engarde_tui.presentation import presentation_of
from engine.en_garde import (
    PRESETS,
    FinishedRound,
    Kind,
    Match,
    MatchView,
    Reason,
    Rules,
    Seat,
    parse_action,
)
from engine.en_garde.rules import CARD_VALUES, DEFAULT_PRESET
from engine.swords_and_shields import PRESETS as DUELS

UNLIKE_LESSON = {
    "ferti-advanced": "",
    "ferti-standard": "no advance and attack",
    "abacus-advanced": "a last chance to attack at the end; only ground decides after a final evasion",
    "abacus-standard": "no advance and attack; a last chance to attack at the end",
    "abacus-basic": (
        "every attack hits; no advance and attack; a last chance to attack at the end; only ground decides"
    ),
}

HOUSE = Rules(
    parry=True, indirect=True, last_chance=False, cards_decide=False, final_evasion_skips_cards=False
)


@pytest.mark.parametrize(
    ("word", "offer", "report"),
    [
        ("+3", "advance 3", "Anna advanced 3"),
        ("-2", "step back 2", "Anna stepped back 2"),
        ("A5", "attack with one 5", "Anna attacked with one 5"),
        ("A55", "attack with two 5s", "Anna attacked with two 5s"),
        ("A11111", "attack with five 1s", "Anna attacked with five 1s"),
        ("+3A55", "advance 3, attack with two 5s", "Anna advanced 3 and attacked with two 5s"),
        ("P444", "parry with three 4s", "Anna parried with three 4s"),
        ("R2", "evade, back 2", "Anna evaded, back 2"),
        ("H", "take the hit", "Anna was hit"),
        ("N", "let the last chance pass", "Anna let the last chance pass"),
    ],
)
def test_an_action_reads_as_an_offer_a_condition_and_a_report(word: str, offer: str, report: str) -> None:
    """One of each kind."""
    action = parse_action(word)
    assert to_do(action) == offer
    assert if_you(action) == f"if you {offer}"
    assert did("Anna", action) == report


def test_every_kind_of_action_has_words() -> None:
    """The list above leaves none out."""
    words = ("+3", "-2", "A5", "+3A55", "P4", "R2", "H", "N")
    assert {parse_action(word).kind for word in words} == set(Kind)


@pytest.mark.parametrize(
    ("words", "report"),
    [
        ("A5", "Anna attacks with one 5"),
        ("+3A55", "Anna advances 3 and attacks with two 5s"),
        ("P4 A4", "Anna parries with one 4, then attacks with one 4"),
        ("P4 +3A55", "Anna parries with one 4, then advances 3 and attacks with two 5s"),
    ],
)
def test_an_attack_that_must_still_be_answered_is_going_on(words: str, report: str) -> None:
    """Present tense as long as nobody knows how it ends."""
    assert did("Anna", *map(parse_action, words.split()), is_pending=True) == report


@pytest.mark.parametrize(
    ("word", "report"),
    [
        ("+3", "Anna parried with two 4s, then advanced 3"),
        ("-3", "Anna parried with two 4s, then stepped back 3"),
        ("A4", "Anna parried with two 4s, then attacked with one 4"),
        ("+3A55", "Anna parried with two 4s, then advanced 3 and attacked with two 5s"),
        ("N", "Anna parried with two 4s, then let the last chance pass"),
    ],
)
def test_everything_that_can_follow_a_parry_is_told_with_it(word: str, report: str) -> None:
    """In one sentence: it is one turn."""
    assert did("Anna", parse_action("P44"), parse_action(word)) == report


@pytest.mark.parametrize(
    ("script", "left", "right", "said"),
    [
        ("", "", "", "Anna begins round 1."),
        ("+5", "", "", "Anna advanced 5."),
        (f"{NEAR} A33", "", "33112", "Anna attacks with two 3s."),
        (f"{NEAR} A33 P33", "", "", "Bruno parried with two 3s."),
        (f"{NEAR} A33 P33 -2", "", "", "Bruno parried with two 3s, then stepped back 2."),
        (f"{NEAR} -1 A4 P4 A4", "", "4", "Anna parries with one 4, then attacks with one 4."),
        (f"{NEAR} A33 H", "", "11224", "Bruno was hit."),
    ],
)
def test_the_whole_last_turn_is_described_with_its_player(
    script: str, left: str, right: str, said: str
) -> None:
    """A parry and what followed it is one turn."""
    if script.endswith("H"):
        match = play(staged(script=f"{NEAR} A33", right=right), "H")
    elif script.endswith("P4 A4"):
        match = staged(script=script)
    else:
        match = staged(script=script, left=left, right=right)
    assert last_turn(match.view(None)) == said


def test_the_prompt_names_who_acts_and_what_to_do() -> None:
    """An own turn, an answer, a last chance, nothing once the round is over."""
    assert to_act(staged().view(None)) == "Anna to play"
    assert to_act(staged(script=f"{NEAR} A3").view(None)) == "Bruno must answer"
    last = staged("abacus-advanced", f"{ONE_LEFT_AT_3} -1", right="12334")
    assert to_act(last.view(None)) == "Bruno: last chance"
    over = play(staged(script=f"{NEAR} A33", right="11224"), "H")
    assert to_act(over.view(None)) == ""


def test_the_headline_names_the_round_and_its_starter() -> None:
    """Also when it is not the first round, nor the left fencer."""
    assert starter(staged(first=Seat.RIGHT).view(None)) == "round 1 · Bruno began"
    assert starter(staged(score=(2, 1)).view(None)) == "round 5 · Anna began"


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.reason.value)
def test_the_end_of_a_round_is_explained_step_by_step(ending: Ending) -> None:
    """Squares only where the cards did not decide; no comparison after a hit or without a move."""
    match = play(ending.before, ending.word)
    view = match.view(Seat.LEFT)
    line = view.finished[-1]
    assert line.result.reason is ending.reason
    assert f"{round_won(view, line)}: {why_round_ended(view, line)}" == ending.verdict
    compared = ending.reason in (Reason.CARDS, Reason.DISTANCE, Reason.DRAW)
    assert bool(comparison(view)) == compared
    said = comparison(view) or [decisive_turn(view)]
    assert [step for step in said if step in ending.steps] == list(ending.steps)
    told = " ".join(said)
    assert ("Cards matching the distance" in told) == (view.round.showdown is not None)
    assert ("Ground gained" in told) == (ending.reason in (Reason.DISTANCE, Reason.DRAW))


def test_squares_decide_if_cards_do_not_count() -> None:
    """The easiest game compares nothing else."""
    match = play(staged("abacus-basic", ONE_LEFT_AT_3, left="12335", right="12334", pile="3"), "+2 N")
    assert comparison(match.view(Seat.LEFT)) == [
        "Bruno let the last chance pass. The pile is empty.",
        "Ground gained: Anna 11, Bruno 10.",
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_short_rules_list_exactly_what_the_game_has(preset: str) -> None:
    """Each switch has its words, which are there only where it is on."""
    rules = PRESETS[preset]
    text = " ".join(rules_in_short(rules))
    assert ("Parry with the same number" in text) == rules.parry
    assert ("to force a bigger parry" in text) == rules.parry
    assert ("You play one card, and it hits" in text) == (not rules.parry)
    assert ("An attack on the table is answered first" in text) == rules.parry
    assert ("Advance and attack" in text) == rules.indirect
    assert ("evade such an attack" in text) == rules.indirect
    assert ("may make one direct attack" in text) == rules.last_chance
    assert ("more cards matching the distance wins" in text) == rules.cards_decide
    assert ("no card comparison after a final evasion" in text) == rules.final_evasion_skips_cards
    assert ("only the top discard shows" in text) == (not rules.open_discard)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_publishers_are_told_of_on_the_page_of_the_recommended_rules(preset: str) -> None:
    text = " ".join(rules_in_short(PRESETS[preset]))
    assert ("Two publishers have brought the game out, Ferti and Abacus" in text) is (
        preset == DEFAULT_PRESET
    )


def test_the_short_rules_omit_disabled_rules() -> None:
    """The easiest game's rules have no word of what it lacks."""
    text = " ".join(rules_in_short(PRESETS["abacus-basic"])).lower()
    for word in ("parry", "parried", "evade", "evasion", "advance and attack", "more cards"):
        assert word not in text


@pytest.mark.parametrize(
    ("rules", "title"),
    [
        (PRESETS["abacus-basic"], "Abacus basic"),
        (PRESETS["ferti-advanced"], "Ferti advanced"),
        (HOUSE, "House rules"),
    ],
)
def test_a_game_is_called_by_its_preset_or_house_rules(rules: Rules, title: str) -> None:
    """Five names and one for all the others."""
    assert rules_title(rules) == title


def test_every_preset_and_every_house_rule_has_its_line() -> None:
    """The setup screen offers all of them."""
    assert set(PRESET_LINES) == set(PRESETS)
    assert set(HOUSE_RULES) == {field.name for field in fields(Rules)}


@pytest.mark.parametrize(
    ("script", "first", "word", "text"),
    [
        (NEAR, Seat.LEFT, "-2", "Step back to square 9, distance 3 to 5"),
        (NEAR, Seat.LEFT, "+1", "Advance to square 12, distance 3 to 2"),
        (NEAR, Seat.LEFT, "A33", "Attack with two 3s"),
        (NEAR, Seat.LEFT, "+1A2", "Advance to square 12, distance 3 to 2, then attack with one 2"),
        (NEAR, Seat.RIGHT, "+1A2", "Advance to square 12, distance 3 to 2, then attack with one 2"),
        (NEAR, Seat.RIGHT, "-4", "Step back to square 17, distance 3 to 7"),
    ],
)
def test_a_preview_says_where_an_action_leads(script: str, first: Seat, word: str, text: str) -> None:
    """Square, distance, attack; the right fencer counts the other way."""
    match: Match = staged(script=script, first=first, left="12334", right="12334")
    view = match.round.view(match.round.turn)
    assert preview(view, parse_action(word)) == text


def test_of_lines_that_are_too_long_only_the_names_are_cut() -> None:
    """Both in all lines, so that each player has one name."""
    view = staged(names=("Maximiliana Wolf", "Bo")).view(None)

    def tell(view: MatchView) -> list[str]:
        left, right = view.names
        return [f"{left} parried.", f"{right} was hit by {left}."]

    assert told_in(40, view, tell) == ["Maximiliana Wolf parried.", "Bo was hit by Maximiliana Wolf."]
    assert told_in(27, view, tell) == ["Maximiliana… parried.", "Bo was hit by Maximiliana…."]
    assert told_in(10, view, tell) == ["Max… parr…", "Bo was hi…"]


# --- what the lesson has not taught, and what could be counted ---


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_told_by_how_they_differ_from_those_of_the_lesson(preset: str) -> None:
    """Whether or not all discards lie open: that changes nothing one may do."""
    for rules in (PRESETS[preset], replace(PRESETS[preset], open_discard=True)):
        assert unlike_lesson(rules) == UNLIKE_LESSON[preset]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_counted_for_a_player_are_the_cards_of_the_other_hand_and_the_pile(preset: str) -> None:
    """In every position, and no more than the player could count."""
    for state in random_rounds(PRESETS[preset], 3, seed=5):
        assert state.turn is not None
        other = state.hands[state.turn.other]
        unseen = Counter((*other, *state.draw_pile))
        cards = " · ".join(f"{card} ×{unseen[card]}" for card in CARD_VALUES)
        assert tally(state.view(state.turn)) == (
            f"Unseen cards: {cards}.\nYour opponent holds {len(other)} of these {unseen.total()}."
        )


@pytest.mark.parametrize(
    ("reason", "winner", "told", "short"),
    [
        ("forfeit", Seat.LEFT, "Bruno gave up the round.", "Bruno could not continue"),
        ("absence", Seat.RIGHT, "Anna did not return.", "Anna did not return"),
        ("resignation", Seat.LEFT, "Bruno resigned the match.", "Bruno resigned"),
        ("agreement", None, "Anna and Bruno agreed to a draw.", "by agreement"),
    ],
)
def test_an_end_without_an_action_is_told_as_what_it_was(
    reason: str, winner: Seat | None, told: str, short: str
) -> None:
    """In both games, as a sentence and in short; in place of the turn that would have ended the round."""
    for match in (staged(script=NEAR), Match.new(DUELS["quick-duel"], seed=1)):
        ended = replace(match, round=match.round.stop(winner, reason))
        view, line = ended.view(None), FinishedRound(1, Seat.LEFT, ended.round.result, (0, 0))
        assert unplayed_end(view) == told
        assert why_not_played(view, line) == short
        presentation = presentation_of(match.rules)
        assert presentation.why_round_ended(view, line) == short
        assert next(iter(presentation.state_in_words(view))) == told
