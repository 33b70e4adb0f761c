"""What a kind of contract is called in the other language, so that a question names a document in either."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.evidence.naming.index import akin
from casewright.evidence.naming.words import SMALL, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Words = tuple[str, ...]


def in_other_language(asked: Sequence[str]) -> tuple[Words, ...]:
    """Every name in the other language of the kind that has just these words; none where it is not known."""
    found: dict[Words, None] = {}
    for kind in _kinds():
        for language, names in kind.items():
            if any(_is(asked, name) for name in names):
                found.update(dict.fromkeys(other for of, others in kind.items() if of != language for other in others))
    return tuple(found)


def _is(asked: Sequence[str], name: Words) -> bool:
    return len(asked) == len(name) and all(akin(one, other) for one, other in zip(asked, name, strict=True))


@cache
def _kinds() -> tuple[Mapping[str, tuple[Words, ...]], ...]:
    text = files("casewright.evidence.naming").joinpath("paper_kinds.toml").read_text(encoding="utf-8")
    return tuple(
        {language: tuple(_keys(name) for name in names) for language, names in kind.items()}
        for kind in tomllib.loads(text)["kind"]
    )


def _keys(name: str) -> Words:
    return tuple(word.key for word in words_in(name) if word.key not in SMALL)
