"""Lists of folded Romanian words, from the package's ``words.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from casewright.vocabulary.months import ROMANIAN


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of this list."""
    return frozenset(_lists()[name].split())


@cache
def ordinary_words() -> frozenset[str]:
    """Words that a text uses without meaning a person or a firm."""
    return frozenset().union(*(word_list(name) for name in ("ordinary", "small", "business", "coincidences")))


@cache
def no_surnames() -> frozenset[str]:
    """Words with a capital that stand where a surname may and are none; the months among them."""
    return word_list("no_surnames").union(ROMANIAN)


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(files("casewright.casework").joinpath("words.toml").read_text(encoding="utf-8"))
