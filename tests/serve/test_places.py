"""Places: how many connections a network may have, and which gives way when there are too many."""

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.servers import NEIGHBOUR, SITE, Line, places

from engarde_tui.serve.door.limits import Limits


def test_the_networks_of_a_site_have_connections_for_two() -> None:
    found = places(Limits(per_address=3))
    line = Line()
    for network in SITE[:2]:
        for _ in range(3):
            assert found.refusal(network) == ""
            found.add_connection(line if network == SITE[0] else Line(), network)
        assert found.refusal(network) == "address"
    assert found.refusal(SITE[2]) == "address"
    assert found.refusal(NEIGHBOUR) == ""
    found.remove_connection(line, SITE[0])
    assert found.refusal(SITE[2]) == ""
    assert found.connections == 5


def test_of_the_site_with_the_most_lines_without_a_session_the_oldest_gives_way() -> None:
    """Whatever networks of it they come from; those with a session stay."""
    found = places(Limits(players=0))
    lines = [Line() for _ in range(50)]
    for number, line in enumerate(lines):
        found.add_connection(line, SITE[number] if number < 30 else f"{number}")
    found.note_session(lines[0])
    late = Line()
    found.add_connection(late, NEIGHBOUR)
    assert [line.gave_way for line in lines] == [number == 1 for number in range(50)]
    assert found.refusal(NEIGHBOUR) == ""
    for line in (*lines, late):
        found.note_session(line)
    assert found.refusal(NEIGHBOUR) == "full"
