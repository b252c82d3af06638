"""Halls that share a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
from postgres import Cluster
from serve.postgres.two_halls import TwoHalls, two_halls


@pytest.fixture(params=["bell", "no-bell"])
def both(request: pytest.FixtureRequest, tmp_path: Path, database_url: str) -> Iterator[TwoHalls]:
    """Two halls on one database, which hear of each other, or only look now and then."""
    with two_halls(database_url, tmp_path) as both:
        both.settle()
        if request.param == "no-bell":
            both.break_bell()
        yield both


@pytest.fixture
def both_on_server(tmp_path: Path, postgres: Cluster) -> Iterator[TwoHalls]:
    """Two halls on a server."""
    with two_halls(postgres.url(postgres.new_database()), tmp_path) as both:
        both.settle()
        yield both
