"""What to ask for: documents that are not there, sources that are too old, and what would settle what is disputed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimAction, Verdict
from casewright.domain.defects import CureProtocol, DefectStatus
from casewright.evidence.reporting.report import MATERIAL, Ask, AskKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.defects import Defect
    from casewright.evidence.record import DealRecord

_BY_CURE = {
    CureProtocol.REQUEST_SOURCE: AskKind.SOURCE,
    CureProtocol.RECONSTRUCT_CHAIN: AskKind.CHAIN,
}


def list_requests(record: DealRecord) -> tuple[Ask, ...]:
    """What to ask for: absent documents first, then what would mend defects, then what would settle or support.

    A claim is named once a kind; support is asked for where nothing else is.
    """
    found = dict.fromkeys(Ask(AskKind.ABSENT, f"document:{one.index}", name=one.name) for one in record.absent)
    seen: set[tuple[str, AskKind]] = set()
    named: set[str] = set()
    open_defects = [defect for defect in record.defects if defect.status is DefectStatus.OPEN]
    for ask in (*_for_defects(open_defects), *_for_claims(record)):
        key = (str(ask.claim), ask.kind)
        if key not in seen and not (ask.kind is AskKind.SUPPORT and key[0] in named):
            seen.add(key)
            named.add(key[0])
            found[ask] = None
    return tuple(found)


def _for_defects(defects: list[Defect]) -> Iterator[Ask]:
    for defect in defects:
        kind = _BY_CURE.get(defect.cure)
        if kind is not None:
            yield Ask(kind, f"defect:{defect.id}", defect.claim)


def _for_claims(record: DealRecord) -> Iterator[Ask]:
    """For claims of weight: what would settle a contradiction, and a source where nothing verifies them."""
    for claim in record.claims:
        if claim.materiality not in MATERIAL:
            continue
        if claim.standing.verdict in (Verdict.CONTRADICTED, Verdict.INFLATED):
            yield Ask(AskKind.SETTLING, f"claim:{claim.id}", claim.id)
        elif claim.standing.verdict is Verdict.UNVERIFIED or claim.standing.action is ClaimAction.REQUEST_DATA:
            yield Ask(AskKind.SUPPORT, f"claim:{claim.id}", claim.id)
