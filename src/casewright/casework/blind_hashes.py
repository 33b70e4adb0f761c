"""Keyed hashes of the words and values by which a party is known: they can be compared, and not read.

A hash tells what may match: ``any`` a word wherever it stands, ``capital`` a word only where it begins with a capital
letter, ``inside`` only where it does so inside a sentence, ``beside`` only next to another name of its party, ``start``
the first of several words, ``words`` all of them, ``capital words`` the same with a capital, ``initial`` a first
letter, ``likely`` how a word may read with â or î where it was declared without diacritics, ``stranger`` a word of an
undeclared name, a kind of identifier its one spelling, ``address`` how one begins.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from casewright.casework.addresses import address_key
from casewright.casework.identifiers import identifiers_in, normal_form
from casewright.casework.names import (
    distinct_forms,
    fold_word,
    fold_words,
    forms_of,
    likely_spellings,
    spellings,
    split_words,
)
from casewright.casework.word_lists import no_surnames, ordinary_words, word_list
from casewright.vocabulary.company_forms import ROMANIAN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.parties import PartyKind

LONGEST = 8
"""Words that a name of a firm or the beginning of an address is compared by."""
_SPELT = ("srl", "sa")
"""Forms that are written with full stops between their letters too."""
_LEGAL_WRITINGS = (
    *(((), (form,)) for form in ROMANIAN if form not in _SPELT),
    *(((), writing) for form in _SPELT for writing in ((form,), tuple(form))),
    (("sc",), ()),
    (("s", "c"), ()),
    (("societatea",), ()),
    (("firma",), ()),
    (("compania",), ()),
)
"""What a firm whose name is an ordinary word must be written with to be known by it."""
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""Which a text may leave out: Electro-Montaj, Electromontaj."""
_NUMBERS = {"cnp": "cnp", "email": "email", "phone": "phone", "cui": "cui", "registrationNumber": "registrationNumber"}

_WITH_I = str.maketrans("âîÂÎ", "iiII")
"""What a text without diacritics may write for a letter that had two."""

_MARKS = {
    "any": b"a",
    "capital": b"c",
    "beside": b"b",
    "start": b"s",
    "initial": b"i",
    "inside": b"m",
    "stranger": b"x",
    "likely": b"l",
}
MARKS = frozenset(_MARKS.values())


class BlindKey:
    """Makes the hashes, 16 bytes each. The key is 16 to 64 secret bytes."""

    def __init__(self, key: bytes) -> None:
        if not 16 <= len(key) <= 64:
            raise ValueError("a key of blind hashes has 16 to 64 bytes")
        self._key = key
        self._words = lru_cache(maxsize=32_768)(lambda word: self._of("word", word)[:-1])

    def marked(self, word: str) -> bytes:
        """What every hash of this word as a name begins with; the rest tells what may match."""
        return self._words(word)

    def value(self, kind: str, written: str) -> bytes:
        """The hash of a value of this kind, however it was written."""
        return self._of(kind, normal_form(kind, written))

    def word(self, domain: str, content: str) -> bytes:
        """The hash of a word, of several, or of an identifier's one spelling, told apart by what may match."""
        mark = _MARKS.get(domain)
        return self._of(domain, content) if mark is None else self._words(content) + mark

    def text(self, text: str) -> str:
        """The keyed hash of any text, 32 hexadecimal digits: what a record may hold instead of it."""
        return self._of("text", text).hex()

    def _of(self, domain: str, content: str) -> bytes:
        said = f"{domain}\0{content}".encode("utf-8", "surrogatepass")
        return blake2b(said, key=self._key, digest_size=16).digest()


def entries_of(key: BlindKey, kind: PartyKind, values: Mapping[str, str]) -> list[tuple[bytes, int, str]]:
    """What the blind index holds of a party: (hash, words that it stands for, field), by the fields of its kind."""
    made: dict[tuple[bytes, str], int] = {}
    for field, value in values.items():
        for entry, length in _of_field(key, field, value):
            made[entry, field] = length
    if kind == "individual":
        for field in ("firstName", "lastName"):
            made.update({(key.word("initial", word[0]), field): 1 for word in fold_words(values.get(field, ""))})
    return [(entry, length, field) for (entry, field), length in made.items()]


def name_hashes(key: BlindKey, word: str, *, capital: bool) -> tuple[bytes, ...]:
    """What one folded word of a text is looked up by."""
    return (key.word("any", word), key.word("capital", word)) if capital else (key.word("any", word),)


def core_words(name: str) -> tuple[str, ...]:
    """The folded words of a firm's name without its legal form, or all of them where nothing else is left."""
    words = list(fold_words(name))
    legal = word_list("legal_forms")
    while words and words[-1] in legal:
        words.pop()
    while words and words[0] in legal:
        words.pop(0)
    return tuple(words) or fold_words(name)


def _of_field(key: BlindKey, field: str, value: str) -> Iterator[tuple[bytes, int]]:
    if field in ("firstName", "lastName"):
        for word in split_words(value):
            for spelling in spellings(word):
                yield from _of_name(key, spelling)
            if word.isascii():
                likely = {form for spelling in likely_spellings(fold_word(word)) for form in distinct_forms(spelling)}
                yield from ((key.word("likely", form), 1) for form in likely)
    elif field == "organizationName":
        for written in dict.fromkeys((value, value.translate(_WITH_I), _HYPHEN.sub("", value))):
            yield from _of_firm(key, written)
    elif field in _NUMBERS:
        yield key.value(_NUMBERS[field], value), 1
    elif field in ("address", "registeredAddress"):
        for written in dict.fromkeys((value, value.translate(_WITH_I))):
            yield from _of_address(key, address_key(written))
    else:
        yield from _of_contact(key, value)


def _of_name(key: BlindKey, word: str) -> Iterator[tuple[bytes, int]]:
    for form in forms_of(word):
        if form in ordinary_words():
            yield key.word("beside", form), 1
            if len(form) > 2:
                yield key.word("capital" if form == word else "inside", form), 1
        else:
            yield key.word("any" if len(form) > 2 else "capital", form), 1


def _of_firm(key: BlindKey, name: str) -> Iterator[tuple[bytes, int]]:
    core = core_words(name)[:LONGEST]
    plain = [word for word in core if word not in ordinary_words() and len(word) > 3 and not word.isdigit()]
    yield from ((key.word("beside", word), 1) for word in core if len(word) > 2)
    if len(core) == 1 and plain:
        yield from ((key.word("any", form), 1) for form in distinct_forms(core[0]))
    elif len(core) > 1:
        if core[0] in plain:
            yield key.word("capital", core[0]), 1
        for last in distinct_forms(core[-1]):
            yield from _window(key, (*core[:-1], last), domain="words" if plain else "capital words")
        if (genitive := _genitive(core)) is not None:
            yield from _window(key, genitive, domain="words" if plain else "capital words")
    if not plain:
        for before, after in _LEGAL_WRITINGS:
            yield from _window(key, (*before, *core, *after))


def _genitive(core: tuple[str, ...]) -> tuple[str, ...] | None:
    """How a text names an association's or an office's, each with its adjective: Asociației Culturale Dorna."""
    head = core[0]
    if head not in word_list("business") and head not in word_list("no_names") | no_surnames():
        return None
    if head.endswith("ul"):
        return (f"{head}ui", *core[1:])
    if not head.endswith("a"):
        return None
    ending = "ii" if head.endswith("ua") else "ei"
    adjective = core[1][:-1] + "e" if len(core) > 2 and core[1].endswith("a") else core[1]
    return (head[:-1] + ending, adjective, *core[2:])


def _of_address(key: BlindKey, words: tuple[str, ...]) -> Iterator[tuple[bytes, int]]:
    for length in range(2, min(len(words), LONGEST) + 1):
        if any(character.isdigit() for word in words[1:length] for character in word):
            yield from _window(key, words[:length])
            yield key.word("address", " ".join(words[:length])), length


def _of_contact(key: BlindKey, value: str) -> Iterator[tuple[bytes, int]]:
    rest = value
    for found in reversed(identifiers_in(value)):
        yield key.word(found.kind, found.normal), 1
        rest = rest[: found.start] + " " + rest[found.end :]
    for written in split_words(rest):
        for word in spellings(written):
            if len(word) > 2 and word not in word_list("about_contacts"):
                yield from _of_name(key, word)


def _window(key: BlindKey, words: Sequence[str], *, domain: str = "words") -> Iterator[tuple[bytes, int]]:
    yield key.word(domain, " ".join(words)), len(words)
    yield key.word("start", words[0]), len(words)
