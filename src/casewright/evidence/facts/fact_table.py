"""The facts of documents as a table: documents are its rows, fields its columns. What shows one, shows this."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.domain.bands import shown as shown_share
from casewright.domain.facts import FIELD, ClauseValue, DateValue, FactHow, FactValue, MoneyValue, PercentValue
from casewright.evidence.facts.certainty import Certainty
from casewright.evidence.facts.values.showing import shown
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

_WORDS = 80
"""How many characters of words that are no value stand in a cell."""
_LONGEST = 120


class CellState(StrEnum):
    """What a cell says; of a document that was not read, nothing is said to be not found."""

    FOUND = "found"
    NOT_FOUND = "not found"
    NOT_READ = "not read"
    NOT_LOOKED_FOR = "not looked for"
    REJECTED = "not there, a person said so"


@dataclass(frozen=True, slots=True)
class TableFact:
    """A fact with its place. ``source`` is the later document that says it, None for the row's own.

    ``amended`` says that a later document's word counts instead, ``ocr`` that the words were recognised on a picture.
    """

    value: FactValue | PercentValue | None
    quote: str
    start: int
    end: int
    page: int | None
    section: str | None
    confidence: float
    how: FactHow
    source: str | None = None
    amended: bool = False
    ocr: bool = False

    @property
    def shown(self) -> str:
        """The value in plain English, the words themselves where they could not be read as one; on one line."""
        if self.value is not None:
            return show_line(shown(self.value)) or "yes"
        words = show_line(self.quote)
        return f"“{words if len(words) <= _WORDS else words[: _WORDS - 2].rsplit(' ', 1)[0] + ' …'}”"

    @property
    def short(self) -> str:
        """The value as a cell has room for it."""
        words = self.shown
        return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rsplit(' ', 1)[0]} …"

    @property
    def place(self) -> str:
        """Such as "p. 3, § 12.1", with the document where it is another one."""
        parts = [] if self.source is None else [show_line(self.source)]
        parts += [] if self.page is None else [f"p. {self.page}"]
        parts += [] if self.section is None else [f"§ {show_line(self.section)}"]
        if self.page is None and self.section is None:
            parts.append(f"characters {self.start}–{self.end}")
        parts += ["OCR"] if self.ocr else []
        return ", ".join(parts)

    @property
    def certainty(self) -> Certainty:
        """How sure it is, in a word."""
        return Certainty.of(self.confidence, self.how)

    @property
    def trust(self) -> str:
        """How sure it is and who says so, such as "high 0.93, model"."""
        if self.certainty is Certainty.PERSON:
            return self.certainty.value
        return f"{self.certainty.value} {shown_share(self.confidence)}, {self.how.value}"

    @property
    def day(self) -> date | None:
        """The value, where it is a day."""
        return self.value.date if isinstance(self.value, DateValue) else None

    @property
    def is_sum(self) -> bool:
        """Whether the value is one sum and nothing else."""
        stated = self.value.amounts if isinstance(self.value, ClauseValue) else (self.value,)
        return len(stated) == 1 and isinstance(stated[0], MoneyValue)

    @property
    def money(self) -> MoneyValue | None:
        """The one sum that is the value, or that stands in the clause; None where there are several or none."""
        if isinstance(self.value, MoneyValue):
            return self.value
        if not isinstance(self.value, ClauseValue):
            return None
        sums = [one for one in self.value.amounts if isinstance(one, MoneyValue)]
        return sums[0] if len(sums) == 1 else None


@dataclass(frozen=True, slots=True)
class FactCell:
    """What is known of one field of one document; facts that count come first, those that were amended last."""

    state: CellState
    facts: tuple[TableFact, ...] = ()

    @property
    def values(self) -> Sequence[tuple[TableFact, ...]]:
        """The facts by value: each value once, with every place that states it, the surest first."""
        groups: dict[tuple[str, bool], list[TableFact]] = {}
        for fact in self.facts:
            groups.setdefault((fact.shown, fact.amended), []).append(fact)
        return [tuple(group) for group in groups.values()]

    @property
    def mark(self) -> str:
        """What stands in the cell where no fact does: nothing where it was looked for and not found."""
        return "" if self.state in (CellState.FOUND, CellState.NOT_FOUND) else self.state.value


@dataclass(frozen=True, slots=True)
class FactRow:
    """A document. ``not_read`` says why its facts were not read, ``part`` what of its file was not."""

    document_id: str
    filename: str
    cells: Mapping[str, FactCell]
    not_read: str | None = None
    part: str | None = None
    amended_by: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The file name as it may be shown."""
        return show_line(self.filename)

    def having(self, state: CellState) -> list[str]:
        """The labels of the fields whose cell says this."""
        return [label_of(name) for name, cell in self.cells.items() if cell.state is state]


@dataclass(frozen=True, slots=True)
class FactTable:
    """Rows in the order in which they were asked for, ``fields`` by name in the order in which they are shown."""

    title: str
    fields: tuple[str, ...]
    rows: tuple[FactRow, ...]

    @property
    def found_fields(self) -> list[str]:
        """The fields that some document states, or of which there is something to say."""
        return [name for name in self.fields if any(_says(row.cells[name]) for row in self.rows)]

    @property
    def silent_fields(self) -> list[str]:
        """The fields that were looked for and found nowhere."""
        told = set(self.found_fields)
        looked_for = [
            one for one in self.fields if any(row.cells[one].state is CellState.NOT_FOUND for row in self.rows)
        ]
        return [name for name in looked_for if name not in told]

    @property
    def unread(self) -> list[FactRow]:
        """The documents whose facts were not read."""
        return [row for row in self.rows if row.not_read is not None]


def label_of(field: str) -> str:
    """What the field is called for people."""
    known = FIELD.get(field)
    return field if known is None else known.label


def _says(cell: FactCell) -> bool:
    return cell.state in (CellState.FOUND, CellState.REJECTED)
