"""A Game of Swords and Shields on the screen."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engarde_tui.games.swords_and_shields import words
from engarde_tui.games.swords_and_shields.rules_words import rules_in_short
from engarde_tui.language import put
from engarde_tui.presentation import Presentation
from engarde_tui.progress.lesson import Lesson


class SwordsPresentation:
    """The words of the game; its screens are imported when first shown."""

    rules_title = staticmethod(words.rules_title)
    kind = staticmethod(words.kind)
    rules_in_short = staticmethod(rules_in_short)
    why_round_ended = staticmethod(words.why_round_ended)
    last_turn = staticmethod(words.last_turn)
    log = staticmethod(words.log)
    to_do = staticmethod(words.to_do)
    state_in_words = staticmethod(words.state_in_words)

    @property
    def reasons(self) -> Mapping[str, str]:
        """How rounds are won and lost, by the value of the reason."""
        return {reason: put(how) for reason, how in words.REASONS.items()}

    @property
    def screen_in_short(self) -> Sequence[str]:
        """What a player sees at the table, one point each."""
        return [put(point) for point in words.SCREEN_IN_SHORT]

    def spoken_offer(self, view: Any, action: Any) -> str:
        """Return what the action will do, with the cards and strengths that the view shows."""
        from engarde_tui.games.swords_and_shields.previews import preview

        return preview(view.round, action, view.names)

    def facts(self, view: Any) -> Any:
        """Return what there is to know of a duel, by the word that asks for it."""
        from engarde_tui.games.swords_and_shields.spoken import facts

        return facts(view)

    def hands(self, view: Any) -> Any:
        """Return a sentence for each hand that a view shows."""
        from engarde_tui.games.swords_and_shields.spoken import hands

        return hands(view)

    def lesson(self) -> Lesson | None:
        """Return the ten exercises."""
        from engarde_tui.games.swords_and_shields.lesson import LESSON

        return LESSON

    def puzzles(self) -> None:
        """Return None: there are none."""

    def why(self, view: Any, action: Any, instead: Any = None, plan: Sequence[Any] = ()) -> Sequence[str]:
        """Return what the action leads to, in true figures; nothing is compared with `instead`."""
        from engarde_tui.games.swords_and_shields.why import why

        return why(view, plan or (action,))

    def rules_form(self, rules: Any) -> Any:
        """Return a form of the lengths and the life cards."""
        from engarde_tui.games.swords_and_shields.widgets.rules_form import DuelForm

        return DuelForm(rules)

    def board(self) -> Any:
        """Return the table of the game."""
        from engarde_tui.games.swords_and_shields.board import SwordsBoard

        return SwordsBoard()

    def replay_screen(self) -> Any:
        """Return the class of the replay screen."""
        from engarde_tui.games.swords_and_shields.screens.replay import SwordsReplayScreen

        return SwordsReplayScreen

    def finale(self) -> Any:
        """Return what is shown at the end of a match."""
        from engarde_tui.games.swords_and_shields.screens.match_over import SwordsFinale

        return SwordsFinale()


PRESENTATION: Final[Presentation] = SwordsPresentation()
