"""Names as Romanian texts write them: words folded alike whatever the diacritics, and how cases bend them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from casewright.casework.word_lists import ordinary_words, word_list
from casewright.vocabulary.folding import fold
from casewright.vocabulary.lookalikes import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"[^\W_]+")
_ROMANIAN = str.maketrans("ăâîșşțţĂÂÎȘŞȚŢ", "aaassttAAASSTT")
_WITH_I = str.maketrans("ăâîșşțţĂÂÎȘŞȚŢ", "aiissttAIISSTT")
_ONE_LETTER = re.compile("[âîÂÎ]")
"""One sound, which was written î until 1993 and is written â inside of words since; names keep either."""
_SWAPPED = {"a": "i", "i": "a"}
_BEFORE = frozenset("nrmlst")
"""Letters that most â and î stand before."""
_LOOKALIKES = LETTERS | str.maketrans("μ", "m")
"""In a name no Greek letter is a unit's."""


class Word(NamedTuple):
    """One word of a text: its place, its folded form, and whether it begins with a capital letter.

    ``other`` is how it reads where its â, or î, is written the other way; None where it has neither.
    """

    start: int
    end: int
    folded: str
    capital: bool
    other: str | None = None

    @property
    def spellings(self) -> tuple[str, ...]:
        """The folded form, and the other one where there is one."""
        return (self.folded,) if self.other is None else (self.folded, self.other)


def words_in(text: str) -> list[Word]:
    """The words of the text in order; a hyphen, a dot and an underscore part words."""
    lowered = text.translate(_ROMANIAN).lower()
    if len(lowered) != len(text):
        lowered = text
    plain = lowered is not text and _ONE_LETTER.search(text) is None
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        folded, other = lowered[start:end], None
        if not plain or not folded.isascii():
            folded, *others = spellings(text[start:end])
            other = others[0] if others else None
        found.append(Word(start, end, folded, text[start].isupper(), other))
    return found


def fold_word(word: str) -> str:
    """The word in lower case without diacritics, in Latin letters where others only look like them.

    Inside of it î is the letter that â is, so Sîrbu and Sârbu are one name; at its beginning and end it is an i.
    """
    plain = word.translate(_ROMANIAN).lower()
    if not plain.isascii():
        word = unicodedata.normalize("NFC", word)
        plain = word.translate(_ROMANIAN).lower()
    if not plain.isascii():
        folded = fold(plain)
        plain = folded if folded.isascii() else folded.translate(_LOOKALIKES)
    return _with_ends(word, plain)


@lru_cache(maxsize=16_384)
def spellings(word: str) -> tuple[str, ...]:
    """The folded form of a word and, where it has an â or î inside, how it reads with the other one as i.

    ``Sârbu`` and ``Sîrbu`` both give sarbu and sirbu: without diacritics a text has either.
    """
    folded = fold_word(word)
    composed = unicodedata.normalize("NFC", word)
    if not _ONE_LETTER.search(composed, 1, len(composed) - 1):
        return (folded,)
    other = fold_word(composed[0] + composed[1:-1].translate(_WITH_I) + composed[-1])
    return (folded,) if other == folded else (folded, other)


def likely_spellings(word: str) -> frozenset[str]:
    """How a folded word that was written without diacritics reads if one a of it stands for â, or one i for î.

    A guess: none is a frequent first name or an ordinary word, and a first name has none.
    """
    if len(word) < 4 or word in word_list("given_names"):
        return frozenset()
    swapped = {
        word[:at] + _SWAPPED[word[at]] + word[at + 1 :]
        for at in range(1, len(word) - 1)
        if word[at] in _SWAPPED and word[at + 1] in _BEFORE
    }
    return frozenset(swapped - ordinary_words() - word_list("given_names"))


def fold_words(text: str) -> tuple[str, ...]:
    """The folded words of a name."""
    return tuple(fold_word(word) for word in split_words(text))


def split_words(text: str) -> list[str]:
    """The words of a name as they are written, in composed letters."""
    return _WORD.findall(unicodedata.normalize("NFC", text))


def _with_ends(word: str, plain: str) -> str:
    if word[:1] in "îÎ" and plain:
        plain = "i" + plain[1:]
    return plain[:-1] + "i" if word[-1:] in "îÎ" and plain else plain


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
            if stem[-2:] in ("it", "ut"):
                yield from (stem + ending for ending in ("ul", "ului"))  # Niță: Nițului
            if stem[-1] in "ei":
                yield from (stem[:-1] + ending for ending in ("ei", "ii", "eo", "iei", "ele", "elor", "ie"))
        case "e":
            yield from (stem + ending for ending in ("ei", "ii", "ea", "eo", "ule"))
            yield name + "le"
        case "u":
            yield from (name + ending for ending in ("le", "l", "lui", "ui", "leasa", "lesei"))
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
            yield from (name + ending for ending in ("e", "u", "ule", "ii", "ilor", "oaia", "oaiei", "easca", "eascai"))
            if name.endswith("n"):
                yield from (name + ending for ending in ("ca", "cai", "cei"))
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
