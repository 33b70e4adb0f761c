"""Queries that take more than they may: they cost a child process, never this one, and the next query is answered."""

from __future__ import annotations

import os
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlglot
from sqlglot import exp

from casewright.adapters.corpora.duckdb_corpus import DuckdbCorpus
from casewright.adapters.corpora.duckdb_imports import DuckdbImports
from casewright.casework.research_sql import ResearchQuery, guard
from casewright.casework.research_tables import TABLES
from casewright.domain.ids import TenantId
from casewright.errors import CasewrightError, ToolFailed, Unavailable
from casewright.tools.cancellation import Cancellation, current

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

TENANT = TenantId("t")
WORKER = Path(__file__).with_name("hostile_worker.py")
ACTS, LENGTH = 2_000, 30_000
MEMORY_MB = 512
ORDINARY = "SELECT doc_id FROM legislatie WHERE LOWER(full_text) LIKE '%a1999%' LIMIT 10"
JOINED = f"CONCAT({', '.join(['full_text'] * 40)})"
CHAINED = " || ".join(["full_text"] * 40)
BUILDING = [
    f"SELECT {JOINED} AS x FROM legislatie LIMIT 1",
    f"SELECT DISTINCT {JOINED} AS x FROM legislatie LIMIT 1",
    f"SELECT doc_id FROM legislatie ORDER BY {JOINED} LIMIT 1",
    f"SELECT LENGTH({CHAINED}) AS n FROM legislatie ORDER BY n LIMIT 1",
    f"SELECT COUNT(*) AS n FROM legislatie GROUP BY {CHAINED} LIMIT 1",
    f"SELECT COUNT(DISTINCT UPPER({JOINED})) AS n FROM legislatie",
    f"SELECT MAX({JOINED}) AS x FROM legislatie LIMIT 1",
    f"SELECT doc_id FROM legislatie WHERE {JOINED} LIKE '%zzz%zz%' LIMIT 1",
]
"""What the guard refuses; all but the first, which needs one row, take gigabytes where they may."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some sixty megabytes of acts."""
    place = tmp_path_factory.mktemp("corpus")
    plain = dict.fromkeys(TABLES["legislatie"])
    acts = [
        {**plain, "doc_id": f"a{n}", "full_text": f"a{n} " + f"{n:06} cuvinte " * (LENGTH // 15)} for n in range(ACTS)
    ]
    DuckdbImports(place, folder_name=str).add(TENANT, "legislatie", acts)
    return place


@pytest.fixture
def made() -> Iterator[Callable[..., DuckdbCorpus]]:
    """Makes corpora and closes them."""
    corpora: list[DuckdbCorpus] = []

    def make(place: Path, *behaviour: str, timeout: float = 60.0) -> DuckdbCorpus:
        command = (sys.executable, str(WORKER), *behaviour) if behaviour else None
        corpora.append(DuckdbCorpus(place, folder_name=str, timeout=timeout, memory_mb=MEMORY_MB, command=command))
        return corpora[-1]

    yield make
    for corpus in corpora:
        corpus.close()


def past_the_guard(query: str) -> ResearchQuery:
    """The query as if the guard knew nothing against it."""
    tree = sqlglot.parse_one(query, read="bigquery")
    assert isinstance(tree, exp.Select)
    return ResearchQuery("legislatie", tree, plain=False)


def failure(corpus: DuckdbCorpus, query: ResearchQuery) -> str:
    """What is said against the query; empty where it is answered."""
    try:
        corpus.answer(TENANT, query)
    except ToolFailed as error:
        return str(error)
    return ""


def patient(corpus: DuckdbCorpus, query: ResearchQuery) -> Sequence[Mapping[str, Any]]:
    """The rows, asked for again where a busy machine took longer over them than this corpus' short time."""
    while True:
        try:
            return corpus.answer(TENANT, query).rows
        except ToolFailed as error:
            assert "that a query may take and was ended" in str(error)  # noqa: PT017 (only this is asked again)


def peak() -> int:
    """Megabytes that this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.requirement("research-limits")
@pytest.mark.parametrize("query", BUILDING, ids=[query[:50] for query in BUILDING])
def test_text_that_is_built_is_refused_and_costs_a_child(
    folder: Path, made: Callable[..., DuckdbCorpus], query: str
) -> None:
    """The guard refuses it; past the guard it is told, and this process stays as small as it was."""
    with pytest.raises(CasewrightError, match="is the most"):
        guard(query, "legislatie")
    corpus = made(folder)
    before = peak()
    said = failure(corpus, past_the_guard(query))
    assert ("1,000,000 characters" if query == BUILDING[0] else "512 MB") in said
    assert peak() - before < 100
    assert [row["doc_id"] for row in corpus.answer(TENANT, guard(ORDINARY, "legislatie")).rows] == ["a1999"]


@pytest.mark.requirement("research-limits")
def test_what_does_not_fit_into_the_memory_is_told(folder: Path, made: Callable[..., DuckdbCorpus]) -> None:
    """The sentence names the limit, the setting and what to do; the next query runs in another process."""
    corpus = made(folder)
    with pytest.raises(ToolFailed, match=r"512 MB.*\(CASEWRIGHT_CORPUS_MEMORY_MB\): narrow the WHERE"):
        corpus.answer(TENANT, past_the_guard(f"SELECT COUNT(DISTINCT {JOINED}) AS n FROM legislatie"))
    assert len(corpus.answer(TENANT, guard(ORDINARY, "legislatie")).rows) == 1


@pytest.mark.requirement("research-limits")
def test_a_query_that_takes_too_long_is_ended(folder: Path, made: Callable[..., DuckdbCorpus]) -> None:
    """Whatever it is at, its process is ended, and the next query is answered by another one."""
    corpus = made(folder, timeout=6.0)
    endless = " CROSS JOIN ".join(f"legislatie AS t{number}" for number in range(4))
    query = past_the_guard(f"SELECT SUM(LENGTH(CONCAT(t0.doc_id, t3.doc_id))) AS n FROM {endless}")
    with pytest.raises(ToolFailed, match="more than the 6 s that a query may take and was ended: narrow the WHERE"):
        corpus.answer(TENANT, query)
    assert len(patient(corpus, guard(ORDINARY, "legislatie"))) == 1


QUERY, BAD = (guard(f"SELECT an FROM legislatie WHERE doc_id = '{name}'", "legislatie") for name in ("good", "bad"))


def pid_of(corpus: DuckdbCorpus) -> int:
    """The process that answers."""
    [row] = patient(corpus, QUERY)
    return int(row["pid"])


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.requirement("research-limits")
@pytest.mark.parametrize(
    ("behaviour", "kind", "told"),
    [
        ("die", ToolFailed, "the process that answers it died"),
        ("babble", ToolFailed, "the process that answers it died"),
        ("hang", ToolFailed, "more than the 3 s"),
        ("interrupt", KeyboardInterrupt, None),
    ],
)
def test_a_process_that_fails_is_replaced(
    folder: Path, made: Callable[..., DuckdbCorpus], behaviour: str, kind: type[BaseException], told: str | None
) -> None:
    """Also one that is interrupted: it is gone, without a trace in the table of processes."""
    corpus = made(folder, behaviour, timeout=3.0)
    before = pid_of(corpus)
    with pytest.raises(kind, match=told):
        corpus.answer(TENANT, BAD)
    assert not is_alive(before)
    assert pid_of(corpus) != before


@pytest.mark.requirement("research-limits")
def test_a_call_that_is_given_up_ends_its_process(folder: Path, made: Callable[..., DuckdbCorpus]) -> None:
    """Nobody waits for the query's time to be over: the call fails at once, and the process is gone."""
    corpus = made(folder, "hang")
    before = pid_of(corpus)
    cancellation = Cancellation()

    def ask() -> None:
        current.set(cancellation)
        corpus.answer(TENANT, BAD)

    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(ask)
        cancellation.request()
        with pytest.raises(ToolFailed, match="given up"):
            waiting.result(timeout=50)
    assert not is_alive(before)


@pytest.mark.requirement("research-limits")
def test_a_process_is_kept_and_ends_with_the_corpus(folder: Path, made: Callable[..., DuckdbCorpus]) -> None:
    """One query after the other runs in it; when the corpus is closed, it is gone, and nothing is asked any more."""
    corpus = made(folder, "die")
    before = pid_of(corpus)
    assert pid_of(corpus) == before
    corpus.close()
    assert not is_alive(before)
    with pytest.raises(Unavailable, match="the corpus was closed"):
        corpus.answer(TENANT, QUERY)
