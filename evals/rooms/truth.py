"""What a written data room is, and what was planted in it: ``truth.toml`` and the source texts, typed and checked."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NoReturn

from casewright.errors import InvalidInput
from evals.rooms.written import sheets

if TYPE_CHECKING:
    from pathlib import Path

TRUTH = "truth.toml"
_TEXT = ".txt"
_WRITTEN = (".xlsx", ".pdf", ".docx", ".eml")
_PLAIN = ".csv"
_CELL = re.compile(r"[A-Z]{1,3}[1-9]\d*")


class Kind(StrEnum):
    """What may be planted; the README beside this module says what each is."""

    SUM = "sum"
    PERCENT = "percent"
    ROLL_FORWARD = "roll_forward"
    RATIO = "ratio"
    CONTRADICTION = "contradiction"
    SCALE = "scale"
    CURRENCY = "currency"
    PERIOD = "period"
    LIST = "list"
    DATE = "date"
    STALE = "stale"
    HIDDEN = "hidden"
    ABSENT = "absent"
    UNSIGNED = "unsigned"
    MUTUAL = "mutual"
    ASSERTION = "assertion"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: a file with a cell of a sheet, or with words of it, or the file as a whole."""

    file: str
    sheet: str | None = None
    cell: str | None = None
    words: str | None = None

    def __str__(self) -> str:
        if self.cell is not None:
            return f"{self.file} {self.sheet}!{self.cell}" if self.sheet else f"{self.file} {self.cell}"
        return self.file if self.words is None else f"{self.file} “{self.words}”"


@dataclass(frozen=True, slots=True)
class Planted:
    """A planted defect. ``blame`` is the file that is wrong, None where one cannot tell."""

    id: str
    kind: Kind
    grave: bool
    says: str
    blame: str | None
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What looks like a defect and is none."""

    id: str
    kind: str
    says: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Truth:
    """One room. ``documents`` gives by file name what each document is; ``sources`` by file name its source text."""

    name: str
    company: str
    as_of: date
    documents: dict[str, str]
    sources: dict[str, str]
    planted: tuple[Planted, ...]
    near: tuple[NearMiss, ...]


def read_room(folder: Path) -> Truth:
    """The room in ``folder``. Raises ``InvalidInput`` that names the file, the entry and what is wrong with it."""
    path = folder / TRUTH
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InvalidInput(f"{str(folder)!r} has no {TRUTH}: a room is told by one") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error}") from error
    sources = {
        source.name.removesuffix(_TEXT): source.read_text(encoding="utf-8-sig")
        for source in sorted(folder.iterdir())
        if source.name.endswith((_PLAIN, *(ending + _TEXT for ending in _WRITTEN)))
    }
    return _Reader(path, sources).truth(folder.name, told)


class _Reader:
    """Reads one ``truth.toml`` and says where it is wrong."""

    def __init__(self, path: Path, sources: dict[str, str]) -> None:
        self._path = path
        self._sources = sources

    def truth(self, name: str, told: dict[str, Any]) -> Truth:
        head = "The head"
        documents = {
            self._file(one, f"document {at}"): self._text(one, "kind", f"document {at}")
            for at, one in enumerate(self._tables(told, "document"), 1)
        }
        for file in sorted(set(self._sources) - set(documents)):
            self._refuse("The documents", f"{file!r} lies in the folder and has no [[document]]")
        planted = tuple(self._planted(one, f"planted {at}") for at, one in enumerate(self._tables(told, "planted"), 1))
        near = tuple(self._near(one, f"near {at}") for at, one in enumerate(self._tables(told, "near"), 1))
        ids = [*(one.id for one in planted), *(one.id for one in near)]
        for twice in sorted({one for one in ids if ids.count(one) > 1}):
            self._refuse(head, f"the id {twice!r} is given twice")
        as_of = told.get("as_of")
        if not isinstance(as_of, date):
            self._refuse(head, f"as_of is {as_of!r}, not a day such as 2025-04-30")
        company = self._text(told, "company", head)
        return Truth(name, company, as_of, documents, self._sources, planted, near)

    def _tables(self, told: dict[str, Any], name: str) -> list[dict[str, Any]]:
        found = told.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self._refuse("The head", f"{name} has to be written as [[{name}]]")
        return list(found)

    def _planted(self, one: dict[str, Any], where: str) -> Planted:
        name = self._text(one, "id", where)
        where = f"planted {name!r}"
        kind, grave, blame = one.get("kind"), one.get("grave"), one.get("blame", "")
        if kind not in list(Kind):
            self._refuse(where, f"kind is {kind!r}; the kinds are {', '.join(Kind)}")
        if not isinstance(grave, bool):
            self._refuse(where, f"grave is {grave!r}, not true or false")
        if blame and blame not in self._sources:
            self._refuse(where, f"blame is {blame!r}, which is no file of the room")
        says = self._text(one, "says", where)
        return Planted(name, Kind(kind), grave, says, blame or None, self._places(one, where))

    def _near(self, one: dict[str, Any], where: str) -> NearMiss:
        name = self._text(one, "id", where)
        where = f"near {name!r}"
        return NearMiss(name, self._text(one, "kind", where), self._text(one, "says", where), self._places(one, where))

    def _places(self, one: dict[str, Any], where: str) -> tuple[Place, ...]:
        places = tuple(self._place(place, where) for place in self._tables(one, "places"))
        if not places:
            self._refuse(where, "it has no places: name one at least")
        return places

    def _place(self, told: dict[str, Any], where: str) -> Place:
        strange = sorted(set(told) - {"file", "sheet", "cell", "words"})
        if strange:
            self._refuse(where, f"a place has {strange[0]!r}; it may have file, sheet, cell and words")
        file = self._file(told, where)
        optional = {name: self._text(told, name, where) for name in ("sheet", "cell", "words") if name in told}
        place = Place(file, **optional)
        if place.cell is not None and place.words is not None:
            self._refuse(where, f"a place in {file!r} has a cell and words: give one of them")
        text = self._sources[file]
        if place.words is not None and not any(place.words in line for line in text.splitlines()):
            self._refuse(where, f"the words {place.words!r} stand on no line of {file!r}")
        if place.sheet is not None or place.cell is not None:
            self._check_cell(place, where)
        return place

    def _check_cell(self, place: Place, where: str) -> None:
        """Refuse a cell of no workbook or CSV file, a sheet that there is not, and a cell that is empty."""
        if place.cell is None or not _CELL.fullmatch(place.cell):
            self._refuse(where, f"cell is {place.cell!r}, not a cell such as C12")
        match PurePath(place.file).suffix.lower():
            case ".xlsx":
                known = {sheet.name: sheet for sheet in sheets(self._sources[place.file])}
                if place.sheet not in known:
                    self._refuse(where, f"{place.file!r} has no sheet {place.sheet!r}; it has {', '.join(known)}")
                if known[place.sheet].at(place.cell) is None:
                    self._refuse(where, f"the cell {place.sheet}!{place.cell} of {place.file!r} is empty")
            case ".csv":
                pass
            case _:
                self._refuse(where, f"{place.file!r} has no cells: give words")

    def _file(self, told: dict[str, Any], where: str) -> str:
        file = self._text(told, "file", where)
        if file not in self._sources:
            known = ", ".join(sorted(self._sources)) or "none"
            self._refuse(where, f"the file {file!r} has no source text in the folder; there are: {known}")
        return file

    def _text(self, told: dict[str, Any], name: str, where: str) -> str:
        value = told.get(name)
        if not isinstance(value, str) or not value.strip():
            self._refuse(where, f"{name} is {value!r}, not words")
        return value

    def _refuse(self, where: str, why: str) -> NoReturn:
        raise InvalidInput(f"{str(self._path)!r}: {where}: {why}")
