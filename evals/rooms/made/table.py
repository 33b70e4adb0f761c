"""Tables of figures, and the ways in which they are laid on a sheet or a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .company import COUNTED
from .document import Content, Doc, Sentence, Sheet, sentence
from .figure import Fig, Part

if TYPE_CHECKING:
    from .figure import Mark
    from .relation import Relation
    from .scribe import Scribe

ACROSS, TURNED, LONG_LIST = "across", "turned", "long"
IN_TITLE, IN_HEAD, IN_LINE, IN_NOTE = "title", "head", "line", "note"


@dataclass(eq=False, slots=True)
class Table:
    """``heads`` open the columns, the first being the corner; each row opens with its label."""

    title: str
    heads: list[str]
    rows: list[list[Content]]
    relations: list[Relation] = field(default_factory=list)
    money: bool = True
    notes: list[Content] = field(default_factory=list)

    def figures(self) -> list[Fig]:
        parts = [part for row in self.rows for one in row for part in sentence(one).parts]
        return [part for part in parts if isinstance(part, Fig)]

    def amounts(self) -> list[Fig]:
        """The figures that the table's unit is about."""
        return [fig for fig in self.figures() if fig.form.after not in ("%", "x") and fig.metric not in COUNTED]


@dataclass(frozen=True, slots=True)
class Layout:
    """``shape`` is ``across``, ``turned`` or ``long``; ``unit`` is where the unit stands; ``gaps`` are empty rows."""

    shape: str = ACROSS
    unit: str = IN_TITLE
    gaps: int = 1
    indent: int = 0


def lay(scribe: Scribe, sheet: Sheet, table: Table, layout: Layout) -> None:
    """Write the table below what the sheet holds, and note its relations."""
    if sheet.rows:
        sheet.rows += [[] for _ in range(layout.gaps)]
    unit = scribe.unit(table.amounts()) if table.money else None
    _open(sheet, table, layout, unit)
    body = grid(table, layout.shape, scribe)
    if unit is not None and layout.unit == IN_HEAD:
        body[0][0] = Sentence([body[0][0].text + " (", unit, ")"] if body[0][0].text else [unit])
    pad = [Sentence([]) for _ in range(layout.indent)]
    sheet.rows += [[*pad, *row] for row in body]
    notes = list(table.notes)
    if unit is not None and layout.unit == IN_NOTE:
        notes.insert(0, Sentence(["Note: ", unit]))
    if notes:
        sheet.rows.append([])
    for note in notes:
        sheet.add(note)
    scribe.doc.relations += table.relations


def _open(sheet: Sheet, table: Table, layout: Layout, unit: Mark | None) -> None:
    if unit is not None and layout.unit == IN_TITLE:
        sheet.add(Sentence([f"{table.title} (", unit, ")"]))
    else:
        sheet.add(table.title)
    if unit is not None and layout.unit == IN_LINE:
        sheet.add(unit)
    if layout.gaps > 1:
        sheet.add()


def grid(table: Table, shape: str, scribe: Scribe) -> list[list[Sentence]]:
    """The table's cells, its heads first."""
    rows = [[sentence(one) for one in row] for row in table.rows]
    heads = [Sentence([one] if one else []) for one in table.heads]
    if shape == ACROSS:
        return [heads, *rows]
    if shape == TURNED:
        return [
            [heads[0], *(row[0] for row in rows)],
            *([heads[at], *(row[at] for row in rows)] for at in range(1, len(heads))),
        ]
    names = [Sentence([scribe.label(one)]) for one in ("account", "month", "amount")]
    return [
        names,
        *(
            [Sentence([row[0].text]), Sentence([heads[at].text]), row[at]]
            for row in rows
            for at in range(1, len(heads))
        ),
    ]


def print_table(scribe: Scribe, doc: Doc, table: Table, *, unit_in_head: bool) -> None:
    """Write the table as rows of a page, its unit in the head or in a line above."""
    unit: Part | None = scribe.unit(table.amounts()) if table.money else None
    if unit is not None and not unit_in_head:
        doc.line(Sentence([f"{table.title}, ", unit]))
        doc.gap()
    corner = Sentence([unit]) if unit is not None and unit_in_head else Sentence([table.heads[0]])
    doc.row(corner, *table.heads[1:])
    for row in table.rows:
        doc.row(*row)
    doc.gap()
    for note in table.notes:
        doc.text(note)
    doc.relations += table.relations
