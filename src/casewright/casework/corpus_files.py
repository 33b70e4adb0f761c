"""Files of acts and decisions, read into the corpus's columns: Markdown and text, JSON, JSON Lines, CSV.

A text file is one document: its heading says kind, number and year, and lines ``name: value`` between two lines of
three dashes at its beginning say more. In the other formats every object or row is one document.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from casewright.casework.act_headings import read_heading
from casewright.casework.research_tables import TABLES, ColumnKind
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDINGS = (".md", ".txt", ".json", ".jsonl", ".csv")
_FRONT = re.compile(r"\A---\s*\n(.*?)\n---\s*\n", re.DOTALL)
_ID = re.compile(r"[^a-z0-9]+")
_YES, _NO = ("true", "yes", "da", "1"), ("false", "no", "nu", "0", "")
_SUMMARY = 400
LONGEST_ID = 200


def read_corpus_file(name: str, data: bytes, table: str) -> list[dict[str, Any]]:
    """The file's documents, each with every column of the table.

    Raises ``InvalidInput`` naming the file, the document in it, the field and the reason.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name!r} is not in UTF-8 (byte {error.start}): save it as UTF-8") from error
    ending = PurePosixPath(name).suffix.lower()
    if ending in (".md", ".txt"):
        return [_from_text(name, text, table)]
    if ending not in ENDINGS:
        raise InvalidInput(f"{name!r} is of a kind that cannot be imported: use {', '.join(ENDINGS)}")
    documents = []
    for place, row in _rows(name, ending, text):
        if not isinstance(row, Mapping):
            raise InvalidInput(f"{name!r}, {place}: a document is an object with fields, not {type(row).__name__}")
        documents.append(_document(f"{name!r}, {place}", dict(row), table))
    if not documents:
        raise InvalidInput(f"{name!r} holds no documents")
    return documents


def _rows(name: str, ending: str, text: str) -> Iterator[tuple[str, object]]:
    if ending == ".csv":
        for at, row in enumerate(csv.DictReader(io.StringIO(text, newline="")), 2):
            if None in row or None in row.values():
                raise InvalidInput(f"{name!r}, row {at}: it has another number of fields than the first row has names")
            yield f"row {at}", row
        return
    try:
        if ending == ".jsonl":
            for at, line in enumerate(text.splitlines(), 1):
                if line.strip():
                    yield f"line {at}", json.loads(line)
            return
        loaded = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InvalidInput(f"{name!r} is no JSON that can be read: {error}") from error
    for at, item in enumerate(loaded if isinstance(loaded, list) else [loaded], 1):
        yield f"document {at}", item


def _from_text(name: str, text: str, table: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    front = _FRONT.match(text)
    if front is not None:
        for at, line in enumerate(front[1].splitlines(), 2):
            key, colon, value = line.partition(":")
            if not colon:
                raise InvalidInput(f"{name!r}, line {at}: {line!r} is no 'name: value'")
            given[key.strip()] = value.strip()
        text = text[front.end() :]
    heading = read_heading(text)
    if heading is None:
        raise InvalidInput(f"{name!r} holds no words")
    found = {
        "doc_id": _ID.sub("-", PurePosixPath(name).stem.lower()).strip("-"),
        "title": heading.title,
        "numar": heading.number,
        "publicatie": heading.publication,
        "tip_act": heading.kind,
        "an": heading.year,
        "data": heading.dated,
        "summary": _beginning(text),
        "full_text": text.strip(),
    }
    known = {column: value for column, value in found.items() if column in TABLES[table] and value is not None}
    return _document(repr(name), {**known, **given}, table)


def _beginning(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SUMMARY else words[:_SUMMARY].rsplit(" ", 1)[0] + " …"


def _document(place: str, given: dict[str, Any], table: str) -> dict[str, Any]:
    columns = TABLES[table]
    unknown = sorted(given.keys() - columns.keys())
    if unknown:
        raise InvalidInput(f"{place}: {table!r} has no column {unknown[0]!r}; it has {', '.join(columns)}")
    document = {column: _value(place, column, kind, given.get(column)) for column, kind in columns.items()}
    document["synthetic"] = bool(document["synthetic"])
    for column in ("doc_id", "title", "full_text"):
        if not document[column]:
            raise InvalidInput(f"{place}: the field {column!r} is missing or empty")
    if len(str(document["doc_id"])) > LONGEST_ID:
        raise InvalidInput(f"{place}: the field 'doc_id' has more than {LONGEST_ID} characters")
    return document


def _value(place: str, column: str, kind: ColumnKind, value: object) -> object:
    if value is None or (value == "" and kind is not ColumnKind.FLAG):
        return None
    wrong = InvalidInput(f"{place}: the field {column!r} is {value!r}, which is no {_NAMES[kind]}")
    match kind:
        case ColumnKind.YEAR:
            if isinstance(value, bool) or not str(value).isdecimal() or not 1800 <= int(str(value)) <= 2200:
                raise wrong
            return int(str(value))
        case ColumnKind.DATE:
            if isinstance(value, date):
                return value
            try:
                return date.fromisoformat(str(value))
            except ValueError:
                raise wrong from None
        case ColumnKind.FLAG:
            if isinstance(value, bool):
                return value
            if str(value).lower() not in (*_YES, *_NO):
                raise wrong
            return str(value).lower() in _YES
        case _:
            if isinstance(value, Mapping | list | bool) or "\x00" in str(value):
                raise wrong
            return str(value)


_NAMES = {
    ColumnKind.TEXT: "text",
    ColumnKind.CODE: "text",
    ColumnKind.YEAR: "year",
    ColumnKind.DATE: "date such as 2019-06-28",
    ColumnKind.FLAG: "true or false",
}
