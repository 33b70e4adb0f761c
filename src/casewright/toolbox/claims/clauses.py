"""The clauses of a deal's contracts as rows that can be entered: read as facts are, each with whose good it is for."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.domain.claims import Basis, ClaimClass, Materiality, Polarity
from casewright.domain.documents import DocumentStatus
from casewright.domain.facts import PartyValue
from casewright.domain.kept_facts import text_digest
from casewright.evidence.clauses.finding import by_words, clauses_of, signatures_of
from casewright.evidence.clauses.kinds import SIGNATURES, clause_kinds
from casewright.evidence.clauses.sides import Sides, sides_of
from casewright.evidence.clauses.values import claim_value
from casewright.evidence.facts.amended import later_than, speaks_of
from casewright.evidence.facts.corrections import corrected
from casewright.evidence.metrics import metric_name
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.value_struct import to_struct
from casewright.toolbox.facts.current_facts import CurrentFacts
from casewright.tools.cancellation import stop_if_cancelled
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.claims import Claim
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.kept_facts import PlacedFact
    from casewright.evidence.clauses.clause import Clause
    from casewright.evidence.clauses.kinds import ClauseKind
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen
    from casewright.toolbox.claims.extraction import Read
    from casewright.toolbox.facts.current_facts import DocumentNow
    from casewright.toolbox.facts.reading import FactReading
    from casewright.tools.ports.amendments import AmendmentStore

_SHOWN = 240
_SURE_PARTY = 0.7
_UNSURE = 0.94
"""The most that a clause says that no person confirmed: that it counts as verified is for a person to say."""


@dataclass(slots=True)
class ContractRead:
    """What one contract was read for. ``why_not`` says why its facts were not read; ``entered`` are the new claims."""

    filename: str
    clauses: tuple[Clause, ...] = ()
    sides: Sides = field(default_factory=Sides)
    looked_for: tuple[str, ...] = ()
    why_not: str | None = None
    entered: int = 0

    @property
    def found(self) -> tuple[str, ...]:
        """The kinds that it has, in their order."""
        there = {one.kind for one in self.clauses}
        return tuple(name for name in clause_kinds() if name in there)

    @property
    def not_found(self) -> tuple[str, ...]:
        """The kinds that were looked for and not found."""
        there = set(self.found)
        return tuple(name for name in self.looked_for if name not in there)


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """Reads the contracts of deals for their clauses, over what reads and keeps facts."""

    reading: FactReading
    amendments: AmendmentStore
    seconds: Callable[[], float] = time.monotonic

    def read(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[Document], room: Room, seen: Sequence[Seen]
    ) -> dict[DocumentId, ContractRead]:
        """Those of these documents that are contracts, read: what was read before is taken as it is kept."""
        shown = {one.id: one for one in room.documents if is_contract(one)}
        contracts = [one for one in documents if one.id in shown and one.status is DocumentStatus.READY]
        if not contracts:
            return {}
        held = [one for one in self.amendments.of_matter(tenant, deal) if one.holds]
        current = CurrentFacts(self.reading, tenant, deal, self.seconds)
        current.look_at(contracts, held)
        blank = {at.document: (at.start, at.end) for one in seen if one.check == "unsigned" for at in one.blamed[:1]}
        found = {}
        for document in contracts:
            stop_if_cancelled()
            found[document.id] = self._contract(current, document, shown[document.id], room.company, held, blank)
        return found

    def _contract(
        self,
        current: CurrentFacts,
        document: Document,
        shown: RoomDocument,
        company: str | None,
        held: Sequence[Amendment],
        blank: Mapping[DocumentId, tuple[int, int]],
    ) -> ContractRead:
        now = current.known[document.id]
        stored = self.reading.documents.reading(document.tenant, document.matter, document.id)
        if stored is None:
            return ContractRead(document.filename, why_not=now.why_not or "its text is gone")
        text = self.reading.text_of(document, stored)
        said = self.reading.facts.corrections(document.tenant, [document.id]).get(document.id, ())
        read = () if now.read is None else now.read.facts
        digest = text_digest(stored.text)
        facts = corrected([*read, *by_words(text)], [one for one in said if one.text_sha256 == digest]).facts
        in_force = [one for one in facts if not _is_amended(current, document.id, one, held)]
        sides = sides_of(shown.text, company, _parties(now))
        clauses = clauses_of(text, in_force, sides)
        signed = signatures_of(shown.text, blank.get(document.id))
        kinds = clause_kinds()
        by_reader = set() if now.read is None else set(now.read.looked_for)
        looked_for = tuple(
            name for name, kind in kinds.items() if name in by_reader or kind.words is not None or name == SIGNATURES
        )
        return ContractRead(
            document.filename,
            clauses if signed is None else (*clauses, signed),
            sides,
            looked_for,
            now.why_not or None,
        )


def add_clauses(found: Sequence[Read], contracts: Mapping[DocumentId, ContractRead], claims: Sequence[Claim]) -> None:
    """Give each contract rows for its clauses, but for those that a claim or a figure of the same words says already.

    Such a figure, where it is new, is told whose good it is for instead.
    """
    for one in found:
        contract = contracts.get(one.document.id)
        if contract is None or one.source is None:
            continue
        standing = [
            (claim.span.start, claim.span.end, metric_name(claim.metric))
            for claim in claims
            if claim.span is not None and claim.metric is not None and claim.span.document == one.document.id
        ]
        figures = list(one.rows)
        for clause in contract.clauses:
            kind = clause_kinds()[clause.kind]
            same = {kind.metric, metric_name(kind.metric), *kind.beside}
            if any(name in same and start < clause.end and clause.start < end for start, end, name in standing):
                one.known += 1
                continue
            figure = next((row for row in figures if _says(row, clause, same)), None)
            if figure is not None:
                figure["polarity"] = clause.polarity.value
                continue
            one.rows.append(_row(one, clause, kind, contract))
            contract.entered += 1


def _says(row: Mapping[str, Any], clause: Clause, metrics: set[str]) -> bool:
    [place] = row["evidence"]
    if row.get("metric") is None or metric_name(row["metric"]) not in metrics or "start" not in place:
        return False
    return bool(place["start"] < clause.end and clause.start < place["end"])


def _row(read: Read, clause: Clause, kind: ClauseKind, contract: ContractRead) -> dict[str, Any]:
    text = "" if read.source is None else read.source.text
    words = show_line(" ".join(text[clause.start : clause.end].split()))
    shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} …"
    whose = f"contract with {contract.sides.other}" if contract.sides.other else f"“{read.document.filename}”"
    place: dict[str, Any] = {
        "document": str(read.document.id),
        "source_type": read.kind.value,
        "start": clause.start,
        "end": clause.end,
    }
    if read.recognised is not None and read.recognised.source_date is not None:
        place["source_date"] = read.recognised.source_date.isoformat()
    row: dict[str, Any] = {
        "claim_text": f"{kind.label} in the {whose}: “{shown}”" if contract.sides.other else f"{kind.label} in {whose}: “{shown}”",
        "claim_class": ClaimClass.LEGAL_TERMS.value,
        "materiality": (Materiality.LOW if clause.polarity is Polarity.NEUTRAL else Materiality.MEDIUM).value,
        "basis": Basis.ACTUAL.value,
        "confidence": clause.confidence if clause.confidence >= 1 else min(round(clause.confidence, 4), _UNSURE),
        "value_struct": to_struct(claim_value(clause.value)),
        "metric": kind.metric,
        "polarity": clause.polarity.value,
        "evidence": [place],
    }
    if contract.sides.other:
        row["entity"] = contract.sides.other
    return row


def _parties(now: DocumentNow) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (one.value.name, one.value.defined_as)
        for one in now.now.facts
        if isinstance(one.value, PartyValue) and one.confidence >= _SURE_PARTY
    ]


def _is_amended(current: CurrentFacts, document: DocumentId, fact: PlacedFact, held: Sequence[Amendment]) -> bool:
    """Whether a later document, as a person confirmed, has the last word on the field."""
    for later in later_than(document, held):
        known = current.known.get(later.document)
        if known is not None and speaks_of(later, fact.field) and any(one.field == fact.field for one in known.now.facts):
            return True
    return False
