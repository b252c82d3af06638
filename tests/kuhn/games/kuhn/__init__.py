"""Kuhn poker on the screen: its words; the house's own screens show them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.kuhn.game import Action, Reason, RoundView, Rules

from engarde_tui.play.words import begins, to_play, unplayed_end, why_not_played
from engarde_tui.presentation import Presentation
from engine.game import Seat
from engine.match import FinishedRound, MatchView

_REASONS = {"cards": "by cards", "fold": "by a fold", "forfeit": "by forfeit", "absence": "by absence"}
_REPORTS = {Action.CHECK: "checked", Action.BET: "bet a chip", Action.CALL: "called", Action.FOLD: "folded"}


class KuhnPresentation:
    """The words of Kuhn poker."""

    reasons = _REASONS
    screen_in_short = ("Your card, what was played, and below it what you can do.",)

    def rules_title(self, rules: Rules) -> str:
        """There are no options."""
        return "Kuhn Poker"

    kind = rules_title

    def rules_in_short(self, rules: Rules) -> Sequence[str]:
        """The whole game."""
        return (
            "There are three cards, 1, 2 and 3. Both players get one; nobody sees the third.",
            "Either player may bet; then the other calls or folds. If nobody folds, the higher card wins.",
        )

    def why_round_ended(self, view: MatchView[RoundView], line: FinishedRound) -> str:
        """The higher card, or a fold."""
        winner, reason = line.result
        if winner is None or not reason.is_played:
            return why_not_played(view, line)
        return "the higher card" if reason is Reason.CARDS else f"{view.names[winner.other]} folded"

    def last_turn(self, view: MatchView[RoundView]) -> str:
        """The last action, by name."""
        if not view.round.plays:
            return begins(view)
        seat, action = view.round.plays[-1]
        return f"{view.names[seat]} {_REPORTS[action]}."

    def log(self, view: MatchView[RoundView]) -> Iterator[tuple[str, str]]:
        """Every action, by name."""
        for seat, action in view.round.plays:
            yield "", f"{view.names[seat]} {_REPORTS[action]}."

    def to_do(self, action: Action) -> str:
        """The action's own word."""
        return str(action)

    def spoken_offer(self, view: MatchView[RoundView], action: Action) -> str:
        """The action's own word, which names all."""
        return str(action)

    def why(
        self,
        view: RoundView,
        action: Action,
        instead: Action | None = None,
        plan: Sequence[Action] = (),
    ) -> Sequence[str]:
        """Nobody gives hints."""
        return ()

    def state_in_words(self, view: MatchView[RoundView]) -> Iterator[str]:
        """The last action, who is to act, and the cards that show."""
        yield unplayed_end(view) or self.last_turn(view)
        if view.round.turn is not None:
            yield f"  {to_play(view)}"
        for seat, card in zip(Seat, view.round.cards, strict=True):
            if card is not None:
                yield f"  {view.names[seat]}'s card: {card}"

    def lesson(self) -> None:
        """There is none."""

    def puzzles(self) -> None:
        """There are none."""

    def rules_form(self, rules: Rules) -> Any:
        """The house's own."""
        from engarde_tui.widgets.rules_form import RulesForm

        return RulesForm(rules)

    def board(self) -> Any:
        """Return the table of the game."""
        from engarde_tui.sessions.board import Board

        return Board()

    def replay_screen(self) -> Any:
        """The house's own."""
        from engarde_tui.screens.replay import ReplayScreen

        return ReplayScreen

    def finale(self) -> Any:
        """Return what is shown at the end of a match."""
        from engarde_tui.screens.match_over import Finale

        return Finale()


PRESENTATION: Final[Presentation] = KuhnPresentation()
