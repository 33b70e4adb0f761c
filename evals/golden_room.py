"""A home in which golden deals are debated: each is brought in as it was written, and argued about by rules."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, time
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import orjson

from casewright.bootstrap.home import Casewright
from casewright.domain.evidence import Sanad
from casewright.domain.ids import BlobId, DocumentId, EvidenceId, MatterId
from casewright.errors import ToolFailed
from casewright.policy.decisions import Deny
from evals.debate import HeldDebate, Recorded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from casewright.bootstrap.materials import Minds
    from casewright.domain.documents import Chunk, Reading
    from casewright.evidence.record import DealRecord
    from evals.golden.truth import GoldenDeal


class GoldenRoom:
    """Fits ``evals.debate.Room``, over a home that is made in ``folder``. Use as a context manager.

    ``minds`` can be asked for in its debates beside the rules.
    """

    def __init__(self, folder: Path, minds: Minds = MappingProxyType({})) -> None:
        from casewright.adapters.database.engine import open_database

        self._closing = ExitStack()
        self.home = self._closing.enter_context(Casewright.open(folder, minds=minds))
        self._database = open_database(folder / "casewright.db")
        self._closing.callback(self._database.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def hold(self, deal: GoldenDeal, *, max_rounds: int, seed: int) -> HeldDebate:
        """The deal, brought in and debated by rules."""
        matter = self.bring_in(deal)
        held = self._do("run_debate", deal_id=matter, max_rounds=max_rounds, seed=seed)
        result = held["result"]
        return HeldDebate(result, tuple(self._recorded(held["debate_id"], result["audit"])))

    def bring_in(self, deal: GoldenDeal) -> MatterId:
        """The deal as a deal of this home, not assessed yet."""
        matter = MatterId(self._do("create_matter", title=f"Golden deal {deal.name}", kind="deal")["matter_id"])
        self._do("date_deal", deal_id=matter, as_of=deal.record.as_of.isoformat())
        self._store(deal, matter)
        return matter

    def _do(self, tool: str, **arguments: object) -> Any:
        result = self.home.call(tool, arguments)
        if not result.success:
            raise ToolFailed(f"{tool}: {result.content}")
        return result.structured

    def _store(self, deal: GoldenDeal, matter: MatterId) -> None:
        """Documents, evidence, claims with their chains, and calculations, as an import would store them."""
        from casewright.adapters.database.calculations import SqlCalculations
        from casewright.adapters.database.claims import SqlClaims
        from casewright.adapters.database.documents import SqlDocuments

        tenant, record = self.home.actor.tenant, _as_imported(deal.record)
        documents, claims = SqlDocuments(self._database), SqlClaims(self._database)
        for name, text in deal.texts.items():
            self._put(documents, name, deal, text, matter)
        claims.add(
            [replace(claim, tenant=tenant, deal=matter) for claim in record.claims],
            [replace(item, tenant=tenant, deal=matter) for item in record.evidence.values()],
        )
        calculations = SqlCalculations(self._database)
        for calculation in record.calculations:
            calculations.add(replace(calculation, tenant=tenant, deal=matter))

    def _put(self, documents: Any, name: DocumentId, deal: GoldenDeal, text: str, matter: MatterId) -> None:
        from casewright.domain.documents import Document, DocumentStatus

        reading = _reading(text)
        document = Document(
            id=name,
            tenant=self.home.actor.tenant,
            matter=matter,
            filename=deal.record.documents[name],
            media_type=reading.media_type,
            size=len(text.encode()),
            blob=BlobId(sha256(text.encode()).hexdigest()),
            status=DocumentStatus.READY,
            error=None,
            characters=len(text),
            chunk_count=len(reading.chunks),
            uploaded_by=self.home.actor.id,
            uploaded_at=datetime.combine(deal.record.as_of, time(), UTC),
        )
        documents.add(document, reading, identity=name)

    def _recorded(self, debate: str, audit: dict[str, int]) -> Iterator[Recorded]:
        """The calls of roles in this debate, as they ended."""
        from casewright.adapters.database.audit_log import SqlAuditLog

        policy, log = self.home.policy, SqlAuditLog(self._database, durability="each")
        for record in log.records(self.home.actor.tenant, audit["from"] - 1):
            if record.seq > audit["to"]:
                break
            event = orjson.loads(record.body)
            ours = event.get("debate_id") == debate and event["event_type"] == "agent.tool_call"
            if ours and event["phase"] in ("outcome", "late", "stopped", "replayed"):
                role, tool = event["role"], event["tool_name"]
                permitted = not isinstance(policy.decide(role, tool), Deny)
                yield Recorded(record.seq, role, tool, str(event["result_status"]), permitted)


def _reading(text: str) -> Reading:
    """The document as a reader would give it, each line a passage."""
    from casewright.domain.documents import Reading

    return Reading("text/plain", text, tuple(_chunks(text)))


def _chunks(text: str) -> Iterator[Chunk]:
    from casewright.domain.documents import Chunk

    start, index = 0, 0
    for line in text.splitlines(keepends=True):
        piece = line.rstrip("\r\n")
        if piece.strip():
            yield Chunk(index, start, start + len(piece), sha256(piece.encode()).hexdigest(), (str(index + 1),))
            index += 1
        start += len(line)


def _as_imported(record: DealRecord) -> DealRecord:
    """The record with its evidence under the ids that its places give it, as an import gives them."""
    from casewright.toolbox.claims.claim_building import evidence_id

    at = {
        item.id: evidence_id(item.span.document, item.span.start, item.span.end)
        for item in record.evidence.values()
        if item.span is not None
    }
    often = Counter(at.values())
    called = {old: new for old, new in at.items() if often[new] == 1}

    def told(reference: str) -> str:
        kind, _, name = reference.partition(":")
        return f"evidence:{called.get(EvidenceId(name), name)}" if kind == "evidence" else reference

    def chained(sanad: Sanad) -> Sanad:
        nodes = tuple(
            replace(node, inputs=tuple(map(told, node.inputs)), outputs=tuple(map(told, node.outputs)))
            for node in sanad.nodes
        )
        return Sanad(nodes, tuple(called.get(one, one) for one in sanad.evidence))

    items = [replace(item, id=called.get(item.id, item.id)) for item in record.evidence.values()]
    claims = tuple(replace(claim, sanad=chained(claim.sanad)) for claim in record.claims)
    return replace(record, claims=claims, evidence={item.id: item for item in items})
