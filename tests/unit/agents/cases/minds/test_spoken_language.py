"""English is told from Romanian, with and without diacritics."""

from __future__ import annotations

import pytest

from casewright.agents.cases.minds.spoken_language import in_english


@pytest.mark.requirement("case-model-language")
@pytest.mark.parametrize(
    "text",
    [
        "Please tell me when you received the report.",
        "When was the fine served to you?",
        "Based on the facts, the plan is complete. PLAN APROBAT: Plangere",
        "I am sorry, but I cannot help with that.",
        "The report on {{party0.lastName}} was served on 3 November.",
        "# Complaint\n\nThe petitioner asks the court to annul the report of the police.",
    ],
)
def test_english(text: str) -> None:
    """What is English is called so, whatever Romanian names stand in it."""
    assert in_english(text)


@pytest.mark.requirement("case-model-language")
@pytest.mark.parametrize(
    "text",
    [
        "Când v-a fost comunicat procesul-verbal?",
        "Cand v-a fost comunicat procesul verbal?",
        "Va rog sa imi spuneti ce suma are amenda.",
        "Nivelul 1",
        "Da.",
        "",
        "Plângere contravențională împotriva procesului-verbal, la Judecătoria Cluj-Napoca",
        "Contractul „Terms of Service” al furnizorului a fost încetat.",
        "SELECT doc_id FROM legislatie",
        "amenda 500 lei viteza radar",
    ],
)
def test_not_english(text: str) -> None:
    """Romanian is not, nor are codes, names and what is too short to say."""
    assert not in_english(text)
