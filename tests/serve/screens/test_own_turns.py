"""What others do is shown in one's own turn."""

from collections import Counter
from collections.abc import Callable

import pytest
from serve.screens.guests import in_hall, settle, sit_down

from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.hall import Hall

End = Callable[[], None]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Who has asked for turns, how often; each comes at once."""
    found: Counter[str] = Counter()
    begin = HallApp.__init__

    def noted(app: HallApp, hall: Hall, visitor: object, *given: object, **named: object) -> None:
        def turn(act: Callable[[End], None]) -> None:
            found[app.visitor.name] += 1
            act(lambda: None)

        begin(app, hall, visitor, *given, turn=turn, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(HallApp, "__init__", noted)
    return found


@pytest.mark.slow
async def test_each_has_a_turn_of_their_own_for_what_another_does(asked: Counter[str], hall: Hall) -> None:
    """In the lobby, waiting, at the table and after the match: the turn is not that of whoever acts."""
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        asked.clear()
        await sit_down(anna, bruno)
        assert asked["anna"], "somebody has come to the table where she waits"
        assert asked["carla"], "the lobby has changed"
        await settle(carla)
        await carla.press("home", "enter")
        asked.clear()
        await anna.press("x", "d")
        await settle(anna, bruno, carla)
        assert asked["bruno"], "a draw is offered at his table"
        assert asked["carla"], "and at the one that she watches"
        await anna.press("x", "y")
        await settle(anna, bruno, carla)
        for player in (anna, bruno):
            await player.press("space")
        await settle(anna, bruno)
        asked.clear()
        await anna.press("r")
        await settle(anna, bruno)
        assert "anna wants a rematch" in bruno.text
        assert asked["bruno"]
