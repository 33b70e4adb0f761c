"""Values that a message sets right: „nu pe 14, pe 15 octombrie”, „12.150 lei, nu 11.400”, „am găsit chitanța: 520”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts, number_in_words, read_amount, write_amount
from casewright.agents.cases.minds.cued_values import nearest_fact, of_another
from casewright.agents.cases.minds.dates import find_dates, latest_of_month, read_date, write_date
from casewright.agents.cases.minds.facts_in_text import read_answer
from casewright.agents.cases.minds.plain_replies import said_in
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

_BARE = re.compile(
    r"(?<![\w.,/])(?P<number>\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d{1,7}(?:,\d{1,2})?(?:\s+(?:de )?mii)?)(?![\w/]|[.,]\d)"
)
_DAY = re.compile(
    r"(?:\b(?:pe|e|este|in|din|data de|nu)\s+(?P<day>\d{1,2})|\bthe\s+(?P<nth>\d{1,2})(?:st|nd|rd|th))\b"
    r"(?!\s*(?:lei|ron|eur|mii|zile|ani|luni|%|de )|[.,/]\d)"
)
_NOT = re.compile(r"\b(?:nu|not|n-a fost|nici|cand zic|cand am zis|am zis|scrisesem|inainte)\b[^,;.!?]{0,24}$")
_OLD = re.compile(r"^\s*(?:era|e|este|was)\s+(?:cea |cel |the )?(?:vech|gresit|old|wrong)")
_YEAR = re.compile(r"\b(?:din|in|anul|de prin|pana in|since|in the year)\s+$")
_YEAR_LONG = 4
_CODE = re.compile(r"(?<![\d.,/])\d{5,10}(?![\d/]|[.,]\d)")
"""The digits of a paper's number that no other number is like by chance."""
_SLIPS = 2
_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Mention:
    """A day or a sum in a message; ``denied``: as what it is not, or was said before."""

    reads: str
    start: int
    value: str
    denied: bool


def is_correction(said: str, file: CaseFile) -> bool:
    """Whether the message sets right what was said: it begins so, or denies one value and gives another."""
    folded = fold(said)
    if said_in("corrects", folded) or _codes_mended(said, file):
        return True
    for reads in ("date", "amount"):
        found = [one for one in _mentions(folded, file) if one.reads == reads]
        if any(one.denied for one in found) and not all(one.denied for one in found):
            return any(_stood(one, file) for one in found if one.denied)
    return False


def corrected_values(said: str, file: CaseFile) -> dict[Fact, str]:
    """The days, sums and numbers of papers that the message sets right, by the facts that they are of."""
    folded = fold(said)
    found: dict[Fact, str] = {}
    for reads in ("date", "amount"):
        mentions = [one for one in _mentions(folded, file) if one.reads == reads]
        old = [one for one in mentions if one.denied]
        new = [one for one in mentions if not one.denied and one.value not in {two.value for two in old}]
        if not new:
            continue
        given = _chosen(new, folded)
        fact = _meant(reads, folded, given, old, file)
        if fact is not None and file.known.get(fact.id) != given.value:
            found[fact] = given.value
    for fact in file.kind.facts:
        named = fact.reads == "document" and any(re.search(rf"\b{re.escape(word)}", folded) for word in fact.words)
        if named and fact.id in file.known:
            number = read_answer(fact, said, file.kind, file.briefing.today)
            if number is not None and number != file.known[fact.id]:
                found[fact] = number
    return {**_codes_mended(said, file), **found}


def _codes_mended(said: str, file: CaseFile) -> dict[Fact, str]:
    """Long numbers of papers that are known in nearly the same digits: „e ISC 0088316” after 0083316."""
    told = set(_CODE.findall(said))
    found: dict[Fact, str] = {}
    for fact in file.kind.facts:
        known = _CODE.findall(file.known.get(fact.id, "")) if fact.reads in ("document", "words") else []
        if len(known) != 1 or known[0] in told:
            continue
        near = [one for one in told if _nearly(one, known[0])]
        if len(near) == 1:
            found[fact] = file.known[fact.id].replace(known[0], near[0])
    return found


def _nearly(one: str, other: str) -> bool:
    """Whether two numbers are as long, and differ in a digit or two, or in the order of their digits."""
    if len(one) != len(other):
        return False
    return sorted(one) == sorted(other) or sum(a != b for a, b in zip(one, other, strict=True)) <= _SLIPS


def _chosen(new: list[Mention], folded: str) -> Mention:
    """Of several new values the total where one is told, else the first."""
    total = re.search(r"\b(?:in total|cu totul|total)\b", folded)
    if total is None or len(new) == 1:
        return new[0]
    return min(new, key=lambda one: abs(one.start - total.start()))


def _meant(reads: str, folded: str, given: Mention, old: list[Mention], file: CaseFile) -> Fact | None:
    """The fact that a corrected value is of: what stood there, what is told beside it, the only one of its type."""
    known = [one for one in file.kind.facts if one.reads == reads and one.id in file.known]
    stood = [one for one in known if any(_same(one, file.known[one.id], before) for before in old)]
    if len(stood) == 1:
        return stood[0]
    if old and not stood:
        return None  # what is denied is nothing that is known here
    named = [one for one in known if any(re.search(rf"\b{re.escape(word)}", folded) for word in one.words)]
    if not stood and not named and of_another(folded, given.start):
        return None  # „avansul a fost 5500”: it has a name of its own
    near = nearest_fact(file.kind, reads, folded, given.start)
    if near is not None and near in (stood or known):
        return near
    return next((found[0] for found in (stood, named, known) if len(found) == 1), None)


def _stood(before: Mention, file: CaseFile) -> bool:
    """Whether a denied value is one that is known."""
    facts = [one for one in file.kind.facts if one.reads == before.reads and one.id in file.known]
    return any(_same(one, file.known[one.id], before) for one in facts)


def _same(fact: Fact, known: str, before: Mention) -> bool:
    """Whether a denied value is the known one; of a day its number is enough, of a sum its thousands."""
    if fact.reads != "date":
        value, denied = read_amount(known), read_amount(before.value)
        return value is not None and denied is not None and value in (denied, denied * _THOUSAND)
    day, other = read_date(known), read_date(before.value)
    return day is not None and other is not None and day.day == other.day


def _mentions(folded: str, file: CaseFile) -> Iterator[Mention]:
    today = file.briefing.today
    days = find_dates(folded, today)
    taken = [(one.start, one.end) for one in days]
    for day in days:
        yield Mention("date", day.start, write_date(day.day), _denied(folded, day.start, day.end))
    month = next((one.day for one in days), None) or _known_day(file)
    for match in _DAY.finditer(folded):
        at = match.start("day") if match["day"] else match.start("nth")
        end = match.end()
        if month is None or any(start <= at < stop for start, stop in taken):
            continue
        number = int(match["day"] or match["nth"])
        try:
            found = month.replace(day=number)
        except ValueError:
            continue
        if found > today:
            found = latest_of_month(number, today) or found
        taken.append((at, end))
        yield Mention("date", at, write_date(found), _denied(folded, at, end))
    amounts = find_amounts(folded)
    taken += [(one.start, one.end) for one in amounts]
    for one in amounts:
        value = write_amount(one.value, one.currency)
        yield Mention("amount", one.start, value, _denied(folded, one.start, one.end))
    yield from _bare_sums(folded, file, taken, amounts[0].currency if amounts else None)


def _denied(folded: str, start: int, end: int) -> bool:
    return _NOT.search(folded[:start]) is not None or _OLD.match(folded[end:]) is not None


def _bare_sums(folded: str, file: CaseFile, taken: list[tuple[int, int]], currency: str | None) -> Iterator[Mention]:
    """Numbers that name no currency, where a sum is known that they may be of."""
    sums = [file.known[one.id] for one in file.kind.facts if one.reads == "amount" and one.id in file.known]
    if not sums:
        return
    money = currency or ("euro" if any("euro" in one for one in sums) else "lei")
    for match in _BARE.finditer(folded):
        at = match.start("number")
        if _YEAR.search(folded[:at]) and len(match["number"]) == _YEAR_LONG:
            continue
        if any(start <= at < stop for start, stop in taken) or match["number"].startswith("0"):
            continue
        plain = match["number"].replace(".", "").replace(",", ".")
        value = number_in_words(plain) if "mii" in plain else Decimal(plain)
        if value is not None and value >= 1:
            yield Mention("amount", at, write_amount(value, money), _denied(folded, at, match.end()))


def _known_day(file: CaseFile) -> date | None:
    known = [file.known[one.id] for one in file.kind.facts if one.reads == "date" and one.id in file.known]
    return next((day for one in reversed(known) if (day := read_date(one)) is not None), None)
