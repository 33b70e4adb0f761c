"""What every legal corpus promises, shown on DuckDB and on BigQuery's own client over a loopback server."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.corpora.bigquery import BigqueryCorpus
from casewright.adapters.corpora.duckdb_corpus import DuckdbCorpus
from casewright.adapters.corpora.duckdb_imports import DuckdbImports
from casewright.casework.research_marks import carrying
from casewright.casework.research_sql import guard
from casewright.casework.research_tables import TABLES
from casewright.domain.ids import TenantId
from casewright.errors import ToolFailed
from tests.providers.bigquery import LoopbackBigquery

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from casewright.tools.ports.research import LegalCorpus

TENANT = TenantId("t")


def act(name: str, **given: Any) -> dict[str, Any]:
    """A row of the table of acts."""
    plain = dict.fromkeys(TABLES["legislatie"])
    return {**plain, "doc_id": name, "title": name, "full_text": "", "an": 2001, "synthetic": False, **given}


ACTS = [
    act("og-2", tip_act="ordonanță", title="Ordonanța privind contravențiile", full_text="Plângerea: Ștefan, 15 zile.",
        data_vigoare=date(2001, 9, 1)),
    act("cedila", tip_act="LEGE", title="Legea şi ţara", full_text="Şi Ţara", an=1999),
    act("exemplu", tip_act="lege", title="Exemplu", full_text="O'Brien 100% a_b", an=2020, synthetic=True),
]  # fmt: skip


@pytest.fixture(params=["duckdb", "bigquery"])
def corpus(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LegalCorpus]:
    """Each adapter in turn, over the same acts."""
    if request.param == "duckdb":
        embedded = DuckdbCorpus(tmp_path, folder_name=str)
        DuckdbImports(tmp_path, folder_name=str).add(TENANT, "legislatie", ACTS)
        yield embedded
        embedded.close()
        return
    with LoopbackBigquery() as server:
        server.add("legislatie", ACTS)
        remote = BigqueryCorpus("proiect", "date", most_bytes=10_000_000, endpoint=server.endpoint)
        yield remote
        remote.close()


@pytest.fixture
def ask(corpus: LegalCorpus) -> Callable[[str], list[dict[str, Any]]]:
    """Asks what the guard lets through."""
    return lambda query: [dict(row) for row in corpus.answer(TENANT, guard(query, "legislatie", corpus.datasets)).rows]


CASES = [
    ("SELECT doc_id FROM legislatie WHERE title LIKE '%CONTRAVENTII%'", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE LOWER(full_text) LIKE '%stefan%'", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE full_text LIKE '%Ștefan%'", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE full_text LIKE '%ŞTEFAN%'", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE title LIKE '%și țara%'", ["cedila"]),
    ("SELECT doc_id FROM legislatie WHERE title LIKE '%si tara%'", ["cedila"]),
    ("SELECT doc_id FROM legislatie WHERE UPPER(tip_act) = 'Lege' ORDER BY doc_id", ["cedila", "exemplu"]),
    ("SELECT doc_id FROM legislatie WHERE tip_act IN ('ORDONANTA', 'x')", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE STARTS_WITH(title, 'LEGEA')", ["cedila"]),
    ("SELECT doc_id FROM legislatie WHERE REGEXP_CONTAINS(full_text, r'ștefan,\\s+\\d+')", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE INSTR(full_text, 'TARA') > 0", ["cedila"]),
    ("SELECT doc_id FROM legislatie WHERE CONTAINS_SUBSTR(title, 'exemplu')", ["exemplu"]),
    ("SELECT doc_id FROM legislatie WHERE CONCAT(tip_act, ' ', title) LIKE '%lege exemplu%'", ["exemplu"]),
    ("SELECT doc_id FROM legislatie WHERE full_text LIKE '%O\\'Brien%'", ["exemplu"]),
    ("SELECT doc_id FROM legislatie WHERE NOT title LIKE '%e%'", []),
    ("SELECT doc_id FROM legislatie WHERE data_vigoare <= '2001-09-01'", ["og-2"]),
    ("SELECT doc_id FROM legislatie WHERE data_vigoare < DATE '2001-09-01'", []),
    ("SELECT doc_id FROM legislatie WHERE an BETWEEN 1990 AND 2005 ORDER BY an DESC", ["og-2", "cedila"]),
    ("SELECT doc_id FROM legislatie WHERE synthetic", ["exemplu"]),
    ("SELECT doc_id FROM legislatie WHERE data_vigoare IS NULL ORDER BY doc_id LIMIT 1 OFFSET 1", ["exemplu"]),
    ("SELECT l.doc_id FROM proiect.date.legislatie AS l WHERE l.an = 2020", ["exemplu"]),
]


@pytest.mark.requirement("research-folding")
@pytest.mark.parametrize(("query", "found"), CASES, ids=[query[40:] for query, _ in CASES])
def test_text_is_found_whatever_its_case_and_diacritics(
    corpus: LegalCorpus, ask: Callable[[str], list[dict[str, Any]]], query: str, found: list[str]
) -> None:
    """The same rows from every adapter."""
    own = query if corpus.datasets else query.replace("proiect.date.", "")
    assert [row["doc_id"] for row in ask(own)] == found


def test_values_have_their_types(ask: Callable[[str], list[dict[str, Any]]]) -> None:
    """Years are numbers, dates are dates, flags are flags, and what is missing is None."""
    [row] = ask("SELECT an, data_vigoare, synthetic, summary FROM legislatie WHERE doc_id = 'og-2'")
    assert row == {"an": 2001, "data_vigoare": date(2001, 9, 1), "synthetic": False, "summary": None}


def test_marks_are_carried(corpus: LegalCorpus) -> None:
    """A plain query can carry what its hits are marked by, under any alias of the table."""
    for query in ("SELECT title FROM legislatie", "SELECT a.title FROM legislatie AS a"):
        rows = corpus.answer(TENANT, carrying(guard(query, "legislatie"))).rows
        assert {row["casewright_synthetic"] for row in rows} == {True, False}
        assert date(2001, 9, 1) in {row["casewright_data_vigoare"] for row in rows}


def test_what_cannot_be_computed_is_told(ask: Callable[[str], list[dict[str, Any]]]) -> None:
    """A date that is none ends in our own error."""
    with pytest.raises(ToolFailed):
        ask("SELECT title FROM legislatie WHERE data_vigoare <= 'ieri'")
