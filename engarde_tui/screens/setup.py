"""The settings of a new match."""

from contextlib import suppress
from random import SystemRandom
from typing import Any, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from engarde_tui import paths
from engarde_tui.language import told, tr
from engarde_tui.play.keys import SETUP
from engarde_tui.play.live_match import STARTERS, LiveMatch, starting_seat
from engarde_tui.play.players import Players, bot_of, bot_title
from engarde_tui.play.problem import Problem
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.progress.lesson import Lesson
from engarde_tui.progress.ratings import Ratings, good_match, latest
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.played import ratings_in
from engarde_tui.settings.entries import Setup
from engarde_tui.settings.kinds import is_short
from engarde_tui.storage.store import Library
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.terminal.forms import in_plain_form
from engarde_tui.widgets.form import Field, OneOf, Steps
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.rules_form import RulesForm
from engarde_tui.widgets.speaking import Caption
from engine.bot import PREFIX
from engine.game import Game, Seat, games
from engine.match import MAX_TARGET, Match
from engine.message import Message, message
from engine.names import identity

_WORDS: Final = 2
"""Most rows of what will be played."""

_HUMAN: Final = "human"
_MATCH: Final = "match"
_LEVEL: Final = "level"
_KINDS: Final = {
    _HUMAN: message("human"),
    _MATCH: message("a good match for you"),
    _LEVEL: message("a level"),
}
"""The kinds of opponents, as in the form."""

_STARTERS: Final = {"left": message("left"), "right": message("right"), "random": message("random")}


class Announcement(Notice):
    """What will be played, the brightest words of the form, in a frame if there is room for one."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it in the middle."""
        lines = self.text_lines(canvas.width - 2)
        if canvas.height > _WORDS:
            canvas.put_frame(0, 0, canvas.width, canvas.height)
        for row, line in enumerate(lines[:_WORDS], (canvas.height - len(lines[:_WORDS]) + 1) // 2):
            canvas.put_centre(row, line, "alert" if self.words.refused else "strong")


class SetupScreen(AppScreen):
    """A form for names, rules, target and starter, checked at every change."""

    HEADING: ClassVar[Message | str] = message("New match")
    CSS_PATH: ClassVar = paths.style_sheets("setup")
    BINDINGS: ClassVar[list[BindingType]] = bindings(SETUP)

    def __init__(
        self, game: Game, *, alone: bool = False, own_name: str = "", is_chosen: bool = False
    ) -> None:
        """Seat `own_name`, by default the chosen one, on the left; on the right a bot if `alone`.

        `is_chosen` says that the player has come from another game's form by choosing this game.
        """
        super().__init__()
        self._is_chosen = is_chosen
        self._game = game
        self._alone = alone
        self._own_name = own_name
        self._person = ""
        """Who sits on the right when the opponent is a human again."""
        self._is_matched = False
        """Whether the opponent is whichever level suits the player."""
        self._ratings: Ratings | None = {}
        """None while the matches are being counted."""
        self._begins_then = False
        """Whether the match begins once they are."""

    def compose(self) -> ComposeResult:
        """Show the whole form at once."""
        with Framed(self.HEADING, id="match"):
            yield from self._compose_game()
            yield from self._compose_players()
            yield Caption(message("Rounds to win"))
            yield Field(str(self._last.target or self._game.target), id="target", max_length=2, compact=True)
            yield Caption(message("Who begins"))
            yield OneOf({each: _STARTERS[each] for each in STARTERS}, self._last.starter, id="starter")
            yield from self._compose_times()
        yield presentation_of(self._first_rules).rules_form(self._first_rules)
        yield Announcement()
        yield KeyBar()

    def _compose_game(self) -> ComposeResult:
        """Offer the games if there is more than one; each has its own form."""
        titles = {name: game.title for name, game in games().items()}
        if len(titles) > 1:
            yield Caption(message("Game"))
            yield OneOf(titles, self._game.name, id="game")

    def _compose_players(self) -> ComposeResult:
        """Yield a label before each field."""
        self._person = self.services.settings.opponent
        opponent = self._seat_first_opponent()
        levels = self._game.levels
        kinds = (_HUMAN, _MATCH, _LEVEL) if levels else (_HUMAN,)
        yield Caption(message("Opponent"))
        yield OneOf({kind: _KINDS[kind] for kind in kinds}, self._kind_of(opponent), id="opponent")
        if levels:
            bot = self._bot_of(opponent)
            yield Caption(message("Level"), classes="level")
            characters = {name: message(level.character) for name, level in levels.items()}
            yield Steps(characters, bot if bot in levels else self._good_match, id="level", classes="level")
        yield Caption(message("Left"))
        yield Field(self.services.player_name, id="left", compact=True)
        yield Caption(message("Right"))
        yield Field(opponent, id="right", compact=True)

    def _compose_times(self) -> ComposeResult:
        """Yield nothing: only players who do not see each other agree on a time to move."""
        return ()

    def on_mount(self) -> None:
        """Say what will be played; be as tall as the window from the first frame on."""
        for rows, name in self.app.VERTICAL_BREAKPOINTS or ():
            self.set_class(self.app.size.height >= rows, name)
        self._show_level()
        # Whom one plays is what one should look at first.
        for first in self.query("#game" if self._is_chosen else "#opponent"):
            self.set_focus(first)
        if self.services.library is not None and self.query("#level"):
            self._ratings = None
            self._rate(self.services.library)
        self._check()

    def speak(self) -> None:
        """Put what will be played and the rules into the language of the session."""
        self._check()
        self._renew_rules_form()

    @work
    async def _renew_rules_form(self) -> None:
        """Show the form of the rules again, in which they stay as chosen; unless they clash."""
        form = self.query_one(RulesForm)
        with suppress(ValueError):
            rules = form.rules
            await self.mount(presentation_of(rules).rules_form(rules), after=form)
            await form.remove()

    @property
    def is_ready(self) -> bool:
        """Whether no match is to begin as soon as the opponent is known."""
        return not self._begins_then

    @work(exclusive=True)
    async def _rate(self, library: Library) -> None:
        """Find out how strong the players are, and begin if that was waited for."""
        self._ratings = await ratings_in(library, self._game)
        self._suggest()
        self._check()
        if self._begins_then and self._is_matched and self.is_current:
            self.action_begin()
        self._begins_then = False

    @on(Input.Changed, "#left")
    def _suggest(self) -> None:
        """Let a good match be one for whoever is on the left now."""
        if self._is_matched:
            self._seat_level(self._good_match)

    def _seat_level(self, level: str) -> None:
        """Mark a level, and write its name into the right field."""
        self.query_one("#level", Steps).chosen = level
        self.query_one("#right", Input).value = bot_title(level, self._game)

    def _show_level(self) -> None:
        """Show the row of levels unless somebody else plays."""
        for opponents in self.query("#opponent").results(OneOf):
            for widget in self.query(".level"):
                widget.display = opponents.chosen in (_MATCH, _LEVEL)

    @property
    def _last(self) -> Setup:
        """How the game was set up last."""
        return self.services.settings.setup.get(self._game.name, Setup())

    def _seat_first_opponent(self) -> str:
        """Return the last human or, if alone, the last bot chosen, by default a good match."""
        levels, bot = self._game.levels, self._last.bot
        if not (self._alone and levels):
            return self._person
        if bot and bot not in levels and self.services.RUNS_PROGRAMS:
            return f"{PREFIX}{bot}"
        self._is_matched = bot not in levels
        return bot_title(self._good_match if self._is_matched else bot, self._game)

    @property
    def _good_match(self) -> str:
        """The level that is about as strong as the player on the left."""
        fields = self.query("#left").results(Input)
        name = next((field.value for field in fields), self._own_name)
        return good_match(self._game.levels, latest(self._ratings or {}, identity(name)))

    @property
    def _first_rules(self) -> Any:
        """The initial rules: those set up last, else played last, else the recommended ones."""
        if self._last.rules:
            with suppress(ValueError):
                return self._game.parse_rules(self._last.rules)
        if self.services.library is not None:
            with suppress(Problem):
                for match_id in self.services.library.ids()[:1]:
                    last = self.services.library.summary(match_id).rules
                    if self._game.name == last.GAME:
                        return last
        return self._game.presets[self._game.default]

    @on(OneOf.Changed, "#game")
    def _choose_game(self, event: OneOf.Changed) -> None:
        """Go to the form of the chosen game."""
        event.stop()
        self.open_form(games()[str(event.one_of.chosen)])

    def open_form(self, game: Game) -> None:
        """Go to the form of `game`."""
        self.services.open_setup(game, alone=self._alone)

    @on(OneOf.Changed, "#opponent")
    def _choose_opponent(self, event: OneOf.Changed) -> None:
        """Write the name of a bot, or the last human name, into the right field."""
        kind = event.one_of.chosen
        self._is_matched = kind == _MATCH
        if kind == _HUMAN:
            self.query_one("#right", Input).value = self._person
        else:
            self._seat_level(self._good_match if kind == _MATCH else self._chosen("level"))
        self._show_level()

    @on(OneOf.Changed, "#level")
    def _choose_level(self, event: OneOf.Changed) -> None:
        """Write the name of the level into the right field."""
        self._is_matched = False
        self._seat_level(self._chosen("level"))

    @on(Input.Changed, "#right")
    def _name_opponent(self) -> None:
        """Mark the kind of opponent; remember a human name."""
        name = self.query_one("#right", Input).value
        kind = self._kind_of(name)
        self._is_matched = kind == _MATCH
        if kind == _HUMAN and name.strip():
            self._person = name
        for opponents in self.query("#opponent").results(OneOf):
            opponents.chosen = kind
        if kind == _LEVEL:
            self.query_one("#level", Steps).chosen = self._bot_of(name)
        self._show_level()

    @on(Input.Changed)
    @on(OneOf.Changed)
    @on(RulesForm.Changed)
    def _check(self) -> None:
        """Say what will be played, or what is wrong."""
        notice = self.query_one(Announcement)
        try:
            notice.say(self._announcement())
        except ValueError as error:
            notice.say(told(error), refused=True)

    def _announcement(self) -> str:
        """Return what will be played; raises ValueError if something is wrong."""
        match = self._live_match(Seat.LEFT)
        view = match.view(None)
        if self._is_counting:
            if self._begins_then:
                return tr(
                    "The program counts your past matches to find a good one for you, and begins the match"
                    " then."
                )
            return tr("The program counts your past matches to find a good one for you.")
        left, right = view.names
        # With the game: the form may open on the one played last.
        title, begin = full_title(view.round.rules), self.key("begin")
        if len(match.people) == 2:
            return tr(
                "{rules}: {left} against {right} at this keyboard. Press {key} to begin.",
                rules=title,
                left=left,
                right=right,
                key=begin,
            )
        return tr(
            "{rules}: {left} against {right}. Press {key} to begin.",
            rules=title,
            left=left,
            right=right,
            key=begin,
        )

    @property
    def _is_counting(self) -> bool:
        """Whether the opponent is not known yet."""
        return self._is_matched and self._ratings is None

    def _rules(self) -> Any:
        """Return the chosen rules; raises ValueError if they clash."""
        return self.query_one(RulesForm).rules

    @property
    def rules(self) -> Any:
        """The chosen rules, for the help screen; None while they clash."""
        with suppress(ValueError):
            return self._rules()
        return None

    def _target(self) -> int:
        """Return the rounds to win; raises ValueError if that is not a number."""
        target = in_plain_form(self.query_one("#target", Input).value)
        if not (target.isascii() and target.isdecimal()):
            raise ValueError(message("the rounds to win must be a number from 1 to {most}", most=MAX_TARGET))
        return int(target)

    def _live_match(self, first: Seat) -> LiveMatch:
        """Return the match in the form; raises ValueError if something is wrong."""
        players = self._players()
        return LiveMatch(Match.new(self._rules(), players.names, self._target(), first), players=players)

    def _players(self) -> Players:
        """Return who plays; raises ValueError if they cannot."""
        left, right = (self.query_one(f"#{seat.label}", Input).value for seat in Seat)
        return Players.parse(
            self._game,
            left if left.strip() == self._own_name else self._as_word(left),
            self._as_word(right),
            programs=self.services.RUNS_PROGRAMS,
            person=self._own_name,
        )

    def _chosen(self, choices: str) -> str:
        """Return the name of the choice made in a row."""
        return self.query_one(f"#{choices}", OneOf).chosen or ""

    def action_begin(self) -> None:
        """Begin the match, or ring the bell if something is wrong."""
        try:
            match = self._live_match(starting_seat(self._chosen("starter"), SystemRandom()))
            players = self._players()
        except ValueError:
            self.app.bell()
        else:
            if self._is_counting:
                self._begins_then = True
                self._check()
                return
            self._remember_players(players)
            self.services.open_match(match)

    def _remember_players(self, players: Players) -> None:
        people = [name for name, bot in zip(players.names, players.bots, strict=True) if bot is None]
        opponent = {"opponent": people[1]} if len(people) == 2 else {}
        bot = "" if self._is_matched else next(filter(None, players.bots), self._last.bot)
        self.remember(bot, **opponent)

    def remember(self, bot: str, **names: str) -> None:
        """Remember how the match was set up, for the next time."""
        rules = self._game.write_rules(self._rules())
        setup = Setup(rules if is_short(rules) else "", self._target(), bot, self._chosen("starter"))
        setups = {**self.services.settings.setup, self._game.name: setup}
        # What is only convenient must keep nobody from playing.
        with suppress(Problem):
            self.services.change_settings(setup=setups, **names)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the lesson of a game that has one."""
        return action != "learn" or self._lesson is not None

    @property
    def _lesson(self) -> Lesson | None:
        return presentation_of(self._game.presets[self._game.default]).lesson()

    def action_learn(self) -> None:
        """Go to the lesson of the chosen game."""
        if self._lesson is not None:
            self.services.open_lesson(self._lesson)

    def action_menu(self) -> None:
        """Go back to the menu."""
        self.services.open_menu()

    def _as_word(self, shown: str) -> str:
        """Return the player that a name in the form stands for, as the command line names it."""
        name = identity(shown).lower()
        return f"{PREFIX}{name}" if name in self._game.levels else shown

    def _bot_of(self, shown: str) -> str | None:
        """Return the bot that a name in the form stands for; None for a human's."""
        return bot_of(self._game, self._as_word(shown).strip())

    def _kind_of(self, shown: str) -> str | None:
        """Return the choice in the row of opponents that a name stands for; None for a program."""
        bot = self._bot_of(shown)
        if bot is None:
            return _HUMAN
        if bot not in self._game.levels:
            return None
        return _MATCH if self._is_matched and bot == self._good_match else _LEVEL
