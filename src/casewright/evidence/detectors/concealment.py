"""CONCEALMENT: a document that the data room's index names and that is not there. Only a person can say it is hidden.

Each such document is a candidate, on the claims that cite it by its name; one that no claim cites is a candidate
without claims, so that somebody asks for the document all the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.indexed_record import mark
from casewright.evidence.record import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId
    from casewright.evidence.indexed_record import IndexedRecord
    from casewright.evidence.record import AbsentDocument

    Words = tuple[str, ...]

_WORD = re.compile(r"\w+")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}$")
_VERSION = re.compile(r"v\d+|final|draft|signed|executed|copy|\d{1,4}|\d{6,8}")
_NUMBER = re.compile(r"\d+[a-z]?")
_LETTERS = 8


def find(indexed: IndexedRecord) -> Iterator[Candidate]:
    """One candidate for each document that the index names and the record lacks."""
    there = {_words(name) for name in indexed.record.documents.values()}
    wanted: dict[Words, AbsentDocument] = {}
    for absent in sorted(indexed.record.absent, key=lambda one: (one.name, one.index, one.start)):
        if _words(absent.name) not in there:
            wanted.setdefault(_words(absent.name), absent)
    citing = _citing(indexed, wanted)
    for words, absent in wanted.items():
        claims = tuple(sorted(citing.get(words, ())))
        index = indexed.record.documents.get(absent.index, "the index")
        those = f"{len(claims)} claim{'s cite' if len(claims) != 1 else ' cites'} it" if claims else "no claim cites it"
        yield Candidate(
            claims,
            DefectType.CONCEALMENT,
            f'The data room\'s index "{index}" names the document "{absent.name}", which is not in the data room, and '
            f"{those}: ask for it, and decide whether it was withheld.",
            (f"document:{absent.index}",),
            f"{DefectType.CONCEALMENT}:{' '.join(words)}:{mark(claims)}",
        )


def _citing(indexed: IndexedRecord, wanted: Mapping[Words, AbsentDocument]) -> Mapping[Words, set[ClaimId]]:
    """By each document's words the claims that name it."""
    starting: dict[str, list[tuple[Words, Words]]] = {}
    for words, absent in wanted.items():
        for spelling in _spellings(absent.name):
            starting.setdefault(spelling[0], []).append((spelling, words))
    found: dict[Words, set[ClaimId]] = {}
    if not starting:
        return found
    for claim in indexed.record.claims:
        for text in _texts(indexed, claim):
            said = _words(text)
            for place, word in enumerate(said):
                for spelling, words in starting.get(word, ()):
                    if said[place : place + len(spelling)] == spelling:
                        found.setdefault(words, set()).add(claim.id)
    return found


def _texts(indexed: IndexedRecord, claim: Claim) -> Iterator[str]:
    yield claim.text
    for item in indexed.items(claim):
        yield item.excerpt
        yield item.artefact
        if item.upstream_origin:
            yield item.upstream_origin


def _spellings(name: str) -> Sequence[Words]:
    """How a claim may name the document: with its ending or without, without leading numbers, version and date."""
    whole = _words(name)
    stem = _words(_EXTENSION.sub("", name.rpartition("/")[2]))
    core = list(stem)
    while core and _NUMBER.fullmatch(core[0]):
        core.pop(0)
    while core and _VERSION.fullmatch(core[-1]):
        core.pop()
    found = [whole] if whole else []
    found += [words for words in (stem, tuple(core)) if len(words) > 1 and len("".join(words)) >= _LETTERS]
    return tuple(dict.fromkeys(found))


def _words(text: str) -> Words:
    return tuple(_WORD.findall(text.casefold().replace("_", " ")))
