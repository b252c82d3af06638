"""A fixed terminal, and replays that do not step on their own."""

from tui.conftest import slow_autoplay, terminal

__all__ = ["slow_autoplay", "terminal"]
