"""Alerts: told to who has chosen them, when it has become their turn, of challenges and of results."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Clock, Opening, fail, heard_on, opened, play_on

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.alerts import sentence_of
from engarde_tui.serve.hall.events import ALERTS, Alert, AlertChoice, What
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.time_keeping import end_overdue, warn_of_time
from engarde_tui.serve.hall.time_limits import DAY, LIMITS, MINUTE, TimeLimit
from engarde_tui.serve.hall.time_rows import TimeRows
from engarde_tui.serve.hall.visitor import Visitor
from engine.en_garde import Seat
from engine.message import message

ALL = frozenset(AlertChoice)
FIVE = replace(TERMS, target=5)


def two(hall: Hall) -> tuple[Visitor, Visitor]:
    """The members anna and bruno, who have chosen everything."""
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    for visitor in (anna, bruno):
        hall.alerts.choose(visitor, ALL)
    return anna, bruno


def alerts_to(hall: Hall, visitor: Visitor) -> Callable[[], list[What]]:
    """What a visitor is alerted of between two calls."""
    heard = heard_on(hall, visitor.topic)

    def told() -> list[What]:
        found = [event.what for event in heard if isinstance(event, Alert)]
        heard.clear()
        return found

    return told


def fence(*clients: HallClient) -> None:
    """Play an action that parries or else attacks, if there is one; deal where the round is over."""
    acting = next((client for client in clients if client.view.round.legal), None)
    if acting is None:
        play_on(*clients)
    else:
        wanted = max(acting.view.round.legal, key=lambda action: ("P" in str(action), "A" in str(action)))
        acting.play(wanted, acting.match.revision)


def test_choices_of_a_member_are_there_again_and_those_of_a_guest_end_with_the_visit(
    open_hall: Opening,
) -> None:
    hall = open_hall()
    anna, guest = hall.admit("anna", ANNA), hall.admit("guest", None)
    assert anna.alerts == guest.alerts == frozenset(), "nobody is told anything who has not chosen so"
    window = hall.admit("anna", ANNA)
    hall.alerts.choose(anna, frozenset({AlertChoice.TURN, AlertChoice.PROGRAM}))
    hall.alerts.choose(guest, ALL)
    assert window.alerts == anna.alerts, "in every window of the member"
    hall.dismiss(guest)
    assert hall.admit("guest", None).alerts == frozenset()
    assert open_hall().admit("anna", ANNA).alerts == {AlertChoice.TURN, AlertChoice.PROGRAM}


def test_choices_that_cannot_be_saved_stay_as_they_were(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = hall.admit("anna", ANNA)
    with monkeypatch.context() as patched:
        patched.setattr(hall.register.database, "writing", fail)
        with pytest.raises(Problem):
            hall.alerts.choose(anna, ALL)
    assert anna.alerts == frozenset()


def test_choices_of_a_newer_version_are_not_known_here(hall: Hall) -> None:
    hall.admit("anna", ANNA)
    with hall.register.database.writing() as connection:
        connection.execute("UPDATE account SET alerts = 'turn tea result '")
    assert hall.admit("anna", ANNA).alerts == {AlertChoice.TURN, AlertChoice.RESULT}


def test_a_turn_is_told_once_to_whom_it_has_passed_and_to_nobody_else(hall: Hall) -> None:
    """Not to who goes on after a parry, nor to whose own key it was."""
    seen = Counter[str]()
    while not all(seen[event] for event in ("passed", "went on", "round over")):
        seen += followed_match(hall)


def followed_match(hall: Hall) -> Counter[str]:
    """Play a match, and check after each action who is alerted; return what has happened in it."""
    seen = Counter[str]()
    (anna, bruno), carla = two(hall), hall.admit("carla", CARLA)
    told = {Seat.LEFT: alerts_to(hall, anna), Seat.RIGHT: alerts_to(hall, bruno)}
    clients = opened(hall, anna, bruno, FIVE)
    assert (told[Seat.LEFT](), told[Seat.RIGHT]()) == ([What.YOUR_MOVE], [])
    while clients[0].view.winner is None:
        before = clients[0].view.round.turn
        fence(*clients)
        view = clients[0].view
        after = view.round.turn
        if before is None:
            # The player on the left has dealt.
            assert told[Seat.LEFT]() == []
            assert told[Seat.RIGHT]() == ([What.YOUR_MOVE] if after is Seat.RIGHT else [])
        elif view.winner is None and after is None:
            seen["round over"] += 1
            assert told[before]() == []
            assert told[before.other]() == [What.EITHER]
        elif view.winner is None:
            seen["went on" if after is before else "passed"] += 1
            assert told[before]() == []
            assert told[before.other]() == ([] if after is before else [What.YOUR_MOVE])
        # Nothing else that happens at a table makes it anybody's turn.
        clients[0].hall_table.notify(message("Salute!"))
        clients[0].hall_table.sit(carla).leave()
        assert told[Seat.LEFT]() + told[Seat.RIGHT]() in ([], [What.WON], [What.LOST])
    return seen


def replying(match: LiveMatch, notation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the hall play for the player on the right, as if these actions were forced."""

    def force() -> None:
        if match.turn is Seat.RIGHT:
            forced = [one for one in match.view(Seat.RIGHT).round.legal if str(one).startswith(notation)]
            for action in forced[:1]:
                match.play(action)

    monkeypatch.setattr(match, "play_forced", force)


def test_after_a_reply_that_was_forced_it_is_the_turn_of_who_acted_before(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose own key has brought it about; for the other one it was no turn."""
    anna, bruno = two(hall)
    left, right = opened(hall, anna, bruno, replace(FIVE, plays_forced=True))
    told = alerts_to(hall, anna), alerts_to(hall, bruno)
    replying(left.match, "", monkeypatch)
    play_on(left, right)
    assert len(left.view.round.plays) == 2
    assert left.view.round.turn is Seat.LEFT
    assert [tell() for tell in told] == [[], []]


def test_after_a_parry_that_was_forced_the_turn_is_told_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno = two(hall)
    told = alerts_to(hall, bruno)
    is_parried = False
    while not is_parried:
        left, right = opened(hall, anna, bruno, replace(FIVE, plays_forced=True))
        replying(left.match, "P", monkeypatch)
        while left.view.winner is None and not is_parried:
            told()
            plays = len(left.view.round.plays)
            fence(left, right)
            is_parried = len(left.view.round.plays) == plays + 2
    assert left.view.round.turn is Seat.RIGHT
    assert told() == [What.YOUR_MOVE]


def test_what_was_not_chosen_is_not_told(hall: Hall) -> None:
    anna, bruno = two(hall)
    hall.alerts.choose(anna, frozenset({AlertChoice.RESULT}))
    hall.alerts.choose(bruno, frozenset({AlertChoice.PROGRAM}))
    told = alerts_to(hall, anna), alerts_to(hall, bruno)
    left, right = opened(hall, anna, bruno, FIVE)
    play_on(left, right, actions=2)
    right.resign(Seat.RIGHT, right.match.revision)
    assert [tell() for tell in told] == [[What.WON], []]


def test_a_result_is_told_to_who_did_not_bring_it_about(hall: Hall, clock: Clock) -> None:
    anna, bruno = two(hall)
    told = alerts_to(hall, anna), alerts_to(hall, bruno)

    def results() -> list[list[What]]:
        kinds = (What.WON, What.LOST)
        return [[what for what in tell() if what in kinds] for tell in told]

    left, _ = opened(hall, anna, bruno, FIVE)
    left.resign(Seat.LEFT, left.match.revision)
    assert results() == [[], [What.WON]]
    left, right = opened(hall, anna, bruno, FIVE)
    left.leave()
    clock.now += hall.absence
    right.hall_table.claim(Seat.RIGHT)
    assert results() == [[What.LOST], []]
    opened(hall, anna, bruno, replace(FIVE, time_limit=LIMITS[0]))
    clock.now += LIMITS[0].seconds + 1
    end_overdue(hall, hall.register.hall_time())
    assert results() == [[What.LOST], [What.WON]], "nobody's key ended the time"


def test_a_challenge_and_its_decline_are_told(hall: Hall) -> None:
    anna, bruno = two(hall)
    told = alerts_to(hall, anna), alerts_to(hall, bruno)
    table = hall.challenge(anna, "bruno", TERMS, Seat.LEFT)
    assert [tell() for tell in told] == [[], [What.CHALLENGED]]
    hall.decline(table, bruno)
    assert [tell() for tell in told] == [[What.DECLINED], []]
    hall.withdraw(table)
    table = hall.challenge(anna, "bruno", TERMS, Seat.LEFT)
    hall.join(bruno, table.code)
    assert [tell() for tell in told] == [[What.YOUR_MOVE], [What.CHALLENGED]]


@pytest.mark.parametrize("first", ["left", "right"])
@pytest.mark.parametrize("key", [ANNA, None], ids=["a member", "a guest"])
def test_a_rematch_is_told_to_who_is_to_move_and_did_not_start_it(
    hall: Hall, first: str, key: str | None
) -> None:
    anna, bruno = hall.admit("anna", key), hall.admit("bruno", BRUNO)
    for visitor in (anna, bruno):
        hall.alerts.choose(visitor, ALL)
    left, right = opened(hall, anna, bruno, replace(TERMS, target=1, first=first))
    while left.view.winner is None:
        play_on(left, right)
    told = alerts_to(hall, anna), alerts_to(hall, bruno)
    table = left.hall_table
    table.rematch.ask(Seat.LEFT)
    table.rematch.ask(Seat.RIGHT)
    new = table.rematch.successor
    assert new is not None
    assert new.view is not None
    starter = new.view.round.turn
    assert [tell() for tell in told] == [[What.YOUR_MOVE] if starter is Seat.LEFT else [], []]


def let_time_run_short(table: Table, clock: Clock, *, but: float = 0) -> None:
    """Let the time of the player to move be so short that a warning is due, `but` for some seconds."""
    assert table.time is not None
    assert table.deadline is not None
    assert table.terms.time_limit is not None
    clock.now = table.deadline - table.terms.time_limit.short - but


def play_until_it_is_the_turn_of_the_left_again(left: HallClient, right: HallClient) -> None:
    """In the first round that allows it."""
    while left.view.round.turn is Seat.LEFT:
        play_on(left, right)
    while left.view.round.turn is not Seat.LEFT:
        play_on(left, right)


@pytest.mark.parametrize(
    ("limit", "short"),
    [("1d", DAY / 4), ("3d", 3 * DAY / 4), ("7d", DAY), ("5+3", MINUTE), ("10+5", MINUTE)],
)
def test_little_time_is_told_once_a_turn_and_only_to_who_is_to_move(
    hall: Hall, clock: Clock, limit: str, short: float
) -> None:
    anna, bruno = two(hall)
    left, right = opened(hall, anna, bruno, replace(FIVE, time_limit=TimeLimit.parse(limit)))
    table = left.hall_table
    for client in (left, right):
        client.leave()
    told, others, heard = alerts_to(hall, anna), alerts_to(hall, bruno), heard_on(hall, anna.topic)
    let_time_run_short(table, clock, but=1)
    warn_of_time(hall, hall.register.hall_time())
    assert told() == []
    clock.now += 1
    for expected in ([What.LITTLE_TIME], []):
        warn_of_time(hall, hall.register.hall_time())
        assert (told(), others()) == (expected, [])
        clock.now += 1
    (alert,) = (event for event in heard if isinstance(event, Alert))
    assert alert.deadline == clock.now - 2 + short
    left, right = table.sit(anna), table.sit(bruno)
    play_until_it_is_the_turn_of_the_left_again(left, right)
    left.leave()
    let_time_run_short(table, clock)
    told()
    warn_of_time(hall, hall.register.hall_time())
    assert told() == [What.LITTLE_TIME], "in the next turn again"


def test_little_time_is_not_told_to_who_sits_there_nor_once_they_have_left(hall: Hall, clock: Clock) -> None:
    anna, bruno = two(hall)
    left, _ = opened(hall, anna, bruno, replace(FIVE, time_limit=LIMITS[0]))
    told = alerts_to(hall, anna)
    let_time_run_short(left.hall_table, clock)
    warn_of_time(hall, hall.register.hall_time())
    left.leave()
    warn_of_time(hall, hall.register.hall_time())
    assert told() == []


def test_little_time_is_told_once_whatever_restarts_there_are(open_hall: Opening, clock: Clock) -> None:
    """Also if the hall was closed when it became little."""
    hall = open_hall()
    left, right = opened(hall, *two(hall), replace(FIVE, time_limit=LIMITS[0]))
    for client in (left, right):
        client.leave()
    let_time_run_short(left.hall_table, clock)
    for expected in ([What.LITTLE_TIME], []):
        hall = open_hall()
        told = alerts_to(hall, hall.admit("anna", ANNA))
        warn_of_time(hall, hall.register.hall_time())
        assert told() == expected


def test_of_a_time_that_was_not_saved_nobody_is_warned_too_early(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, right = opened(hall, *two(hall), replace(FIVE, time_limit=LIMITS[0]))
    told = alerts_to(hall, left.visitor)
    clock.now += 100
    with monkeypatch.context() as patched:
        patched.setattr(TimeRows, "save", fail)
        play_until_it_is_the_turn_of_the_left_again(left, right)
    left.leave()
    told()
    let_time_run_short(left.hall_table, clock, but=1)
    warn_of_time(hall, hall.register.hall_time())
    assert told() == []


def test_who_has_deleted_a_match_hears_of_it_no_more(hall: Hall) -> None:
    anna, bruno = two(hall)
    left, right = opened(hall, anna, bruno, FIVE)
    assert right.hall_table.match.id is not None
    right.leave()
    assert bruno.account is not None
    hall.delete_for(bruno.account, right.hall_table.match.id)
    told = alerts_to(hall, bruno)
    play_on(left)
    assert told() == []


def test_an_alert_says_what_everybody_may_know(hall: Hall, clock: Clock) -> None:
    anna, bruno = two(hall)
    heard = heard_on(hall, bruno.topic)
    left, right = opened(hall, anna, bruno, replace(FIVE, time_limit=LIMITS[0]))
    right.leave()
    clock.now += 60
    play_on(left)
    (alert,) = (event for event in heard if isinstance(event, Alert))
    table = left.hall_table
    assert alert == Alert(
        What.YOUR_MOVE, "bruno", "anna", "en-garde", table.code, table.match.id, (0, 0),
        clock.now + LIMITS[0].seconds, is_there=False,
    )  # fmt: skip
    assert sentence_of(alert, clock.now) == "It is your move against anna."


def test_a_sentence_has_no_control_characters_whatever_the_name_is() -> None:
    alert = Alert(What.WON, "anna", "a\x1b]0;x\x07\x9c\u202eä", "en-garde", "code", 1, (1, 0), None, False)
    assert sentence_of(alert, 0) == "You have won the match against a]0;x?."


def test_the_program_hears_of_members_who_let_it_wherever_they_are(open_hall: Opening, clock: Clock) -> None:
    hall = open_hall()
    anna, bruno = two(hall)
    guest = hall.admit("guest", None)
    hall.alerts.choose(anna, ALL - {AlertChoice.PROGRAM})
    hall.alerts.choose(bruno, frozenset({AlertChoice.PROGRAM}))
    hall.alerts.choose(guest, ALL)
    assert not hall.alerts.has_program
    heard = heard_on(hall, ALERTS)
    assert hall.alerts.has_program
    left, _ = opened(hall, anna, bruno, FIVE)
    code = left.hall_table.code
    for visitor in (bruno, guest):
        hall.dismiss(visitor)
    play_on(left)
    hall.challenge(anna, "bruno", TERMS, Seat.LEFT)
    assert [(one.what, one.name) for one in heard if isinstance(one, Alert)] == [
        (What.YOUR_MOVE, "bruno"),
        (What.CHALLENGED, "bruno"),
    ]
    hall = open_hall()
    heard = heard_on(hall, ALERTS)
    anna = hall.admit("anna", ANNA)
    left = hall.join(anna, code).sit(anna)
    left.resign(Seat.LEFT, left.match.revision)
    assert [(one.what, one.name) for one in heard if isinstance(one, Alert)] == [(What.WON, "bruno")]
    terms = replace(FIVE, time_limit=LIMITS[0], first="right")
    left, right = opened(hall, anna, hall.admit("bruno", BRUNO), terms)
    hall.dismiss(right.visitor)
    heard.clear()
    let_time_run_short(left.hall_table, clock)
    warn_of_time(hall, hall.register.hall_time())
    assert [(one.what, one.name) for one in heard if isinstance(one, Alert)] == [(What.LITTLE_TIME, "bruno")]


def test_the_program_hears_nothing_if_the_consent_cannot_be_read(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno = two(hall)
    heard = heard_on(hall, ALERTS)
    left, right = opened(hall, anna, bruno, FIVE)
    heard.clear()
    monkeypatch.setattr(hall.register.database, "select", fail)
    play_on(left, right)
    assert heard == []
    assert left.view.round.turn is Seat.RIGHT, "and the match goes on"
