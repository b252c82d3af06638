"""The player's own mistakes: a review notes them, and they come back as puzzles."""

from contextlib import suppress
from dataclasses import replace
from functools import partial

from engarde_tui.games.en_garde.attempt import Attempt
from engarde_tui.games.en_garde.puzzle import PuzzleSession
from engarde_tui.games.en_garde.review import Choice, MatchReview, Reviews
from engarde_tui.games.en_garde.review_words import WEAK
from engarde_tui.language import tr_count
from engarde_tui.play.problem import Problem
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import fitting_name
from engarde_tui.progress.puzzles import ANY
from engarde_tui.storage.mistakes import ENOUGH, Mistakes, StoredMistake
from engarde_tui.storage.store import Store
from engine.en_garde import Seat, parse_action
from engine.en_garde.puzzles import Puzzle, parse
from engine.en_garde.rules import write_rules
from engine.names import identity


async def note_mistakes(store: Store, name: str, reviews: Reviews, found: MatchReview) -> None:
    """Keep what a review says of the choices of the player called `name`."""
    own = [seat for seat in Seat if identity(reviews.names[seat]) == identity(fitting_name(name))]
    costly = [choice for seat in own for choice in found.costliest(seat, WEAK)]
    noted = [(await reviews.ask(partial(_puzzle_of, each)), str(each.judgement.played)) for each in costly]
    # What is only convenient must keep nobody from a review.
    with suppress(Problem):
        store.mistakes.note(noted)


def _puzzle_of(choice: Choice) -> str:
    """Return the position of a choice as a puzzle, with what each action is worth."""
    # Imported here, as loading the master takes a while.
    from engine.en_garde.bots.judge import Judge

    view = choice.before
    worth = dict(zip(view.legal, Judge(view).values(view.legal), strict=True))
    values = dict(sorted(worth.items(), key=lambda each: -each[1]))
    # By the same rules with hidden discards it is the same position.
    rules = write_rules(replace(view.rules, open_discard=False))
    return str(Puzzle(0, rules, view.first, tuple(play.action for play in view.plays), view.hand, values))


def session_of_mistake(store: Store, after: int, name: str) -> "MistakeSession | None":
    """Return the session of the mistake that comes next after another one; None if none is left.

    Raises Problem if they cannot be read.
    """
    for mistake in store.mistakes.waiting(after):
        # A row of a damaged file is none.
        with suppress(ValueError, LookupError):
            return MistakeSession(store.mistakes, mistake, name)
    return None


class MistakeSession(PuzzleSession):
    """A puzzle from a match of one's own; it counts for nothing but itself."""

    def __init__(self, mistakes: Mistakes, mistake: StoredMistake, name: str) -> None:
        """Show a mistake to a player called `name`; raises ValueError or LookupError if it cannot be read."""
        self._mistakes = mistakes
        self._id = mistake.id
        puzzle, played = parse(mistake.puzzle), parse_action(mistake.played)
        if {played, *puzzle.values} != {*puzzle.view().legal}:
            raise ValueError("what each legal action is worth is not known")
        self._begin(Attempt(puzzle, 0, mistaken=played, solved=mistake.solved), name)

    @property
    def _record(self) -> str:
        """How many mistakes are left; "" if that cannot be read."""
        try:
            left = len(self._mistakes.waiting())
        except Problem:
            return ""
        return tr_count("{number} mistake left", "{number} mistakes left", left)

    @property
    def _rating(self) -> str:
        """Nothing: only puzzles of the package are rated."""
        return ""

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the keys of every puzzle but the one that led here."""
        return super().also_allowed(scene) - {"own_mistake"}

    def _note(self, *, at_first_try: bool) -> None:
        """Count it as solved if it was at the first try."""
        if at_first_try:
            self.attempt = replace(self.attempt, solved=min(self.attempt.solved + 1, ENOUGH))
            with suppress(Problem):
                self._mistakes.solve(self._id)

    def _note_miss(self) -> None:
        """Note nothing: it comes back anyway."""

    def next_puzzle(self) -> None:
        """Go to the next mistake; once none is left, to a puzzle that suits the player."""
        services = self.face.services
        if not services.open_mistake(self._id):
            services.open_puzzle(ANY)
