"""Names of people that nobody declared and no word announces: told by a first name among words with a capital.

In Romanian alone: in English "Will", "Dan" and "Victor" begin sentences, firms and brands.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.names import distinct_forms
from casewright.casework.no_persons import is_firm, is_place
from casewright.casework.word_lists import no_surnames, ordinary_words, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.casework.names import Word

LONGEST = 4
"""Words that a name has at most."""
_BESIDE = re.compile(r"(?:\.?[ \t\u00a0]{1,2}|[ \t]?-[ \t]?)")
_SENTENCE = re.compile(r"(?:^|[.!?:;\n•])[\s\-–—\"„”'(]*$")
"""What stands before the first word of a sentence."""
_QUOTED = re.compile(r"[„“\"«]\s?$")
_SURNAME = re.compile(r"\w{2}(?:escu|eanu|ianu|oiu|ache|iuc|ciuc)$")
_DONE = re.compile(r"\w{2}(?:at|it|ut|eaza|este)$")
"""How verbs end that stand before or after a name in a sentence in capitals: "M-A SUNAT PETRU"."""
_PARTED = re.compile(r"[,:;!?\n]|\s[–—]\s")
_TITLE = 7
"""Words that the name of a school or a hospital has before the person's at most."""
_ARTICLES = ("ul", "ului", "ii", "ilor", "ele", "elor", "iile", "iilor", "tia")
_SHORT = 5
"""Letters under which forms of a first name are left out: "Ani", "Ioni"."""


@cache
def first_names() -> frozenset[str]:
    """Frequent and rarer first names, as they stand in the nominative."""
    return word_list("given_names") | word_list("rarer_first_names")


@cache
def first_name_forms() -> frozenset[str]:
    """First names with their forms in other cases, but for what is an ordinary word."""
    forms = {form for name in first_names() if len(name) >= _SHORT for form in distinct_forms(name)}
    others = no_surnames() | word_list("no_names") | word_list("business") | ordinary_words()
    return frozenset((forms - others) | first_names())


def is_romanian(words: Sequence[Word]) -> bool:
    """Whether the text has at least as many frequent Romanian words as English ones."""
    romanian, english = word_list("of_romanian"), word_list("of_english")
    return sum((word.folded in romanian) - (word.folded in english) for word in words) >= 0


def lone_names(text: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where such names begin and end among the ``words``, which are those of the text that are free."""
    if not is_romanian(words):
        return []
    runs = list(_runs(text, words))
    here: frozenset[str] = frozenset()
    for _again in range(2):  # the second time with the surnames that the first one found
        spans = [span for run in runs if (span := _name(text, words, *run, here)) is not None]
        here = (
            frozenset(word.folded for first, end in spans if end - first > 1 for word in words[first:end]) - _common()
        )
    return spans


def _runs(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Words with a capital that stand beside each other; what is no name's parts them."""
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and _may_be_name(words[end]) and (end == at or _joined(text, words, end)):
            end += 1
        if end > at:
            yield at, end
        at = max(end, at + 1)


@cache
def _called_things() -> frozenset[str]:
    directions = {"sud", "nord", "est", "vest"}
    return word_list("address_cues") | word_list("places") | (word_list("business") - directions)


@cache
def _heads_of_things() -> frozenset[str]:
    return word_list("address_cues") | word_list("places")


@cache
def _no_parts_of_names() -> frozenset[str]:
    lists = ("before_names", "roles", "list_heads", "titles", "no_names")
    return no_surnames().union(*(word_list(name) for name in lists))


@cache
def _common() -> frozenset[str]:
    return ordinary_words() | word_list("no_lone_names")


def _name(text: str, words: Sequence[Word], first: int, end: int, here: frozenset[str]) -> tuple[int, int] | None:
    starts = begins_sentence(text, words[first])
    if (
        starts
        and not _is_known(words[first].folded, here)
        and _begins(words[first].folded)
        and not _fills_field(text, words, first, end)
    ):
        first += 1
    if end - first > 2 and text[words[first].start : words[end - 1].end].isupper():
        first, end = _pair(words, first, end, here)
    while end - first > LONGEST and len(words[first].folded) == 1:
        first += 1
    found = [word.folded for word in words[first:end]]
    long = [name for name in found if len(name) > 2]
    if end > first and len(found[0]) > 3 and found[0] in _heads_of_things():
        return None
    if (
        not long
        or end - first > LONGEST
        or _of_a_thing(text, words, first, end)
        or _is_heading(text, words, first, end)
    ):
        return None
    if len(long) > 1 and not word_list("places").isdisjoint(long):
        return None
    if (len(long) > 1 and ordinary_words().issuperset(long)) or not word_list("business").isdisjoint(long):
        return None
    if len(long) == 1:
        return (first, end) if _stands_alone(text, words, first, end, long[0], starts=starts) else None
    named = any(_is_known(name, here) or (not starts and _SURNAME.search(name)) for name in long)
    return (first, end) if named else None


def _fills_field(text: str, words: Sequence[Word], first: int, end: int) -> bool:
    """Whether a colon stands before the word and a first name behind it: "Președinte: Moldovan Adriana"."""
    if first + 1 >= end or not text[: words[first].start].rstrip().endswith(":"):
        return False
    return words[first].folded in word_list("ordinary") and words[first + 1].folded in first_names()


def begins_sentence(text: str, word: Word) -> bool:
    """Whether the word is a sentence's first one, or a line's."""
    return _SENTENCE.search(text, max(0, word.start - 6), word.start) is not None


def may_be_noun(text: str, word: Word) -> bool:
    """Whether the word has its capital from the sentence that it begins: it is no first name and ends as no surname."""
    known = word.folded in first_name_forms() or _SURNAME.search(word.folded) is not None
    return not known and begins_sentence(text, word)


def _is_known(word: str, here: frozenset[str]) -> bool:
    return word in first_name_forms() or word in here


def _begins(word: str) -> bool:
    """Whether the word is likelier a sentence's first one than a name: an ordinary one, or a noun with its article."""
    return word in ordinary_words() or (word.endswith(_ARTICLES) and not _SURNAME.search(word))


def _pair(words: Sequence[Word], first: int, end: int, here: frozenset[str]) -> tuple[int, int]:
    """The first name among words that are all in capitals, as whole sentences may be, and one word beside it."""
    at = next((at for at in range(first, end) if _is_known(words[at].folded, here)), None)
    if at is None:
        return first, first
    for beside in (at + 1, at - 1):
        if not first <= beside < end or _DONE.search(words[beside].folded):
            continue
        if len(words[beside].folded) > 2 and words[beside].folded not in ordinary_words():
            return min(at, beside), max(at, beside) + 1
    return at, at + 1


def _stands_alone(text: str, words: Sequence[Word], first: int, end: int, name: str, *, starts: bool) -> bool:
    if name in word_list("no_lone_names") or name not in first_name_forms():
        return False
    if starts and name in ordinary_words():
        return False
    if first > 0 and words[first - 1].folded in ("din", "in", "spre", "langa", "prin"):
        return False
    if (
        end < len(words)
        and len(words[end].folded) > 3
        and not words[end].capital
        and text[words[end - 1].end : words[end].start] == "-"
    ):
        return False  # a plant or a thing: "Floarea-soarelui"
    return end - first > 1 or not text[words[first].start : words[first].end].isupper()


def _is_heading(text: str, words: Sequence[Word], first: int, end: int) -> bool:
    """Whether the words are in capitals in a line that is so before and after them."""
    if not text[words[first].start : words[end - 1].end].isupper():
        return False
    beside = [words[at] for at in (first - 1, end) if 0 <= at < len(words)]
    capitals = [one for one in beside if len(one.folded) > 1 and text[one.start : one.end].isupper()]
    return len(capitals) == len(beside) and end - first < 2


def _of_a_thing(text: str, words: Sequence[Word], first: int, end: int) -> bool:
    """Whether a street, a school, a firm or a feast is called so."""
    if names_a_thing(text, words, first):
        return True
    if end < len(words) and words[end].folded in ("srl", "srld") and _beside(text, words, end):
        return True
    return is_firm(text, words, first, end) or is_place(words, first, end) or in_quoted_title(text, words, first)


def names_a_thing(text: str, words: Sequence[Word], first: int) -> bool:
    """Whether one of the two words before says that a street, a school, a law or a firm is called so."""
    places = _called_things()
    if first > 0 and words[first - 1].folded in ("lui", "lu"):
        return False
    for at in range(max(0, first - 2), first):
        if len(words[at].folded) < 2 or words[at].folded not in places or not _flows(text, words, at, first):
            continue
        if words[at].folded in word_list("business") - word_list("places") and not words[at].capital:
            continue  # "proprietar real", "titular credit": an ordinary word, not a firm's
        short = len(words[at].folded) < 4 and words[at].folded in word_list("address_cues")
        if not short or words[at].capital or _is_cut(text, words, at):
            return True
    at = first - 1
    while (
        at >= 0
        and first - at < _TITLE
        and _flows(text, words, at, at + 1)
        and (words[at].capital or words[at].folded in ("de", "al", "a", "din", "si"))
    ):
        if words[at].folded in places and len(words[at].folded) > 3:
            return True
        at -= 1
    return False


def _flows(text: str, words: Sequence[Word], at: int, first: int) -> bool:
    """Whether no comma, colon or end of a sentence stands between the word there and the name."""
    for left in range(at, first):
        between = text[words[left].end : words[left + 1].start]
        if _PARTED.search(between) or ("." in between and len(words[left].folded) > 4):
            return False
    return True


def in_quoted_title(text: str, words: Sequence[Word], first: int) -> bool:
    """Whether a quotation mark and a word with a capital stand before, as in: Spitalul Clinic „Dr. …”."""
    quoted = _QUOTED.search(text, max(0, words[first].start - 2), words[first].start) is not None
    return quoted and first > 0 and words[first - 1].capital


def _is_cut(text: str, words: Sequence[Word], at: int) -> bool:
    """Whether the short word is an abbreviation of an address, and not "al" or "c.d."."""
    after = text[words[at].end : words[at].end + 1]
    return after == "." and text[max(0, words[at].start - 1) : words[at].start] != "."


def _may_be_name(word: Word) -> bool:
    folded = word.folded
    return word.capital and not folded.isdigit() and folded not in _no_parts_of_names()


def _beside(text: str, words: Sequence[Word], at: int) -> bool:
    return _BESIDE.fullmatch(text, words[at - 1].end, words[at].start) is not None


def _joined(text: str, words: Sequence[Word], at: int) -> bool:
    between = _BESIDE.fullmatch(text, words[at - 1].end, words[at].start)
    return between is not None and ("." not in between[0] or len(words[at - 1].folded) == 1)
