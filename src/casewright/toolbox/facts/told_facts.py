"""What ``contract_facts`` answers with: documents with their facts, what amends them, and what was not read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from casewright.domain.documents import ReadingState
from casewright.domain.skipping import blanked, within
from casewright.evidence.amendments import amending
from casewright.evidence.facts.amended import Later, later_than, latest_first, speaks_of
from casewright.evidence.facts.corrections import compared
from casewright.toolbox.facts.fact_view import (
    AmendmentLink,
    ChangedFacts,
    ContractFactsOutput,
    DocumentFacts,
    FactsReading,
    FactView,
    FieldInForce,
    fact_view,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId
    from casewright.domain.kept_facts import PlacedFact
    from casewright.toolbox.facts.current_facts import CurrentFacts, DocumentNow

_OPENING = 6_000
"""Characters in which a document says that it amends another one."""
_NAMED = 5
MASKED = "The facts of a case's documents are read by rules, from texts in which placeholders stand for personal data."


def told(
    current: CurrentFacts, page: Sequence[Document], held: Sequence[Amendment], fields: Sequence[str]
) -> ContractFactsOutput:
    """The facts of these fields, of the documents of ``page``, which ``current`` knows."""
    answer = ContractFactsOutput(documents=[])
    if current.reading.is_masked(current.tenant, current.matter):
        answer.warnings.append(MASKED)
    for document in page:
        now = current.known[document.id]
        answer.documents.append(_told(current, now, held, fields, answer.warnings))
        answer.changed += _changed(now, fields)
        if now.stale:
            times = "one correction was" if now.stale == 1 else f"{now.stale} corrections were"
            answer.warnings.append(
                f"{document.filename}: {times} made in a text that it does not have any more: make them anew"
            )
    answer.not_read = dict(Counter(current.known[one.id].kind for one in page if current.known[one.id].why_not))
    answer.left = [one for one, now in current.known.items() if now.kind == "not yet"]
    if not any(one.facts or one.in_force for one in answer.documents):
        answer.message = _nothing(answer, page, fields)
    return answer


def undecided(current: CurrentFacts, page: Sequence[Document], decided: Collection[DocumentId]) -> list[str]:
    """A warning where documents say that they amend another one, and no person said anything to that."""
    names = []
    for document in page:
        source = current.known[document.id].source
        top = source.text[:_OPENING]
        if document.id not in decided and top and amending(blanked(top, within(0, len(top), source.furniture))):
            names.append(document.filename)
    if not names:
        return []
    some = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    what = "one document says that it amends" if len(names) == 1 else f"{len(names)} documents say that they amend"
    warning = (
        f"{what} another one ({some}), which nobody has confirmed: facts are each document's own until somebody does "
        "(list_amendments)"
    )
    return [warning]


def _told(
    current: CurrentFacts,
    now: DocumentNow,
    held: Sequence[Amendment],
    fields: Sequence[str],
    warnings: list[str],
) -> DocumentFacts:
    document = now.source.document.id
    later, certain = latest_first(
        later_than(document, held), {one: known.now.facts for one, known in current.known.items()}
    )
    in_force = _in_force(current, later, fields)
    last = {one.field: one.document_id for one in in_force}
    if not certain and any(one.field in last for one in now.now.facts):
        warnings.append(
            f"{now.filename}: several documents amend it and not all say their day; which is the latest is not certain"
        )
    for one in later:
        known = current.known.get(one.document)
        if known is not None and known.why_not:
            warnings.append(f"{known.filename} amends {now.filename} and its facts were not read: {known.why_not}")
    return DocumentFacts(
        document_id=document,
        filename=now.filename,
        reading=_reading(now, fields),
        facts=_views(now, now.now.facts, fields, last),
        amends=_links(current, ((one.amended, one) for one in held if one.document == document)),
        amended_by=_links(current, ((one.document, one) for one in held if one.amended == document)),
        in_force=in_force,
    )


def _in_force(current: CurrentFacts, later: Sequence[Later], fields: Sequence[str]) -> list[FieldInForce]:
    """For each field the facts of the latest document that states it; nothing where none of them does."""
    found = []
    for field in fields:
        for one in later:
            known = current.known.get(one.document)
            facts = [] if known is None or not speaks_of(one, field) else _views(known, known.now.facts, (field,))
            if known is not None and facts:
                found.append(
                    FieldInForce(
                        field=field,
                        document_id=one.document,
                        filename=known.filename,
                        kind=one.kind,
                        facts=facts,
                    )
                )
                break
    return found


def _views(
    now: DocumentNow, facts: Iterable[PlacedFact], fields: Sequence[str], last: dict[str, str] | None = None
) -> list[FactView]:
    return [
        fact_view(fact, now.source, amended_by=(last or {}).get(fact.field)) for fact in facts if fact.field in fields
    ]


def _reading(now: DocumentNow, fields: Sequence[str]) -> FactsReading:
    if now.read is None:
        return FactsReading(state="not read", reason=now.why_not)
    looked_for, found = set(now.read.looked_for), {fact.field for fact in now.now.facts}
    report = now.source.document.report
    partly = report is not None and report.state is ReadingState.PART
    return FactsReading(
        state="read",
        reason=f"a part of the file was not read: {report.reason}" if report is not None and partly else None,
        reader=now.read.reader,
        fields_not_found=[
            one for one in fields if one in looked_for and one not in found and one not in now.now.rejected
        ],
        fields_not_looked_for=[one for one in fields if one not in looked_for and one not in found],
        fields_rejected=[one for one in fields if one in now.now.rejected],
    )


def _links(current: CurrentFacts, pairs: Iterable[tuple[DocumentId, Amendment]]) -> list[AmendmentLink]:
    names = current.names
    return [
        AmendmentLink(document_id=one, filename=names[one], kind=amendment.kind)
        for one, amendment in pairs
        if one in names
    ]


def _changed(now: DocumentNow, fields: Sequence[str]) -> list[ChangedFacts]:
    if now.before is None or now.read is None:
        return []
    return [
        ChangedFacts(
            document_id=now.source.document.id,
            filename=now.filename,
            field=field,
            before=_views(now, before, (field,)),
            after=_views(now, after, (field,)),
            reader_before=now.before.reader,
            reader=now.read.reader,
        )
        for field, before, after in compared(now.before.facts, now.read.facts)
        if field in fields
    ]


def _nothing(answer: ContractFactsOutput, page: Sequence[Document], fields: Sequence[str]) -> str:
    """What is said where nothing was found: of what was looked for, where, and of nothing else."""
    read = sum(one.reading.state == "read" for one in answer.documents)
    looked_for = {one for document in answer.documents for one in document.reading.fields_not_found}
    what = (
        ", ".join(one for one in fields if one in looked_for) if len(looked_for) <= 5 else f"{len(looked_for)} fields"
    )
    said = f"I could not find {what or 'facts of these fields'} in {read} of {len(page)} documents that were read."
    return said if read == len(page) else f"{said} Of the others nothing is known: their facts were not read."
