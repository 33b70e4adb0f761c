"""Which fields rules look for: of the others nobody may say that they were not found."""

from __future__ import annotations

import pytest

from casewright.domain.facts import FIELD, FactText
from casewright.evidence.facts.rules.clauses import clauses
from casewright.evidence.facts.rules.measured import LEAST, confidence
from casewright.evidence.facts.rules.reader import RuleReader

pytestmark = pytest.mark.requirement("documents-facts")

ENGLISH = "The parties agree that this agreement is governed by the laws of the State of New York and shall end."
ROMANIAN = "Prezentul contract este incheiat de parti pentru un an si se supune legii din Romania, prin acord."


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "english"), (ROMANIAN, "romanian")])
def test_rules_look_for_what_they_would_say(text: str, language: str) -> None:
    """In the text's own language, what the first page states among it; rules that are not asked look for nothing."""
    fields = RuleReader().looks_for(FactText(text, (), ()))

    asked = {rule.field for rule in clauses(language) if confidence(rule.field, rule.name) >= LEAST}
    assert fields == asked | {"document_name", "parties", "agreement_date", "effective_date"}
    assert "governing_law" in fields
    assert fields < set(FIELD)
