"""`python play_deck.py DECK`: a table whose first round is dealt from DECK; it paints only to answer."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from settling import answering

from engarde_tui.app import EngardeApp
from engine.en_garde import PRESETS, Match

if __name__ == "__main__":
    match = Match.new(PRESETS["ferti-advanced"], target=1, dealt=sys.argv[1])
    with answering(paints_by_itself=False):
        EngardeApp(match, curtain_delay=0).run()
