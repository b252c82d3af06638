"""What is typed in lines with an input method, or with another dash, means the same."""

import pytest
from lines.talking import in_turn, match_of, talk

from engarde_tui.settings.entries import Settings
from engine.en_garde import PRESETS

ADVANCED = PRESETS["ferti-advanced"]


async def answers(*typed: str, **keys: tuple[str, ...]) -> list[str]:
    """Return what is said to some lines, without these."""
    settings = Settings(name="Anna", keys=keys)
    said = (await talk(in_turn(*typed), match_of(ADVANCED, "bot:novice"), settings=settings)).said
    return [line for line in said if not line.startswith("> ")]


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("＋１",), ("+1",)),
        (("－３", "−3", "–3", "ー３"), ("-3",) * 4),
        (("ＬＩＳＴ", "２"), ("list", "2")),
        (("？", "１　１"), ("?", "1 1")),
        (("ｒｅｓｉｇｎ", "－", "resign", "–"), ("resign", "-", "resign", "-")),
        (("Ｘ", "３"), ("x", "3")),
    ],
)
async def test_a_line_means_the_same_in_every_form(typed: tuple[str, ...], meant: tuple[str, ...]) -> None:
    assert await answers(*typed) == await answers(*meant)


async def test_a_name_is_kept_as_it_is_typed_but_its_spaces() -> None:
    said = (await talk(in_turn("Ｚｏé　−３", "settings"), settings=Settings())).said
    assert any(line.endswith("Your name: Ｚｏé −３") for line in said)


@pytest.mark.by_day(2)
@pytest.mark.parametrize(("typed", "is_taken"), [("－", False), ("？", None), ("–x", True)])
async def test_a_field_is_left_by_any_dash_and_explained_by_any_question_mark(
    typed: str, is_taken: bool | None
) -> None:
    said = (await talk(in_turn(typed, "settings"), settings=Settings())).said
    shown = [line.partition("Your name: ")[2] for line in said if "Your name: " in line]
    assert shown == [] if is_taken is None else ("–x" in shown) is is_taken


async def test_a_chosen_capital_is_another_key_than_its_small_letter() -> None:
    keys = {"resign": ("J",), "tally": ("j",)}
    assert "Resign or offer a draw?" in await answers("J", **keys)
    assert "Resign or offer a draw?" not in await answers("j", **keys)
    assert "Resign or offer a draw?" in await answers("K", resign=("k",))
