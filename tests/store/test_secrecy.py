"""A damaged match never quotes the cards it holds."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from commands import engarde
from store.keeping import state, tamper

from engarde_tui.fair.commitment import new_secret
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store

MATCH = state(1, 8)
DECK = "".join(map(str, MATCH.round.deck))
SECRETS = {
    *(DECK[at : at + 5] for at in range(len(DECK) - 4)),
    *("".join(map(str, hand)) for hand in MATCH.round.hands),
}
"""What no message contains: five cards of the deck, or a hand."""


def swapped(text: str) -> str:
    """Swap the first two neighbours that differ in the last word."""
    *words, last = text.split(" ")
    at = next((at for at in range(1, len(last)) if last[at - 1] != last[at]), 0)
    changed = f"{last[: at - 1]}{last[at]}{last[at - 1]}{last[at + 1 :]}" if at else last * 2
    return " ".join([*words, changed])


DAMAGES: dict[str, Callable[[str], str]] = {
    "a character more": lambda text: f"{text}x",
    "a character less": lambda text: text[:-1],
    "the first one less": lambda text: text[1:],
    "two swapped": swapped,
    "empty": lambda text: "",
    "another word": lambda text: "word",
    "the deck": lambda text: DECK,
    "no starter": lambda text: text.replace("left ", "").replace("right ", ""),
}


def complaints(store: Store) -> list[str]:
    """Read match 1 in every way; return the errors, and leave the match closed."""
    said = []
    for read in (store.record, store.summary, store.resume):
        try:
            read(1)
        except UnreadableMatchError as error:
            said.append(str(error))
    store.close()
    return said


@pytest.mark.by_day(1)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_no_message_about_a_damaged_match_quotes_its_cards(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[str], str]
) -> None:
    """Whichever entry is damaged; on the screen, in the shell and in the hall's log."""
    store.begin(MATCH)
    ((header,),) = store.database.select("SELECT header FROM match")
    entries = [text for (text,) in store.database.select("SELECT text FROM entry ORDER BY number")]
    assert DECK in entries[0]
    where = f"match 1 in {re.escape(str(store.path))} cannot be read: line [0-9]+, word [0-9]+"
    unreadable = 0
    for number, text in enumerate(entries):
        tamper(store.folder, "UPDATE entry SET text = ? WHERE number = ?", (damage(text), number))
        caplog.clear()
        said = complaints(store)
        assert all(re.fullmatch(where, words) for words in said)
        unreadable += bool(said)
        for arguments in (("--list",), ("1",)) if said else (("--list",),):
            run = engarde("export", *arguments, "--data", str(store.folder))
            said += [run.stdout, run.stderr]
        hall = tmp_path / f"hall-{number}"
        with closing(Register(hall)) as register, register.database.writing() as connection:
            connection.execute("INSERT INTO match VALUES (1, ?)", (header,))
            damaged = [*entries[:number], damage(text), *entries[number + 1 :]]
            connection.executemany("INSERT INTO entry VALUES (1, ?, 0, ?)", [*enumerate(damaged)])
            table = "INSERT INTO hall_table (kind, secret, match) VALUES ('listed', ?, 1)"
            connection.execute(table, (new_secret(),))
        with closing(Hall(Register(hall))):
            said.append(caplog.text)
        shown = "\n".join(said).replace(str(store.folder), "")
        assert not [secret for secret in SECRETS if secret in shown], shown
        tamper(store.folder, "UPDATE entry SET text = ? WHERE number = ?", (text, number))
    assert unreadable
