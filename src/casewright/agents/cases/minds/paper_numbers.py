"""The number of a paper as people write it, masked or not, alone or among other words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts
from casewright.agents.cases.minds.cued_values import fill_form, matched_value
from casewright.agents.cases.minds.dates import find_dates
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from datetime import date

    from casewright.casework.kinds.case_kind import Fact

_SERIES = re.compile(
    r"\b(?!(?:din|in|anul|de|la|pe|cu|si|of|from)\b)(?P<a>[a-z]{1,5}\d{0,3})[\s.,-]*(?:cu )?"
    r"(?:nr\.?|numar\w*|number|no\.?)?[\s:.]*(?P<b>\d{4,})\b"
)
_NUMBER = re.compile(
    r"(?<![\w.,/])(?P<n>(?:[a-z]{1,4}[-/]?)?\d{2,7}(?:[/.-](?:[a-z]{1,3}[/.-])?\d{1,7}){0,2}(?:[/-][a-z]{1,3}\b)?)"
    r"(?![\d/]|[.,]\d|\s*(?:%|de zile|zile|ani|luni|km|ore))"
)
_YEAR_ALONE = re.compile(r"\b(?:din|in|anul|of|from)\s+(?:19|20)\d{2}$")
_LETTERS_BEFORE = re.compile(r"\b[A-Z]{2,4} $")
_MASKED_NUMBER = re.compile(r"\{\{person_\d+\.(?:caseNumber|idCard)\}\}")
"""A number that is kept where the parties' data are."""
_SMALL = 2
"""Digits of a number that in a long reply numbers no paper without saying so."""
_SHORT_REPLY = 10
"""Words of a reply that is not long."""


def without_values(text: str, today: date) -> str:
    """The folded text without the numbers of days and sums."""
    folded = fold(text)
    spans = [(one.start, one.end) for one in find_dates(folded, today)]
    spans += [(one.start, one.end) for one in find_amounts(folded)]
    for start, end in spans:
        folded = f"{folded[:start]}{' ' * (end - start)}{folded[end:]}"
    return folded


def number_alone(fact: Fact, text: str, today: date) -> str | None:
    """The number of the paper that was asked for, however it is written: „R26 0558120 scrie sus”."""
    masked = _MASKED_NUMBER.findall(text)
    if len(masked) == 1:
        return f"nr. {masked[0]}"
    plain = without_values(text, today)
    if len(plain) != len(text):
        return None
    pair = _SERIES.search(plain)
    if pair is not None and "{b}" in fact.as_:
        return fill_form(fact.as_, {name: text[pair.start(name) : pair.end(name)] for name in ("a", "b")})
    if "{b}" in fact.as_ and "{a}" in fact.as_ and not re.search(r"\d{3,}", plain):
        return None
    number = next((one for one in _NUMBER.finditer(plain) if _may_number_a_paper(plain, one)), None)
    bare = "" if number is None else re.sub(r"^[a-z]+[-/ ]?|[/-][a-z]+$", "", number["n"])
    if number is not None and not any(matched_value(fact, f"{word} nr. {bare}") for word in ("", *fact.words)):
        return None
    if number is None:
        return None
    letters = _LETTERS_BEFORE.search(text[: number.start("n")])  # „DP 45”
    return f"nr. {text[letters.start() if letters else number.start('n') : number.end('n')]}"


def _may_number_a_paper(plain: str, number: re.Match[str]) -> bool:
    """Whether a number that no word names may be one of a paper: no year, and no small one in a long reply."""
    if _YEAR_ALONE.search(plain[: number.end()]):
        return False
    named = re.search(r"\b(?:nr|no|numar\w*|number)\b[\s.:]*$", plain[: number.start()])
    return named is not None or len(number["n"]) > _SMALL or len(plain.split()) <= _SHORT_REPLY
