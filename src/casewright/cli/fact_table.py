"""What ``contract_facts`` answers with, asked for until nothing is left to be read, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.cli.state import Answer, answer
from casewright.domain.facts import FIELDS
from casewright.evidence.facts.fact_table import CellState, FactCell, FactRow, FactTable, TableFact
from casewright.evidence.facts.values.as_json import from_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.facts.fact_view import ContractFactsOutput, DocumentFacts, FactView

_PAGE = 100
_NOT_YET = "not yet"


def read_facts(casewright: Casewright, arguments: Mapping[str, object], output: Output) -> Answer[ContractFactsOutput]:
    """The facts of all documents asked about, page by page, each page until all of it is read.

    Raises ``CallRefused`` where a call does not succeed: what was read by then is kept, and is not read again.
    """
    from casewright.toolbox.facts.fact_view import ContractFactsOutput

    whole = ContractFactsOutput(documents=[])
    with output.notes().status("Reading facts"):
        first: int | None = 0
        while first is not None:
            page = _page(casewright, {**arguments, "first": first, "limit": _PAGE}, whole)
            whole.documents += page.documents
            whole.left += page.left
            for reason, count in page.not_read.items():
                whole.not_read[reason] = whole.not_read.get(reason, 0) + count
            first = page.next_first
            if first is None and not any(one.facts or one.in_force for one in whole.documents):
                whole.message = page.message
    return Answer(whole, whole.model_dump(mode="json"))


def _page(casewright: Casewright, arguments: Mapping[str, object], whole: ContractFactsOutput) -> ContractFactsOutput:
    """One page: a call reads for a while and says what is left; it ends when nothing is, or no more becomes of it."""
    from casewright.toolbox.facts.fact_view import ContractFactsOutput

    left: list[str] | None = None
    while True:
        page = answer(casewright, ContractFactsOutput, "contract_facts", arguments).output
        whole.changed += page.changed
        whole.warnings += [one for one in page.warnings if one not in whole.warnings]
        if not page.left or (left is not None and len(page.left) >= len(left)):
            return page
        left = page.left


def as_table(title: str, found: ContractFactsOutput, asked: Sequence[str] | None) -> FactTable:
    """The table of what was found; its columns are the fields that were ``asked`` for, by any name, else all."""
    names = [field.name for field in FIELDS]
    if asked is not None:
        told = {name for one in found.documents for name in _told(one)}
        names = [name for name in names if name in told]
    return FactTable(title, tuple(names), tuple(_row(one, names) for one in found.documents))


def _told(one: DocumentFacts) -> set[str]:
    reading = one.reading
    without = [*reading.fields_not_found, *reading.fields_not_looked_for, *reading.fields_rejected]
    return {*without, *(fact.field for fact in one.facts), *(later.field for later in one.in_force)}


def _row(one: DocumentFacts, names: Sequence[str]) -> FactRow:
    reading = one.reading
    read = reading.state == "read"
    return FactRow(
        document_id=one.document_id,
        filename=one.filename,
        cells={name: _cell(one, name) for name in names},
        not_read=None if read else reading.reason or "no reason is known",
        part=reading.reason if read else None,
        amended_by=tuple(dict.fromkeys(link.filename for link in one.amended_by)),
    )


def _cell(one: DocumentFacts, name: str) -> FactCell:
    later = [_fact(fact, each.filename) for each in one.in_force if each.field == name for fact in each.facts]
    own = [_fact(fact) for fact in one.facts if fact.field == name]
    if later or own:
        return FactCell(CellState.FOUND, (*later, *own))
    if one.reading.state != "read":
        return FactCell(CellState.NOT_READ)
    if name in one.reading.fields_rejected:
        return FactCell(CellState.REJECTED)
    return FactCell(CellState.NOT_LOOKED_FOR if name in one.reading.fields_not_looked_for else CellState.NOT_FOUND)


def _fact(view: FactView, source: str | None = None) -> TableFact:
    return TableFact(
        value=None if view.value is None else from_json(_without_words(view.value.model_dump())),
        quote=view.quote,
        start=view.start,
        end=view.end,
        page=view.page,
        section=view.section,
        confidence=view.confidence,
        how=view.how,
        source=source,
        amended=view.amended_by is not None,
        ocr=view.ocr is not None,
    )


# Any: JSON data.
def _without_words(data: Any) -> Any:
    """The value's data without what it is called in English, as it is read back."""
    if isinstance(data, list):
        return [_without_words(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {name: _without_words(part) for name, part in data.items() if name != "shown"}
