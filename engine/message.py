"""Words with named fields, which whoever shows them puts into a language."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

_NO_FIELDS: Final[Mapping[str, Any]] = MappingProxyType({})


class Message(NamedTuple):
    """A whole sentence, or a whole phrase, to be translated where it is shown; as text it is English."""

    text: str
    """The English words, with fields as in `str.format`: "you hold {number} cards"."""
    fields: Mapping[str, Any] = _NO_FIELDS
    """What the fields stand for; another message is put into the same language."""
    one: str = ""
    """The words in place of `text` if the field `number` is 1; "" if there are none."""

    def __hash__(self) -> int:
        """Hash the words alone, as fields are no tuple: messages travel in events."""
        return hash((self.text, self.one))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be the same in another process."""
        return Message, (self.text, dict(self.fields), self.one)

    def __str__(self) -> str:
        """Return the words in English."""
        words = self.one if self.one and self.fields["number"] == 1 else self.text
        return words.format(**self.fields) if self.fields else words


def message(text: str, /, **fields: Any) -> Message:
    """Return a message: `message("there is no {card} in your hand", card=3)`."""
    return Message(text, fields)


def counted(one: str, many: str, /, number: int, **fields: Any) -> Message:
    """Return a message about so many: `counted("{number} square", "{number} squares", 2)`."""
    return Message(many, {"number": number, **fields}, one)
