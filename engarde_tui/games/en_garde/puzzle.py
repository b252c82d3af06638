"""A puzzle at the table: one position, in which the player looks for the best action."""

from dataclasses import replace
from datetime import date
from typing import ClassVar, NamedTuple

from engarde_tui.games.en_garde.attempt import Attempt
from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.objections import objections
from engarde_tui.games.en_garde.why import why
from engarde_tui.language import tr
from engarde_tui.play.client import Client
from engarde_tui.play.keys import KeyAction
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.scene import Scene
from engarde_tui.progress.puzzles import Progress, Wanted
from engarde_tui.screens.hints import with_reasons
from engarde_tui.sessions.session import Session
from engine.en_garde import Action
from engine.en_garde.puzzles import puzzles
from engine.en_garde.rules import Rules


class PuzzleTold(NamedTuple):
    """What the table of a puzzle tells besides the position."""

    attempt: Attempt
    record: str
    """How many puzzles the player has solved."""


class PuzzleSession(Session):
    """Judges every try, and plays none: what follows would depend on the cards."""

    keys: ClassVar[tuple[KeyAction, ...]] = (
        KeyAction("show_answer", "s", "answer", "Show the best action"),
        KeyAction("next_puzzle", "n", "next", "Go to another puzzle"),
        KeyAction("todays_puzzle", "t", "today's", "Go to the puzzle of the day"),
        KeyAction("own_mistake", "m", "mistakes", "Go to a mistake from a match of yours"),
        KeyAction("so_far", "v", "so far", "Show what has been played, or the list"),
    )

    def __init__(self, number: int, day: date | None, name: str) -> None:
        """Show puzzle `number`, which is that of `day` if given, to a player called `name`."""
        self._begin(Attempt(puzzles()[number - 1], number, day), name)

    def _begin(self, attempt: Attempt, name: str) -> None:
        """Show what is to be tried."""
        self.attempt = attempt
        super().__init__(Client(LiveMatch(self.attempt.begin(name)), (self.attempt.puzzle.seat,)))
        self.styles = frozenset({"puzzle"})

    @property
    def rules(self) -> Rules:
        """The rules of the puzzle, for the help."""
        return self.attempt.puzzle.rules

    # --- what it shows ---

    def present(self, scene: Scene) -> Scene:
        """Return a scene with the attempt; only going on is allowed once the answer is known."""
        allowed = frozenset({"go_on"}) if self.attempt.is_over else scene.in_match - {"hide", "tally"}
        # What was drawn last is made up: the position says only what is held now.
        return replace(scene, in_match=allowed, before=None, details=PuzzleTold(self.attempt, self._record))

    @property
    def _record(self) -> str:
        """How many puzzles the player has solved, and how many, or how many days, in a row."""
        progress, day = self.face.services.progress.reached.puzzles, self.attempt.day
        streak = progress.streak if day is None else progress.days_until(day)
        figures = {"solved": len(progress.solved), "total": len(puzzles()), "streak": streak}
        if streak < 2:
            return tr("{solved} of {total} solved", **figures)
        if day is None:
            return tr("{solved} of {total} solved, {streak} in a row", **figures)
        return tr("{solved} of {total} solved, {streak} days in a row", **figures)

    def prompt(self, scene: Scene) -> str:
        """Return how to go on once the answer is known."""
        if not self.attempt.is_over:
            return ""
        if not self.face.services.names_keys:
            return tr("Type next for the next puzzle.")
        return tr("Press {key} for the next puzzle.", key=self.face.key("go-on"))

    def notes(self, scene: Scene) -> tuple[str, str]:
        """Return the player's rating, and how to go on once the answer is known."""
        after = tr("{key}: the next puzzle", key=self.face.key("go-on")) if self.attempt.is_over else ""
        return self._rating, after

    @property
    def _rating(self) -> str:
        """The player's rating at puzzles; "" while nothing is known."""
        progress = self.face.services.progress.reached.puzzles
        if not progress.margin:
            return ""
        return tr(
            "your rating at puzzles: {rating} ± {margin}", rating=progress.rating, margin=progress.margin
        )

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the keys to other puzzles, own mistakes, what has been played, and at first the answer."""
        allowed = {"so_far", "next_puzzle", "todays_puzzle"}
        if self.face.services.store is not None:
            allowed.add("own_mistake")
        return frozenset(allowed if self.attempt.is_over else allowed | {"show_answer"})

    def hidden_keys(self, *, is_wide: bool) -> frozenset[str]:
        """Return the keys that would show what shows already, and one of two to go on."""
        hidden = {"so-far"} if is_wide else set()
        if self.attempt.day == self.face.services.today:
            hidden.add("todays-puzzle")
        return frozenset(hidden | ({"next-puzzle"} if self.attempt.is_over else set()))

    def why_not(self, does: str) -> str:
        """Return "": there is no match to help in."""
        return ""

    def needs_arming(self, scene: Scene) -> bool:
        """Return whether a key held down must not leave the answer."""
        return super().needs_arming(scene) or self.attempt.is_over

    # --- what happens ---

    def play(self, action: Action) -> None:
        """Say whether `action` is the answer, and note it."""
        before, self.attempt = self.attempt, self.attempt.after(action)
        if self.attempt.is_solved:
            self._note(at_first_try=not before.tried)
            self._show_answer()
        else:
            if not before.tried:
                self._note_miss()
            self.face.renew()
            if reasons := self._why(action):
                self.face.say(reasons)

    def show_answer(self) -> None:
        """Show the answer, which is then not found at the first try."""
        if not self.attempt.tried:
            self._note_miss()
        self.attempt = replace(self.attempt, is_shown=True)
        self._show_answer()

    def _show_answer(self) -> None:
        """Show the answer on the piste and what every action is worth, and say why."""
        self.face.renew()
        self.face.scene = replace(self.face.scene, draft=Draft(tuple(self.attempt.puzzle.values), cursor=0))
        self.face.say(self._why(self.attempt.puzzle.answer))
        self.face.arm()

    def _why(self, action: Action) -> str:
        """Return what speaks for the answer rather than the next best, or against another action."""
        answer, second = list(self.attempt.puzzle.values)[:2]
        view = self.face.scene.view.round
        if action == answer:
            reasons = why(view, answer, second) or why(view, answer)
        else:
            reasons = objections(view, action)
        return with_reasons("", reasons, self.face.room)

    def _note(self, *, at_first_try: bool) -> None:
        attempt = self.attempt

        def after(progress: Progress) -> Progress:
            if at_first_try:
                progress = progress.after_rating(attempt.number, attempt.puzzle.grade, won=True)
            return progress.after_solving(attempt.number, at_first_try=at_first_try, day=attempt.day)

        self.face.services.progress.puzzles(after)

    def _note_miss(self) -> None:
        number, grade = self.attempt.number, self.attempt.puzzle.grade
        self.face.services.progress.puzzles(
            lambda progress: progress.after_rating(number, grade, won=False).after_missing(number)
        )

    def go_on(self) -> None:
        """Go to the next puzzle."""
        self.next_puzzle()

    def next_puzzle(self) -> None:
        """Go to a puzzle that suits the player."""
        self.face.services.open_puzzle(Wanted(after=self.attempt.number))

    def todays_puzzle(self) -> None:
        """Go to the puzzle of the day: one that stays open over midnight no longer is."""
        if self.attempt.day == self.face.services.today:
            self.face.refuse(tr("this is the puzzle of the day"))
        else:
            self.face.services.open_puzzle(Wanted(is_todays=True))

    def own_mistake(self) -> None:
        """Go to a mistake that a review has named."""
        if not self.face.services.open_mistake():
            self.face.refuse(tr("none of your mistakes is left: those that a review names come here"))

    def so_far(self) -> None:
        """Show what has been played instead of the list, or the list again."""
        self.styles ^= {"so-far"}
        self.face.scene = replace(self.face.scene, styles=self.styles)

    # --- leaving ---

    @property
    def asks_before_leaving(self) -> bool:
        """Whether to ask before leaving: never, as nothing is lost."""
        return False
