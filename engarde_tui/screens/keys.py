"""The keys: every binding, and a new key for any of them."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.language import put, told, tr
from engarde_tui.play.keys import KEY_LIST, KEYS, KeyAction
from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import REPLACE_KEYS, SWAP_KEYS
from engarde_tui.play.words import sentence
from engarde_tui.screens.base import SettingsPage
from engarde_tui.settings.keys import PRESETS, KeyMap, refusal, replaced
from engarde_tui.settings.scopes import Conflict, Scope, by_title, conflicts, live_keys, own_keys, swap
from engarde_tui.terminal.dialog import Dialog
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.pointed_list import PointedList
from engarde_tui.widgets.prose import Prose
from engine.message import message

_NAMES: Final = {
    "up": message("Up arrow"),
    "down": message("Down arrow"),
    "left": message("Left arrow"),
    "right": message("Right arrow"),
    "quit": message("Leave the program from the menu or a table"),
    "quit-control": message("Leave the program from anywhere, even while typing"),
}
"""What means something else on each screen, or would have the same name as another line."""

_KEYS: Final = 16
"""Columns of the keys."""


class PressKey(Dialog, ModalScreen[str]):
    """Asks for a key; dismissed with its name, "" for none."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """Show the question."""
        with Framed(message("Keys"), id="dialog"):
            yield Prose(self._words)
            yield Prose(tr("esc leaves all keys as they were"))

    def on_key(self, event: Key) -> None:
        """Take the key, whatever it would do."""
        event.stop()
        event.prevent_default()
        self.dismiss("" if event.key == "escape" else event.key)


class KeyList(PointedList):
    """The bindings, below the titles of their screens."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_LIST)


class KeysScreen(SettingsPage):
    """Lists every binding; a new key counts at once."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "dialog", "settings")
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS)

    def __init__(self, scopes: Sequence[Scope]) -> None:
        """List the bindings of `scopes`."""
        super().__init__()
        self._scopes = scopes
        self._listed = by_title(scopes)
        self._by_id = {action: binding for each in self._listed.values() for action, binding in each.items()}

    def compose(self) -> ComposeResult:
        """Show the list."""
        with Framed(message("Keys")):
            yield KeyList(*self._lines())
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Mark the first binding; say which entries of the settings mean none."""
        self._list.action_first()
        self._say_what_is_wrong()

    def _say_what_is_wrong(self) -> None:
        """Say which keys mean nothing or two things, or what else is wrong with the settings."""
        # A ready choice is the same everywhere, so it may name bindings of the hall.
        known = set(self._by_id).union(*PRESETS.values())
        unheard_of = [action for action in self._keys if action not in known]
        double = [
            (action, each) for action in self._keys for each in conflicts(self._scopes, action, self._keys)
        ]
        if unheard_of:
            names = ", ".join(map(repr, unheard_of))
            self._say(tr("no keys are called {names}", names=names), refused=True)
        elif double:
            action, taken = double[0]
            meaning, why = self._short(self._by_id[action]), self._taken([taken])
            self._say(tr("{meaning}: {why}", meaning=meaning, why=why), refused=True)
        else:
            problems = self.services.keeper.problems
            self._say(";\n".join(map(put, problems)), refused=bool(problems))

    @property
    def _list(self) -> KeyList:
        return self.query_one(KeyList)

    @property
    def _keys(self) -> KeyMap:
        """The keys that are not the default ones."""
        return self.services.settings.keys

    def _lines(self) -> Iterator[Option]:
        """Yield a line for each binding, below the title of its screen."""
        for title, listed in self._listed.items():
            yield Option(Content(self.services.meaning(title)), disabled=True)
            for action in listed:
                yield Option(self._line(action), id=action)

    def _line(self, action: str) -> Content:
        """Return the keys of a binding, what it does, and its own keys if it has others."""
        own, keys = own_keys(self._by_id[action]), live_keys(self._by_id[action], self._keys)
        changed = "" if keys == own else f"  {tr('(default: {keys})', keys=self._names(own))}"
        return Content.assemble(
            (f"  {self._names(keys):<{_KEYS}}", "bold"), f"{self._meaning(action)}{changed}"
        )

    def _meaning(self, action: str) -> str:
        name = _NAMES.get(action)
        return self.services.meaning(self._by_id[action].meaning if name is None else name.text)

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            self._choose_key(event.option_id)

    @work
    async def _choose_key(self, action: str) -> None:
        """Ask for a new key until one is free, or can be swapped for the old one."""
        wanted = tr("Press the new key for: {meaning}", meaning=self._meaning(action))
        words = wanted
        while key := await self.services.ask(PressKey(words)):
            live = live_keys(self._by_id[action], self._keys)
            keys = {**self._keys, action: replaced(live, live[0], key)}
            taken = conflicts(self._scopes, action, keys)
            if refused := refusal(keys):
                words = f"{sentence(put(refused[1]))}\n\n{wanted}"
            elif not taken:
                self._save(keys)
                return
            elif swapped := swap(self._scopes, action, keys, live[0]):
                lines = [self._now(key, self._by_id[action])]
                lines += [self._now(live[0], each.binding) for each in taken]
                after = "\n".join([tr("After the swap:"), *lines])
                if await self.services.ask(SWAP_KEYS.about(f"{self._taken(taken)}\n\n{after}")) == "swap":
                    self._save(swapped)
                return
            else:
                words = f"{self._taken(taken)} {tr('The keys cannot be swapped.')}\n\n{wanted}"

    def _taken(self, taken: Sequence[Conflict]) -> str:
        """Return what a key that is taken does, and where."""
        meanings = [f"{self._short(each.binding)} ({self.services.meaning(each.where)})" for each in taken]
        key = self.services.key_name(taken[0].key)
        return tr("{key} is taken: {meanings}.", key=key, meanings=", ".join(meanings))

    def _now(self, key: str, binding: KeyAction) -> str:
        """Return what a key does from now on."""
        return tr("{key}: {meaning}", key=self.services.key_name(key), meaning=self._short(binding))

    def _short(self, binding: KeyAction) -> str:
        """Return what a binding does, without remarks."""
        return self._meaning(binding.id).partition(";")[0]

    def action_own_key(self) -> None:
        """Give the marked binding its own key again."""
        option = self._list.highlighted_option
        marked = None if option is None else option.id
        if marked is None or marked not in self._keys:
            return
        keys = {action: chosen for action, chosen in self._keys.items() if action != marked}
        if taken := conflicts(self._scopes, marked, keys):
            meanings = ", ".join(self._meaning(each.binding.id) for each in taken)
            self._say(tr("that key is taken: {meanings}", meanings=meanings), refused=True)
        elif refused := refusal(keys):
            self._say(put(refused[1]), refused=True)
        else:
            self._save(keys)

    @work
    async def action_preset(self, name: str) -> None:
        """Replace all keys by a ready choice."""
        if await self._may_replace():
            self._save(PRESETS[name])

    @work
    async def action_reset(self) -> None:
        """Give all bindings their own keys again."""
        if await self._may_replace():
            self._save({})

    async def _may_replace(self) -> bool:
        """Return whether to replace all keys; ask only if some are the player's own choice."""
        if not self._keys or self._keys in PRESETS.values():
            return True
        return await self.services.ask(REPLACE_KEYS) == "replace"

    def _save(self, keys: KeyMap) -> None:
        """Save the keys, and list them."""
        changed = {action: chosen for action, chosen in keys.items() if not self._is_own(action, chosen)}
        try:
            self.services.change_settings(keys=changed)
        except Problem as problem:
            self._say(told(problem), refused=True)
        else:
            self._say_what_is_wrong()
        for action in self._by_id:
            self._list.replace_option_prompt(action, self._line(action))

    def _is_own(self, action: str, keys: Sequence[str]) -> bool:
        return action in self._by_id and own_keys(self._by_id[action]) == tuple(keys)

    def _say(self, text: str, *, refused: bool = False) -> None:
        if refused:
            self.app.bell()
        self.query_one(Notice).say(text, refused=refused)

    def _names(self, keys: Sequence[str]) -> str:
        return " ".join(map(self.services.key_name, keys))
