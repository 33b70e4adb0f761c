"""A deal's record with what the detectors look up in it, made once: chains by their steps, sources by their names."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.evidence import Grade, SourceType, VerificationStatus
from casewright.evidence.display import show_day, show_value
from casewright.evidence.sources import SOURCE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import ClaimId, DocumentId
    from casewright.evidence.record import DealRecord

_QUOTED = 90


class IndexedRecord:
    """One deal's record and its indexes; the record is never changed."""

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.claims: Mapping[str, Claim] = {str(claim.id): claim for claim in record.claims}
        self.calculations: Mapping[str, Calculation] = {str(calc.id): calc for calc in record.calculations}
        self.evidence: Mapping[str, Evidence] = {str(name): item for name, item in record.evidence.items()}

    @cached_property
    def owners(self) -> Mapping[str, tuple[ClaimId, ...]]:
        """By each step's id the claims whose chains have it, in the order of their ids."""
        found: dict[str, list[ClaimId]] = {}
        for claim in self.record.claims:
            for node in claim.sanad.nodes:
                found.setdefault(str(node.id), []).append(claim.id)
        return {node: tuple(sorted(set(claims))) for node, claims in found.items()}

    @cached_property
    def ahead(self) -> Mapping[DocumentId, frozenset[date]]:
        """By document the days after its own on which times end of which rules read that it tells as past."""
        found: dict[DocumentId, set[date]] = {}
        for claim in self.record.claims:
            item = self.primary(claim)
            if claim.span is None or claim.period is None or claim.basis is not Basis.ACTUAL or claim.confidence >= 1:
                continue
            if item is not None and item.source_date is not None and item.source_date.date() < claim.period.end:
                found.setdefault(claim.span.document, set()).add(claim.period.end)
        return {document: frozenset(days) for document, days in found.items()}

    def items(self, claim: Claim) -> Iterator[Evidence]:
        """The claim's evidence, the primary item first; what the record lacks is left out."""
        return (self.evidence[name] for name in claim.sanad.evidence if name in self.evidence)

    def primary(self, claim: Claim) -> Evidence | None:
        """The item that the claim rests on first; None where there is none or the record lacks it."""
        return self.evidence.get(claim.sanad.evidence[0]) if claim.sanad.evidence else None

    def strength(self, claim: Claim) -> Grade:
        """How strong the claim's source is: the grade of its primary evidence, else of its calculation, else D."""
        item = self.primary(claim)
        if item is not None:
            return Grade.D if item.status is VerificationStatus.REJECTED else item.source_grade
        calculation = self.calculations.get(claim.source_calc) if claim.source_calc else None
        return calculation.grade if calculation else Grade.D

    def is_ranked(self, claim: Claim) -> bool:
        """Whether the kind of the claim's source is known, so that it is stronger or weaker than another."""
        item = self.primary(claim)
        return item is None or item.source_type is not SourceType.UNKNOWN

    def references(self, *claims: Claim) -> tuple[str, ...]:
        """What to show for a finding about ``claims``: the primary evidence of each, and the claims after the first."""
        found: list[str] = []
        for position, claim in enumerate(claims):
            if position:
                found.append(f"claim:{claim.id}")
            if claim.sanad.evidence:
                found.append(f"evidence:{claim.sanad.evidence[0]}")
        return tuple(dict.fromkeys(found)) or tuple(f"claim:{claim.id}" for claim in claims)

    def figure(self, claim: Claim) -> str:
        """The claim's value as people read it, or its words where it has none."""
        return show_value(claim.value) if claim.value is not None else quote_line(claim.text)

    def source(self, claim: Claim) -> str:
        """The claim's source in words: ``board deck "Deck.pdf" of 31 January 2026``."""
        item = self.primary(claim)
        if item is not None:
            return self.item_name(item)
        if claim.source_calc is not None:
            return "a calculation from other claims"
        return "a derivation from other claims" if claim.derived_from else "a source that is not on record"

    def item_name(self, item: Evidence) -> str:
        """One item of evidence in words, with its place and its own date where they are known."""
        name = self.record.documents.get(item.span.document) if item.span else None
        place = ""
        if item.span and item.span.cell:
            place = f", {item.span.cell}"
        elif item.span and item.span.page is not None:
            place = f", page {item.span.page}"
        dated = f" of {show_day(item.source_date.date())}" if item.source_date else ""
        return f'{SOURCE_NAME[item.source_type]} "{name or item.artefact}"{place}{dated}'


def quote_line(text: str) -> str:
    """``text`` in quotation marks, shortened to one line of it."""
    plain = " ".join(text.split())
    return f'"{plain}"' if len(plain) <= _QUOTED else f'"{plain[: _QUOTED - 1].rstrip()}…"'


def mark(names: Iterable[str]) -> str:
    """A short name for a set of names, the same in any order: what keys of findings end in."""
    return sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]
