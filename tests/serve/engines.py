"""Tests of what only one kind of database has."""

import pytest

ON_A_FILE = pytest.mark.parametrize("database_url", [""], ids=["sqlite"])
"""For what only a file can have: damage, other writers, earlier versions."""
