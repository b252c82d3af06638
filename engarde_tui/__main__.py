"""The command `engarde`, also as `python -m engarde_tui`."""

import sys


def main() -> int:
    """Run the command and return its exit status; ctrl+c prints no traceback, even during imports."""
    try:
        from engarde_tui import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
