"""`python play_woken.py ARGUMENTS`: the command `engarde`, woken by a signal in the midst of its end."""

import signal
import sys
import threading

from textual.drivers._writer_thread import WriterThread

from engarde_tui import cli

ends = threading.Lock()
stop = WriterThread.stop


def wake_and_stop(thread: WriterThread) -> None:
    """A signal's handler must not join a thread that is already being joined: it would wait for ever."""
    with ends:
        signal.raise_signal(signal.SIGCONT)
        stop(thread)


if __name__ == "__main__":
    WriterThread.stop = wake_and_stop  # type: ignore[method-assign]
    sys.exit(cli.main())
