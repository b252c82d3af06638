"""The table of a puzzle: one position, in which the player looks for the best action."""

from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from engarde_tui.games.en_garde.attempt import Attempt
from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.objections import objections
from engarde_tui.games.en_garde.screens.table import EnGardeTableScreen
from engarde_tui.games.en_garde.why import why
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.widgets.puzzle_words import PuzzleWords, RoundSoFar, Tries
from engarde_tui.games.en_garde.widgets.turn_words import TurnWords
from engarde_tui.match.place import Place
from engarde_tui.match.problem import Problem
from engarde_tui.match.puzzles import Progress, Wanted
from engarde_tui.match.scene import Scene
from engarde_tui.match.table import Table
from engarde_tui.screens.hints import with_reasons
from engarde_tui.screens.table import TableScreen
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.what_now import WIDEST
from engine.en_garde import Action
from engine.en_garde.puzzles import puzzles
from engine.en_garde.rules import Rules


class PuzzleScreen(EnGardeTableScreen):
    """Judges every try, and plays none: what follows would depend on the cards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "show_answer", "answer", id="show-answer", tooltip="Show the best action"),
        Binding("n", "next_puzzle", "next", id="next-puzzle", tooltip="Go to another puzzle"),
        Binding("t", "todays_puzzle", "today's", id="todays-puzzle", tooltip="Go to the puzzle of the day"),
        Binding("v", "so_far", "so far", id="so-far", tooltip="Show what has been played, or the list"),
    ]

    def __init__(self, number: int, day: date | None, name: str) -> None:
        """Show puzzle `number`, which is that of `day` if given, to a player called `name`."""
        self._attempt = Attempt(puzzles()[number - 1], number, day)
        super().__init__(Place(Table(self._attempt.begin(name)), (self._attempt.puzzle.seat,)))
        self.add_class("-puzzle")

    def compose_board(self) -> ComposeResult:
        """Show the task above the piste, and what tries are worth beside the hand."""
        yield PuzzleWords().data_bind(TableScreen.scene)
        yield Piste().data_bind(TableScreen.scene)
        yield TurnWords().data_bind(TableScreen.scene)
        with Horizontal(id="lower"):
            yield DrawPile().data_bind(TableScreen.scene)
            yield Discard().data_bind(TableScreen.scene)
            yield Hand().data_bind(TableScreen.scene)
            yield Tries().data_bind(TableScreen.scene)
            yield Curtain().data_bind(TableScreen.scene)
            yield RoundSoFar().data_bind(TableScreen.scene)

    def on_mount(self) -> None:
        """Show the task."""
        self._show_attempt(self._attempt)

    def _show_attempt(self, attempt: Attempt) -> None:
        self._attempt = attempt
        words, tries = self.query_one(PuzzleWords), self.query_one(Tries)
        words.record = self._record
        words.attempt = tries.attempt = attempt

    @property
    def _record(self) -> str:
        """How many puzzles the player has solved, and how many, or how many days, in a row."""
        progress, day = self.navigator.settings.puzzles, self._attempt.day
        solved = f"{len(progress.solved)} of {len(puzzles())} solved"
        streak = progress.streak if day is None else progress.days_until(day)
        return f"{solved}, {streak} {'in' if day is None else 'days in'} a row" if streak > 1 else solved

    @property
    def rules(self) -> Rules:
        """The rules of the puzzle, for the help."""
        return self._attempt.puzzle.rules

    # --- what it says and allows ---

    def _present_scene(self) -> Scene:
        is_over = self._attempt.is_over
        scene = super()._present_scene()
        # What was drawn last is made up: the position says only what is held now.
        return replace(scene, in_match=_WHEN_OVER if is_over else scene.in_match - {"hide"}, before=None)

    def prompt(self, scene: Scene) -> str:
        """Return what to do next."""
        if self._attempt.is_over:
            return f"Press {self.key('go-on')} for the next puzzle."
        return super().prompt(scene)

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return how to go on, once the answer is known."""
        return "", f"{self.key('go-on')}: the next puzzle" if self._attempt.is_over else ""

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the keys to the answer, to other puzzles and to what has been played."""
        others = {"so_far"} if self._attempt.day is not None else {"so_far", "todays_puzzle"}
        return frozenset(others if self._attempt.is_over else others | {"next_puzzle", "show_answer"})

    @property
    def pointless(self) -> frozenset[str]:
        """Return also the key to what has been played, where it shows beside the list."""
        return super().pointless | ({"so_far"} if self.has_class("-wide") else set())

    def needs_arming(self, scene: Scene) -> bool:
        """Return whether a key held down must not leave the answer."""
        return super().needs_arming(scene) or self._attempt.is_over

    # --- what happens ---

    def play(self, action: Action) -> None:
        """Say whether `action` is the answer, and note it."""
        before, attempt = self._attempt, self._attempt.after(action)
        if attempt.is_solved:
            self._note(attempt, at_first_try=not before.tried)
            self._show_answer(attempt)
        else:
            if not before.tried:
                self._note_miss()
            self._show_attempt(attempt)
            self.compose_turn(self.make_draft(self.scene.view))
            self.say(self._why(action) or self.prompt(self.scene))

    def action_show_answer(self) -> None:
        """Show the answer, which is then not found at the first try."""
        if not self._attempt.tried:
            self._note_miss()
        self._show_answer(replace(self._attempt, is_shown=True))

    def _show_answer(self, attempt: Attempt) -> None:
        """Show the answer on the piste and what every action is worth, and say why."""
        self._show_attempt(attempt)
        draft = Draft(tuple(attempt.puzzle.values), cursor=0)
        self.scene = replace(self._with_words(self._present_scene()), draft=draft)
        self.say(self._why(attempt.puzzle.answer))
        self._arm()

    def _why(self, action: Action) -> str:
        """Return what speaks for the answer rather than the next best, or against another action."""
        answer, second = list(self._attempt.puzzle.values)[:2]
        view = self.scene.view.round
        if action == answer:
            said = why(view, answer, second) or why(view, answer)
        else:
            said = objections(view, action)
        return with_reasons("", said, min(self.size.width, WIDEST) - 4)

    def _note(self, attempt: Attempt, *, at_first_try: bool) -> None:
        after = self.navigator.settings.puzzles.after_solving(
            attempt.number, at_first_try=at_first_try, day=attempt.day
        )
        self._keep(after)

    def _note_miss(self) -> None:
        self._keep(self.navigator.settings.puzzles.after_missing(self._attempt.number))

    def _keep(self, progress: Progress) -> None:
        # What is only convenient must keep nobody from solving puzzles.
        with suppress(Problem):
            self.navigator.change_settings(puzzles=progress)

    def action_go_on(self, may_be_held: bool = False) -> None:
        """Go to the next puzzle; if the key `may_be_held`, only after a moment."""
        if may_be_held and not self.scene.is_armed:
            self._arm()
        else:
            self.action_next_puzzle()

    def action_next_puzzle(self) -> None:
        """Go to a puzzle that suits the player."""
        self.navigator.open_puzzle(Wanted(after=self._attempt.number))

    def action_todays_puzzle(self) -> None:
        """Go to the puzzle of the day."""
        self.navigator.open_puzzle(Wanted(is_todays=True))

    def action_so_far(self) -> None:
        """Show what has been played instead of the list, or the list again."""
        self.toggle_class("-so-far")

    # --- leaving ---

    @property
    def asks_before_leaving(self) -> bool:
        """Whether to ask before leaving: never, as nothing is lost."""
        return False


_WHEN_OVER = frozenset({"go_on"})
"""What a match would allow once the answer is known."""
