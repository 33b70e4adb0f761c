"""Whether conditions of questions are asked, or said to be left out; and whether the right documents are named.

A condition is dropped in silence where each of its words that says something was taken for one that says nothing.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput
from casewright.questions.frame import frame_of
from casewright.questions.meeting import document_meets, outcome_of
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.questions.frame import QuestionFrame


@dataclass(frozen=True, slots=True)
class Conditioned:
    """A question about all documents of a matter; ``right`` are those that meet all its conditions."""

    id: str
    matter: str
    language: str
    ask: str
    conditions: tuple[str, ...]
    right: frozenset[str]
    uncertain: frozenset[str]


@dataclass(frozen=True, slots=True)
class JudgedConditions:
    """By condition whether it was asked, named as left out, or dropped; and which documents were said to be so."""

    asked: Conditioned
    asked_for: int
    left_out: int
    dropped: tuple[str, ...]
    typed: bool
    said: frozenset[str]
    unknown: frozenset[str]


def questions_of(text: str) -> list[Conditioned]:
    """The questions of a TOML file. Raises ``InvalidInput`` where an entry lacks a part."""
    try:
        return [
            Conditioned(
                one["id"], one["matter"], one["language"], one["asked"], tuple(one["conditions"]),
                frozenset(one["right"]), frozenset(one.get("uncertain", ())),
            )
            for one in tomllib.loads(text)["questions"]
        ]  # fmt: skip
    except (KeyError, tomllib.TOMLDecodeError) as problem:
        raise InvalidInput(
            f"the file of questions lacks {problem}: each needs id, matter, asked, conditions, right"
        ) from problem


def judge(one: Conditioned, documents: Sequence[Mapping[str, Any]]) -> JudgedConditions:
    """What became of the conditions, and of the ``documents`` as ``contract_facts`` gives them."""
    frame = frame_of(one.ask)
    became = [became_of(frame, words) for words in one.conditions]
    typed = [each for each in frame.conditions if each.kind == "fact"]
    whole = bool(typed) and len(typed) == len(frame.conditions) and not frame.not_asked
    outcomes = {str(each["filename"]): outcome_of(document_meets(typed, each)) for each in documents} if typed else {}
    return JudgedConditions(
        one,
        became.count("asked"),
        became.count("left_out"),
        tuple(words for words, what in zip(one.conditions, became, strict=True) if what == "dropped"),
        whole,
        frozenset(name for name, outcome in outcomes.items() if outcome == "yes"),
        frozenset(name for name, outcome in outcomes.items() if outcome == "not_known"),
    )


def became_of(frame: QuestionFrame, words: str) -> str:
    """``asked`` where a condition or a subject uses one of the words, ``left_out`` where one is named, else dropped."""
    start = frame.question.casefold().find(" ".join(words.split()).casefold())
    mine = [one for one in frame.words if one.start < start + len(words) and start < one.end] if start >= 0 else []
    if any(one.role == "condition" for one in mine):
        return "asked"
    if any(one.use == "not_asked" for one in mine):
        return "left_out"
    return "asked" if any(one.role for one in mine) else "dropped"


def figures(judged: Sequence[JudgedConditions]) -> dict[str, Share]:
    """The figures, each with its interval."""
    conditions = sum(len(one.asked.conditions) for one in judged)
    typed = [one for one in judged if one.typed]
    right = sum(len(one.asked.right & one.said) for one in typed)
    wrong = sum(len(one.said - one.asked.right - one.asked.uncertain) for one in typed)
    return {
        "conditions: asked": Share(sum(one.asked_for for one in judged), conditions),
        "conditions: named as left out": Share(sum(one.left_out for one in judged), conditions),
        "conditions: dropped in silence": Share(sum(len(one.dropped) for one in judged), conditions),
        "questions: all conditions asked of facts": Share(len(typed), len(judged)),
        "of these, right documents: said to be so": Share(right, sum(len(one.asked.right) for one in typed)),
        "of these, said to be so: wrong": Share(wrong, right + wrong),
    }
