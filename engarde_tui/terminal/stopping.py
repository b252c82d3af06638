"""Hide the hands before the program is stopped, by a key or by another program."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any, cast

from textual.app import App


def hide_before_stop(app: App[Any]) -> None:
    """Let SIGTSTP, whoever sends it, act as ctrl+z: the curtain falls, and then Textual's driver stops.

    To be called once the driver has been made.
    """
    stop = cast(Callable[..., None], signal.getsignal(signal.SIGTSTP))

    def hide_and_stop() -> None:
        app.app_suspend_signal.publish(app)
        stop()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTSTP, hide_and_stop)
