"""Where NumPy is not installed: the level that needs it is not offered, and says how to get it."""

import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from engarde_tui.play.players import Players
from engine.en_garde.game import GAME

print(*GAME.levels, "|", *GAME.missing_levels)
Players.parse(GAME, "Anna", "bot:master").seat_bots()
for word in ("bot:grandmaster", "bot:Grandmaster"):
    try:
        Players.parse(GAME, "Anna", word)
    except ValueError as error:
        print(error)
recorded = Players.recorded(GAME, ("Anna", "Grandmaster"), [("Right-Bot", "grandmaster")])
print(recorded.bots, recorded.missing)
"""


def test_a_level_that_lacks_a_package_is_not_offered_and_says_what_to_install() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    offered, *refused, recorded = run.stdout.splitlines()
    assert offered.endswith("master virtuoso | grandmaster")
    levels = offered.partition(" |")[0].split()
    # The front page tells of those that every install has.
    assert f"from a {levels[0]} to a {levels[-1]}," in README.read_text(encoding="utf-8")
    for line in refused:
        assert line == "grandmaster needs numpy: pip install 'engarde-tui[strong]'"
    assert len(refused) == 2
    assert recorded == "(None, None) ('grandmaster',)"
