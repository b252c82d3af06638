"""A hall run by somebody whom the system does not know, and who has no home: a service, or a container."""

from pathlib import Path
from typing import ClassVar

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import player
from serve.halls import HallProcess

pytestmark = pytest.mark.wire

HOMELESS = """
import os, pwd, runpy, sys
def unknown(number): raise KeyError(number)
pwd.getpwuid = unknown
os.environ.pop("HOME", None)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class HomelessHall(HallProcess):
    PROGRAM: ClassVar[tuple[str, ...]] = ("-c", HOMELESS, *HallProcess.PROGRAM)


async def test_a_hall_needs_no_home(tmp_path: Path) -> None:
    with HomelessHall(tmp_path) as hall:
        async with player(hall, "anna"):
            pass
        hall.check_log()
        assert hall.terminate() == 0
