"""Whether a value is what people answered."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.domain.documents import Reading
from casewright.domain.facts import ClauseValue, DateValue, FactHow, FoundFact, PartyValue
from evals.facts.values import judge_value, values_of

if TYPE_CHECKING:
    from casewright.domain.facts import FactValue

SAID = {"Agreement Date": "5/8/14", "Parties": 'Alpha Inc. ("Supplier"); Beta LLC', "Insurance": "Yes"}


@pytest.mark.requirement("facts-eval-values")
@pytest.mark.parametrize(
    ("category", "value", "right"),
    [
        ("Agreement Date", DateValue(date(2014, 5, 8)), True),
        ("Agreement Date", DateValue(date(2014, 8, 5)), False),
        ("Agreement Date", None, False),
        ("Effective Date", DateValue(date(2014, 5, 8)), None),
        ("Insurance", ClauseValue(), None),
        ("Parties", PartyValue("ALPHA INC"), True),
        ("Parties", PartyValue("Gamma GmbH"), False),
        ("Parties", PartyValue("Supplier"), None),
        ("Parties", None, False),
    ],
)
def test_value_is_held_against_the_answer(category: str, value: FactValue | None, right: bool | None) -> None:
    """Right, wrong, or not asked: no answer, a mere clause, the place of what a party is called."""
    assert judge_value(category, value, SAID) is right


@pytest.mark.requirement("facts-eval-values")
def test_values_are_typed_as_the_product_types_them() -> None:
    """By the words of the place, and by the other facts: "the date above" is the agreement's date."""
    text = "Made on May 8, 2014. It takes effect on the date first written above."
    first, second = text.index("May 8, 2014"), text.index("the date first written above")
    found = [
        FoundFact("agreement_date", first, first + len("May 8, 2014"), 0.9, FactHow.RULE),
        FoundFact("effective_date", second, len(text) - 1, 0.9, FactHow.RULE),
    ]
    assert values_of(found, Reading("text/plain", text, ())) == [DateValue(date(2014, 5, 8))] * 2
