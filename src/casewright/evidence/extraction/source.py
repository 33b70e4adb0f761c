"""A document as extraction sees it, and how it writes numbers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.domain.evidence import SourceType
from casewright.evidence.extraction.figures import numbers_in
from casewright.evidence.extraction.numbers import Style, style_of
from casewright.evidence.extraction.tables import numbers_of
from casewright.evidence.extraction.unit_words import currency_of, defines, dollars_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from casewright.domain.documents import Table
    from casewright.evidence.extraction.places import RoomDocument


_READ = 6_000
_WITH_POINTS = ("the", "of", "and", "is", "to")
_WITH_COMMAS = (
    "și", "din", "este", "pe", "cu", "pentru", "und", "der", "die", "ist", "von", "für", "los", "las", "del", "por",
    "para", "que", "della", "di", "il", "não", "dos", "het", "een", "van", "och", "som", "på", "av", "er", "til",
)  # fmt: skip
_AMERICAN = re.compile(r"\b(?:Inc\.|LLC|L\.L\.C\.|L\.P\.)")
_COUNTRIES = {
    "USD": re.compile(
        r"\b(?:United States|U\.S\.|USA|IRS|GAAP|409A|401\(k\)|EEOC|Delaware|Alabama|Alaska|Arizona|Arkansas|California"
        r"|Colorado|Connecticut|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine"
        r"|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire"
        r"|New Jersey|New Mexico|New York|Carolina|Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee"
        r"|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming)\b"
    ),
    "CAD": re.compile(
        r"\b(?:Canada|Canadian|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|Nova Scotia|CRA)\b"
    ),
    "AUD": re.compile(
        r"\b(?:Australia|Australian|Pty|Queensland|Victoria|New South Wales|NSW|ABN|ACN|Tasmania|Perth|Adelaide)\b"
    ),
    "NZD": re.compile(r"\b(?:New Zealand|Auckland|Wellington|Christchurch|NZBN)\b"),
    "SGD": re.compile(r"\b(?:Singapore|Pte)\b"),
    "HKD": re.compile(r"\bHong Kong\b"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """A document as extraction sees it. ``entity`` is the company that the deal is about, where that is
    known; ``year_end`` a day on which its financial years end, and ``dollars`` whose a bare ``$`` is, where other
    documents of the deal say so.
    """

    name: str
    text: str
    tables: tuple[Table, ...] = ()
    kind: SourceType = SourceType.UNKNOWN
    entity: str | None = None
    year_end: date | None = None
    dollars: str | None = None

    def __hash__(self) -> int:
        """Without the tables, whose every cell would be hashed."""
        return hash((self.name, self.text))


@lru_cache(maxsize=4_096)
def style_and_dollars(source: Source) -> tuple[Style, str | None]:
    """How a document writes numbers, and whose dollars a bare ``$`` in it means, where it says so.

    The language tells only where nothing else does, and never of a workbook: its sheets show numbers by their formats,
    whatever the words beside them are in.
    """
    cells = (one for table in source.tables for one in numbers_of(source.text, table))
    style = style_of([*numbers_in(source.text), *cells])
    if style is Style.UNKNOWN and not _has_sheets(source) and _writes_commas(source.text):
        style = Style.EUROPEAN
    own = dollars_of(source.text)
    if own is not None and source.dollars is not None and not defines(source.text, own):
        own = None  # an amount in another country's dollars says nothing of the others
    return style, own or source.dollars


def _has_sheets(source: Source) -> bool:
    return not source.name.casefold().endswith(".csv") and any(table.name is not None for table in source.tables)


@lru_cache(maxsize=256)
def _writes_commas(text: str) -> bool:
    """Whether a text is in a language whose decimals have commas, by the small words that every text has."""
    words = Counter(re.findall(r"[^\W\d_]+", text[:_READ].casefold()))
    return sum(words[one] for one in _WITH_COMMAS) > 2 * sum(words[one] for one in _WITH_POINTS)


def source_of(document: RoomDocument) -> Source:
    """A document of the room as extraction sees it."""
    return Source(document.filename, document.text, document.tables, document.kind, dollars=document.dollars)


def room_dollars(texts: Iterable[str]) -> str | None:
    """Whose a bare ``$`` is in a room: of the country in which its companies are, else by other signs (``C$``), else
    the dollars that its documents name most; None where nothing tells.
    """
    joined = list(texts)
    if not any("$" in text for text in joined):
        return None
    places = Counter(code for text in joined for code, words in _COUNTRIES.items() if words.search(text))
    named = Counter(code for text in joined if (code := dollars_of(text)) is not None)
    signs = Counter(
        currency_of(sign.lower())
        for text in joined
        for sign in re.findall(r"(?<![A-Za-z])(?:C|CA|A|AU|NZ|S|HK)\$", text)
    )
    weak = Counter("USD" for text in joined if _AMERICAN.search(text))
    for told in (places, signs, weak, named):
        most = told.most_common(2)
        if most and (len(most) == 1 or most[0][1] > most[1][1]):
            return most[0][0]
    return None
