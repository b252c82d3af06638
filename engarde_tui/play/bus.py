"""The one road for news: whoever changes something publishes it, whoever shows it looks in its own turn."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

EventT = TypeVar("EventT", bound=Hashable)


class Bus:
    """Delivers events to all who have subscribed to their topic.

    An event says that something has changed, or what somebody has said; the new state is read where it is
    kept. So an event tells no secret.
    """

    def __init__(self) -> None:
        self._subscribers: dict[str, list[Callable[[Any], object]]] = {}

    def publish(self, topic: str, event: Hashable) -> None:
        """Deliver an event to everybody who has subscribed to the topic, in the order in which they have."""
        for deliver in tuple(self._subscribers.get(topic, ())):
            deliver(event)

    def subscribe(self, topic: str, deliver: Callable[[Any], object]) -> None:
        """Call `deliver` with each event of a topic, at once, in the context of whoever publishes it."""
        self._subscribers.setdefault(topic, []).append(deliver)

    def unsubscribe(self, topic: str, deliver: Callable[[Any], object]) -> None:
        """Undo `subscribe`; do nothing if that has happened already."""
        subscribers = self._subscribers.get(topic, [])
        if deliver in subscribers:
            subscribers.remove(deliver)
        if not subscribers:
            self._subscribers.pop(topic, None)

    @property
    def topics(self) -> frozenset[str]:
        """The topics that somebody has subscribed to."""
        return frozenset(self._subscribers)


CallLater = Callable[[Callable[[], None]], object]
"""Calls something later, in order with all else that a screen or an app does."""


class Subscription(Generic[EventT]):
    """The events of one topic that a screen or an app has not looked at yet, each once, in order."""

    def __init__(
        self,
        bus: Bus,
        topic: str,
        look_at: Callable[[Sequence[EventT]], None],
    ) -> None:
        """`look_at` gets the events that have come."""
        self._bus = bus
        self._topic = topic
        self._look_at = look_at
        self._call_later: CallLater = lambda look: None
        self._events: dict[EventT, None] = {}
        self._is_open = False

    def open(self, call_later: CallLater) -> None:
        """Take events from now on; `call_later` is to look at them in the subscriber's turn.

        It is called by whoever publishes: so it must not ask for the app of the moment.
        """
        if not self._is_open:
            self._is_open = True
            self._call_later = call_later
            self._bus.subscribe(self._topic, self._take)

    def close(self) -> None:
        """Take no more events, and forget those that have come."""
        self._is_open = False
        self._bus.unsubscribe(self._topic, self._take)
        self._events.clear()

    def _take(self, event: EventT) -> None:
        # An earlier subscriber may have closed this one while the event was delivered.
        if not self._is_open:
            return
        is_first = not self._events
        self._events[event] = None
        if is_first:
            self._call_later(self.look)

    def look(self) -> None:
        """Look at the events that have come, if there are any."""
        events, self._events = tuple(self._events), {}
        if events:
            self._look_at(events)
