"""Whether what people did and saw is what a hall's database has: a pure function, in the manner of Jepsen."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

from serve.histories.history import Act, History, Journal, Journals, Outcome, Pair, Screen
from serve.histories.states import Course, course_of

from engarde_tui.storage.journal import Play


class Kind(StrEnum):
    """What can be wrong."""

    LOST = "an acknowledged action is not in the journal"
    DOUBLED = "an action is in the journal twice"
    OUT_OF_ORDER = "an acknowledged action is in the journal, but not in its place"
    REFUSED = "an action that was refused is in the journal"
    NOBODYS = "the journal has what nobody did"
    AGAINST_THE_RULES = "the journal cannot be played"
    NEVER_APPENDED = "a screen showed what the journal does not have"
    WENT_BACK = "a screen showed an earlier state again"
    LEAKED = "a screen showed cards that its reader may not see"
    LEFT_BEHIND = "a screen did not show the last state in the end"


class Finding(NamedTuple):
    """Something that is wrong."""

    kind: Kind
    pair: Pair | None
    who: str
    what: str

    def __str__(self) -> str:
        return (
            f"{' and '.join(self.pair or ('the lobby',))}: {self.kind} ({self.who or 'nobody'}: {self.what})"
        )


def check(history: History, journals: Journals) -> list[Finding]:
    """Return everything that is wrong, match by match."""
    acts, screens, last = (defaultdict[Pair | None, list[Any]](list) for _ in range(3))
    for act in history.acts:
        acts[act.pair].append(act)
    for found, those in ((screens, history.screens), (last, history.last)):
        for screen in those:
            found[screen.pair].append(screen)
    findings = list(_in_lobby(screens.pop(None, ())))
    for pair in sorted({*acts, *screens, *journals}):  # type: ignore[type-var]
        assert pair is not None
        journal = journals.get(pair, Journal("", []))
        course = course_of(journal.header, Play.folded(journal.entries).lines)
        findings += _aligned(pair, acts[pair], course)
        if journal.entries and course.problem:
            findings.append(Finding(Kind.AGAINST_THE_RULES, pair, "", course.problem))
        findings += _shown(pair, screens[pair], last[pair], course)
    return findings


def _in_lobby(screens: Sequence[Screen]) -> Iterator[Finding]:
    for screen in screens:
        if screen.shown.hands:
            yield Finding(Kind.LEAKED, None, screen.who, f"{screen.shown.hands}")


# --- what was done ---


def _aligned(pair: Pair, acts: list[Act], course: Course) -> Iterator[Finding]:
    """Compare what was done, in the order of the keys, with what was appended."""
    refused = {act.entry for act in acts if act.outcome is Outcome.REFUSED}
    done = sorted((act for act in acts if act.outcome is not Outcome.REFUSED), key=lambda act: act.at)
    appended = course.deeds
    explained = _longest_match(done, appended, course.forced)
    missing = [
        act
        for number, act in enumerate(done)
        if act.outcome is Outcome.ACKNOWLEDGED and number not in explained.values()
    ]
    for index, entry in enumerate(appended):
        if index in explained or index in course.forced:
            continue
        strayed = next((act for act in missing if act.entry == entry), None)
        if strayed is not None:
            missing.remove(strayed)
            yield Finding(Kind.OUT_OF_ORDER, pair, strayed.who, f"{entry} as number {index + 1}")
        elif entry in appended[max(index - 1, 0) : index] + appended[index + 1 : index + 2]:
            yield Finding(Kind.DOUBLED, pair, "", f"{entry} as number {index + 1}")
        else:
            kind = Kind.REFUSED if entry in refused else Kind.NOBODYS
            yield Finding(kind, pair, "", f"{entry} as number {index + 1}")
    for act in missing:
        yield Finding(Kind.LOST, pair, act.who, act.entry)


def _longest_match(acts: Sequence[Act], appended: Sequence[str], forced: set[int]) -> dict[int, int]:
    """Return which entries which acts explain, in order: as many acknowledged ones as can be.

    Of the same entries in a row one that was `forced` needs an act least.
    """

    def worth(i: int, j: int) -> int:
        return (2000 if acts[i].outcome is Outcome.ACKNOWLEDGED else 2) - (j in forced)

    best = [[0] * (len(appended) + 1) for _ in range(len(acts) + 1)]
    for i in range(len(acts) - 1, -1, -1):
        for j in range(len(appended) - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if acts[i].entry == appended[j]:
                best[i][j] = max(best[i][j], best[i + 1][j + 1] + worth(i, j))
    found, i, j = dict[int, int](), 0, 0
    while i < len(acts) and j < len(appended):
        if acts[i].entry == appended[j] and best[i][j] == best[i + 1][j + 1] + worth(i, j):
            found[j] = i
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


# --- what was shown ---


def _window(screen: Screen) -> tuple[str, bool]:
    return screen.who, screen.is_second


def _shown(pair: Pair, screens: list[Screen], last: list[Screen], course: Course) -> Iterator[Finding]:
    """Compare what was shown with the states through which a match has gone."""
    states = course.states
    for (who, _), shown in groupby(sorted(screens, key=_window), _window):
        earliest = 0
        for screen in shown:
            if screen.shown.round is None:
                if screen.shown.hands and not any(state.allows(screen) for state in states):
                    yield Finding(Kind.LEAKED, pair, who, f"{screen.shown.hands}")
                continue
            fitting = [index for index, state in enumerate(states) if state.fits(screen.shown)]
            later = [index for index in fitting if index >= earliest]
            if not fitting:
                yield Finding(Kind.NEVER_APPENDED, pair, who, f"{screen.shown}")
            elif not later:
                yield Finding(Kind.WENT_BACK, pair, who, f"{screen.shown}, after number {earliest}")
            elif not any(states[index].allows(screen) for index in later):
                yield Finding(Kind.LEAKED, pair, who, f"{screen.shown.hands}, number {later[0]}")
            else:
                earliest = next(index for index in later if states[index].allows(screen))
    for screen in last:
        if screen.shown.round is not None and states and not states[-1].fits(screen.shown):
            yield Finding(Kind.LEFT_BEHIND, pair, screen.who, f"{screen.shown}")
