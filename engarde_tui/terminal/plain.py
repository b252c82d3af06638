"""The app on Textual's own driver, compositor and style sheets."""

import asyncio
import signal
from typing import Final

from textual.drivers.linux_driver import LinuxDriver

from engarde_tui.terminal.textual_private import OpenApp

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
"""Signals that end the program cleanly, with exit status 128 + number."""


class PlainApp(OpenApp):
    """Ends cleanly by a signal in a terminal of its own, which Textual's driver would not restore."""

    def on_mount(self) -> None:
        """Handle signals, unless this is one of many apps in a process."""
        if self.driver_class is LinuxDriver and not self.is_headless:
            for number in _ENDINGS:
                asyncio.get_running_loop().add_signal_handler(number, self.exit, None, 128 + number)
