"""The corpus on this machine: one DuckDB file a tenant, written whole, opened for reading only.

A file that is being read is never changed: an import writes a new one under a name of its own and turns the link
``<tenant>.duckdb`` to it, so that queries neither wait nor see half of it. The connection that answers queries has no
access to other files, to the network or to extensions, and cannot be configured any more (spec/casework.md,
"Research").
"""

from __future__ import annotations

import fcntl
import shutil
from contextlib import contextmanager, suppress
from math import isfinite
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import duckdb
from sqlglot import exp

from casewright.casework.research_folding import fold_text
from casewright.casework.research_tables import TABLES, ColumnKind
from casewright.errors import IntegrityError, StorageBusy, StorageFull, ToolFailed, Unavailable
from casewright.tools.ports.research import Imported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from casewright.casework.research_sql import ResearchQuery
    from casewright.domain.ids import TenantId

TIMEOUT = 20.0
"""Seconds that a query may take."""
MOST_CHARACTERS = 1_000_000
"""Characters that the rows of one answer may hold."""
_LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "memory_limit": "1GB",
    "threads": "2",
    "lock_configuration": "true",
}
_SQL_TYPES = {
    ColumnKind.TEXT: "VARCHAR",
    ColumnKind.CODE: "VARCHAR",
    ColumnKind.YEAR: "INTEGER",
    ColumnKind.DATE: "DATE",
    ColumnKind.FLAG: "BOOLEAN",
}
_FOLDED = "_folded"
_TRIES = 5


_AGAIN = 0.05
"""Seconds between two interrupts: one that comes before the query runs is lost."""


class DuckdbCorpus:
    """Fits ``tools.ports.research.LegalCorpus`` and ``CorpusImports``. For several threads and processes."""

    backend = "embedded"
    datasets: Sequence[tuple[str, ...]] = ()

    def __init__(self, folder: Path, *, folder_name: Callable[[str], str], timeout: float = TIMEOUT) -> None:
        self._folder = folder
        self._name = folder_name
        self._timeout = timeout
        self._open: dict[Path, tuple[Path, duckdb.DuckDBPyConnection]] = {}
        self._opening = Lock()

    def answer(self, tenant: TenantId, query: ResearchQuery) -> Sequence[Mapping[str, Any]]:
        """The rows; none where nothing was imported."""
        place = self._place(tenant)
        if not place.exists():
            return []
        tree = fold_text(query, column=_folded_column, computed=_computed)
        cursor = self._reading(place)
        try:
            with _stopped_after(self._timeout, cursor):
                cursor.execute(tree.sql("duckdb"))
                return _rows(cursor)
        except duckdb.InterruptException as error:
            raise ToolFailed(f"it took more than {self._timeout:.0f} s: narrow the WHERE") from error
        except duckdb.OutOfMemoryException as error:
            raise ToolFailed("it needs more memory than it may have: narrow the WHERE") from error
        except duckdb.Error as error:
            raise ToolFailed(_first_line(error)) from error
        finally:
            cursor.close()

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
        cursor = self._reading(place)
        try:
            found = {}
            for table in TABLES:
                [count] = cursor.execute(f"SELECT count(*) FROM {table}").fetchone() or [0]  # noqa: S608 (our own names)
                found[table] = int(count)
            return found
        finally:
            cursor.close()

    def close(self) -> None:
        """Let go of the files."""
        with self._opening:
            for _, connection in self._open.values():
                connection.close()
            self._open.clear()

    def _place(self, tenant: TenantId) -> Path:
        return self._folder / f"{self._name(tenant)}.duckdb"

    def _reading(self, place: Path) -> duckdb.DuckDBPyConnection:
        """A cursor of the connection to the file that the link leads to now."""
        with self._opening:
            for _ in range(_TRIES):
                target = place.resolve()
                known = self._open.get(place)
                if known is not None and known[0] == target:
                    return known[1].cursor()
                # One that was replaced is closed when the last query that uses it is done with it.
                self._open.pop(place, None)
                try:
                    connection = duckdb.connect(str(target), read_only=True, config=_LOCKED)
                except duckdb.Error as error:
                    if place.resolve() != target:
                        continue  # another process turned the link just now
                    raise IntegrityError(
                        f"the corpus {str(target)!r} cannot be opened ({_first_line(error)}): restore it from a "
                        "backup, or remove it and import again"
                    ) from error
                self._open[place] = (target, connection)
                return connection.cursor()
        raise StorageBusy("the corpus is being imported again and again: try again when that is done")

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
            defined += [f"{column}{_FOLDED} VARCHAR" for column, kind in columns.items() if kind is ColumnKind.TEXT]
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
        f", strip_accents(lower({name})) AS {name}{_FOLDED}"
        for name, kind in columns.items()
        if kind is ColumnKind.TEXT
    )
    for start in range(0, len(documents), 5_000):
        part = documents[start : start + 5_000]
        connection.execute(
            f"INSERT INTO {table} BY NAME SELECT *{copies} FROM (SELECT {lists})",  # noqa: S608 (our own names)
            [[document.get(name) for document in part] for name in columns],
        )


def _folded_column(column: exp.Column) -> exp.Expr:
    return exp.column(f"{column.name.lower()}{_FOLDED}", table=column.args.get("table"))


def _computed(text: exp.Expr) -> exp.Expr:
    return exp.func("strip_accents", exp.Lower(this=text))


def _rows(cursor: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    names = [item[0] for item in cursor.description or ()]
    rows: list[dict[str, Any]] = []
    room = MOST_CHARACTERS
    while (row := cursor.fetchone()) is not None:
        room -= sum(len(value) for value in row if isinstance(value, str))
        if room < 0:
            raise ToolFailed(
                f"the rows hold more than {MOST_CHARACTERS:,} characters: ask for fewer of them, or leave out full_text"
            )
        rows.append({name: _plain(value) for name, value in zip(names, row, strict=True)})
    return rows


def _plain(value: object) -> object:
    """A number that JSON has none for is no value: n / 0 is infinite here and an error elsewhere."""
    return None if isinstance(value, float) and not isfinite(value) else value


def _first_line(error: Exception) -> str:
    with suppress(IndexError):
        return str(error).splitlines()[0].rstrip(". ")[:300]
    return type(error).__name__


@contextmanager
def _stopped_after(seconds: float, cursor: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Within the block, what the cursor runs is interrupted once the seconds are over."""
    ended = Event()

    def interrupt() -> None:
        if ended.wait(seconds):
            return
        cursor.interrupt()
        while not ended.wait(_AGAIN):
            cursor.interrupt()

    watch = Thread(target=interrupt, name="casewright-corpus-time", daemon=True)
    watch.start()
    try:
        yield
    finally:
        ended.set()
        watch.join()
