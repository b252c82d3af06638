"""A waiting table, as the register stores it."""

import json
import re
from typing import Any, Final, NamedTuple

from engarde_tui.fair.chain import clean_word
from engarde_tui.play.live_match import STARTERS
from engarde_tui.serve.hall.hall_line import NOBODY, name_and_releases
from engarde_tui.serve.hall.table_terms import MOVE_TIMES, TableTerms
from engarde_tui.serve.hall.visitor import GUEST, NAME
from engine.game import game_of, games
from engine.match import MAX_TARGET

_FIELDS: Final = {"game", "rules", "target", "first", "listed", "names", "players"}
_MOVE_TIME: Final = "move_time"
"""A field that is written only if a time is agreed."""
_WORDS: Final = "words"
"""The field that is there only if a word was typed: earlier versions know none."""

_TAKEN: Final = re.compile(rf"{re.escape(GUEST)}?{NAME.pattern}")


class Waiting(NamedTuple):
    """A table's terms, and the player at one of its seats."""

    terms: TableTerms
    names: tuple[str, str]
    """The players' names; "" for the free seat."""
    players: tuple[str, str]
    """What stands for members, or `NOBODY` for guests and the free seat."""
    words: tuple[str, str] = ("", "")
    """What the host has typed for the deal, at the host's seat; "" where nothing."""

    @property
    def text(self) -> str:
        """The table as JSON, for `parse`."""
        terms, game = self.terms, game_of(self.terms.rules)
        fields = {
            "game": game.name,
            "rules": game.write_rules(terms.rules),
            "target": terms.target,
            "first": terms.first,
            "listed": terms.listed,
            "names": self.names,
            "players": self.players,
            **({_MOVE_TIME: terms.move_time} if terms.move_time else {}),
            **({_WORDS: self.words} if any(self.words) else {}),
        }
        return json.dumps(fields)

    @classmethod
    def parse(cls, text: object) -> "Waiting":
        """Return the table; raises ValueError, saying what is wrong, for anything `text` does not write."""
        fields = _json_object(text)
        move_time = fields.pop(_MOVE_TIME, 0)
        words = _words(fields.pop(_WORDS, ["", ""]))
        for key in sorted(fields.keys() ^ _FIELDS):
            raise ValueError(f"{'unknown' if key in fields else 'no'} field {key[:40]}")
        match fields:
            case {
                "game": str(name),
                "rules": str(rules),
                "target": int(target),
                "first": str(first),
                "listed": bool(listed),
                "names": [str(left), str(right)],
                "players": [str(left_player), str(right_player)],
            } if type(target) is int:
                pass
            case _:
                raise ValueError("a field of the wrong type")
        if name not in games():
            raise ValueError(f"an unknown game {name[:40]}")
        terms = TableTerms(games()[name].parse_rules(rules), target, first, listed, move_time)
        if type(move_time) is not int or move_time not in MOVE_TIMES:
            raise ValueError("an unknown time to move")
        if not 1 <= target <= MAX_TARGET:
            raise ValueError(f"a target beyond 1-{MAX_TARGET}")
        if first not in STARTERS:
            raise ValueError(f"an unknown starter {first[:20]}")
        names, players = (left, right), (left_player, right_player)
        match [pair for pair in zip(names, players, strict=True) if pair != ("", NOBODY)]:
            case [(taken, player)] if _TAKEN.fullmatch(taken) and name_and_releases(player)[0] in (
                taken,
                NOBODY,
            ):
                return cls(terms, names, players, words)
            case _:
                raise ValueError("not one seat taken and one free")


def _words(field: object) -> tuple[str, str]:
    match field:
        case [str(left), str(right)] if (clean_word(left), clean_word(right)) == (left, right):
            return left, right
        case _:
            raise ValueError("words of the wrong type")


def _json_object(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise ValueError("no text")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("no JSON") from None
    if not isinstance(fields, dict):
        raise ValueError("no JSON object")
    return fields
