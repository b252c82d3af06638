"""An order is answered in the language of whoever gives it; what it does is told in everybody's own."""

import json

import pytest
from accents import ONE, OTHER, accented, speaking, teach
from serve.hall.visitors import ANNA

from engarde_tui.language import put
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.operator.listening import answer
from engarde_tui.serve.operator.orders import Orders


@pytest.fixture(autouse=True)
def _two_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch)


async def answered(orders: Orders, language: object = None, **order: str) -> dict[str, str]:
    """What the hall answers, whose own operator speaks another language."""
    given = {**order, "language": language} if language else order
    with speaking(OTHER):
        return await answer(json.dumps(given).encode(), orders.obey)


async def test_the_answer_is_in_the_language_of_the_order_and_the_log_in_english(
    hall: Hall, orders: Orders, caplog: pytest.LogCaptureFixture
) -> None:
    hall.admit("anna", ANNA)
    with caplog.at_level("INFO", "engarde.hall"):
        said = await answered(orders, "xx", order="announce", text="Tea at eight")
    assert said == {"text": accented("Announced to 1 person.", ONE)}
    assert "event=order order=announce said='Announced to 1 person.'" in caplog.messages
    (announced,) = hall.notices.announced
    with speaking(OTHER):
        assert put(announced.words) == f"{accented('The operator of the hall:', OTHER)} Tea at eight"
    refused = await answered(orders, "xx", order="kick", name="eve")
    assert refused == {"problem": f"{accented('nobody called', ONE)} 'eve' {accented('is here', ONE)}"}


@pytest.mark.parametrize("language", [None, "zz", 5, ["xx"]])
async def test_without_a_language_that_is_known_the_answer_is_english(
    hall: Hall, orders: Orders, language: object
) -> None:
    assert await answered(orders, language, order="bans") == {"text": "Nobody is banned."}
