"""The settings: a new one is one more field here, which file, form and documentation follow."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final

from engarde_tui.language import LANGUAGES
from engarde_tui.play.bot_turns import BOT_PACE
from engarde_tui.play.client import CURTAIN_DELAY
from engarde_tui.play.live_match import STARTERS
from engarde_tui.settings.kinds import (
    Choice,
    Panel,
    Setting,
    declared,
    flag,
    line,
    player_name,
    rounds,
    seconds,
)
from engine.game import games
from engine.message import Message, message

AUTO: Final = "auto"
"""The theme that suits the terminal, and the language that it asks for."""

LAST_GAME: Final = "last"
"""The game that was played last."""


class Motion(StrEnum):
    """Whether actions are animated."""

    AUTO = "auto"
    """On, but not over SSH."""
    ON = "on"
    OFF = "off"


class Characters(StrEnum):
    """What the screen is drawn with."""

    AUTO = "auto"
    """What the terminal's language settings allow."""
    ASCII = "ascii"
    UNICODE = "unicode"
    """Everything, whatever the terminal says; at home only what standard output can encode."""


_THEMES: Final[Mapping[str, Message | str]] = {
    AUTO: message("auto"),
    "salle": message("salle"),
    "daylight": message("daylight"),
    "terminal": message("terminal"),
    "high-contrast": message("high contrast"),
    "mono": message("mono"),
}
_MOTION: Final[Mapping[str, Message | str]] = {
    Motion.AUTO: message("on, not over SSH"),
    Motion.ON: message("on"),
    Motion.OFF: message("off"),
}
_CHARACTERS: Final[Mapping[str, Message | str]] = {
    Characters.AUTO: message("auto"),
    Characters.ASCII: "ASCII",
    Characters.UNICODE: "Unicode",
}


def _games() -> Mapping[str, Message | str]:
    titles = {name: game.title for name, game in games().items()}
    return {LAST_GAME: message("the game played last"), **titles}


@dataclass(frozen=True)
class Setup:
    """How a game was set up last; the form offers it again."""

    rules: str = declared("", line)
    """In the words of a record; "" if they are unknown or too long."""
    target: int | None = declared(None, rounds)
    """Rounds to win."""
    bot: str = declared("", line)
    """The last bot, a level or a command; "" for a good match."""
    starter: str = declared(STARTERS[0], Choice(lambda: dict.fromkeys(STARTERS, "")))


@dataclass(frozen=True)
class Settings:
    """Everything a player can choose, and what the form for a new match offers."""

    theme: str = declared(
        AUTO,
        Choice(lambda: _THEMES),
        'The colours: "auto" for those that suit the terminal, which stay if it is another one of'
        ' "salle" (dark), "daylight" (light), "terminal", "high-contrast" and "mono".',
        Panel.THEME,
    )
    motion: Motion = declared(
        Motion.AUTO,
        Choice(lambda: _MOTION, Motion),
        'Whether actions are animated: "on", "off", or "auto" for on but not over SSH. --no-motion and'
        " NO_MOTION switch it off whatever stands here.",
        Panel.MOTION,
    )
    bot_pace: float = declared(
        BOT_PACE,
        seconds(0),
        "Seconds that a bot takes for an action, at least: 0 to 10. --at-once and the key f switch them"
        " off and on.",
        Panel.TABLE,
        message("Bots pause for"),
    )
    curtain_delay: float = declared(
        CURTAIN_DELAY,
        seconds(CURTAIN_DELAY),
        "Seconds before the curtain can be lifted: 0.5 to 10, as a key held down must not lift it.",
        Panel.TABLE,
        message("The curtain stays down"),
    )
    bell: bool = declared(
        False,
        flag,
        "Whether the bell rings when somebody else has played and it is your turn.",
        Panel.TABLE,
        message("ring the bell when it is my turn"),
    )
    confirm_leaving: bool = declared(
        True,
        flag,
        "Whether to ask before leaving an unfinished match; you are always asked if it would be lost.",
        Panel.TABLE,
        message("ask before leaving an unfinished match"),
    )
    name: str = declared(
        "",
        lambda value: "" if value == "" else player_name(value),
        "Your name, in matches, statistics and ratings; as long as there is none, the menu asks for it,"
        " and at tables you are Anna.",
        Panel.MATCH,
        message("Your name"),
    )
    opponent: str = declared("Bruno", player_name, "The name of the human you played with last.")
    game: str = declared(
        LAST_GAME,
        Choice(_games),
        'The game that the form for a new match shows first: "last" for the one played last, or a name.',
        Panel.MATCH,
    )
    language: str = declared(
        AUTO,
        Choice(lambda: {AUTO: message("auto"), **LANGUAGES}),
        f'The language: "auto" for the one that the terminal asks for, or one of {", ".join(LANGUAGES)}.',
        Panel.USE,
        message("Language"),
        rows=2,
    )
    characters: Characters = declared(
        Characters.AUTO,
        Choice(lambda: _CHARACTERS, Characters),
        'What the screen is drawn with: "ascii", "unicode", or "auto" for what the terminal says; at home'
        " Unicode is the same as auto. --ascii draws with ASCII whatever stands here.",
        Panel.USE,
        message("Characters"),
        rows=1,
    )
    mouse: bool = declared(
        True,
        flag,
        "Whether the program uses the mouse; if not, the terminal has it, to select text. --no-mouse"
        " switches it off until it is chosen again.",
        Panel.USE,
        message("use the mouse"),
    )
    lines: bool = declared(
        False,
        flag,
        "Whether the next start speaks in lines of words instead of drawing a screen.",
        Panel.USE,
        message("plain line mode (after restart)"),
    )
    say: str = declared(
        "",
        line,
        'A program that is given each message, such as "espeak-ng"; --say comes before it.',
    )
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys of bindings that are not the default ones: Textual's names by the binding's id."""
    setup: Mapping[str, Setup] = field(default_factory=dict)
    """By the name of the game."""

    @property
    def player(self) -> str:
        """What the player is called at the table: "Anna" until a name is told."""
        return self.name or "Anna"


def entries_of(declaration: type[Any]) -> dict[str, Setting]:
    """Return the settings that a class declares, by name."""
    return {each.name: each.metadata["setting"] for each in fields(declaration) if each.metadata}


ENTRIES: Final[Mapping[str, Setting]] = entries_of(Settings)
"""The settings outside all tables of the file, in its order."""
