"""MISSING_LINK: a contract of which a party's place for signing is blank."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.places import At
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_CONTRACT = re.compile(
    r"\b(?:agreement|contract\w*|lease|deed|charter ?party|amendment|addendum|guarantee|side letter|licen[cs]e"
    r"|terms of (?:engagement|service)"
    r"|loan note|pledge|memorandum of understanding|letter of intent|purchase order|statement of work"
    r"|act aditional|acord|conventie|antecontract|order form|assignment|undertaking|release|consent letter"
    r"|\w*vertrag|vereinbarung|contrato|contratto|contrat|avtal"
    r"|aftale|overeenkomst|acuerdo|accordo|poliza|polizza)\b"
)
_FORM = re.compile(
    r"\b(?:form of|template|specimen|draft|working (?:version|copy|draft)"
    r"|blank|model (?:de )?contract|unsigned form|proforma|pro forma|proiect)\b"
)
_BLOCK = re.compile(
    r"(?m)^[ \t#*]*(?:signatures?|signed|executed|execution|in witness whereof|semn[aă]turi|semnat(?:ura|uri)?"
    r"|for and on behalf|for the \w+|for [A-Z]|by:)"
    r"[^\n]{0,120}$",
    re.I,
)
_ANNEX = re.compile(r"(?m)^[ \t#*]*(?:annex|appendix|schedule|exhibit|anexa)\b[^\n]*$", re.I)
_OF_FORM = re.compile(r"\b(?:forms?|specimen|template|sample|blank|model|formular\w*)\b", re.I)
"""An annex that shows a form to be filled in later."""
_LINE = re.compile(
    r"(?m)^(?P<line>[^\n]{0,80}?(?:(?P<blank>_{3,}|\.{6,}|…{2,})|(?P<empty>(?:signed|signature|by|semnat"
    r"|semnatura|name|nume|for \w+)\s*:\s*"
    r"(?:\[[^\]\n]*\])?\s*$)|(?P<marked>\[(?:signature|not signed|to be signed|unsigned|sign here)[^\]\n]*\]))[^\n]*)$",
    re.I,
)
_SIGNED = re.compile(
    r"/s/|\(signed\)|\(semnat\)|\bsigned by\b|\b(?:signed|semnat|semnatura)\s*:?\s*(?-i:[A-ZĂÂÎȘȚ])[\w.'’-]+"
    r"|\be-signed\b|docusign|\[signed\]",
    re.I,
)
_NO_NAME = re.compile(
    r"\b(?:date|data|place|locul|witness\w*|martor|stamp|stampila|title|position|functia|capacity|l\.?s\.?)\b\s*:?",
    re.I,
)
_TAIL = 2_500
_PLACE = re.compile(
    r"[\s#*-]*(?:(?:signed|executed|semnat) (?:for|by|on behalf of|pentru|de)|for(?: and on behalf of)?"
    r"|on behalf of|pentru)"
    r"\b[^:\n]{1,60}:|[\s#*-]*(?:the )?[^\W\d_]{5,20}:",
    re.I,
)
"""The front of a line that is a party's own place for signing."""
_NEAR = 160


def find(room: Room) -> list[Seen]:
    """One for each contract, at the first place that is blank."""
    signed = [one for one in room.documents if _is_contract(one) and not list(_blanks(one))]
    found = []
    for document in room.documents:
        if not _is_contract(document):
            continue
        blanks = list(_blanks(document))
        if not blanks or _has_signed_copy(document, signed):
            continue
        start, end, party = blanks[0]
        whose = f" for {party}" if party else ""
        found.append(
            Seen(
                DefectType.MISSING_LINK,
                "unsigned",
                (At(document.id, _of_party(document.text, start), end),),
                f"“{document.filename}” is not signed{whose}: “{shorten(document.text[start:end])}” is blank, "
                f"so that nothing "
                "shows that it binds everybody.",
                (At(document.id, 0, 0),),
            )
        )
    return found


def _is_contract(document: RoomDocument) -> bool:
    if document.is_index or document.is_workbook or document.filename.endswith((".csv", ".eml")):
        return False
    title = f"{' '.join(name_of(document.filename).words)} {document.plain[:200]}"
    return _CONTRACT.search(title) is not None and _FORM.search(f"{document.filename} {title}".casefold()) is None


def _blanks(document: RoomDocument) -> Iterator[tuple[int, int, str]]:
    """The blank places for signing, each with the party whose it is."""
    block = _signing(document)
    if block is None:
        return
    first, last = block
    text = document.text
    for line in _LINE.finditer(text, first, last):
        said = _own_cell(line["line"])
        if _SIGNED.search(said[len(_place(said)) :]):
            continue
        bare = re.sub(r"[_.…\s:|/]+", " ", said).strip()
        if _NO_NAME.match(bare) or (
            line["empty"] and re.match(r"\s*(?:name|nume|for)\b", said, re.I) is None and False
        ):
            continue
        around = text[max(first, line.start() - _NEAR) : min(last, line.end() + _NEAR)]
        if not line["marked"] and _signed_around(
            text, first, last, line.start(), line.end(), is_own=bool(_place(said))
        ):
            continue
        yield (
            line.start("line"),
            line.end("line"),
            _party(text[max(first, line.start() - 200) : line.start()] or around),
        )


def _of_party(text: str, start: int) -> int:
    """Where the lines about the party begin whose place is blank."""
    first = text.rfind("\n\n", max(0, start - _NEAR * 2), start)
    return start if first < 0 else first + 2


def _own_cell(line: str) -> str:
    """Of a row of a table the cells that are blank, without those in which others have signed."""
    cells = re.split(r"[\t|]", line)
    if len(cells) < 2 or re.search(r"_{3,}|\.{6,}|…{2,}", line) is None:
        return line
    return " ".join(cell for cell in cells if re.search(r"_{3,}|\.{6,}|…{2,}", cell))


def _place(line: str) -> str:
    """The front of a line that names the party whose place for signing it is; "" where it names none."""
    found = _PLACE.match(line)
    return "" if found is None or _NO_NAME.match(line.strip(" #*-")) else found[0]


def _signed_around(text: str, first: int, last: int, start: int, end: int, *, is_own: bool) -> bool:
    """Whether the same party has signed in the lines beside: up to the next empty line or the next party's place;
    ``is_own`` where the blank line is a place of one party by itself.
    """
    above = text[max(first, start - _NEAR) : start].split("\n\n")[-1].split("\n")
    below = text[end : min(last, end + _NEAR)].split("\n\n")[0].split("\n")
    if is_own:
        at = next((at for at in reversed(range(len(above))) if _place(above[at])), -1)
        above = above[at + 1 :]
        below = below[: next((at for at, line in enumerate(below) if _place(line)), len(below))]
    return any(_SIGNED.search(line) is not None for line in (*above, *below))


def _signing(document: RoomDocument) -> tuple[int, int] | None:
    """Where the contract is signed: from the last heading or words of execution to an annex or the end."""
    text = document.text
    found = [one for one in _BLOCK.finditer(text) if one.start() >= len(text) * 0.3]
    if not found:
        form = next((one for one in _ANNEX.finditer(text) if _OF_FORM.search(one[0])), None)
        last = len(text) if form is None else form.start()
        blank = re.compile(r"_{6,}").search(text, len(text) // 2, last)
        return None if blank is None else (max(0, blank.start() - _NEAR), last)
    heads = [
        one
        for one in found
        if re.match(r"[\s#*]*(?:signatures?|in witness|executed|execution|semn[aă]turi)", one[0], re.I)
    ]
    first = (heads[-1] if heads else found[0]).start()
    after = _ANNEX.search(text, first)
    last = min(len(text), first + _TAIL) if after is None else after.start()
    return first, last


def _party(before: str) -> str:
    found = re.findall(r"(?:for(?: and on behalf of)?|pentru|signed by)\s+([A-ZĂÂÎȘȚ][^\n,:;_]{2,60})", before)
    return found[-1].strip() if found else ""


def _has_signed_copy(document: RoomDocument, signed: Sequence[RoomDocument]) -> bool:
    own = name_of(document.filename)
    return any(own.means(name_of(other.filename)) for other in signed)
