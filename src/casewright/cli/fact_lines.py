"""How the terminal shows facts: per document a list of what it states, or for a few fields all documents in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Column
from rich.text import Text

from casewright.cli.output import counted
from casewright.evidence.facts.certainty import Certainty
from casewright.evidence.facts.fact_table import CellState, label_of
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.cli.output import Output
    from casewright.evidence.facts.deadlines import Deadline, Undated
    from casewright.evidence.facts.fact_table import FactCell, FactRow, FactTable, TableFact
    from casewright.toolbox.facts.fact_view import ContractFactsOutput, FactView

_FEW = 4
_NARROWEST = 18
"""How many characters wide a column of the table is at least."""
_COLOUR = {Certainty.PERSON: "cyan", Certainty.HIGH: "green", Certainty.MEDIUM: "yellow", Certainty.PERHAPS: "red"}
_LISTED = 10
_TRUST = 19
"""As wide as "medium 0.87, model"."""


def show_table(output: Output, table: FactTable, *, few: bool, quotes: bool) -> None:
    """All documents in one table where there are ``few`` fields and room for them, else one after the other."""
    if few and len(table.fields) <= _FEW and not quotes and output.width >= _NARROWEST * (len(table.fields) + 1):
        names = ("Document", *map(label_of, table.fields))
        columns = [Column(name, ratio=1, overflow="fold") for name in names]
        output.table(columns, [_across(row, table.fields) for row in table.rows])
        return
    for row in table.rows:
        _show_row(output, row, quotes=quotes, named=len(table.rows) == 1)
    _show_nowhere(output, table)


def _across(row: FactRow, fields: Sequence[str]) -> list[Text]:
    return [Text(row.name, style="bold"), *(_cell(row.cells[field]) for field in fields)]


def _cell(cell: FactCell) -> Text:
    if not cell.facts:
        return Text(cell.mark, style="italic")
    lines: list[Text] = []
    for group in cell.values:
        fact = group[0]
        lines += [Text(_value(fact)), _trust(fact), Text(_places(group), style="bright_black")]
    return Text("\n").join(lines)


def _widths(width: int) -> list[Column]:
    """The same columns for every document: the field, the value with what the others leave, how sure, where."""
    field, trust, place = max(12, width // 5), _TRUST, max(12, width // 5)
    value = max(12, width - field - trust - place - 8)
    return [Column(width=one, overflow="fold") for one in (field, value, trust, place)]


def _show_row(output: Output, row: FactRow, *, quotes: bool, named: bool) -> None:
    output.line()
    output.line(Text(row.name, style="bold"))
    if row.not_read is not None:
        output.line(f"  not read: {show_line(row.not_read)}", style="red")
    if row.part is not None:
        output.line(f"  {show_line(row.part)}", style="yellow")
    if row.amended_by:
        output.line(f"  amended by {', '.join(map(show_line, row.amended_by))}")
    stated = [(field, group) for field, cell in row.cells.items() for group in cell.values]
    if quotes:
        for field, group in stated:
            _show_quoted(output, field, group)
    elif stated:
        output.table(_widths(output.width), list(_lines(stated)), padding=(0, 1, 0, 1), head=False)
    if row.not_read is None:
        _show_silent(output, row, named=named)


def _lines(stated: Sequence[tuple[str, Sequence[TableFact]]]) -> Iterator[list[Text]]:
    before = None
    for field, group in stated:
        label = "" if field == before else label_of(field)
        yield [Text(label), Text(_value(group[0])), _trust(group[0]), Text(_places(group), style="bright_black")]
        before = field


def _show_quoted(output: Output, field: str, group: Sequence[TableFact]) -> None:
    output.line(Text(f"  {label_of(field)}: {_value(group[0])}"))
    for fact in group:
        output.line(Text("    ") + _trust(fact) + Text(f", {fact.place}", style="bright_black"))
        output.quote(show_line(fact.quote), indent=4)


def _show_silent(output: Output, row: FactRow, *, named: bool) -> None:
    """What the document does not state, by name where that is asked for or short, else how many fields."""
    for state in (CellState.NOT_FOUND, CellState.NOT_LOOKED_FOR, CellState.REJECTED):
        labels = row.having(state)
        whole = named or state is CellState.REJECTED or len(labels) <= _FEW
        if labels:
            said = ", ".join(labels) if whole else counted(len(labels), "field")
            output.prose(f"  {state.value}: {said}", style="bright_black")


def _show_nowhere(output: Output, table: FactTable) -> None:
    """The fields of which no document says anything, by name: in a list of several documents."""
    silent = [label_of(field) for field in table.silent_fields]
    if len(table.rows) > 1 and silent:
        output.line()
        output.prose(f"Looked for and found in no document: {', '.join(silent)}", style="bright_black")


def _value(fact: TableFact) -> str:
    return f"{fact.short} (amended)" if fact.amended else fact.short


def _trust(fact: TableFact) -> Text:
    return Text(fact.trust, style=_COLOUR[fact.certainty])


def _places(group: Sequence[TableFact]) -> str:
    return group[0].place if len(group) == 1 else f"{group[0].place} and {len(group) - 1} more"


def show_summary(output: Output, table: FactTable, found: ContractFactsOutput) -> None:
    """How many facts of how many documents, then what was not read, what changed, and what else is to be said."""
    facts = sum(len(cell.facts) for row in table.rows for cell in row.cells.values())
    read = len(table.rows) - len(table.unread)
    output.line()
    if found.message is not None:
        output.prose(found.message)
    else:
        output.prose(f"{counted(facts, 'fact')} of {counted(read, 'document')}")
    for one in found.changed:
        before, after = _words(one.before), _words(one.after)
        output.line(f"Changed {show_line(one.filename)}, {label_of(one.field)}: {before}; now {after}")
    for warning in found.warnings:
        output.line(f"Note    {show_line(warning)}", style="yellow")
    if table.unread:
        named = [f"{row.name} ({show_line(row.not_read or '')})" for row in table.unread[:_LISTED]]
        more = "" if len(table.unread) <= _LISTED else f" and {len(table.unread) - _LISTED} more"
        output.note(f"Not read: {counted(len(table.unread), 'document')}: {', '.join(named)}{more}", style="red")


def _words(facts: Sequence[FactView]) -> str:
    return ", ".join(show_line(fact.quote) for fact in facts) or "nothing"


def show_calendar(output: Output, days: Sequence[Deadline], undated: Sequence[Undated], path: str, today: date) -> None:
    """How many days of how many contracts went into the calendar, and what could not be dated."""
    contracts = len({one.document_id for one in days})
    output.line(f"calendar     {show_line(path)}, {counted(len(days), 'day')} of {counted(contracts, 'contract')}")
    past = sum(one.day < today for one in days)
    if past:
        output.prose(f"{past:,} of them {'is' if past == 1 else 'are'} past; whether it was renewed, no text says")
    whole = [one for one in undated if one.kind is None]
    parts = [one for one in undated if one.kind is not None]
    if whole:
        verb = "has" if len(whole) == 1 else "have"
        output.prose(f"{counted(len(whole), 'contract')} {verb} no date:")
    for one in whole:
        output.prose(f"  {show_line(one.filename)}: {show_line(one.reason)}")
    for one in parts:
        output.prose(f"  {show_line(one.filename)} has no day of {one.kind}: {show_line(one.reason)}")
