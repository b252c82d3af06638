"""Fair deals of a match at home: the program commits itself, then the player says a word."""

from engarde_tui.fair.chain import Chain, FairDeals, clean_word
from engarde_tui.fair.commitment import new_secret
from engarde_tui.output import print_text
from engine.game import Seat


def fair_deals(word: str, seat: Seat) -> FairDeals:
    """Print the commitment to a new chain, and return its deals with the word of `seat`.

    Ask for the word if it is "". Raises ValueError if it is not a word.
    """
    chain = Chain.of(new_secret())
    print_text(f"The commitment to the cards: {chain.link(0)}\n")
    word = clean_word(word or _typed())
    return FairDeals(chain, ("", word) if seat else (word, ""))


def _typed() -> str:
    """Return the line typed on the terminal, "" at its end."""
    try:
        return input("Your word for the deal: ")
    except EOFError:
        return ""
