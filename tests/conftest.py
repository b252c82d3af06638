"""What all tests need before they are imported."""

import pytest

pytest.register_assert_rewrite("pty_terminal", "store.keeping", "tui.harness", "tui.shelf", "tui.states")
