"""The players' words: said before the deal, kept, and what decks follow from."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, TERMS, Opening, fail, opened, own_matches, play_on

from engarde_tui.fair.chain import verify
from engarde_tui.fair.commitment import Verdict
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engine.en_garde import Seat
from engine.record import Record


def both(hall: Hall) -> tuple[Visitor, Visitor]:
    return hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)


def record_of(hall: Hall, table: Table) -> Record:
    """As its players get it."""
    assert table.match.id is not None
    return own_matches(hall, "anna").record(table.match.id)


def played(table: Table, *visitors: Visitor) -> Table:
    """The match played to its end."""
    clients = [table.sit(visitor) for visitor in visitors]
    while not table.is_over:
        play_on(*clients)
    return table


def test_both_words_decide_every_deck_and_the_hall_was_bound_before(hall: Hall) -> None:
    anna, bruno = both(hall)
    table = hall.create(anna, TERMS, Seat.LEFT)
    commitment = table.chain.link(0)
    hall.say_word(table, anna, "  raclette ")
    hall.join(bruno, table.code, "fondue")
    record = record_of(hall, played(table, anna, bruno))
    lines = dict(record.others)
    assert (lines["Link-0"], lines["Word-Left"], lines["Word-Right"]) == (commitment, "raclette", "fondue")
    assert {check.verdict for check in verify(record)} == {Verdict.KEPT}
    assert table.agreed_words == ("raclette", "fondue")


def test_nobody_has_to_say_a_word(hall: Hall) -> None:
    left, right = opened(hall, *both(hall))
    table = left.hall_table
    assert table.agreed_words == ("", "")
    while not table.is_over:
        play_on(left, right)
    assert {check.verdict for check in verify(record_of(hall, table))} == {Verdict.KEPT}


def test_a_guests_word_counts_too(hall: Hall) -> None:
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    table = hall.create(guest, TERMS, Seat.RIGHT)
    hall.say_word(table, guest, "fondue")
    hall.join(anna, table.code)
    assert table.agreed_words == ("", "fondue")


def test_commitment_and_word_of_a_waiting_table_outlive_the_hall(open_hall: Opening) -> None:
    hall = open_hall()
    anna, _ = both(hall)
    table = hall.create(anna, TERMS, Seat.LEFT)
    hall.say_word(table, anna, "raclette")
    commitment, code = table.chain.link(0), table.code
    hall = open_hall()
    anna, bruno = both(hall)
    (again,) = hall.own_tables(anna)
    assert (again.chain.link(0), again.words) == (commitment, ("raclette", ""))
    assert dict(record_of(hall, played(hall.join(bruno, code), anna, bruno)).others)["Link-0"] == commitment


def test_an_adjourned_match_goes_on_with_its_chain(open_hall: Opening) -> None:
    hall = open_hall()
    anna, bruno = both(hall)
    table = hall.create(anna, TERMS, Seat.LEFT)
    hall.join(bruno, table.code, "fondue")
    play_on(table.sit(anna), table.sit(bruno), actions=3)
    hall = open_hall()
    anna, bruno = both(hall)
    (table,) = hall.own_tables(anna)
    record = record_of(hall, played(table, anna, bruno))
    assert len(record.match.rounds) >= 2
    assert {check.verdict for check in verify(record)} == {Verdict.KEPT}


def test_a_word_can_be_changed_until_the_deal_and_not_after_it(hall: Hall) -> None:
    anna, bruno = both(hall)
    table = hall.create(anna, TERMS, Seat.LEFT)
    for word in ("raclette", "", "fondue"):
        hall.say_word(table, anna, word)
        assert table.words == (word, "")
    with pytest.raises(Refusal):
        hall.say_word(table, bruno, "mine")
    hall.join(bruno, table.code)
    with pytest.raises(Refusal, match="the cards are dealt"):
        hall.say_word(table, anna, "raclette")
    assert table.agreed_words == ("fondue", "")


def test_a_word_that_cannot_be_kept_is_not_said(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bruno = both(hall)
    table = hall.create(anna, TERMS, Seat.LEFT)
    with monkeypatch.context() as broken:
        broken.setattr(hall.register.tables, "set_word", fail)
        with pytest.raises(Problem):
            hall.say_word(table, anna, "raclette")
    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "begin", fail)
        with pytest.raises(Problem):
            hall.join(bruno, table.code, "fondue")
    assert table.words == ("", "")


def test_a_rematch_goes_on_with_chain_and_words(hall: Hall) -> None:
    anna, bruno = both(hall)
    table = hall.create(anna, TERMS, Seat.LEFT)
    hall.join(bruno, table.code, "fondue")
    played(table, anna, bruno)
    last = record_of(hall, table)
    for seat in Seat:
        table.rematch.ask(seat)
    again = table.rematch.successor
    assert again is not None
    record = record_of(hall, played(again, anna, bruno))
    assert again.agreed_words == ("", "fondue")
    assert dict(record.others)["Link-0"] == dict(last.others)[f"Link-{len(last.match.rounds)}"]
    assert {check.verdict for check in verify(record)} == {Verdict.KEPT}
