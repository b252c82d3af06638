"""Everything that a store is used for."""

from store.keeping import new_match

from engarde_tui.play.stored import StoredMatch
from engarde_tui.storage.store import Store


def read_ids(store: Store) -> None:
    store.ids()


def list_all(store: Store) -> None:
    for found in store.listed(store.ids()):
        if not isinstance(found, StoredMatch):
            raise found


def read_unfinished(store: Store) -> None:
    list(store.unfinished())


def begin_one(store: Store) -> None:
    store.begin(new_match())


def resume_one(store: Store) -> None:
    store.resume(1)


def delete_one(store: Store) -> None:
    store.delete(1)


USES = (read_ids, list_all, read_unfinished, begin_one, resume_one, delete_one)
