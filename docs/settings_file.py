"""Write the file of settings into docs/settings.md, as it is before anything has been chosen.

python docs/settings_file.py
"""

import re
import sys
from pathlib import Path

from engarde_tui.settings.document import Reading, rewritten

PAGE = Path(__file__).with_name("settings.md")
BLOCK = re.compile(r"(?<=```toml\n).*?(?=```\n)", re.DOTALL)


def main() -> None:
    """Write the page with the file as it is now."""
    text = rewritten(Reading(), {}).text
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(lambda _: text, page, count=1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
