"""A hall's database on a server: making, moving, migrating it, and servers that fail."""

import re
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
from commands import engarde
from postgres import Cluster, cluster
from proxy import Proxy
from pty_terminal import wait_until
from serve.hall.visitors import ANNA, BRUNO, Clock, opened, play_on
from serve.halls import HallProcess

from engarde_tui.play.live_match import SavedLaterError, StaleError
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.schema import SCHEMA
from engarde_tui.serve.hall.table import HallClient
from engarde_tui.serve.operator.importing import import_hall
from engarde_tui.serve.postgres.database import PostgresDatabase
from engarde_tui.storage.errors import ConflictError, StoreError
from engarde_tui.storage.sqlite import DatabaseFile
from engine.game import Seat

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(postgres: Cluster) -> str:
    """The address of an empty database."""
    return postgres.url(postgres.new_database())


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server that only one test has."""
    with cluster() as server:
        yield server


def everything(database: PostgresDatabase | DatabaseFile) -> dict[str, list[object]]:
    """The rows of all tables that a hall has, but for those it can make anew."""
    tables = (
        "account",
        "account_key",
        "match",
        "entry",
        "hall_table",
        "waiting",
        "seat",
        "settings",
        "running",
    )
    return {table: sorted(database.select(f"SELECT * FROM {table}"), key=repr) for table in tables}


def played(hall: Hall) -> str:
    """Play some actions of a match, and return the code of its table."""
    left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    play_on(left, right, actions=5)
    return left.hall_table.code


@contextmanager
def over_proxy(folder: Path, server: Cluster) -> Iterator[tuple[Proxy, Hall, HallClient, HallClient]]:
    """A match between two, in a hall whose line to its server can be cut."""
    with Proxy(server.port) as proxy:
        url = server.url(server.new_database(), proxy.port)
        with closing(Hall(Register(folder, url))) as hall:
            yield proxy, hall, *opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))


def play_in_doubt(proxy: Proxy, player: HallClient, action: object) -> None:
    """Play an action that is saved, but nobody can say so: the server is lost right after the commit."""
    proxy.cut_after, proxy.stays_cut = b"COMMIT", True
    with pytest.raises(Problem, match="cannot be used"):
        player.play(action, player.match.revision)
    proxy.stays_cut = False


def test_a_hall_is_moved_to_a_server_and_goes_on_there(tmp_path: Path, url: str) -> None:
    with closing(Hall(Register(tmp_path, monotonic=lambda: 0.0))) as hall:
        code = played(hall)
        before = everything(hall.register.database)  # type: ignore[arg-type]
    said = import_hall(tmp_path, url)
    assert said.startswith("Copied 2 members and 1 matches to database hall_")
    with closing(Hall(Register(tmp_path, url))) as hall:
        assert everything(hall.register.database) == before  # type: ignore[arg-type]
        anna, bruno = hall.admit("ANNA", ANNA), hall.admit("bruno", BRUNO)
        table = hall.join(anna, code)
        play_on(table.sit(anna), table.sit(bruno), actions=3)
        assert hall.store.add(hall.store.record(1)) == 2
    with pytest.raises(Problem, match=r"is kept in database hall_\d+ on .*: open it with --database, or"):
        Register(tmp_path)
    Register(tmp_path / "other").close()
    with pytest.raises(Problem, match="has a hall already: name another database"):
        import_hall(tmp_path / "other", url)


def test_no_empty_hall_opens_in_the_folder_of_one_that_is_kept_on_a_server(tmp_path: Path, url: str) -> None:
    """Unless somebody puts a file there, as from a backup."""
    folder, other = tmp_path / "hall", tmp_path / "other"
    Register(folder, url).close()
    Register(other).close()
    with pytest.raises(Problem) as problem:
        Register(folder)
    name = rf"database {url.rpartition('/')[2]} on 127\.0\.0\.1:\d+"
    told = (
        rf"the hall in {folder} is kept in {name}: open it with --database, or choose another folder with .*"
    )
    assert re.fullmatch(told, f"{problem.value}")
    assert {path.name for path in folder.iterdir()} == {"on-server"}
    (other / "hall.db").rename(folder / "hall.db")
    Register(folder).close()


def test_no_number_is_given_twice_after_a_move(tmp_path: Path, url: str) -> None:
    """Not even that of a match which was deleted before."""
    with closing(Hall(Register(tmp_path))) as hall:
        played(hall)
        hall.close()
        hall.store.delete(1)
    import_hall(tmp_path, url)
    with closing(Hall(Register(tmp_path, url))) as hall:
        played(hall)
        assert hall.store.ids() == [2]


def test_a_hall_that_is_open_or_that_is_none_is_not_moved(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HallProcess, "database", None)
    with pytest.raises(Problem, match="no hall is kept in"):
        import_hall(tmp_path / "none", url)
    with HallProcess(tmp_path), pytest.raises(Problem, match="is open in another process"):
        import_hall(tmp_path / "hall", url)


def test_a_database_of_an_earlier_version_is_migrated_and_one_of_a_later_refused(url: str) -> None:
    now = SCHEMA
    later = now._replace(steps=("ALTER TABLE account ADD COLUMN later TEXT",))
    with closing(PostgresDatabase(url, now)) as earlier:
        earlier.open()
        columns = "SELECT column_name FROM information_schema.columns WHERE table_name = 'account'"
        before = earlier.select(columns)
    with closing(PostgresDatabase(url, later)) as database:
        database.open()
        assert len(database.select(columns)) == len(before) + 1
    with pytest.raises(StoreError, match=r"newer engarde.*use the newer one, or .* with --database$"):
        PostgresDatabase(url, now).open()
    with closing(PostgresDatabase(url, later)) as database, database.writing() as connection:
        connection.execute("UPDATE engarde_version SET version = ?", (now.first - 1,))
    with pytest.raises(StoreError, match=r"of before 0\.2\.0: use that one, or .* with --database$"):
        PostgresDatabase(url, now).open()


def test_of_two_who_change_the_same_at_once_one_is_told(url: str) -> None:
    with closing(PostgresDatabase(url, SCHEMA)) as one, closing(PostgresDatabase(url, SCHEMA)) as other:
        one.open()
        other.open()
        insertion = "INSERT INTO account (name) VALUES (?)"
        with one.writing() as connection:
            assert connection.execute(insertion, ("Anna",)).lastrowid == 1
        with pytest.raises(ConflictError), other.writing() as connection:
            connection.execute(insertion, ("anna",))
        assert other.select("SELECT name FROM account") == [("Anna",)]


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://anna:secret@127.0.0.1:1/hall",
        "postgresql://anna:secret@[::1",
        "postgresql://anna:sec/secret@127.0.0.1/hall",
        "host=127.0.0.1 port=1 password=secret",
        "password=sec secret",
        "nonsense",
    ],
)
def test_a_server_that_is_not_there_is_a_problem_that_names_no_password(tmp_path: Path, address: str) -> None:
    with pytest.raises(Problem, match=r"cannot be used|is no address|is no number") as problem:
        Register(tmp_path, address)
    assert "secret" not in f"{problem.value}"


def test_what_was_played_stays_when_the_server_crashes_and_play_goes_on_when_it_is_back(
    tmp_path: Path, own_cluster: Cluster
) -> None:
    clock = Clock()
    register = Register(tmp_path, own_cluster.url("postgres"), clock=clock)
    with closing(Hall(register, clock=clock)) as hall:
        left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
        play_on(left, right, actions=4)
        before = left.view
        own_cluster.stop(signal.SIGQUIT)
        with pytest.raises(Problem, match="cannot be used"):
            play_on(left, right, actions=1)
        assert left.view == before
        own_cluster.start()
        play_on(left, right, actions=2)
        assert hall.store.view(1) == left.match.view(None)


def test_the_first_action_after_a_restart_of_the_server_counts(tmp_path: Path, own_cluster: Cluster) -> None:
    """The lines of before are lost, but nobody waited on them."""
    with closing(Hall(Register(tmp_path, own_cluster.url("postgres")))) as hall:
        left, right = opened(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
        play_on(left, right, actions=2)
        own_cluster.stop()
        own_cluster.start()
        play_on(left, right, actions=2)
        assert hall.store.view(1) == left.match.view(None)


def test_an_action_whose_answer_was_lost_is_looked_up_before_anybody_is_told(
    tmp_path: Path, postgres: Cluster
) -> None:
    with over_proxy(tmp_path, postgres) as (proxy, hall, left, right):
        for _ in range(4):
            before = left.match.revision
            proxy.cut_after = b"COMMIT"
            play_on(left, right, actions=1)
            assert left.match.revision > before
        assert proxy.cuts == 4
        assert hall.store.view(1) == left.match.view(None)


def test_an_action_that_nobody_can_look_up_is_saved_once_when_it_is_played_again(
    tmp_path: Path, postgres: Cluster
) -> None:
    """The server is lost right after the commit, and is back later."""
    with over_proxy(tmp_path, postgres) as (proxy, hall, left, right):
        player = left if left.view.round.legal else right
        action = player.view.round.legal[0]
        play_in_doubt(proxy, player, action)
        player.play(action, player.match.revision)
        assert len(hall.store.view(1).round.plays) == 1
        play_on(left, right, actions=2)
        assert hall.store.view(1) == left.match.view(None)


def test_an_action_that_was_saved_after_all_is_not_taken_back_by_another(
    tmp_path: Path, postgres: Cluster
) -> None:
    """Others have seen it, and its player a new card."""
    with over_proxy(tmp_path, postgres) as (proxy, hall, left, right):
        player = left if left.view.round.legal else right
        action, other = player.view.round.legal[:2]
        play_in_doubt(proxy, player, action)
        with pytest.raises(StaleError):
            player.play(other, player.match.revision)
        for view in (hall.store.view(1), left.match.view(None), right.match.view(None)):
            assert [play.action for play in view.round.plays] == [action]
        play_on(left, right, actions=2)
        assert hall.store.view(1) == left.match.view(None)


def test_an_action_that_was_saved_after_all_is_not_refused_when_it_is_played_again(
    tmp_path: Path, postgres: Cluster
) -> None:
    """Not even if the match has gone on in the meantime: that looks like a change by others."""
    with over_proxy(tmp_path, postgres) as (proxy, hall, left, right):
        player = left if left.view.round.legal else right
        action, revision = player.view.round.legal[0], player.match.revision
        play_in_doubt(proxy, player, action)
        player.match.catch_up()
        with pytest.raises(SavedLaterError):
            player.play(action, revision)
        assert [play.action for play in hall.store.view(1).round.plays] == [action]
        with pytest.raises(StaleError) as refusal:
            (right if player is left else left).resign(Seat.LEFT, revision)
        assert not isinstance(refusal.value, SavedLaterError)


def test_a_server_that_hangs_is_a_problem_soon(tmp_path: Path, own_cluster: Cluster) -> None:
    with closing(Register(tmp_path, own_cluster.url("postgres"))) as register:
        own_cluster.freeze()
        with pytest.raises(Problem, match="at the moment: try again later"):
            register.settings("key")
        with pytest.raises(Problem, match="at the moment: try again later"):
            # At once: of many who ask, only the first one waits.
            register.settings("key")
        own_cluster.thaw()
        wait_until(lambda: can_be_read(register))


def can_be_read(register: Register) -> bool:
    """Whether the register answers."""
    try:
        return register.settings("key") == ""
    except Problem:
        return False


def test_the_command_takes_the_folder_before_and_after_the_order(tmp_path: Path, url: str) -> None:
    told = f"engarde: no hall is kept in {tmp_path}: choose its folder with --data\n"
    data, database = ("--data", str(tmp_path)), ("--database", url)
    for arguments in (("hall", "import", *data, *database), ("hall", *data, "import", *database)):
        done = engarde(*arguments)
        assert (done.returncode, done.stderr) == (1, told)
