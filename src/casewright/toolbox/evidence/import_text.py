"""The text of a file of claims as rows: a list in JSON, or CSV whose columns are the same names flattened."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_ROWS = 200_000
_EVIDENCE = (
    "document",
    "quote",
    "start",
    "end",
    "cell",
    "source_type",
    "source_system",
    "upstream_origin",
    "source_date",
)
_PLAIN = (
    "claim_id",
    "claim_text",
    "claim_class",
    "claim_type",
    "materiality",
    "metric",
    "entity",
    "period",
    "basis",
    "subjective",
    "confidence",
)
_VALUES = ("value_type", "amount", "currency", "fraction", "number", "unit", "day", "text")
COLUMNS = (*_PLAIN, *_VALUES, *_EVIDENCE, "derived_from")
"""What a CSV file may have as columns."""


@dataclass(frozen=True, slots=True)
class RawRow:
    """One row as JSON data, not looked at yet. ``number`` is as in ``RowError``."""

    number: int
    fields: Mapping[str, Any]


def json_rows(text: str) -> list[RawRow]:
    """The rows of a JSON list; decimals stay exact, and NaN becomes a number that no field takes.

    Raises ``InvalidInput`` saying where the text is no JSON, or no list of objects.
    """
    try:
        found = json.loads(text, parse_float=Decimal, parse_constant=Decimal, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidInput(f"The claims are no JSON: {error.msg} at {place}") from error
    except (RecursionError, ValueError) as error:
        raise InvalidInput(
            "The claims are no JSON that can be read: something is nested or written too long"
        ) from error
    if isinstance(found, dict) and isinstance(found.get("claims"), list):
        found = found["claims"]
    if not isinstance(found, list):
        raise InvalidInput('The claims must be a JSON list of objects, such as [{"claim_text": …}, …]')
    _bounded(len(found))
    wrong = next((at for at, item in enumerate(found, start=1) if not isinstance(item, dict)), None)
    if wrong is not None:
        raise InvalidInput(f"Row {wrong} is {repr(found[wrong - 1])[:60]}, not an object with the fields of a claim")
    return [RawRow(at, item) for at, item in enumerate(found, start=1)]


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these names. Raises ``InvalidInput`` where one stands twice: readers differ in which they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidInput(f"An object has the field {twice[:60]!r} twice, once as {_shown(pairs, twice)}: keep one")
    return found


def _shown(pairs: Sequence[tuple[str, Any]], name: str) -> str:
    return " and once as ".join(str(value)[:60] for other, value in pairs if other == name)


def csv_rows(text: str) -> list[RawRow]:
    """The rows of CSV with a header, brought into the form that JSON has; empty cells are left out.

    Raises ``InvalidInput`` for a column that is unknown or stands twice, and for a row of another length.
    """
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise InvalidInput(f"The claims are no CSV that can be read: {error}") from error
    lines = [line for line in lines if any(cell.strip() for cell in line)]
    if not lines:
        raise InvalidInput(
            "The file is empty: the first row names the columns, such as claim_text,claim_class,document"
        )
    header = [cell.strip() for cell in lines[0]]
    _check_header(header)
    _bounded(len(lines) - 1)
    return [_csv_row(number, header, line) for number, line in enumerate(lines[1:], start=2)]


def _check_header(header: Sequence[str]) -> None:
    unknown = [name for name in header if name not in COLUMNS]
    if unknown:
        mark = next((mark for mark in (";", "\t") if len(header) == 1 and mark in header[0]), None)
        if mark is not None:
            kind = "semicolons" if mark == ";" else "tabs"
            raise InvalidInput(f"The header has {kind} between its columns: save the file with commas")
        raise InvalidInput(f"The column {unknown[0]!r} is unknown: columns are {', '.join(COLUMNS)}")
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise InvalidInput(f"The column {twice[0]!r} stands twice: every column once")


def _csv_row(number: int, header: Sequence[str], line: Sequence[str]) -> RawRow:
    if len(line) != len(header):
        raise InvalidInput(f"Row {number} has {len(line)} cells and the header has {len(header)}: look for a comma")
    cells = {name: cell.strip() for name, cell in zip(header, line, strict=True) if cell.strip()}
    # Words of a document are taken as they stand.
    cells |= {name: cell for name, cell in zip(header, line, strict=True) if name == "quote" and cell.strip()}
    fields: dict[str, Any] = {name: cells[name] for name in _PLAIN if name in cells}
    if "subjective" in fields:
        fields["subjective"] = _flag(fields["subjective"])
    if "confidence" in fields:
        fields["confidence"] = _number(fields["confidence"])
    fields |= _value(cells)
    evidence: dict[str, Any] = {name: cells[name] for name in _EVIDENCE if name in cells}
    for name in ("start", "end"):
        if name in evidence and evidence[name].isdecimal():
            evidence[name] = int(evidence[name])
    if evidence:
        fields["evidence"] = [evidence]
    if "derived_from" in cells:
        fields["derived_from"] = cells["derived_from"].split()
    return RawRow(number, fields)


def _value(cells: Mapping[str, str]) -> dict[str, Any]:
    given = {name: cells[name] for name in _VALUES if name in cells and name != "value_type"}
    if "value_type" not in cells and not given:
        return {}
    return {"value_struct": {"type": cells.get("value_type"), **given}}


def _flag(text: str) -> bool | str:
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text.lower(), text)


def _number(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except ArithmeticError:
        return text


def _bounded(rows: int) -> None:
    if rows > MOST_ROWS:
        raise InvalidInput(f"{rows:,} claims are more than {MOST_ROWS:,}: split the file")
