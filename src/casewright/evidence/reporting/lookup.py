"""What is looked up again and again while a report is made, and how it cites what it names."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.domain.ids import CalcId, ClaimId, DocumentId, EvidenceId
from casewright.evidence.metrics import entity_name, show_metric
from casewright.evidence.reporting.labels import citation, document_labels, show_period
from casewright.evidence.reporting.parts import Line, Part, cut_part, figure, joined, ours, quote_part
from casewright.evidence.reporting.words import capital, word_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.domain.evidence import Evidence
    from casewright.evidence.reporting.report import EvidenceReport

_NAMED = 60
_MOST_NAMED = 6


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
        self.labels, self.labels_by_kind = document_labels(record.documents, record.evidence.values())
        self.entity = _most_named(record.claims)
        for defect in record.defects:
            self.defects[defect.claim].append(defect)
        for claim in record.claims:
            for name in dict.fromkeys(claim.sanad.evidence):
                self.borne[name].append(claim)

    def rests_on(self, claim: Claim) -> tuple[str, ...]:
        """The references that a claim's number leads to: its evidence, its calculation, the claims it comes from."""
        found = [f"evidence:{name}" for name in claim.sanad.evidence if name in self.evidence]
        if claim.source_calc is not None and claim.source_calc in self.calculations:
            found.append(f"calc:{claim.source_calc}")
        return (*found, *(f"claim:{name}" for name in claim.derived_from if name in self.claims))

    def open_defects(self, claim: Claim) -> list[Defect]:
        """The claim's own defects that are open."""
        return [one for one in self.defects.get(claim.id, ()) if one.status is DefectStatus.OPEN]

    def primary(self, claim: Claim) -> Evidence | None:
        """The item that the claim rests on first; None where there is none."""
        return next((self.evidence[name] for name in claim.sanad.evidence if name in self.evidence), None)

    def cite(self, item: Evidence) -> Part:
        """An item by source and place, leading to its words."""
        source = f"evidence:{item.id}"
        return figure(citation(item, self.labels), source, source if item.id in self.borne else None)

    def cite_claim(self, claim: Claim) -> Line:
        """Where the claim stands: its first source and place, else the calculation or the claims it comes from."""
        item = self.primary(claim)
        if item is not None:
            return (self.cite(item),)
        if claim.source_calc is not None and claim.source_calc in self.calculations:
            return (Part("calculated", None, f"calc:{claim.source_calc}"),)
        named = [name for name in claim.derived_from if name in self.claims]
        return (Part("derived from another claim", None, f"claim:{named[0]}"),) if named else ()

    def cite_document(self, document: DocumentId) -> Line:
        """A document by its label, with the article where the label is what it is."""
        source = f"document:{document}"
        label = quote_part(self.labels[document], source, source)
        return (ours("the "), label) if document in self.labels_by_kind else (label,)

    def subject(self, claim: Claim, *, period: bool = True, begins: bool = False) -> Line:
        """What the claim is about: metric, of whom where it is not the deal's company, and period.

        One that ``begins`` a line has a capital letter.
        """
        source = f"claim:{claim.id}"
        if claim.metric is None:
            return cut_part(claim.text, source, _NAMED, source)
        name = show_metric(claim.metric)
        parts: list[Part] = [quote_part(capital(name) if begins else name, source, source)]
        if claim.entity is not None and entity_name(claim.entity) != self.entity:
            parts += [ours(" of "), quote_part(as_written(claim.entity, claim.text), source)]
        if period and claim.period is not None:
            parts += [ours(", "), figure(show_period(claim.period), source)]
        return tuple(parts)

    def quote_claim(self, name: ClaimId) -> Line:
        """A claim's own words, without the stop at their end."""
        return (quote_part(self.claims[name].text.rstrip(" ."), f"claim:{name}", f"claim:{name}"),)

    def names_of(self, claims: Iterable[ClaimId]) -> Line:
        """What these claims are about, each thing once, each leading to its claim."""
        found: dict[str, Part] = {}
        for name in claims:
            claim = self.claims.get(name)
            if claim is not None:
                part = self.subject(claim, period=False)[0]
                found.setdefault(part.text, part)
        told = [(part,) for part in list(found.values())[:_MOST_NAMED]]
        return joined(told, ", ") + ((ours(" and others"),) if len(found) > _MOST_NAMED else ())

    def cited(self, references: Iterable[str]) -> tuple[Line, ...]:
        """What a defect cites, by source and place, each once; without what is gone."""
        found: dict[str, Line] = {}
        for reference in references:
            line = self._called(reference)
            if line:
                found.setdefault("".join(part.text for part in line), line)
        return tuple(found.values())

    def _called(self, reference: str) -> Line:
        kind, _, name = reference.partition(":")
        match kind:
            case "claim" if (claim := self.claims.get(ClaimId(name))) is not None:
                return self.cite_claim(claim)
            case "document" if DocumentId(name) in self.labels:
                return (quote_part(self.labels[DocumentId(name)], reference, reference),)
            case "evidence" if (item := self.evidence.get(EvidenceId(name))) is not None:
                return (self.cite(item),)
            case "calc" if (calculation := self.calculations.get(CalcId(name))) is not None:
                return (Part(word_for("calculation", calculation.type.value), None, reference),)
            case _:
                return ()


def as_written(entity: str, text: str) -> str:
    """The folded name ``entity`` in the capitals that the claim's text has."""
    at = text.lower().find(entity)
    return text[at : at + len(entity)] if at >= 0 and len(text.lower()) == len(text) else entity


def _most_named(claims: Iterable[Claim]) -> str | None:
    """The entity that most claims are about: the deal's company, which goes without saying."""
    counted: dict[str, int] = defaultdict(int)
    for claim in claims:
        if claim.entity is not None:
            counted[entity_name(claim.entity)] += 1
    return max(sorted(counted), key=counted.__getitem__, default=None)
