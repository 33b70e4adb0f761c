"""INCONSISTENCY: a register of contracts or permits that lacks one whose paper is in the room."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.contract_terms import named
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.rooms.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.grids import Block
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_SMALL = re.compile(r"(?<![\w-])[a-zà-öø-þăâîșț][\w’'-]{3,}")
_OF_CONTRACTS = re.compile(r"\b(?:contracts?|agreements?|contracte(?:lor)?|vertragsliste|contratos)\b")
_ONLY_SOME = re.compile(
    r"\b(?:top|largest|main|key|selected|sample|major|expired|ended|former|lost|new|customers?|suppliers?|purchase|sales"
    r"|leases?|rental|employment|template|closed|maturing|material)\b"
)
_NOT_IN_FORCE = re.compile(
    r"\b(?:template|draft|form|amendment|addendum|annex|side letter|nda|confidentiality|termination|expired|loan|credit"
    r"|facility|share|shareholders?|employment|pledge)\b"
)
_PERMITS = re.compile(r"\b(?:permits?|licen[cs]es?|registrations?|certificates?|approvals?|autorizati\w*|licente\w*)\b")
_REFERENCE = re.compile(
    r"\b(?:reference|ref\.?|number|no\.?|nr\.?|permit no\.?|licen[cs]e no\.?|numar)\s*:?\s*"
    r"(?P<name>(?-i:[A-Z]{1,6})[-/ ]?\d[\w/-]{2,})",
    re.IGNORECASE,
)
_FEWEST = 2
_TOP = 1_500
_ALIKE = 0.5


def find(room: Room) -> list[Seen]:
    """Each paper that a register lacks, on the head of the register, against the paper."""
    ordinary = frozenset(plain(word) for one in room.documents for word in _SMALL.findall(one.text))
    contracts = [
        (one, names)
        for one in room.documents
        if is_contract(one)
        and not _NOT_IN_FORCE.search(f"{' '.join(name_of(one.filename).words)} {one.plain[:120]}")
        and (names := named(one, room, ordinary))
    ]
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index or is_contract(document):
            continue
        for block in blocks(document):
            about = f"{plain(document.filename)} {plain(block.title)}"
            if _OF_CONTRACTS.search(about) and not _ONLY_SOME.search(about):
                found += _contracts_missing(document, block, contracts)
            if _PERMITS.search(about):
                found += _permits_missing(document, block, room)
    return found


def _contracts_missing(
    document: RoomDocument, block: Block, contracts: list[tuple[RoomDocument, frozenset[str]]]
) -> Iterator[Seen]:
    rows = [plain(" ".join(cell.shown for cell in row if cell.shown)) for row in block.rows]
    listed = {
        one.id
        for one, names in contracts
        if any(re.search(rf"\b{re.escape(name)}\b", row) for row in rows for name in names)
    }
    missing = [one for one, _ in contracts if one.id not in listed]
    if len(listed) < _FEWEST or len(missing) != 1 or len(listed) < _ALIKE * len(rows):
        return
    yield from _seen(document, block, missing[0], f"the contract “{missing[0].filename}”", len(listed), 0)


def _permits_missing(document: RoomDocument, block: Block, room: Room) -> Iterator[Seen]:
    shapes: dict[str, int] = {}
    listed: set[str] = set()
    for row in block.rows:
        for cell in row:
            if cell.shown and re.fullmatch(r"[A-Z]{1,6}[-/ ]?\d[\w/-]{2,}", cell.shown.strip()):
                listed.add(cell.shown.strip())
                shapes[_shape(cell.shown.strip())] = shapes.get(_shape(cell.shown.strip()), 0) + 1
    text = " ".join(cell.shown for row in block.rows for cell in row if cell.shown)
    for paper in room.documents if sum(shapes.values()) >= _FEWEST else ():
        if paper.is_workbook or paper.is_index or paper.filename.lower().endswith((".csv", ".eml")):
            continue
        if not _PERMITS.search(f"{plain(paper.filename)} {paper.plain[:200]}") or is_contract(paper):
            continue
        for said in _REFERENCE.finditer(paper.text[:_TOP]):
            name = said["name"].rstrip(".,;")
            if shapes.get(_shape(name), 0) >= _FEWEST and name not in listed and name not in text:
                yield from _seen(
                    document, block, paper, f"“{name}” of “{paper.filename}”", len(listed), said.start("name")
                )


def _shape(name: str) -> str:
    """How a reference is written: letters and digits by their kinds, runs of letters as one."""
    return re.sub(r"\d+", "9", re.sub(r"[A-Za-z]+", "A", name))


def _seen(
    document: RoomDocument, block: Block, paper: RoomDocument, what: str, others: int, start: int
) -> Iterator[Seen]:
    cells = [cell for cell in block.rows[0] if cell.shown]
    head = cells[0] if cells else None
    if head is None:
        return
    line = paper.text.find("\n", start)
    end = line if line > start else min(len(paper.text), start + _TOP)
    yield Seen(
        DefectType.INCONSISTENCY,
        "register",
        (head.at,),
        f"{document.filename} ({shorten(block.title or document.filename, 60)}) lacks {what}, which is in the room; it "
        f"has {others} others.",
        (At(paper.id, start, end),),
    )
