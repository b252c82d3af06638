"""Header lines of a record, and the keys of those that say how a match is dealt."""

from typing import Final

Header = tuple[tuple[str, str], ...]
"""Header lines of a record: key and value."""

CHAIN: Final = "Chain"
"""The key of a stored match's secret line: what its deals follow from (see `fair.chain`)."""

BRANCH: Final = "Branch"
"""The key of the line that says where a match was played on from; no such match is rated."""

DAILY: Final = "Daily"
"""The key of the line that marks a daily bout; its value is the day."""
