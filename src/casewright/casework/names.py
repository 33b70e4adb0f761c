"""Names as Romanian texts write them: words folded alike whatever the diacritics, and how cases bend them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from casewright.casework.word_lists import ordinary_words
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"[^\W_]+")
_ROMANIAN = str.maketrans("ăâîșşțţĂÂÎȘŞȚŢ", "aaissttAAISSTT")
_LOOKALIKES = str.maketrans("авеёікмнорстухѕјαβεικμνορτυχ", "abeeikmhopctyxsjabeikmvoptux")
"""Cyrillic and Greek small letters by the Latin ones that they look like."""


class Word(NamedTuple):
    """One word of a text: its place, its folded form, and whether it begins with a capital letter."""

    start: int
    end: int
    folded: str
    capital: bool


def words_in(text: str) -> list[Word]:
    """The words of the text in order; a hyphen, a dot and an underscore part words."""
    lowered = text.translate(_ROMANIAN).lower()
    if len(lowered) != len(text):
        lowered = text
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        folded = lowered[start:end]
        if lowered is text or not folded.isascii():
            folded = fold_word(text[start:end])
        found.append(Word(start, end, folded, text[start].isupper()))
    return found


def fold_word(word: str) -> str:
    """The word in lower case without diacritics, in Latin letters where others only look like them."""
    plain = word.translate(_ROMANIAN).lower()
    if plain.isascii():
        return plain
    folded = fold(word)
    return folded if folded.isascii() else folded.translate(_LOOKALIKES)


def fold_words(text: str) -> tuple[str, ...]:
    """The folded words of a name."""
    return tuple(fold_word(word) for word in _WORD.findall(text))


def forms_of(name: str) -> frozenset[str]:
    """The folded forms of one folded word of a name: genitive, vocative, plural, with articles.

    None is another name: Adrian has no form of Adriana. Some are ordinary words too ("anii" need not be Ana's), which
    ``distinct_forms`` leaves out.
    """
    if len(name) < 3 or not name.isalpha():
        return frozenset((name,))
    stems = {name, *_alternated(name)}
    return frozenset(form for stem in stems for form in _endings(stem)) | {name}


def distinct_forms(name: str) -> frozenset[str]:
    """The forms of the word that are no ordinary words, and the word as it is."""
    return (forms_of(name) - ordinary_words()) | {name}


def _endings(name: str) -> Iterator[str]:
    yield name
    yield from (name + ending for ending in ("lui", "ului", "ul", "i"))
    stem = name[:-1]
    match name[-1]:
        case "a":
            yield from (stem + ending for ending in ("ei", "ai", "o", "ii", "elor", "elei", "ele"))
            if stem[-1] in "cg":
                yield from (stem + ending for ending in ("hei", "hii", "he", "hi", "helor", "hilor"))
            if stem[-1] in "ei":
                yield from (stem[:-1] + ending for ending in ("ei", "ii", "eo", "iei", "ele", "elor"))
        case "e":
            yield from (stem + ending for ending in ("ei", "ii", "ea", "eo", "ule"))
            yield name + "le"
        case "u":
            yield from (name + ending for ending in ("le", "l", "lui", "ui"))
            yield from (stem + ending for ending in ("ii", "ilor", "i", "ule", "e", "oaia", "oaiei", "easa"))
            if name.endswith("escu"):
                root = name[:-4]
                yield from (
                    root + ending for ending in ("esti", "estii", "estilor", "easca", "eascai", "estei", "esco")
                )
            if name.endswith("anu"):
                root = name[:-4] if name[-4] in "ei" else name[:-3]
                yield from (root + ending for ending in ("ieni", "ienii", "ienilor", "ianca", "iencei"))
                yield from (root + ending for ending in ("eni", "enii", "enilor", "eanca", "encei", "ean", "eanul"))
        case "i":
            yield from (name + ending for ending in ("ului", "ul", "ule", "lor", "ei", "i"))
            yield stem + "ului"
        case _:
            yield from (name + ending for ending in ("e", "ule", "ii", "ilor"))
            if name.endswith("ean"):
                yield from (name[:-3] + ending for ending in ("eni", "enii", "enilor", "encei"))


def _alternated(name: str) -> Iterator[str]:
    """Names whose stressed vowel changes before an ending: Ileana, Ilenei; Floarea, Florii; Oana, Onei."""
    for old, new in (("ea", "e"), ("oa", "o")):
        head, found, tail = name[:-1].rpartition(old)
        if found and len(tail) in (1, 2) and name[-1] == "a":
            yield head + new + tail + "a"
    head, found, tail = name.rpartition("o")
    if found and len(tail) == 1 and tail not in "aeiou":
        yield f"{head}oa{tail}"
    if name.endswith("oarea"):
        yield name[:-5] + "orea"
