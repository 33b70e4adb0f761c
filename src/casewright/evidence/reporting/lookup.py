"""What is looked up again and again while a report is made."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from casewright.domain.ids import CalcId, ClaimId, DocumentId, EvidenceId
from casewright.evidence.reporting.parts import Line, Part, ours, quote_part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.evidence.reporting.report import EvidenceReport


class Lookup:
    """A report's things by what they are asked by."""

    def __init__(self, report: EvidenceReport) -> None:
        record = report.record
        self.report = report
        self.record = record
        self.evidence = record.evidence
        self.claims: dict[ClaimId, Claim] = {claim.id: claim for claim in record.claims}
        self.calculations = {one.id: one for one in record.calculations}
        self.defects: dict[ClaimId, list[Defect]] = defaultdict(list)
        self.borne: dict[EvidenceId, list[Claim]] = defaultdict(list)
        self.bearing: set[DocumentId] = set()
        for defect in record.defects:
            self.defects[defect.claim].append(defect)
        for claim in record.claims:
            for name in dict.fromkeys(claim.sanad.evidence):
                self.borne[name].append(claim)
        for name in self.borne:
            item = record.evidence.get(name)
            if item is not None and item.span is not None:
                self.bearing.add(item.span.document)

    def rests_on(self, claim: Claim) -> tuple[str, ...]:
        """The references that a claim's number leads to: its evidence, its calculation, the claims it comes from."""
        found = [f"evidence:{name}" for name in claim.sanad.evidence if name in self.evidence]
        if claim.source_calc is not None and claim.source_calc in self.calculations:
            found.append(f"calc:{claim.source_calc}")
        return (*found, *(f"claim:{name}" for name in claim.derived_from if name in self.claims))

    def claims_in_words(self, names: Iterable[ClaimId]) -> Line:
        """These claims, each leading to its entry; those of another deal are left out."""
        return between(
            quote_part(self.claims[name].text, f"claim:{name}", f"claim:{name}")
            for name in names
            if name in self.claims
        ) or (ours("none"),)

    def cited(self, references: Iterable[str]) -> Line:
        """What a defect cites: documents by name, claims by text, evidence by what holds it; without what is gone."""
        return between(
            quote_part(text, reference, reference)
            for reference in dict.fromkeys(references)
            if (text := self._called(reference)) is not None
        )

    def _called(self, reference: str) -> str | None:
        kind, _, name = reference.partition(":")
        match kind:
            case "claim":
                claim = self.claims.get(ClaimId(name))
                return None if claim is None else claim.text
            case "document":
                return self.record.documents.get(DocumentId(name))
            case "evidence":
                item = self.evidence.get(EvidenceId(name))
                return None if item is None else item.artefact
            case "calc":
                calculation = self.calculations.get(CalcId(name))
                return None if calculation is None else calculation.formula
            case _:
                return None


def between(parts: Iterable[Part]) -> Line:
    """These parts with semicolons between them."""
    found: list[Part] = []
    for part in parts:
        if found:
            found.append(ours("; "))
        found.append(part)
    return tuple(found)
