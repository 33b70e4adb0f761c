"""The exact words in a passage that answer a question which wants a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from casewright.questions.specific import share_said, specific_words
from casewright.tools.ports.search import Read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.questions.subjects import Subject
    from casewright.questions.wants import Wants
    from casewright.tools.ports.search import Answer, AnswerReader

_ASK: Final[Mapping[Wants, str]] = {
    "how_long": "How long is",
    "how_much": "How much is",
    "when": "When is",
    "which_law": "Which is",
    "where": "Which courts are",
}


def read_exactly(reader: AnswerReader, question: str, subject: Subject, words: Sequence[str]) -> Sequence[Answer]:
    """Where values stand that answer, best first: by the question's own words, else by the name of its subject.

    The name stands in for words that no passage has, and for a question in another language; what the question asks
    for beyond its subject has to stand in the passage then.
    """
    passages = [Read(one) for one in words]
    answers = reader.read(question, passages)
    ask = _ASK.get(subject.wants)
    if answers or ask is None:
        return answers
    asked = specific_words(question)
    fit = [Read(one.text) if share_said(asked, one.text) == 1 else Read("") for one in passages]
    return reader.read(f"{ask} {subject.name}?", fit)


def says_the_same(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Whether two values are one: the same, or of the same length where one says from when on as well."""
    if one is None or other is None:
        return False
    first, second = _bare(one), _bare(other)
    return first == second or (first.get("period") is not None and first["period"] == second.get("period"))


def _bare(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _bare(part) if isinstance(part, dict) else part for name, part in value.items() if name != "shown"}
