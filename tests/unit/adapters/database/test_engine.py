"""Opening a database, and what a transaction promises."""

from __future__ import annotations

import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.tables import audit, matters
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.matters import MatterKind
from casewright.errors import BadSettings, CasewrightError, IntegrityError, StorageBusy, Unavailable
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

OURS = TenantId("ours")


def create(database: Database, title: str) -> str:
    return (
        SqlMatters(database)
        .create(
            OURS,
            title=title,
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ActorId("ann"),
            at=START,
        )
        .number
    )


def test_sqlite_is_safe_by_its_settings(new_database: Callable[[str], Database]) -> None:
    """Write-ahead log, foreign keys and full synchronisation hold on every connection, several open at once."""
    database = new_database("sqlite")

    with database.read() as first, database.read() as second, database.write() as third:
        for connection in (first, second, third):
            settings = [
                connection.execute(text(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
            ]
            assert settings == ["wal", 1, 2, 10_000]


def test_write_is_all_or_nothing(database: Database) -> None:
    """Where anything is raised inside, nothing of the transaction is stored."""
    heads = audit.audit_heads

    def half_done() -> None:
        with database.write() as connection:
            connection.execute(heads.insert(), {"tenant_id": "ours", "count": 1, "hash": b"x"})
            raise KeyError

    with pytest.raises(KeyError):
        half_done()
    with database.read() as connection:
        assert connection.execute(heads.select()).all() == []


@pytest.mark.requirement("storage-busy")
def test_second_writer_waits_and_is_told(new_address: Callable[[str], str], opened: Callable[..., Database]) -> None:
    """While another handle writes, a writer waits its time and is then told that the storage is busy."""
    address = new_address("sqlite")
    first, second = opened(address), opened(address, busy_timeout=0.05)

    named = f"Another process is writing to the database {Path(address).name}: "
    with first.write(), pytest.raises(StorageBusy, match=f"^{re.escape(named)}"):
        create(second, "late")

    assert create(second, "later") == "M-2025-001"


@pytest.mark.postgresql
@pytest.mark.requirement("storage-busy")
def test_second_writer_of_a_row_waits_and_is_told(
    new_address: Callable[[str], str], opened: Callable[..., Database]
) -> None:
    """On PostgreSQL only writers of the same row wait for each other, as long as on SQLite."""
    address = new_address("postgresql")
    first, second = opened(address), opened(address, busy_timeout=0.05)
    create(first, "one")

    with first.write() as connection:
        connection.execute(matters.matter_numbers.update().values(last=7))
        with pytest.raises(StorageBusy, match="Another process is writing"):
            create(second, "late")

    assert create(second, "later") == "M-2025-008"


@pytest.mark.requirement("storage-busy")
def test_second_thread_waits_and_is_told(new_address: Callable[[str], str], opened: Callable[..., Database]) -> None:
    """Threads of one handle queue for SQLite's one writer, and no longer than the time-out."""
    database = opened(new_address("sqlite"), busy_timeout=0.05)
    told: list[CasewrightError] = []

    def write() -> None:
        try:
            create(database, "late")
        except StorageBusy as error:
            told.append(error)

    with database.write():
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(30)

    assert len(told) == 1
    assert create(database, "later") == "M-2025-001"


def test_reader_sees_one_moment_while_a_writer_writes(database: Database) -> None:
    """Reading waits for no writer and sees nothing that is not committed."""
    with database.write() as writer:
        writer.execute(audit.audit_heads.insert(), {"tenant_id": "ours", "count": 1, "hash": b"x"})
        with database.read() as reader:
            assert reader.execute(audit.audit_heads.select()).all() == []


@pytest.mark.requirement("storage-unusable-file")
def test_file_that_is_no_database_is_an_integrity_error(tmp_path: Path) -> None:
    """A file of other content is named and left as it is."""
    path = tmp_path / "letter.db"
    path.write_bytes(b"Dear Sirs, " * 500)

    with pytest.raises(IntegrityError, match=r"letter\.db is damaged or not a database"):
        open_database(path)

    assert path.read_bytes() == b"Dear Sirs, " * 500


@pytest.mark.requirement("storage-unusable-file")
def test_damaged_file_is_an_integrity_error(new_address: Callable[[str], str], opened: Callable[..., Database]) -> None:
    """A database whose pages were overwritten says so when they are read."""
    address = new_address("sqlite")
    with open(address, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096 * 40)

    with pytest.raises(IntegrityError, match="damaged"):
        create(opened(address), "x")


@pytest.mark.requirement("storage-unusable-file")
@pytest.mark.parametrize("place", [".", "missing/cases.db"])
def test_place_where_no_file_can_be_is_unavailable(tmp_path: Path, place: str) -> None:
    """A folder, and a file in a folder that is not there, cannot be opened, and the message says so."""
    with pytest.raises(Unavailable, match="check that its folder exists") as told:
        open_database(tmp_path / place)

    assert str(tmp_path / place) in str(told.value), "whoever opens a home is told where it was looked for"


def test_read_only_file_is_unavailable(new_address: Callable[[str], str], opened: Callable[..., Database]) -> None:
    """Where the file cannot be written the message says what to check."""
    database = opened(new_address("sqlite"))
    with database.read() as connection:
        connection.execute(text("PRAGMA query_only = ON"))

    with pytest.raises(Unavailable, match="check that its folder exists and is yours"):
        create(database, "x")


@pytest.mark.parametrize(
    "target", ["mysql://host/name", "sqlite://", ":memory:", "://nothing", "postgresql://host:port/name"]
)
def test_address_that_cannot_be_used_is_a_bad_setting(target: str) -> None:
    """An address of a kind that we don't know, or that keeps nothing, is refused with what to give instead."""
    with pytest.raises(BadSettings, match=r"address|path"):
        open_database(target)


def test_server_that_does_not_answer_is_unavailable(tmp_path: Path) -> None:
    """Without a server the message names the database, without the password."""
    with pytest.raises(Unavailable, match="cases") as told:
        open_database(f"postgresql://ann:secret@/cases?host={tmp_path}")

    assert "secret" not in str(told.value)


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "sqlite+pysqlite:///{}"])
def test_address_of_a_file_has_several_forms(new_address: Callable[[str], str], form: str) -> None:
    """A path and a SQLite URL name the same file."""
    with closing(open_database(form.format(new_address("sqlite")))) as database:
        assert database.dialect == "sqlite"
        assert database.schema_state() == "current"


@pytest.mark.postgresql
def test_address_of_a_server_has_several_forms(new_address: Callable[[str], str]) -> None:
    """``postgres://`` and ``postgresql://`` both mean psycopg 3."""
    address = new_address("postgresql").removeprefix("postgresql")

    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        with closing(open_database(scheme + address)) as database:
            assert database.dialect == "postgresql"


def test_file_is_bounded_where_asked(new_address: Callable[[str], str], opened: Callable[..., Database]) -> None:
    """``max_page_count`` holds on every connection."""
    database = opened(new_address("sqlite"), max_page_count=1_000)

    with database.read() as first, database.read() as second:
        for connection in (first, second):
            assert connection.execute(text("PRAGMA max_page_count")).scalar_one() == 1_000


def test_closed_database_leaves_one_file(tmp_path: Path) -> None:
    """After closing, the write-ahead log is folded in, and the file can be copied by itself."""
    database = open_database(tmp_path / "cases.db")
    with database.write() as connection:
        connection.execute(text("CREATE TABLE t (x)"))
    database.close()

    assert [path.name for path in tmp_path.iterdir()] == ["cases.db"]
    with closing(sqlite3.connect(tmp_path / "cases.db")) as raw:
        assert raw.execute("SELECT name FROM sqlite_schema").fetchall() == [("t",)]
