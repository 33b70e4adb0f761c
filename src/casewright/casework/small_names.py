"""Names of people that nobody declared in texts without capitals: first names that are no other word of Romanian."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.lone_names import is_romanian, names_a_thing
from casewright.casework.names import distinct_forms
from casewright.casework.word_lists import ordinary_words, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.casework.names import Word

_SHORTEST = 5
"""Letters that such a name has: shorter ones are words too often."""
_BESIDE = re.compile(r"[ \t]{1,2}|-")
_SURNAME = re.compile(r"\w{2}(?:escu|eanu|ianu|oiu|ache|iuc|ciuc)$")


def small_names(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The places of first names in small letters, with a surname beside them that ends as one."""
    names = _sure_names()
    found = [index for index, word in enumerate(words) if word.folded in names and not word.capital]
    if not found or not is_romanian(words):
        return
    for index in found:
        if _is_thing(text, words, index):
            continue
        first, end = index, index + 1
        if end < len(words) and _beside(text, words, end) and _goes_with(words[end]):
            end += 1
        if first > 0 and _beside(text, words, first) and _goes_with(words[first - 1]):
            first -= 1
        yield words[first].start, words[end - 1].end


@cache
def _sure_names() -> frozenset[str]:
    """Frequent first names and their forms that no text means anything else by."""
    others = ordinary_words() | word_list("no_lone_names") | word_list("towns") | word_list("words_too")
    names = {name for name in word_list("given_names") if len(name) >= _SHORTEST} - others
    forms = {form for name in names for form in distinct_forms(name) if form[: len(name) - 1] == name[:-1]}
    return frozenset(form for form in forms - others if len(form) >= _SHORTEST)


def _is_thing(text: str, words: Sequence[Word], index: int) -> bool:
    """Whether a street, a saint or a file is called so."""
    beside = text[max(0, words[index].start - 1) : words[index].start] + text[words[index].end : words[index].end + 1]
    return (any(sign in beside for sign in "@_/.#") and not beside.endswith(".")) or names_a_thing(text, words, index)


def _goes_with(word: Word) -> bool:
    return not word.capital and (_SURNAME.search(word.folded) is not None or word.folded in _sure_names())


def _beside(text: str, words: Sequence[Word], at: int) -> bool:
    return _BESIDE.fullmatch(text, words[at - 1].end, words[at].start) is not None
