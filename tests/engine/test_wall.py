"""The engine imports only itself and the standard library; only arrays and training need more."""

import subprocess
import sys
from pathlib import Path

import engine

IMPORT_ALL = """
import sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import pkgutil
import engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    if not module.name.startswith(("engine.training", "engine.en_garde.bots.arrays")):
        __import__(module.name)
print(*sorted(set(sys.modules) - before))
"""


def test_importing_the_engine_imports_only_the_standard_library() -> None:
    root = Path(engine.__path__[0]).parent
    # -I leaves out PYTHONPATH and the working directory. Site-packages stay, so that a forbidden import
    # succeeds and is seen, even inside a try.
    run = subprocess.run(
        [sys.executable, "-I", "-c", IMPORT_ALL, str(root)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    imported = set(run.stdout.split())
    assert {"engine.game", "engine.en_garde.round", "engine.match"} <= imported
    assert not any(name.startswith("engine.training.") for name in imported)
    # The name that `multiprocessing` gives the main module.
    packages = {name.partition(".")[0] for name in imported - {"__mp_main__"}}
    assert packages - sys.stdlib_module_names == {"engine"}
