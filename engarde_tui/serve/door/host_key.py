"""The key by which clients know a hall again."""

import os
import stat
from pathlib import Path

import asyncssh

from engarde_tui.play.problem import Problem, insist_on_regular_file
from engine.message import message


def host_key(folder: Path) -> Path:
    """Return the path of the server's host key; generate it at the first start.

    Raises Problem if it cannot be read or written, or if other users can read it.
    """
    path = folder / "host_key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        insist_on_regular_file(path)
        if not path.exists():
            key = asyncssh.generate_private_key("ssh-ed25519")
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(descriptor, "wb") as file:
                file.write(key.export_private_key())
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Problem(
                message(
                    "{path} can be read by others: run chmod 600 on it, or delete it to get a new one",
                    path=path,
                )
            )
        asyncssh.read_private_key(str(path))
    except OSError as error:
        raise Problem(
            message(
                "{path} cannot be used: {error}. Choose another folder with --data",
                path=path,
                error=error.strerror,
            )
        ) from None
    except (asyncssh.KeyImportError, ValueError):
        raise Problem(message("{path} is not an SSH key: delete it to get a new one", path=path)) from None
    return path
