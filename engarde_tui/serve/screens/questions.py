"""The hall's own questions."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engarde_tui.match.stored import StoredMatch
from engarde_tui.match.words import score, when
from engarde_tui.screens.questions import Question
from engarde_tui.serve.hall.table import SALUTES, HallTable
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.screens.navigator import HallNavigator


class SaluteQuestion(Question):
    """Asks what to say; the answer is an index in `SALUTES`, or "" for nothing."""

    HEADING: ClassVar = "Say to everybody at the table"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                f"{number}",
                f"dismiss('{number - 1}')",
                salute,
                id=f"salute-{number}",
                tooltip=f"Say: {salute}",
            )
            for number, salute in enumerate(SALUTES, 1)
        ),
        Binding("escape,q", "dismiss('')", "cancel", id="salute-none", tooltip="Say nothing"),
    ]


async def salute(navigator: HallNavigator, table: HallTable) -> str:
    """Ask for a salute and say it at the table; return why it was refused, "" if it was not."""
    answer = await navigator.ask(SaluteQuestion())
    if answer:
        try:
            table.salute(navigator.visitor, SALUTES[int(answer)])
        except Refusal as refusal:
            return f"{refusal}"
    return ""


class ClaimQuestion(Question):
    """Asks whether to claim the match from an absent player; the answer is "claim" or "wait"."""

    HEADING: ClassVar = "Claim the match?"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('wait')", "wait", id="claim-no", tooltip="Keep waiting"),
        Binding("y", "dismiss('claim')", "claim it", id="claim-yes", tooltip="Claim the match"),
    ]

    def __init__(self, name: str) -> None:
        """`name` is the absent player's."""
        super().__init__(f"{name} has not come back. If you claim the match, you win it.")


class ClaimedQuestion(Question):
    """Tells a player that a match was claimed from them; the answer is "seen"."""

    HEADING: ClassVar = "You have lost a match"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,escape,q", "dismiss('seen')", "continue", id="claimed-seen", tooltip="Go on"),
    ]

    def __init__(self, match: StoredMatch) -> None:
        """`match` is over, and was claimed by its winner."""
        assert match.winner is not None
        super().__init__(
            f"{match.names[match.winner]} claimed it on {when(match.changed)}: it was your move, and you were"
            f" not at the table. The result is {score(match)}."
        )


class GoQuestion(Question):
    """Asks whether to leave a match for a table that calls; the answer is "go" or "stay"."""

    HEADING: ClassVar = "Leave this match?"
    IS_GRAVE: ClassVar = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "dismiss('stay')", "stay here", id="go-no", tooltip="Stay in this match"),
        Binding("y", "dismiss('go')", "go to the table", id="go-yes", tooltip="Leave this match"),
    ]


class TroubleQuestion(Question):
    """Asks whether to try to save again; the cause is in the log, for whoever runs the hall."""

    HEADING: ClassVar = "Not saved"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "dismiss('again')", "try again", id="trouble-again", tooltip="Save again"),
        Binding("escape,q", "dismiss('cancel')", "cancel", id="trouble-cancel", tooltip="Give up saving"),
    ]

    def __init__(self) -> None:
        super().__init__("The hall cannot save this at the moment, so it does not count yet.")
