"""What the detectors filed and find no more ends by itself, with a note of what changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.actors import RECOGNITION
from casewright.domain.defects import DETECTORS, DefectStatus
from casewright.domain.human_gates import GateStatus
from casewright.domain.ids import EvidenceId
from casewright.evidence.sources import SOURCE_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.defects import Defect
    from casewright.domain.documents import Document
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.sources import DocumentSource
    from casewright.evidence.record import DealRecord
    from casewright.toolbox.deals.deal_stores import DealStores

_MAX_CHANGES = 3


def withdraw_defects(
    stores: DealStores,
    tenant: TenantId,
    deal: MatterId,
    record: DealRecord,
    is_found: Callable[[str], bool],
    because: str,
) -> tuple[Defect, ...]:
    """End the open defects that the detectors filed and whose key is found no more.

    What a person or an agent flagged stays, and so does what a person ended. ``because`` is what was just changed, in
    words such as "ages are counted from 2026-02-01"; empty where that alone makes nothing untrue.
    """
    gone = [
        defect
        for defect in record.defects
        if defect.status is DefectStatus.OPEN and defect.flagged_by == DETECTORS and not is_found(defect.key)
    ]
    if not gone:
        return ()
    changes = _Changes(stores, tenant, deal, record, because)
    now = stores.clock.now()
    ended = (
        replace(
            defect,
            status=DefectStatus.CURED,
            resolved_by=DETECTORS,
            reason=f"Found no more: {changes.since(defect.flagged_at, changes.documents_of(defect))}.",
            resolved_at=now,
            key=_own_key(defect.id, defect.key),
        )
        for defect in gone
    )
    return tuple(defect for defect in ended if stores.defects.resolve(defect))


def withdraw_gate(stores: DealStores, gate: HumanGate, record: DealRecord, because: str) -> HumanGate | None:
    """End an open gate of the detectors that has nothing left to ask; None where a person was faster."""
    changes = _Changes(stores, gate.tenant, gate.deal, record, because)
    ended = replace(
        gate,
        status=GateStatus.CORRECTED,
        decided_by=DETECTORS,
        decision=f"Found no more: {changes.since(gate.made_at, ())}.",
        decided_at=stores.clock.now(),
        key=_own_key(gate.id, gate.key),
    )
    return ended if stores.gates.decide(ended) else None


def _own_key(name: str, key: str) -> str:
    """A key that no finding has, so that the finding is filed anew when it comes back."""
    return f"withdrawn:{name}:{key}"


class _Changes:
    """What changed in a deal since a moment, in words."""

    def __init__(self, stores: DealStores, tenant: TenantId, deal: MatterId, record: DealRecord, because: str) -> None:
        self._record = record
        self._because = because
        self._documents: Sequence[Document] = stores.documents.of_matter(tenant, deal)
        self._described: Mapping[DocumentId, DocumentSource] = stores.sources.of_deal(tenant, deal)

    def documents_of(self, defect: Defect) -> Collection[str]:
        """The documents that the defect's evidence stands in."""
        found: dict[str, None] = {}
        for reference in defect.evidence:
            kind, _, name = reference.partition(":")
            item = self._record.evidence.get(EvidenceId(name)) if kind == "evidence" else None
            if kind == "document":
                found[name] = None
            elif item is not None and item.span is not None:
                found[item.span.document] = None
        return tuple(found)

    def since(self, moment: datetime, cited: Collection[str]) -> str:
        """What was described, added and removed since then, what is cited before the rest; and what was just done."""
        there = {document.id for document in self._documents}
        names = {document.id: document.filename for document in self._documents}
        told = [*self._descriptions(moment, names, cited)]
        told += [f"“{one.filename}” was added" for one in self._documents if one.uploaded_at > moment]
        told += ["a document that it rested on was removed"] if any(name not in there for name in cited) else []
        told += [self._because] if self._because else []
        told = list(dict.fromkeys(told))
        if not told:
            return "what it rested on is no more as it was"
        more = len(told) - _MAX_CHANGES
        return ", ".join(told[:_MAX_CHANGES]) + (f", and {more} more changes" if more > 0 else "")

    def _descriptions(self, moment: datetime, names: Mapping[DocumentId, str], cited: Collection[str]) -> Iterator[str]:
        new = [
            one
            for one in self._described.values()
            if one.described_at >= moment and one.described_by != RECOGNITION and one.document in names
        ]
        for one in sorted(new, key=lambda one: (one.document not in cited, names[one.document])):
            yield f"“{names[one.document]}” was described as {SOURCE_NAME[one.source_type]}"
