"""Facts as files: what makes each format loads when one is asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.evidence.facts.deadlines import Deadline
    from casewright.evidence.facts.fact_table import FactTable


class FactFormat(StrEnum):
    """How a table of facts is written."""

    HTML = "html"
    XLSX = "xlsx"
    CSV = "csv"


def fact_file(table: FactTable, kind: FactFormat, made: datetime) -> bytes:
    """The table as a file, made at this time."""
    if kind is FactFormat.HTML:
        from casewright.adapters.drafting.fact_html import fact_html

        return fact_html(table, made).encode()
    if kind is FactFormat.XLSX:
        from casewright.adapters.exports.fact_xlsx import fact_xlsx

        return fact_xlsx(table, made)
    from casewright.adapters.exports.fact_csv import fact_csv

    return fact_csv(table)


def calendar_file(title: str, deadlines: Sequence[Deadline], made: datetime) -> bytes:
    """The days as a calendar."""
    from casewright.adapters.exports.fact_calendar import fact_calendar

    return fact_calendar(title, deadlines, made)
