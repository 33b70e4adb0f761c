"""The tool ``find_section``: a clause by its number, from the index of sections."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, Field

from casewright.domain.citations import Citation
from casewright.domain.skipping import gaps, quote_text, spans_of, within
from casewright.evidence.sections.lookup import find, nearest
from casewright.evidence.sections.references import read_reference
from casewright.toolbox.asked_documents import NOT_IN_MATTER, NOTHING_READY, asked_documents
from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document, Page, Reading, Section
    from casewright.domain.ids import MatterId, TenantId
    from casewright.evidence.sections.references import Reference
    from casewright.tools.ports.documents import DocumentStore

LONGEST_QUOTE: Final = 2_000
"""Most characters of a quote; the section's own start and end are always given whole."""
MOST: Final = 50
"""How many sections are quoted; the rest is counted."""
_EXAMPLES: Final = "'Clause 12.1', 'section 6.1(b)', 'art. 7 alin. (2)' or 'Schedule 2, paragraph 3'"
NOT_INDEXED: Final = "it was read before sections were looked for: `reread_documents` finds them"


class FindSectionInput(Arguments):
    """Input of the ``find_section`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the documents")
    reference: str = Field(
        description=f"What the clause is called and nothing else, such as {_EXAMPLES}", min_length=1, max_length=300
    )
    document_ids: list[str] | None = Field(
        default=None, description="Optional list of specific document IDs; all of the matter where left out"
    )


class FoundSection(BaseModel):
    """A section: ``start`` to ``end`` is all of it, ``citation`` its beginning, or all of it where it is short.
    ``label`` is its number as printed, ``path`` the labels that lead to it, ``name`` what people call it: "4.1(a)".

    ``certain`` is false where the count of clauses was lost before the next one began: then it may go on further.
    """

    reference: str
    document_id: str
    filename: str
    label: str
    name: str
    path: list[str]
    heading: str | None
    start: int
    end: int
    certain: bool
    page: int | None
    citation: dict[str, Any]


class NotFoundSection(BaseModel):
    """A reference that names nothing in a document, and what is there instead."""

    reference: str
    document_id: str
    filename: str
    nearest: str


class FindSectionOutput(BaseModel):
    """Every section that is called so, document after document, and where there is none of it."""

    sections: list[FoundSection]
    not_found: list[NotFoundSection]
    total_found: int
    message: str | None = None


def find_section(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: FindSectionInput, context: CallContext) -> FindSectionOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        references = read_reference(arguments.reference)
        if not references:
            return failure(f"{arguments.reference!r} names no clause by its number: say {_EXAMPLES}")
        asked = asked_documents(documents, context.tenant, matter, arguments.document_ids)
        if asked.nothing:
            return failure(NOTHING_READY)
        if asked.unknown:
            return failure(f"{NOT_IN_MATTER}: {', '.join(map(repr, asked.unknown))}")
        found = _Found()
        indexes = documents.sections(context.tenant, [one.id for one in asked.ready])
        for document in asked.ready:
            _look(documents, context.tenant, matter, document, indexes.get(document.id), references, found)
        return FindSectionOutput(
            sections=found.sections,
            not_found=found.not_found,
            total_found=found.total,
            message=None if found.total else asked.told(f"No clause {arguments.reference!r} was found"),
        )

    return Tool(
        name="find_section",
        description=(
            "Get the clause, article or annex that has a number, such as 'Clause 12.1': its exact words with their "
            "place, or which numbers there are instead."
        ),
        arguments=FindSectionInput,
        output=FindSectionOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        idempotent=True,
        reads=("the matter's documents",),
    )


class _Found:
    """What was found so far."""

    def __init__(self) -> None:
        self.sections: list[FoundSection] = []
        self.not_found: list[NotFoundSection] = []
        self.total = 0


def _look(
    documents: DocumentStore,
    tenant: TenantId,
    matter: MatterId,
    document: Document,
    sections: Sequence[Section] | None,
    references: Sequence[Reference],
    found: _Found,
) -> None:
    """Look the references up in one document."""
    reading = documents.reading(tenant, matter, document.id) if sections else None
    for reference in references:
        named = find(sections, reference, reading.text) if sections and reading is not None else ()
        if not named:
            near = NOT_INDEXED if sections is None else nearest(sections, reference)
            found.not_found.append(
                NotFoundSection(
                    reference=str(reference), document_id=document.id, filename=document.filename, nearest=near
                )
            )
        elif reading is not None:
            found.total += len(named)
            left = max(MOST - len(found.sections), 0)
            found.sections += [_view(document, reading, one, reference) for one in named[:left]]


def _view(document: Document, reading: Reading, section: Section, reference: Reference) -> FoundSection:
    end = _cut(reading.text, section.start, section.end)
    skipped = within(section.start, end, spans_of(reading.furniture))
    page = _page(reading.pages, section.start)
    citation = Citation(
        document_id=document.id,
        filename=document.filename,
        start=section.start,
        end=end,
        quote=quote_text(reading.text, section.start, end, skipped),
        page=page,
        section=section.name,
        skipped=gaps(reading.text, section.start, end, skipped),
    )
    return FoundSection(
        reference=str(reference),
        document_id=document.id,
        filename=document.filename,
        label=section.label,
        name=section.name,
        path=list(section.path),
        heading=section.heading,
        start=section.start,
        end=section.end,
        certain=section.certain,
        page=page,
        citation=shown(citation),
    )


_SENTENCE: Final = re.compile(r"[.;:!?][\"'”’)\]]{0,3}\s")
_SPACE: Final = re.compile(r"\s")


def _cut(text: str, start: int, end: int) -> int:
    """Where the quote of a section ends: with it, or after the last sentence or word that still fits."""
    if end - start <= LONGEST_QUOTE:
        return end
    most = start + LONGEST_QUOTE
    for pattern, low in ((_SENTENCE, start + LONGEST_QUOTE // 2), (_SPACE, start + 1)):
        places = [match.start() + len(match[0].rstrip()) for match in pattern.finditer(text, low, most)]
        if places:
            return places[-1]
    return most


def _page(pages: Sequence[Page], start: int) -> int | None:
    at = bisect_right([page.start for page in pages], start) - 1
    return pages[max(at, 0)].number if pages else None
