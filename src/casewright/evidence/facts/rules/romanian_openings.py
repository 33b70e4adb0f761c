"""The beginning of a Romanian contract: its title, the parties with what it calls them, and its day.

All on text without diacritics. A representative is no party, and a company's numbers are no part of its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.evidence.facts.rules.clauses import Taken

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOP: Final = 3_000
_FIRST_PAGES: Final = 12_000
_LONGEST: Final = 3_000

_TITLE: Final = re.compile(
    r"^[^\S\n]*(?P<title>(?:CONTRACT|Contract|ANTECONTRACT|Antecontract|ACT ADITIONAL|Act aditional"
    r"|Act Aditional|ACORD|Acord|CONVENTIE|Conventie|CONVENTIA"
    r"|PROTOCOL|Protocol|PROMISIUNE|Promisiune|DECLARATIE|COMODAT|MANDAT|PROCURA)(?!\w)(?:[^\S\n]+(?!(?:nr"
    r"|Nr|NR|NUMARUL|din|DIN|incheiat|INCHEIAT)\b)[^\s\d]+){0,14})",
    re.MULTILINE,
)
_OPENS: Final = re.compile(
    r"\b(?:incheiat\w*|intervenit\w*|perfectat\w*)\b[^;\n]{0,120}?\bintre\b(?:[^\S\n]+(?:subsemnatii"
    r"|parti(?:le)?))?\s*:?"
    r"|\bpartile(?:\s+contractante|\s+contractului)?\b\s*:?[^\S\n]*(?=\n)"
    r"|\bI?\.?\s*partile\s+contractante\b\s*:?|(?:^|\n)\s*intre\b(?:\s+(?:subsemnatii|parti(?:le)?))?\s*:?",
    re.IGNORECASE,
)
_STOPS: Final = re.compile(
    r"\b(?:au\s+(?:convenit|incheiat|decis|hotarat)|s-a\s+incheiat|am\s+convenit"
    r"|a\s+intervenit\s+prezentul|obiectul\s+(?:contractului|prezentului|acordului)"
    r"|avand\s+in\s+vedere|denumite?\s+(?:in\s+continuare\s+)?(?:impreuna|colectiv))\b"
    r"|\n\s*(?:art(?:icolul)?\.?\s*[12I]\b(?!\.\s*partile)|(?:cap(?:itolul)?\.?\s*)?(?:2|II"
    r"|B)\.?\s*(?:obiect|durata|scop))",
    re.IGNORECASE,
)
_FORM: Final = (
    r"(?:S\.?\s?R\.?\s?L\.?(?:-D\.?)?|S\.?\s?A\.?|S\.?N\.?C\.?|S\.?C\.?S\.?|P\.?F\.?A\.?|I\.?I\.?|I\.?F\.?"
    r"|O\.?N\.?G\.?|R\.?A\.?|IFN|GmbH|Ltd\.?|LLC|B\.?V\.?)"
)
_MASKED: Final = r"\{\{[\w.]{1,40}\}\}"
_WORD: Final = (
    rf"(?:{_MASKED}|(?!\d[\d.]*[.)]?\s)[A-Z0-9][\w&'./+-]*|&|si(?=\s+[A-Z])|de|din|in|pentru"
    rf"|\"[A-Z][\w&' .+-]{{1,60}}\")"
)
_COMPANY: Final = re.compile(
    rf"(?<![\w\"])(?:(?:S\.?C\.?|SC|Societatea(?:\s+(?:comerciala|Comerciala|profesionala))?"
    rf"|SOCIETATEA(?:\s+COMERCIALA)?)\s+)?"
    rf"(?P<name>(?:(?:S\.?\s?C\.?\s+)?{_WORD}(?:\s+{_WORD}){{0,8}}?),?\s+{_FORM})(?!\w)"
)
_BODY: Final = re.compile(
    rf"(?<!\w)(?P<name>(?:Asociatia|ASOCIATIA|Fundatia|FUNDATIA|Primaria|PRIMARIA|Comuna|COMUNA|Orasul"
    rf"|ORASUL|Municipiul|MUNICIPIUL|Judetul|JUDETUL|Universitatea|UNIVERSITATEA|Spitalul|SPITALUL"
    rf"|Banca|BANCA|Ministerul|MINISTERUL|Scoala|SCOALA|Liceul|LICEUL|Cabinet(?:ul)?|CABINET(?:UL)?|Regia"
    rf"|REGIA|Inspectoratul|INSPECTORATUL|Parohia|PAROHIA|Institutul|INSTITUTUL|Agentia|AGENTIA|Consiliul"
    rf"|CONSILIUL)(?!\w)"
    rf"(?:\s+{_WORD}){{0,8}})"
)
_PERSON: Final = re.compile(
    r"(?<!\w)(?i:domnul|doamna|domnisoara|dl\.?|dna\.?|d-l|d-na|d-nul|numit(?:ul|a)|subsemnat(?:ul|a|ii)"
    r"|dlui|dnei)\s*:?\s*"
    rf"(?P<name>(?:{_MASKED}|[A-Z][A-Za-z'-]+)(?:\s+(?:{_MASKED}|[A-Z][A-Za-z'.-]*)){{0,4}})"
)
_BARE: Final = re.compile(
    rf"(?P<name>(?:{_MASKED})(?:\s+{_MASKED})*|[A-Z][A-Za-z'-]+(?:\s+[A-Z][A-Za-z'-]+){{1,4}})(?=\s*,)"
)
_FOR_ANOTHER: Final = re.compile(
    r"(?:reprezentat\w*|prin|administrator\w*|director\w*|imputernicit\w*|mandatar\w*|delegat\w*"
    r"|asociat unic|primar\w*|rector\w*|avocat)\b[^;]{0,60}$",
    re.IGNORECASE,
)
_PARTED: Final = re.compile(
    r";|\n\s*(?:\(?(?:\d|[a-z])[.)]|\d\.\d\.?|[-*])\s|\n\s*\n|(?:,\s*|\n\s*|\s)si\s*(?:\n\s*)?(?=[A-Z{\"]"
    r"|domn|doamna|numit|subsemnat|dl\b|dna\b|d-)"
)
_ALIAS: Final = re.compile(
    r"(?:in\s+calitate\s+de|(?:de)?numit\w*(?:\s+(?:in\s+(?:continuare|cele\s+ce\s+urmeaza"
    r"|prezentul\s+contract|contract)|mai\s+jos))?(?:\s*,?\s*(?:generic|si))?|avand\s+calitatea\s+de"
    r"|(?<=[\s,-])calitate\s*:)\s*,?\s*[:(]?\s*"
    r"\"?(?P<alias>[A-Z][A-Za-z-]+(?:[^\S\n]+(?:[A-Z][A-Za-z-]+|de|al)(?!\w)){0,3}|[a-z]{4,}(?:-[a-z]+)?)\"?",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"\(\s*(?:denumit\w*\s+)?[^()\"]{0,40}\"(?P<alias>[A-Z][^\"\n]{1,40})\"")

_MONTH: Final = r"(?:ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie)"
DATE: Final = re.compile(
    rf"(?<![\d.A-Za-z])(?:\d{{1,2}}\s+{_MONTH}\s+\d{{4}}|(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]"
    rf"|1[0-2])[./-]\d{{4}})(?!\d)",
    re.IGNORECASE,
)
_BEFORE_DATE: Final = re.compile(
    r"(?:incheiat\w*|astazi|azi|la data de|in data de|data(?: incheierii| contractului| semnarii)?"
    r"|nr\.?[^\n]{0,30}|semnat\w*|din)\W*(?:astazi|azi|la|in|data|de|din|la data de)*\W*$"
)

_OTHER_DAY: Final = re.compile(r"vigoare|pana la|incepand|termen|(?:la|al|a) (?:contract|conventi|acord)")
"""What stands before a day that is not the contract's own."""


def openings(plain: str) -> Iterator[Taken]:
    """The title, the parties, what they are called, and the contract's day."""
    title = _TITLE.search(plain, 0, min(len(plain), _TOP))
    if title is not None:
        shown = title["title"].rstrip(" \t,;:.-")
        yield Taken("document_name", "titlu", title.start("title"), title.start("title") + len(shown))
    region = _region(plain)
    if region is not None:
        yield from _parties(plain, *region)
    day = _day(plain, len(plain) if region is None else region[1])
    if day is not None:
        yield Taken("agreement_date", "data incheierii", *day)


def _region(plain: str) -> tuple[int, int] | None:
    for match in _OPENS.finditer(plain, 0, min(len(plain), _FIRST_PAGES)):
        start = match.end()
        stop = _STOPS.search(plain, start, min(len(plain), start + _LONGEST))
        end = stop.start() if stop is not None else min(len(plain), start + 1_500)
        if next(_found(plain, start, end), None) is not None:
            return start, end
    return None


def _parties(plain: str, start: int, end: int) -> Iterator[Taken]:
    told: set[str] = set()
    for low, high in _found(plain, start, end):
        name = plain[low:high].lower()
        if name in told:
            continue
        told.add(name)
        yield Taken("parties", "parte", low, high)
        yield from _aliases(plain, high, _until(plain, high, end))


def _until(plain: str, at: int, end: int) -> int:
    """Where what is said of the party that ends at ``at`` ends: before the next one."""
    for low, _ in _found(plain, at, end):
        return low
    return end


def _aliases(plain: str, start: int, end: int) -> Iterator[Taken]:
    told: set[str] = set()
    for form in (_ALIAS, _QUOTED):
        for match in form.finditer(plain, start, end):
            word = match["alias"].lower()
            before = plain[max(start, match.start() - 60) : match.start()].lower()
            if word in told or (
                re.search(r"(?:reprezentat|prin|dl|dna|domn)\w*[^;]*$", before) and "administrator" in word
            ):
                continue
            if re.match(
                r"(?:administrator|director|reprezentant|imputernicit|impreuna|colectiv|parte|parti|asociat)", word
            ):
                continue
            told.add(word)
            yield Taken("parties", "numita", *match.span("alias"))


def _found(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The names of parties, piece by piece: in each the first that nobody else acts by."""
    at = start
    for edge in (*(match.end() for match in _PARTED.finditer(plain, start, end)), end):
        name = _name(plain, at, edge)
        if name is not None:
            yield name
        at = max(at, edge)


def _name(plain: str, start: int, end: int) -> tuple[int, int] | None:
    places = []
    for form in (_COMPANY, _BODY, _PERSON):
        match = form.search(plain, start, end)
        if match is not None:
            places.append(match.span("name"))
    lead = re.compile(r"[\s\d.():-]*").match(plain, start, end)
    bare = None if lead is None or places else _BARE.match(plain, lead.end(), end)
    if bare is not None:
        places.append(bare.span("name"))
    if not places:
        return None
    low, high = min(places)
    if _FOR_ANOTHER.search(plain, max(start, low - 80), low):
        return None
    return low, high


def _day(plain: str, limit: int) -> tuple[int, int] | None:
    for match in DATE.finditer(plain, 0, min(len(plain), limit + 300)):
        before = plain[max(0, match.start() - 60) : match.start()].lower()
        if _BEFORE_DATE.search(before) and _OTHER_DAY.search(before) is None:
            return match.span()
    return None
