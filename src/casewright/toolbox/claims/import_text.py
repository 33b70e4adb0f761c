"""The text of a file of claims as rows: a list in JSON, or CSV whose columns are the same names flattened."""

from __future__ import annotations

import csv
import io
import json
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput
from casewright.toolbox.claims.row_fields import shown

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
    "polarity",
)
_VALUES = ("value_type", "amount", "currency", "fraction", "number", "unit", "day", "text")
COLUMNS = (*_PLAIN, *_VALUES, *_EVIDENCE, "derived_from")
"""What a CSV file may have as columns."""


@dataclass(frozen=True, slots=True)
class RawRow:
    """One row as JSON data, not looked at yet. ``number`` is as in ``RowError``; ``wrong`` says why it is no row."""

    number: int
    fields: Mapping[str, Any]
    wrong: str | None = None


def json_rows(text: str) -> list[RawRow]:
    """The rows of a JSON list; decimals stay exact, and NaN becomes a number that no field takes.

    Raises ``InvalidInput`` saying where the text is no JSON, or that it is no list.
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
    return [_json_row(at, item) for at, item in enumerate(found, start=1)]


def _json_row(number: int, item: object) -> RawRow:
    if isinstance(item, dict):
        return RawRow(number, item)
    return RawRow(number, {}, f"is {shown(item)}, not an object with the fields of a claim")


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
    """The rows of CSV with a header, brought into the form that JSON has; empty cells and empty rows are left out.

    Raises ``InvalidInput`` for a text that is no CSV, and for a column that is unknown or stands twice.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        lines = [(number, line) for number, line in enumerate(reader, start=1) if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise InvalidInput(f"The claims are no CSV that can be read: {error}, at line {reader.line_num}") from error
    if not lines:
        raise InvalidInput(
            "The file is empty: the first row names the columns, such as claim_text,claim_class,document"
        )
    header = [cell.strip() for cell in lines[0][1]]
    _check_header(header)
    _bounded(len(lines) - 1)
    return [_csv_row(number, header, line) for number, line in lines[1:]]


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
        cells_told = "1 cell" if len(line) == 1 else f"{len(line)} cells"
        return RawRow(number, {}, f"has {cells_told} and the header has {len(header)}: look for a comma")
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
            with suppress(ValueError):  # more digits than Python reads: the text stays, and is refused as any other
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
