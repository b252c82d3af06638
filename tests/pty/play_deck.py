"""`python play_deck.py DECK`: the program at a table whose first round is dealt from DECK."""

import sys

from engarde_tui.app import EngardeApp
from engine.en_garde import PRESETS, Match

if __name__ == "__main__":
    EngardeApp(Match.new(PRESETS["ferti-advanced"], target=1, dealt=sys.argv[1]), curtain_delay=0).run()
