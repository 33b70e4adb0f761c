"""Which contracts of a deal were read for clauses, which kinds were looked for in each, and which are claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.evidence.clauses.kinds import SIGNATURES, clause_kinds
from casewright.evidence.metrics import metric_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import RoomDocument


@dataclass(frozen=True, slots=True)
class ContractCoverage:
    """One contract: its clauses that are claims, and the kinds that were looked for and are none, by their names.

    ``facts_read`` is False where no reader of facts has seen it: its wording alone was looked at, if anything was.
    """

    document: DocumentId
    filename: str
    clauses: int
    found: tuple[str, ...]
    not_found: tuple[str, ...]
    facts_read: bool

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        return {
            "document_id": str(self.document),
            "filename": self.filename,
            "clauses": self.clauses,
            "found": list(self.found),
            "not_found": list(self.not_found),
            "facts_read": self.facts_read,
        }


def looked_for(by_reader: Collection[str]) -> tuple[str, ...]:
    """The kinds of clauses that a contract is read for, where a reader of facts looks for these fields."""
    kinds = clause_kinds()
    return tuple(
        name for name, kind in kinds.items() if name in by_reader or kind.words is not None or name == SIGNATURES
    )


def cover_contracts(
    contracts: Iterable[RoomDocument], read: Mapping[DocumentId, Collection[str]], claims: Sequence[Claim]
) -> tuple[ContractCoverage, ...]:
    """The contracts in their order; ``read`` has the fields that were looked for in those whose facts were read."""
    by_metric = {metric: name for name, one in clause_kinds().items() for metric in (one.metric, *one.beside)}
    found: dict[DocumentId, list[str]] = {}
    for claim in claims:
        kind = None if claim.metric is None else by_metric.get(metric_name(claim.metric))
        if kind is not None and claim.span is not None and claim.claim_class is ClaimClass.LEGAL_TERMS:
            found.setdefault(claim.span.document, []).append(kind)
    covered = []
    for one in contracts:
        there = found.get(one.id, [])
        kinds = looked_for(read.get(one.id, ()))
        covered.append(
            ContractCoverage(
                one.id,
                one.filename,
                len(there),
                tuple(name for name in clause_kinds() if name in there),
                tuple(name for name in kinds if name not in there),
                one.id in read,
            )
        )
    return tuple(covered)
