"""What in an answer needs no place: courtesy, questions back, headings, the list of documents. All else is a statement.

The forms are data (``harmless.toml``); none of them has room for a model's own words.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.placing.units import BROKEN, PLACE
from casewright.iql import BUILTIN
from casewright.iql.wording import fold_words
from casewright.vocabulary.number_words import ENGLISH, ROMANIAN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_FILE, _TEMPLATE, _COUNT = "FILE", "TEMPLATE", "N"
_MARK: Final = re.compile(r"\[unverified\]")
_ITSELF: Final = re.compile(r"\{is ([a-z -]+)\}", re.IGNORECASE)
_WORD_OR_SIGN: Final = re.compile(r"[^\W_]+|[^\s]")
_MARKUP: Final = "|~^<>+=`\ufe0f"
_NUMBERING: Final = re.compile(r"[\s*_]*\d{1,2}(?:\.\d{1,2})*[.)]\s")
_FENCE: Final = re.compile(r"(?:```|~~~)\w{0,12}")


class Harmless:
    """Tells them, in a turn in which these ``files`` are known; ``listed`` are all documents, None while not listed.

    ``listed`` has the status of each by its name.
    """

    def __init__(self, files: Collection[str], listed: Mapping[str, str] | None) -> None:
        self._files = sorted({*files, *(listed or ())}, key=len, reverse=True)
        self._listed = listed

    def says_nothing(self, text: str) -> bool:
        """Whether the sentence is courtesy, a question back, or offers templates; or what is left is punctuation."""
        if _FENCE.fullmatch(text.strip()):
            return True
        words = self._words(text)
        said = " ".join(words)
        if not words or _any("sentences").fullmatch(said):
            return True
        if not text.rstrip(' *_”")').endswith("?"):
            return False
        opening = _any("questions").match(said)
        return opening is not None and all(
            one in _words_of("question_words") or one == _FILE for one in said[opening.end() :].split()
        )

    def is_label(self, text: str, *, of_table: bool = False) -> bool:
        """Whether it is made of nothing but names of subjects, as headings are; in a table's head, of files too."""
        words = self._words(_NUMBERING.sub("", text, count=1))
        return bool(words) and all(one in _words_of("label_words") or (of_table and one == _FILE) for one in words)

    def names_place(self, label: str, filename: str, section: str) -> bool:
        """Whether the label of a link says where it leads and nothing else."""
        own = {*_signs(fold_words(filename.replace("_", " ")).lower()), *_signs(fold_words(section).lower())}
        words = _signs(fold_words(label.replace("_", " ")).lower())
        known = own | _words_of("place_words") | _words_of("label_words")
        return all(one in known or one == "§" or len(one) == 1 or one.isdigit() for one in words)

    def is_file(self, text: str) -> bool:
        """Whether it is the name of one document and nothing else."""
        return self._words(text) == [_FILE]

    def lists(self, text: str) -> list[str] | None:
        """The documents that a sentence lists as the matter's; None where it says anything else, or miscounts."""
        if self._listed is None:
            return None
        names = self.named(text)
        counts = [_number(one) for one in self._words(text)]
        said = " ".join(_COUNT if _number(one) is not None else one for one in self._words(text))
        if {one for one in counts if one is not None} - {len(self._listed)}:
            return None
        return names if re.fullmatch(rf"(?:{_any('listings').pattern})(?: (?:and |si )?{_FILE})*", said) else None

    def is_listed(self, text: str) -> str | None:
        """The document that a line names, with its status or without; None where it says anything else."""
        names = self.named(text)
        if len(names) != 1 or self._listed is None or names[0] not in self._listed:
            return None
        status = self._listed[names[0]].split("_")
        return names[0] if self._words(text) in ([_FILE], [_FILE, *status]) else None

    @property
    def listed(self) -> set[str]:
        """The names of all documents of the matter, as far as they were listed in this turn."""
        return set(self._listed or ())

    def named(self, text: str) -> list[str]:
        """The documents that the text names by their file names, each once."""
        found, rest = [], text
        for name in self._files:
            if name and name in rest:
                found.append(name)
                rest = rest.replace(name, " ")
        return found

    def without_names(self, text: str) -> str:
        """The text without file names."""
        for name in self._files:
            text = text.replace(name, " ") if name else text
        return text

    def _words(self, text: str) -> list[str]:
        """The words in small letters; names of files and templates without words of their own as one word each."""
        plain = _MARK.sub(" ", text.replace(PLACE, " ").replace(BROKEN, " "))
        for name in self._files:
            plain = plain.replace(name, f" \ue002{_FILE}\ue002 ") if name else plain
        plain = _ITSELF.sub(
            lambda hit: f" \ue002{_TEMPLATE}\ue002 " if hit[1].lower() in _unparametrised() else hit[0], plain
        )
        parts = plain.split("\ue002")
        return [
            word
            for number, part in enumerate(parts)
            for word in ([part] if number % 2 else _signs(fold_words(part).lower()))
        ]


def _signs(text: str) -> list[str]:
    """The words, and every sign that is more than punctuation and markup as one of its own."""
    return [
        one
        for one in _WORD_OR_SIGN.findall(text)
        if one[0].isalnum() or (one not in _MARKUP and unicodedata.category(one)[0] in "SM")
    ]


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and word.isascii() else ENGLISH.get(word, ROMANIAN.get(word))


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("casewright.agents.document.placing").joinpath("harmless.toml").read_text("utf-8"))


@cache
def _any(name: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})(?!\\w)" for one in _data()[name]))


@cache
def _words_of(name: str) -> frozenset[str]:
    return frozenset(_data()[name].split())


def orders() -> frozenset[str]:
    """Words of a question that say what to do, and not what to look for."""
    return _words_of("orders")


@cache
def _unparametrised() -> frozenset[str]:
    return frozenset(name for name, template in BUILTIN.items() if template.parameter is None)
