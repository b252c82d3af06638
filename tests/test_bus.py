"""How news goes from who causes it to who shows it."""

from collections.abc import Callable, Sequence

from engarde_tui.play.bus import Bus, Subscription


def test_an_event_reaches_everybody_who_has_subscribed_to_its_topic() -> None:
    bus = Bus()
    one, other = list[str](), list[str]()
    bus.subscribe("lobby", one.append)
    bus.publish("lobby", "first")
    bus.subscribe("lobby", other.append)
    bus.publish("lobby", "second")
    bus.publish("table 7", "nobody hears this")
    bus.unsubscribe("lobby", one.append)
    bus.unsubscribe("lobby", one.append)
    bus.publish("lobby", "third")
    assert (one, other) == (["first", "second"], ["second", "third"])


def test_nothing_is_kept_of_a_topic_that_nobody_follows() -> None:
    bus, heard = Bus(), list[str]()
    bus.subscribe("lobby", heard.append)
    assert bus.topics == {"lobby"}
    bus.unsubscribe("lobby", heard.append)
    bus.unsubscribe("table 7", heard.append)
    assert not bus.topics


def test_who_unsubscribes_while_an_event_is_delivered_keeps_it_from_nobody() -> None:
    bus, heard = Bus(), list[str]()

    def leave(event: str) -> None:
        bus.unsubscribe("lobby", leave)

    bus.subscribe("lobby", leave)
    bus.subscribe("lobby", heard.append)
    bus.publish("lobby", "first")
    bus.publish("lobby", "second")
    assert heard == ["first", "second"]


def test_a_subscriber_looks_once_in_its_own_turn_at_all_that_has_come() -> None:
    bus, seen = Bus(), list[Sequence[str]]()
    turns: list[Callable[[], None]] = []
    news = Subscription[str](bus, "lobby", seen.append)
    bus.publish("lobby", "before it has opened")
    news.open(turns.append)
    for event in ("came", "left", "came"):
        bus.publish("lobby", event)
    assert not seen
    (turn,) = turns
    turn()
    turn()
    assert seen == [("came", "left")], "an event that comes twice is one"
    bus.publish("lobby", "came")
    assert len(turns) == 2


def test_who_looks_early_has_seen_it_by_then() -> None:
    """As a screen does that has caused the change itself."""
    bus, seen = Bus(), list[Sequence[str]]()
    turns: list[Callable[[], None]] = []
    news = Subscription[str](bus, "lobby", seen.append)
    news.open(turns.append)
    bus.publish("lobby", "played")
    news.look()
    turns.pop()()
    assert seen == [("played",)]


def test_a_closed_subscription_forgets_what_has_come() -> None:
    bus, seen = Bus(), list[Sequence[str]]()
    turns: list[Callable[[], None]] = []
    news = Subscription[str](bus, "lobby", seen.append)
    news.open(turns.append)
    bus.publish("lobby", "played")
    news.close()
    turns.pop()()
    bus.publish("lobby", "played")
    assert not bus.topics
    assert (seen, turns) == ([], [])
