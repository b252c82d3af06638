"""`python -m engarde_tui` is `engarde`."""

import sys

from engarde_tui.cli import main

sys.exit(main())
