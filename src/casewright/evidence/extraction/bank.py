"""Balances of a bank statement: what an account held at the end of each month, and at its last entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.claim_sentence import write_claim
from casewright.evidence.extraction.figures import figures, value_of
from casewright.evidence.extraction.proposal import TABLED, Proposal
from casewright.evidence.extraction.times import find_period, month_end
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.extraction.vocabulary import metric, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.domain.documents import Table, TableCell
    from casewright.evidence.extraction.tables import Setting


def balances(text: str, table: Table, setting: Setting) -> Iterator[Proposal]:
    """The balances, where a column is headed so with its currency and the entries stand in the order of their days."""
    head = [text[cell.start : cell.end] for cell in table.rows[0]]
    at = next((at for at, cell in enumerate(head) if plain(cell).split("(")[0].strip() in ("balance", "sold")), None)
    cash, unit = metric("cash"), None if at is None else find_unit(head[at], setting.dollars)
    if at is None or unit is None or cash is None:
        return
    entries = [(day, row) for row in table.rows[1:] if row[at].end > row[at].start and (day := _day(text, row))]
    if [day for day, _ in entries] != sorted(day for day, _ in entries):
        return
    for number, (day, row) in enumerate(entries):
        following = entries[number + 1][0] if number + 1 < len(entries) else None
        if following is not None and (following.year, following.month) == (day.year, day.month):
            continue
        cell = row[at]
        found = figures(text[cell.start : cell.end], setting.style, setting.dollars)
        value = value_of(cash, found[0], unit) if len(found) == 1 else None
        if value is None:
            continue
        period = Period(PeriodKind.DAY, day if following is None else month_end(day))
        yield Proposal(
            cell.start if cell.address is not None else row[0].start,
            cell.end,
            figure_start=cell.start,
            figure_end=cell.end,
            said=write_claim(cash, value, period, Basis.ACTUAL, setting.entity),
            metric=cash.name,
            value=value,
            period=period,
            entity=setting.entity,
            claim_class=cash.claim_class,
            materiality=cash.materiality,
            basis=Basis.ACTUAL,
            confidence=TABLED,
            cell=cell.address,
        )


def _day(text: str, row: Sequence[TableCell]) -> date | None:
    """The day of an entry: that in its first cell."""
    period = find_period(text[row[0].start : row[0].end])
    return period.end if period is not None and period.kind is PeriodKind.DAY else None
