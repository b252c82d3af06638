"""`python command.py ARGUMENTS`: the command `engarde` that answers; its curtain can be lifted at once."""

import sys
from functools import partialmethod
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))
from settling import answering

from engarde_tui import cli
from engarde_tui.app import EngardeApp

if __name__ == "__main__":
    at_once = partialmethod(EngardeApp.__init__, curtain_delay=0)
    with answering(), patch.object(EngardeApp, "__init__", at_once):
        sys.exit(cli.main())
