"""Names that nobody can newly take: those that claim a role, or look like another's."""

import pytest
from serve.hall.visitors import ANNA, BRUNO

from engarde_tui.serve.hall.hall import Hall
from engine.game import games


@pytest.mark.parametrize("name", ["operator", "Admin", "H_all", "maestro", "r00t", "Master"])
def test_a_name_that_claims_a_role_makes_a_guest_of_another_name(hall: Hall, name: str) -> None:
    visitor = hall.admit(name, ANNA)
    assert (visitor.member, visitor.name) == (False, "~guest")
    assert "claims a role" in str(visitor.why_guest)
    assert "claims a role" in str(hall.admission.why_another_key(name, ANNA))


def test_no_level_of_a_bot_can_be_a_name(hall: Hall) -> None:
    for level in (level for game in games().values() for level in game.levels):
        assert not hall.admit(level.upper(), ANNA).member


@pytest.mark.parametrize("name", ["anno1_", "Ann0-1", "_annol"])
def test_a_name_that_looks_like_an_owned_one_is_not_for_another_key(hall: Hall, name: str) -> None:
    assert hall.admit("annol", ANNA).member
    other = hall.admit(name, BRUNO)
    assert not other.member
    assert "looks like annol" in str(other.why_guest)
    assert hall.admit("annel", BRUNO).member, "another name is free"


def test_the_owner_can_have_a_name_that_looks_alike(hall: Hall) -> None:
    assert hall.admit("anna", ANNA).member
    assert hall.admit("anna_", ANNA).member


def test_a_name_that_is_owned_already_stays(hall: Hall) -> None:
    with hall.register.database.writing() as connection:
        for account, (name, key) in enumerate({"Operator": ANNA, "anna": BRUNO, "anna_": ANNA}.items(), 100):
            connection.execute("INSERT INTO account (id, name) VALUES (?, ?)", (account, name))
            connection.execute("INSERT INTO account_key VALUES (?, ?, 0, 0)", (account, key))
    assert hall.admit("operator", ANNA).member
    assert hall.admit("anna", BRUNO).member
    assert hall.admit("anna_", ANNA).member
