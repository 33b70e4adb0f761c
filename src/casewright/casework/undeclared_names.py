"""Names of people that nobody declared, told by the word before them ("numitul", "vecinul") or after ("domiciliat")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.lone_names import first_name_forms
from casewright.casework.no_persons import is_firm, is_place
from casewright.casework.word_lists import no_surnames, ordinary_words, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.casework.names import Word

_LONGEST = 5
"""Words that a name has at most."""
_BESIDE = re.compile(r"\.?(?:[ \t\u00a0]{1,2}|[ \t]?\r?\n|\s?-\s?)")
"""What stands between two words of a name."""
_SURNAME = re.compile(r"\w(?:escu|eanu|ianu|aru|oiu|ache|iuc|ciuc|[aeo]scu)$")
"""How surnames end that are no ordinary words."""
_NOUN = re.compile(r"\w{4}(?:mentului|mentul|itului|ilor|elor|tiei|tia|toarei|toarea|atia|itatea|itatii)$")
_INTRODUCED = re.compile(r"[ \t\u00a0,:;\-–—„”\"'()]{0,4}(?:\r?\n[ \t]*)?")
_AFTER_SHORT = re.compile(r"\.[ \t\u00a0]{0,2}")
"""What stands between a name and the words that introduce it; the second after short forms such as "dl."."""


def undeclared_names(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The places of names that their neighbours give away; ``words`` are those of the text that are free."""
    before, after = word_list("before_names"), word_list("after_names")
    weak = word_list("before_names_beside")
    for index, word in enumerate(words):
        span = None
        if word.folded in before or (word.folded in _OF_D and _after_d(text, word)):
            span = _following(text, words, index)
        elif word.folded in weak:
            span = _following(text, words, index, least=words[index - 1].folded not in ("pe", "cu") if index else 1)
        elif word.folded in after:
            span = _preceding(text, words, index)
        if span is not None:
            yield words[span[0]].start, words[span[1] - 1].end


_OF_PLACES = frozenset(("din", "la", "in", "pe", "de"))
_OF_D = frozenset(("l", "lui", "na", "nei", "nul", "nului", "soara", "soarei"))


def _after_d(text: str, word: Word) -> bool:
    """Whether the word is the rest of "d-na" or "d.lui"."""
    return text[max(0, word.start - 2) : word.start].lower() in ("d-", "d.")


def _following(text: str, words: Sequence[Word], index: int, *, least: int = 0) -> tuple[int, int] | None:
    """The name after the word there, past words such as "meu" and "dl.", of which there are ``least`` or more."""
    between, others = word_list("between"), no_surnames()
    first = index + 1
    while first < len(words) and first - index < _LONGEST and _introduced(text, words[first - 1], words[first]):
        if words[first].folded not in between:
            if first - index <= least or words[first].folded in others:
                return None
            if not words[first].capital:
                return None if words[first - 1].folded in _OF_PLACES else _small(text, words, first)
            end = _end(text, words, first)
            shouted = text[words[index].start : words[first].end].isupper()
            gap = text[words[first - 1].end : words[first].start]
            if "\n" in gap and ":" not in gap and not any(_is_known(word) for word in words[first:end]):
                return None  # a list's item ended there
            if shouted and first - index > 1 and not any(_is_known(word) for word in words[index + 1 : end]):
                return None  # "EXECUTORUL A POPRIT CONTURILE"
            return None if _no_person(text, words, first, end) else _whole(text, words, first, end)
        first += 1
    return None


def _no_person(text: str, words: Sequence[Word], first: int, end: int) -> bool:
    """Whether it is a town, a firm or a thing: "băiatul la Budapesta", "pârâta Wizz Air Ltd."."""
    if is_place(words, first, end) or is_firm(text, words, first, end):
        return True
    if word_list("towns").issuperset(word.folded for word in words[first + 1 : end]) and end - first > 1:
        written = text[words[first].start : words[first].end]
        if written.isupper() and len(written) < 6 and not text[words[end - 1].start : words[end - 1].end].isupper():
            return True  # an office and where it sits: "IPJ Bihor"
    if end - first > 1 or words[first].folded in first_name_forms():
        return False
    return words[first - 1].folded in _OF_PLACES or _is_noun(words[first])


def _is_noun(word: Word) -> bool:
    """Whether the word ends as nouns do that somebody wrote with a capital: "Proprietarul Apartamentului"."""
    return _NOUN.search(word.folded) is not None and _SURNAME.search(word.folded) is None


def _small(text: str, words: Sequence[Word], first: int) -> tuple[int, int] | None:
    """A name in small letters: a frequent first name, or a word that ends as surnames do, with one beside it."""
    given = word_list("given_names")
    if words[first].folded in word_list("small"):
        return None
    pair = first + 1 < len(words) and _joined(text, words[first], words[first + 1])
    following = words[first + 1].folded if pair else ""
    if words[first].folded in given or _SURNAME.search(words[first].folded):
        more = following in given or (len(following) > 2 and following not in ordinary_words() | no_surnames())
        return first, first + 1 + more
    return (first, first + 2) if following in given else None


def _end(text: str, words: Sequence[Word], first: int) -> int:
    """Where the name ends; where all is in capitals, after two words or before an ordinary one."""
    others = no_surnames()
    capitals = text[words[first].start : words[first].end].isupper() and text[words[first - 1].start].isupper()
    end = first + 1
    while (
        end < len(words)
        and end - first < _LONGEST
        and words[end].capital
        and words[end].folded not in others
        and not (capitals and words[end].folded in ordinary_words())
        and (len(words[end].folded) > 1 or text[words[end].end : words[end].end + 1] in (".", ""))
        and _joined(text, words[end - 1], words[end])
    ):
        end += 1
    return min(end, first + 2) if capitals else end


def _preceding(text: str, words: Sequence[Word], index: int) -> tuple[int, int] | None:
    """The name of two words or more before the word there."""
    others, between = no_surnames(), word_list("between") | word_list("after_names")
    end = index
    while end > 0 and index - end < 3 and words[end - 1].folded in between:
        end -= 1
    if end == 0 or not _introduced(text, words[end - 1], words[end]):
        return None
    first = end
    capitals = text[words[index].start : words[index].end].isupper()
    while (
        first > 0
        and end - first < (2 if capitals else _LONGEST)
        and words[first - 1].capital
        and words[first - 1].folded not in others
        and (first == end or _joined(text, words[first - 1], words[first]))
    ):
        first -= 1
    if (
        end - first < 2
        or is_place(words, first, end)
        or is_firm(text, words, first, end)
        or (words[first].folded in word_list("address_cues") and end - first < 3)
    ):
        return None
    return _whole(text, words, first, end)


def _joined(text: str, left: Word, right: Word) -> bool:
    between = _BESIDE.fullmatch(text, left.end, right.start)
    if between is not None and "\n" in between[0] and not _is_known(right):
        return False  # the next line begins a sentence, not the other half of a name
    return between is not None and ("." not in between[0] or len(left.folded) == 1)


def _is_known(word: Word) -> bool:
    return word.folded in first_name_forms() or _SURNAME.search(word.folded) is not None


def _introduced(text: str, left: Word, right: Word) -> bool:
    between = text[left.end : right.start]
    if _INTRODUCED.fullmatch(between):
        return "," not in between or left.folded not in word_list("short_forms")
    return left.folded in word_list("short_forms") and _AFTER_SHORT.fullmatch(text, left.end, right.start) is not None


def _whole(text: str, words: Sequence[Word], first: int, end: int) -> tuple[int, int] | None:
    names = [words[index].folded for index in range(first, end)]
    if all(len(name) < 2 or name.isdigit() for name in names):
        return None
    if len(names) == 1 and len(names[0]) < 4 and names[0] in ordinary_words():
        return None
    if len(names) == 1 and len(names[0]) < 5 and text[words[first].start : words[first].end].isupper():
        return (first, end) if _in_capitals(text, words, first) else None
    return first, end


def _in_capitals(text: str, words: Sequence[Word], first: int) -> bool:
    """Whether the word before is in capitals too; else a short word in capitals is a firm or an office."""
    return first > 0 and text[words[first - 1].start : words[first - 1].end].isupper()
