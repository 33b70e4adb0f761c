"""MISSING_LINK: a document that another names as existing and that is neither in the room nor in its index."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.known_papers import GENERIC, KINDS, TOP, Known
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract, sentence_around
from casewright.evidence.rooms.subject_papers import by_subject
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_NAMED = re.compile(
    rf"(?=[A-Za-z])(?P<article>\b(?:the|a|an|our|its|that|by|see|under|with|in|of)\s+)?(?P<name>(?:[A-Z][\w'’&-]+\s+){{0,4}}"
    rf"(?:(?i:{KINDS}))(?:\s+(?:between|with|by|from|of|for|to)\s+(?:[A-Z][\w'’&.-]+\s?){{1,4}})?)"
    r"(?:\s+(?:to|of|la)\s+(?:this|the|that|said|prezentul)\s+(?:\w+\s+){0,3}?(?i:agreement|contract\w*|lease|deed|licen[cs]e"
    r"|facility|policy)(?=,?\s+(?:dated|of|from|signed on|din)\s))?"
    r"(?P<dated>,?\s+(?:dated|of|from|signed on|din)\s+(?:the\s+)?(?P<day>\d{1,2}\.? [A-Za-zăîșțâ]+ \d{4}"
    r"|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d"
    r"|[A-Z][a-z]+ \d{4}|the same date|even date|same day|\d{4}))?"
)
_DAY = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?\.? [A-Za-zăîșțâ]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2}\.\d{1,2}\.\d{4}"
    r"|\d{4}-\d\d-\d\d)"
)
_DATED = re.compile(
    r"(?P<article>\b(?:the|a|an|our|its|that|by|see|under|with|in|of)\s+)?"
    r"(?P<name>(?:(?=[A-Za-z])|(?<![\w’'&-])(?:[\w’'&-]+\s+){1,4}?)(?i:report|deed|letter|opinion|memorandum|memo|certificate|resolution|protocol"
    r"|appraisal|valuation|survey|study|undertaking|guarantee"
    r"|policy|order form|statement of work|work order|purchase order|schedule|handbook|plan"
    r"|agreement|contract|lease|permit|licence|license|notice|minutes|decision|judgment|waiver|consent"
    r"|raport\w*|contract\w*|scrisoare\w*|certificat\w*)"
    r"(?: (?:[Nn]o\.? ?|[Nn]r\.? ?)?[A-Z]{0,5}-?\d[\w/-]*)?(?:\s+(?!dated\b|din\b|of \d)[^\W\d_][\w'’&.-]*){0,5}?)"
    r"(?P<dated>,?\s*(?:dated|of|from|(?:signed|made|concluded|executed|entered into)(?: by (?:the )?[\w ]{3,30})? on"
    rf"|din(?: data de)?)\s+(?:the\s+)?(?P<day>{_DAY}))"
)
"""The words before a kind begin where a word does: to try at every letter takes most of the check's time."""
_BY_WHOM = re.compile(
    r"(?P<name>(?:[a-z][a-z-]+\s+){1,4}(?:report|study|opinion|survey|appraisal|valuation|analysis|assessment|memorandum)"
    r"\s+(?:by|of|from|prepared by)\s+(?:the\s+)?[A-ZĂÂÎȘȚÄÖÜ][\w.-]+(?:\s(?:&|and|of|[A-ZĂÂÎȘȚÄÖÜ])[\w.-]*){0,5})"
)
_AUTHOR = re.compile(r"\s(?:by|of|from)\s+(?:the\s+)?(?=[A-ZĂÂÎȘȚÄÖÜ])")
_PART_OF_CONTRACT = re.compile(
    r"\b(?P<name>side letter(?: on \w+)?|supplementary (?:deed|agreement)|amendment no\.? ?\d+|addendum [A-Z\d]+)\b"
    r"(?=[^.;]{0,60}\b(?:amends|forms? part|is part|applies|supplements|prevails)\b)"
    r"|\b(?:follows?(?: from)?|set (?:out )?in|laid down in|agreed in|contained in|according to)\s+(?:the\s+)?"
    r"(?P<other>side letter(?: on \w+)?|supplementary (?:deed|agreement)|amendment no\.? ?\d+|addendum [A-Z\d]+)\b",
    re.IGNORECASE,
)
_ATTACHED = re.compile(
    r"(?i)(?:attached(?: hereto)?(?: as| in)?|as set out in|listed in|set out in|annexed(?: hereto)? as|see"
    r"|form part of this \w+ as|included as|enclosed as|given in"
    r"|prevazut\w* in|anexat\w* ca|cuprins\w* in)\s+(?:the )?(?P<label>(?:annex|appendix|schedule|exhibit"
    r"|attachment|enclosure|anexa)(?: nr\.?)? ?[A-Z]?\d{0,2}(?:\.\d)?)(?![\w-])"
)
_LOOSE = re.compile(
    r"(?i)\b(?:attached|to the|of the|under the|by the|this|that|which|same|such)\b|^(?:agreement|contract"
    r"|lease|notice|report)$"
)
_APART = re.compile(
    r"(?P<name>(?:[A-ZĂÂÎȘȚ][\w’'&-]*)(?:\s+[\w’'&/-]+){0,5}),?\s+(?:(?:which is )?(?:issued|kept|set out"
    r"|signed|made|given) "
    r"(?:as|in|on|by) (?:a |an )?(?:separate|paper of its own|document of its own|own)|(?:a |an )?separate "
    r"(?:document|paper|letter|agreement|deed)|(?:un )?document (?:separat|distinct)"
    r"|which forms? (?:an integral )?part of"
    r"|of the same date|of even date)"
)
_SAME_DATE = re.compile(r"\s+of (?:the same|even) date$")
_TELLS = re.compile(
    r"(?i)\b(?:set out in|provided in|agreed in|governed by|pursuant to|under|forms? part|as amended by"
    r"|recorded in|confirmed (?:in|by)|see|rests on|relies on|according to"
    r"|attached|annexed|given in|documented in|described in|secured by|amended by|supplemented by|granted (?:in"
    r"|by)|issued by|prevazut|conform|potrivit|stabilit)\b"
)
_RELIES = re.compile(
    r"(?i)\b(?:see|source|attached|received|took note|noted|discuss\w*|circulated|relies|rests|based on|according to"
    r"|underlying|followed|confirmed|considered|before (?:it|them)|shown|basis|tabled|presented|in line with|cited"
    r"|draws? on|drawn from|laid before|kept with|handed out)\b"
)
_NOT_YET = re.compile(
    r"(?i)\b(?:will|shall|would|may|to be|if|any|no|not|without|unless|draft|proposed|future|intends?|plans?"
    r"|requires?|required|subject to|each|every|such|before|urmeaza)\b"
)
_RUNS = re.compile(
    r"(?i)\b(?:agreement|contract|lease|permit|licen[cs]e|policy)\b(?:[^,]*\bfrom\s"
    r"|\s(?:runs?|ran|lasts?|begins?|began|starts?|commences?|continues?|applies|takes|is|was|has|had|shall|will)\s)"
)
"""Since when a contract runs is not when one was made."""
_DRAFTED = re.compile(r"(?i)\b(?:draft|proposed|will be|to be|shall be|intended|future|planned)\b[^,;]{0,30}$")
"""What keeps even a dated paper from being there."""
_DRAFT = re.compile(r"(?i)\b(?:draft|proposed|future|planned)\b")
_FILE = re.compile(
    r"(?:^|(?<=[\s“\"(]))(?P<name>[A-Z0-9][\w&+-]*(?: [\w&+()-]+){0,6}?\.(?:pdf|xlsx?|docx?|csv|eml|pptx?))\b"
)
_LEAD = re.compile(
    r"^(?:.*\b)?(?:see|the|a|an|our|its|their|whose|this|that|these|those of|note of)\s+(?=\S)", re.IGNORECASE
)
"""Words of the sentence in front of a document's name."""
_VERB = re.compile(r"^.*\b(?:is|are|was|were|comes?|stands?|see|shown|taken|given)\b(?: \w+){0,2}? (?=[A-Z0-9])")
"""A sentence in front of a file's name."""
_OLD = 730
_VALUES = re.compile(r"\b(?:appraisal|valuation|survey|market (?:study|report)|evaluare)\b")


def find(room: Room) -> list[Seen]:
    """Each absent document once, at the first words that name it."""
    found: dict[str, Seen] = {}
    known = Known(room)
    for document in room.documents:
        if document.is_index or document.is_workbook:
            continue
        for name, start, end in (
            *_files(document, known),
            *_named(document, known),
            *_by_whom(document, known),
            *by_subject(document, known),
            *_of_contracts(document, known),
            *_apart(document, known),
            *_attached(document, known),
        ):
            key = " ".join(sorted(set(re.findall(r"\w+", plain(_SAME_DATE.sub("", name)))) - GENERIC))
            if key in found:
                continue
            old = _age(name, room)
            found[key] = Seen(
                DefectType.MISSING_LINK if old is None else DefectType.STALENESS,
                "absent",
                (At(document.id, start, end),),
                f"“{document.filename}” names “{' '.join(name.split())}”, which is neither in the data room nor "
                f"in its index{'' if old is None else f' and {old // 365} years old'}: ask for "
                f"{'it' if old is None else 'a new one'}.",
            )
    return list(found.values())


def _age(name: str, room: Room) -> int | None:
    """How many days old an appraisal or the like is by the day in its name, where it is too old to be relied on."""
    days = [time.period.end for time in times(name) if time.period.kind in (PeriodKind.DAY, PeriodKind.MONTH)]
    if not days or _VALUES.search(plain(name)) is None or (room.as_of - days[-1]).days <= _OLD:
        return None
    return (room.as_of - days[-1]).days


def _files(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    """Files that the document names and that are not there."""
    for said in _FILE.finditer(document.text):
        name = _VERB.sub("", said["name"])
        if not known.has_file(name):
            yield name, said.end("name") - len(name), said.end("name")


def _named(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    text = plain_letters(document.text)
    for said in (*_NAMED.finditer(text), *_DATED.finditer(text)):
        name = _LEAD.sub("", said["name"])
        if _LOOSE.search(name) or _RUNS.search(said[0]):
            continue
        proper = re.match(r"[A-Z]", name) is not None
        if not proper and said["day"] is None:
            continue
        if said["article"] and said["article"].strip().lower() in ("a", "an") and said["day"] is None:
            continue
        sentence = sentence_around(document.text, said.start(), said.end())
        before = document.text[sentence[0] : said.start()]
        unsure = _DRAFTED if said["day"] is not None and re.search(r"\d", said["day"]) else _NOT_YET
        if (
            unsure.search(before[-60:])
            or _DRAFT.search(said["name"])
            or (said["day"] is None and not _TELLS.search(document.text[sentence[0] : sentence[1]]))
        ):
            continue
        if not known.has(name, said["day"], document):
            start, end = said.end("name") - len(name), said.end("name")
            yield document.text[start:end] + (said["dated"] or ""), start, said.end()


def _by_whom(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    """Reports and studies that are named by who wrote them, where the sentence relies on them."""
    for said in _BY_WHOM.finditer(document.text):
        name = _LEAD.sub("", said["name"])
        sentence = sentence_around(document.text, said.start(), said.end())
        words = document.text[sentence[0] : sentence[1]]
        if _NOT_YET.search(document.text[sentence[0] : said.start()][-60:]) or _RELIES.search(words) is None:
            continue
        if not any(known.has(one, None, document) for one in (name, _AUTHOR.split(name)[0])):
            yield name, said.end("name") - len(name), said.end("name")


def _of_contracts(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    """Papers that a contract says are part of it."""
    for said in _PART_OF_CONTRACT.finditer(document.text) if is_contract(document) else ():
        kind = "name" if said["name"] else "other"
        name = said[kind]
        if not known.has_part(name, document):
            yield f"{name} of {document.filename}", *said.span(kind)


def _apart(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    """Papers of which the document says that they are papers of their own."""
    for said in _APART.finditer(document.text):
        name = _SAME_DATE.sub("", said["name"])
        sentence = sentence_around(document.text, said.start(), said.end())
        before = document.text[sentence[0] : said.start()][-60:]
        if not _NOT_YET.search(before) and not known.has(name, None, document):
            yield name, said.start("name"), said.end()


def _attached(document: RoomDocument, known: Known) -> Iterator[tuple[str, int, int]]:
    """Annexes that the document says are attached and of which it has no heading."""
    for said in _ATTACHED.finditer(document.text):
        label = " ".join(plain(said["label"]).split())
        if not re.search(r"\d|[a-z]$", label.split()[-1]) or len(label.split()) < 2:
            continue
        spelled = r"[\s.]+(?:nr\.?\s*)?".join(map(re.escape, label.split()))
        heading = re.compile(rf"(?im)^[#\s*|]*{spelled}(?![\w])")
        rest = document.text[: said.start("label")] + " " * len(said["label"]) + document.text[said.end("label") :]
        if heading.search(plain_lines(rest)):
            continue
        if any(set(label.split()) <= set(name_of(name).words) for name in known.room.filenames):
            continue
        if any(
            heading.search(plain_lines(other.text[:TOP])) for other in known.room.documents if other.id != document.id
        ):
            continue
        sentence = sentence_around(document.text, said.start(), said.end())
        if _NOT_YET.search(document.text[sentence[0] : said.start()][-40:]):
            continue
        yield f"{said['label']} of {document.filename}", said.start("label"), said.end("label")


def plain_lines(text: str) -> str:
    """In plain letters, line by line."""
    return "\n".join(plain(line) for line in text.split("\n"))
