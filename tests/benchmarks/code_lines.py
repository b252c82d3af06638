"""How much code there is: lines without blanks, comments, docstrings and imports, room by room.

    python tests/benchmarks/code_lines.py [COMMIT ...]

Prints a column for each commit, by default for the last one. A room is a package; its code is counted as
`ruff format` lays it out.
"""

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from pathlib import PurePath

PACKAGES = ("engine", "engarde_tui")
_NO_CODE = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def code_lines(source: str) -> int:
    """Return the number of lines of a module that hold code."""
    lines = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
            # Docstrings, those of attributes too.
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def rooms(commit: str) -> Counter[str]:
    """Return the lines of code in each room at a commit."""
    archive = subprocess.run(("git", "archive", commit, *PACKAGES), check=True, capture_output=True).stdout
    found: Counter[str] = Counter()
    with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
        for member in tree:
            path = PurePath(member.name)
            file = tree.extractfile(member)
            if path.suffix == ".py" and file is not None:
                found["/".join(path.parent.parts[:3])] += code_lines(file.read().decode())
    return found


def main() -> None:
    """Print the table."""
    commits = sys.argv[1:] or ["HEAD"]
    columns = [rooms(commit) for commit in commits]
    names = sorted({name for column in columns for name in column})
    width = max(map(len, names))
    print(f"{'':{width}}", *(f"{commit[:10]:>10}" for commit in commits))
    for name in names:
        print(f"{name:{width}}", *(f"{column[name]:>10,}" for column in columns))
    print(f"{'all':{width}}", *(f"{column.total():>10,}" for column in columns))


if __name__ == "__main__":
    main()
