"""The sentences of a document, and what kind of document it is by the way it speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.evidence.document_names import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.places import RoomDocument

_SENTENCE = re.compile(
    r"[^.!?\n|]+(?:[.!?](?![\s|]|$)[^.!?\n|]*|\n(?!\s*\n|\s*[-•–|#*]|\s*\(\w{1,4}\)|\s*\d{1,2}\.(?:\s|\d\d?\.?\s))[^.!?\n|]*|(?<=\b(?:No"
    r"|Nr))\.[^.!?\n|]*)*[.!?]?"
)
_CONTRACT = re.compile(
    r"\b(?:agreement|contract\w*|framework|lease|deed|charter ?party|amendment|addendum|guarantee|licen[cs]e"
    r"|terms of (?:engagement|service)"
    r"|act aditional|acord|conventie|side letter|bareboat|charter|order form|terms and conditions|engagement letter"
    r"|\w*vertrag|contrato|contratto|avtal|overeenkomst)\b"
)
_BETWEEN = re.compile(
    r"\b(?:between|by and between|hereinafter|the parties|incheiat\w*[^.]{0,80}?\bintre|partile|dintre)\b|\((?:the|each"
    r"|together|hereinafter|denumit\w*) ?[\w“\"' ]{0,30}\)|\bpart(?:y|ies)\b"
    r"|\((?:licen[cs](?:ee|or)|operator|council|less(?:ee|or)|landlord|tenant|supplier|customer|buyer|seller|lender"
    r"|borrower|client|contractor|company|agent|principal|grant(?:or|ee))\)"
)
_LETTER = re.compile(
    r"\b(?:letter|minutes|memo|note|notice|mail|re |fw |correspondence|meeting|assembly|resolution|confirmation"
    r"|certificate|statement|certificat|report|scrisoare|proces verbal|adresa"
    r"|notificare|register|schedule|list|log)\b"
)
_EXCEPT = re.compile(
    r"\b(?:except|save|other than|apart from|but for|exceptions?|no other (?:contract|customer|supplier|party|one)"
    r"|only \w+(?: \w+){0,4} (?:has|have|may|can)|one (?:agreement|contract|customer|supplier|lease)"
    r"|the others (?:do|does|have|has|are)|all others"
    r"|cu exceptia|in afara)\b"
)
_NAME = re.compile(r"\b[A-ZĂÂÎȘȚÅÄÖØÆÉ][\w’'&-]{3,}")
_ANSWER = re.compile(r"(?:no|none|nil|yes|nu|da|niciun\w*)\b[ ,.]")
_NEXT = 12
_FEWEST_WORDS = 4
_SHORTEST = 20


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence at ``start`` to ``end`` in plain letters, and the proper names in it; of a workbook what a ``cell``
    says, an answer with its question before it.
    """

    start: int
    end: int
    plain: str
    names: frozenset[str]
    cell: str | None = None


@lru_cache(maxsize=4_096)
def statements(document: RoomDocument) -> tuple[Statement, ...]:
    """The sentences of a document's running text, in order."""
    if document.is_workbook:
        return tuple(_of_cells(document))
    found: list[Statement] = []
    for said in _SENTENCE.finditer(document.text):
        start = said.start() + len(said[0]) - len(said[0].lstrip())
        end = said.end()
        if end - start < _SHORTEST:
            continue
        names = frozenset(one.casefold() for one in _NAME.findall(document.text[start + 1 : end]))
        plain = document.plain[start:end]
        asked = found and document.text[: found[-1].end].rstrip().endswith("?")
        if asked and _ANSWER.match(plain) and start - found[-1].end < _NEXT:  # an answer is read with its question
            plain = f"{found[-1].plain} {plain}"
        found.append(Statement(start, end, plain, names))
    return tuple(found)


def _of_cells(document: RoomDocument) -> Iterator[Statement]:
    for table in document.tables:
        for row in table.rows:
            question = ""
            for cell in row:
                shown = document.text[cell.start : cell.end]
                line = document.plain[cell.start : cell.end].strip()
                is_answer = bool(question) and _ANSWER.match(f"{line} ") is not None
                if not is_answer and (len(line) < _SHORTEST or len(line.split()) < _FEWEST_WORDS):
                    continue
                start = cell.start + len(shown) - len(shown.lstrip())
                names = frozenset(one.casefold() for one in _NAME.findall(shown[1:]))
                yield Statement(start, start + len(shown.strip()), f"{question} {line}".strip(), names, cell.address)
                question = line if line.endswith("?") else ""


def names_exception(plain: str) -> bool:
    """Whether a sentence in plain letters says something of all but some."""
    return _EXCEPT.search(plain) is not None


def is_contract(document: RoomDocument) -> bool:
    """Whether it is an agreement between parties."""
    if document.is_index or document.is_workbook or document.filename.casefold().endswith((".csv", ".eml")):
        return False
    title = f"{' '.join(name_of(document.filename).words)} {document.plain[:160]}"
    return _CONTRACT.search(title) is not None and _BETWEEN.search(document.plain[:2_500]) is not None


def is_letter(document: RoomDocument) -> bool:
    """Whether it is a mail, a letter, minutes or another record of what happened."""
    if document.filename.casefold().endswith((".eml", ".msg")):
        return True
    return _LETTER.search(f"{' '.join(name_of(document.filename).words)} {document.plain[:160]}") is not None


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence or the line begins and ends in which a place stands."""
    first = max(text.rfind(". ", 0, start), text.rfind("\n", 0, start)) + 1
    stops = [at for at in (text.find(". ", end), text.find("\n", end)) if at >= 0]
    return first, min(stops, default=len(text))
