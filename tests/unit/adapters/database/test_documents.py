"""Documents in a database, on full disks and over many tenants."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sqlalchemy import event, func, select, text

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.feature_store import SqlFeatureStore
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.schema import load_schema
from casewright.adapters.database.score_cache import PAGE_BYTES, SqlScoreCache
from casewright.adapters.database.tables import documents
from casewright.errors import StorageFull
from casewright.tools.ports.scoring import PAGE, FeatureRun
from tests.audit_events import event as audit_event
from tests.shelf import OURS, Shelf
from tests.unit.adapters.database.children import start

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

LARGE = "x" * 400_000


def shelf_in(database: Database) -> Shelf:
    return Shelf(SqlDocuments(database), SqlMatters(database))


def counts(database: Database) -> dict[str, int]:
    """Rows of every table that a document touches."""
    tables = (documents.documents, documents.document_texts, documents.chunk_contents, documents.chunk_counters)
    with database.read() as connection:
        return {each.name: connection.execute(select(func.count()).select_from(each)).scalar_one() for each in tables}


@pytest.mark.requirement("storage-disk-full")
def test_full_disk_leaves_nothing_half_written(
    new_address: Callable[[str], str], opened: Callable[..., Database]
) -> None:
    """A document that does not fit any more leaves no row behind, and one that fits is taken afterwards."""
    address = new_address("sqlite")
    with opened(address).read() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    database = opened(address, max_page_count=pages + 20)
    shelf = shelf_in(database)
    shelf.add("small", identity="small")
    before = counts(database)

    with pytest.raises(StorageFull, match="free some space"):
        shelf.add("a new text", LARGE, identity="large")

    assert counts(database) == before
    assert shelf.add("another small", identity="another").filename == "a.txt"
    with database.read() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"


@pytest.mark.requirement("storage-disk-full")
def test_file_size_limit_is_a_full_disk(new_address: Callable[[str], str]) -> None:
    """A process that may not make its files larger is told that the storage is full, and nothing is half-written."""
    address = new_address("sqlite")

    child = start("add", address, "600000")
    output, errors = child.communicate(timeout=60)

    assert (child.returncode, output) == (0, "StorageFull\n"), errors
    with closing(open_database(address)) as database:
        assert counts(database) == {"documents": 1, "document_texts": 1, "chunk_contents": 1, "chunk_counters": 1}


@pytest.mark.requirement("storage-tenants")
def test_every_statement_names_the_tenant(database: Database) -> None:
    """Whatever the adapters read or write, the statement says whose it is."""
    statements: list[str] = []
    engine = database._engine

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    shelf = shelf_in(database)
    added = shelf.add("a", "b")
    shelf.documents.find(OURS, shelf.matter, ["x"])
    shelf.documents.of_matter(OURS, shelf.matter)
    shelf.documents.text(OURS, added.id)
    shelf.documents.chunks(OURS, [added.id])
    SqlMatters(database).all(OURS)
    features = SqlFeatureStore(database)
    features.add(OURS, "m", [FeatureRun(0, 1, b"x")])
    features.runs(OURS, "m", 0, 10)
    cache = SqlScoreCache(database, megabytes=PAGE_BYTES / 1e6)
    for statement in ("a", "b", "a"):
        cache.merge(OURS, "m", statement, {0: np.zeros(PAGE, np.float32)})
        cache.load(OURS, "m", statement, [0])
    log = SqlAuditLog(database, durability="each")
    log.submit(audit_event())
    list(log.records(OURS))
    event.remove(engine, "before_cursor_execute", note)

    ours = [each for each in statements if re.search(rf"\b({'|'.join(load_schema().tables)})\b", each)]
    assert len(ours) > 30
    for each in ours:
        inserted, _, _ = each.partition("VALUES")
        _, _, condition = each.partition("WHERE")
        assert "tenant_id" in (inserted if each.startswith("INSERT") else condition), each


def test_chunk_rows_are_one_a_document(database: Database) -> None:
    """A document of many chunks is one row of columns, not one row a chunk (ADR 0001)."""
    shelf = shelf_in(database)

    shelf.add(*(str(place) for place in range(300)))

    assert counts(database)["document_texts"] == 1
    with database.read() as connection:
        [packed] = connection.execute(select(documents.document_texts.c.chunks)).scalars()
    assert len(packed) == 300 * 6 * 4
