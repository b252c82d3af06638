"""What happened and what to do, with the words of En Garde in the frame."""

from engarde_tui.games.en_garde.words import to_act
from engarde_tui.widgets.what_now import WhatNow


class TurnWords(WhatNow):
    """Names who is to act and what for; an attack on the table is urgent."""

    @property
    def title(self) -> str:
        """Who is to act, and what for."""
        return "" if self.view is None else to_act(self.view)

    @property
    def is_urgent(self) -> bool:
        """Whether an attack must be answered."""
        return self.view is not None and self.view.round.attack is not None
