"""``search_evidence`` through the whole door over many items: generated chunks, and excerpts that claims rest on.

The chunks, their vectors and the questions are those of ``benchmarks.search``. Every claim rests on five excerpts, each
a part of a chunk; half of the documents are described.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import calibration
from benchmarks.calls import answer
from benchmarks.search import fill, questions
from casewright.adapters.database.claims import SqlClaims
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.evidence_sources import SqlSources
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.claims import Basis, Claim, ClaimAction, ClaimClass, ClaimType, Materiality, Standing, Verdict
from casewright.domain.evidence import (
    Corroboration,
    Evidence,
    Grade,
    Sanad,
    SourceSpan,
    SourceType,
    VerificationStatus,
)
from casewright.domain.ids import ActorId, ClaimId, DocumentId, EvidenceId, MatterId
from casewright.domain.sources import DocumentSource
from casewright.evidence.sources import SOURCE_GRADE

if TYPE_CHECKING:
    from collections.abc import Sequence

ITEMS, REGISTERED = 50_000, 10_000
_A_CLAIM = 5
"""Excerpts that one claim rests on."""
_BENCH = ActorId("bench")
_THEN = datetime(2025, 1, 1, tzinfo=UTC)
_STANDING = Standing(Grade.C, Verdict.UNVERIFIED, ClaimAction.REQUEST_DATA, Corroboration.NONE, ())
_FILTERS: dict[str, dict[str, object]] = {
    "no filter": {},
    "claim_class FINANCIAL": {"claim_class": "FINANCIAL"},
    "min_grade B": {"min_grade": "B"},
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long a search takes, without a filter and with each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=ITEMS, help="chunks and registered excerpts together")
    parser.add_argument("--registered", type=int, default=REGISTERED, help="registered excerpts among them")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--home", type=Path, help="a folder to keep what is generated in, used again if there")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    items, registered, rounds = (2_000, 500, 5) if given.quick else (given.items, given.registered, given.rounds)
    print(f"calibration {calibration.seconds() * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as scratch:
        home = given.home or Path(scratch) / "home"
        with Casewright.open(home) as casewright:
            deals = answer(casewright, "list_matters")["matters"]
            made = deals or [answer(casewright, "create_matter", {"title": "bench", "kind": "deal"})]
            deal = made[0]["matter_id"]
        if not deals:
            started = perf_counter()
            fill(home / "casewright.db", MatterId(deal), items - registered)
            _register(home / "casewright.db", MatterId(deal), registered)
            print(f"{items - registered:,} chunks and {registered:,} excerpts made in {perf_counter() - started:.1f} s")
        with Casewright.open(home) as casewright:
            for name, filters in _FILTERS.items():
                _measure(casewright, deal, rounds, name, filters)
    return 0


def _measure(casewright: Casewright, deal: str, rounds: int, name: str, filters: dict[str, object]) -> None:
    asked = questions(np.random.default_rng(8))
    answer(casewright, "search_evidence", {"deal_id": deal, "query": next(asked), **filters})
    taken, processor, found = [], [], 0
    for _ in range(rounds):
        arguments = {"deal_id": deal, "query": next(asked), **filters}
        started, busy = perf_counter(), process_time()
        found += len(answer(casewright, "search_evidence", arguments)["results"])
        taken.append(perf_counter() - started)
        processor.append(process_time() - busy)
    assert found, "the searches found nothing"
    milliseconds = np.sort(np.array(taken)) * 1000
    print(
        f"search_evidence, {name}: p50 {np.median(milliseconds):.0f} ms, p95 {milliseconds[int(0.95 * rounds)]:.0f} ms "
        f"(p50 of processor time {median(processor) * 1000:.0f} ms), {found / rounds:.1f} results a search"
    )


def _register(path: Path, deal: MatterId, count: int) -> None:
    """Excerpts at random places of chunks, and the claims that rest on them, by the stores themselves."""
    rng = np.random.default_rng(9)
    database = open_database(path)
    documents, claims, sources = SqlDocuments(database), SqlClaims(database), SqlSources(database)
    names = [one.id for one in documents.of_matter(LOCAL_TENANT, deal)]
    kinds = list(SourceType)
    described = {name: kinds[int(rng.integers(len(kinds)))] for name in names[::2]}
    for name, kind in described.items():
        sources.put(DocumentSource(LOCAL_TENANT, deal, name, kind, None, None, None, _BENCH, _THEN))
    columns = {one.document: one for one in documents.chunks(LOCAL_TENANT, names)}
    texts = documents.texts(LOCAL_TENANT, names)
    evidence = []
    for number in range(count):
        name = names[int(rng.integers(len(names)))]
        at = int(rng.integers(len(columns[name].start)))
        start = int(columns[name].start[at]) + int(rng.integers(40))
        evidence.append(_item(number, deal, name, start, texts[name], described.get(name, SourceType.UNKNOWN)))
    classes = list(ClaimClass)
    groups = [evidence[at : at + _A_CLAIM] for at in range(0, count, _A_CLAIM)]
    claims.add([_claim(at, deal, group, classes[at % len(classes)]) for at, group in enumerate(groups)], evidence)
    database.close()


def _item(number: int, deal: MatterId, document: DocumentId, start: int, text: str, kind: SourceType) -> Evidence:
    span = SourceSpan(document, start, start + 60)
    return Evidence(
        id=EvidenceId(f"evidence {number}"),
        tenant=LOCAL_TENANT,
        deal=deal,
        span=span,
        excerpt=text[span.start : span.end],
        source_type=kind,
        source_grade=SOURCE_GRADE[kind],
        source_system="data room",
        upstream_origin=None,
        artefact=document,
        status=VerificationStatus.UNVERIFIED,
        source_date=None,
        retrieved_at=_THEN,
    )


def _claim(number: int, deal: MatterId, group: Sequence[Evidence], claim_class: ClaimClass) -> Claim:
    return Claim(
        id=ClaimId(f"claim {number}"),
        tenant=LOCAL_TENANT,
        deal=deal,
        text=f"Claim {number}",
        claim_class=claim_class,
        claim_type=ClaimType.PRIMARY,
        materiality=Materiality.MEDIUM,
        value=None,
        metric=None,
        entity=None,
        period=None,
        basis=Basis.ACTUAL,
        subjective=False,
        confidence=1.0,
        verified_by=None,
        span=group[0].span,
        source_calc=None,
        derived_from=(),
        sanad=Sanad((), tuple(item.id for item in group)),
        standing=_STANDING,
        notes=(),
        made_by=_BENCH,
        made_at=_THEN,
    )


if __name__ == "__main__":
    sys.exit(main())
