"""What stands at a name's edge and is no part of it: "Garantul" before, "vrea" behind; and what is no name at all."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.lone_names import begins_sentence, first_name_forms
from casewright.casework.word_lists import no_surnames, ordinary_words, word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.casework.names import Word

_ARTICLE = re.compile(r"\w{3}(?:ul|ului|ii|ilor|elor|atia)$")
"""How nouns with their article end: "împrumutătorul", "subsemnații"."""
_LETTER_OF_NAME = re.compile(r"(?<![^\W_])[A-Z]['’]$")
"""The O of O'Brien."""


def without_edges(text: str, words: Sequence[Word], start: int, end: int) -> tuple[int, int] | None:
    """The name there without words for persons, little words and verbs at its edges; None where no name is left."""
    first = bisect_left(words, start, key=lambda word: word.start)
    after = bisect_left(words, end, key=lambda word: word.start)
    inside = list(words[first:after])
    if not inside or inside[0].start != start:
        return start, end
    while len(inside) > 1 and _is_head(text, inside):
        inside.pop(0)
    while len(inside) > 1 and not inside[-1].capital and inside[-1].folded in _after_names():
        inside.pop()
    if all(word.folded in never_names() for word in inside) or _is_town(text, words, first, inside):
        return None
    return _with_letter(text, inside[0].start), end if inside[-1] is words[after - 1] else inside[-1].end


@cache
def never_names() -> frozenset[str]:
    """Words that are nobody's name, with a capital or without."""
    return word_list("never_names") - first_name_forms()


@cache
def stay_alone() -> frozenset[str]:
    """Words that stand for nobody by themselves even where they were taken for a name's once, such as courts."""
    return (never_names() | word_list("no_names") | no_surnames()) - first_name_forms()


@cache
def _heads() -> frozenset[str]:
    lists = ("roles", "before_names", "list_heads", "no_names", "no_surnames")
    nouns = {word for name in lists for word in word_list(name) if _ARTICLE.search(word)}
    return (never_names() | nouns) - first_name_forms()


@cache
def _after_names() -> frozenset[str]:
    return word_list("deeds") | word_list("never_names")


def _is_head(text: str, inside: Sequence[Word]) -> bool:
    """Whether the first word is a word for a person, or the noun that begins the sentence before a whole name."""
    word, following = inside[0], inside[1]
    if word.folded in _heads():
        return True
    if len(inside) < 3 or word.folded in first_name_forms() or not begins_sentence(text, word):
        return False
    between = text[word.end : following.start]
    return between.isspace() and _ARTICLE.search(word.folded) is not None and word.folded not in ordinary_words()


def _is_town(text: str, words: Sequence[Word], first: int, inside: Sequence[Word]) -> bool:
    """Whether the words are a town's: "Sfântu Gheorghe", "Năvodari" after a colon."""
    names = [word.folded for word in inside]
    if not word_list("towns").issuperset(names):
        return False
    if len(names) > 1:
        return names[0] in word_list("heads_of_towns")
    if len(names[0]) < 5 or names[0] in first_name_forms() | ordinary_words():
        return False
    return first == 0 or text[words[first - 1].end : inside[0].start].strip() in (":", "(")


def _with_letter(text: str, start: int) -> int:
    before = _LETTER_OF_NAME.search(text, max(0, start - 2), start)
    return before.start() if before else start
