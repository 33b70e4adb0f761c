"""Questions that contracts labelled as CUAD is can be asked: dates, governing law, notice periods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evals.answers import Question

if TYPE_CHECKING:
    from casewright.evals.cuad_data import LabelledContract

ASKED = {
    "Agreement Date": "What is the date of the agreement?",
    "Effective Date": "What is the effective date of the agreement?",
    "Expiration Date": "When does the agreement expire?",
    "Governing Law": "Which law governs the agreement?",
    "Notice Period To Terminate Renewal": "What notice period is needed to stop the agreement from renewing?",
}
"""The question for each category. A contract without a label for it is taken not to answer it."""


def questions_of(name: str, contract: LabelledContract, text: str) -> list[Question]:
    """The contract's questions; none where the labels' offsets do not fit ``text``, the text that was read."""
    if text != contract.text:
        return []
    asked = []
    for category, ask in ASKED.items():
        spans = tuple((start, end) for start, end in contract.spans.get(category, ()))
        answers = tuple(text[start:end] for start, end in spans)
        asked.append(Question(name, ask, category, spans, answers))
    return asked
