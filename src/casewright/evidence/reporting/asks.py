"""What to ask for, in a sentence each, what belongs together in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.ids import DocumentId
from casewright.evidence.reporting.parts import Line, joined, ours, quote_part
from casewright.evidence.reporting.report import Ask, AskKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.evidence.reporting.defect_groups import DefectGroup
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.retelling import Retelling

_TOGETHER = 6
"""How many things one sentence asks for."""
_SUPPORT = "A stronger source, or the word of a person who checked them, for "
_LEADS = {AskKind.CHAIN: "The paper: ", AskKind.SOURCE: "A newer source: "}


@dataclass(frozen=True, slots=True)
class AskLine:
    """One thing to ask for; ``because`` is the finding that it tells, where there is one."""

    line: Line
    because: DefectGroup | None = None


def ask_lines(at: Lookup, groups: Sequence[DefectGroup], retelling: Retelling) -> tuple[AskLine, ...]:
    """Everything to ask for: absent documents, what settles a contradiction, papers, newer sources, support."""
    asks = at.report.asks
    group_of = {f"defect:{one.id}": group for group in groups for one in group.defects}
    return (
        *(_absent(ask) for ask in asks if ask.kind is AskKind.ABSENT),
        *_settling(at, groups),
        *_mending(at, (ask for ask in asks if ask.kind is AskKind.CHAIN), group_of, retelling),
        *_mending(at, (ask for ask in asks if ask.kind is AskKind.SOURCE), group_of, retelling),
        *_support(at),
    )


def _absent(ask: Ask) -> AskLine:
    name = quote_part(ask.name or "", ask.because)
    return AskLine((ours("“"), name, ours("”: the data room’s index names it, and it is not there.")))


def _settling(at: Lookup, groups: Sequence[DefectGroup]) -> list[AskLine]:
    """What settles the disagreements, each thing once."""
    wanted = {ask.claim for ask in at.report.asks if ask.kind is AskKind.SETTLING}
    found: dict[str, Line] = {}
    told: set[str] = set()
    for group in groups:
        if group.is_open and group.claims and any(claim.id in wanted for claim in group.claims):
            told |= {claim.id for claim in group.claims}
            _note(found, at.subject(group.claims[0]))
    for claim in at.report.claims:
        if claim.id in wanted and claim.id not in told:
            _note(found, at.subject(claim))
    return _several("Documents that settle ", list(found.values()))


def _mending(
    at: Lookup, asks: Iterable[Ask], group_of: Mapping[str, DefectGroup], retelling: Retelling
) -> Iterator[AskLine]:
    """What mends defects, one sentence for each group of them, which says why."""
    told: set[str] = set()
    for ask in asks:
        group, claim = group_of.get(ask.because), None if ask.claim is None else at.claims.get(ask.claim)
        if group is None or group.reference in told:
            continue
        told.add(group.reference)
        about = () if claim is None else (claim,)
        first = group.first
        line = retelling.line(first.description, f"defect:{first.id}", about)
        yield AskLine((ours(_LEADS[ask.kind]), *line), group)


def _support(at: Lookup) -> list[AskLine]:
    """Stronger sources for weighty claims that nothing verifies, by the document that states them."""
    asked: dict[str, list[Claim]] = {}
    for ask in at.report.asks:
        claim = at.claims.get(ask.claim) if ask.kind is AskKind.SUPPORT and ask.claim is not None else None
        if claim is not None:
            item = at.primary(claim)
            asked.setdefault("" if item is None or item.span is None else item.span.document, []).append(claim)
    return _several(_SUPPORT, [_stated(at, document, claims) for document, claims in asked.items()])


def _stated(at: Lookup, document: str, claims: Sequence[Claim]) -> Line:
    """``revenue, EBITDA and others in the deck``."""
    names = at.names_of(claim.id for claim in claims)
    known = DocumentId(document)
    return (*names, ours(" in "), *at.cite_document(known)) if known in at.labels else names


def _note(found: dict[str, Line], line: Line) -> None:
    found.setdefault("".join(part.text for part in line), line)


def _several(lead: str, lines: Sequence[Line]) -> list[AskLine]:
    return [
        AskLine((ours(lead), *joined(lines[start : start + _TOGETHER]), ours(".")))
        for start in range(0, len(lines), _TOGETHER)
    ]
