"""`python command.py LIMITS ARGUMENTS`: the command `engarde`, answering, with low limits of the hall.

LIMITS is JSON: fields of `Limits` that no option sets, and idle minutes below the option's minimum.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))
from settling import answering

from engarde_tui import cli
from engarde_tui.serve.door import limits

if __name__ == "__main__":
    ordinary = limits.Limits
    changed = json.loads(sys.argv[1])
    with answering(), patch.object(limits, "Limits", lambda *given: replace(ordinary(*given), **changed)):
        sys.exit(cli.main(sys.argv[2:]))
