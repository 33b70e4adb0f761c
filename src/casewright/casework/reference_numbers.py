"""What leads to a person without being a number of theirs: case files, number plates, identity cards, birth dates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.word_lists import word_list
from casewright.vocabulary.folding import plain_letters
from casewright.vocabulary.months import ENGLISH, ROMANIAN

if TYPE_CHECKING:
    from collections.abc import Iterator

_COUNTIES = (
    "AB|AG|AR|BC|BH|BN|BR|BT|BV|BZ|CJ|CL|CS|CT|CV|DB|DJ|GJ|GL|GR|HD|HR|IF|IL|IS|MH|MM|MS|NT|OT|PH|SB|SJ|SM|SV|TL|TM"
    "|TR|VL|VN|VS|B"
)
_PLATE = re.compile(
    rf"(?<![^\W_]|-)(?=[A-Z]{{1,2}}[ .\-]{{0,2}}\d)(?:{_COUNTIES})[ .\-]{{0,2}}\d{{2,3}}[ .\-]{{0,2}}"
    rf"([A-Z]{{3}})(?![^\W_])",
    re.IGNORECASE,
)
_NO_PLATE = frozenset(
    ("LEI", "RON", "EUR", "USD", "GBP", "CHF", "IAN", "FEB", "MAR", "APR", "MAI", "IUN", "IUL", "AUG", "SEP", "OCT",
     "NOI", "DEC", "ANI", "ORE", "MII", "LUN")
)  # fmt: skip
"""What follows a number and is no part of a plate."""
_ABOUT_CARS = re.compile(
    r"\b(?:masin|auto|inmatricul|placut|numar|nr|vehicul|camion|motocicl|motoret|scuter|duba|microbuz|tractor|taxi|tir\b|"
    r"remorc|sofer|parcat|bmw|audi|vw|volkswagen|golf|passat|ford|opel|astra|skoda|octavia|renault|clio|megane|mercedes|"
    r"toyota|peugeot|citroen|fiat|hyundai|kia|nissan|mazda|honda|volvo|seat\b|suzuki|jeep|dacia|logan|duster|sandero)"
)
_UNREGISTERED = re.compile(r"[pP]rovizor|PROVIZOR|[rR]o[sș]i|RO[SȘ]I")
_PROVISIONAL = re.compile(
    rf"\b(?:provizor\w*|(?:nr|numere?|num[aă]rul|pl[aă]cu[tț]\w*)\.?\s+ro[sș]\w+)[^.;\n\d]{{0,30}}?\b("
    rf"(?:{_COUNTIES})[ .\-]{{0,2}}\d{{5,6}})(?!\w)",
    re.IGNORECASE,
)
"""Plates of cars that are not registered yet have five or six digits and no letters."""
_BEFORE = 40
"""Characters before a number that may say what it is."""

_CASE = re.compile(
    r"(?<![\w/.])(\d{1,6})\s?/\s?(\d{1,4})\s?/\s?(?:19|20)\d{2}\*{0,3}(?:/a\d{1,2}(?:\.\d{1,2})?)?\*{0,3}(?![\w/])"
)
"""Number, court, year: as the courts' files are numbered."""
_FAR = 160
"""Characters in which an order is named before its number."""
_ORDERS = re.compile(r"\bordin(?:ul|ului|ele|elor)?\b(?:(?!dosar)[^;])*$")
"""Ministers number the orders that they give together as courts number their files."""
_PENAL = re.compile(
    r"(?<![\w/.])\d{1,6}(?:\s?/\s?(?!P\b)[A-Z]{1,4}\d{0,2}){0,2}\s?/\s?P\s?/\s?(?:19|20)\d{2}(?![\w/])", re.IGNORECASE
)
"""As prosecutors number their files."""
_CASE_LABEL = re.compile(
    r"\b(?:dosar|lucrar(?=ea|ii)|(?:pl[aâ]ng|ces)er(?=ea|ii)|cauz(?=a|ei)|contesta[tț]i(?=a|ei))\w*(?:\s+(?!nr\b)[a-zăâîșț]{2,12}\.?){0,3}?"
    r"[\s:.,]{0,3}(?:(?:cu\s+)?(?:nr|num[aă]rul?)\b)?[\s:.]{0,3}"
    r"((?:[A-Z]{1,4}\s?/\s?)?\d{1,6}(?:\s?/\s?[A-Z]{1,4}\d{0,2}){0,3}(?:\s?/\s?\d{1,4})?(?:\s?/\s?|\s+din\s+)(?:19|20)\d{2}\*{0,3}(?:/a\d{1,2})?\*{0,3}"
    r"|\d{1,6}/\d{1,4}/\d{2}|\d{1,6}[\-.]\d{1,4}[\-.](?:19|20)\d{2})(?![\w/])",
    re.IGNORECASE,
)

_CASE_ENGLISH = re.compile(
    r"\b(?:(?:court|case|file|docket|enforcement)\s+)+(?:no\b\.?|nr\b\.?|number|#)[\s:]{0,3}"
    r"(\d{1,6}(?:\s?/\s?[A-Z\d]{1,4}){0,2}\s?/\s?(?:19|20)\d{2}\*{0,3}(?:/a\d{1,2})?)(?![\w/])",
    re.IGNORECASE,
)

_SERIES_AND_NUMBER = r"[A-Z]{2}[\s,;.\-/]{0,3}(?:(?:nr|num[aă]rul|num[aă]r)\b[\s.:]{0,3})?\d{3}[ .]?\d{3}"
_ID_CARD = re.compile(
    r"\b(?:c\.? ?i\.?|b\.? ?i\.?|(?-i:ID)|cart(?:e|ea|ii)(?: mea| sa| ta)?(?: de)? identitate|cei|"
    r"c[aă]r[tț]ii de identitate|buletin\w*|act\w* de identitate|legitimat[aă]?|pa[sș]aport\w*)(?!\w)"
    r"(?:[^.;\n]|(?<=nr)\.){0,40}?"
    rf"\b(?:seri[ae][\s:]{{0,3}})?({_SERIES_AND_NUMBER}\d?|\b[A-Z]{{0,2}}\d{{8,9}})(?!\w)",
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    r"\b(?:pa[sș]ap(?:ort)?|passport)\w*(?!\w)[^;\n\d]{0,40}?"
    r"\b(?:seri[ae]\s)?((?:(?:[A-Z]{1,3}|\d{2}(?=\s?nr))\s?)?(?:nr\.?\s?)?\d(?:[ .]?\d){5,8})(?!\w)",
    re.IGNORECASE,
)
"""Six to nine digits, in groups too, perhaps after letters: other countries' passports have other shapes."""
_PERMIT = re.compile(
    r"\bpermis(?:ul(?:ui)?)?\s(?:de\s)?(?:conducere|[sș]edere|re[zs]iden[tț][aă])\b[^;\n\d]{0,30}?\b([A-Z]{0,2}\s?\d{6,9}[A-Z]?)(?!\w)",
    re.IGNORECASE,
)
"""Licences to drive and to stay."""
_SERIES = re.compile(
    rf"\b(?:seri[ae][\s:]{{0,3}}({_SERIES_AND_NUMBER})|(?-i:((?!CF|PV|CU|AC|HG|OG|CV|AP|BL|SC"
    rf"|PF)[A-Z]{{2}}\s?nr\.?\s?\d{{3}}[ .]?\d{{3}})))(?!\w)",
    re.IGNORECASE,
)
_MACHINE_READ = re.compile(r"(?<![^\s(\"„])(?=[A-Z\d<]*<)(?=[A-Z\d]*(?:<<|\d))[A-Z\d<]{20,}(?![^\s.,;)\"”])")
"""The lines at the foot of a card or a passport that machines read: name, number, birth, CNP in one."""
_OTHER_SERIES = re.compile(
    r"\b(?:proces|pv|contraven|amen|factur|chitan|polit|bilet|cec|titlu|certificat|diplom|adeverin|bon|aviz)"
)
"""What has a series and a number too, and is no identity card."""

_MONTH = "|".join(sorted(ROMANIAN, key=len, reverse=True))
_DATE = (
    r"(?:(?<!\d)\d{1,2}\s?[./\-]\s?\d{1,2}\s?[./\-]\s?(?:19|20)?\d{2}(?!\d)|(?<!\d)(?:19|20)\d{2}[./\-]\d{2}[./\-]\d{2}(?!\d)"
    rf"|(?<!\d)\d{{1,2}}\s+(?:{_MONTH})\s+(?:(?:19|20)|['’])\d{{2}}(?!\d)"
    rf"|(?<!\d)\d{{1,2}}\s?[./\-]\s?(?-i:[IVX]{{1,4}})\s?[./\-]\s?(?:19|20)?\d{{2}}(?!\d)"
    rf"|(?<!\d)\d{{1,2}}\s+(?:ian|feb|mart?|apr|iun|iul|aug|sept?|oct|nov|noi|dec)\.?\s+(?:19|20)\d{{2}}(?!\d))"
)
_DAY_IN_WORDS = (
    r"(?:prima|intai|unu|doi|doua|trei|patru|cinci|sase|sapte|opt|noua|zece|unsprezece|doisprezece|douasprezece|treisprezece"
    r"|paisprezece|cincisprezece|saisprezece|saptesprezece|optsprezece|nouasprezece|douazeci|treizeci)"
)
_YEAR_IN_WORDS = (
    r"(?:o\s+mie\s+noua\s+sute|doua\s+mii)"
    rf"(?:\s+(?:si\s+)?(?:{_DAY_IN_WORDS}|patruzeci|cincizeci|saizeci|saptezeci|optzeci|nouazeci)(?!\w)){{0,3}}"
)
_DATE_IN_WORDS = (
    rf"(?:(?:{_DAY_IN_WORDS}(?:\s+si\s+{_DAY_IN_WORDS})?\s+(?:{_MONTH})\s+(?:(?:19|20)\d{{2}}(?!\d)|{_YEAR_IN_WORDS}))"
    rf"|(?<!\d)\d{{1,2}}\s+(?:{_MONTH})\s+{_YEAR_IN_WORDS})"
)
"""As deeds write it: "doisprezece mai o mie nouă sute optzeci"."""
_ENGLISH_MONTH = rf"(?:{'|'.join(ENGLISH)}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
_ENGLISH_DATE = (
    rf"(?:(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_ENGLISH_MONTH},?\s+(?:19|20)\d{{2}}(?!\d)"
    rf"|(?<!\w){_ENGLISH_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?:19|20)\d{{2}}(?!\d))"
)
_BIRTH_IN_WORDS = re.compile(
    rf"\b(?:nascut[ai]?|nasterii|nastere)\b[^.;\n\d]{{0,60}}?\b({_DATE_IN_WORDS})", re.IGNORECASE
)
_CHILD = re.compile(
    r"\b(?:copi\w*|fi(?:ul|ica|ii|ice|icele|u)|minor\w*|gemen\w*|sons?|daughters?|child(?:ren)?|kids?)\b"
)
_AFTER_NAME = re.compile(rf"([^\W\d_]+)(?:,?[ ]|[ ]?\([ ]?)({_DATE})", re.IGNORECASE)
"""A child's date of birth right after the name: "copiii Ana (05.05.2016) și Dan, 19.12.2018"."""
_BIRTH = re.compile(
    r"\b(?:(?:re)?nascut[ai]?\b[^.;\n\d]{0,60}?|(?:data|datei|ziua|zi)\s+(?:mea\s+|lui\s+|ei\s+)?(?:de\s+nastere|nasterii)\b[^.;\n\d]{0,30}?"
    rf"|nasc?\.\s?(?:la\s+)?|\bn\.\s?(?:la\s+)?)({_DATE})",
    re.IGNORECASE,
)
_BIRTH_OTHERWISE = re.compile(
    rf"\b(?:(?:dob|d\.o\.b\.?|date\s+of\s+birth|born(?:\s+on)?)\b[\s:.,]{{0,3}}"
    rf"|ziua\s+(?:mea|lui|ei)\s+(?:e|este|e\s+pe)\s+|zi\s?/\s?luna\s?/\s?an\b[\s:]{{0,3}})({_DATE}|{_ENGLISH_DATE})",
    re.IGNORECASE,
)
_OTHERWISE = ("dob", "d.o.b", "birth", "born", "ziua", "zi/", "zi /")
_BIRTH_AFTER = re.compile(
    rf"(?=\d)({_DATE})[\s,(]{{1,3}}(?:data\s+)?(?:de\s+nastere|naster(?:ea|ii)|nascut[ai]?(?!\s+(?:din|prin)))\b",
    re.IGNORECASE,
)
_BIRTH_SPACED = re.compile(
    r"\bnasterii?\s?:?\s?((?:\d ?){1,2}[./\-] ?(?:\d ?){1,2}[./\-](?: ?\d){4})(?!\d)", re.IGNORECASE
)
"""As scanners write it: 2 1 . 0 8 . 1 9 9 1."""
_NAME_AND_DATE = re.compile(
    rf"(?-i:\b[A-Z][a-z]+(?:[ \-][A-Z][a-z]+){{1,3}}),\s({_DATE})(?=[\s]?[,.;)]|\s?$)", re.IGNORECASE
)
"""In a list of what is known of somebody; of the last century, else it may be anything's."""
_LAST_CENTURY = re.compile(r"(?<!\d)19\d\d(?!\d)")
_NOT_BORN = re.compile(
    r"\b(?:datori|obliga|drept|creant|litigi|raport|contract|prejudici|pretent|conflict|disput)\w*[^.;\n]{0,30}$"
)
"""What is born without being anybody."""


def case_numbers(text: str) -> Iterator[tuple[int, int]]:
    """The places of the numbers of court files, ``1234/3/2026``; one that could be a date only after its word."""
    for match in _CASE.finditer(text):
        if max(int(match[1]), int(match[2])) < 32:
            continue
        if not _ORDERS.search(plain_letters(text[max(0, match.start() - _FAR) : match.start()]).lower()):
            yield match.span()
    yield from (match.span() for match in _PENAL.finditer(text))
    yield from (match.span(1) for match in _CASE_LABEL.finditer(text))
    yield from (match.span(1) for match in _CASE_ENGLISH.finditer(text))


def plates(text: str) -> Iterator[tuple[int, int]]:
    """The places of number plates, ``B 123 XYZ``; in small letters only where the words before are about a car."""
    for match in _PLATE.finditer(text):
        if match[1].upper() in _NO_PLATE:
            continue
        if match[0].isupper() or match[0].count("-") == 2 or _ABOUT_CARS.search(_told_before(text, match.start())):
            yield match.span()
    if _UNREGISTERED.search(text):
        yield from (match.span(1) for match in _PROVISIONAL.finditer(text))


def id_cards(text: str) -> Iterator[tuple[int, int]]:
    """The places of series and numbers of identity cards and passports."""
    yield from (match.span(1) for match in _ID_CARD.finditer(text))
    yield from (match.span(1) for match in _PASSPORT.finditer(text))
    yield from (match.span(1) for match in _PERMIT.finditer(text))
    for match in _SERIES.finditer(text):
        if not _OTHER_SERIES.search(_told_before(text, match.start())):
            yield match.span(1 if match[1] else 2)
    if "<" in text:
        yield from (match.span() for match in _MACHINE_READ.finditer(text))


def birth_dates(text: str) -> Iterator[tuple[int, int]]:
    """The places of dates that their words say somebody was born on."""
    plain = plain_letters(text)
    for match in _BIRTH.finditer(plain):
        if not _NOT_BORN.search(plain[max(0, match.start() - _BEFORE) : match.start()].lower()):
            yield match.span(1)
    lowered = plain.lower()
    if any(sign in lowered for sign in _OTHERWISE):
        yield from (match.span(1) for match in _BIRTH_OTHERWISE.finditer(plain))
    if "nast" in lowered or "nasc" in lowered:
        for pattern in (_BIRTH_AFTER, _BIRTH_SPACED):
            yield from (match.span(1) for match in pattern.finditer(plain))
        yield from (match.span(1) for match in _BIRTH_IN_WORDS.finditer(plain))
    yield from _births_of_children(plain, lowered)
    yield from (match.span(1) for match in _NAME_AND_DATE.finditer(plain) if _LAST_CENTURY.search(match[1]))


def _births_of_children(plain: str, lowered: str) -> Iterator[tuple[int, int]]:
    if not _CHILD.search(lowered):
        return
    for match in _AFTER_NAME.finditer(plain):
        first_name = match[1].lower() in word_list("given_names") | word_list("rarer_first_names")
        if first_name and _CHILD.search(lowered, max(0, match.start() - _FAR), match.start()):
            yield match.span(2)


def _told_before(text: str, start: int) -> str:
    return plain_letters(text[max(0, start - _BEFORE) : start]).lower()
