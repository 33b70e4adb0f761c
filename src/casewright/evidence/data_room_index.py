"""The index of a data room: which document is one, what it lists, and what of that is not in the room."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from casewright.evidence.document_names import EXTENSION, NUMBER, levels_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from casewright.domain.documents import Table


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A document that an index lists: its number there, and its name, which stands at ``text[start:end]``."""

    number: str | None
    name: str
    start: int
    end: int


def index_entries(
    filename: str, text: str, tables: Sequence[Table], room: Iterable[str] = ()
) -> tuple[IndexEntry, ...] | None:
    """The documents that a data-room index lists, in order; None where the document is no index. ``room`` has the names
    of the files beside it, where they are known.

    It is one where its name or its first lines say so and it lists two documents at least; where they say no more
    than "index", those have to be files, or stand in a column of documents. Folders and headings are none, nor is
    the index itself. Where any entry has a file's extension, only those with one are documents. A list most of whose
    entries are files of the room lists documents, whatever it is headed.
    """
    says = _said(filename, text)
    if not says and not _is_made_of_files(text):
        return None
    listed = [entry for table in tables for entry in _tabled(text, table)] or list(_lined(text))
    is_known = bool(says) and _is_of_the_room([one.entry for one in listed if not one.is_folder], room)
    if says and not is_known and all(_BARE_INDEX.fullmatch(name) for name in says):
        listed = [one for one in listed if one.is_surely_document or _is_file(one.entry.name)]
    own = name_of(filename)
    found = _documents(listed, is_known=is_known)
    documents = [entry for entry in found if not _is_index_name(entry.name) and name_of(entry.name) != own]
    return tuple(documents) if len(documents) >= _FEWEST else None


def absent(entries: Iterable[IndexEntry], filenames: Iterable[str]) -> tuple[IndexEntry, ...]:
    """The entries for which no file may well be meant; names are compared as ``document_names`` says."""
    present = [name_of(filename) for filename in filenames]
    exact = {name.words for name in present}
    listed = tuple(entries)
    named = {name_of(entry.name).words for entry in listed}
    missing = []
    for entry in listed:
        wanted = name_of(f"{entry.number} {entry.name}" if entry.number is not None else entry.name)
        bare = name_of(entry.name)
        if wanted.words in exact or bare.words in exact or _is_told_beside(entry.name, exact - named):
            continue
        if not any(wanted.means(name) or bare.means(name) for name in present):
            missing.append(entry)
    return tuple(missing)


def _is_told_beside(name: str, others: Set[tuple[str, ...]]) -> bool:
    """Whether a file that no other entry names is called as the name without its aside in brackets, or as the aside:
    ``properties (register of sites)``; an aside with a number in it tells one document from another.
    """
    aside = _ASIDE.fullmatch(name)
    if aside is None:
        return False
    inside = name_of(aside["inside"]).words
    return inside in others or (name_of(aside["name"]).words in others and not re.search(r"\d", aside["inside"]))


_ASIDE: Final = re.compile(r"(?P<name>[^()]{3,})\s\((?P<inside>[^()]{3,})\)\s*")
_FEWEST: Final = 2
_LONGEST: Final = 200

_ROOM: Final = r"(?:virtual )?data ?room|vdr|deal ?room"
_THINGS: Final = r"documents?|files?|contents|(?:virtual )?data ?room|vdr|deal ?room"
_INDEX_NAME: Final = re.compile(
    rf"(?:{_THINGS})(?: [\w&]+){{0,3}} (?:index|list|inventory|register|listing)"
    rf"|(?:index|list|inventory|register|listing)(?: (?:of|to|for))?(?: the| all)? (?:{_THINGS})"
    rf"|(?:[\w&]+ ){{0,3}}(?:{_ROOM}) index(?: [\w&]+){{0,3}}"
    rf"|contents(?: (?:of|the))* (?:{_ROOM})|(?:{_ROOM}) contents"
    r"|(?:[\w&]+ ){0,3}(?:index|contents|inventory|list) of (?:the |this )?room|room (?:index|contents)"
    r"|(?:master |full |main )?index(?: v?\d+)*",
)
_INDEX_FILE: Final = re.compile(
    r"(?:inhaltsverzeichnis|inhalt|cuprins(?:ul)?|indice|inhoudsopgave|innehall|sommaire|indice generale?|contents"
    r"|table of contents|document list|checklist|tracker)(?: [\w&]+){0,4}"
)
"""Names of files that are indexes, in other languages too."""
_BARE_INDEX: Final = re.compile(r"(?:master |full |main )?index(?: v?\d+)*")
_TITLE_LINES: Final = 5
_MANY_FILES: Final = 4
_FILE_ENDING: Final = re.compile(r"\.(?:pdf|docx?|xlsx?|csv|eml|msg|pptx?|zip|txt)\b", re.IGNORECASE)
_FILE_NAME: Final = re.compile(rf"[\w][^\t|\n]*{_FILE_ENDING.pattern}", re.IGNORECASE)


def _said(filename: str, text: str) -> list[str]:
    """What of its name and its first lines says that it is an index."""
    stem = PurePosixPath(filename.replace("\\", "/")).stem
    lines = [line for line in text[:2000].split("\n") if line.strip()]
    found = [_title(name) for name in (stem, *lines[:_TITLE_LINES]) if _is_index_name(name)]
    return [*found, _title(stem)] if _INDEX_FILE.fullmatch(_title(stem)) else found


def _is_made_of_files(text: str) -> bool:
    """Whether most lines of a document name a file, each another."""
    lines = [line for line in text.split("\n") if line.strip()]
    short = (line for line in lines if len(line) <= _LONGEST and _FILE_ENDING.search(line))
    named = {found[0].casefold() for line in short if (found := _FILE_NAME.search(line))}
    return len(named) >= _MANY_FILES and len(named) * 2 > len(lines)


def _is_index_name(name: str) -> bool:
    """Whether the name is that of an index of documents: not of prices, not of defined terms."""
    parts = (name, re.split(r"\s[-–—:]\s|:\s", name)[-1])
    return len(name) <= _LONGEST and any(_INDEX_NAME.fullmatch(_title(part)) is not None for part in parts)


def _title(name: str) -> str:
    return " ".join(name_of(name.strip(" #*:\t")).words)


_NAMES: Final = (
    "file name", "filename", "document name", "document title", "file", "document", "documents", "name", "title",
    "description", "document description", "content", "contents",
)  # fmt: skip
"""What a column of names may be headed, the best first."""
_NUMBERS: Final = frozenset({
    "", "no", "nr", "number", "index", "index no", "index number", "ref", "reference", "item", "item no", "id",
    "doc no", "document no", "document number", "folder no", "section",
})  # fmt: skip
_KINDS: Final = frozenset({"type", "kind", "item type"})
_FOLDERS: Final = frozenset({"folder", "directory", "section", "heading", "category"})
_HEADER_ROWS: Final = 10
_NUMBER_ALONE: Final = re.compile(r"\(?(?:\d{1,3}(?:[.\-]\d{1,3}){0,5}|[A-Z](?:[.\-]?\d{1,3}){0,5})\)?\.?")
_PLACEHOLDER: Final = re.compile(
    r"(?i)\W*(?:n/?a|none|nil|tbd|reserved(?:\s*[-–(:,]?\s*(?:for|by|until|to|no)\b[^\n]*)?|no document"
    r"|(?:number )?not used|vacant|void|omitted|spare|left blank"
    r"|(?:this page )?intentionally (?:left )?blank)\W*"
)

_NOT_THERE: Final = re.compile(
    r"(?i)\b(?:to follow|on request|(?:not|never) (?:yet |been )?(?:uploaded|provided|taken|available|shared|received)"
    r"|held back|withheld until|withdrawn|superseded|replaced by|outstanding|pending|awaited|will (?:be|follow)"
    r"|removed)\b"
)
"""What an index says of a document that it does not have: that is no secret."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Listed:
    """An entry before it is known whether it is a document."""

    entry: IndexEntry
    is_folder: bool = False
    is_surely_document: bool = False


def _tabled(text: str, table: Table) -> Iterator[_Listed]:
    """What a table lists: the column whose header says names, or whose cells are file names."""
    rows = [[text[cell.start : cell.end].strip() for cell in row] for row in table.rows]
    found = _columns_by_files(rows) or _columns_by_header(rows)
    if found is None:
        return
    first, name_at, number_at, kind_at = found
    is_sure = first > 0 and any(word in rows[first - 1][name_at].casefold() for word in ("document", "file"))
    for row, cells in zip(rows[first:], table.rows[first:], strict=True):
        beside = " ".join(cell for at, cell in enumerate(row) if at != name_at)
        if not _is_name(row[name_at]) or _NOT_THERE.search(beside):
            continue
        number = row[number_at] if number_at is not None and _NUMBER_ALONE.fullmatch(row[number_at]) else None
        start = cells[name_at].start + text[cells[name_at].start : cells[name_at].end].index(row[name_at])
        is_folder = kind_at is not None and row[kind_at].casefold() in _FOLDERS
        yield _Listed(IndexEntry(number, row[name_at], start, start + len(row[name_at])), is_folder, is_sure)


def _columns_by_header(rows: Sequence[Sequence[str]]) -> tuple[int, int, int | None, int | None] | None:
    """The first row below the header, and the columns of names, numbers and kinds."""
    for place, row in enumerate(rows[:_HEADER_ROWS]):
        heads = [" ".join(re.findall(r"\w+", cell.casefold())) for cell in row]
        name_at = next((heads.index(name) for name in _NAMES if name in heads), None)
        if name_at is not None and sum(map(bool, heads)) > 1:
            number_at = next((at for at, head in enumerate(heads) if head in _NUMBERS and at != name_at), None)
            return place + 1, name_at, number_at, next((at for at, head in enumerate(heads) if head in _KINDS), None)
    return None


def _columns_by_files(rows: Sequence[Sequence[str]]) -> tuple[int, int, int | None, int | None] | None:
    """The column most of whose cells are file names, and the one before it where it has numbers."""
    for name_at in range(len(rows[0]) if rows else 0):
        filled = [at for at, row in enumerate(rows) if row[name_at]]
        files = [at for at in filled if _is_file(rows[at][name_at])]
        if len(files) >= _FEWEST and len(files) * 2 > len(filled):
            number_at = next(
                (at for at in range(name_at) if any(_NUMBER_ALONE.fullmatch(rows[row][at]) for row in files)), None
            )
            kinds = [" ".join(re.findall(r"\w+", cell.casefold())) for cell in rows[max(0, files[0] - 1)]]
            return files[0], name_at, number_at, next((at for at, head in enumerate(kinds) if head in _KINDS), None)
    return None


def _is_file(name: str) -> bool:
    found = EXTENSION.search(name)
    return found is not None and found.end() == len(name)


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= _LONGEST
        and any(character.isalpha() for character in name)
        and _PLACEHOLDER.fullmatch(name) is None
    )


_CELL: Final = re.compile(r"[^\n\t|]+")
_BULLETS: Final = " \t\r\f\v\xa0-*•–#"


def _lined(text: str) -> Iterator[_Listed]:
    """What lines list: file names, or numbered titles, one a line."""
    for line in re.finditer(r"[^\n]+", text):
        cells = [(found.start(), found.end()) for found in _CELL.finditer(text, *line.span()) if found[0].strip()]
        number = None
        for start, end in cells:
            shown = text[start:end].lstrip(_BULLETS).rstrip()
            start = end - len(text[start:end].lstrip(_BULLETS))
            if _NUMBER_ALONE.fullmatch(shown):
                number = shown
                continue
            yield from _listed_in(shown, start, number)
            break


def _listed_in(shown: str, start: int, number: str | None) -> Iterator[_Listed]:
    front = NUMBER.match(shown)
    if front is not None and number is None:
        number = front[0].strip(" .):-_(\t") or None
        start += front.end()
        shown = shown[front.end() :]
    extension = EXTENSION.search(shown)
    if extension is not None:
        shown = shown[: extension.end()]
    elif number is None:
        return
    if _is_name(shown):
        yield _Listed(IndexEntry(number, shown, start, start + len(shown)))


def _is_of_the_room(entries: Sequence[IndexEntry], room: Iterable[str]) -> bool:
    """Whether most entries, and some, are names of files of the room."""
    present = [name_of(filename) for filename in room]
    known = sum(any(name_of(entry.name).means(one) for one in present) for entry in entries)
    return known >= _MANY_FILES and known * 2 > len(entries)


def _documents(listed: Sequence[_Listed], *, is_known: bool) -> list[IndexEntry]:
    """The entries that are documents: those with an extension where any has one, else those without any below."""
    entries = [one.entry for one in listed if not one.is_folder]
    if not is_known and any(_is_file(entry.name) for entry in entries):
        return [entry for entry in entries if _is_file(entry.name)]
    numbers = [levels_of(one.entry.number) for one in listed if one.entry.number is not None]
    above = {number[:depth] for number in numbers for depth in range(1, len(number))}
    return [entry for entry in entries if entry.number is None or levels_of(entry.number) not in above]
