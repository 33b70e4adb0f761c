"""A header over several columns speaks of each of them, together with the header below it."""

from __future__ import annotations

from casewright.domain.claims import Basis
from casewright.domain.documents import Table, TableCell
from casewright.domain.evidence import SourceType
from casewright.evidence.extraction.extract import extract
from casewright.evidence.extraction.source import Source

HEADERS = [("EUR thousand", 1), ("FY2024", 2), ("FY2025", 2)]
BELOW = [("", 1), ("Actual", 1), ("Forecast", 1), ("Actual", 1), ("Forecast", 1)]
REVENUE = [("Revenue", 1), ("1,200", 1), ("1,300", 1), ("1,500", 1), ("1,600", 1)]
COSTS = [("Costs", 1), ("700", 1), ("750", 1), ("800", 1), ("820", 1)]


def test_each_column_has_the_period_above_and_the_basis_below() -> None:
    """Four figures of revenue: two years, actual and forecast, none of them the others' year."""
    text, rows = "", []
    for row in (HEADERS, BELOW, REVENUE, COSTS):
        cells = []
        for shown, columns in row:
            start = len(text)
            text += shown
            cells.append(TableCell(start, len(text), None, columns))
            cells += [TableCell(len(text), len(text))] * (columns - 1)
            text += "\t"
        text = text[:-1] + "\n"
        rows.append(tuple(cells))
    table = Table(0, len(text) - 1, tuple(rows), page=1)

    found = extract(Source("accounts.pdf", text, (table,), SourceType.UNKNOWN))

    revenue = [(str(one.period), one.basis) for one in found if one.metric == "revenue"]
    assert revenue == [
        ("FY2024", Basis.ACTUAL),
        ("FY2024", Basis.FORECAST),
        ("FY2025", Basis.ACTUAL),
        ("FY2025", Basis.FORECAST),
    ]
