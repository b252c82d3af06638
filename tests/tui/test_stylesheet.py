"""The style sheets as they are applied."""

from tui.harness import playing
from tui.states import NEAR, staged

from engarde_tui.terminal.themes import TERMINAL


async def test_inks_are_rebuilt_only_when_the_theme_changes() -> None:
    """Textual makes them whenever a class of the screen changes, which is garbage that is hard to find."""
    async with playing(staged(script=NEAR, left="33345", right="11224")) as player:
        foregrounds = player.app._component_styles
        before = foregrounds["foreground--accent"]
        await player.press("space")
        await player.play("A333", "H")
        assert player.at_showdown
        assert foregrounds["foreground--accent"] is before
        player.app.theme = TERMINAL.name
        await player.settle()
        assert foregrounds["foreground--accent"].color != before.color
