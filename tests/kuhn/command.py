"""`python command.py FILE ARGUMENTS`: run a Python file as a program, with Kuhn poker among the games."""

import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import kuhn

if __name__ == "__main__":
    kuhn.move_in()
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
