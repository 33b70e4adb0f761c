"""ANOMALY_VS_STRONGER_SOURCES: an end or a notice period that a paper or a register gives for a contract, and the
contract itself gives otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, statements
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_SMALL = re.compile(r"(?<![\w-])[a-zà-öø-þăâîșț][\w’'-]{3,}")
_UNTIL = re.compile(
    r"\b(?:until|up to|through|to|till|ends?(?: on)?|expir\w+(?: on)?|terminates? on|valid (?:to|until)|pana la)"
    r"\s+(?:and including\s+)?(?:the\s+)?$"
)
_TERM = re.compile(
    r"\b(?:term|period|valid|concluded|runs?|begin\w*|commenc\w*|start\w*|in force|duration|expires?|ends?|bound|durata"
    r"|valabil\w*)\b"
)
_RENEWS = re.compile(r"\b(?:renew\w*|extend\w*|prolong\w*|rolls? over|evergreen|indefinite\w*|prelung\w*)\b")
_NOT_RENEWED = re.compile(
    r"\b(?:no (?:tacit |automatic )?(?:extension|renewal)|not (?:be )?(?:renewed|extended)"
    r"|without (?:any )?(?:renewal|notice)|needs? a new (?:written )?agreement)\b"
)
_CHANGED = re.compile(r"\b(?:amend\w*|addend\w*|extension|supplement\w*|act aditional|renewal)\b")
_NOTICE = re.compile(
    r"\b(?P<many>\d{1,3}|one|two|three|four|five|six|nine|twelve|eighteen|thirty|sixty|ninety)\s+"
    r"(?P<unit>days|weeks|months|month)\b.{0,3}"
)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "nine": 9, "twelve": 12, "eighteen": 18,
    "thirty": 30, "sixty": 60, "ninety": 90,
}  # fmt: skip
_END_HEAD = re.compile(r"\b(?:ends?|end date|expir\w*|until|valid (?:to|until)|term end|maturity|sfarsit|expira)\b")
_ANY_KIND = frozenset({"agreement", "contract", "executed", "signed"})
_KIND_WORDS = _ANY_KIND | {
    "lease", "framework", "supply", "service", "services", "purchase", "maintenance", "master", "licence", "license",
    "rental", "hire", "terms", "subscription", "order", "sale", "sales", "distribution", "hosting", "development",
}  # fmt: skip
"""Words of a contract's name that name nobody."""
_LONGEST = 320


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a contract says of itself: the day on which it ends for good and its periods of notice, with places.

    ``names`` are the words of its other party, ``kinds`` those of its file's name that say what agreement it is.
    """

    document: RoomDocument
    names: frozenset[str]
    kinds: frozenset[str]
    end: date | None
    end_at: At | None
    notices: frozenset[tuple[int, str]]
    notice_at: At | None


def find(room: Room) -> list[Seen]:
    """Each sentence and each row that names one contract's other party beside another end or notice."""
    ordinary = frozenset(plain(word) for one in room.documents for word in _SMALL.findall(one.text))
    terms = [
        _terms(one, names)
        for one in room.documents
        if is_contract(one) and (names := named(one, room, ordinary)) and not _CHANGED.search(plain(one.filename))
    ]
    known = [one for one in terms if not any(_is_changed(one, other) for other in room.documents)]
    found: list[Seen] = []
    for document in room.documents:
        if not document.is_index and not is_contract(document):
            found += _in_words(document, known)
            found += _in_rows(document, known)
    return found


def named(document: RoomDocument, room: Room, ordinary: frozenset[str]) -> frozenset[str]:
    """The words of a contract's file name that name somebody: what the room never writes with a small letter, and
    neither the company's own name nor that of another contract.
    """
    own = set(re.findall(r"\w+", plain(room.company or "")))
    words = {word for word in name_of(document.filename).words if len(word) >= 4 and word.isalpha()}
    return frozenset(words - ordinary - own - _KIND_WORDS)


def _terms(document: RoomDocument, names: frozenset[str]) -> _Terms:
    ends: dict[date, At] = {}
    notices: dict[tuple[int, str], At] = {}
    renews = False
    for said in statements(document):
        words = document.text[said.start : said.end]
        if _NOT_RENEWED.search(said.plain) is None and _RENEWS.search(said.plain) is not None:
            renews = True
        if _TERM.search(said.plain):
            for one in times(words):
                if one.period.kind is PeriodKind.DAY and _UNTIL.search(said.plain[: one.start]):
                    ends.setdefault(one.period.end, At(document.id, said.start, said.end))
        if "notice" in said.plain or "preaviz" in said.plain:
            for period in _periods(said.plain):
                notices.setdefault(period, At(document.id, said.start, said.end))
    end = next(iter(ends)) if len(ends) == 1 and not renews else None
    return _Terms(
        document,
        names,
        frozenset(name_of(document.filename).words) - names - _ANY_KIND,
        end,
        None if end is None else ends[end],
        frozenset(notices),
        next(iter(notices.values()), None),
    )


def _periods(said: str) -> Iterator[tuple[int, str]]:
    for one in _NOTICE.finditer(said):
        many = int(one["many"]) if one["many"].isdigit() else _NUMBERS[one["many"]]
        yield many, one["unit"][:3]


def _is_changed(terms: _Terms, other: RoomDocument) -> bool:
    """Whether a paper of its own may change the contract."""
    title = f"{plain(other.filename)} {other.plain[:200]}"
    return other.id != terms.document.id and _CHANGED.search(title) is not None and _names(terms, other.plain)


def _names(terms: _Terms, said: str) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", said) for name in terms.names)


def _meant(said: str, known: Sequence[_Terms]) -> _Terms | None:
    """The one contract whose other party the words name."""
    found = [one for one in known if _names(one, said)]
    return found[0] if len(found) == 1 else None


def _in_words(document: RoomDocument, known: Sequence[_Terms]) -> Iterator[Seen]:
    for said in statements(document) if not document.is_workbook else ():
        terms = _meant(said.plain, known) if said.end - said.start <= _LONGEST else None
        if terms is None:
            continue
        at = At(document.id, said.start, said.end)
        words = document.text[said.start : said.end]
        days = {
            one.period.end
            for one in times(words)
            if one.period.kind is PeriodKind.DAY and _UNTIL.search(said.plain[: one.start])
        }
        is_of_term = re.search(r"\b(?:agreement|contract|lease|bound|framework|runs|holds|term)\b", said.plain)
        if terms.end is not None and terms.end_at is not None and days and is_of_term and terms.end not in days:
            yield _seen(document, at, words, terms, terms.end_at)
        elif "notice" in said.plain and terms.notices and terms.notice_at is not None:
            told = set(_periods(said.plain))
            if told and not told & terms.notices and {unit for _, unit in told} & {unit for _, unit in terms.notices}:
                yield _seen(document, at, words, terms, terms.notice_at)


def _in_rows(document: RoomDocument, known: Sequence[_Terms]) -> Iterator[Seen]:
    for block in blocks(document):
        columns = [at for at in range(block.width) if _END_HEAD.search(block.head(at).replace("_", " "))]
        for row in block.rows if len(columns) == 1 else ():
            cell = row[columns[0]]
            period = find_period(cell.shown) if cell.shown else None
            line = plain(" ".join(one.shown for one in row if one.shown))
            terms = _meant(line, known) if period is not None and period.kind is PeriodKind.DAY else None
            if terms is not None and not all(kind in f"{line} {plain(block.title)}" for kind in terms.kinds):
                continue  # another paper with the same party
            if terms is None or period is None or terms.end is None or terms.end_at is None or period.end == terms.end:
                continue
            label = next((one.shown for one in row if one.shown and one.number is None), "")
            yield Seen(
                DefectType.ANOMALY_VS_STRONGER_SOURCES,
                "contract_term",
                (cell.at,),
                f"{name_cell(document, cell.at, label)} ends on {cell.shown}, but “{terms.document.filename}” has "
                f"“{shorten(terms.document.text[terms.end_at.start : terms.end_at.end], 140)}”.",
                (terms.end_at,),
            )


def _seen(document: RoomDocument, at: At, words: str, terms: _Terms, against: At) -> Seen:
    return Seen(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "contract_term",
        (at,),
        f"“{document.filename}” says “{shorten(words, 140)}”, but “{terms.document.filename}” has "
        f"“{shorten(terms.document.text[against.start : against.end], 140)}”.",
        (against,),
    )
