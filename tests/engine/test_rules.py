"""The five presets, and which combinations of rules can be played."""

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from staging import ALL_RULES, all_switches, consistent

from engine.en_garde import PRESETS, Rules
from engine.en_garde.rules import DEFAULT_PRESET, preset_name


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("abacus-basic", "no no yes no no"),
        ("abacus-standard", "yes no yes yes no"),
        ("abacus-advanced", "yes yes yes yes yes"),
        ("ferti-standard", "yes no no yes no"),
        ("ferti-advanced", "yes yes no yes no"),
    ],
)
def test_a_preset_is_its_row_of_the_table(name: str, row: str) -> None:
    switches = [getattr(PRESETS[name], field.name) for field in fields(Rules)]
    assert switches == [word == "yes" for word in row.split()] + [False]


def test_there_are_five_presets_and_ferti_advanced_is_the_default() -> None:
    assert len(PRESETS) == 5
    assert DEFAULT_PRESET == "ferti-advanced"


def test_the_presets_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PRESETS["mine"] = PRESETS["abacus-basic"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        PRESETS["abacus-basic"].parry = True  # type: ignore[misc]


def test_28_of_the_64_combinations_are_consistent_and_the_rest_are_refused() -> None:
    built = []
    for switches in all_switches():
        try:
            built.append(Rules(**switches))
        except ValueError:
            assert not consistent(switches), switches
    assert len(built) == len(set(built)) == 28
    assert tuple(built) == ALL_RULES


def house_rules(**changes: Any) -> Rules:
    switches: dict[str, Any] = {field.name: False for field in fields(Rules)}
    return Rules(**switches | changes)


def test_indirect_attacks_without_parries_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'indirect'.* needs 'parry'"):
        house_rules(indirect=True)


@pytest.mark.parametrize("others", [{}, {"cards_decide": True}, {"parry": True, "indirect": True}])
def test_skipping_the_cards_is_refused_without_evasions_or_without_a_count(others: dict[str, bool]) -> None:
    with pytest.raises(ValueError, match="'final_evasion_skips_cards' needs 'indirect' and 'cards_decide'"):
        house_rules(final_evasion_skips_cards=True, **others)


@pytest.mark.parametrize("name", [field.name for field in fields(Rules)])
@pytest.mark.parametrize("value", [1, 0, None, "yes", ""])
def test_a_rule_is_true_or_false_and_nothing_else(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"the rule '{name}' is True or False, not {value!r}"):
        house_rules(**{name: value})


def test_rules_are_given_by_name_and_all_but_the_open_discard_must_be() -> None:
    with pytest.raises(TypeError):
        Rules(True, True, True, True, True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Rules(parry=True)  # type: ignore[call-arg]


def test_a_preset_has_its_name_even_with_an_open_discard_pile() -> None:
    for name, rules in PRESETS.items():
        assert preset_name(rules) == name
        assert preset_name(replace(rules, open_discard=True)) == name


def test_other_house_rules_have_no_name() -> None:
    nameless = [rules for rules in ALL_RULES if preset_name(rules) is None]
    assert len(nameless) == 28 - 2 * 5
