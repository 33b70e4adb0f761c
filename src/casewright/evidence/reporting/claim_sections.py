"""The report's sections on claims: those that matter, the others, and figures that only their labels name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimAction, Verdict
from casewright.domain.defects import DefectSeverity
from casewright.domain.values import Text
from casewright.evidence.comparison import is_only_named
from casewright.evidence.display import show_value
from casewright.evidence.reporting.claim_entries import claim_entry, evidence_entry, notes_of
from casewright.evidence.reporting.claim_tables import claim_table, figure_table
from casewright.evidence.reporting.parts import Paragraph, Section, ours
from casewright.evidence.reporting.report import MATERIAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.retelling import Retelling

_PLACE = re.compile(r"cell [^:]*:|page \d+:|\d+(?:[.,]\d+)*")
"""What differs in the grading of two figures of one table."""


def claim_sections(at: Lookup, retelling: Retelling, compared: Set[ClaimId]) -> Iterator[Section]:
    """Claims that matter, the others, those that only their labels name, and on screen what these are quoted from.

    ``compared`` are the claims that were set side by side already: what the register notes on them is told there.
    """
    weighty = [claim for claim in at.report.claims if _matters(at, claim)]
    told = {claim.id for claim in weighty}
    rest = [claim for claim in at.report.claims if claim.id not in told]
    named = [
        claim for claim in rest if is_only_named(claim) and _is_figure(at, claim) and not notes_of(claim, compared)
    ]
    apart = {claim.id for claim in named}
    others = [claim for claim in rest if claim.id not in apart]
    quoted: set[str] = set()
    if weighty:
        entries = tuple(
            claim_entry(at, retelling, same, notes_of(same[0], compared), quoted)
            for same in _told_together(at, weighty)
        )
        yield Section("section:claims", "Claims that matter", entries)
    if others:
        yield Section("section:other-claims", "Other claims", (claim_table(at, retelling, others, compared),))
    if named:
        yield Section("section:figures", "Figures by their labels", (*_FIGURES, figure_table(at, named)))
    left = [item for name, item in at.evidence.items() if name in at.borne and name not in quoted]
    if left:
        rows = tuple(evidence_entry(at, item) for item in left)
        yield Section("section:evidence", "The words that other claims rest on", rows, on_screen=True)


_FIGURES = (
    Paragraph((ours("Cells and amounts that the labels beside them name; each is compared by these words only."),)),
)


def _matters(at: Lookup, claim: Claim) -> bool:
    """Of high or critical materiality, with an open defect that lowers its grade, or waiting for a person."""
    is_flawed = any(one.severity is not DefectSeverity.MINOR for one in at.open_defects(claim))
    return claim.materiality in MATERIAL or is_flawed or claim.standing.action is ClaimAction.HUMAN_GATE


def _is_figure(at: Lookup, claim: Claim) -> bool:
    """Whether a row of figures can say all of it: a number at a place, and nothing beside it."""
    item = at.primary(claim)
    is_plain = claim.metric is not None and claim.value is not None and not isinstance(claim.value, Text)
    is_placed = item is not None and item.span is not None and item.span.document in at.labels
    return is_plain and is_placed and not at.open_defects(claim)


def _told_together(at: Lookup, claims: Sequence[Claim]) -> list[list[Claim]]:
    """The claims in order; those with nothing open that say one figure alike, or are verified figures of one thing in
    one document that were graded in the same words, together.
    """
    found: dict[tuple[object, ...], list[Claim]] = {}
    for claim in claims:
        found.setdefault(_together_by(at, claim), []).append(claim)
    return list(found.values())


def _together_by(at: Lookup, claim: Claim) -> tuple[object, ...]:
    item, standing = at.primary(claim), claim.standing
    if claim.metric is None or claim.value is None or item is None or item.span is None or at.open_defects(claim):
        return (claim.id,)
    about = (claim.metric, claim.basis, claim.materiality, standing.grade, standing.verdict)
    if standing.verdict is Verdict.VERIFIED and not isinstance(claim.value, Text) and claim.verified_by is None:
        steps = _PLACE.sub("", " ".join(standing.explanation))
        return (*about, item.span.document, standing.corroboration, steps)
    return (*about, claim.entity, standing.action, str(claim.period), show_value(claim.value))
