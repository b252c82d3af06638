"""A fixed terminal, scripted bots and a store, as for the interface's own tests."""

from tui.conftest import held, seated, slow_autoplay, store, terminal

__all__ = ["held", "seated", "slow_autoplay", "store", "terminal"]
