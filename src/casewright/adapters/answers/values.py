"""The values that contracts are asked for, with their places: dates, amounts, durations, names, laws, courts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.vocabulary.company_forms import as_written
from casewright.vocabulary.currencies import USUAL
from casewright.vocabulary.months import ENGLISH, ENGLISH_TITLES, ROMANIAN, short_names
from casewright.vocabulary.number_words import ENGLISH as NUMBER_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Kind(StrEnum):
    """What a value is."""

    DATE = "date"
    MONEY = "money"
    SHARE = "share"
    DURATION = "duration"
    NUMBER = "number"
    LAW = "law"
    COURT = "court"
    COMPANY = "company"
    PERSON = "person"
    PLACE = "place"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Value:
    """``text[start:end]`` is a value of this kind."""

    kind: Kind
    start: int
    end: int


_SHORT_MONTHS = "|".join(rf"{name.capitalize()}\.?" for name in short_names(ENGLISH))
# An "august" in small letters is no month.
_ROMANIAN_MONTHS = "|".join(name for name in ROMANIAN if name not in ENGLISH)
_MONTH = rf"(?:{'|'.join(ENGLISH_TITLES)}|{_SHORT_MONTHS}|{_ROMANIAN_MONTHS})"
_DAY = r"(?:(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?|(?:first|second|third|fifteenth|last)(?=\s+day))"
_YEAR = r"(?:1[89]|20)\d\d"
_UNITS = "|".join(word for word, number in NUMBER_WORDS.items() if 0 < number < 20)
_TENS = "|".join(word for word, number in NUMBER_WORDS.items() if number >= 20)
_ONE_WORD = rf"(?:(?:{_TENS})(?:[-\s](?:{_UNITS}))?|(?:{_UNITS}))"
_WORDS = rf"(?:{_ONE_WORD}(?:\s+(?:hundred|thousand|million)(?:\s+(?:and\s+)?{_ONE_WORD})?)*)"
_DIGITS = r"\d{1,3}(?:[,.\s]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,3})?"
_NUMBER = rf"(?:{_WORDS}\s*\(\s*(?:{_DIGITS})\s*\)|{_WORDS}|(?:{_DIGITS}))"
_CODE = "|".join(USUAL)
_CURRENCY = rf"(?:US\$|U\.S\.\$|C\$|A\$|\$|£|€|{_CODE})"
_AFTER_MONEY = rf"(?:dollars|euros?|pounds|lei|{_CODE})"
_PER = (
    r"(?:\s+(?:per|a|an|each)\s+(?:month|year|annum|week|day|hour|pallet(?:\s+per\s+day)?|occurrence|claim"
    r"|unit))"
)
_DAYS = r"(?:days?|weeks?|months?)"
_UNIT = (
    rf"(?:(?:business|working|calendar)\s+days?|consecutive\s+(?:business\s+)?{_DAYS}|{_DAYS}|years?|hours?|minutes?"
    r"|zile|luni|ani)"
)
_CAPITALISED = r"[A-Z][\w&'’\-]*"
_IN_NAME = r"[A-Z][\w&.'’\-]*"
_ENGLISH_FORMS = as_written("limited", "ltd", "incorporated", "inc", "llc", "llp", "corporation", "corp", "company")
_FORM = (
    rf"(?:{_ENGLISH_FORMS}|{as_written('co', 'plc', 'ag', 'lp')}|GmbH|S\.A\.|B\.V\.|N\.V\.|S\.R\.L\.|SRL"
    r"|LIMITED|INC\.?|CORP(?:ORATION)?\.?|COMPANY)"
)
_NAMED = rf"{_CAPITALISED}(?:\s+(?:and\s+)?{_CAPITALISED}){{0,3}}"
_STATE = rf"(?:(?:the\s+)?(?:State|Commonwealth|Republic|Province|Kingdom)\s+of\s+)?{_NAMED}"

_SHORT = re.compile(r"\b(?:Ltd|Inc|Corp|Co|L\.L\.C|S\.A|B\.V|N\.V|S\.R\.L|L\.P|INC|CORP)\.$")
"""What ends in a full stop of its own."""

_PATTERNS: Mapping[Kind, tuple[re.Pattern[str], ...]] = {
    Kind.DATE: (
        re.compile(rf"\b{_MONTH}\s+{_DAY}\s*,?\s+{_YEAR}\b"),
        re.compile(rf"\b{_DAY}(?:\s+day\s+of)?\s+{_MONTH}\s*,?\s+{_YEAR}\b"),
        re.compile(rf"\b{_DAY}\s+{_MONTH}(?:\s+of\s+(?:the|each)\s+(?:following|next|calendar)?\s*year)?"),
        re.compile(rf"\b{_YEAR}-\d\d-\d\d\b"),
        re.compile(r"\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b"),
        re.compile(rf"\b{_MONTH}\s+{_YEAR}\b"),
    ),
    Kind.MONEY: (
        re.compile(
            rf"\b(?:greater|lesser|higher|lower)\s+of\s+(?:\w+\s+)?{_CURRENCY}\s?(?:{_DIGITS})\s+(?:and|or)\s+"
            rf"(?:{_DIGITS})\s?%\s+of(?:\s+\w+)+?(?=\s+in\b|[,.;])"
        ),
        re.compile(rf"{_CURRENCY}\s?(?:{_DIGITS})(?:\s+(?:million|thousand|billion))?{_PER}?"),
        re.compile(rf"\b(?:{_DIGITS})\s+{_AFTER_MONEY}\b{_PER}?"),
    ),
    Kind.SHARE: (
        re.compile(
            rf"(?:\b(?:{_DIGITS})|\b{_WORDS}(?:\s*\(\s*(?:{_DIGITS})\s*%?\s*\))?)\s?(?:%|percent\b|per\s+cent\b)"
            r"(?:\s+(?:per|a|each)\s+(?:month|year|annum|week|day))?"
            r"(?:\s+above\s+the\s+base\s+rate|\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:price|salary|fees?|rent|amount"
            r"(?:\s+overdue)?|charges|deliver(?:y|ies)|each\s+delivery)\b)?",
            re.IGNORECASE,
        ),
        re.compile(r"\bone\s+half\b(?:\s+of\s+(?:his|her|its|the)\s+\w+)?"),
        re.compile(rf"\b{_WORDS}\s+times\s+(?:his|her|its|the)\s+\w+"),
    ),
    Kind.DURATION: (
        re.compile(rf"(?<![\w,.])(?:first\s+)?{_NUMBER}[\s-]+{_UNIT}(?:\s+a\s+week)?(?![\w-])", re.IGNORECASE),
    ),
    Kind.LAW: (
        re.compile(rf"\blaws?\s+of\s+{_STATE}"),
        re.compile(r"\b(?:English|Romanian|Delaware|New\s+York|French|German|Swiss)\s+law\b"),
    ),
    Kind.COURT: (
        re.compile(rf"\bCourts?\s+of\s+{_CAPITALISED}\s+of\s+(?:the\s+)?{_STATE}"),
        re.compile(rf"\b[Cc]ourts?\s+(?:and\s+\w+(?:\s+\w+)?\s+)?of\s+{_STATE}"),
        re.compile(rf"\b{_CAPITALISED}(?:\s+{_CAPITALISED})?\s+County\b"),
        re.compile(rf"\b[Cc]ourts?\s+(?:located|sitting)\s+in\s+{_STATE}"),
    ),
    Kind.COMPANY: (re.compile(rf"\b{_IN_NAME}(?:,?\s+(?:(?:and|of|&)\s+)?{_IN_NAME}){{0,5}}?,?\s+{_FORM}(?!\w)"),),
    Kind.PERSON: (re.compile(r"\b[A-Z][a-z]+(?:\s+[A-Z]\.)?\s+[A-Z][a-z]+(?=,|\s*\n|\s+of\b|\*|\.|$)"),),
    Kind.PLACE: (
        re.compile(rf"(?<=\bin\s)(?:the\s+)?{_CAPITALISED}(?:,?\s+{_CAPITALISED}){{0,3}}"),
        re.compile(rf"(?<=\bis\s){_CAPITALISED}(?:\s+{_CAPITALISED})?,\s+{_CAPITALISED}(?:\s+{_CAPITALISED})?"),
    ),
    Kind.NAME: (
        re.compile(rf"(?<=\bknown\sas\s){_CAPITALISED}(?:\s+{_CAPITALISED}){{0,3}}"),
        re.compile(r"\bversion\s+\d+(?:\.\d+)*"),
        re.compile(rf"\b(?:{_CAPITALISED}\s+){{1,4}}(?:Rules|Act|Convention|Regulations)\b(?:\s+{_YEAR})?"),
        re.compile(r"\b(?:EXW|FCA|CPT|CIP|DAP|DPU|DDP|FAS|FOB|CFR|CIF)\b"),
        re.compile(
            rf"\b(?:Chief\s+\w+\s+Officer|President|Secretary|Director)(?:\s+of\s+(?:the\s+)?{_CAPITALISED}(?:\s+(?:of\s+|and\s+)?{_CAPITALISED}){{0,5}})?"
        ),
    ),
    Kind.NUMBER: (
        re.compile(rf"\bbetween\s+(?:{_DIGITS})\s+and\s+(?:{_DIGITS})\s+degrees(?:\s+\w+)?"),
        re.compile(rf"\b(?:{_DIGITS})\s+(?:square\s+(?:feet|metres|meters)|acres|hectares)\b"),
        re.compile(rf"(?<![\w.,$£€-])(?:{_DIGITS})(?![\w%]|[.,]\d|\s*(?:%|percent))"),
        re.compile(rf"\b{_WORDS}\b", re.IGNORECASE),
    ),
}


_NO_PERSON_WORDS = """
Date Year Level Levels Agreement Service Services Section Notice Party Parties Information Data Term Charges Fee
Fees Order Orders Period Site Sites Claim Claims Property Rights Plan System Systems Day Days Law Laws Court Article
Exhibit Schedule Price Deposit Share Standard Lease License Software Product Products Premises Expenses Rent Row
Road Street Yard Pier Lane Avenue State County New Delaware York United Confidential Effective Contract
"""
_NO_PERSON = frozenset(_NO_PERSON_WORDS.split())
"""Words of defined terms and addresses, which are no people's names."""

_NOT_A_COUNT = frozenset({Kind.DATE, Kind.MONEY, Kind.SHARE})
_REFERENCE = re.compile(
    r"(?:[Cc]lauses?|[Ss]ections?|[Aa]rticles?|[Ss]chedules?|[Pp]aragraphs?|[Ee]xhibits?|SCHEDULE)\s*$"
)
_FILED = re.compile(r"\bSource:\s")
"""A line that says where a copy was filed has a date that is not the contract's."""
_NUMBERED = re.compile(r"(?m)^\s*(?:[#*]+\s*)?(?:\(?[\dA-Z]{1,2}(?:\.\d+)*[.)]?|\d+(?:\.\d+)+)(?=\s)")
_CURRENCY_OF_COLUMN = re.compile(r"\((?:US\$|\$|£|€|EUR|GBP|USD|RON|lei)\)")
_CELL = re.compile(r"(?<=[\t ])\d{1,3}(?:,\d{3})*(?:\.\d\d)?(?=\s|$)")


def values(text: str, kinds: frozenset[Kind]) -> Iterator[Value]:
    """The values of these kinds, kind after kind; of overlapping ones of a kind the first found, which is longer."""
    for kind in Kind:
        if kind in kinds:
            yield from _of_kind(text, kind)


def _of_kind(text: str, kind: Kind) -> Iterator[Value]:
    taken: list[tuple[int, int]] = []
    if kind is Kind.NUMBER:
        taken = [(one.start, one.end) for other in _NOT_A_COUNT for one in _of_kind(text, other)]
        taken += [found.span() for found in _NUMBERED.finditer(text)]
    patterns = _PATTERNS[kind]
    if kind is Kind.MONEY and _CURRENCY_OF_COLUMN.search(text):
        patterns = (*patterns, _CELL)
    for pattern in patterns:
        for found in pattern.finditer(text):
            start, end = _trimmed(text, found.start(), found.end())
            if start >= end or any(start < high and low < end for low, high in taken):
                continue
            if kind is Kind.DATE and _FILED.search(text, text.rfind("\n", 0, start) + 1, start):
                continue
            if kind is Kind.NUMBER and _REFERENCE.search(text, max(0, start - 16), start):
                continue
            if kind is Kind.PERSON and not _NO_PERSON.isdisjoint(text[start:end].split()):
                continue
            taken.append((start, end))
            yield Value(kind, start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without white space, commas and the full stop of a sentence at its end."""
    while end > start and (
        text[end - 1] in " \t\n,;:*" or (text[end - 1] == "." and not _SHORT.search(text[start:end]))
    ):
        end -= 1
    return start, end
