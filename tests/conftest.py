"""What all tests need before they are imported, and how many of them run at once."""

import os

import pytest

pytest.register_assert_rewrite("pty_terminal", "store.keeping", "tui.harness", "tui.shelf", "tui.states")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: tests in a terminal spend half their time waiting for it."""
    return (os.cpu_count() or 1) + 1
