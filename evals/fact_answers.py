"""What lawyers answered for a field of CUAD, read as values, and whether a value says the same.

Answers are short: "5/8/14", "[]/[]/2015" (parts that the contract leaves open or hides), "successive 1 year",
"30 days", "New York; Delaware", "Acme Inc. ("Supplier"); …". An expiration is answered with a day that the lawyers
reckoned: a period that a contract states is counted here from each day that it may run from.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal

from casewright.domain.facts import (
    DateValue,
    DurationValue,
    EndValue,
    LawValue,
    RenewalValue,
    TextValue,
)
from casewright.evidence.facts.values.dates import find_dates
from casewright.evidence.facts.values.party_names import key
from casewright.vocabulary.folding import fold, plain_signs
from casewright.vocabulary.places import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.facts import FactValue

Outcome = Literal["equal", "other", "none"]

_DAYS = {"day": Decimal(1), "business day": Decimal(1), "week": Decimal(7)}
_MONTHS = {"month": Decimal(1), "quarter": Decimal(3), "year": Decimal(12)}
_LIKE = 0.88
_ANSWERED = re.compile(r"(\d+(?:\.\d+)?) ?(day|week|month|quarter|year)")


@dataclass(frozen=True, slots=True)
class NamedParty:
    """A party of an answer: its name, and what it is called."""

    name: str
    defined_as: tuple[str, ...]


def judge_date(value: FactValue | None, answer: str) -> Outcome:
    """A day; where the answer leaves a part of it open, no value is the right one."""
    days = days_of(answer)
    if not isinstance(value, DateValue):
        return "equal" if not days and value is None else "none"
    return "equal" if value.date in days else "other"


def judge_end(value: FactValue | None, answer: str, answers: Mapping[str, str]) -> Outcome:
    """A day, reckoned where the value is a period; "perpetual" is every end that no day or period gives."""
    if value is None:
        return "none" if days_of(answer) or "perpetual" in answer.lower() else "equal"
    if "perpetual" in answer.lower():
        return "equal" if isinstance(value, EndValue) and value.period is None else "other"
    days = days_of(answer)
    if not days:  # a day that is left open: any value but a day is right
        return "other" if isinstance(value, DateValue) else "equal"
    if isinstance(value, DateValue):
        return "equal" if value.date in days else "other"
    if not isinstance(value, EndValue) or value.period is None:
        return "other"
    starts = [*days_of(answers.get("Effective Date", "")), *days_of(answers.get("Agreement Date", ""))]
    starts += [one.day for one in find_dates(value.event or "", "")]
    reckoned = [day for start in starts if (day := _later(start, value.period)) is not None]
    return "equal" if any(abs((day - one).days) <= 1 for day in reckoned for one in days) else "other"


def judge_duration(value: FactValue | None, answer: str) -> Outcome:
    """As many days, or as many months; of an answer with several, any."""
    if not isinstance(value, DurationValue):
        return "none" if _ANSWERED.search(answer.lower()) else "equal"
    return "equal" if _length(value) in lengths_of(answer) else "other"


def judge_renewal(value: FactValue | None, answer: str) -> Outcome:
    """As long a period, or "perpetual" in both."""
    if not isinstance(value, RenewalValue):
        return "none" if lengths_of(answer) or "perpetual" in answer.lower() or days_of(answer) else "equal"
    if value.perpetual:
        return "equal" if "perpetual" in answer.lower() else "other"
    if value.period is None:
        return "none" if lengths_of(answer) else "equal"
    return "equal" if _length(value.period) in lengths_of(answer) else "other"


def judge_succession(value: FactValue | None, answer: str) -> Outcome:
    """Whether renewals follow one another, in both or in neither."""
    if not isinstance(value, RenewalValue):
        return "none"
    return "equal" if value.successive == ("succes" in answer.lower()) else "other"


def judge_law(value: FactValue | None, answer: str) -> Outcome:
    """A place that the answer names; of several, any."""
    if not isinstance(value, LawValue):
        return "none"
    plain = fold(plain_signs(answer)).replace("england, united kingdom; wales", "england and wales")
    place = next(one for one in PLACES if one.name == value.place)
    return "equal" if any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", plain) for form in place.forms) else "other"


def judge_title(value: FactValue | None, answer: str) -> Outcome:
    """The same letters and digits; brackets and signs do not count."""
    if not isinstance(value, TextValue):
        return "none"
    lines = (answer, *answer.splitlines())  # a title in two places is answered on two lines
    return "equal" if _letters(value.text) in map(_letters, lines) else "other"


def parties_answered(answer: str) -> list[NamedParty]:
    """The parties of an answer: names before brackets, and what stands in quotation marks within them.

    Left out are entries that name several parties together ("Lender and Endorser (“AS Parties”)"), those whose name is
    open, and the aliases "Party" and "Parties".
    """
    found = []
    for part in plain_signs(answer).split(";"):
        defined = re.search(r"\((?=[^()]*\")|\"", part)
        name = " ".join(part[: defined.start() if defined else len(part)].split()).strip(" \"',")
        aliases = [one.strip(" ,.") for one in re.findall(r"\"([^\"]+)\"", part)]
        if any(letter.isalpha() for letter in name):
            kept = tuple(one for one in aliases if one.lower() not in ("party", "parties"))
            found.append(NamedParty(name, kept))
    every = {_letters(word) for one in found for word in (one.name, *one.defined_as)}
    return [one for one in found if not _together(one, every)]


_ADDED = re.compile(
    r"[\s,(]+(?:formerly|including its|and (?:all of )?its|a subsidiary|operating with|doing business|[ad]/[kb]/a).*",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:each of|both|individually|collectively|referred to|together with)\b", re.IGNORECASE)


def _together(party: NamedParty, every: set[str]) -> bool:
    parts = [_letters(part) for part in re.split(r",| and | & ", party.name) if part.strip()]
    several = len(parts) > 1 and all(part in every for part in parts)
    return several or _SEVERAL.search(party.name) is not None


def days_of(answer: str) -> list[date]:
    """The days of an answer, month first; none of those with an open part."""
    found = []
    for first, second, year in re.findall(r"(?<![\d\]])(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?!\d)", answer):
        month, day = (int(first), int(second)) if int(first) <= 12 else (int(second), int(first))
        full = int(year) if len(year) == 4 else int(year) + (2000 if int(year) < 70 else 1900)
        try:
            found.append(date(full, month, day))
        except ValueError:  # 2/30/14, as one answer has it
            continue
    return found


def lengths_of(answer: str) -> list[tuple[str, Decimal]]:
    """The lengths of time of an answer, in days or in months."""
    return [_length(DurationValue(Decimal(count), unit)) for count, unit in _ANSWERED.findall(answer.lower())]


def same_name(one: str, other: str) -> bool:
    """Whether two names are of the same letters and digits, whatever company's form stands behind them."""
    return _bare(one) == _bare(other)


def like_name(one: str, other: str) -> bool:
    """Whether two names differ in a few letters, as where one is misspelt."""
    return SequenceMatcher(None, _bare(one), _bare(other), autojunk=False).ratio() >= _LIKE


def _bare(name: str) -> str:
    return key(_ADDED.sub("", name))


def _length(value: DurationValue) -> tuple[str, Decimal]:
    if value.unit in _DAYS:
        return "days", value.count * _DAYS[value.unit]
    return "months", value.count * _MONTHS[value.unit]


def _later(start: date, period: DurationValue) -> date | None:
    kind, count = _length(period)
    if kind == "days":
        return start + timedelta(days=int(count))
    months = start.year * 12 + start.month - 1 + int(count)
    year, month = divmod(months, 12)
    if not 1 <= year < 9999:
        return None
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", fold(plain_signs(text)))
