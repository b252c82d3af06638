"""Command lines that people give: a bot's program, and others that the house starts for them."""

import errno
import shlex
from shutil import which

from engine.message import Message, message


def command_words(command: str) -> list[str]:
    """Return the words of a command line, as a shell splits them; raises ValueError if it is none."""
    try:
        return shlex.split(command)
    except ValueError:
        raise ValueError(
            message("{command!r} ends inside a quote or after a backslash", command=command)
        ) from None


def program_words(command: str) -> list[str]:
    """Return a program and its arguments; raises ValueError if the command names none that can be run."""
    words = command_words(command)
    if not words or which(words[0]) is None:
        raise ValueError(message("{command!r} names no program that can be run", command=command))
    return words


def why_not_started(error: OSError | ValueError) -> Message | str | ValueError:
    """Return why a program could not be started; of a file that is none, the system tells too little."""
    if not isinstance(error, OSError):
        return error
    if error.errno in (errno.ENOEXEC, errno.ENOENT) and error.filename and which(error.filename):
        return message(
            "{program} is neither a program nor a script whose first line names its interpreter",
            program=error.filename,
        )
    return error.strerror or f"{error}"
