"""A small question in the middle of the window, answered with one key."""

import time
from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Event, Key
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import said
from engarde_tui.play.questions import Question
from engarde_tui.play.words import capital
from engarde_tui.sessions.services import AppServices
from engarde_tui.terminal.dialog import Dialog
from engarde_tui.widgets.key_bar import shown_keys
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.lettering import Lettering
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.prose import Prose
from engine.message import Message


def keys_of(question: Question) -> list[BindingType]:
    """Return the keys of a question's answers."""
    return bindings(question.answers, "dismiss")


class QuestionScreen(Dialog, ModalScreen[str]):
    """Lists the answers with their keys; dismissed with the word of one of them."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "dialog")

    def __init__(self, question: Question) -> None:
        """Ask `question`."""
        super().__init__()
        self.add_keys(keys_of(question))
        self.question = question
        self._is_drawn = not question.is_grave
        self._came = 0.0
        """By the clock of events, in seconds; 0 if the question is not grave."""

    def compose(self) -> ComposeResult:
        """Show the question above its answers."""
        with Framed(Message(self.question.heading), id="dialog"):
            if self.question.cheer:
                yield Lettering(self.question.cheer)
            if self.question.text:
                yield Prose(said(self.question.text))
            yield PointedList()

    def on_mount(self) -> None:
        """List the answers with their keys."""
        answers = self.query_one(PointedList)
        for word, label in self.question.choices:
            answers.add_option(Option(f" {label}", id=f"dismiss({word!r})"))
        bindings = [active.binding for active in shown_keys(self)]
        keys = [self.app.get_key_display(binding) for binding in bindings]
        for key, binding in zip(keys, bindings, strict=True):
            label = capital(cast(AppServices, self.app).wording(binding.description))
            line = Content.assemble((f" {key:<{max(map(len, keys))}}  ", "$accent"), label)
            answers.add_option(Option(line, id=binding.action))
        answers.action_first()
        if self.question.is_grave:
            self._came = time.monotonic()
            self.call_later(self._note_drawn)

    @property
    def is_ready(self) -> bool:
        """Whether the question has been drawn, if it is grave."""
        return self._is_drawn

    def takes(self, event: Event) -> bool:
        """Take an answer; to a grave question only one given after it came, or one that counts ahead."""
        if event.time >= self._came:
            return True
        return isinstance(event, Key) and self._counts_ahead(event.key)

    def _counts_ahead(self, key: str) -> bool:
        """Return whether a key means an answer that counts ahead, to which the question itself gives it."""
        question, active = self.question, self.active_bindings.get(key)
        own = (each.does for each in question.answers if key in each.keys.split(","))
        actions = {f"dismiss({word!r})" for word in own if word in question.counts_ahead}
        return active is not None and active.binding.action in actions

    def _note_drawn(self) -> None:
        self._is_drawn = True

    @on(OptionList.OptionSelected)
    async def _answer(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            await self.run_action(event.option_id)
