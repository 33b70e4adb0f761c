"""Gates, calculations and documents in the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.human_gates import GateStatus
from casewright.evidence.display import show_value
from casewright.evidence.reporting.counts import count
from casewright.evidence.reporting.endings import ending
from casewright.evidence.reporting.labels import show_period
from casewright.evidence.reporting.parts import (
    Entry,
    Line,
    Paragraph,
    Part,
    Section,
    Table,
    figure,
    joined,
    ours,
    quote_part,
)
from casewright.evidence.reporting.words import capital, spaced, word_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.calculations import CalcInput, Calculation
    from casewright.domain.human_gates import HumanGate
    from casewright.evidence.coverage import DocumentCoverage
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block
    from casewright.evidence.reporting.retelling import Retelling


def gates_section(at: Lookup, retelling: Retelling) -> tuple[Section, ...]:
    """One section with the open gates first; none where there is no gate."""
    ordered = sorted(at.report.gates, key=lambda gate: gate.status is not GateStatus.OPEN)
    rows = tuple(_gate(at, retelling, gate) for gate in ordered)
    table = Table(("What", "About", "Who, and how it stands"), rows, (6, 5, 4))
    return (Section("section:gates", "What a person has to decide", (table,)),) if rows else ()


def _gate(at: Lookup, retelling: Retelling, gate: HumanGate) -> tuple[Line, ...]:
    """A gate, the claims it is about, who may decide it, and what was decided."""
    source = f"gate:{gate.id}"
    about = [at.claims[one] for one in gate.claims if one in at.claims]
    reason = retelling.line(gate.reason, source, about)
    claims = joined(at.quote_claim(claim.id) for claim in about)
    who: list[Part] = [ours(f"{gate.required_role.capitalize()} or above; {gate.priority.value.lower()} priority; ")]
    who.append(ours(gate.status.value))
    if gate.candidate is not None and gate.status is GateStatus.OPEN:
        who.append(ours(f". Once approved, it counts as: {word_for('defect', gate.candidate.value)}"))
    who += ending(source, gate.decided_by, gate.decided_at, gate.decision)
    return (Part("", here=source), *reason), claims or (ours("no claim"),), tuple(who)


def calculations_section(at: Lookup) -> tuple[Section, ...]:
    """One section; none where nothing was calculated."""
    entries = tuple(_calculation(at, one) for one in at.record.calculations)
    return (Section("section:calculations", "What was calculated", entries),) if entries else ()


def _calculation(at: Lookup, calculation: Calculation) -> Entry:
    """A calculation with its inputs, each leading to the claim that says it, and what is needed to repeat it."""
    source = f"calc:{calculation.id}"
    if calculation.output is not None:
        result = figure(show_value(calculation.output), source)
    else:
        result = quote_part(calculation.remark, source) if calculation.remark else ours("no number")
    heading = (ours(f"{capital(word_for('calculation', calculation.type.value))}: "), result)
    inputs = joined(_input(at, given, source) for given in calculation.inputs)
    formula: Line = (quote_part(spaced(calculation.formula), source), ours(", with "), *inputs, ours("."))
    repeat: Line = (
        ours("To repeat it: "),
        quote_part(calculation.reproducibility_hash, source),
        ours(", version "),
        quote_part(calculation.code_version, source),
        ours("."),
    )
    blocks = (Paragraph(formula), Paragraph(repeat, small=True))
    return Entry(source, heading, blocks, calculation.grade)


def _input(at: Lookup, given: CalcInput, source: str) -> Line:
    claim = at.claims.get(given.claim)
    link = None if claim is None else f"claim:{given.claim}"
    parts: list[Part] = [
        quote_part(spaced(given.name), source),
        ours(" "),
        figure(show_value(given.value), source, link),
    ]
    if given.period is not None:
        parts += [ours(", "), figure(show_period(given.period), source)]
    cited = () if claim is None else at.cite_claim(claim)
    weight = "" if given.material else ", not material"
    return (*parts, ours(f" (grade {given.grade.value}{weight}"), *((ours(", "), *cited) if cited else ()), ours(")"))


def documents_section(at: Lookup, counted: Mapping[str, int]) -> Section:
    """Each document with its short label, what was read of it, and the digest of its bytes."""
    record = at.record
    coverage = {} if record.coverage is None else {one.document: one for one in record.coverage.documents}
    rows: list[tuple[Line, ...]] = []
    for document in sorted(record.documents, key=lambda name: (record.documents[name], name)):
        source = f"document:{document}"
        digest = at.report.digests.get(document)
        called: Line = (quote_part(at.labels[document], source, here=source),)
        file = quote_part(record.documents[document], source)
        shown = (ours("not known"),) if digest is None else (quote_part(digest, source),)
        rows.append((called, (file,), _read(coverage.get(document), counted), shown))
    if not rows:
        return Section("section:documents", "Documents", (Paragraph((ours("There is none."),)),))
    blocks: list[Block] = [
        Table(("Called here", "File", "Figures read", "Digest of its bytes (SHA)"), tuple(rows), (20, 22, 10, 56)),
    ]
    return Section("section:documents", "Documents", tuple(blocks))


def _read(coverage: DocumentCoverage | None, counted: Mapping[str, int]) -> Line:
    """How many of its figures became claims."""
    if coverage is None:
        return ()
    source = f"document:{coverage.document}"
    if coverage.why_not:
        return (ours("not read: "), quote_part(coverage.why_not, source))
    if not coverage.figures:
        return (ours("none in it"),)
    return count(counted, f"{source}.claimed"), ours(" of "), count(counted, f"{source}.figures")
