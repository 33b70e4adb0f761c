"""The tool ``delete_matter``: a matter goes for good, with everything in it. What the audit recorded of it stays."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import orjson
from pydantic import BaseModel, Field

from casewright.domain.approvals import ApprovalState
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import ActorId
from casewright.domain.people import MatterRight
from casewright.errors import NotFound, Refused, StorageBusy
from casewright.toolbox.matter_id import matter_of
from casewright.tools.approval_scope import is_about
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.effects import complete
from casewright.tools.matter_names import matter_not_found, named_matters

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter
    from casewright.toolbox.documents.originals import Originals
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.removal import MatterCheckpoints, MatterRows

_TIMEOUT = 600.0
_DONE = (CaseStatus.ARCHIVED, CaseStatus.CLOSED)
_DID_NOT_RUN = ("stopped", "requested", "decided")
"""Phases of events that name a key which nothing was kept under: some are another person's than the call."""
_GONE = "the matter was deleted"


class Cases(Protocol):
    """Knows which matters are cases."""

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        """The case, None where the tenant has none of that id."""
        ...


class DeleteMatterInput(Arguments):
    """Input of the ``delete_matter`` tool."""

    matter_id: str = Field(description="UUID of the matter, deal or case")


class DeleteMatterOutput(BaseModel):
    """The matter that is gone, and how much of everything there was."""

    matter_id: str
    number: str
    documents: int
    originals: int
    threads: int
    parties: int


def delete_matter(
    *,
    matters: MatterStore,
    cases: Cases,
    rows: MatterRows,
    checkpoints: MatterCheckpoints,
    originals: Originals,
    drafts: BlobStore,
    requests: ApprovalStore,
    journal: CallJournal,
    audit: AuditLog,
    scrub: Callable[[], None],
) -> Tool:
    """The tool over these stores; ``drafts`` is where the PDFs of cases are kept.

    ``scrub`` removes what storage still holds of what was deleted.
    """
    deletion = _Deletion(matters, cases, rows, checkpoints, originals, drafts, requests, journal, audit, scrub)
    return Tool(
        name="delete_matter",
        description=(
            "Delete a matter for good: its documents with their originals and scores, its claims and debates, its "
            "conversations, and what the vault keeps for it alone. The audit stays. A case has to be closed first."
        ),
        arguments=DeleteMatterInput,
        output=DeleteMatterOutput,
        handler=deletion.run,
        atomic=True,
        safety_level=SafetyLevel.DANGEROUS,
        categories=("matters",),
        timeout=_TIMEOUT,
        writes=("the matter", "everything in it", "the vault", "conversations about it"),
        needs=MatterRight.MANAGE,
        on_closed=True,
        preview=deletion.preview,
        check=deletion.check,
    )


@dataclass(frozen=True, slots=True)
class _Deletion:
    """Removes how far agents came and the drafts first, so that a deletion that is cut off can be asked for again.

    Then the rows, and with them the notes of which originals are to go; these go last (``originals``).
    """

    matters: MatterStore
    cases: Cases
    rows: MatterRows
    checkpoints: MatterCheckpoints
    originals: Originals
    drafts: BlobStore
    requests: ApprovalStore
    journal: CallJournal
    audit: AuditLog
    scrub: Callable[[], None]

    def run(self, arguments: DeleteMatterInput, context: CallContext) -> DeleteMatterOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        found = self._found(context, matter)
        there = self.rows.remains(context.tenant, matter)
        keys = self._keys(context, matter)
        threads = self.checkpoints.forget(context.tenant, matter, there)
        self.drafts.discard_drafts(f"cases/{matter}")
        gone = self.rows.remove(context.tenant, matter)
        for blob in there.blobs:
            self.originals.doom(context.tenant, blob)
        for actor, key in keys:
            self.journal.discard(context.tenant, actor, key)
        self._blank_requests(context, matter)
        deleted = DeleteMatterOutput(
            matter_id=matter,
            number=found.number,
            documents=gone.documents,
            originals=len(there.blobs),
            threads=threads,
            parties=len(gone.parties),
        )
        complete(deleted)  # the bytes go once the rows are gone for good
        for blob in there.blobs:
            self.originals.remove(context.tenant, blob)
        with suppress(StorageBusy):  # what others write all the time is scrubbed with the next deletion
            self.scrub()
        return deleted

    def check(self, arguments: DeleteMatterInput, context: CallContext) -> Failure | None:
        """Whether it is there, and no open case."""
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        self._found(context, matter)
        return None

    def preview(self, arguments: DeleteMatterInput, context: CallContext) -> str:
        """How much would go."""
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter.message
        found = self._found(context, matter)
        there = self.rows.remains(context.tenant, matter)
        return (
            f"Delete {found.number} {found.title!r} for good\n"
            f"  documents      {there.documents:,}, with {len(there.blobs):,} originals that no other matter has\n"
            f"  conversations  {len(there.threads):,}, and {len(there.debates):,} debates\n"
            f"  parties        {len(there.parties):,} that are in no other case\n"
            f"  records        {there.rows:,} in all; the audit stays"
        )

    def _found(self, context: CallContext, matter: MatterId) -> Matter:
        found = self.matters.get(context.tenant, matter)
        if found is None:
            raise NotFound(matter_not_found(matter))
        case = self.cases.get(context.tenant, matter)
        if case is not None and case.status not in _DONE:
            raise Refused(f"{found.number} is an open case: close it first, with 'casewright case close {matter}'")
        return found

    def _keys(self, context: CallContext, matter: MatterId) -> set[tuple[ActorId, str]]:
        """The keys of calls that ran about the matter, and whose: what they were answered may hold its texts."""
        keys = set()
        for record in self.audit.records(context.tenant):
            event = orjson.loads(record.body)
            key, about = event["idempotency_key"], [event["matter_id"], *named_matters(event["tool_args"])]
            ran = event["phase"] not in _DID_NOT_RUN
            if ran and key is not None and matter in [str(one).lower() for one in about]:
                keys.add((ActorId(event["agent_id"]), key))
        return keys - {(context.actor.id, context.idempotency_key)}

    def _blank_requests(self, context: CallContext, matter: MatterId) -> None:
        """What was shown to who had to decide about the matter goes; that it was asked, and decided, stays."""
        for request in self.requests.all(context.tenant):
            if not is_about(request, matter):
                continue
            if request.state in (ApprovalState.PENDING, ApprovalState.GRANTED):
                self.requests.advance(request.state, replace(request, state=ApprovalState.EXPIRED, reason=_GONE))
            self.requests.reword(context.tenant, request.id, why="", preview="")
