"""A claim and an item of evidence in the report: how it stands and why, and the words it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.evidence import Corroboration, VerificationStatus
from casewright.domain.ids import EvidenceId
from casewright.evidence.display import show_day, show_value
from casewright.evidence.reporting.parts import (
    Entry,
    Facts,
    Line,
    Listed,
    Paragraph,
    Part,
    Quotation,
    figure,
    in_words,
    ours,
    quote_part,
)
from casewright.evidence.reporting.source_words import confidence_words, offset_words, place_words
from casewright.evidence.sources import SOURCE_NAME, evidence_grade

if TYPE_CHECKING:
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.evidence.reporting.lookup import Lookup

NO_PLACE = "No place in a document of this deal bears it."
"""What is said of a claim whose number leads no further than to the claim."""

_CORROBORATED = {
    Corroboration.NONE: "by no independent source",
    Corroboration.AHAD_1: "by one independent source",
    Corroboration.AHAD_2: "by two independent sources, or by several that may depend on one another",
    Corroboration.MUTAWATIR: "by three independent sources or more",
}


def value_part(claim: Claim, link: str | None) -> Part:
    """The claim's value as a figure; a dash where it has none."""
    if claim.value is None:
        return ours("–")
    return figure(show_value(claim.value), f"claim:{claim.id}", link)


def claim_entry(at: Lookup, claim: Claim) -> Entry:
    """Everything about the claim."""
    source, standing = f"claim:{claim.id}", claim.standing
    leads_to = at.rests_on(claim)
    rows: list[tuple[str, Line]] = []
    if claim.value is not None:
        rows.append(("Value", (value_part(claim, leads_to[0] if leads_to else None),)))
    for name, text in (("Metric", claim.metric), ("Of", claim.entity)):
        if text:
            rows.append((name, (quote_part(text, source),)))
    if claim.period is not None:
        rows.append(("Period", (figure(str(claim.period), source),)))
    kind = f"{in_words(claim.claim_class.value)}, {claim.claim_type.value}, {claim.basis.value}"
    rows += [
        ("Kind", (ours(kind + (", opinion" if claim.subjective else "")),)),
        ("Weight", (ours(in_words(claim.materiality.value)),)),
        ("Verdict", (ours(f"{in_words(standing.verdict.value)}; to do: {in_words(standing.action.value)}"),)),
        ("Corroborated", (ours(_CORROBORATED[standing.corroboration]),)),
        ("Read with", (figure(confidence_words(claim.confidence), source), ours(" confidence"), *_verified(claim))),
        ("Rests on", _resting(at, leads_to)),
        ("Id", (quote_part(claim.id, source),)),
    ]
    blocks: list[Facts | Listed | Paragraph] = [Facts(tuple(rows))]
    blocks.append(Listed(tuple((quote_part(step, source),) for step in (*standing.explanation, *claim.notes))))
    filed = at.defects.get(claim.id)
    if filed:
        blocks.append(
            Listed(
                tuple(
                    (
                        ours(f"{one.status.value.capitalize()} defect, {in_words(one.severity.value)}: "),
                        quote_part(one.description, f"defect:{one.id}", f"defect:{one.id}"),
                    )
                    for one in filed
                )
            )
        )
    return Entry(source, (quote_part(claim.text, source),), tuple(blocks), standing.grade)


def _verified(claim: Claim) -> Line:
    if claim.verified_by is None:
        return ()
    return (ours("; verified by "), quote_part(claim.verified_by, f"claim:{claim.id}"))


def _resting(at: Lookup, leads_to: tuple[str, ...]) -> Line:
    if not leads_to:
        return (ours(NO_PLACE),)
    parts: list[Part] = []
    for reference in leads_to:
        kind, _, name = reference.partition(":")
        parts.append(ours("; " if parts else ""))
        if kind == "evidence":
            parts += _place(at, at.evidence[EvidenceId(name)])
        else:
            parts += [ours("the calculation " if kind == "calc" else "the claim "), *at.cited((reference,))]
    return tuple(parts)


def _place(at: Lookup, item: Evidence) -> Line:
    source = f"evidence:{item.id}"
    kind = ours(f"{SOURCE_NAME[item.source_type]} ")
    if item.span is None:
        return (kind, quote_part(item.artefact, source, source))
    name = at.record.documents.get(item.span.document)
    called = (
        quote_part(item.artefact, source)
        if name is None
        else quote_part(name, f"document:{item.span.document}", source)
    )
    return (kind, called, ours(", "), figure(place_words(item.span), source, source))


def evidence_entry(at: Lookup, item: Evidence) -> Entry:
    """The item with its words, where they stand, and what it counts for."""
    source = f"evidence:{item.id}"
    rows: list[tuple[str, Line]] = []
    if item.span is not None:
        name = at.record.documents.get(item.span.document)
        where: Line = (figure(place_words(item.span), source), ours(", "), figure(offset_words(item.span), source))
        if name is None:
            gone = "the document is not there any more"
            rows.append(("Stands in", (quote_part(item.artefact, source), ours(f", {gone}, "), *where)))
        else:
            document = f"document:{item.span.document}"
            rows.append(("Stands in", (quote_part(name, document, document), ours(", "), *where)))
    else:
        rows.append(("Stands in", (quote_part(item.artefact, source),)))
    system = (quote_part(item.source_system, source),)
    rows.append(("Source", (ours(f"{SOURCE_NAME[item.source_type]}, got from "), *system)))
    if item.upstream_origin:
        rows.append(("Taken from", (quote_part(item.upstream_origin, source),)))
    if item.source_date is not None:
        rows.append(("Dated", (figure(show_day(item.source_date.date()), source),)))
    if item.status is not VerificationStatus.UNVERIFIED:
        rows.append(("Looked at", (ours(item.status.value),)))
    borne = at.borne.get(item.id)
    if borne:
        rows.append(("Bears", at.claims_in_words(claim.id for claim in borne)))
    context = at.report.contexts.get(item.id)
    if context is not None and context.ocr:
        rows.append(("Read by", (ours("text recognition (OCR) on a picture of the page: compare it with the page"),)))
    before, after = (context.before, context.after) if context else ("", "")
    quotation = Quotation(quote_part(before, source), quote_part(item.excerpt, source), quote_part(after, source))
    return Entry(source, _place(at, item), (quotation, Facts(tuple(rows))), evidence_grade(item))
