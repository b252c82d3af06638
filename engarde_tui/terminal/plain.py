"""The app on Textual's own driver, compositor and style sheets."""

import asyncio
import signal
import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from functools import partial
from typing import Final

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

from engarde_tui.terminal.stopping import hide_before_stop
from engarde_tui.terminal.textual_private import OpenApp

_ENDINGS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
"""Signals that end the program cleanly, with exit status 128 + number."""


class PlainApp(OpenApp):
    """Ends cleanly by a signal in a terminal of its own, which Textual's driver would not restore."""

    def on_load(self) -> None:
        """Let Textual's driver read the terminal's encoding; what is not UTF-8 would end the program."""
        linux_driver.getincrementaldecoder = _decoder_of_keys  # type: ignore[assignment,attr-defined]

    def on_mount(self) -> None:
        """Handle signals, unless this is one of many apps in a process."""
        if self.driver_class is LinuxDriver and not self.is_headless:
            hide_before_stop(self)
            for number in _ENDINGS:
                asyncio.get_running_loop().add_signal_handler(number, self.exit, None, 128 + number)


def _decoder_of_keys(_: str) -> Callable[[], IncrementalDecoder]:
    return partial(getincrementaldecoder(sys.stdin.encoding), "replace")
