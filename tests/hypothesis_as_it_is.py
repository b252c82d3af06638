"""Imports hypothesis; pytest would rewrite the assertions of all its modules, in every process and run."""

import sys

finders = sys.meta_path
sys.meta_path = [finder for finder in finders if "pytest" not in type(finder).__module__]
try:
    import hypothesis  # noqa: F401
finally:
    sys.meta_path = finders
