"""A store and a record of the version in which shield 8 let two swords strike once each."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

_DATA: Final = Path(__file__).parent / "data"

RECORD: Final = _DATA / "two-swords.engarde"
"""Match 1 of the store, as that version exported it."""

LOST, KILLED, CLOSED, GOES_ON = 1, 2, 3, 4
"""The matches of the store, all of Anna and Bruno.

In the first, who struck with two swords lost later; the second ended by the second sword; the third was left
unfinished after both, where one sword that strikes twice would have ended it; nobody has struck in the last.
"""

STRIKES: Final = {LOST: 206, KILLED: 102, CLOSED: 137}
"""How many actions came before the two strikes."""

WHY: Final = "the rule was corrected: one sword strikes twice, not two"


def fill(folder: Path, hall_lines: dict[int, str] | None = None) -> None:
    """Put the store in a folder, each match with a line of a hall in its header if one is given."""
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "matches.db")) as database:
        database.executescript((_DATA / "store-two-swords.sql").read_text())
        for id, line in (hall_lines or {}).items():
            database.execute("UPDATE match SET header = header || ? WHERE id = ?", (f"\nHall: {line}", id))
        database.commit()
