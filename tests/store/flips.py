"""Files in which one bit has flipped, as disks and memory do it."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_HEADER = 100
"""Bytes of SQLite's own header, at the beginning of the page that holds the schema."""


def checkpointed(path: Path) -> bytes:
    """Everything that was written to a database, as one file."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def schema_bits(whole: bytes) -> list[int]:
    """The bits of the header and of all that is written on the page of the schema."""
    page = whole[: int.from_bytes(whole[16:18])]
    written = [number for number, byte in enumerate(page) if number < _HEADER or byte]
    return [8 * number + bit for number in written for bit in range(8)]


def flipped(whole: bytes, bit: int) -> bytes:
    """The same with one bit changed."""
    changed = bytearray(whole)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def flips(whole: bytes, count: int) -> Iterator[tuple[int, bytes]]:
    """Always the same `count` files with one flipped bit of header or schema; and which."""
    for bit in random.Random(1).sample(schema_bits(whole), count):
        yield bit, flipped(whole, bit)


def is_clean(text: str) -> bool:
    """Nothing in it that a terminal would obey."""
    return all(char.isprintable() or char == "\n" for char in text)
