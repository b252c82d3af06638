"""Who a visitor is, and what text of a visitor others see."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pty_terminal import Terminal
from serve.halls import HallProcess, ssh

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import LOBBY, player, run  # noqa: E402
from serve.clients import SECOND_ADDRESS, Player, connect  # noqa: E402

pytestmark = pytest.mark.wire


@pytest.mark.usefixtures("ssh_client")
def test_a_client_offers_only_so_many_keys(hall: HallProcess, tmp_path: Path) -> None:
    offers = []
    for number in range(15):
        path = tmp_path / f"key{number}.pub"
        path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_public_key())
        offers += ["-i", str(path)]
    before = len(hall.log)
    command = list(ssh(hall, tmp_path, "mallory", *offers, "-tt", "127.0.0.1"))
    command[command.index("PubkeyAuthentication=no")] = "PubkeyAuthentication=yes"
    assert run(*command).returncode == 255
    hall.wait_for_log("reason=attempts", after=before)


def names_shown(text: str) -> str:
    """Who the lobby says that one is."""
    found = re.search(r"(\S+) · \d+ here", text)
    assert found is not None, text
    return found[1]


async def test_a_key_that_was_only_shown_proves_nothing(
    hall: HallProcess, tmp_path: Path, ssh_client: None
) -> None:
    """`ssh -i victim.pub` asks about the victim's key, cannot sign, and then comes in without one."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with player(hall, "victim", key=key) as victim:
        assert names_shown(victim.text) == "victim"
    public = tmp_path / "victim.pub"
    public.write_bytes(key.export_public_key())
    with Terminal(ssh(hall, tmp_path, "victim", "-tt", "127.0.0.1", key=public)) as terminal:
        assert names_shown(terminal.wait_for(LOBBY)) == "~victim"
        assert "Your matches" not in terminal.text


async def test_a_name_belongs_to_the_key_that_took_it_first(hall: HallProcess) -> None:
    first, second = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with player(hall, "clara", key=first) as clara:
        assert names_shown(clara.text) == "clara"
    for name in ("clara", "CLARA"):
        async with player(hall, name, key=second) as other:
            assert names_shown(other.text) == f"~{name}"
            await other.wait_for("belongs to another key")
    async with player(hall, "Clara", key=first) as clara:
        assert names_shown(clara.text) == "clara"


async def test_a_second_key_comes_to_a_name_only_by_a_code_and_goes_when_it_is_withdrawn(
    hall: HallProcess,
) -> None:
    first, second = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with player(hall, "dora", key=first) as dora:
        for code in ("zzzzzzzzzzzz", "zz"):
            async with await connect(hall.port, "dora+key", second) as connection:
                done = await connection.run(f"key {code}")
            assert done.exit_status == 1
            assert "No member was shown the code" in str(done.stderr)
        dora.press("y")
        await dora.wait_for("you came with it")
        dora.press("a")
        found = re.search(r"key (\w{12}) adds", await dora.wait_for("adds the key"))
        assert found is not None
        async with await connect(hall.port, "dora") as connection:
            done = await connection.run(f"key {found[1]}")
        assert "This code is for a key" in str(done.stderr), "a guest has none"
        async with await connect(hall.port, "dora+key", second) as connection:
            done = await connection.run(f"key {found[1]}")
        assert (done.exit_status, str(done.stderr)) == (
            0,
            "Your key now owns the name dora: connect as dora.\n",
        )
        again = await Player.enter(hall.port, "dora", second, source=SECOND_ADDRESS)
        await again.wait_for(LOBBY)
        assert names_shown(again.text) == "dora"
        dora.press("q")
        await dora.wait_for(LOBBY)
        dora.press("y")
        await dora.wait_for("used ")
        # Which of the two is above the other depends on the second in which they came.
        rows = [row for row in dora.text.splitlines() if "SHA256" in row]
        dora.press("home", *(["down"] if "you came with it" in rows[0] else []), "x")
        await dora.wait_for("Withdraw this key?")
        dora.press("y")
        await again.wait_for_end()
        assert "Your key owns the name dora no longer." in again.text
    async with player(hall, "dora", key=second) as other:
        assert names_shown(other.text) == "~dora"


async def test_of_several_keys_the_one_that_owns_the_name_wins(hall: HallProcess) -> None:
    """In whatever order they are offered; the others register nothing."""
    first, own, last = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))
    async with player(hall, "gerda", key=own):
        pass
    async with player(hall, "gerda", client_keys=[first, own, last]) as gerda:
        assert names_shown(gerda.text) == "gerda"
    async with player(hall, "gerda", client_keys=[first, last]) as other:
        assert names_shown(other.text) == "~gerda"
        await other.wait_for("belongs to another key")
    async with player(hall, "gerlinde", client_keys=[first, own]) as gerlinde:
        assert names_shown(gerlinde.text) == "gerlinde"
    async with player(hall, "gerlinde", key=own) as other:
        assert names_shown(other.text) == "~gerlinde", "the first key has a free name"


async def test_a_key_with_all_its_names_lets_the_next_one_have_a_free_name(hall: HallProcess) -> None:
    full, fresh = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    for name in ("emma1", "emma2", "emma3"):
        async with player(hall, name, key=full):
            pass
    async with player(hall, "emma4", client_keys=[full]) as emma:
        assert names_shown(emma.text) == "~emma4"
        await emma.wait_for("your key has 3 names already")
    async with player(hall, "emma4", client_keys=[full, fresh]) as emma:
        assert names_shown(emma.text) == "emma4"


async def test_a_client_with_many_wrong_keys_still_comes_in_as_a_guest(hall: HallProcess) -> None:
    """Before it has offered too many."""
    async with player(hall, "frida", key=asyncssh.generate_private_key("ssh-ed25519")):
        pass
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(14)]
    async with player(hall, "frida", client_keys=keys) as other:
        assert names_shown(other.text) == "~frida"
        await other.wait_for("belongs to another key")


STRANGE = {
    "escape": "\x1b]0;owned\x07\x1b[31mred",
    "newline": "anna\nevent=crash",
    "long": "x" * 1000,
    "c1": "\x9b31mred",
    "right to left": "\u202eanna",
    "cyrillic": "\u0430nna",
    "guest": "~anna",
    "markup": "[red]anna[/]",
    "option": "-oProxyCommand=ls",
    "empty": "",
    "path": "../../etc",
}
"""What may come from outside where a name or a code belongs."""


def check_output(*players: Player) -> None:
    """No terminal has got a sequence that no picture needs."""
    for each in players:
        # Textual's own, which shape the mouse's pointer has; and the questions about colours.
        text = re.sub("\x1b\\](22;default|1[01];\\?|4;255;\\?)\x07", "", each.output.decode())
        assert not re.search("[\x80-\x9f\u202e]", text)
        assert not re.search("\x1b[^[]", text), "more than colours and places of the cursor"
        assert set(re.findall("\x1b\\[[?\\d;$]*([^?\\d;$])", text)) <= set("hlmHGKJp")
        assert not re.search("[\x00-\x06\x0e-\x1a\x1c-\x1f]", text)


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
async def test_a_name_is_nothing_but_letters(hall: HallProcess, name: str) -> None:
    """Whoever comes with another one is a guest of another name, if anybody, for all who see it."""
    async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
        try:
            mallory = await Player.enter(hall.port, name)
        except asyncssh.Error:
            return
        await mallory.wait_for(LOBBY)
        shown = names_shown(mallory.text)
        assert re.fullmatch(r"~[A-Za-z0-9_-]{1,15}", shown)
        mallory.press("n")
        await mallory.wait_for("Press enter to open the table")
        mallory.press("enter")
        await vera.wait_for(f"Join {shown}")
        check_output(vera, mallory)
        await mallory.leave()
        await vera.wait_for(lambda text: f"Join {shown}" not in text)


def typed(text: str) -> str:
    return text


def pasted(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.parametrize("way", [typed, pasted])
async def test_what_comes_into_a_field_is_nothing_but_letters(
    hall: HallProcess, way: Callable[[str], str]
) -> None:
    """The code that is asked for, the names and the target of a match."""
    texts = [way(text[:100].replace("\n", " ")) for text in STRANGE.values()]
    async with player(hall) as mallory:
        mallory.press("j")
        await mallory.wait_for("Code of a table")
        mallory.press(*texts)
        await mallory.settle()
        mallory.press("enter")
        await mallory.wait_for("No table has the code")
        mallory.press("\x1b")
        await mallory.wait_for(LOBBY)
        mallory.press("t")
        await mallory.wait_for("enter begin the match")
        for text in texts:
            for _ in range(4):
                mallory.press("\t", text)
        await mallory.settle()
        check_output(mallory)


async def test_what_is_typed_ahead_goes_where_it_belongs(hall: HallProcess) -> None:
    """Over a slow line many keys come at once, and characters in halves."""
    async with player(hall) as mallory:
        mallory.channel.write(b"j")
        for number in range(5):
            mallory.channel.write(f"zz{number}".encode())
            for half in "é".encode():
                mallory.channel.write(bytes([half]))
                await asyncio.sleep(0)
            mallory.channel.write(b"z\r")
            await mallory.wait_for(f"No table has the code 'zz{number}éz'")
