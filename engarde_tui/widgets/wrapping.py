"""Breaking text into lines by the columns it takes; characters of some scripts take two."""

from rich.cells import cell_len, chop_cells


def wrapped(text: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` columns, broken between words where possible."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = chop_cells(word, max(width, 2)) if cell_len(word) > width else [word]
        lines += full
    return [*lines, line] if line else lines
