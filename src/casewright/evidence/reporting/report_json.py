"""The report as JSON data: what ``report.schema.json`` beside this file describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evidence.display import show_value
from casewright.evidence.reporting.counts import counts
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.parts import Entry, Listed, Paragraph, Quotation, Section, Table
from casewright.evidence.reporting.report import to_look_at
from casewright.evidence.reporting.source_words import place_words
from casewright.evidence.sources import evidence_grade
from casewright.evidence.value_struct import to_struct
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.canonical import Json
    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.values import Value
    from casewright.evidence.reporting.parts import Block, Line
    from casewright.evidence.reporting.report import Ask, EvidenceReport

FORMAT = 1


def report_json(report: EvidenceReport) -> Mapping[str, Json]:
    """The report as plain data, decimals as strings, the same for the same report."""
    at, record = Lookup(report), report.record
    return {
        "format": FORMAT,
        "deal_id": report.deal,
        "number": report.number,
        "title": show_text(report.title),
        "as_of": record.as_of.isoformat(),
        "counts": dict(sorted(_public(counts(report)).items())),
        "look_first": [claim.id for claim in to_look_at(report)],
        "ask_for": [_ask(ask) for ask in report.asks],
        "gates": [_gate(gate) for gate in report.gates],
        "claims": [_claim(at, claim) for claim in report.claims],
        "defects": [_defect(defect) for defect in record.defects],
        "calculations": [_calculation(one) for one in record.calculations],
        "evidence": [_evidence(at, item) for item in record.evidence.values() if item.id in at.borne],
        "documents": [
            {"document_id": document, "filename": show_text(name), "sha256": report.digests.get(document)}
            for document, name in sorted(record.documents.items(), key=lambda one: (one[1], one[0]))
        ],
        "front": [
            {
                "reference": section.reference,
                "title": section.title,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in _front(report)
        ],
    }


def _front(report: EvidenceReport) -> tuple[Section, ...]:
    """What a debate recommends, and the sections about it."""
    if not report.advice:
        return report.front
    return (Section("section:memo", "Recommendation", report.advice), *report.front)


def _public(counted: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in counted.items() if not name.startswith("claim:")}


def _ask(ask: Ask) -> Json:
    name = None if ask.name is None else show_text(ask.name)
    return {"kind": ask.kind.value, "because": ask.because, "claim_id": ask.claim, "name": name}


def _claim(at: Lookup, claim: Claim) -> Json:
    standing = claim.standing
    return {
        "claim_id": claim.id,
        "claim_text": show_text(claim.text),
        "claim_class": claim.claim_class.value,
        "claim_type": claim.claim_type.value,
        "materiality": claim.materiality.value,
        **_value("value", claim.value),
        "metric": _text(claim.metric),
        "entity": _text(claim.entity),
        "period": None if claim.period is None else str(claim.period),
        "basis": claim.basis.value,
        "subjective": claim.subjective,
        "confidence": repr(claim.confidence),
        "verified_by": claim.verified_by,
        "claim_grade": standing.grade.value,
        "claim_verdict": standing.verdict.value,
        "claim_action": standing.action.value,
        "corroboration": standing.corroboration.value,
        "grade_explanation": [show_text(step) for step in standing.explanation],
        "notes": [show_text(note) for note in claim.notes],
        "rests_on": list(at.rests_on(claim)),
        "defects": [defect.id for defect in at.defects.get(claim.id, ())],
    }


def _evidence(at: Lookup, item: Evidence) -> Json:
    context = at.report.contexts.get(item.id)
    ocr: dict[str, Json] = {"ocr": True} if context is not None and context.ocr else {}
    return {
        **ocr,
        "evidence_id": item.id,
        "excerpt": show_text(item.excerpt),
        "span": None if item.span is None else _span(at, item.span),
        "source_type": item.source_type.value,
        "source_grade": evidence_grade(item).value,
        "source_system": show_text(item.source_system),
        "upstream_origin": _text(item.upstream_origin),
        "artefact": show_text(item.artefact),
        "verification_status": item.status.value,
        "source_date": _day(item.source_date),
    }


def _span(at: Lookup, span: SourceSpan) -> Json:
    return {
        "document_id": span.document,
        "filename": _text(at.record.documents.get(span.document)),
        "start": span.start,
        "end": span.end,
        "page": span.page,
        "cell": _text(span.cell),
        "place": place_words(span),
    }


def _defect(defect: Defect) -> Json:
    return {
        "defect_id": defect.id,
        "claim_id": defect.claim,
        "defect_type": defect.type.value,
        "severity": defect.severity.value,
        "status": defect.status.value,
        "description": show_text(defect.description),
        "evidence_refs": list(defect.evidence),
        "cure_protocol": defect.cure.value,
        "flagged_by": defect.flagged_by,
        "resolved_by": defect.resolved_by,
        "reason": _text(defect.reason),
        "resolved_at": _day(defect.resolved_at),
    }


def _gate(gate: HumanGate) -> Json:
    return {
        "gate_id": gate.id,
        "claim_ids": list(gate.claims),
        "reason": show_text(gate.reason),
        "priority": gate.priority.value,
        "required_role": gate.required_role,
        "status": gate.status.value,
        "candidate": None if gate.candidate is None else gate.candidate.value,
        "decided_by": gate.decided_by,
        "decision": _text(gate.decision),
    }


def _calculation(one: Calculation) -> Json:
    return {
        "calc_id": one.id,
        "calc_type": one.type.value,
        **_value("output", one.output),
        "remark": _text(one.remark),
        "grade": one.grade.value,
        "explanation": [show_text(step) for step in one.explanation],
        "inputs": [
            {
                "name": given.name,
                "claim_id": given.claim,
                **_value("value", given.value),
                "period": None if given.period is None else str(given.period),
                "claim_grade": given.grade.value,
                "material": given.material,
            }
            for given in one.inputs
        ],
        "formula": one.formula,
        "formula_hash": one.formula_hash,
        "reproducibility_hash": one.reproducibility_hash,
        "code_version": one.code_version,
    }


def _value(name: str, value: Value | None) -> dict[str, Json]:
    if value is None:
        return {name: None, f"{name}_shown": None}
    return {name: dict(to_struct(value)), f"{name}_shown": show_text(show_value(value))}


def _block(block: Block) -> Json:
    match block:
        case Paragraph(line, _):
            return {"kind": "paragraph", "line": _line(line)}
        case Listed(items):
            return {"kind": "list", "items": [_line(item) for item in items]}
        case Table(head, rows, _):
            cells: list[Json] = [[_line(cell) for cell in row] for row in rows]
            return {"kind": "table", "head": list(head), "rows": cells}
        case Quotation(_, quote, _, _):
            return {"kind": "quotation", "line": _line((quote,))}
        case Entry(reference, heading, inside, _):
            inner: list[Json] = [_block(one) for one in inside]
            return {"kind": "entry", "reference": reference, "heading": _line(heading), "blocks": inner}
        case _:
            return {"kind": "drawing"}


def _line(line: Line) -> Json:
    return [{"text": part.text, "source": part.source} for part in line]


def _text(text: str | None) -> str | None:
    return None if text is None else show_text(text)


def _day(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
