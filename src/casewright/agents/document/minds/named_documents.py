"""Where a question names documents, by filename or as people say it: "the lease", "the contract with Acme".

Which documents are meant is the tools' to say (``evidence.naming``), which read titles and parties; where they say
nothing, file names are compared as people shorten them, in the listing that the planner has before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.iql.wording import fold_words, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PLACEHOLDER = "thedoc"
"""Stands in a question where a document was named, so that its name is not read as what is asked."""


@dataclass(frozen=True, slots=True)
class Named:
    """A document as it was named. ``surely``: nothing else can be meant, so one that is not there is asked about."""

    words: str
    start: int
    end: int
    surely: bool


_FILE = re.compile(
    r"[\w()&.+-]+\.(?:pdf|docx?|txt|md|html?|eml|xlsx?|csv)\b|\"[^\"]+\.(?:pdf|docx?|txt|md|html?|eml|xlsx?|csv)\"",
    re.IGNORECASE,
)
_NOUN = r"agreement|contract|lease|nda|msa|sow|licen[cs]e|deed|letter|standstill|memo(?:randum)?|policy|addendum"
_ALONE = frozenset({"lease", "nda", "msa", "sow", "standstill", "addendum"})
_PHRASE = re.compile(
    rf"\b(?P<the>the |our |their "
    rf"|your )?(?P<words>(?:[\w-]+ ){{0,4}})(?P<noun>(?:{_NOUN})(?: (?:{_NOUN}))*)\b",
    re.IGNORECASE,
)
_WITH = re.compile(
    rf"\b(?:(?i:the|our|their|your) )?(?:[\w-]+ ){{0,2}}(?i:{_NOUN})(?:ul)?s? (?:with|between|cu|dintre) (?:the )?"
    r"[A-Z][\w&.'-]*(?:,? (?:and |& |si )?[A-Z][\w&.'-]*)*"
)
_OTHER = re.compile(
    r"\b(?:the )?other (?:contract|agreement|document|file|lease|one|deed)s?\b|\bthe others\b", re.IGNORECASE
)
_NOT_PART_OF_A_NAME = words_of(
    "the a an this that these those each any every all some which what whose our their its his her your my same such "
    "whole entire full complete present instant other another one two both either first last in of from under within "
    "for to on with by about at is are was does do did has have find show list open read give summarise summarize "
    "search tell me please compare and or not but if whether does kindly us contain contains signed governs terminate "
    "ip patent copyright trademark property intellectual exclusive perpetual end ends expire clause clauses governing "
    "when where who how much long sumarize rezuma see print display get us into insurance privacy be can could would "
    "whats what's there provision provisions law under sort types kind executed disclosed selected chosen open "
    "acest acel acestui acelui doilea treilea primul ultimul celalalt semnat"
)  # fmt: skip


def named_in(words: str) -> list[Named]:
    """The documents that the folded ``words`` name, from left to right. Whether they exist is not known here."""
    found = [Named(hit[0].strip('"'), *hit.span(), surely=True) for hit in _FILE.finditer(words)]
    found += [Named("other", *hit.span(), surely=False) for hit in _OTHER.finditer(words)]
    phrases = [Named(hit[0], *hit.span(), surely=False) for hit in _WITH.finditer(words)]
    phrases += [named for hit in _PHRASE.finditer(words) if (named := _phrase(hit)) is not None]
    for named in phrases:
        if all(named.end <= one.start or named.start >= one.end for one in found):
            found.append(named)
    return sorted(found, key=lambda one: one.start)


def _phrase(hit: re.Match[str]) -> Named | None:
    """The name at a noun such as "agreement": the words before it that can be part of a name."""
    kept: list[str] = []
    for word in reversed(hit["words"].split()):
        if word.lower() in _NOT_PART_OF_A_NAME:
            break
        kept.insert(0, word)
    noun = hit["noun"].lower()
    if not kept and noun not in _ALONE and " " not in noun:
        return None
    name = " ".join([*kept, hit["noun"]])
    start = hit.end() - len(name)
    article = re.search(r"(?:the|our|their|your) \Z", hit.string[:start], re.IGNORECASE)
    surely = article is not None and noun not in ("license", "licence", "policy", "letter") and noun != "deed"
    return Named(name, article.start() if article else start, hit.end(), surely)


@dataclass(frozen=True, slots=True)
class Told:
    """That the tools said that ``words`` mean the documents with these ids; not ``certain``: any one of them."""

    words: str
    documents: tuple[str, ...]
    certain: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """The documents of a matter: filenames by id, and what the tools said of the question's words."""

    files: Mapping[str, str]
    told: tuple[Told, ...] = ()

    def meant(self, name: str) -> list[str]:
        """The ids of the documents that ``name`` means. Empty where none is meant."""
        told = self.told_of(name)
        return list(told.documents) if told is not None else _by_filename(name, self.files)

    def told_of(self, name: str) -> Told | None:
        """What the tools said of these words; None where they said nothing."""
        words = set(_words(fold_words(name).lower())) - _SMALL
        meant = []
        for one in self.told:
            theirs = set(_words(fold_words(one.words).lower())) - _SMALL
            if words and theirs and (words <= theirs or theirs <= words):
                meant.append(one)
        if not meant:
            return None
        documents = dict.fromkeys(id_ for one in meant for id_ in one.documents)
        return Told(name, tuple(documents), all(one.certain for one in meant))


def _by_filename(name: str, files: Mapping[str, str]) -> list[str]:
    """A filename that is the name itself counts alone.

    Otherwise every word of the name must begin a word of the filename, or the name be its initials ("NDA").
    """
    wanted = fold_words(name).lower().strip()
    exact = [id_ for id_, filename in files.items() if fold_words(filename).lower() in (wanted, wanted.split("/")[-1])]
    if exact:
        return exact
    words = [word for word in _words(wanted) if word not in _WEAK] or list(_words(wanted))
    return [id_ for id_, filename in files.items() if _means(words, list(_words(fold_words(filename).lower())))]


_SMALL = frozenset({"the", "our", "their", "your", "with", "between", "and", "of", "cu", "dintre", "si"})
_WEAK = frozenset({"agreement", "contract", "document", "the", "of", "and", "license", "licence", "deed", "letter"})


def _means(words: Sequence[str], parts: Sequence[str]) -> bool:
    initials = "".join(part[0] for part in parts[:-1])
    if len(words) == 1 and len(words[0]) >= 3 and words[0] == initials:
        return True
    return bool(words) and all(any(_alike(word, part) for part in parts) for word in words)


def _alike(word: str, part: str) -> bool:
    least = min(len(word), len(part))
    return word == part or (least >= 4 and abs(len(word) - len(part)) <= 2 and word[: least - 1] == part[: least - 1])


def _words(text: str) -> Iterator[str]:
    return (word for word in re.split(r"[^a-z0-9]+", text) if word)


def blank(words: str, named: Sequence[Named]) -> str:
    """``words`` with a placeholder where each of ``named`` stands."""
    for one in reversed(named):
        words = f"{words[: one.start]}{PLACEHOLDER}{words[one.end :]}"
    return words
