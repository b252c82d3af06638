"""The legal actions that fit the draft, and why defences are missing."""

from textwrap import wrap

from engarde_tui.games.en_garde.draft import why_not_defend
from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.games.en_garde.words import to_act, to_do
from engarde_tui.widgets.canvas import Canvas


class Choices(ComposingWidget):
    """The list of actions, with a mark on the one that enter would play."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, as many actions around the marked one as fit, and why defences are missing."""
        if self.view is None or not self.view.round.legal:
            return
        canvas.put(0, 0, to_act(self.view), "strong")
        options, chosen = self.draft.options, self.draft.chosen
        marked = options.index(chosen) if chosen in options else 0
        room = canvas.height - 1
        start = min(max(marked - room // 2, 0), max(len(options) - room, 0))
        for row, option in enumerate(options[start : start + room], 1):
            index = start + row - 1
            text = f"{'►' if option == chosen else ' '} {to_do(option)}"
            canvas.put(0, row, text.ljust(canvas.width), "pointed" if option == chosen else "plain")
            canvas.make_target(0, row, canvas.width, 1, ("option", index))
        above, below = start, max(len(options) - start - room, 0)
        more = f"{f'▲{above} ' if above else ''}{f'▼{below}' if below else ''}".strip()
        canvas.put_right(canvas.width, 0, more, "key")
        row = len(options) + 1
        for reason in why_not_defend(self.view.round):
            for number, line in enumerate(wrap(reason, canvas.width - 2)):
                canvas.put(0, row, ("· " if number == 0 else "  ") + line, "dim")
                row += 1
