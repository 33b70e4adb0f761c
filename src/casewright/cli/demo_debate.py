"""The second half of ``casewright demo deal``: the deal debated, and one sentence of it followed to its bytes."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.cli.debate_result import show_result
from casewright.cli.output import one_line
from casewright.cli.state import answer, checked
from casewright.domain.ids import BlobId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from casewright.agents.debate.events import DebateEvent
    from casewright.agents.streaming import Listener
    from casewright.bootstrap.home import Casewright

_CLAIM = re.compile(r"\[claim:([0-9a-f-]{36})\]")


def debated(casewright: Casewright, deal: str, listener: Listener[DebateEvent] | None) -> dict[str, Any]:
    """The deal's newest debate; where none was held yet, one by rules is held now."""
    held = answer(casewright, "list_debates", {"deal_id": deal})["debates"]
    if held:
        found: dict[str, Any] = answer(casewright, "show_debate", {"deal_id": deal})
        return found
    now: dict[str, Any] = checked(casewright.debate("run_debate", {"deal_id": deal}, listener))
    return now


def follow_sentence(
    casewright: Casewright, deal: str, debate: Mapping[str, Any], digests: Mapping[str, str]
) -> dict[str, Any] | None:
    """The way of the recommendation's first sentence that cites a claim: claim, evidence, place, bytes.

    ``digests`` are the SHA-256 of the files that were put in, by name. ``stands`` is whether the excerpt stands at its
    place in the stored text and the original's bytes have that digest. None where no sentence cites a claim.
    """
    advice = (debate["result"] or {}).get("recommendation") or {"rationale": ""}
    sentence = next((line for line in advice["rationale"].splitlines() if _CLAIM.search(line)), None)
    if sentence is None:
        return None
    [claim, *_] = _CLAIM.findall(sentence)
    found = answer(casewright, "lookup_claim", {"claim_id": claim, "include_evidence": True})
    evidence = found["evidence"][0]
    span = evidence["source_span"]
    arguments = {"matter_id": deal, "document_id": span["document_id"], "max_length": 10_000_000}
    text = answer(casewright, "get_document_text", arguments)["text"]
    digest = digests[span["filename"]]
    data = casewright.blobs.get(casewright.actor.tenant, BlobId(digest))
    in_place = text[span["start"] : span["end"]] == evidence["text_excerpt"]
    return {
        "sentence": sentence,
        "claim": found["claim"],
        "evidence": evidence,
        "sha256": digest,
        "stands": in_place and sha256(data).hexdigest() == digest,
    }


def show_debated(console: Console, debate: dict[str, Any], followed: Mapping[str, Any] | None) -> None:
    """What the debate came to, and the way of its sentence, a line a step."""
    console.print()
    console.rule("The debate", align="left")
    show_result(console, debate, whole=False)
    if followed is None:
        return
    claim, evidence = followed["claim"], followed["evidence"]
    span = evidence["source_span"]
    where = f"cell {span['cell']}" if span["cell"] else f"page {span['page']}"
    console.print()
    console.rule("One sentence of it, followed to its bytes", align="left")
    for line in (
        one_line(followed["sentence"]),
        f"  claim {claim['claim_id']}, grade {claim['claim_grade']}: {one_line(claim['claim_text'])}",
        f"  evidence {evidence['evidence_id']}: {one_line(evidence['text_excerpt'])!r}",
        f"  in {span['filename']}, {where}, characters {span['start']} to {span['end']}",
        f"  SHA-256 of the file {followed['sha256']}",
        "  the words stand there" if followed["stands"] else "  the words do NOT stand there",
    ):
        console.print(line, markup=False, soft_wrap=True)
