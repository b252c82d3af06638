"""Files with one flipped bit, as disks and memory produce them."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_HEADER = 100
"""Bytes of SQLite's own header, at the beginning of the page that holds the schema."""


def checkpointed(path: Path) -> bytes:
    """Return a database as one file, with its write-ahead log merged."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def schema_bits(whole: bytes) -> list[int]:
    """Return the bits of the header and the used bytes of the schema's page."""
    page = whole[: int.from_bytes(whole[16:18])]
    written = [number for number, byte in enumerate(page) if number < _HEADER or byte]
    return [8 * number + bit for number in written for bit in range(8)]


def flipped(whole: bytes, bit: int) -> bytes:
    """Return the file with one bit flipped."""
    changed = bytearray(whole)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def flips(whole: bytes, count: int) -> Iterator[tuple[int, bytes]]:
    """Yield `count` bits of header or schema, always the same, with the flipped files."""
    for bit in random.Random(1).sample(schema_bits(whole), count):
        yield bit, flipped(whole, bit)


def is_clean(text: str) -> bool:
    """Return whether the text has no control character but newline."""
    return all(char.isprintable() or char == "\n" for char in text)
