"""How well figures are extracted: precision and recall of place, metric, value and period on labelled texts."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from casewright.domain.documents import Table, TableCell
from casewright.domain.evidence import SourceType
from casewright.domain.values import Count, Monetary, Percentage
from casewright.errors import InvalidInput
from casewright.evidence.extraction.source import Source
from casewright.evidence.extraction.vocabulary import metric
from casewright.evidence.period_names import read_period

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.domain.periods import Period
    from casewright.domain.values import Value
    from casewright.evidence.extraction.proposal import Proposal

SETS = ("figures_fitted.toml", "figures_mended.toml", "figures_unseen.toml")
"""Written before the rules; after the first rules, then used to mend them; and after that."""


@dataclass(frozen=True, slots=True)
class Label:
    """A figure that stands at ``start`` to ``end``, and what it says."""

    start: int
    end: int
    shown: str
    metric: str
    period: Period | None
    value: Value
    in_table: bool


@dataclass(frozen=True, slots=True)
class Labelled:
    """A document and every figure in it that is to be found."""

    source: Source
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found in one document: labels met, labels missed, and proposals that are none of them or say wrong."""

    document: Labelled
    met: tuple[Label, ...]
    missed: tuple[Label, ...]
    wrong: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over documents, of tables or of running text or of both."""

    group: str
    labels: int
    proposed: int
    right: int

    @property
    def precision(self) -> float | None:
        """The share of proposals that are right; None where there are none."""
        return self.right / self.proposed if self.proposed else None

    @property
    def recall(self) -> float | None:
        """The share of labels that were found; None where there are none."""
        return self.right / self.labels if self.labels else None


def labelled(name: str) -> list[Labelled]:
    """The documents of a set. Raises ``InvalidInput`` for a label whose place is not there once."""
    text = files("evals").joinpath(name).read_text(encoding="utf-8")
    return [_document(given) for given in tomllib.loads(text)["documents"]]


def judge(document: Labelled, extract: Callable[[Source], Sequence[Proposal]]) -> Outcome:
    """What ``extract`` finds in a document of the metrics that the vocabulary knows."""
    left = list(document.labels)
    met: list[Label] = []
    wrong: list[Proposal] = []
    for proposal in extract(document.source):
        if proposal.named_only:
            continue
        label = next((label for label in left if _says(proposal, label)), None)
        if label is None:
            wrong.append(proposal)
        else:
            left.remove(label)
            met.append(label)
    return Outcome(document, tuple(met), tuple(left), tuple(wrong))


def figures(outcomes: Sequence[Outcome]) -> list[Figures]:
    """The counts of tables, of running text, and of both."""
    rows = []
    for group, wanted in (("tables", (True,)), ("running text", (False,)), ("all", (True, False))):
        met = sum(label.in_table in wanted for one in outcomes for label in one.met)
        missed = sum(label.in_table in wanted for one in outcomes for label in one.missed)
        wrong = sum(_in_table(one.document, proposal) in wanted for one in outcomes for proposal in one.wrong)
        rows.append(Figures(group, met + missed, met + wrong, met))
    return rows


def _says(proposal: Proposal, label: Label) -> bool:
    if not (proposal.figure_start < label.end and label.start < proposal.figure_end):
        return False
    if proposal.metric != label.metric or proposal.value != label.value:
        return False
    known = metric(label.metric)
    if known is not None and known.level and proposal.period is not None and label.period is not None:
        return proposal.period.end == label.period.end
    return proposal.period == label.period


def _in_table(document: Labelled, proposal: Proposal) -> bool:
    return any(table.start <= proposal.figure_start < table.end for table in document.source.tables)


def _document(given: dict[str, Any]) -> Labelled:
    text, tables = _laid_out(given["parts"], given.get("sheets", ()))
    source = Source(given["name"], text, tuple(tables), SourceType(given["type"]))
    return Labelled(source, tuple(_label(source, *row) for row in given["figures"]))


def _laid_out(parts: Sequence[str | list[list[str]]], sheets: Sequence[str]) -> tuple[str, list[Table]]:
    """The text of a document of these parts, and its tables."""
    text = ""
    tables: list[Table] = []
    for part in parts:
        text += "\n\n" if text else ""
        if isinstance(part, str):
            text += part
            continue
        name = sheets[len(tables)] if sheets else None
        start, rows = len(text), []
        for number, row in enumerate(part, start=1):
            text += "\n" if number > 1 else ""
            cells = []
            for at, shown in enumerate(row):
                text += "\t" if at else ""
                address = None if name is None else f"{name}!{ascii_uppercase[at]}{number}"
                cells.append(TableCell(len(text), len(text) + len(shown), address))
                text += shown
            rows.append(tuple(cells))
        tables.append(Table(start, len(text), tuple(rows), name))
    return text, tables


def _label(source: Source, place: str, figure: str, name: str, period: str, value: str) -> Label:
    number = re.match(r"(\d+):(.*)\|(.*)$", place)
    start, end = _cell(source, number) if number else _quoted(source, place)
    at = source.text.find(figure, start, end)
    read = read_period(period) if period else None
    if at < 0 or (period and read is None):
        raise InvalidInput(f"{source.name}: the label {place!r} does not hold {figure!r}, or {period!r} is no period")
    return Label(at, at + len(figure), figure, name, read, _value(value), in_table=number is not None)


def _quoted(source: Source, place: str) -> tuple[int, int]:
    if source.text.count(place) != 1:
        raise InvalidInput(f"{source.name}: {place!r} stands {source.text.count(place)} times; a place stands once")
    start = source.text.index(place)
    return start, start + len(place)


def _cell(source: Source, place: re.Match[str]) -> tuple[int, int]:
    table = source.tables[int(place[1]) - 1]
    shown = [[source.text[cell.start : cell.end] for cell in row] for row in table.rows]
    for head in shown:
        if place[3] in head[1:]:
            at = head.index(place[3], 1)
            row = next((row for row, cells in zip(table.rows, shown, strict=True) if cells[0] == place[2]), None)
            if row is not None:
                return row[at].start, row[at].end
    raise InvalidInput(f"{source.name}: there is no cell {place[0]!r}")


def _value(text: str) -> Value:
    first, _, rest = text.partition(" ")
    if first.isalpha():
        return Monetary(Decimal(rest), first)
    return Percentage(Decimal(first) / 100) if rest == "%" else Count(Decimal(first), rest)


def misses(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A line for each label that was missed and each proposal that is wrong."""
    for one in outcomes:
        for label in one.missed:
            yield f"{one.document.source.name}: missed {label.shown!r}, {label.metric} {label.period or ''}".rstrip()
        for proposal in one.wrong:
            shown = one.document.source.text[proposal.figure_start : proposal.figure_end]
            yield f"{one.document.source.name}: wrong {shown!r}, taken for: {proposal.said}"
