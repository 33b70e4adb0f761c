"""Whether the value of a place that was found rightly is what people answered for the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.domain.facts import PartyValue
from casewright.evidence.facts.values.reading import value_of
from evals import fact_answers as answers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.documents import Reading
    from casewright.domain.facts import FactValue, FoundFact
    from evals.fact_answers import Outcome

_JUDGES: Final[Mapping[str, Callable[[FactValue | None, str, Mapping[str, str]], Outcome]]] = {
    "Document Name": lambda value, answer, _: answers.judge_title(value, answer),
    "Agreement Date": lambda value, answer, _: answers.judge_date(value, answer),
    "Effective Date": lambda value, answer, _: answers.judge_date(value, answer),
    "Expiration Date": answers.judge_end,
    "Renewal Term": lambda value, answer, _: answers.judge_renewal(value, answer),
    "Notice Period To Terminate Renewal": lambda value, answer, _: answers.judge_duration(value, answer),
    "Governing Law": lambda value, answer, _: answers.judge_law(value, answer),
}


def values_of(found: Sequence[FoundFact], reading: Reading) -> list[FactValue | None]:
    """The value of each fact, as the product types it: by its own words, and the places of the others."""
    around: dict[str, list[tuple[int, int]]] = {}
    for one in found:
        around.setdefault(one.field, []).append((one.start, one.end))
    return [value_of(one.field, reading.text, one.start, one.end, around=around) for one in found]


def judge_value(category: str, value: FactValue | None, said: Mapping[str, str]) -> bool | None:
    """Whether the value is the one that was answered; None where nothing was, or the field has no value to judge.

    ``said`` are the contract's answers by category. A place that was found rightly and has no value is wrong. A party
    is right by its name; the place of what a party is called ("Supplier") is not asked for a name.
    """
    answer = said.get(category)
    if not answer:
        return None
    if category == "Parties":
        return _party(value, answer)
    judge = _JUDGES.get(category)
    return None if judge is None else judge(value, answer, said) == "equal"


def _party(value: FactValue | None, answer: str) -> bool | None:
    parties = answers.parties_answered(answer)
    name = value.name if isinstance(value, PartyValue) else ""
    if any(answers.same_name(name, alias) for party in parties for alias in party.defined_as):
        return None
    return any(answers.same_name(name, party.name) for party in parties)
