"""The report on a deal as values: the deal as it stands, what is open, and what to ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimAction, Materiality, Verdict
from casewright.domain.evidence import Grade
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.claims import Claim
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import ClaimId, DocumentId, EvidenceId, MatterId
    from casewright.evidence.record import DealRecord
    from casewright.evidence.reporting.parts import Listed, Paragraph, Section

_WEIGHT = {materiality: weight for weight, materiality in enumerate(reversed(Materiality))}
_WORST_FIRST = {grade: place for place, grade in enumerate(reversed(Grade))}
DRAWN = 60
"""How many claims the graph shows at most, those that weigh most first."""
MOST_PRINTED = 2_000
"""How many claims a PDF can hold: what sets it keeps all of it in memory, about 1.1 GB for so many."""
MATERIAL = (Materiality.HIGH, Materiality.CRITICAL)


@dataclass(frozen=True, slots=True)
class Context:
    """The words that stand before and after an excerpt in its document.

    ``ocr`` is whether its own were recognised on a picture of the page.
    """

    before: str
    after: str
    ocr: bool = False


class AskKind(StrEnum):
    """Why something is asked for."""

    ABSENT = "absent"
    SOURCE = "source"
    CHAIN = "chain"
    SETTLING = "settling"
    SUPPORT = "support"


@dataclass(frozen=True, slots=True)
class Ask:
    """A document to ask for: ``name`` where the data room's index names it, else what it should show about the claim.

    ``because`` is the reference that says why: a defect, a document or the claim itself.
    """

    kind: AskKind
    because: str
    claim: ClaimId | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """All that a report says. Every claim of ``record`` has its standing; ages count from ``record.as_of``.

    ``unfiled`` is how many findings of the detectors nobody has filed yet, ``contexts`` are the words around excerpts,
    ``digests`` the SHA-256 of the documents' bytes. Sections in ``front`` come first, such as a debate's; ``words`` are
    the texts that the sources named in them say, by reference. ``is_memo`` asks for the two pages before it alone.
    """

    deal: MatterId
    number: str
    title: str
    record: DealRecord
    gates: tuple[HumanGate, ...]
    asks: tuple[Ask, ...]
    unfiled: int = 0
    contexts: Mapping[EvidenceId, Context] = field(default_factory=lambda: MappingProxyType({}))
    digests: Mapping[DocumentId, str] = field(default_factory=lambda: MappingProxyType({}))
    advice: tuple[Paragraph | Listed, ...] = ()
    front: tuple[Section, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    is_memo: bool = False

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, those that weigh most and stand worst first."""
        return tuple(sorted(self.record.claims, key=_order))


def require_printable(number: str, claims: int) -> None:
    """Raise ``InvalidInput`` where the deal of this number has more claims than a PDF can hold."""
    if claims > MOST_PRINTED:
        raise InvalidInput(
            f"{number} has {claims:,} claims, and a PDF holds {MOST_PRINTED:,} at most: write it as HTML or JSON, or "
            "the memo alone as PDF"
        )


def _order(claim: Claim) -> tuple[int, int, str]:
    return _WEIGHT[claim.materiality], _WORST_FIRST[claim.standing.grade], claim.claim_class.value


def to_look_at(report: EvidenceReport) -> tuple[Claim, ...]:
    """The claims of weight that stand badly: of grade D, contradicted, inflated, or waiting for a person."""
    return tuple(
        claim
        for claim in report.claims
        if claim.materiality in MATERIAL
        and (
            claim.standing.grade is Grade.D
            or claim.standing.verdict in (Verdict.CONTRADICTED, Verdict.INFLATED)
            or claim.standing.action in (ClaimAction.RED_FLAG, ClaimAction.HUMAN_GATE)
        )
    )
