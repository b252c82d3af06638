"""A time that is counted down is told once a turn; a figure of a name is no time."""

from dataclasses import replace

import pytest
from lines.talking import match_of
from tui.harness import playing

from engarde_tui.lines.table import TableWords
from engine.en_garde import PRESETS

ONCE = [
    ("Anna has 3 minutes left.", "Anna has 2 minutes left."),
    ("Anna 4:50 · Bo 3:00", "Anna 4:40 · Bo 3:00"),
]
BOTH = [
    ("~guest2: Salute!", "~guest2: Touché!"),
    ("Player 2: Salute!", "Player 2: Touché!"),
    ("Player 2 is here.", "Player 3 is here."),
    ("Watching: guest1", "Watching: guest2"),
    ("Player 2 has 3 minutes left.", "Player 3 has 3 minutes left."),
]


@pytest.mark.parametrize(
    ("notes", "told"), [*((notes, 1) for notes in ONCE), *((notes, 2) for notes in BOTH)]
)
async def test_what_differs_by_more_than_a_time_is_told(notes: tuple[str, str], told: int) -> None:
    match = match_of(PRESETS["ferti-advanced"], "bot:novice")
    async with playing(match) as player:
        words = TableWords(player.table)
        said = [*words.news()]
        names = ("Player 2", "Player 3")
        for note in notes:
            scene = player.table.scene
            player.table.scene = replace(scene, view=replace(scene.view, names=names), notes=(note, ""))
            said += words.news()
    assert len([line for line in said if line in (note.replace(" · ", ", ") for note in notes)]) == told
