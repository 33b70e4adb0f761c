"""Whether a document meets a condition, by what its facts state. What was not found is not known: never a no."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    LawValue,
    MoneyValue,
    PercentValue,
    RenewalValue,
)
from casewright.evidence.facts.values.as_json import from_json
from casewright.questions.conditions import Days

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.questions.conditions import Condition

Outcome = Literal["yes", "no", "not_known"]

_KINDRED: Final[Mapping[str, tuple[str, ...]]] = {
    "term": ("term", "expiration_date"),
    "expiration_date": ("expiration_date",),
    "agreement_date": ("agreement_date", "effective_date"),
}
"""Fields that state the same in another form, the asked one first."""

_IN_DAYS: Final[Mapping[str, Decimal]] = {
    "day": Decimal(1),
    "business day": Decimal("1.4"),
    "week": Decimal(7),
    "month": Decimal("30.4375"),
    "quarter": Decimal("91.3125"),
    "year": Decimal("365.25"),
}


@dataclass(frozen=True, slots=True)
class Met:
    """The outcome, and the fact that decides it; None where none was found."""

    outcome: Outcome
    fact: Mapping[str, Any] | None = None


def meets(condition: Condition, facts: Sequence[Mapping[str, Any]]) -> Met:
    """Whether the document of these ``facts``, as ``contract_facts`` gives them, meets the condition."""
    if condition.kind != "fact" or condition.field is None:
        return Met("not_known")
    for field in _KINDRED.get(condition.field, (condition.field,)):
        stated = sorted(
            (one for one in facts if one["field"] == field), key=lambda one: -float(one.get("confidence") or 0)
        )
        if condition.operator in ("has", "lacks"):
            if stated:
                return Met("yes" if condition.operator == "has" else "no", stated[0])
            continue
        for fact in stated:
            holds = _holds(condition, fact.get("value"))
            if holds is not None:
                return Met("yes" if holds != condition.negated else "no", fact)
    return Met("not_known")


def document_meets(conditions: Sequence[Condition], document: Mapping[str, Any]) -> list[Met]:
    """What each condition comes to in a document of ``contract_facts``.

    A clause that was looked for and not found counts as lacking: the answer says that none was found.
    """
    looked = (document.get("reading") or {}).get("fields_not_found", [])
    found = []
    for condition in conditions:
        one = meets(condition, document.get("facts", []))
        if one.outcome == "not_known" and condition.operator == "lacks" and condition.field in looked:
            one = Met("yes")
        found.append(one)
    return found


def outcome_of(met: Sequence[Met]) -> Outcome:
    """All conditions met; one not; or not known of one, and none missed."""
    outcomes = {one.outcome for one in met}
    return "no" if "no" in outcomes else "not_known" if "not_known" in outcomes else "yes"


def _holds(condition: Condition, given: Mapping[str, Any] | None) -> bool | None:
    """Whether a stated value is as the condition says; None where the two cannot be compared."""
    if given is None:
        return None
    try:
        value = from_json({name: part for name, part in given.items() if name != "shown"})
    except ValueError:
        return None
    wanted = condition.value
    if isinstance(wanted, LawValue):
        return _same_law(wanted, value) if isinstance(value, LawValue) else None
    if isinstance(wanted, Days):
        return _in_days(condition.operator, wanted, value)
    found = [told for one in _measures(value) if (told := _compared(condition.operator, one, wanted)) is not None]
    return any(found) if found else None


def _same_law(wanted: LawValue, value: LawValue) -> bool:
    """A country's law is that of its states too; a state's is its own alone."""
    return _ONE_LAW.get(wanted.place, wanted.place) == _ONE_LAW.get(value.place, value.place) or (
        wanted.country == value.country and wanted.place in (_NAMES_OF.get(wanted.country or "", ()))
    )


_ONE_LAW: Final[Mapping[str, str]] = {"England": "England and Wales", "Wales": "England and Wales"}
"""Places of one law: a court of England applies the law of England and Wales, however a contract calls it."""

_NAMES_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "US": ("United States", "United States of America"),
    "GB": ("United Kingdom",),
}


def _in_days(operator: str, wanted: Days, value: object) -> bool | None:
    if not isinstance(value, DateValue):
        return None
    if operator == "after":
        return value.date > wanted.last
    if operator == "before":
        return value.date < wanted.first
    return wanted.first <= value.date <= wanted.last


def _measures(value: object) -> Iterator[object]:
    """The lengths and sums that a value holds."""
    match value:
        case ClauseValue(amounts=amounts):
            yield from amounts
        case EndValue(period=period) | RenewalValue(period=period):
            if period is not None:
                yield period
        case _:
            yield value


def _compared(operator: str, value: object, wanted: object) -> bool | None:
    match value, wanted:
        case DurationValue(), DurationValue():
            mine, other = value.count * _IN_DAYS[value.unit], wanted.count * _IN_DAYS[wanted.unit]
        case MoneyValue(), MoneyValue() if value.currency == wanted.currency:
            mine, other = value.amount, wanted.amount
        case PercentValue(), PercentValue():
            mine, other = value.percent, wanted.percent
        case _:
            return None
    same = abs(mine - other) <= max(abs(other), Decimal(1)) * Decimal("0.01")
    match operator:
        case "more":
            return mine > other and not same
        case "less":
            return mine < other and not same
        case "at_least":
            return mine > other or same
        case "at_most":
            return mine < other or same
    return same
