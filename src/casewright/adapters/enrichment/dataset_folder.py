"""A folder of one's own with data about companies, people and markets, as CSV and JSON files.

A CSV file has the columns ``entity_type, entity_name, data_point, source`` and, if known, ``as_of``; its value stands
in ``value_type`` and the columns of that type (``amount, currency, fraction, number, unit, day, text``). A JSON file is
a list of objects with the same names and a ``value_struct``.
"""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.adapters.enrichment.names import folded_name, folded_point
from casewright.domain.enrichment import Enrichment, EntityType
from casewright.domain.evidence import Grade
from casewright.errors import BadSettings, InvalidInput
from casewright.evidence.value_struct import from_struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from casewright.domain.enrichment import EnrichmentQuery
    from casewright.domain.values import Value

    _Key = tuple[EntityType, str, str]

MOST_FILES = 200
MOST_BYTES = 50_000_000
"""Of one file."""
_VALUE_COLUMNS = ("amount", "currency", "fraction", "number", "unit", "day", "text")
_COLUMNS = frozenset({"entity_type", "entity_name", "data_point", "source", "as_of", "value_type", *_VALUE_COLUMNS})


@dataclass(frozen=True, slots=True)
class _Row:
    key: _Key
    value: Value
    source: str
    as_of: date | None


class DatasetFolder:
    """Fits ``tools.ports.evidence.EnrichmentConnector``: every kind of entity, grade D.

    The folder is read when it is first asked and again when a file in it changed. A file that cannot be read says so
    with its row; nothing of the folder is used then.
    """

    name = "dataset"
    entity_types = tuple(EntityType)

    def __init__(self, folder: Path, *, now: Callable[[], datetime]) -> None:
        self._folder, self._now = folder, now
        self._seen: tuple[tuple[str, int, int], ...] | None = None
        self._rows: Mapping[_Key, _Row] = {}
        self._lock = threading.Lock()

    def ask(self, query: EnrichmentQuery) -> Sequence[Enrichment]:
        """What the files say; of several rows about one point the newest ``as_of``, then the last in file order."""
        rows, name = self._read(), folded_name(query.entity_name)
        found = {point: rows.get((query.entity_type, name, folded_point(point))) for point in query.data_points}
        return [
            Enrichment(point, row.value, row.source, Grade.D, self._now())
            for point, row in found.items()
            if row is not None
        ]

    def _read(self) -> Mapping[_Key, _Row]:
        with self._lock:
            try:
                files = sorted(
                    path
                    for path in self._folder.iterdir()
                    if path.suffix.lower() in (".csv", ".json") and path.is_file()
                )
                seen = tuple((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files)
            except OSError as error:
                raise _bad(f"the folder cannot be read: {error.strerror}") from error
            if seen != self._seen:
                self._rows = _by_key(files)
                self._seen = seen
            return self._rows


def _by_key(files: Sequence[Path]) -> Mapping[_Key, _Row]:
    if len(files) > MOST_FILES:
        raise _bad(f"the folder has {len(files)} files; at most {MOST_FILES} are read: join some")
    rows: dict[_Key, _Row] = {}
    for path in files:
        for row in _rows(path):
            known = rows.get(row.key)
            if known is None or (row.as_of or date.min) >= (known.as_of or date.min):
                rows[row.key] = row
    return rows


def _rows(path: Path) -> Iterator[_Row]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _bad(f"{path.name!r} has more than {MOST_BYTES:,} bytes: split it")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise _bad(f"{path.name!r} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _bad(f"{path.name!r} is not UTF-8: save it as UTF-8") from error
    items = _of_json(path, text) if path.suffix.lower() == ".json" else _of_csv(path, text)
    for number, item in items:
        try:
            yield _row(item)
        except InvalidInput as error:
            raise _bad(f"{path.name!r}, {number}: {error}") from error


def _of_csv(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        unknown = sorted(set(reader.fieldnames or ()) - _COLUMNS)
        if unknown:
            raise _bad(f"{path.name!r} has an unknown column {unknown[0]!r}; known are {', '.join(sorted(_COLUMNS))}")
        for row in reader:
            if None in row:
                raise _bad(f"{path.name!r}, line {reader.line_num}: more values than columns")
            given = {name: value.strip() for name, value in row.items() if value is not None and value.strip()}
            struct = {name: given.pop(name) for name in _VALUE_COLUMNS if name in given}
            yield (
                f"line {reader.line_num}",
                {**given, "value_struct": {"type": given.pop("value_type", None), **struct}},
            )
    except csv.Error as error:
        raise _bad(f"{path.name!r}, after line {reader.line_num}: {error}") from error


def _of_json(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    try:
        items = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise _bad(f"{path.name!r} is not valid JSON: {error}") from error
    if not isinstance(items, list):
        raise _bad(f"{path.name!r} is not a list of objects")
    for number, item in enumerate(items, start=1):
        if not isinstance(item, Mapping):
            raise _bad(f"{path.name!r}, item {number}: it is {item!r}, not an object")
        yield f"item {number}", item


def _row(item: Mapping[str, object]) -> _Row:
    kind = item.get("entity_type")
    if not isinstance(kind, str) or kind not in set(EntityType):
        raise InvalidInput(f"entity_type is {kind!r}; it is one of {', '.join(EntityType)}")
    entity, point, source = (_text(item, name) for name in ("entity_name", "data_point", "source"))
    key = (EntityType(kind), folded_name(entity), folded_point(point))
    if not key[1] or not key[2]:
        raise InvalidInput("entity_name and data_point need a letter or a digit")
    as_of = item.get("as_of")
    try:
        day = None if as_of is None else date.fromisoformat(str(as_of))
    except ValueError as error:
        raise InvalidInput(f"as_of is {as_of!r}; write the day as 2025-12-31") from error
    told = f"{source}, as of {day.isoformat()}" if day else source
    return _Row(key, from_struct(item.get("value_struct")), told, day)


def _text(item: Mapping[str, object], name: str) -> str:
    given = item.get(name)
    if not isinstance(given, str) or not given.strip():
        raise InvalidInput(f"{name} is {given!r}; it must be text")
    return given.strip()


def _bad(what: str) -> BadSettings:
    return BadSettings(f"CASEWRIGHT_ENRICHMENT_FOLDER: {what}")
