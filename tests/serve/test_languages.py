"""Each SSH session speaks the language that its client's environment asks for, to its last words."""

from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from accents import CODES, ONE, OTHER, accented, teach  # noqa: E402
from serve.clients import Player, connect  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402

from engarde_tui.settings.document import Reading, rewritten  # noqa: E402
from engine.message import message  # noqa: E402

pytestmark = pytest.mark.wire


@pytest.fixture(autouse=True)
def _two_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch)


async def said(port: int, command: str, **environment: str) -> str:
    """What the hall writes to the standard error of a client that runs a command."""
    connection = await connect(port, "carla")
    done = await connection.run(command, env=environment)
    connection.close()
    return str(done.stderr)


@pytest.mark.parametrize(
    ("environment", "letter"),
    [
        ({"LANG": "xx_XX.UTF-8"}, ONE),
        ({"LANG": "xx_XX.UTF-8", "LC_MESSAGES": "yy_YY.UTF-8"}, OTHER),
        ({"LANG": "xx_XX.UTF-8", "LC_ALL": "yy_YY.UTF-8", "LC_MESSAGES": "xx"}, OTHER),
        ({"LANG": "xx_XX.UTF-8", "LANGUAGE": "zz:yy"}, OTHER),
        ({"LANG": "zz_ZZ.UTF-8"}, "e"),
        ({}, "e"),
    ],
)
async def test_a_refusal_is_in_the_language_of_the_environment(
    tmp_path: Path, environment: dict[str, str], letter: str
) -> None:
    async with hall_here(tmp_path) as server:
        answer = await said(server.port, "mine", **environment)
        assert answer == accented(
            "Guests have no tables of their own: connect with the key of your name.\n", letter
        )
        assert accented("Unknown command. The hall knows: ", letter) in await said(
            server.port, "dance", **environment
        )


async def test_a_terminal_without_unicode_gets_no_other_letters(tmp_path: Path) -> None:
    """An accented one is written without its accent."""
    async with hall_here(tmp_path) as server:
        answer = await said(server.port, "mine", LANG="xx_XX.ISO-8859-1")
        assert answer.startswith("Guests have no tables")


async def test_a_member_s_setting_comes_before_the_environment(tmp_path: Path) -> None:
    """In what is answered at once, and on the screen."""
    async with hall_here(tmp_path) as server:
        key = asyncssh.generate_private_key("ssh-ed25519")
        fingerprint = key.get_fingerprint()
        server.hall.dismiss(server.hall.admit("anna", fingerprint))
        server.hall.register.save_settings(fingerprint, rewritten(Reading(), {("language",): "yy"}).text)
        connection = await connect(server.port, "anna", key)
        done = await connection.run("mine", env={"LANG": "xx_XX.UTF-8"})
        assert done.stdout == accented("You have no unfinished tables.\n", OTHER)
        connection.close()
        anna = await Player.enter(server.port, "anna", key, env={"LANG": "xx_XX.UTF-8"})
        await anna.wait_for(accented("Leave the hall", OTHER))
        assert ONE not in anna.text
        anna.connection.close()


async def test_who_is_sent_away_by_others_reads_why_in_the_own_language(tmp_path: Path) -> None:
    async with hall_here(tmp_path) as server:
        players = {
            letter: await Player.enter(server.port, "anna", env={"LANG": f"{code}.UTF-8"})
            for code, letter in CODES.items()
        }
        for letter, player in players.items():
            await player.wait_for(accented("Leave the hall", letter))
        await server.until_here(len(players))
        for visitor in [*server.hall.visitors]:
            server.hall.send_away(visitor, message("The table is {name}'s: leave it.", name="eve"))
        for letter, player in players.items():
            await player.gone.wait()
            last = bytes(player.output).decode().splitlines()[-1]
            assert last.endswith(accented("The table is {name}'s: leave it.", letter).format(name="eve"))
