"""The command `engarde`, also as `python -m engarde_tui`."""

import gc
import sys


def main() -> int:
    """Run the command and return its exit status; ctrl+c prints no traceback, even during imports."""
    # Nothing that starting makes is garbage. The command turns it on again.
    gc.disable()
    try:
        from engarde_tui import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
