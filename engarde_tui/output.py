"""Standard output: all of it is written, or the user is told."""

import os
import sys

from engarde_tui.play.problem import Problem
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
        # Otherwise Python reports the error again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise Problem(
                message("cannot write to standard output: {reason}", reason=error.strerror)
            ) from None
