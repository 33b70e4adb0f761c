"""A hybrid search through the whole door over many generated chunks, and where its time goes.

The chunks' vectors are means of those of the sample matter's clauses: to make their own takes the encoder minutes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np

from benchmarks import calibration
from benchmarks.calls import answer
from benchmarks.matter import RecombinedScorer
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.feature_store import SqlFeatureStore
from casewright.adapters.database.score_cache import SqlScoreCache
from casewright.adapters.database.word_store import SqlWordStore
from casewright.adapters.scoring.cached_scores import CachedScores
from casewright.adapters.search.word_shares import WordShares
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.documents import Chunk, Document, DocumentStatus, Reading
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

CHUNKS, A_DOCUMENT = 100_000, 100
_WORDS, _LENGTH, _SEED = 30_000, 80, 7
_PER_CENT = 1.05
"""The exponent of Zipf's law that the generated words follow."""

_OF_CONTRACTS = """
agreement party shall notice termination liability indemnify confidential payment fees delivery license breach
days written law court damages insurance assignment warranty renewal period customer supplier services product
"""
_LEGAL = _OF_CONTRACTS.split()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long a search takes, by the question's words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=CHUNKS)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--home", type=Path, help="a folder to keep the generated documents in, used again if there")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    chunks, rounds = (2_000, 5) if given.quick else (given.chunks, given.rounds)
    print(f"calibration {calibration.seconds() * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as scratch:
        home = given.home or Path(scratch) / "home"
        with Casewright.open(home) as casewright:
            matters = answer(casewright, "list_matters")["matters"]
            there = bool(matters)
            matter = (matters[0] if there else answer(casewright, "create_matter", {"title": "bench"}))["matter_id"]
        if not there:
            started = perf_counter()
            fill(home / "casewright.db", MatterId(matter), chunks)
            print(f"{chunks:,} chunks generated, stored and indexed in {perf_counter() - started:.1f} s")
        with Casewright.open(home) as casewright:
            _measure(casewright, matter, rounds)
    return 0


def questions(rng: np.random.Generator) -> Iterator[str]:
    """Questions of two to six words, common and rare ones mixed."""
    while True:
        common = rng.choice(_LEGAL, size=rng.integers(1, 4), replace=False).tolist()
        rare = [_word(number) for number in rng.integers(30, _WORDS, size=rng.integers(1, 4))]
        yield " ".join([*common, *rare])


def _measure(casewright: Casewright, matter: str, rounds: int) -> None:
    rng = np.random.default_rng(_SEED + 1)
    asked = questions(rng)
    answer(casewright, "isaacus_search", {"matter_id": matter, "query": next(asked), "threshold": 0.0})
    taken, floor, processor = [], [], []
    for _ in range(rounds):
        query = next(asked)
        started, busy = perf_counter(), process_time()
        found = answer(casewright, "isaacus_search", {"matter_id": matter, "query": query, "threshold": 0.1})
        taken.append(perf_counter() - started)
        processor.append(process_time() - busy)
        started = perf_counter()
        answer(casewright, "list_saved_queries")
        floor.append(perf_counter() - started)
    assert found["reranked"], "the last search found nothing"
    milliseconds = np.sort(np.array(taken)) * 1000
    print(
        f"search: p50 {np.median(milliseconds):.0f} ms, p95 {milliseconds[int(0.95 * rounds)]:.0f} ms "
        f"(p50 of processor time {median(processor) * 1000:.0f} ms), "
        f"of which a recorded call with nothing to do takes {median(floor) * 1000:.0f} ms"
    )


def fill(path: Path, matter: MatterId, chunks: int) -> None:
    """Documents of generated text, by the stores themselves: what is measured is the search."""
    rng = np.random.default_rng(_SEED)
    shares = 1 / np.arange(1, _WORDS + 1) ** _PER_CENT
    shares /= shares.sum()
    vocabulary = np.array([_word(number) for number in range(_WORDS)])
    database = open_database(path)
    documents, words = SqlDocuments(database), WordShares(SqlWordStore(database))
    scorer = RecombinedScorer.from_folder()
    kept = CachedScores(scorer, SqlScoreCache(database), SqlFeatureStore(database))
    for number in range(chunks // A_DOCUMENT):
        drawn = vocabulary[rng.choice(_WORDS, size=(A_DOCUMENT, _LENGTH), p=shares)]
        texts = [" ".join(row) for row in drawn]
        document, reading = document_of(matter, number, texts)
        documents.add(document, reading, identity=document.id)
        words.prepare(LOCAL_TENANT, document.id, texts)
        numbers = documents.chunks(LOCAL_TENANT, [document.id])[0].content
        kept.prepare(LOCAL_TENANT, numbers, partial(_at, texts))
    database.close()


def _at(texts: Sequence[str], rows: NDArray[np.int64]) -> list[str]:
    return [texts[row] for row in rows.tolist()]


def document_of(matter: MatterId, number: int, texts: list[str]) -> tuple[Document, Reading]:
    """A document with these chunks, that number, and its reading."""
    chunks, start = [], 0
    for index, text in enumerate(texts):
        digest = sha256(text.encode()).hexdigest()
        chunks.append(Chunk(index, start, start + len(text), digest, (str(index // 5 + 1), str(index + 1))))
        start += len(text) + 1
    whole = "\n".join(texts)
    document = Document(
        id=DocumentId(str(UUID(int=number + 1))),
        tenant=LOCAL_TENANT,
        matter=matter,
        filename=f"{number:05d}.txt",
        media_type="text/plain",
        size=len(whole),
        blob=BlobId("0" * 64),
        status=DocumentStatus.READY,
        error=None,
        characters=len(whole),
        chunk_count=len(texts),
        uploaded_by=ActorId("bench"),
        uploaded_at=datetime(2025, 1, 1, tzinfo=UTC),
    )
    return document, Reading("text/plain", whole, tuple(chunks))


def _word(number: int) -> str:
    """The word of this rank: the commonest are of contracts, the others made up."""
    if number < 2 * len(_LEGAL) and number % 2:
        return _LEGAL[number // 2]
    letters = "bcdfghklmnprstvz"
    made = ""
    left = number + 17
    while left:
        left, digit = divmod(left, len(letters))
        made += letters[digit] + "aeiou"[digit % 5]
    return made


if __name__ == "__main__":
    sys.exit(main())
