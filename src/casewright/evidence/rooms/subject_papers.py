"""Reports and studies that a paper had before it, named by what they are about, and that are not there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.evidence.rooms.known_papers import GENERIC
from casewright.evidence.rooms.statements import is_contract, sentence_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.known_papers import Known

_THE_REPORT = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Ii]ts)\s+(?P<name>(?:[a-z][a-z-]+\s+){1,4}?(?:report|study|opinion|survey|appraisal"
    r"|assessment|expertise|memorandum|letter))\b(?!\s+(?:period|date|line|year|language|format|by|from))"
)
"""A paper by what it is about, as minutes and letters name what they had before them."""
_HAD = re.compile(
    r"(?i)\b(?:laid before|circulated|received|had before|beforehand|tabled|presented|handed out|discussed|took note"
    r"|noted|findings of|results? of|conclusions? of|according to|as (?:set out|stated|shown) in|kept with"
    r"|follows? from|draws? on|drawn from|taken from|source of|sources?:|see the|underlying|supports?|confirms?"
    r"|relies on|rests on|based on|attached|went through|was read|considered"
    r"|approved)\b"
)
_NOT_YET = re.compile(
    r"(?i)\b(?:will|shall|would|may|to be|if|any|no|not|without|unless|draft|proposed|future|intends?|plans?"
    r"|requires?|required|subject to|each|every|such|before|ordered|commissioned)\b"
)
_COMMON = frozenset({
    "annual", "monthly", "quarterly", "weekly", "management", "board", "financial", "first", "last", "latest", "this",
    "next", "previous", "final", "full", "same", "written", "short", "own", "detailed", "auditor", "auditors",
    "director", "directors", "managing", "sales", "status", "progress", "ceo", "cfo", "chair", "chairs", "new", "cover",
    "covering", "current", "interim", "present", "above", "following", "attached", "enclosed", "year", "end", "half",
    "wrong", "right", "other", "said",
})  # fmt: skip
"""Words before a report that do not tell which paper it is: what is told in a meeting needs none."""


def by_subject(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    """Their names as they are told, and where, of papers that neither the room nor its index has."""
    for said in _THE_REPORT.finditer(document.text) if not is_contract(document) else ():
        words = [word for word in said["name"].split()[:-1] if word not in _COMMON and word not in GENERIC]
        if not words:
            continue
        first, last = sentence_around(document.text, said.start(), said.end())
        if _NOT_YET.search(document.text[first : said.start()][-60:]) or not _HAD.search(document.text[first:last]):
            continue
        if not known.has(said["name"], None, document) and not known.has_file(" ".join(words)):
            yield said["name"], *said.span("name")
