"""No driver's exception escapes, and each says what to do next."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, InvalidRequestError, ResourceClosedError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from casewright.adapters.database.translate import meaning, told_whole, translated
from casewright.errors import (
    CasewrightError,
    IntegrityError,
    NotFound,
    StorageAway,
    StorageBusy,
    StorageFull,
    Unavailable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def subclasses(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    yield kind
    for each in kind.__subclasses__():
        yield from subclasses(each)


def named(error: sqlite3.Error, name: str) -> sqlite3.Error:
    """The error as the driver makes it for that result code."""
    error.sqlite_errorcode = getattr(sqlite3, name)
    error.sqlite_errorname = name
    return error


_FAMILIES = ("BUSY", "CANTOPEN", "CONSTRAINT", "CORRUPT", "ERROR", "FULL", "IOERR", "LOCKED", "NOMEM", "NOTADB", "PERM")
SQLITE_CODES = [name for name in dir(sqlite3) if name.startswith(tuple(f"SQLITE_{family}" for family in _FAMILIES))]
# SQLAlchemy wraps what a driver raises while a statement runs; what it raises elsewhere comes as it is.
DRIVER_ERRORS = [*subclasses(sqlite3.Error), *subclasses(psycopg.Error)]


@pytest.mark.requirement("storage-driver-errors")
@pytest.mark.parametrize("kind", DRIVER_ERRORS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
@pytest.mark.parametrize("wrapped", [True, False])
def test_every_exception_of_a_driver_becomes_one_of_ours(kind: type[Exception], wrapped: bool) -> None:
    """Each class of both drivers, wrapped or not, comes out as an error of ours that keeps its cause."""
    cause = kind("what the driver says\nwith details")
    raised = DBAPIError("SELECT secret", {}, cause) if wrapped else cause

    with pytest.raises((Unavailable, IntegrityError)) as told, translated("cases.db"):
        raise raised

    assert told.value.__cause__ is raised
    assert "cases.db" in str(told.value)
    assert "\n" not in str(told.value)
    assert "secret" not in str(told.value)


@pytest.mark.requirement("storage-driver-errors")
@pytest.mark.parametrize("name", SQLITE_CODES)
def test_every_sqlite_code_becomes_an_error_of_ours(name: str) -> None:
    """Every result code that a full, locked, damaged or unreachable file gives is known."""
    assert isinstance(meaning(named(sqlite3.OperationalError("x"), name), "cases.db"), CasewrightError)


@pytest.mark.requirement("storage-driver-errors")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SQLITE_FULL", StorageFull),
        ("SQLITE_IOERR_WRITE", StorageFull),
        ("SQLITE_BUSY", StorageBusy),
        ("SQLITE_BUSY_SNAPSHOT", StorageBusy),
        ("SQLITE_LOCKED", StorageBusy),
        ("SQLITE_CORRUPT", IntegrityError),
        ("SQLITE_CORRUPT_INDEX", IntegrityError),
        ("SQLITE_NOTADB", IntegrityError),
        ("SQLITE_CANTOPEN_ISDIR", Unavailable),
        ("SQLITE_READONLY_DIRECTORY", Unavailable),
        ("SQLITE_IOERR_READ", Unavailable),
        ("SQLITE_CONSTRAINT_UNIQUE", Unavailable),
    ],
)
def test_sqlite_code_says_what_to_do(name: str, expected: type[CasewrightError]) -> None:
    """Full, busy and damaged are told apart; the rest is unavailable."""
    assert type(meaning(named(sqlite3.OperationalError("x"), name), "cases.db")) is expected


@pytest.mark.requirement("storage-driver-errors")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (psycopg.errors.DiskFull, StorageFull),
        (psycopg.errors.LockNotAvailable, StorageBusy),
        (psycopg.errors.DeadlockDetected, StorageBusy),
        (psycopg.errors.SerializationFailure, StorageBusy),
        (psycopg.errors.QueryCanceled, StorageBusy),
        (psycopg.errors.DataCorrupted, IntegrityError),
        (psycopg.errors.IndexCorrupted, IntegrityError),
        (psycopg.errors.AdminShutdown, StorageAway),
        (psycopg.errors.TooManyConnections, Unavailable),
        (psycopg.errors.InvalidPassword, Unavailable),
        (psycopg.errors.UniqueViolation, Unavailable),
        (psycopg.OperationalError, StorageAway),
    ],
)
def test_postgresql_state_says_what_to_do(kind: type[psycopg.Error], expected: type[CasewrightError]) -> None:
    """Full, busy and damaged are told apart; the rest is unavailable."""
    assert type(meaning(kind("x"), "cases")) is expected


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (PoolTimeout("QueuePool limit"), StorageBusy),
        (ResourceClosedError("closed"), Unavailable),
        (InvalidRequestError("x"), Unavailable),
    ],
)
def test_library_error_is_unavailable(raised: Exception, expected: type[CasewrightError]) -> None:
    """What SQLAlchemy raises itself is translated too."""
    with pytest.raises(expected) as told, translated("cases.db"):
        raise raised

    assert told.value.__cause__ is raised


@pytest.mark.parametrize("raised", [NotFound("x"), ValueError("x"), KeyboardInterrupt()])
def test_other_errors_pass(raised: BaseException) -> None:
    """Errors that no driver raised are left alone."""
    with pytest.raises(type(raised)) as told, translated("cases.db"):
        raise raised

    assert told.value is raised


@pytest.mark.parametrize("state", [None, "08006", "57P01", "57P03"])
def test_a_database_that_is_away_is_told_without_its_place(state: str | None) -> None:
    """Whoever calls hears that it does not answer; whoever opens it, what the driver said of its address."""
    cause = psycopg.OperationalError('connection to server on socket "/run/x/.s.PGSQL.5432" failed\nIs it running?')
    cause.__dict__["sqlstate"] = state
    with pytest.raises(StorageAway, match=r"^The database cases does not answer") as told, translated("cases"):
        raise DBAPIError("SELECT 1", {}, cause)
    assert str(told.value).endswith("answer: try again in a moment.")
    whole = str(told_whole(told.value))
    assert whole.endswith('in a moment (connection to server on socket "/run/x/.s.PGSQL.5432" failed).')
