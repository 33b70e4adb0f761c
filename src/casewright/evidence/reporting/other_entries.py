"""Defects, gates, calculations and documents in the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.domain.human_gates import GateStatus
from casewright.evidence.display import show_day, show_value
from casewright.evidence.reporting.parts import (
    Entry,
    Facts,
    Line,
    Listed,
    Part,
    Table,
    figure,
    in_words,
    ours,
    quote_part,
)

if TYPE_CHECKING:
    from casewright.domain.calculations import Calculation
    from casewright.domain.defects import Defect
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import DocumentId
    from casewright.evidence.reporting.lookup import Lookup


def defect_entry(at: Lookup, defect: Defect) -> Entry:
    """A defect, what cures it, and how it ended."""
    source = f"defect:{defect.id}"
    rows: list[tuple[str, Line]] = [
        ("Claim", at.claims_in_words((defect.claim,))),
        ("Severity", (ours(in_words(defect.severity.value)),)),
        ("Cure", (ours(in_words(defect.cure.value)),)),
        ("Flagged by", (quote_part(defect.flagged_by, source),)),
    ]
    seen = at.cited(defect.evidence)
    if seen:
        rows.append(("Seen in", seen))
    if defect.status is not DefectStatus.OPEN:
        ended: list[Part] = [ours(in_words(defect.status.value))]
        if defect.resolved_by:
            ended += [ours(" by "), quote_part(defect.resolved_by, source)]
        if defect.resolved_at is not None:
            ended += [ours(" on "), figure(show_day(defect.resolved_at.date()), source)]
        if defect.reason:
            ended += [ours(": "), quote_part(defect.reason, source)]
        rows.append(("Ended", tuple(ended)))
    heading = (ours(f"{_capital(defect.type.value)}, {in_words(defect.status.value)}: "),)
    return Entry(source, (*heading, quote_part(defect.description, source)), (Facts(tuple(rows)),))


def gate_entry(at: Lookup, gate: HumanGate) -> Entry:
    """A gate, who may decide it, and what was decided."""
    source = f"gate:{gate.id}"
    rows: list[tuple[str, Line]] = [
        ("Claims", at.claims_in_words(gate.claims)),
        ("Priority", (ours(in_words(gate.priority.value)),)),
        ("Decided by", (ours(f"a person with the role {in_words(gate.required_role)} or above"),)),
    ]
    if gate.candidate is not None:
        rows.append(("Once approved", (ours(f"every claim has the defect {in_words(gate.candidate.value)}"),)))
    if gate.status is not GateStatus.OPEN:
        ended: list[Part] = [ours(gate.status.value)]
        if gate.decided_by:
            ended += [ours(" by "), quote_part(gate.decided_by, source)]
        if gate.decided_at is not None:
            ended += [ours(" on "), figure(show_day(gate.decided_at.date()), source)]
        if gate.decision:
            ended += [ours(": "), quote_part(gate.decision, source)]
        rows.append(("Decision", tuple(ended)))
    return Entry(
        source, (ours(f"{_capital(gate.status.value)}: "), quote_part(gate.reason, source)), (Facts(tuple(rows)),)
    )


def calculation_entry(at: Lookup, calculation: Calculation) -> Entry:
    """A calculation with its inputs, each leading to the claim that says it, and what is needed to repeat it."""
    source = f"calc:{calculation.id}"
    inputs = tuple(
        (
            (quote_part(given.name, source),),
            (figure(show_value(given.value), source, f"claim:{given.claim}"),),
            (ours("–") if given.period is None else figure(str(given.period), source),),
            (ours(given.grade.value + ("" if given.material else " (not material)")),),
            at.claims_in_words((given.claim,)),
        )
        for given in calculation.inputs
    )
    rows: tuple[tuple[str, Line], ...] = (
        ("Formula", (quote_part(calculation.formula, source),)),
        ("Formula’s hash", (quote_part(calculation.formula_hash, source),)),
        ("Hash", (quote_part(calculation.reproducibility_hash, source),)),
        ("Made with", (ours("version "), quote_part(calculation.code_version, source))),
    )
    steps = Listed(tuple((quote_part(step, source),) for step in calculation.explanation))
    table = Table(("Input", "Value", "Period", "Grade", "Claim"), inputs)
    if calculation.output is not None:
        result = figure(show_value(calculation.output), source)
    else:
        result = quote_part(calculation.remark, source) if calculation.remark else ours("no number")
    heading = (ours(f"{_capital(calculation.type.value)}: "), result)
    return Entry(source, heading, (table, steps, Facts(rows)), calculation.grade)


def document_entry(at: Lookup, document: DocumentId) -> Entry:
    """A document, and the digest of its bytes, by which anybody knows whether theirs is the same."""
    source = f"document:{document}"
    rows: tuple[tuple[str, Line], ...] = (
        ("Use", (ours("bears evidence" if document in at.bearing else "nothing rests on it"),)),
        ("Digest", (_digest(at.report.digests.get(document), source),)),
        ("Id", (quote_part(document, source),)),
    )
    return Entry(source, (quote_part(at.record.documents[document], source),), (Facts(rows),))


def _digest(digest: str | None, source: str) -> Part:
    return ours("not known") if digest is None else quote_part(digest, source)


def _capital(name: str) -> str:
    words = in_words(name)
    return words[:1].upper() + words[1:]
