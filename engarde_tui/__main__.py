"""The command `engarde`, also as `python -m engarde_tui`."""

import sys


def main() -> int:
    """Run it; answers the exit status. An interrupt ends it without a traceback, also while it is loaded."""
    try:
        from engarde_tui import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
