"""The corpus on this machine: whole imports, locked connections, readers that never wait."""

from __future__ import annotations

import fcntl
from threading import Thread
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from casewright.adapters.corpora.duckdb_corpus import DuckdbCorpus
from casewright.adapters.corpora.duckdb_imports import DuckdbImports
from casewright.adapters.corpora.worker import opened
from casewright.casework.research_sql import guard
from casewright.casework.research_tables import TABLES
from casewright.domain.ids import TenantId
from casewright.errors import IntegrityError, StorageBusy, ToolFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TENANT, OTHER = TenantId("t"), TenantId("other")


def act(name: str, **given: Any) -> dict[str, Any]:
    """A row of the table of acts."""
    return {**dict.fromkeys(TABLES["legislatie"]), "doc_id": name, "title": name, "full_text": "x", **given}


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[DuckdbCorpus]:
    """An empty corpus."""
    made = DuckdbCorpus(tmp_path, folder_name=str, timeout=60.0)
    yield made
    made.close()


@pytest.fixture
def imports(tmp_path: Path) -> DuckdbImports:
    """What fills it."""
    return DuckdbImports(tmp_path, folder_name=str)


def ask(corpus: DuckdbCorpus, query: str, tenant: TenantId = TENANT) -> list[dict[str, Any]]:
    """The rows of a query."""
    return [dict(row) for row in corpus.answer(tenant, guard(query, "legislatie")).rows]


def test_the_same_id_takes_the_others_place(corpus: DuckdbCorpus, imports: DuckdbImports) -> None:
    """Counts tell what was added and what replaced; the last of two in one import stays."""
    first = imports.add(TENANT, "legislatie", [act("a"), act("b"), act("a", title="newer")])
    second = imports.add(TENANT, "legislatie", [act("b", title="newest"), act("c")])
    assert ((first.added, first.replaced), (second.added, second.replaced)) == ((2, 0), (1, 1))
    found = ask(corpus, "SELECT title FROM legislatie ORDER BY doc_id")
    assert [row["title"] for row in found] == ["newer", "newest", "c"]
    assert imports.counts(TENANT) == {"legislatie": 3, "jurisprudenta": 0}


def test_a_tenant_sees_its_own(corpus: DuckdbCorpus, imports: DuckdbImports) -> None:
    """Another tenant's corpus is another file."""
    imports.add(TENANT, "legislatie", [act("a")])
    assert ask(corpus, "SELECT title FROM legislatie", OTHER) == []
    assert imports.counts(OTHER) == {"legislatie": 0, "jurisprudenta": 0}


def test_what_answers_can_reach_nothing_else(corpus: DuckdbCorpus, imports: DuckdbImports, tmp_path: Path) -> None:
    """The connection that answers has no files, no extensions and no way to be told otherwise."""
    imports.add(TENANT, "legislatie", [act("a")])
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    connection = opened(str(tmp_path / "t.duckdb"), 2**30)
    for forbidden in (
        f"SELECT * FROM read_csv('{tmp_path}/secret.csv')",
        f"SELECT * FROM '{tmp_path}/secret.csv'",
        f"ATTACH '{tmp_path}/other.duckdb'",
        f"COPY legislatie TO '{tmp_path}/out.csv'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SET memory_limit = '100GB'",
        "DELETE FROM legislatie",
        "SELECT * FROM glob('/etc/*')",
    ):
        with pytest.raises(duckdb.Error):
            connection.execute(forbidden).fetchall()
    connection.close()
    assert not (tmp_path / "out.csv").exists()


def test_a_reader_goes_on_while_an_import_writes(corpus: DuckdbCorpus, imports: DuckdbImports) -> None:
    """Queries see the corpus as it was before an import or after it, and never fail."""
    imports.add(TENANT, "legislatie", [act(f"a{number}") for number in range(50)])
    seen: list[int] = []

    def read() -> None:
        for _ in range(40):
            [row] = ask(corpus, "SELECT COUNT(*) AS n FROM legislatie")
            seen.append(row["n"])

    readers = [Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for batch in range(5):
        imports.add(TENANT, "legislatie", [act(f"b{batch}-{number}") for number in range(50)])
    for reader in readers:
        reader.join()
    assert len(seen) == 120
    assert set(seen) <= set(range(50, 301, 50))


def test_two_imports_do_not_mix(corpus: DuckdbCorpus, imports: DuckdbImports, tmp_path: Path) -> None:
    """While another process imports, this one says so and changes nothing."""
    imports.add(TENANT, "legislatie", [act("a")])
    with (tmp_path / "t.lock").open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(StorageBusy, match="another import"):
            imports.add(TENANT, "legislatie", [act("b")])
    assert imports.counts(TENANT)["legislatie"] == 1


def test_an_import_that_fails_leaves_nothing(corpus: DuckdbCorpus, imports: DuckdbImports, tmp_path: Path) -> None:
    """Half a batch is no batch, and no draft stays behind."""
    imports.add(TENANT, "legislatie", [act("a")])
    with pytest.raises(Exception, match="."):
        imports.add(TENANT, "legislatie", [act("b"), act("c", an="not a year")])
    assert imports.counts(TENANT)["legislatie"] == 1
    names = sorted(path.name for path in tmp_path.iterdir())
    assert (len(names), names[1:]) == (3, ["t.duckdb", "t.lock"])


def test_too_much_text_at_once(corpus: DuckdbCorpus, imports: DuckdbImports) -> None:
    """An answer has a size, and says how to ask for less."""
    imports.add(TENANT, "legislatie", [act(f"a{number}", full_text="x" * 100_000) for number in range(12)])
    with pytest.raises(ToolFailed, match="leave out full_text"):
        ask(corpus, "SELECT full_text FROM legislatie")
    assert len(ask(corpus, "SELECT doc_id FROM legislatie")) == 12


def test_a_damaged_file(corpus: DuckdbCorpus, imports: DuckdbImports, tmp_path: Path) -> None:
    """What cannot be opened is named, with the remedy."""
    (tmp_path / "t.duckdb").write_bytes(b"no database" * 1000)
    with pytest.raises(IntegrityError, match="restore it"):
        ask(corpus, "SELECT title FROM legislatie")
