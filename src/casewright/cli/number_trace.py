"""The way of one number of a deal to where it comes from: calculation, input claim, evidence, cell, bytes."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.cli.cell_bytes import raw_cell
from casewright.cli.state import answer
from casewright.domain.ids import BlobId
from casewright.domain.skipping import stands
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.cli.state import Answer
    from casewright.toolbox.calculations.calc_view import CalcInputView, CalcView
    from casewright.toolbox.claims.chain_view import EvidenceView
    from casewright.toolbox.claims.claim_view import SpanView
    from casewright.toolbox.claims.lookup_claim import ClaimLookupResult


@dataclass(frozen=True, slots=True)
class OpenedEvidence:
    """The first evidence of a claim, opened in the original that it stands in.

    ``stands`` is whether the excerpt stands at its place in the stored text, and the original's bytes have the digest
    that the document is known by.
    """

    evidence: EvidenceView
    span: SpanView
    filename: str
    original: bytes
    sha256: str
    stands: bool
    # Any: the evidence as JSON data, printed as it is.
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NumberTrace:
    """A calculated number, an input of it, and the evidence of the input's claim; ``data`` is the same as JSON data."""

    calc: CalcView
    given: CalcInputView
    claim_text: str
    opened: OpenedEvidence
    raw: dict[str, str] | None
    data: dict[str, Any]


def follow(casewright: Casewright, deal: str, digests: Mapping[str, str]) -> NumberTrace:
    """The way of one calculated number: of the first calculation with an input in a cell, else of the first.

    ``digests`` are the SHA-256 of the files that were put in, by name.
    """
    chosen = _choose(casewright, deal)
    opened = open_evidence(casewright, deal, chosen.found, digests)
    in_workbook = opened.span.cell is not None and opened.filename.endswith(".xlsx")
    raw = raw_cell(opened.original, opened.span.cell) if opened.span.cell and in_workbook else None
    claim_text = chosen.found.output.claim.claim_text
    data = {
        "calc": chosen.calc_data,
        "input": {**chosen.given_data, "claim_text": claim_text},
        "evidence": opened.data,
        "sha256": opened.sha256,
        "raw": raw,
        "stands": opened.stands,
    }
    return NumberTrace(chosen.calc, chosen.given, claim_text, opened, raw, data)


def open_evidence(
    casewright: Casewright, deal: str, found: Answer[ClaimLookupResult], digests: Mapping[str, str]
) -> OpenedEvidence:
    """The first evidence of a claim that rests on a place in a document; ``digests`` as for ``follow``."""
    from casewright.toolbox.documents.get_document_text import GetDocumentTextOutput

    evidence, span = _first_evidence(found.output)
    assert span.filename is not None, "the documents of a sample deal have names"
    arguments = {"matter_id": deal, "document_id": span.document_id, "max_length": 10_000_000}
    read = answer(casewright, GetDocumentTextOutput, "get_document_text", arguments).output
    digest = digests[span.filename]
    original = casewright.blobs.get(casewright.actor.tenant, BlobId(digest))
    skipped = [(start, end) for start, end, _kind in read.furniture]
    in_place = stands(read.text, span.start, span.end, evidence.text_excerpt, skipped)
    is_genuine = in_place and sha256(original).hexdigest() == digest
    return OpenedEvidence(evidence, span, span.filename, original, digest, is_genuine, found.data["evidence"][0])


def show_followed(output: Output, trace: NumberTrace) -> None:
    """The way of the number, a line a step."""
    calc, given = trace.calc, trace.given
    output.heading("One number, followed to its bytes")
    output.line(f"{calc.calc_type} = {calc.shown}, grade {calc.grade}, {calc.reproducibility_hash}")
    output.line(f"  by {calc.formula}")
    output.line(f"  with {given.name} = {given.shown}, grade {given.claim_grade}")
    output.line(f"  claim {given.claim_id}: {show_line(trace.claim_text)}")
    show_place(output, trace.opened)
    if trace.raw:
        output.line(f"  in the file's bytes: {trace.raw['part']}: {show_line(trace.raw['xml'])}")
    show_stands(output, trace.opened)


def show_place(output: Output, opened: OpenedEvidence) -> None:
    """The evidence and the place where it stands."""
    evidence, span = opened.evidence, opened.span
    where = f"cell {span.cell}" if span.cell else f"page {span.page}"
    output.line(f"  evidence {evidence.evidence_id}: {show_line(evidence.text_excerpt)!r}")
    output.line(f"  in {opened.filename}, {where}, characters {span.start} to {span.end}")


def show_stands(output: Output, opened: OpenedEvidence) -> None:
    """The file's digest, and whether the words stand there."""
    output.line(f"  SHA-256 of the file {opened.sha256}")
    output.line("  the words stand there" if opened.stands else "  the words do NOT stand there")


@dataclass(frozen=True, slots=True)
class _Chosen:
    calc: CalcView
    given: CalcInputView
    found: Answer[ClaimLookupResult]
    # Any: both as JSON data.
    calc_data: dict[str, Any]
    given_data: dict[str, Any]


def _choose(casewright: Casewright, deal: str) -> _Chosen:
    from casewright.toolbox.calculations.list_calculations import ListCalculationsOutput
    from casewright.toolbox.claims.lookup_claim import ClaimLookupResult

    listed = answer(casewright, ListCalculationsOutput, "list_calculations", {"deal_id": deal})
    first: _Chosen | None = None
    for calc, calc_data in zip(listed.output.calculations, listed.data["calculations"], strict=True):
        for given, given_data in zip(calc.inputs, calc_data["inputs"], strict=True):
            arguments = {"claim_id": given.claim_id, "include_evidence": True}
            found = answer(casewright, ClaimLookupResult, "lookup_claim", arguments)
            chosen = _Chosen(calc, given, found, calc_data, given_data)
            _, span = _first_evidence(found.output)
            if span.cell:
                return chosen
            first = first or chosen
    assert first is not None, "sample deals have calculations"
    return first


def _first_evidence(found: ClaimLookupResult) -> tuple[EvidenceView, SpanView]:
    assert found.evidence, "the claims of a sample deal have evidence"
    evidence = found.evidence[0]
    assert evidence.source_span is not None, "the evidence of a sample deal stands in a document"
    return evidence, evidence.source_span
