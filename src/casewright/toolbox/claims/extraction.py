"""What the documents of a deal claim, as rows that can be entered; what is there already is counted and left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from casewright.domain.documents import DocumentStatus
from casewright.domain.evidence import SourceType
from casewright.domain.skipping import blank
from casewright.evidence.data_room_index import index_entries
from casewright.evidence.extraction.entities import companies, company_of
from casewright.evidence.extraction.extract import extract
from casewright.evidence.extraction.source import Source, room_dollars
from casewright.evidence.extraction.year_ends import year_end_of
from casewright.evidence.metrics import metric_name
from casewright.evidence.period_names import read_period
from casewright.evidence.source_types import Recognised, recognise
from casewright.evidence.value_struct import to_struct
from casewright.tools.cancellation import stop_if_cancelled
from casewright.vocabulary.lookalikes import read_figures_alike

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.domain.sources import DocumentSource
    from casewright.evidence.extraction.proposal import Proposal
    from casewright.tools.ports.claims import Proposer
    from casewright.tools.ports.documents import DocumentStore

Key = tuple[str, int, int, str | None]


@dataclass(slots=True)
class Read:
    """One document, what kind of source it is, and what it claims. ``why_not`` where nothing was looked for in it."""

    document: Document
    source: Source | None = None
    kind: SourceType = SourceType.UNKNOWN
    recognised: Recognised | None = None
    why_not: str | None = None
    by_rules: tuple[Proposal, ...] = ()
    by_model: tuple[Proposal, ...] = ()
    refused: tuple[str, ...] = ()
    known: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)


def read_documents(
    store: DocumentStore,
    tenant: TenantId,
    documents: Sequence[Document],
    described: Mapping[DocumentId, DocumentSource],
    title: str,
) -> list[Read]:
    """Each document with its kind and what rules find in it; those of an unknown company are the deal's."""
    names = [document.filename for document in documents]
    found = [_read(store, tenant, document, described.get(document.id), names) for document in documents]
    sources = [one.source for one in found if one.source is not None]
    entity, year_end = _entity(title, sources), year_end_of(sources)
    dollars = room_dollars(source.text for source in sources)
    for one in found:
        stop_if_cancelled()
        if one.source is not None:
            one.source = replace(one.source, entity=entity, year_end=year_end, dollars=dollars)
            one.by_rules = extract(one.source)
    return found


def ask(proposer: Proposer, found: Iterable[Read]) -> None:
    """Have each document read by the proposer too."""
    asked = [(one, one.source) for one in found if one.source is not None]
    for (one, _), given in zip(asked, proposer.propose([source for _, source in asked]), strict=True):
        one.by_model, one.refused = given.proposals, given.refused


def make_rows(found: Sequence[Read], claims: Sequence[Claim]) -> None:
    """Give each document the rows that are to be entered: not what a claim or an earlier row says of its place."""
    places: dict[DocumentId, list[tuple[int, int, str | None, object, object]]] = {}
    for claim in claims:
        if claim.span is not None:
            metric = None if claim.metric is None else metric_name(claim.metric)
            places.setdefault(claim.span.document, []).append(
                (claim.span.start, claim.span.end, metric, claim.value, claim.period)
            )
    for one in found:
        there = places.setdefault(one.document.id, [])
        for proposal in (*one.by_rules, *one.by_model):
            metric = None if proposal.metric is None else metric_name(proposal.metric)
            if any(_same(proposal, metric, *other) for other in there):
                one.known += 1
                continue
            there.append((proposal.start, proposal.end, metric, proposal.value, proposal.period))
            one.rows.append(_row(one, proposal))


def _read(
    store: DocumentStore,
    tenant: TenantId,
    document: Document,
    described: DocumentSource | None,
    names: Sequence[str],
) -> Read:
    if document.status is not DocumentStatus.READY:
        return Read(document, why_not=f"it is not read: {document.error or document.status.value}")
    text = read_figures_alike(store.text(tenant, document.id))  # claims are quoted from the text itself
    tables = store.tables(tenant, document.id)
    recognised = recognise(document.filename, text)
    kind = recognised.source_type if described is None else described.source_type
    one = Read(document, kind=kind, recognised=recognised if described is None else None)
    if not text.strip():
        one.why_not = "it has no text"
    elif index_entries(document.filename, text, tables, names) is not None:
        one.why_not = "it is the data room's index"
    else:
        furniture = store.furniture(tenant, [document.id]).get(document.id, ())
        one.source = Source(document.filename, blank(text, furniture), tables, kind)
    return one


def _entity(title: str, sources: Sequence[Source]) -> str | None:
    """The company that the deal is about: the one that its title names, else the one of most documents."""
    named = companies(title)
    if named:
        return named[0]
    counts = Counter(own for source in sources if (own := company_of(source.text)) is not None).most_common(2)
    if not counts or (len(counts) == 2 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]


def _same(
    proposal: Proposal, metric: str | None, start: int, end: int, other: str | None, value: object, period: object
) -> bool:
    if (proposal.start, proposal.end) == (start, end):
        # A cell holds one figure, whatever a person called it; words may say two.
        return metric == other or (proposal.cell is not None and value == proposal.value)
    if metric != other:
        return False
    overlaps = proposal.figure_start < end and start < proposal.figure_end
    return overlaps and (value, period) == (proposal.value, proposal.period)


def _row(one: Read, proposal: Proposal) -> dict[str, Any]:
    """The proposal as a row of an import, its place by cell or by offsets."""
    place: dict[str, Any] = {"document": str(one.document.id), "source_type": one.kind.value}
    if proposal.cell is not None:
        place["cell"] = proposal.cell
    else:
        place |= {"start": proposal.start, "end": proposal.end}
    if one.recognised is not None and one.recognised.source_date is not None:
        place["source_date"] = one.recognised.source_date.isoformat()
    row: dict[str, Any] = {
        "claim_text": proposal.said,
        "claim_class": proposal.claim_class.value,
        "materiality": proposal.materiality.value,
        "basis": proposal.basis.value,
        "confidence": proposal.confidence,
        "evidence": [place],
    }
    if proposal.value is not None:
        row["value_struct"] = to_struct(proposal.value)
    if proposal.metric is not None:
        row["metric"] = proposal.metric
    if proposal.entity is not None:
        row["entity"] = proposal.entity
    if proposal.period is not None and read_period(str(proposal.period)) == proposal.period:
        row["period"] = str(proposal.period)
    return row
