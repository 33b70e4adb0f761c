"""Tables of facts for tests, made of values and quotes."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.facts import ClauseValue, DateValue, DurationValue, FactHow, MoneyValue, TextValue
from casewright.evidence.facts.fact_table import CellState, FactCell, FactRow, FactTable, TableFact

if TYPE_CHECKING:
    from datetime import date

    from casewright.domain.facts import FactValue

LOOKED_FOR = FactCell(CellState.NOT_FOUND)


def fact(value: FactValue | None, quote: str = "so it says", *, confidence: float = 0.93, **more: object) -> TableFact:
    """A fact of the model on page 3, § 12.1; ``more`` are its other parts."""
    parts = {"start": 10, "end": 10 + len(quote), "page": 3, "section": "12.1", "how": FactHow.MODEL, **more}
    return TableFact(value=value, quote=quote, confidence=confidence, **parts)  # type: ignore[arg-type]


def day(when: date, **more: object) -> TableFact:
    """A fact that is a day."""
    return fact(DateValue(when), **more)  # type: ignore[arg-type]


def length(count: int, unit: str, quote: str = "so long", **more: object) -> TableFact:
    """A fact that is a length of time."""
    return fact(DurationValue(Decimal(count), unit), quote, **more)  # type: ignore[arg-type]


def sums(*amounts: str) -> TableFact:
    """A clause in which these sums stand, in US dollars."""
    return fact(ClauseValue(tuple(MoneyValue(Decimal(one), "USD") for one in amounts)))


def words(text: str, **more: object) -> TableFact:
    """A fact that is a text."""
    return fact(TextValue(text), text, **more)  # type: ignore[arg-type]


def row(name: str, /, *, not_read: str | None = None, **cells: TableFact | tuple[TableFact, ...] | FactCell) -> FactRow:
    """A document of this name with these facts."""
    return FactRow(f"id of {name}", name, {field: _cell(given) for field, given in cells.items()}, not_read=not_read)


def _cell(given: TableFact | tuple[TableFact, ...] | FactCell) -> FactCell:
    if isinstance(given, FactCell):
        return given
    return FactCell(CellState.FOUND, given if isinstance(given, tuple) else (given,))


def table(*rows: FactRow, title: str = "M-2026-001 Leases") -> FactTable:
    """The rows, with every field that one of them has; the others looked for it, or were not read."""
    fields = tuple(dict.fromkeys(field for one in rows for field in one.cells))
    full = [
        FactRow(
            one.document_id,
            one.filename,
            {field: one.cells.get(field, _without(one)) for field in fields},
            not_read=one.not_read,
        )
        for one in rows
    ]
    return FactTable(title, fields, tuple(full))


def _without(one: FactRow) -> FactCell:
    return LOOKED_FOR if one.not_read is None else FactCell(CellState.NOT_READ)
