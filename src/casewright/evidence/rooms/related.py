"""ANOMALY_VS_STRONGER_SOURCES: "nothing is let to us by a director", and a list whose landlord is one.

Who directs and who holds shares is read from those present in minutes and from lists of holders; what is with them from
lists of leases, loans, suppliers and customers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, names_exception, statements
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.evidence.extraction.grids import Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_SAID = re.compile(
    r"\b(?:no|none|not one|nobody|neither|never|nothing|without|niciun\w*|nicio|fara)\b[^.]{0,120}"
    r"\b(?:directors?|shareholders?|related part(?:y|ies)|founders?|managers?|(?:its|our|the) owners?"
    r"|family members?|relatives?"
    r"|administrator\w*|asociat\w*|actionar\w*|parti afiliate)\b"
)
_DEALS = re.compile(
    r"\b(?:transactions?|dealings?|dealt|contracts?|agreements?|arrangements?|business with|related part(?:y"
    r"|ies)|tranzacti\w*"
    r"|contracte\w*|parti afiliate)\b"
)
_ROLES = {
    "landlord": r"landlords?|lessors?|let by|owner of (?:the )?(?:site|premises)|proprietar\w*|locator\w*|arendator\w*",
    "lender": r"lenders?|creditors?|creditor\w*|imprumutator\w*",
    "supplier": r"suppliers?|vendors?|contractors?|furnizor\w*|prestator\w*",
    "customer": r"customers?|clients?|debtors?|clienti?|debitor\w*",
    "counterparty": r"counterpart(?:y|ies)|other party|contracting party|cocontractant\w*",
}
"""Heads of columns of those with whom a company deals."""
_ABOUT = {
    "landlord": r"\b(?:let|lease[ds]?|leasing|rent\w*|premises|property|properties|sites?|inchiri\w*|chirie)\b",
    "lender": r"\b(?:loans?|lent|lends?|borrow\w*|owe[ds]?|debts?|imprumut\w*)\b",
    "supplier": r"\b(?:suppl\w+|buys?|bought|purchas\w*|vendors?|furniz\w*)\b",
    "customer": r"\b(?:customers?|clients?|sells?|sold|clienti?)\b",
}
"""What a sentence speaks of, by the columns that tell of it; where of none, any may."""
_PRESENT = re.compile(r"(?i)\b(?:present|attending|in attendance|prezenti)\s*:\s*(?P<names>[^\n]{3,300})")
_HOLDERS = re.compile(
    r"\b(?:shareholders?|holders?|directors?|associates?|members? of the board|asociat\w*|actionar\w*)\b"
)
_PERSON = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Dl|Dna)\.? )?(?P<name>(?:[A-ZĂÂÎȘȚÄÖÜÉ](?:\.|[\w’'-]+) ){1,3}[A-ZĂÂÎȘȚÄÖÜÉ][\w’'-]{2,})"
)
_BETWEEN = re.compile(r"[,;]| and | și | si |(?<=[a-zăâîșț]{2})\.(?= |$)")


@dataclass(frozen=True, slots=True)
class _Insider:
    """A director or holder, and where a document names the person as one."""

    name: str
    at: At
    filename: str


def find(room: Room) -> list[Seen]:
    """Each such sentence, against the first row that has an insider on the other side."""
    insiders = _insiders(room)
    rows = [one for document in room.documents for one in _with_insiders(document, insiders)] if insiders else []
    found: list[Seen] = []
    for document in room.documents if rows else ():
        if document.is_index or document.is_workbook or is_contract(document):
            continue
        for said in statements(document):
            if _SAID.search(said.plain) is None or names_exception(said.plain):
                continue
            about = {role for role, words in _ABOUT.items() if re.search(words, said.plain)}
            if not about and _DEALS.search(said.plain) is None:
                continue
            against = next((row for row in rows if (not about or row[0] in about) and row[1].id != document.id), None)
            if against is None:
                continue
            _, other, cell, label, insider = against
            found.append(
                Seen(
                    DefectType.ANOMALY_VS_STRONGER_SOURCES,
                    "related",
                    (At(document.id, said.start, said.end),),
                    f"“{document.filename}” says “{shorten(document.text[said.start : said.end], 140)}”, but "
                    f"{name_cell(other, cell.at, label)} has {insider.name}, whom “{insider.filename}” names as one.",
                    (cell.at, insider.at),
                )
            )
    return found


def _insiders(room: Room) -> Mapping[str, _Insider]:
    """People by their folded names."""
    found: dict[str, _Insider] = {}
    for document in room.documents:
        if document.is_index:
            continue
        for name, at in (*_present(document), *_holders(document)):
            found.setdefault(_folded(name), _Insider(name, at, document.filename))
    return found


def _present(document: RoomDocument) -> Iterator[tuple[str, At]]:
    for said in _PRESENT.finditer(document.text) if not document.is_workbook else ():
        start = said.start("names")
        for part in _BETWEEN.split(re.sub(r"\([^()]*\)", lambda aside: " " * len(aside[0]), said["names"])):
            person = _PERSON.fullmatch(part.strip())
            if person is not None:
                at = document.text.find(person["name"], start)
                yield person["name"], At(document.id, at, at + len(person["name"]))


def _holders(document: RoomDocument) -> Iterator[tuple[str, At]]:
    for block in blocks(document):
        for column in range(block.width):
            if _HOLDERS.search(block.head(column)) is None or len(block.head(column).split()) > 2:
                continue
            for row in block.rows:
                person = _PERSON.fullmatch(row[column].shown.strip())
                if person is not None:
                    yield person["name"], row[column].at


def _with_insiders(
    document: RoomDocument, insiders: Mapping[str, _Insider]
) -> Iterator[tuple[str, RoomDocument, Cell, str, _Insider]]:
    """Rows of lists with an insider as the landlord, the lender and so on."""
    for block in blocks(document) if not document.is_index else ():
        for column in range(block.width):
            role = next((name for name, words in _ROLES.items() if re.fullmatch(words, block.head(column))), None)
            for row in block.rows if role is not None else ():
                insider = insiders.get(_folded(row[column].shown))
                if insider is not None and role is not None:
                    label = next((cell.shown for cell in row if cell.shown), "")
                    yield role, document, row[column], label, insider


def _folded(name: str) -> str:
    return " ".join(plain(name).replace(".", " ").split())
