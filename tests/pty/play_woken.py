"""`python play_woken.py ARGUMENTS`: the command `engarde`, woken in the midst of its start and of its end."""

import signal
import sys
import threading

from textual.drivers._writer_thread import WriterThread

from engarde_tui import cli

starts, ends = threading.Lock(), threading.Lock()
start, stop = WriterThread.start, WriterThread.stop


def wake_and_start(thread: threading.Thread) -> None:
    """Of two threads that read the terminal only one would end with the program."""
    if isinstance(thread, WriterThread) and starts.acquire(blocking=False):
        signal.raise_signal(signal.SIGCONT)
    if thread.name == "textual-input":
        assert thread.name not in {other.name for other in threading.enumerate()}
    start(thread)


def wake_and_stop(thread: WriterThread) -> None:
    """A signal's handler must not join a thread that is already being joined: it would wait for ever."""
    with ends:
        signal.raise_signal(signal.SIGCONT)
        stop(thread)


if __name__ == "__main__":
    threading.Thread.start = wake_and_start  # type: ignore[method-assign]
    WriterThread.stop = wake_and_stop  # type: ignore[method-assign]
    sys.exit(cli.main())
