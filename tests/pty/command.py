"""`python command.py ARGUMENTS`: the command `engarde`, with a curtain that can be lifted at once."""

import sys
from functools import partialmethod
from unittest.mock import patch

from engarde_tui import cli
from engarde_tui.app import EngardeApp

if __name__ == "__main__":
    with patch.object(EngardeApp, "__init__", partialmethod(EngardeApp.__init__, curtain_delay=0)):
        sys.exit(cli.main())
