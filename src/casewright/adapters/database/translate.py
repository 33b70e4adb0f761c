"""What a database driver's failure means to us."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from casewright.errors import CasewrightError, IntegrityError, StorageAway, StorageBusy, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

_SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_TOOBIG}
"""A write beyond a file size limit or a quota is reported as a failed write, not as a full disk."""
_SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_SQLITE_SHUT = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}

_POSTGRESQL_FULL = {"53100"}  # disk_full
_POSTGRESQL_BUSY = {
    "55P03",  # lock_not_available
    "55006",  # object_in_use
    "40001",  # serialization_failure
    "40P01",  # deadlock_detected
    "57014",  # query_canceled: statement_timeout
}
_POSTGRESQL_AWAY = ("08", "57P")  # connection exceptions; shutdown, crash, and starting up
_POSTGRESQL_FORBIDDEN = "42501"  # insufficient_privilege: of a role's grants, or of a row's policy
_CONNECTING = ("OperationalError", "ConnectionTimeout")
"""What psycopg raises, without a state, where it cannot connect, or no more; what it says then names the server."""
_POSTGRESQL_DAMAGED = {"XX001", "XX002"}  # data_corrupted, index_corrupted


def told_whole(error: StorageAway) -> StorageAway:
    """The same with what the driver said, for whoever opens the database and has to mend its address."""
    cause = error.__cause__
    said = getattr(cause, "orig", None) or cause
    return error if said is None else StorageAway(f"{str(error).removesuffix('.')} ({_first_line(said)}).")


def told_name(path: str | Path) -> str:
    """How messages call a database's file: by its own name. They go to clients, who need not know where it stands."""
    return Path(path).absolute().name or str(path)


@contextmanager
def translated(database: str) -> Iterator[None]:
    """Whatever SQLAlchemy or a driver raises inside comes out as an error of ours, its cause kept."""
    try:
        yield
    except DBAPIError as error:
        raise meaning(error.orig or error, database) from error
    except PoolTimeout as error:
        raise StorageBusy(f"All connections to the database {database} are in use: try again.") from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise meaning(error, database) from error
    except Exception as error:
        # psycopg, which need not be installed, is known by what its errors carry.
        if not hasattr(error, "sqlstate"):
            raise
        raise meaning(error, database) from error


def meaning(error: BaseException, database: str) -> CasewrightError:
    """The error of ours that says what to do about a driver's; ``database`` is how messages call it."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error, database)
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _of_postgresql(error, state, database)
    if hasattr(error, "sqlstate") and type(error).__name__ in _CONNECTING:
        return _away(database)
    return _unavailable(error, database)


def _of_sqlite(error: sqlite3.Error, database: str) -> CasewrightError:
    code = getattr(error, "sqlite_errorcode", None) or 0
    codes = {code, code & 0xFF}
    if codes & _SQLITE_FULL:
        return _full(database)
    if codes & _SQLITE_BUSY:
        return _busy(database)
    if codes & _SQLITE_DAMAGED:
        return IntegrityError(f"The file {database} is damaged or not a database: restore it from a backup. ({error})")
    if codes & _SQLITE_SHUT:
        return Unavailable(
            f"The database {database} cannot be opened for writing: check that its folder exists and is yours. "
            f"({error})"
        )
    return _unavailable(error, database)


def _of_postgresql(error: BaseException, state: str, database: str) -> CasewrightError:
    if state in _POSTGRESQL_FULL:
        return _full(database)
    if state.startswith(_POSTGRESQL_AWAY):
        return _away(database)
    if state in _POSTGRESQL_BUSY:
        return _busy(database)
    if state == _POSTGRESQL_FORBIDDEN and "row-level security" in str(error):
        return Unavailable(
            f"The database {database} keeps a row out that is not of the tenant who is worked for: this is a fault of "
            f"Casewright, please report it ({_first_line(error)})"
        )
    if state == _POSTGRESQL_FORBIDDEN:
        return Unavailable(
            f"The database {database} does not let this role do that ({_first_line(error)}): "
            "'casewright database migrate' grants what it needs (docs/postgresql.md)"
        )
    if state in _POSTGRESQL_DAMAGED:
        return IntegrityError(f"The database {database} is damaged: restore it from a backup. ({_first_line(error)})")
    return _unavailable(error, database)


def _full(database: str) -> StorageFull:
    return StorageFull(f"There is no room left for the database {database}: free some space and try again.")


def _away(database: str) -> StorageAway:
    """Nothing of where it is: that is no client's to know."""
    return StorageAway(f"The database {database} does not answer: try again in a moment.")


def _busy(database: str) -> StorageBusy:
    return StorageBusy(f"Another process is writing to the database {database}: wait for it to end and try again.")


def _unavailable(error: BaseException, database: str) -> Unavailable:
    return Unavailable(f"The database {database} cannot be used: {type(error).__name__}: {_first_line(error)}")


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]
