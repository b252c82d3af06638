"""On the wire: hidden cards change no byte sent to those who may not know them."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from pyte.screens import Char
from tui.test_secrecy import twins

from engarde_tui.fair import chain
from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.serve.hall import hall as hall_module
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.en_garde import Match, Seat

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import Player  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402
from serve.line_clients import Liner, liner  # noqa: E402

pytestmark = pytest.mark.wire

CHOOSING = "is choosing."
CODE = re.compile(rb"\b[a-z0-9]{6}\b|\b[a-z0-9]{12}\b")
"""Of a table or a seat, by chance."""

OF_PEOPLE = re.compile(rb" (is|are) (not )?here\b|^Watching: |seat's code")
"""Lines about who is there; a guest is told a code while the opponent is not."""

NAMES = {Seat.LEFT: "anna", Seat.RIGHT: "bruno"}


@pytest.fixture(autouse=True)
def _nothing_else_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix codes and commitments."""
    monkeypatch.setattr(hall_module, "new_secret", lambda: "5a" * 32)


class Wire:
    """Everybody who receives something of a match, with the bytes of each step."""

    def __init__(self, players: dict[str, Player]) -> None:
        self.players = players
        self.steps: dict[str, list[bytes]] = {name: [] for name in players}

    async def settle(self) -> None:
        """Wait until everybody has received everything: first each hears what others have done."""
        for _ in range(3):
            for player in self.players.values():
                await player.settle()

    def note(self) -> None:
        """Record the bytes since the last step."""
        for name, player in self.players.items():
            seen = sum(map(len, self.steps[name]))
            self.steps[name].append(bytes(player.output[seen:]))


async def played(match: Match, folder: Path) -> tuple[dict[str, list[list[Char]]], dict[str, list[bytes]]]:
    """Play a match again with two players, a spectator and a visitor in the lobby.

    Return each one's screen after the deal, and the bytes of each step.
    """
    async with hall_here(folder, paints_by_itself=False) as server:
        port = server.port
        key = asyncssh.generate_private_key("ssh-ed25519")
        players = {"anna": await Player.enter(port, "anna", key)}
        await players["anna"].settle()
        await server.until_here(1)
        (anna,) = server.hall.visitors
        terms = TableTerms(match.rules, 5, match.round.first.label, listed=True)
        table = server.hall.create(anna, terms, Seat.LEFT)
        while "nobody yet" not in players["anna"].text:
            await players["anna"].settle()
        players["anna"].press("\x1b[H", "enter")
        await players["anna"].wait_for("Waiting for an opponent")
        for name in ("bruno", "spectator", "lobby"):
            code = None if name == "lobby" else f"join {table.code}"
            players[name] = await Player.enter(port, name, command=code)
            await players[name].settle()
        wire = Wire(players)
        await wire.settle()
        wire.note()
        pictures = {name: player.drawn for name, player in players.items()}
        state = next(match.history())
        for action in match.round.actions:
            seat = state.round.turn
            assert seat is not None
            place = Draft.begin(state.round.legal).legal.index(action) + 1
            for key in (*["down"] * place, "enter"):
                players[NAMES[seat]].press(key)
                await players[NAMES[seat]].settle()
            await wire.settle()
            wire.note()
            state = state.play(action)
        for player in players.values():
            await player.leave()
        return pictures, wire.steps


@pytest.mark.parametrize("observer", Seat, ids=["left", "right"])
async def test_hidden_cards_change_no_byte(
    observer: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two matches with the same actions differ only in the opponent's hand and the pile."""
    wires = []
    pair = next(pair for pair in twins(observer) if 4 <= len(pair[0].round.actions) <= 6)
    assert pair[0].round.actions == pair[1].round.actions
    for number, match in enumerate(pair):
        deck: Sequence[int] = match.round.deck
        monkeypatch.setattr(chain, "deal", lambda *_, deck=deck: "".join(map(str, deck)))
        wires.append(await played(match, tmp_path / f"{number}"))
    (picture, one), (other_picture, other) = wires
    for name in (NAMES[observer], "spectator", "lobby"):
        assert picture[name] == other_picture[name], name
        assert one[name][1:] == other[name][1:], name
    assert all(one["spectator"][1:])
    assert one[NAMES[observer.other]][1:] != other[NAMES[observer.other]][1:]


async def told(match: Match, folder: Path) -> dict[str, bytes]:
    """Play a match again in lines; return all that each player, a spectator and somebody else were sent."""
    async with hall_here(folder) as server, AsyncExitStack() as stack:
        port = server.port
        players: dict[str, Liner] = {}

        async def come(name: str, command: str = "plain", key: object = None) -> Liner:
            players[name] = await stack.enter_async_context(liner(port, name, command, key=key))
            return players[name]

        anna = await come("anna", key=asyncssh.generate_private_key("ssh-ed25519"))
        await anna.wait_for("Leave the hall")
        await server.until_here(1)
        (host,) = server.hall.visitors
        terms = TableTerms(match.rules, 5, match.round.first.label, listed=False)
        table = server.hall.create(host, terms, Seat.LEFT)
        anna.type("join by code", table.code)
        await anna.wait_for("In a shell")
        for name in ("bruno", "spectator"):
            await (await come(name, f"join {table.code}")).wait_for(
                " holds " if name == "bruno" else CHOOSING
            )
        state = next(match.history())
        for action in match.round.actions:
            seat = state.round.turn
            assert seat is not None
            players[NAMES[seat]].type(str(action))
            state = state.play(action)
            for name, one in players.items():
                acts = state.round.turn is not None and name == NAMES[state.round.turn]
                await one.wait_for(" holds " if acts else CHOOSING)
        for one in players.values():
            # What else has been told comes before the answer.
            one.type("hand", "score")
            await one.wait_for("0 to 0", "0 : 0")
        return {name: bytes(one.output) for name, one in players.items()}


def lines_of(output: bytes) -> Counter[bytes]:
    """How often each line was said, whatever the codes, but for who was there: that is a matter of time."""
    lines = CODE.sub(b"", output).splitlines()
    return Counter(line for line in lines if not OF_PEOPLE.search(line))


@pytest.mark.parametrize("observer", Seat, ids=["left", "right"])
async def test_hidden_cards_change_no_byte_of_the_lines(
    observer: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the full screen."""
    both = []
    pair = next(pair for pair in twins(observer) if 4 <= len(pair[0].round.actions) <= 6)
    for number, match in enumerate(pair):
        deck: Sequence[int] = match.round.deck
        monkeypatch.setattr(chain, "deal", lambda *_, deck=deck: "".join(map(str, deck)))
        both.append(await told(match, tmp_path / f"{number}"))
    one, other = both
    for name in (NAMES[observer], "spectator"):
        # Who is told first that the other has come is a matter of time.
        assert lines_of(one[name]) == lines_of(other[name]), name
    assert one[NAMES[observer.other]] != other[NAMES[observer.other]]
