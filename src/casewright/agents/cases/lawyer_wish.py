"""Whether a user wants a lawyer in place of an assistant. The words are in ``lawyer_wish.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from casewright.vocabulary.folding import fold

_SENTENCE = re.compile(r"[^.!?;\n]+")
_FEW_WORDS = 14
"""A wish of more words tells something of the case beside it."""


def wants_lawyer(text: str) -> bool:
    """Whether a sentence of the text asks for a lawyer."""
    return any(map(_asks, _sentences(text)))


def wants_lawyer_alone(text: str) -> bool:
    """Whether the text asks for a lawyer and says no more than that."""
    found = _sentences(text)
    return bool(found) and all(_asks(one) and len(one.split()) <= _FEW_WORDS for one in found)


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in _SENTENCE.findall(fold(text).replace("\u2019", "'")) if one.strip()]


def _asks(sentence: str) -> bool:
    return bool(_pattern("wanted").search(sentence)) and not _pattern("not_wanted").search(sentence)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    text = files("casewright.agents.cases").joinpath("lawyer_wish.toml").read_text(encoding="utf-8")
    return re.compile("|".join(tomllib.loads(text)[name]))
