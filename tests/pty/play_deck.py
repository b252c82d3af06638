"""`python play_deck.py DECK`: the program at a table whose first round is dealt from DECK."""

import sys

from engarde_tui.app import EngardeApp
from engine.en_garde import PRESETS, Match

if __name__ == "__main__":
    deck = [int(card) for card in sys.argv[1]]
    EngardeApp(Match.new(PRESETS["ferti-advanced"], target=1, deck=deck), curtain_delay=0).run()
