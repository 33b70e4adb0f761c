"""The cells of a review grid: what the tools say of these documents, column by column."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from casewright.domain.bands import Band
from casewright.domain.facts import FactHow
from casewright.domain.grids import CellPlace, CellState, GridCell
from casewright.domain.reviews import ColumnKind
from casewright.evidence.facts.certainty import Certainty
from casewright.server.answers import sentence
from casewright.server.pages.languages import translations

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from casewright.domain.grids import GridColumn
    from casewright.server.pages.visit import Visit

_VALUES = 3
"""How many values of one field a cell names."""
_QUOTE = 400
_NEEDS_OCR = "needs OCR"
_READY = "ready"


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


_JUDGEMENT = _("The question asks for an opinion: that is a person's")
_IN_PART = _("Read in part: %(why)s")
_AMENDED = _("As amended by %(name)s")
_STATUS = _("Not ready: %(status)s")
_PAID = _("It would send %(texts)s texts to %(provider)s: say first that it may")

Cells = dict[str, dict[str, GridCell]]
"""By document, by the key of the column."""


@dataclass(slots=True)
class FilledCells:
    """``left`` are documents whose facts are still to be read: asked again, it goes on with them.

    ``costs`` is what queries would cost that were not asked, by the key of their column: the output of
    ``estimate_query``.
    """

    cells: Cells
    warnings: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    costs: dict[str, dict[str, Any]] = field(default_factory=dict)  # Any: a tool's JSON


# Any, here and below: a tool's JSON.
async def fill_cells(
    visit: Visit,
    matter: str,
    documents: Sequence[Mapping[str, Any]],
    columns: Sequence[GridColumn],
    paid: Collection[str] = (),
) -> FilledCells:
    """The cells of these documents, as ``list_matter_documents`` lists them.

    A query whose scores cost money is asked where its key is among ``paid``, or where all of it is known already.
    """
    filled = FilledCells({one["document_id"]: {} for one in documents})
    readable = []
    for one in documents:
        unread = unread_cell(one, visit.language)
        if unread is None:
            readable.append(one)
        else:
            filled.cells[one["document_id"]] = {column.key: unread for column in columns}
    ids = [one["document_id"] for one in readable]
    if ids:
        facts = [one for one in columns if one.kind is ColumnKind.FACT]
        if facts:
            await _fill_facts(visit, matter, ids, facts, filled)
        for column in columns:
            if column.kind is ColumnKind.QUERY:
                await _fill_query(visit, matter, ids, column, filled, free=column.key not in paid)
            elif column.kind is ColumnKind.QUESTION:
                await _fill_question(visit, matter, ids, column, filled)
    _note_parts(visit, readable, filled.cells)
    return filled


async def fill_wholly(
    visit: Visit,
    matter: str,
    documents: Sequence[Mapping[str, Any]],
    columns: Sequence[GridColumn],
    paid: Collection[str] = (),
) -> FilledCells:
    """As ``fill_cells``, and again for the documents whose facts were still to be read, while that goes on."""
    filled = await fill_cells(visit, matter, documents, columns, paid)
    while filled.left:
        facts = [one for one in columns if one.kind is ColumnKind.FACT]
        left = [one for one in documents if one["document_id"] in filled.left]
        more = await fill_cells(visit, matter, left, facts)
        for one, row in more.cells.items():
            filled.cells[one].update(row)
        if len(more.left) >= len(filled.left):
            for one in more.left:
                filled.cells[one].update({each.key: GridCell(CellState.NOT_READ) for each in facts})
            break
        filled.left = more.left
    return filled


def say(language: str, text: str, **values: object) -> str:
    """The text in this language, with its values."""
    return translations(language).gettext(text) % values


def unread_cell(document: Mapping[str, Any], language: str) -> GridCell | None:
    """What every cell of a document says that has no text; None where it has."""
    reading = document["reading"] or {}
    if reading.get("state") == _NEEDS_OCR:
        return GridCell(CellState.NEEDS_OCR, note=reading.get("reason") or "")
    if document["processing_status"] == _READY:
        return None
    why = reading.get("reason") or say(language, _STATUS, status=document["processing_status"])
    return GridCell(CellState.NOT_READ, note=why)


def _note_parts(visit: Visit, documents: Iterable[Mapping[str, Any]], cells: Cells) -> None:
    """Of a document that was read in part, what was not found may stand where nobody read."""
    for one in documents:
        reading = one["reading"] or {}
        if reading.get("state") != "part":
            continue
        row = cells[one["document_id"]]
        for key, cell in row.items():
            if cell.state is CellState.NOT_FOUND:
                row[key] = replace(cell, note=say(visit.language, _IN_PART, why=reading.get("reason") or ""))


async def _fill_facts(
    visit: Visit, matter: str, ids: Sequence[str], columns: Sequence[GridColumn], filled: FilledCells
) -> None:
    arguments = {"matter_id": matter, "document_ids": list(ids), "fields": [one.text for one in columns], "limit": 500}
    found: Any = await visit.read("contract_facts", arguments)
    filled.warnings += found["warnings"]
    filled.left += found["left"]
    for document in found["documents"]:
        if document["document_id"] not in filled.left:
            row = filled.cells[document["document_id"]]
            row.update({one.key: fact_cell(document, one.text, visit.language) for one in columns})


def fact_cell(document: Mapping[str, Any], name: str, language: str) -> GridCell:
    """What a document's facts, as ``contract_facts`` tells them, say of one field."""
    later = [fact for one in document["in_force"] if one["field"] == name for fact in one["facts"]]
    own = [one for one in document["facts"] if one["field"] == name and one["amended_by"] is None]
    facts = later or own
    reading = document["reading"]
    if facts:
        return _stated(facts, say(language, _AMENDED, name=later[0]["filename"]) if later else "")
    if reading["state"] != "read":
        return GridCell(CellState.NOT_READ, note=reading["reason"] or "")
    if name in reading["fields_rejected"]:
        return GridCell(CellState.REJECTED)
    looked = name not in reading["fields_not_looked_for"]
    return GridCell(CellState.NOT_FOUND if looked else CellState.NOT_LOOKED_FOR)


def _stated(facts: Sequence[Mapping[str, Any]], note: str) -> GridCell:
    best = max(facts, key=lambda one: (one["how"] == FactHow.PERSON, one["confidence"]))
    sure = Certainty.of(best["confidence"], FactHow(best["how"]))
    values = list(dict.fromkeys(str(one["value"]["shown"]) for one in facts if one["value"] is not None))
    return GridCell(
        state=CellState.PERHAPS if sure is Certainty.PERHAPS else CellState.FOUND,
        value="; ".join(values[:_VALUES]),
        band=sure.value,
        score=None if sure is Certainty.PERSON else best["confidence"],
        quote=_cut(best["quote"]),
        place=_place(best["document_id"], best),
        more=max(0, len(values) - _VALUES) if values else len(facts) - 1,
        note=note,
    )


async def _fill_query(
    visit: Visit, matter: str, ids: Sequence[str], column: GridColumn, filled: FilledCells, *, free: bool
) -> None:
    asked = {"matter_id": matter, "query": column.text, "document_ids": list(ids)}
    if free:
        cost: Any = await visit.read("estimate_query", asked)
        if cost["texts"]:
            filled.costs[column.key] = cost
            note = say(visit.language, _PAID, texts=cost["texts"], provider=cost["provider"])
            for one in ids:
                filled.cells[one][column.key] = GridCell(CellState.NOT_LOOKED_FOR, note=note)
            return
    result = await visit.call("isaacus_iql", asked)
    if not result.success or not isinstance(result.structured, dict):
        for one in ids:
            filled.cells[one][column.key] = GridCell(CellState.FAILED, note=sentence(result))
        return
    output: Any = result.structured
    filled.warnings += [one for one in output["warnings"] if one not in filled.warnings]
    for document in output["document_results"]:
        filled.cells[document["document_id"]][column.key] = query_cell(document)


def query_cell(document: Mapping[str, Any]) -> GridCell:
    """What a query found in one document, as ``isaacus_iql`` tells it."""
    if document["error"]:
        return GridCell(CellState.NOT_READ, note=document["error"])
    matches = document["matches"]
    if not matches:
        return GridCell(CellState.NOT_FOUND, score=document["score"])
    best = matches[0]
    return GridCell(
        state=CellState.FOUND,
        band=Band.of(best["score"]).value,
        score=best["score"],
        quote=_cut(best["text"]),
        place=_place(document["document_id"], best["citation"]),
        more=len(matches) - 1,
    )


async def _fill_question(
    visit: Visit, matter: str, ids: Sequence[str], column: GridColumn, filled: FilledCells
) -> None:
    asked = {"matter_id": matter, "question": column.text, "read_names": False}
    for one in ids:
        result = await visit.call("isaacus_extract", {**asked, "document_ids": [one]})
        if result.success and isinstance(result.structured, dict):
            cell = answer_cell(result.structured, visit.language)
        else:
            cell = GridCell(CellState.FAILED, note=sentence(result))
        filled.cells[one][column.key] = cell


def answer_cell(answer: Mapping[str, Any], language: str) -> GridCell:
    """What ``isaacus_extract`` answers from one document."""
    if answer["how"] == "judgement":
        return GridCell(CellState.NOT_LOOKED_FOR, note=say(language, _JUDGEMENT))
    cited = answer["primary_citation"]
    if not answer["found"] or cited is None:
        return GridCell(CellState.NOT_FOUND)
    values = [one["shown"] for one in answer["values"] or [answer["value"]] if one]
    return GridCell(
        state=CellState.PERHAPS if answer["band"] == "perhaps" else CellState.FOUND,
        value="; ".join(values[:_VALUES]),
        band=answer["band"],
        score=answer["confidence"],
        quote=_cut(cited["quote"]),
        place=_place(cited["document_id"], cited),
        more=max(0, len(values) - _VALUES),
    )


def _place(document: str, cited: Mapping[str, Any]) -> CellPlace:
    return CellPlace(document, cited["start"], cited["end"], cited.get("page"), cited.get("section"))


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _QUOTE else f"{plain[:_QUOTE].rsplit(' ', 1)[0]} …"
