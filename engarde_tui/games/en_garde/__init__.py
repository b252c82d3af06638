"""En Garde on the screen."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engarde_tui.games.en_garde import rules_words, words
from engarde_tui.language import put
from engarde_tui.presentation import Presentation
from engarde_tui.progress.lesson import Lesson
from engarde_tui.progress.puzzles import Puzzles


class EnGardePresentation:
    """The words of En Garde; its screens are imported when first shown."""

    rules_title = staticmethod(rules_words.rules_title)
    kind = staticmethod(rules_words.kind)
    rules_in_short = staticmethod(rules_words.rules_in_short)
    why_round_ended = staticmethod(words.why_round_ended)
    last_turn = staticmethod(words.last_turn)
    log = staticmethod(words.log)
    to_do = staticmethod(words.to_do)
    spoken_offer = staticmethod(words.spoken_offer)
    state_in_words = staticmethod(words.state_in_words)

    @property
    def reasons(self) -> Mapping[str, str]:
        """How rounds are won and lost."""
        return {reason: put(how) for reason, how in words.REASONS.items()}

    @property
    def screen_in_short(self) -> Sequence[str]:
        """What a player sees at the table."""
        return [put(point) for point in rules_words.SCREEN_IN_SHORT]

    def facts(self, view: Any) -> Any:
        """Return what there is to know of a round, by the word that asks for it."""
        from engarde_tui.games.en_garde.spoken import facts

        return facts(view)

    def hands(self, view: Any) -> Any:
        """Return a sentence for each hand that a view shows."""
        from engarde_tui.games.en_garde.spoken import hands

        return hands(view)

    def lesson(self) -> Lesson:
        """Return the lesson."""
        from engarde_tui.games.en_garde.lesson import LESSON

        return LESSON

    def puzzles(self) -> Puzzles:
        """Return the puzzles of the package."""
        from engarde_tui.games.en_garde.attempt import first_puzzles
        from engarde_tui.games.en_garde.mistakes import session_of_mistake
        from engarde_tui.games.en_garde.puzzle import PuzzleSession
        from engine.en_garde.puzzles import puzzles

        grades = tuple(puzzle.grade for puzzle in puzzles())
        return Puzzles(grades, first_puzzles, PuzzleSession, session_of_mistake)

    def why(self, view: Any, action: Any, instead: Any = None, plan: Sequence[Any] = ()) -> Sequence[str]:
        """Return what can be counted, in words."""
        from engarde_tui.games.en_garde.why import why

        return why(view, action, instead)

    def rules_form(self, rules: Any) -> Any:
        """Return a form of the published games and the house rules."""
        from engarde_tui.games.en_garde.widgets.rules_form import HouseRulesForm

        return HouseRulesForm(rules)

    def board(self) -> Any:
        """Return the table of the game."""
        from engarde_tui.games.en_garde.board import EnGardeBoard

        return EnGardeBoard()

    def replay_screen(self) -> Any:
        """Return the class of the replay screen."""
        from engarde_tui.games.en_garde.screens.replay import EnGardeReplayScreen

        return EnGardeReplayScreen

    def finale(self) -> Any:
        """Return what is shown at the end of a match."""
        from engarde_tui.games.en_garde.screens.match_over import EnGardeFinale

        return EnGardeFinale()


PRESENTATION: Final[Presentation] = EnGardePresentation()
