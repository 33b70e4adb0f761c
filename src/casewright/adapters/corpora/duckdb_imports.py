"""Imports into the corpus on this machine: one DuckDB file a tenant, written whole.

A file that is being read is never changed: an import writes a new one under a name of its own and turns the link
``<tenant>.duckdb`` to it, so that queries neither wait nor see half of it.
"""

from __future__ import annotations

import fcntl
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import duckdb

from casewright.adapters.corpora.corpus_files import FOLDED, Unopened, ask_current, corpus_file
from casewright.casework.research_tables import TABLES, ColumnKind
from casewright.errors import StorageBusy, StorageFull, Unavailable
from casewright.tools.ports.research import Imported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from casewright.domain.ids import TenantId

_SQL_TYPES = {
    ColumnKind.TEXT: "VARCHAR",
    ColumnKind.CODE: "VARCHAR",
    ColumnKind.YEAR: "INTEGER",
    ColumnKind.DATE: "DATE",
    ColumnKind.FLAG: "BOOLEAN",
}


class DuckdbImports:
    """Fits ``tools.ports.research.CorpusImports``. For several threads and processes."""

    def __init__(self, folder: Path, *, folder_name: Callable[[str], str]) -> None:
        self._folder = folder
        self._name = folder_name

    def add(self, tenant: TenantId, table: str, documents: Sequence[Mapping[str, Any]]) -> Imported:
        """Write a new file with the old one's documents and these, and turn the link to it."""
        place = self._place(tenant)
        with self._alone(place):
            draft = place.with_name(f"{place.stem}-{uuid4().hex}.duckdb")
            link = draft.with_suffix(".link")
            try:
                old = place.resolve() if place.exists() else None
                if old is not None:
                    shutil.copyfile(old, draft)
                imported = _write(draft, table, documents)
                link.symlink_to(draft.name)
                link.replace(place)
            except duckdb.Error as error:
                draft.unlink(missing_ok=True)
                if "No space left" in str(error):
                    raise StorageFull(
                        f"the corpus cannot be written to {str(place.parent)!r}: the disk is full"
                    ) from error
                said = _first_line(error).replace(str(draft), str(place))
                raise Unavailable(f"the corpus cannot be written: {said}") from error
            except OSError as error:
                draft.unlink(missing_ok=True)
                raise Unavailable(f"the corpus cannot be written to {str(place.parent)!r}: {error.strerror}") from error
            finally:
                draft.with_name(f"{draft.name}.wal").unlink(missing_ok=True)
            if old is not None:
                old.unlink(missing_ok=True)  # whoever is reading it goes on
        return imported

    def counts(self, tenant: TenantId) -> Mapping[str, int]:
        """How many documents each table holds."""
        place = self._place(tenant)
        if not place.exists():
            return dict.fromkeys(TABLES, 0)
        return ask_current(place, _counted)

    def _place(self, tenant: TenantId) -> Path:
        return corpus_file(self._folder, self._name(tenant))

    @contextmanager
    def _alone(self, place: Path) -> Iterator[None]:
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = place.with_suffix(".lock").open("a")
        except OSError as error:
            raise Unavailable(f"the corpus folder {str(place.parent)!r} cannot be written: {error.strerror}") from error
        with handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise StorageBusy("another import into this corpus is running: wait for it, then try again") from error
            yield


def _write(place: Path, table: str, documents: Sequence[Mapping[str, Any]]) -> Imported:
    latest = {str(document["doc_id"]): document for document in documents}
    with duckdb.connect(str(place), config={"autoinstall_known_extensions": "false"}) as connection:
        connection.execute("BEGIN")
        for name, columns in TABLES.items():
            defined = [f"{column} {_SQL_TYPES[kind]}" for column, kind in columns.items()]
            defined += [f"{column}{FOLDED} VARCHAR" for column, kind in columns.items() if kind is ColumnKind.TEXT]
            connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({', '.join(defined)})")
        removed = connection.execute(
            f"DELETE FROM {table} WHERE doc_id IN (SELECT unnest(?::VARCHAR[]))",  # noqa: S608 (our own name)
            [list(latest)],
        ).fetchone()
        _insert(connection, table, list(latest.values()))
        connection.execute("COMMIT")
        connection.execute("CHECKPOINT")
    replaced = int(removed[0]) if removed else 0
    return Imported(added=len(latest) - replaced, replaced=replaced)


def _insert(connection: duckdb.DuckDBPyConnection, table: str, documents: Sequence[Mapping[str, Any]]) -> None:
    columns = TABLES[table]
    lists = ", ".join(f"unnest(?::{_SQL_TYPES[kind]}[]) AS {name}" for name, kind in columns.items())
    copies = "".join(
        f", strip_accents(lower({name})) AS {name}{FOLDED}" for name, kind in columns.items() if kind is ColumnKind.TEXT
    )
    for start in range(0, len(documents), 5_000):
        part = documents[start : start + 5_000]
        connection.execute(
            f"INSERT INTO {table} BY NAME SELECT *{copies} FROM (SELECT {lists})",  # noqa: S608 (our own names)
            [[document.get(name) for document in part] for name in columns],
        )


def _counted(file: Path) -> dict[str, int]:
    try:
        with duckdb.connect(str(file), read_only=True) as connection:
            return {table: _count(connection, table) for table in TABLES}
    except duckdb.Error as error:
        raise Unopened(_first_line(error)) from error


def _count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    [count] = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or [0]  # noqa: S608 (our own names)
    return int(count)


def _first_line(error: Exception) -> str:
    with suppress(IndexError):
        return str(error).splitlines()[0].rstrip(". ")[:300]
    return type(error).__name__
