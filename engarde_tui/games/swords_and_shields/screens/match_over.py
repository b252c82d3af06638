"""The end of a match of A Game of Swords and Shields."""

from typing import ClassVar, Final

from engarde_tui.screens.match_over import MatchOverScreen, Winner

_CROSSED_SWORDS: Final = (
    r"\\              //",
    r" \\            // ",
    r"  \\          //  ",
    r"   \\   ##   //   ",
    r"    \\ #### //    ",
    r"     \######/     ",
    r"   __/\####/\__   ",
    r"    /  \##/  \    ",
)


class CrossedSwords(Winner):
    """The winner, below two swords and a shield."""

    def picture(self) -> tuple[str, ...]:
        """Return the swords and the shield."""
        return _CROSSED_SWORDS


class SwordsMatchOverScreen(MatchOverScreen):
    """The winner, every game, and what to do next."""

    WINNER: ClassVar = CrossedSwords
