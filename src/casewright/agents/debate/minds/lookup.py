"""What a mind looks up before it speaks: the sources of claims, within the limits of its role."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.domain.evidence import SourceType
from casewright.evidence.sources import SOURCE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.agents.debate.mind import ClaimView, ToolBox
    from casewright.domain.ids import ClaimId, MatterId


@dataclass(slots=True)
class ClaimSources:
    """What the register says of some claims' chains; of claims that were not found, nothing."""

    items: dict[ClaimId, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """The evidence of each claim, the primary item first, as ``lookup_claim`` shows it."""

    def source(self, view: ClaimView) -> str | None:
        """The kind of the claim's primary source in words, such as ``audited accounts``; None where not known."""
        items = self.items.get(view.id)
        if not items:
            return None
        try:
            return SOURCE_NAME[SourceType(items[0]["source_type"])]
        except (KeyError, ValueError):
            return None

    def documents(self, views: Iterable[ClaimView]) -> frozenset[str]:
        """The documents that hold the claims' evidence."""
        spans = (item.get("source_span") for view in views for item in self.items.get(view.id, ()))
        return frozenset(str(span["document_id"]) for span in spans if span)


async def look_up(tools: ToolBox, views: Iterable[ClaimView], most: int) -> ClaimSources:
    """The evidence of the first ``most`` of the claims."""
    found = ClaimSources()
    for view in list({view.id: view for view in views}.values())[:most]:
        reply = await tools.call("lookup_claim", {"claim_id": view.id, "include_evidence": True})
        if not reply.success:
            continue
        evidence = reply.structured.get("evidence") if isinstance(reply.structured, dict) else None
        found.items[view.id] = [one for one in evidence or () if isinstance(one, dict)]
    return found


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that a search found; ``document`` holds it."""

    evidence: str
    document: str | None
    grade: str
    text: str


async def search(tools: ToolBox, deal: MatterId, query: str, limit: int = 8) -> Sequence[Passage]:
    """What a search for ``query`` finds; nothing where it is refused."""
    reply = await tools.call("search_evidence", {"query": query, "deal_id": deal, "limit": limit})
    if not reply.success or not isinstance(reply.structured, dict):
        return ()
    return [passage(one) for one in reply.structured.get("results", ())]


def passage(found: Mapping[str, Any]) -> Passage:
    """One result of ``search_evidence``."""
    span = found.get("source_span")
    return Passage(
        str(found["evidence_id"]),
        str(span["document_id"]) if span else None,
        str(found["source_grade"]),
        str(found["text_excerpt"]),
    )
