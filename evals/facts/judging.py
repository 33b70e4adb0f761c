"""What a reader found in labelled contracts, held against what people marked there, field by field."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import FIELDS
from evals.facts.places import Words, matched, provisions, shared
from evals.facts.values import judge_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.facts import FactField, FactValue, FoundFact
    from evals.cuad_data import LabelledContract
    from evals.facts.places import Span

    _Find = tuple[float, Span, FactValue | None]

MEASURED: Final = tuple(one for one in FIELDS if one.category is not None)
"""The fields that CUAD marks; our own have no marks to be held against."""


@dataclass(frozen=True, slots=True)
class JudgedFind:
    """One place that was found. ``value`` says whether its value is the true one, None where nothing says so."""

    contract: int
    start: int
    end: int
    quote: str
    confidence: float
    right: bool
    value: bool | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """A mark of a provision that nothing found."""

    contract: int
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class InContract:
    """One contract's sum for one field: how many provisions, how many of them found, whether the surest find touches
    a mark. Of one that is ``left_out`` nothing counts.
    """

    provisions: int
    found: int
    touched: bool
    left_out: bool = False


@dataclass(slots=True)
class JudgedField:
    """Everything that was found of one field, contract by contract in their order."""

    field: FactField
    contracts: list[InContract] = dataclasses.field(default_factory=list)
    finds: list[JudgedFind] = dataclasses.field(default_factory=list)
    missed: list[Missed] = dataclasses.field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadContract:
    """A labelled contract and what was found in it.

    ``places`` are the finds' spans in the labelled text, ``values`` what the product makes of them. ``left_out`` are
    fields that were read by what was made with this contract.
    """

    contract: LabelledContract
    found: Sequence[FoundFact]
    places: Sequence[Span]
    values: Sequence[FactValue | None]
    left_out: frozenset[str] = frozenset()


def judge(read: Iterable[ReadContract]) -> list[JudgedField]:
    """Every measured field over these contracts."""
    judged = [JudgedField(one) for one in MEASURED]
    for number, one in enumerate(read):
        words = Words(one.contract.text)
        by_field: dict[str, list[_Find]] = {}
        for found, place, value in zip(one.found, one.places, one.values, strict=True):
            by_field.setdefault(found.field, []).append((found.confidence, place, value))
        for sheet in judged:
            if sheet.field.name in one.left_out:
                sheet.contracts.append(InContract(0, 0, touched=False, left_out=True))
                continue
            finds = sorted(by_field.get(sheet.field.name, ()), key=lambda each: (-each[0], each[1]))
            _judge_contract(sheet, number, one.contract, words, finds)
    return judged


def _judge_contract(
    sheet: JudgedField,
    number: int,
    contract: LabelledContract,
    words: Words,
    finds: Sequence[_Find],
) -> None:
    category = sheet.field.category or ""
    places = sorted(set(contract.spans.get(category, ())))
    marks = [words.span(*place) for place in places]
    spans = [words.span(*place) for _, place, _ in finds]
    mark_of = matched(spans, marks)
    group = provisions(marks)
    found = {group[mark] for mark in mark_of if mark is not None}
    for (confidence, (start, end), value), mark in zip(finds, mark_of, strict=True):
        quote, right = contract.text[start:end], mark is not None
        valued = judge_value(category, value, contract.answers) if right else None
        sheet.finds.append(JudgedFind(number, start, end, quote, confidence, right, valued))
    sheet.missed += [
        Missed(number, *place, contract.text[slice(*place)])
        for place, one in zip(places, group, strict=True)
        if one not in found
    ]
    touched = bool(spans) and any(shared(spans[0], mark) for mark in marks)
    sheet.contracts.append(InContract(len(set(group)), len(found), touched))
