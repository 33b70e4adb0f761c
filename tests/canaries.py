"""Personal data of people who do not exist, planted by tests, and where none of them may ever stand.

The values are of no real person: each name holds letters that no other text has, and each number is well formed. After
every test ``conftest`` looks for them in what was logged, in what went to standard error, and in every file of a home
that the test made: database with the audit, checkpoints, caches, originals. Sealed values are there as ciphertext only.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from sqlalchemy import select

from casewright.adapters.database.row_security import connected_role
from casewright.adapters.database.schema import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from casewright.adapters.database.engine import Database

PERSON: Mapping[str, str] = {
    "firstName": "Zqvorina",
    "lastName": "Țâqvarescu",
    "cnp": "2871109415516",
    "address": "str. Qvalelelor nr. 17, bl. Q4, ap. 9, București",
    "email": "zqvorina@canary.example",
    "phone": "0799 817 263",
}
NEIGHBOUR: Mapping[str, str] = {"firstName": "Mihqvai", "lastName": "Ioneqvan", "phone": "0799817264"}
FIRM: Mapping[str, str] = {
    "organizationName": "Qvartex Zqvinvest SRL",
    "cui": "RO31415920",
    "registrationNumber": "J12/31415/2009",
    "registeredAddress": "Bd. Qvulturului nr. 3, Cluj-Napoca",
    "contact": "0799817265",
}
IDENTIFIERS: Mapping[str, str] = {
    "iban": "RO09BCYP0000001234567890",
    "card": "4929817263540913",
    "cnp": "1931107417251",
    "email": "vecinqv@canary.example",
}
"""What belongs to none of them."""
MARKS: tuple[bytes, ...] = (
    b"qv",  # every name above
    b"2871109415516",
    b"@canary.example",
    b"0799 817 263",
    b"079981726",
    b"31415920",
    b"j12/31415/2009",
    b"ro09bcyp0000001234567890",
    b"4929817263540913",
    b"1931107417251",
)
"""What gives a canary away, in small letters."""
_NAME_MARK = MARKS[0]
_NAMES: tuple[bytes, ...] = (
    b"zqvorin",
    b"qvaresc",
    b"mihqvai",
    b"ioneqvan",
    b"qvartex",
    b"zqvinvest",
    b"qvalelel",
    b"qvulturu",
    b"vecinqv",
)
_LARGEST = 64 * 1024 * 1024


def marks_in(data: bytes) -> list[str]:
    """The marks that stand in these bytes, whatever their case."""
    small = data.lower()
    names = [mark for mark in _NAMES if mark in small] if _NAME_MARK in small else []
    return [mark.decode() for mark in (*names, *(mark for mark in MARKS[1:] if mark in small))]


def leaks_in(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """The files under the folder that hold a mark, names of files included."""
    for place, _folders, files in os.walk(folder):
        for name in files:
            path = folder.__class__(place, name)
            found = marks_in(str(path.relative_to(folder)).encode("utf-8", "surrogateescape"))
            try:
                if path.is_file() and path.stat().st_size <= _LARGEST:
                    found += marks_in(path.read_bytes())
            except OSError:
                continue
            if found:
                yield path, found


def homes_in(folder: Path) -> list[Path]:
    """The homes that a test made in its folder: where a database of ours lies, in it or one level down."""
    candidates = [folder, *(path for path in folder.iterdir() if path.is_dir())] if folder.is_dir() else []
    return [path for path in candidates if (path / "casewright.db").is_file()]


def leaks_in_database(database: Database) -> list[tuple[str, list[str]]]:
    """Tables of this database, of whichever kind, that hold a mark. Whoever looks has to see every tenant's rows."""
    found = []
    with database.read() as connection:
        assert database.dialect == "sqlite" or connected_role(connection).superuser, "rows are hidden from this role"
        for table in load_schema().sorted_tables:
            for row in connection.execute(select(table)):
                data = b"\n".join(_bytes_of(value) for value in row)
                if marks := marks_in(data):
                    found.append((table.name, marks))
    return found


class LeakLog(logging.Handler):
    """Keeps what it heard of canaries: the logger's name and the marks, never the message."""

    def __init__(self) -> None:
        super().__init__(level=0)
        self.leaks: list[tuple[str, list[str]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Look at the message as it would be written, with its traceback."""
        said = self.format(record)
        if marks := marks_in(said.encode("utf-8", "surrogatepass")):
            self.leaks.append((record.name, marks))


def _bytes_of(value: object) -> bytes:
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode("utf-8", "surrogatepass")
