"""Files with one flipped bit, as disks and memory produce them."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_HEADER = 100
"""Bytes of SQLite's own header, at the beginning of the page that holds the schema."""

_INTERIOR = 0x05
"""The kind of a page of a table that has others below it."""


def checkpointed(path: Path) -> bytes:
    """Return a database as one file, with its write-ahead log merged."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def damage(path: Path) -> bytes:
    """Damage the page of a match that none of the uses reads; return what is in the file now.

    It is a leaf of the entries' tree in the middle of the file.
    """
    whole = bytearray(checkpointed(path))
    size = int.from_bytes(whole[16:18])
    pages = {at: whole[at : at + size] for at in range(size, len(whole), size)}
    leaves = [at for at, page in pages.items() if page[0] == 0x0A and b"match over" in page]
    at = leaves[len(leaves) // 2]
    # The offset of a cell, now one in the header.
    whole[at + 8] = 0
    whole[at + 9] = 1
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA quick_check").fetchall() != [("ok",)]
    return bytes(whole)


def schema_bits(whole: bytes) -> list[int]:
    """Return the bits of the header and the used bytes of the schema's pages."""
    size = int.from_bytes(whole[16:18])
    places = (place for page in _schema_pages(whole) for place in range((page - 1) * size, page * size))
    written = [place for place in places if place < _HEADER or whole[place]]
    return [8 * number + bit for number in written for bit in range(8)]


def _schema_pages(whole: bytes) -> list[int]:
    """Return the numbers of the schema's pages: the first, and those below it if that has no room for all."""

    def number(place: int, length: int) -> int:
        return int.from_bytes(whole[place : place + length])

    if whole[_HEADER] != _INTERIOR:
        return [1]
    cells = [number(_HEADER + 12 + 2 * each, 2) for each in range(number(_HEADER + 3, 2))]
    return [1, *(number(cell, 4) for cell in cells), number(_HEADER + 8, 4)]


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
