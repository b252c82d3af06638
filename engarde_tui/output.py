"""Standard output, all of which is written or the user is told, and complaints on standard error."""

import os
import sys
from contextlib import suppress

from engarde_tui.play.problem import Problem, printable
from engarde_tui.play.words import bar
from engine.message import message


def print_text(text: str) -> None:
    """Write text to standard output, as `print_bytes`."""
    print_bytes(text.encode(sys.stdout.encoding, "replace"))


def print_bytes(*parts: bytes) -> None:
    """Write to standard output until its reader closes it; raises Problem if it cannot be written."""
    try:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
    except OSError as error:
        give_up_output(error)


def give_up_output(error: OSError) -> None:
    """Write no more to standard output; raises Problem unless the error is that its reader has closed it."""
    # Otherwise Python reports the error again when it closes standard output.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        raise Problem(message("cannot write to standard output: {reason}", reason=error.strerror)) from None


def show_progress(done: int, of: int) -> None:
    """Show on a terminal at standard error how far something is; at its last step clear that line."""
    # Not `sys.stderr`, which is Textual's own while it draws.
    stream = sys.__stderr__
    if stream is not None and stream.isatty():
        shown = bar(done + 1, of) if done + 1 < of else "\x1b[K"
        # Where the terminal's encoding has no blocks, they are replaced.
        with suppress(OSError):
            stream.buffer.write(f"\r{shown}".encode(stream.encoding, "replace"))
            stream.buffer.flush()


def complain(text: str) -> None:
    """Say what is wrong, in a line on standard error; if that cannot be written, there is nobody to tell."""
    with suppress(OSError):
        print(f"engarde: {printable(text)}", file=sys.stderr)
