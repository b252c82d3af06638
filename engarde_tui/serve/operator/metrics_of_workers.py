"""The figures of several processes as one text for Prometheus."""

import re
from collections.abc import Mapping
from typing import Final

_SAMPLE: Final = re.compile(r"(\w+)(?:\{(.*)\})? (.*)")
"""A figure: its name, its labels, its value."""


def joined(texts: Mapping[int, str]) -> str:
    """Return the figures of all, each with the number of its process as a label `worker`."""
    metrics: dict[str, list[str]] = {}
    for worker, text in texts.items():
        about: list[str] = []
        for line in text.splitlines():
            sample = _SAMPLE.fullmatch(line)
            if line.startswith("#") or sample is None:
                about = [*about, line] if line.startswith("# TYPE") else [line]
                continue
            name, labels, value = sample.groups()
            label = f'worker="{worker}"'
            lines = metrics.setdefault("\n".join(about), [])
            lines.append(f"{name}{{{labels + ',' if labels else ''}{label}}} {value}")
    return "\n".join(line for about, lines in metrics.items() for line in (about, *lines))
