"""A home with one deal in it, and the roles of a debate that call tools on it."""

from __future__ import annotations

from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import orjson

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.documents import Chunk, Document, DocumentStatus, Reading
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId
from casewright.tools.calls import CallContext, ToolCall
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from casewright.bootstrap.materials import Minds
    from casewright.tools.calls import ToolResult

DEBATERS = ("advocate", "sanad_breaker", "contradiction_finder", "risk_officer", "arbiter")
BOSS = Actor(LOCAL_TENANT, ActorId("boss"), "ADMIN")


def model(role: str) -> Actor:
    """The one who plays the role."""
    return Actor(LOCAL_TENANT, ActorId(f"{role}/boss"), role, ActorKind.MODEL)


class DealRoom:
    """One deal of ``boss`` in a home of its own. Use ``close`` in the end."""

    def __init__(self, home: Path, deal: MatterId | None = None, minds: Minds = MappingProxyType({})) -> None:
        self.home = home
        self.casewright = Casewright.open(home, actor=BOSS, minds=minds)
        self.deal = deal or MatterId(self.do("create_matter", title="Project Alder", kind="deal")["matter_id"])

    def close(self) -> None:
        """Let go of everything."""
        self.casewright.close()

    def do(self, tool: str, **arguments: object) -> Any:
        """What the tool gives the boss."""
        result = self.casewright.call(tool, arguments)
        assert result.success, result.content
        return result.structured

    def call(self, role: str, tool: str, arguments: Mapping[str, object], number: int = 1) -> ToolResult:
        """A call of one who debates, in the deal and in this round."""
        context = CallContext(model(role), matter=self.deal, run="run", round=number, debate="debate")
        return self.within(context, tool, arguments)

    def within(self, context: CallContext, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """A call in this context."""
        return self.casewright.wait(self.casewright.executor.execute(ToolCall(str(uuid4()), tool, arguments), context))

    def side_by_side(self, role: str, *calls: tuple[str, Mapping[str, object]]) -> list[ToolResult]:
        """Calls of one turn."""
        context = CallContext(model(role), matter=self.deal, run="run", round=1, debate="debate")
        asked = [ToolCall(str(uuid4()), tool, arguments) for tool, arguments in calls]
        return self.casewright.wait(self.casewright.executor.execute_many(asked, context))

    def put(self, filename: str, *paragraphs: str, deal: MatterId | None = None) -> DocumentId:
        """A document of these paragraphs, each a chunk."""
        chunks, start = [], 0
        for index, text in enumerate(paragraphs):
            chunks.append(Chunk(index, start, start + len(text), sha256(text.encode()).hexdigest(), (str(index + 1),)))
            start += len(text) + 1
        whole = "\n".join(paragraphs)
        document = Document(
            id=DocumentId(str(uuid4())),
            tenant=LOCAL_TENANT,
            matter=deal or self.deal,
            filename=filename,
            media_type="text/plain",
            size=len(whole),
            blob=BlobId("b" * 64),
            status=DocumentStatus.READY,
            error=None,
            characters=len(whole),
            chunk_count=len(chunks),
            uploaded_by=BOSS.id,
            uploaded_at=START,
        )
        database = open_database(self.home / "casewright.db")
        try:
            SqlDocuments(database).add(document, Reading("text/plain", whole, tuple(chunks)), identity=document.id)
        finally:
            database.close()
        return document.id

    def claim(self, text: str, document: str, quote: str, **fields: object) -> str:
        """The id of a claim that rests on this quote."""
        source = {"source_type": fields.pop("source_type")} if "source_type" in fields else {}
        given = {"claim_text": text, "claim_class": "FINANCIAL", **fields}
        evidence = [{"document": document, "quote": quote, **source}]
        return str(self.do("add_claim", deal_id=self.deal, evidence=evidence, **given)["claim"]["claim_id"])

    def events(self, *types: str) -> list[dict[str, Any]]:
        """What the audit holds, of these types where some are given, in order."""
        database = open_database(self.home / "casewright.db")
        try:
            log = SqlAuditLog(database, durability="each")
            found = [orjson.loads(record.body) for record in log.records(LOCAL_TENANT)]
        finally:
            database.close()
        return [one for one in found if not types or one["event_type"] in types]
