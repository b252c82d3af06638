"""`python command.py LIMITS ARGUMENTS`: the command `engarde`, with limits of the hall that are soon reached.

LIMITS is JSON: those fields of `Limits` that no option sets, and the idle minutes, which may be few here.
"""

import json
import sys
from dataclasses import replace
from unittest.mock import patch

from engarde_tui import cli
from engarde_tui.serve.ssh import server

if __name__ == "__main__":
    ordinary = server.Limits
    changed = json.loads(sys.argv[1])
    with patch.object(server, "Limits", lambda *given: replace(ordinary(*given), **changed)):
        sys.exit(cli.main(sys.argv[2:]))
