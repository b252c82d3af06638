"""`python command.py FILE ARGUMENTS`: run a Python file as a program, with Kuhn poker among the games."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import kuhn

if __name__ in ("__main__", "__mp_main__"):
    # The arena's processes import this file too, by the second name.
    kuhn.move_in()

if __name__ == "__main__":
    del sys.argv[0]
    file = sys.argv[0]
    # By `runpy` the arena's processes would import that file instead of this one.
    exec(compile(Path(file).read_bytes(), file, "exec"), {"__name__": "__main__", "__file__": file})
