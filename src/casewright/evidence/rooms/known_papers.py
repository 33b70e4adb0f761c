"""Which papers a room has, by names of files, by titles, by days, and by what its index lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.periods import PeriodKind
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

KINDS = (
    r"(?:side|comfort|rebate|fee|commitment|undertaking|management|engagement|reliance|support|waiver) letter"
    r"|amendment(?: no\.? ?\d+| agreement)?"
    r"|addendum(?: no\.? ?\d+| [A-Z])?|supplementary (?:deed|agreement|letter)"
    r"|(?:audit|valuation|survey|inspection|environmental|technical|actuarial|due diligence|condition|expert)"
    r"[- ]?\w* report"
    r"|guarantee|deed of \w+|(?:shareholders?|loan|facility|lease|escrow|service level|licen[cs]e|option"
    r"|non-compete|transfer|framework|supply|security|pledge|quality|data processing|confidentiality|subordination"
    r"|intercreditor|distribution|maintenance|consultancy|management)"
    r"[- ]agreement|power of attorney|comfort letter|legal opinion|supplemental \w+|protocol|settlement(?: agreement)?"
    r"|(?:raport(?:ul)? de (?:audit|evaluare|expertiza)|act(?:ul)? aditional(?: nr\.? ?\d+)?"
    r"|scrisoare[a]? de \w+|contract(?:ul)? de \w+)"
)
"""What papers call each other."""
GENERIC = frozenset(
    {
        "the",
        "a",
        "of",
        "and",
        "agreement",
        "report",
        "letter",
        "amendment",
        "deed",
        "contract",
        "no",
        "nr",
        "dated",
        "between",
        "with",
        "by",
        "for",
        "from",
        "to",
    }
)
"""Words of a name that tell no paper from another."""
TOP = 600
"""Characters at the top of a document that say what it is."""
_SHORT = 3
_HEAD = 160


class Known:
    """What is there: by names of files, by titles, and by what the index lists."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._names = [(name_of(one.filename), one) for one in room.documents]
        self._files = [frozenset(name_of(one).words) for one in room.filenames]
        self._listed = [
            set(re.findall(r"\w+", plain(line)))
            for one in room.documents
            if one.is_index
            for line in one.text.split("\n")
        ]

    def has_file(self, name: str) -> bool:
        """Whether a file of the room may be meant, or its index lists it."""
        wanted = set(name_of(name).words)
        return any(wanted <= words or words <= wanted for words in self._files if words) or any(
            wanted <= words for words in self._listed
        )

    def has(self, name: str, day: str | None, by: RoomDocument) -> bool:
        """Whether a document may well be meant: in doubt it is there."""
        telling = set(re.findall(r"\w+", plain(name))) - GENERIC
        kind = _kind_words(plain(name))
        if not telling:
            return True
        for words in self._files:
            is_of_kind = bool(kind) and kind <= words and len(telling & words) * 2 >= len(telling)
            if telling <= words or (is_of_kind and (telling <= kind or (telling - kind) & words)):
                return True
        if any(telling | kind <= words for words in self._listed):
            return True
        for other in self.room.documents:
            own = other.id == by.id
            is_dated = day is not None and not other.is_workbook and re.search(r"\d", day) is not None
            if is_dated and day is not None and _same_day(day, other, own=own):
                is_of_kind = not kind or kind <= set(re.findall(r"\w+", other.plain[:_HEAD]))
                if not own or is_of_kind:
                    return True
            if other.id == by.id or other.is_index:
                continue
            top = " ".join(other.plain[:TOP].split())
            if " ".join(plain(name).split()) in top:
                return True
            head = set(re.findall(r"\w+", other.plain[:_HEAD]))
            if kind and kind <= head and (telling - kind <= head or (day is not None and plain(day) in top)):
                return True
        return self._is_own(name, by)

    def has_part(self, name: str, by: RoomDocument) -> bool:
        """Whether a paper of the kind is there for the parties of the contract that names it, or under its heading."""
        kind = set(re.findall(r"\w+", plain(name))) - {"on", "the", "no", "nr"}
        kind = kind if re.search(r"\d|\b[a-z]$", plain(name)) else set(list(re.findall(r"\w+", plain(name)))[:2])
        parties = {word for word in name_of(by.filename).words if len(word) > _SHORT} - GENERIC
        for other in self.room.documents:
            if other.id == by.id or other.is_index:
                continue
            words = set(name_of(other.filename).words) | set(re.findall(r"\w+", other.plain[:_HEAD]))
            if kind <= words and parties & (words | set(re.findall(r"\w+", other.plain[:TOP]))):
                return True
        return self._is_own(name, by)

    def _is_own(self, name: str, by: RoomDocument) -> bool:
        """Whether the document speaks of itself, or holds it under a heading."""
        line = plain(" ".join(name.split()))
        first = plain(by.text.lstrip().split("\n")[0])
        return line in first or re.search(rf"(?m)^[#\s]*{re.escape(line)}\W*$", by.text.casefold()) is not None


def _same_day(day: str, other: RoomDocument, *, own: bool) -> bool:
    """Whether a document bears the day near its top or where it is signed; of the one that speaks its very top."""
    period = find_period(day)
    if period is None or period.kind is not PeriodKind.DAY:
        return False
    if not own and other.dated == period.end:
        return True
    parts = (other.text[:250],) if own else (other.text[:TOP], other.text[-TOP:])
    return any(time.period == period for part in parts for time in times(part))


def _kind_words(name: str) -> set[str]:
    found = re.search(KINDS, name)
    return set(re.findall(r"\w+", found[0])) - {"no", "nr"} if found else set()
