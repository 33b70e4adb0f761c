"""When two names mean the same document: case, accents, punctuation, numbering and extensions aside.

In doubt they do, since a document that is said to be missing is an accusation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from casewright.vocabulary.folding import compatible_letters

EXTENSION: Final = re.compile(
    r"\.(?:pdf|docx?|docm|rtf|odt|xlsx?|xlsm|xlsb|ods|csv|tsv|pptx?|odp|eml|msg|txt|md|html?|xml|json|zip|jpe?g|png|gif"
    r"|tiff?|mp[34]|mov)(?![\w])",
    re.I,
)
"""The extension of a file's name, wherever it stands in a line."""

NUMBER: Final = re.compile(
    r"\(?(?:\d{1,3}(?:[.\-_]\d{1,3}){0,5}|[A-Z](?:[.\-_]?\d{1,3}){1,5}|[A-Z](?=[.)]))\)?[.):\-_\s]+(?!\d)"
)
"""A number at the front of a name: "01 ", "1.2.3_", "A.4 - ", "(12) "; none that a date begins with."""

_EXTENSION_AT_END: Final = re.compile(EXTENSION.pattern + r"\Z", re.I)
_WORD: Final = re.compile(r"[^\W_]+")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SEPARATOR: Final = re.compile(r"[/\\]")
_LEVEL: Final = re.compile(r"\d+|[A-Z]", re.I)

_IDLE: Final = frozenset({"a", "an", "and", "at", "by", "for", "in", "of", "on", "the", "to", "with"})
_VERSIONS: Final = frozenset({
    "clean", "copy", "draft", "executed", "final", "fully", "new", "redacted", "revised", "scan", "scanned", "signed",
    "signature", "updated", "vf",
})  # fmt: skip
_PARTS: Final = frozenset({
    "addendum", "amendment", "annex", "annexe", "annexes", "appendices", "appendix", "exhibit", "part", "schedule",
    "supplement", "supplementary", "volume", "two", "three", "second", "third", "ii", "iii",
})  # fmt: skip
"""Words that make of a document's name that of another, which belongs to it."""
_VERSION: Final = re.compile(r"v\d{1,2}|\d{8}")


@dataclass(frozen=True, slots=True)
class DocumentName:
    """A name as it is compared. ``number`` is that at its front, level by level; empty where it has none."""

    words: tuple[str, ...]
    number: tuple[str, ...]
    is_file: bool

    def means(self, other: DocumentName) -> bool:
        """Whether this, a name in an index, and the other, a file's, may well be one document's."""
        if not self.words or not other.words:
            return False
        if "".join(self.words) == "".join(other.words) or (len(self.number) > 1 and self.number == other.number):
            return True
        mine, theirs = frozenset(self.words), frozenset(other.words)
        if _only_versions(mine ^ theirs):
            return True
        if self.is_file:
            return False
        # A title need not say all that a file's name says, but its numbers, dates and parts count.
        said_more, told_more = mine - theirs, theirs - mine
        if not said_more:
            return len(mine) > 1
        return not told_more and len(theirs) > 1 and not any(_tells_apart(word) for word in said_more)


def name_of(written: str) -> DocumentName:
    """The name of a file or a title as it is compared; of a path its last part."""
    last = _SEPARATOR.split(written.strip())[-1] if _EXTENSION_AT_END.search(written.strip()) else written.strip()
    bare = _EXTENSION_AT_END.sub("", last)
    number = NUMBER.match(bare)
    rest = bare[number.end() :] if number is not None else bare
    words = _words(rest)
    if not words:
        return DocumentName(_words(bare), (), bare != last)
    return DocumentName(words, levels_of(number[0]) if number is not None else (), bare != last)


def levels_of(number: str) -> tuple[str, ...]:
    """The parts of a number, zeros at their fronts aside: "01.2" is ("1", "2")."""
    return tuple(part.lstrip("0").upper() or "0" for part in _LEVEL.findall(number))


def _words(text: str) -> tuple[str, ...]:
    plain = compatible_letters(_HUMP.sub(" ", text))
    return tuple(word for word in _WORD.findall(plain.casefold()) if word not in _IDLE)


def _only_versions(words: frozenset[str]) -> bool:
    """Whether the words only say which version of a document it is."""
    return all(word in _VERSIONS or _VERSION.fullmatch(word) is not None for word in words)


def _tells_apart(word: str) -> bool:
    return word in _PARTS or any(character.isdigit() for character in word)
