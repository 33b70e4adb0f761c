"""What deals cost: 5,000 claims imported and debated, a round of a debate, and one claim changed among 100,000."""

from __future__ import annotations

import argparse
import gc
import sqlite3
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import orjson

from benchmarks import calibration
from benchmarks.debate import CALLS, Silent, merged, round_of
from benchmarks.detectors import generated_deal
from casewright.domain.debates import AgentRole
from casewright.domain.ids import DocumentId
from evals.golden.suites import deals
from evals.golden.truth import GoldenDeal
from evals.golden_room import GoldenRoom

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import EvidenceId

IMPORTED, AMONG = 5_000, 100_000
_CHANGES = 5
_GOALS = "goals: import 5 s, debate 8 s, a change 300 ms, a round 60 ms and 2 ms a call, on two idle cores"


class Spent(NamedTuple):
    """Seconds by the clock, and of all threads' processor time: on a busy machine the second says more."""

    clock: float
    busy: float

    def __str__(self) -> str:
        return f"{self.clock:.2f} s (processor time {self.busy:.2f} s)"


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="a tenth of the claims")
    options.add_argument("--claims", type=int, default=IMPORTED, help="how many claims are imported")
    options.add_argument("--only", choices=("import", "round", "change"), help="one part only")
    arguments = options.parse_args(argv)
    share = 10 if arguments.quick else 1
    print(calibration.line())
    print(_GOALS)
    parts: dict[str, Callable[[], None]] = {
        "import": lambda: _import_and_debate(arguments.claims // share),
        "round": _rounds,
        "change": lambda: _changes(AMONG // share),
    }
    for name, part in parts.items():
        if arguments.only in (None, name):
            part()
    return 0


def _import_and_debate(count: int) -> None:
    deal = written_deal(count)
    with tempfile.TemporaryDirectory() as folder, GoldenRoom(Path(folder)) as room:
        matter = room.bring_in(replace(deal, record=replace(deal.record, claims=(), evidence={})))
        rows = orjson.dumps(
            [_row(claim, deal.record.evidence[claim.sanad.evidence[0]], deal) for claim in deal.record.claims]
        )
        spent, imported = _timed(
            room.home, "import_claims", deal_id=matter, format="json", blob_id=room.home.lend(rows)
        )
        filed = imported["assessment"]["defects_filed"]
        beside = _bare_insert(Path(folder) / "bare.db", deal)
        print(
            f"{imported['imported']:,} claims imported in {spent}, {filed} defects filed; bare SQLite inserts "
            f"texts and quotes in {beside:.3f} s"
        )
        gc.collect()
        since, worked = time.perf_counter(), time.process_time()
        held: Any = room.home.debate("run_debate", {"deal_id": matter, "seed": 0})
        spent = Spent(time.perf_counter() - since, time.process_time() - worked)
        assert held.success, held.content
        result = held.structured["result"]
        print(
            f"a debate by rules over them in {spent}: {result['stop_reason']} after "
            f"{result['rounds']} rounds, {result['tool_calls']} calls"
        )


def _rounds() -> None:
    deal = merged("large", iter(deals("generated")))
    minds = {f"silent-{calls}": dict.fromkeys(AgentRole, Silent(calls)) for calls in CALLS}
    with tempfile.TemporaryDirectory() as folder, GoldenRoom(Path(folder), minds) as room:
        matter = room.bring_in(deal)
        for calls in CALLS:
            made, median, best, rounds = round_of(room.home, matter, calls)
            print(
                f"a round of minds that take no time, {made:>2} calls: median {median:.0f} ms, best {best:.0f} ms of "
                f"{rounds} rounds (goal {60 + 2 * made} ms)"
            )


def _changes(count: int) -> None:
    """One claim is changed in each way that there is, in a deal that was assessed before."""
    deal = written_deal(count)
    with tempfile.TemporaryDirectory() as folder, GoldenRoom(Path(folder)) as room:
        matter = room.bring_in(deal)
        spent, found = _timed(room.home, "assess_deal", deal_id=matter)
        print(f"{found['claims']:,} claims assessed whole in {spent}, {found['defects_filed']:,} defects filed")
        chosen = [claim for claim in deal.record.claims if not claim.derived_from][:: count // _CHANGES][:_CHANGES]
        ways: dict[str, list[Spent]] = defaultdict(list)
        for claim in chosen:
            for way, spent in _change(room.home, matter, deal, claim):
                ways[way].append(spent)
        for way, times in ways.items():
            print(
                f"  {way:<14} median {1000 * statistics.median(one.clock for one in times):.0f} ms (processor time "
                f"{1000 * statistics.median(one.busy for one in times):.0f} ms), worst "
                f"{1000 * max(one.clock for one in times):.0f} ms of {len(times)}"
            )
        print(f"  beside: bare SQLite changes and commits one row in {1000 * _bare_update(Path(folder)):.1f} ms")
        whole = _described(room.home, matter, deal, chosen[0])
        print(f"  describe_source, after which the whole deal is assessed: {whole}")


def _described(home: Casewright, matter: str, deal: GoldenDeal, claim: Claim) -> Spent:
    """What it takes to say what kind of source the claim's document is."""
    assert claim.span is not None
    said = {"document": deal.record.documents[claim.span.document], "source_type": "audited_accounts"}
    return _timed(home, "describe_source", deal_id=matter, **said)[0]


def _change(home: Casewright, matter: str, deal: GoldenDeal, claim: Claim) -> list[tuple[str, Spent]]:
    item = deal.record.evidence[claim.sanad.evidence[0]]
    row = _row(claim, item, deal)
    quote = item.excerpt.partition("; ")[0]
    said = {
        **row,
        "claim_text": f"{claim.text}, again",
        "deal_id": matter,
        "evidence": [{**row["evidence"][0], "quote": quote}],
    }
    del said["claim_id"]
    flag = {
        "claim_id": claim.id,
        "defect_type": "IMPLAUSIBILITY",
        "severity": "MAJOR",
        "description": "Nobody at the company could say from which ledger the figure was taken, nor when.",
        "evidence_refs": [f"claim:{claim.id}"],
        "cure_protocol": "HUMAN_ARBITRATION",
    }
    flagged = _timed(home, "flag_defect", **flag)
    defect = flagged[1]["defect_id"]
    return [
        ("flag_defect", flagged[0]),
        ("cure_defect", _timed(home, "cure_defect", deal_id=matter, defect_id=defect, reason="it was shown")[0]),
        ("verify_claim", _timed(home, "verify_claim", deal_id=matter, claim_id=claim.id)[0]),
        ("add_claim", _timed(home, "add_claim", **said)[0]),
    ]


def written_deal(count: int) -> GoldenDeal:
    """A deal of so many claims, each quoted from a document that holds its words: 50 claims a document."""
    record = generated_deal(count, seed=1)
    lines: dict[DocumentId, list[str]] = defaultdict(list)
    ends: Counter[DocumentId] = Counter()
    evidence = {}
    for name, item in record.evidence.items():
        assert item.span is not None
        document = _uuid(item.span.document)
        line = item.excerpt.replace("see schedule", "row")
        start = ends[document]
        lines[document].append(line)
        ends[document] += len(line) + 1
        span = replace(item.span, document=document, start=start, end=start + len(line))
        evidence[name] = replace(item, span=span, excerpt=line)
    claims = tuple(_in_documents(claim, evidence) for claim in record.claims)
    texts = {document: "\n".join(there) + "\n" for document, there in lines.items()}
    documents = {_uuid(document): name for document, name in record.documents.items()}
    whole = replace(record, claims=claims, evidence=evidence, absent=(), documents=documents)
    return GoldenDeal("written", "software", whole, texts)


def _in_documents(claim: Claim, evidence: Mapping[EvidenceId, Evidence]) -> Claim:
    """The claim with the span of its evidence, and a chain that begins in that document."""
    span = evidence[claim.sanad.evidence[0]].span
    assert span is not None
    first, *others = claim.sanad.nodes
    nodes = (replace(first, inputs=(f"document:{span.document}",)), *others)
    return replace(claim, span=span, sanad=replace(claim.sanad, nodes=nodes))


def _uuid(document: DocumentId) -> DocumentId:
    return DocumentId(str(uuid5(NAMESPACE_URL, document)))


def _row(claim: Claim, item: Evidence, deal: GoldenDeal) -> dict[str, Any]:
    value: Any = claim.value
    assert item.span is not None
    return {
        "claim_id": claim.id,
        "claim_text": claim.text,
        "claim_class": claim.claim_class.value,
        "materiality": claim.materiality.value,
        "value_struct": {"type": "monetary", "amount": str(value.amount), "currency": value.currency},
        "metric": claim.metric,
        "entity": claim.entity,
        "period": "FY2025",
        "evidence": [
            {
                "document": deal.record.documents[item.span.document],
                "quote": item.excerpt,
                "source_type": item.source_type.value,
            }
        ],
    }


def _timed(home: Casewright, tool: str, **arguments: object) -> tuple[Spent, Any]:
    gc.collect()
    since, worked = time.perf_counter(), time.process_time()
    result = home.call(tool, arguments)
    spent = Spent(time.perf_counter() - since, time.process_time() - worked)
    assert result.success, result.content
    return spent, result.structured


def _bare_insert(path: Path, deal: GoldenDeal) -> float:
    rows = [
        (claim.id, claim.text, deal.record.evidence[claim.sanad.evidence[0]].excerpt) for claim in deal.record.claims
    ]
    with sqlite3.connect(path) as connection:
        connection.execute("create table claims (id primary key, text, excerpt)")
        since = time.perf_counter()
        connection.executemany("insert into claims values (?, ?, ?)", rows)
        connection.commit()
        return time.perf_counter() - since


def _bare_update(folder: Path) -> float:
    with sqlite3.connect(folder / "bare.db") as connection:
        connection.execute("create table claims (id primary key, grade)")
        connection.execute("insert into claims values (1, 'A')")
        connection.commit()
        since = time.perf_counter()
        connection.execute("update claims set grade = 'B' where id = 1")
        connection.commit()
        return time.perf_counter() - since


if __name__ == "__main__":
    raise SystemExit(main())
