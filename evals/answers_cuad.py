"""Questions that contracts labelled as CUAD is can be asked: dates, governing law, notice periods."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evals.answers import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evals.cuad_data import LabelledContract

ASKED = {
    "Agreement Date": "What is the date of the agreement?",
    "Effective Date": "What is the effective date of the agreement?",
    "Expiration Date": "When does the agreement expire?",
    "Governing Law": "Which law governs the agreement?",
    "Notice Period To Terminate Renewal": "What notice period is needed to stop the agreement from renewing?",
}
"""The question for each category. A contract without a label for it is taken not to answer it."""


_SHORT = 40
"""Characters of a label that may as well be met at another place with the same words, such as a date repeated."""


def _repeated(text: str, answers: Sequence[str]) -> Iterator[tuple[int, int]]:
    for answer in answers:
        if len(answer) <= _SHORT:
            yield from (found.span() for found in re.finditer(re.escape(answer), text))


def questions_of(name: str, contract: LabelledContract, text: str) -> list[Question]:
    """The contract's questions; none where the labels' offsets do not fit ``text``, the text that was read."""
    if text != contract.text:
        return []
    asked = []
    for category, ask in ASKED.items():
        marked = [(start, end) for start, end in contract.spans.get(category, ())]
        answers = tuple(dict.fromkeys(text[start:end] for start, end in marked))
        spans = tuple(dict.fromkeys([*marked, *_repeated(text, answers)]))
        asked.append(Question(name, ask, category, spans, answers))
    return asked
