"""Every number in a sentence, with what it is a number of. Whatever is not known to be harmless is one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.evidence.muhasabah.number_words import is_romanian
from casewright.vocabulary.currencies import codes_of
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterator


class Unit(StrEnum):
    """What kind of number it is. ``BARE`` is one without a unit that says so."""

    MONEY = "money"
    PERCENT = "percent"
    MULTIPLE = "multiple"
    BARE = "bare"
    ORDINAL = "ordinal"


class Bound(StrEnum):
    """Whether a number is said to be an end of something."""

    EXACT = "exact"
    LEAST = "least"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number at ``text[start:end]``. A percentage is a fraction already; ``number`` is None where it can't be read.

    ``noun`` is what is counted, in one word for all its names; ``course`` is −1 after a word of falling and 1 after
    one of rising; ``scale`` is the power of ten that its words add; ``high`` makes it a range. ``vague`` says that it
    stands for the whole range ("hundreds of").
    """

    start: int
    end: int
    number: Decimal | None
    unit: Unit = Unit.BARE
    currency: str | None = None
    noun: str | None = None
    course: int = 0
    bound: Bound = Bound.EXACT
    high: Decimal | None = None
    vague: bool = False
    scale: int = 0


_CURRENCIES = codes_of(
    *("€", "$", "£", "¥", "₽", "₹", "₺", "us$", "usd$", "a$", "c$", "euro", "euros", "dollar", "dollars", "dolari"),
    *("pound", "pounds", "lire", "leu", "lei", "yen", "franci", "francs", "forint", "zloty"),
)
_CODES = """
EUR USD GBP RON CHF JPY AUD CAD HUF PLN CZK SEK NOK DKK BGN TRY RUB INR CNY HKD SGD ILS AED MDL UAH
"""
_CURRENCIES |= {code.lower(): code for code in _CODES.split()}
_SCALES = {
    "k": 3, "thousand": 3, "thousands": 3, "mii": 3, "mie": 3, "tsd": 3, "m": 6, "mn": 6, "mm": 6, "mio": 6,
    "mil": 6, "mln": 6, "million": 6, "millions": 6, "milion": 6, "milioane": 6, "bn": 9, "b": 9, "mld": 9, "mrd": 9,
    "billion": 9, "billions": 9, "miliard": 9, "miliarde": 9, "tn": 12, "trillion": 12, "trillions": 12,
}  # fmt: skip
_BEFORE_CODE = {"k": 3, "t": 3, "m": 6}
"""As in kEUR, TEUR and mEUR."""
_MONEY_WORD = "|".join(sorted(map(re.escape, _CURRENCIES), key=len, reverse=True))
_SCALE_WORD = "|".join(sorted(_SCALES, key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:\ \d{3})+(?:[.,]\d+)?(?!\d)|\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*|[.,]\d+"
_NUMBER = re.compile(
    rf"(?P<sign>(?:(?:\bminus|\bnegative)\s+)|(?<![\w.,)%])[-−–]\s?)?"
    rf"(?P<before>(?<![a-z])(?P<kilo>[kmt])?(?:{_MONEY_WORD})(?:(?P<early>{_SCALE_WORD})\b)?(?:\s+(?P<early2>{_SCALE_WORD})\b)?\s{{0,2}})?"
    rf"(?P<sign2>(?<!\d)[-−–]|\bminus\s+)?(?<!\d)(?P<digits>{_DIGITS})(?!\d)"
    rf"(?P<ordinal>(?:st|nd|rd|th)\b)?"
    rf"(?:\s?(?:de\s+)?(?P<scale>{_SCALE_WORD})\b\.?)?(?:\s+(?:de|of)(?=\s+(?:{_MONEY_WORD})\b))?"
    rf"(?:\s?(?P<unit>%|percentage\s+points?\b|per\s?cent\b|pp\b|pct\b|la\s+suta\b|bps\b|bp\b|basis\s+points?\b|"
    rf"x\b|×|times\b|fold\b|-fold\b|ori\b|(?P<thousand>[kt](?=[a-z]{{3}}))?(?:{_MONEY_WORD})(?![a-z])))?"
    rf"(?P<twice_scaled>\s*(?:{_SCALE_WORD})\b)?",
    re.IGNORECASE,
)
_NOUNS = {
    "customer": "customers customer clients client clienti clienți",
    "employee": "employees employee staff people headcount fte ftes angajati angajați workers",
    "user": "users user utilizatori subscribers",
    "month": "months month luni luna",
    "year": "years year ani an",
    "day": "days day zile",
    "week": "weeks week",
    "contract": "contracts contract contracte",
    "founder": "founders founder fondatori",
    "engineer": "engineers engineer ingineri",
    "country": "countries country",
    "product": "products product",
    "share": "shares share",
    "source": "sources source",
    "document": "documents document",
    "clause": "clauses clause",
}
_NOUN_OF = {word: noun for noun, words in _NOUNS.items() for word in words.split()}
_NOUN_ENDS = re.compile(r"[.,;:()\[\]]|\d|\b(?:and|or|against|versus|si|sau)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_FALLING = (
    r"fell|falls?|fallen|declin\w+|decreas\w+|drop\w*|shrank|shrunk|shrinks?|reduc\w+|down|lower|lost|loss|contracted|"
    r"scazut\w*|redus\w*"
)
_RISING = r"grew|grow\w*|rose|rises?|risen|increas\w+|gain\w*|up|higher|crescut\w*|climb\w*|expand\w*"
_COURSE = re.compile(rf"\b(?:(?P<falling>{_FALLING})|(?P<rising>{_RISING}))\s*(?:by|cu|of|:)?\s*$", re.IGNORECASE)
FALLING = re.compile(rf"\b(?:{_FALLING})\b|\(\s*\d", re.IGNORECASE)
_LEAST = re.compile(r"\b(?:at least|no less than|not less than|a minimum of|minimum|cel putin|from)\s*$", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:at most|up to|no more than|not more than|a maximum of|maximum|cel mult|pana la)\s*$", re.IGNORECASE
)
_TO = re.compile(r"\s*(?:-|–|—|to|up to|until|through|pana la|la)\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|si)\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|intre)\s*$", re.IGNORECASE)
_VAGUE = re.compile(
    r"\b(?P<first>dozens|tens|scores|hundreds|thousands|millions|billions|zeci|sute|mii|milioane|miliarde)"
    r"(?:\s+(?:of|de)\s+(?P<second>thousands|millions|billions|mii|milioane|miliarde)\b)?",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\d[\d.,]*\s*(?:de\s+)?$", re.IGNORECASE)
_VAGUE_SIZES = {
    "dozens": (24, 99), "tens": (20, 99), "zeci": (20, 99), "scores": (40, 99), "hundreds": (100, 999),
    "sute": (100, 999), "thousands": (1000, 999_999), "mii": (1000, 999_999), "millions": (10**6, 10**9 - 1),
    "milioane": (10**6, 10**9 - 1), "billions": (10**9, 10**12 - 1), "miliarde": (10**9, 10**12 - 1),
}  # fmt: skip
_CHANGES = {
    "doubl": Decimal(2), "dublat": Decimal(2), "tripl": Decimal(3), "quadrupl": Decimal(4), "halv": Decimal("0.5"),
    "injumatatit": Decimal("0.5"),
}  # fmt: skip
_CHANGE = re.compile(r"\b(?P<stem>doubl|dublat|tripl|quadrupl|halv|injumatatit)(?:ed|es|e|ing|at|a)?\b", re.IGNORECASE)


def figures(text: str) -> list[Figure]:
    """The numbers of ``text``, which holds neither references nor dates, in the order in which they stand."""
    plain = plain_letters(text)
    romanian = is_romanian(text)
    found = [_figure(match, plain, romanian=romanian) for match in _NUMBER.finditer(plain)]
    return sorted((*_ranges(found, plain), *_vague(plain), *_changes(plain)), key=lambda one: one.start)


def _figure(match: re.Match[str], text: str, *, romanian: bool) -> Figure:
    digits = match.start("digits")
    before = text[max(0, match.start() - 40) : match.start()]
    number = _read(match["digits"], romanian=romanian)
    names = (match["early"], match["early2"], match["scale"])
    scales = [_SCALES[one.lower()] for one in names if one]
    scales += [_BEFORE_CODE[one.lower()] for one in (match["kilo"], match["thousand"]) if one]
    if match["twice_scaled"]:
        number = None
    if number is not None:
        number = number.scaleb(sum(scales))
        number = -number if match["sign"] or match["sign2"] else number
    unit, currency, number = _unit(match, number)
    course = _COURSE.search(before)
    return Figure(
        start=match.start("before") if match["before"] else digits,
        end=match.end(),
        number=number,
        unit=unit,
        currency=currency,
        noun=_noun(text[match.end() :]),
        course=0 if course is None else (-1 if course["falling"] else 1),
        bound=Bound.LEAST if _LEAST.search(before) else Bound.MOST if _MOST.search(before) else Bound.EXACT,
        scale=sum(scales),
    )


def _unit(match: re.Match[str], number: Decimal | None) -> tuple[Unit, str | None, Decimal | None]:
    after = " ".join((match["unit"] or "").lower().removeprefix(match["thousand"] or "").split())
    prefix = re.sub(r"[\s\d]+", "", (match["before"] or "").lower())
    currency = next((_CURRENCIES[one] for one in _names(prefix) if one in _CURRENCIES), None)
    if match["ordinal"]:
        return Unit.ORDINAL, None, number
    if after in _CURRENCIES:
        # Two currencies on one number are none: it equals nothing.
        both = currency not in (None, _CURRENCIES[after])
        return Unit.MONEY, _CURRENCIES[after], None if both else number
    if currency is not None:
        return Unit.MONEY, currency, None if after else number
    if after in ("x", "×", "times", "fold", "-fold", "ori"):
        return Unit.MULTIPLE, None, number
    if after:
        return Unit.PERCENT, None, None if number is None else number.scaleb(-4 if after.startswith("b") else -2)
    return Unit.BARE, None, number


def _names(prefix: str) -> Iterator[str]:
    """What ``prefix`` may be without the letters of a scale around it."""
    for begin in (0, 1):
        for end in range(len(prefix), begin, -1):
            yield prefix[begin:end]


def _read(digits: str, *, romanian: bool) -> Decimal | None:
    """The number, points and commas taken as its language writes them; None where it is none ("1.2.3")."""
    text = re.sub(r"[\s'’]", "", digits)
    points, commas = text.count("."), text.count(",")
    if points and commas:
        decimal = "." if text.rindex(".") > text.rindex(",") else ","
        group = "," if decimal == "." else "."
        if text.count(decimal) > 1 or not re.fullmatch(rf"\d{{1,3}}(?:\{group}\d{{3}})+\{decimal}\d+", text):
            return None
        text = text.replace(group, "").replace(decimal, ".")
    elif points + commas == 1:
        sign = "." if points else ","
        whole, _, part = text.partition(sign)
        groups = len(part) == 3 and 1 <= len(whole) <= 3 and whole != "0" and (sign == ".") is romanian
        text = whole + part if groups else f"{whole or '0'}.{part}"
    elif points + commas:
        if not re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", text):
            return None
        text = re.sub(r"[.,]", "", text)
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _noun(after: str) -> str | None:
    """What the number counts: the first of the next three words that names something that is counted."""
    words = _WORD.findall(_NOUN_ENDS.split(after[:60], maxsplit=1)[0])[:3]
    return next((_NOUN_OF[word.lower()] for word in words if word.lower() in _NOUN_OF), None)


def _ranges(found: list[Figure], text: str) -> list[Figure]:
    """``found`` with the two ends of a range as one figure."""
    joined: list[Figure] = []
    for one in found:
        low = joined[-1] if joined else None
        if low is not None and low.high is None and _spans(low, one, text):
            joined[-1] = _range(low, one)
        else:
            joined.append(one)
    return joined


def _spans(low: Figure, high: Figure, text: str) -> bool:
    between = text[low.end : high.start]
    if _TO.fullmatch(between):
        return True
    return _AND.fullmatch(between) is not None and _BETWEEN.search(text[max(0, low.start - 20) : low.start]) is not None


def _range(low: Figure, high: Figure) -> Figure:
    """Both ends as one: what only one of them says of currency, scale and unit holds for both."""
    first, last = low.number, None if high.number is None else abs(high.number)
    unit = high.unit if low.unit is Unit.BARE else low.unit
    if low.unit is Unit.BARE and high.unit is Unit.PERCENT and first is not None:
        first = first.scaleb(-2)
    if first is not None and last is not None and high.scale and not low.scale:
        first = first.scaleb(high.scale)
    mixed = Unit.BARE not in (low.unit, high.unit) and (low.unit, low.currency) != (high.unit, high.currency)
    return replace(
        low,
        end=high.end,
        number=None if mixed else first,
        high=None if mixed else last,
        unit=unit,
        currency=low.currency or high.currency,
        noun=high.noun,
        bound=Bound.EXACT,
        vague=False,
    )


def _vague(text: str) -> Iterator[Figure]:
    for match in _VAGUE.finditer(text):
        if _COUNTED.search(text[max(0, match.start() - 20) : match.start()]):
            continue
        low, high = _VAGUE_SIZES[match["first"].lower()]
        if match["second"]:
            factor, _ = _VAGUE_SIZES[match["second"].lower()]
            low, high = low * factor, high * factor
        yield Figure(
            match.start(), match.end(), Decimal(low), noun=_noun(text[match.end() :]), high=Decimal(high), vague=True
        )


def _changes(text: str) -> Iterator[Figure]:
    for match in _CHANGE.finditer(text):
        yield Figure(match.start(), match.end(), _CHANGES[match["stem"].lower()], Unit.MULTIPLE, course=1)
