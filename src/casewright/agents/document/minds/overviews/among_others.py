"""What a document states otherwise than the others of its matter: pure counting over facts, no judgement.

``most`` are two thirds or more of the others that count, ``few`` a fifth or less. Others count for a field where it
was looked for in them, and for a value where they state one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.overviews.stated import label, shown_value
from casewright.domain.facts import FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from casewright.agents.document.minds.overviews.stated import Stated

    _Read = Callable[[Mapping[str, Any]], str | None]

MOST: Final = Fraction(2, 3)
FEW: Final = Fraction(1, 5)
FEWEST: Final = 3
"""Others at least that a count rests on."""
_LIKELY: Final = 0.5
_CONTRACT: Final = 3
"""Fields at least that a document states, for it to count as a contract."""

_DAYS: Final[Mapping[str, Decimal]] = {
    "day": Decimal(1), "business day": Decimal("1.4"), "week": Decimal(7), "month": Decimal("30.4375"),
    "quarter": Decimal("91.3125"), "year": Decimal("365.25"),
}  # fmt: skip
_LENGTHS: Final = (
    "term", "expiration_date", "renewal_term", "notice_period_to_terminate_renewal", "notice_of_termination",
    "payment_period", "warranty_duration",
)  # fmt: skip
_OF_ITS_OWN: Final = frozenset({"document_name", "parties", "agreement_date", "effective_date"})


@dataclass(frozen=True, slots=True)
class Unlike:
    """In what the document differs: ``count`` says of the others what it rests on; ``fact`` is None for what is absent.

    ``share`` orders what is told: the larger, the more the document stands alone.
    """

    what: str
    count: str
    share: Fraction
    fact: Mapping[str, Any] | None = None


def is_contract(stated: Stated) -> bool:
    """Whether so much was found in it that it can be held against others."""
    return stated.reading is None and len(stated.facts) >= _CONTRACT


def values_unlike(one: Stated, others: Sequence[Stated]) -> list[Unlike]:
    """Values that differ from what most others state, or lie outside of what all others state."""
    found = [_law(one, others), _renewal(one, others), _currency(one, others), _cap(one, others)]
    found += [_length(one, others, field) for field in _LENGTHS]
    return [unlike for unlike in found if unlike is not None]


def rare_fields(one: Stated, others: Sequence[Stated]) -> list[Unlike]:
    """Fields found here that few others have, the surest first; what is less likely than not is left out."""
    found = []
    for field, facts in one.facts.items():
        having, asked = _having(field, others)
        if field not in _OF_ITS_OWN and asked >= FEWEST and Fraction(having, asked) <= FEW:
            best = max(facts, key=_confidence)
            if _confidence(best) < _LIKELY:
                continue
            count = f"found in {having} of {asked} others"
            found.append(Unlike(label(field), count, 1 - Fraction(having, asked), best))
    return sorted(found, key=lambda one: -_confidence(one.fact or {}))


def missing_fields(one: Stated, others: Sequence[Stated]) -> list[Unlike]:
    """Fields that most others have and that were looked for here and not found."""
    found = []
    for field in (field.name for field in FIELDS if field.name in one.missing and field.kind != "title"):
        having, asked = _having(field, others)
        if asked >= FEWEST and Fraction(having, asked) >= MOST:
            found.append(Unlike(label(field), f"{having} of {asked} others have it", Fraction(having, asked)))
    return _largest(found)


def _having(field: str, others: Sequence[Stated]) -> tuple[int, int]:
    asked = [one for one in others if field in one.facts or field in one.missing]
    return sum(field in one.facts for one in asked), len(asked)


def _largest(found: Sequence[Unlike]) -> list[Unlike]:
    return sorted(found, key=lambda one: -one.share)


def _law(one: Stated, others: Sequence[Stated]) -> Unlike | None:
    places = [_best(other, "governing_law") for other in others]
    return _category("Governing law", _best(one, "governing_law"), places, lambda fact: _value(fact).get("place"))


def _renewal(one: Stated, others: Sequence[Stated]) -> Unlike | None:
    def automatic(fact: Mapping[str, Any]) -> str | None:
        said = _value(fact).get("automatic")
        return None if said is None else "renewed by itself" if said else "renewed by agreement or choice"

    return _category(
        "Renewal", _best(one, "renewal_term"), [_best(other, "renewal_term") for other in others], automatic
    )


def _category(
    what: str,
    mine: Mapping[str, Any] | None,
    theirs: Sequence[Mapping[str, Any] | None],
    read: _Read,
) -> Unlike | None:
    """Where the document says one thing, and most of the others that say any say the same other one."""
    own = None if mine is None else read(mine)
    said = [value for fact in theirs if fact is not None and (value := read(fact))]
    if own is None or len(said) < FEWEST:
        return None
    usual, times = Counter(said).most_common(1)[0]
    share = Fraction(times, len(said))
    if usual == own or share < MOST:
        return None
    return Unlike(what, f"{usual} in {times} of {len(said)} others that state it", share, mine)


def _currency(one: Stated, others: Sequence[Stated]) -> Unlike | None:
    """A currency that no other uses, where at least three others state sums."""
    own = {currency: fact for fact, currency, _ in _sums(one)}
    theirs = [used for other in others if (used := {currency for _, currency, _ in _sums(other)})]
    if len(theirs) < FEWEST:
        return None
    for currency, fact in own.items():
        if not any(currency in used for used in theirs):
            usual = ", ".join(sorted(set().union(*theirs)))
            return Unlike(
                f"Sums in {currency}", f"in none of {len(theirs)} others that state sums ({usual})", Fraction(1), fact
            )
    return None


def _cap(one: Stated, others: Sequence[Stated]) -> Unlike | None:
    """A cap on liability below those of all others that state one in the same currency."""
    for fact, currency, amount in _sums(one, "cap_on_liability"):
        theirs = [_highest(other, currency) for other in others]
        stated = [other for other in theirs if other is not None]
        if len(stated) >= FEWEST and amount < min(stated):
            count = f"lower than in all {len(stated)} others that state one ({currency} {min(stated):,f} or more)"
            return Unlike("Cap on liability", count, Fraction(1), fact)
    return None


def _highest(one: Stated, currency: str) -> Decimal | None:
    return max((amount for _, other, amount in _sums(one, "cap_on_liability") if other == currency), default=None)


def _length(one: Stated, others: Sequence[Stated], field: str) -> Unlike | None:
    """A length of time that is shorter or longer than in all others that state one."""
    mine = _best(one, field)
    own = None if mine is None else _days(mine)
    theirs = [(days, fact) for other in others if (fact := _best(other, field)) is not None and (days := _days(fact))]
    if own is None or len(theirs) < FEWEST:
        return None
    shortest, longest = min(theirs, key=lambda item: item[0]), max(theirs, key=lambda item: item[0])
    if shortest[0] <= own <= longest[0]:
        return None
    said = "shorter" if own < shortest[0] else "longer"
    count = f"{said} than in all {len(theirs)} others that state one ({_period(shortest[1])} to {_period(longest[1])})"
    return Unlike(label(field), count, Fraction(1), mine)


def _best(stated: Stated, field: str) -> Mapping[str, Any] | None:
    """The surest fact of the field."""
    return max(stated.facts.get(field, ()), key=_confidence, default=None)


def _confidence(fact: Mapping[str, Any]) -> float:
    return 1.0 if fact.get("how") == "person" else float(fact.get("confidence") or 0)


def _value(fact: Mapping[str, Any]) -> Mapping[str, Any]:
    return fact.get("value") or {}


def _duration(fact: Mapping[str, Any]) -> Mapping[str, Any] | None:
    value = _value(fact)
    found = value if value.get("type") == "duration" else value.get("period")
    return found if isinstance(found, dict) else None


def _days(fact: Mapping[str, Any]) -> Decimal | None:
    duration = _duration(fact)
    return None if duration is None else Decimal(str(duration["count"])) * _DAYS[str(duration["unit"])]


def _period(fact: Mapping[str, Any]) -> str:
    return str((_duration(fact) or {}).get("shown") or shown_value(fact))


def _sums(stated: Stated, only: str | None = None) -> Iterator[tuple[Mapping[str, Any], str, Decimal]]:
    """Every sum with a currency in the facts, with the fact that states it."""
    for field, facts in stated.facts.items():
        for fact in facts if only in (None, field) else ():
            for amount in [_value(fact), *(_value(fact).get("amounts") or ())]:
                if amount.get("type") == "money" and amount.get("currency"):
                    yield fact, str(amount["currency"]), Decimal(str(amount["amount"]))
