"""`python command.py ARGUMENTS`: the command `engarde` with Kuhn poker, and a curtain that lifts at once."""

import sys
from functools import partialmethod
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

import kuhn
from engarde_tui import cli
from engarde_tui.app import EngardeApp

if __name__ == "__main__":
    kuhn.move_in()
    with patch.object(EngardeApp, "__init__", partialmethod(EngardeApp.__init__, curtain_delay=0)):
        sys.exit(cli.main())
