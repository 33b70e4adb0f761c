"""The tool ``list_amendments``: which documents of a matter amend, restate or supersede which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.amendments import AmendmentKind
from casewright.domain.documents import DocumentStatus
from casewright.domain.skipping import blank
from casewright.evidence.amendments import Opening, amended_by, opening_of
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.tools.ports.amendments import AmendmentStore
    from casewright.tools.ports.documents import DocumentStore

NOTHING = "No document here says that it amends, restates or supersedes another one, and nobody has said so"
State = Literal["proposed", "confirmed", "rejected", "names no document here"]


class ListAmendmentsInput(Arguments):
    """Input of the ``list_amendments`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the documents")


class AmendmentView(BaseModel):
    """One document and the one that it amends.

    ``proposed`` was recognised and waits for a person, who confirms or rejects it (``confirm_amendment``). ``named``
    and ``dated`` are what the document calls the other one, ``number`` is its own among the amendments; ``quote``
    stands at ``start`` to ``end`` of the document. They are null where a person said so and the document does not.
    """

    document_id: str
    filename: str
    kind: AmendmentKind
    amended_id: str | None
    amended_filename: str | None
    state: State
    named: str | None = None
    dated: str | None = None
    number: int | None = None
    quote: str | None = None
    start: int | None = None
    end: int | None = None


class ListAmendmentsOutput(BaseModel):
    """What was recognised and decided; ``latest`` are the documents that nothing confirmed amends or replaces.

    ``looked_at`` documents were read for it, ``not_read`` have no text.
    """

    amendments: list[AmendmentView]
    latest: list[str]
    looked_at: int
    not_read: list[str]
    message: str | None = None


def list_amendments(*, documents: DocumentStore, amendments: AmendmentStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListAmendmentsInput, context: CallContext) -> ListAmendmentsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        known = documents.of_matter(context.tenant, matter)
        names = {one.id: one.filename for one in known}
        openings = _openings(documents, context.tenant, matter)
        decided = {(one.document, one.amended): one for one in amendments.of_matter(context.tenant, matter)}
        views = _views(openings, decided, names)
        replaced = {one.amended for one in decided.values() if one.holds}
        return ListAmendmentsOutput(
            amendments=views,
            latest=[one.id for one in known if one.id not in replaced],
            looked_at=len(openings),
            not_read=[one.filename for one in known if one.status is not DocumentStatus.READY],
            message=None if views else NOTHING,
        )

    return Tool(
        name="list_amendments",
        description=(
            "Which documents of a matter amend, restate or supersede which: proposed from their titles and recitals, "
            "confirmed or rejected by a person."
        ),
        arguments=ListAmendmentsInput,
        output=ListAmendmentsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=120.0,
        idempotent=True,
        reads=("the matter's documents",),
    )


def _openings(documents: DocumentStore, tenant: TenantId, matter: MatterId) -> list[Opening]:
    ready = [one for one in documents.of_matter(tenant, matter) if one.status is DocumentStatus.READY]
    openings = []
    for one in sorted(ready, key=lambda document: (document.filename, document.id)):
        furniture = documents.furniture(tenant, [one.id]).get(one.id, ())
        openings.append(opening_of(one.id, one.filename, blank(documents.text(tenant, one.id), furniture)))
    return openings


def _views(
    openings: Sequence[Opening],
    decided: Mapping[tuple[DocumentId, DocumentId], Amendment],
    names: Mapping[DocumentId, str],
) -> list[AmendmentView]:
    views: list[AmendmentView] = []
    told: set[tuple[DocumentId, DocumentId]] = set()
    for opening in openings:
        if opening.amending is None:
            continue
        likely = amended_by(opening, openings)[:1]
        settled = [pair for pair in decided if pair[0] == opening.document]
        pairs = list(dict.fromkeys([*settled, *((opening.document, one.document) for one in likely)]))
        # A person's word on one document settles which one is meant.
        if any(decided[pair].holds for pair in settled):
            pairs = settled
        if not pairs:
            views.append(_view(opening, None, names, opening.amending.kind, "names no document here"))
        for pair in pairs:
            decision = decided.get(pair)
            kind = opening.amending.kind if decision is None else decision.kind
            views.append(_view(opening, pair[1], names, kind, _state(decision)))
            told.add(pair)
    for pair, decision in decided.items():
        if pair not in told and pair[0] in names and pair[1] in names:
            views.append(
                AmendmentView(
                    document_id=pair[0],
                    filename=names[pair[0]],
                    kind=decision.kind,
                    amended_id=pair[1],
                    amended_filename=names[pair[1]],
                    state=_state(decision),
                )
            )
    return views


def _state(decision: Amendment | None) -> State:
    if decision is None:
        return "proposed"
    return "confirmed" if decision.holds else "rejected"


def _view(
    opening: Opening, amended: DocumentId | None, names: Mapping[DocumentId, str], kind: AmendmentKind, state: State
) -> AmendmentView:
    said = opening.amending
    assert said is not None, "only documents that say something of another one come here"
    return AmendmentView(
        document_id=opening.document,
        filename=opening.filename,
        kind=kind,
        amended_id=amended,
        amended_filename=None if amended is None else names.get(amended),
        state=state,
        named=said.title,
        dated=None if said.dated is None else said.dated.isoformat(),
        number=said.number,
        quote=opening.quote,
        start=said.start,
        end=said.end,
    )
