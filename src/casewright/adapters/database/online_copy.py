"""A SQLite file as it is at one moment, copied while others write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from casewright.adapters.database.translate import translated
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def copy_whole(source: Path, target: Path, *, busy_timeout: float) -> None:
    """Copy the database with SQLite's own online backup, then read the copy for damage.

    It is read in one step, under a read transaction: writers go on meanwhile, and nothing of theirs is half in it.
    ``target`` must not be there; only its owner may read it. Raises ``IntegrityError`` for a damaged one,
    ``StorageFull`` or ``Unavailable``.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with translated(str(source)):
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=busy_timeout)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        said = integrity_of(target)
    if said is not None:
        raise IntegrityError(f"The database {str(source)!r} is damaged: {said}. An earlier backup may be whole.")


def integrity_of(path: Path) -> str | None:
    """The first thing that is wrong with the file, as SQLite says it; None where nothing is."""
    with translated(str(path)), closing(sqlite3.connect(path)) as connection:
        said = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    return None if said == "ok" else said


def revision_in(path: Path) -> str | None:
    """The revision of the schema that the file has; None where it has none."""
    found = _asked(path, "SELECT version_num FROM alembic_version")
    return str(found[0][0]) if found else None


def heads_in(path: Path) -> Mapping[str, tuple[int, str]]:
    """How far the audit's chains have come, by tenant: count and hash."""
    rows = _asked(path, "SELECT tenant_id, count, lower(hex(hash)) FROM audit_heads")
    return {str(tenant): (int(str(count)), str(head)) for tenant, count, head in rows}


def originals_in(path: Path) -> set[tuple[str, str]]:
    """The originals that the documents of matters and deals have: tenant and blob. Those of cases are in the vault."""
    query = (
        "SELECT tenant_id, blob FROM documents WHERE NOT EXISTS (SELECT 1 FROM cases WHERE cases.tenant_id = "
        "documents.tenant_id AND cases.id = documents.matter_id)"
    )
    return {(str(tenant), str(blob)) for tenant, blob in _asked(path, query)}


def _asked(path: Path, query: str) -> list[tuple[object, ...]]:
    """The rows; none where the schema has no such table yet."""
    with translated(str(path)), closing(sqlite3.connect(path)) as connection:
        try:
            return list(connection.execute(query))
        except sqlite3.OperationalError:
            return []
