"""Follows one number of a deal to where it comes from: calculation, input claim, evidence, cell, bytes."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.cli.cell_bytes import raw_cell
from casewright.cli.output import one_line
from casewright.cli.state import answer
from casewright.domain.ids import BlobId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from casewright.bootstrap.home import Casewright


def follow(casewright: Casewright, deal: str, digests: Mapping[str, str]) -> dict[str, Any]:
    """The way of one calculated number: of the first calculation with an input in a cell, else of the first.

    ``digests`` are the SHA-256 of the files that were put in, by name.
    ``stands`` is whether the excerpt stands at its place in the stored text, and the original's bytes have the digest
    that the document is known by.
    """
    calc, given, evidence = _chosen(casewright, deal)
    span = evidence["source_span"]
    arguments = {"matter_id": deal, "document_id": span["document_id"], "max_length": 10_000_000}
    text = answer(casewright, "get_document_text", arguments)["text"]
    blob = digests[span["filename"]]
    data = casewright.blobs.get(casewright.actor.tenant, BlobId(blob))
    in_place = text[span["start"] : span["end"]] == evidence["text_excerpt"]
    return {
        "calc": calc,
        "input": given,
        "evidence": evidence,
        "sha256": blob,
        "raw": raw_cell(data, span["cell"]) if span["cell"] and span["filename"].endswith(".xlsx") else None,
        "stands": in_place and sha256(data).hexdigest() == blob,
    }


def _chosen(casewright: Casewright, deal: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    calculations = answer(casewright, "list_calculations", {"deal_id": deal})["calculations"]
    first: tuple[dict[str, Any], dict[str, Any], dict[str, Any]] | None = None
    for calc in calculations:
        for given in calc["inputs"]:
            claim = answer(casewright, "lookup_claim", {"claim_id": given["claim_id"], "include_evidence": True})
            evidence = claim["evidence"][0]
            chosen = (calc, {**given, "claim_text": claim["claim"]["claim_text"]}, evidence)
            if evidence["source_span"]["cell"]:
                return chosen
            first = first or chosen
    assert first is not None, "sample deals have calculations"
    return first


def show_followed(console: Console, found: dict[str, Any]) -> None:
    """The way of the number, a line a step."""
    calc, given, evidence = found["calc"], found["input"], found["evidence"]
    span = evidence["source_span"]
    where = f"cell {span['cell']}" if span["cell"] else f"page {span['page']}"
    console.print()
    console.rule("One number, followed to its bytes", align="left")
    lines = [
        f"{calc['calc_type']} = {calc['shown']}, grade {calc['grade']}, {calc['reproducibility_hash']}",
        f"  by {calc['formula']}",
        f"  with {given['name']} = {given['shown']}, grade {given['claim_grade']}",
        f"  claim {given['claim_id']}: {one_line(given['claim_text'])}",
        f"  evidence {evidence['evidence_id']}: {one_line(evidence['text_excerpt'])!r}",
        f"  in {span['filename']}, {where}, characters {span['start']} to {span['end']}",
    ]
    if found["raw"]:
        lines.append(f"  in the file's bytes: {found['raw']['part']}: {one_line(found['raw']['xml'])}")
    lines.append(f"  SHA-256 of the file {found['sha256']}")
    lines.append("  the words stand there" if found["stands"] else "  the words do NOT stand there")
    for line in lines:
        console.print(line, markup=False, soft_wrap=True)
