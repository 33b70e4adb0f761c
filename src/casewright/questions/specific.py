"""The words by which a question asks for more than its subject: "salary *during sickness*", "the *second* year"."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from casewright.iql.plain_wishes import FILLER
from casewright.iql.wording import fold_words
from casewright.questions.subjects import subjects_of, wording_of

if TYPE_CHECKING:
    from collections.abc import Set

    from casewright.questions.subjects import Subject

_WORD: Final = re.compile(r"[^\W_]{3,}")
_SHORTEST: Final = 3
_STEM: Final = 5
"""Letters by which forms of a word are known to be the same."""


def specific_words(question: str) -> frozenset[str]:
    """The beginnings of words that neither name a subject nor shape a question; forms of a word have one."""
    own = tuple({word[:_STEM] for one in subjects_of(question) for word in wording_of(one.name)})
    return frozenset(
        _stem(hit.group())
        for hit in _WORD.finditer(fold_words(question).lower())
        if hit.group() not in FILLER and _stem(hit.group()) not in _common() and not hit.group().startswith(own)
    )


def naming_words(question: str, subject: Subject) -> frozenset[str]:
    """The beginnings of the words by which the question names the subject, but those that say nothing."""
    said = question[subject.start : subject.end]
    return frozenset(_stem(fold_words(one).lower()) for one in _WORD.findall(said) if not says_nothing(one))


def says_nothing(word: str) -> bool:
    """Whether the word says nothing by itself: it shapes questions, or every contract has it."""
    plain = fold_words(word).lower()
    return len(plain) < _SHORTEST or plain in FILLER or _stem(plain) in _common()


def share_said(words: Set[str], text: str) -> float:
    """The share of these words that the text has; 1 where there are none."""
    if not words:
        return 1.0
    said = {_stem(hit.group()) for hit in _WORD.finditer(fold_words(text).lower())}
    return len(words & said) / len(words)


def _stem(word: str) -> str:
    return word[:_STEM]


@cache
def _common() -> frozenset[str]:
    data = tomllib.loads(files("casewright.questions").joinpath("common.toml").read_text("utf-8"))
    return frozenset(_stem(word) for words in data.values() for word in words.split())
