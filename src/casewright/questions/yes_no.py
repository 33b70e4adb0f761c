"""Yes/no questions and sentences, read for who may, must or does what (``polarity.toml``)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from casewright.iql.wording import fold_words
from casewright.questions.alike import alike, says_little, words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Asks = Literal["may", "must", "banned", "does"]
Kind = Literal["may", "must", "shall", "is", "unclear"]

_LEADING: Final = re.compile(r"^(?:(?:and|so|but|please|si|dar|iar|oare)\b[ ,]*)+")
_BOUND: Final = re.compile(r"[,;:(]")
_JOINED: Final = re.compile(r"[,;]? \b(?:but|and|or|however|iar|dar|insa|si)\b")
_ENDS: Final = re.compile(r"[,;]? \b(?:but|iar|dar|insa)\b(?: \S+){0,3}$")
_SENTENCE: Final = re.compile(r"(?<=[a-z0-9)\]\"'])[.;:!?]+(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Asked:
    """A yes/no question. ``subject``: the words for who does it, empty where they stand among ``done``, what is done.

    ``without``: it asks whether that goes without a consent or a notice; ``consent``: whether a consent is needed.
    """

    asks: Asks
    subject: tuple[str, ...]
    done: tuple[str, ...]
    without: bool = False
    consent: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """All its words that say something."""
        return tuple(word for word in (*self.subject, *self.done) if not says_little(word))


@dataclass(frozen=True, slots=True)
class Said:
    """A modal of a sentence with the words before and behind it. ``doer``: those before it in its own clause.

    ``rest`` is all of the sentence behind it. ``loose``: what is done may stand before it as well
    ("subletting is prohibited").
    """

    kind: Kind
    affirms: bool
    before: str
    doer: str
    behind: str
    rest: str
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language by which polarity is told."""

    name: str
    asks: tuple[tuple[Asks, re.Pattern[str]], ...]
    says: tuple[tuple[Kind, bool, bool, re.Pattern[str]], ...]
    says_any: re.Pattern[str]
    consent: re.Pattern[str]
    exception: re.Pattern[str]
    without: re.Pattern[str]
    negation: re.Pattern[str]
    none: frozenset[str]
    unless: re.Pattern[str]
    condition: re.Pattern[str]
    opposite: re.Pattern[str]


def plain(text: str) -> str:
    """The text as patterns read it: folded, in small letters, with single spaces."""
    return " ".join(fold_words(text).lower().split())


def sentences_in(text: str) -> list[str]:
    """The sentences of a plain text."""
    return [one.strip() for one in _SENTENCE.split(text) if one.strip()]


def read_question(text: str, language: Language) -> Asked | None:
    """What the plain question asks; None where it is no yes/no question of the language, or is one that denies."""
    asked = _LEADING.sub("", text).rstrip("?!. ")
    without = language.without.search(asked) is not None
    asked = " ".join(language.without.sub(" ", asked).split())
    if language.negation.search(asked):
        return None
    consent = None if without else language.consent.search(asked)
    if consent is not None:  # "does the tenant need …", or of nobody by name: "is consent needed …"
        who, done = words_in(asked[: consent.start()])[1:], words_in(asked[consent.end() :])
        return Asked("may", tuple(who), tuple(done), consent=True)
    for asks, pattern in language.asks:
        hit = pattern.match(asked)
        if hit is not None:
            parts = hit.groupdict()
            subject = tuple(words_in(parts.get("S") or ""))
            return Asked(asks, subject, tuple(words_in(parts["P"])), without)
    return None


def said_in(sentence: str, language: Language) -> list[Said]:
    """The modals of a plain sentence, from left to right."""
    hits = [(hit.start(), hit.end(), _kind(hit, language)) for hit in language.says_any.finditer(sentence)]
    found = []
    for number, (start, end, (kind, affirms, loose)) in enumerate(hits):
        low = hits[number - 1][1] if number else 0
        high = hits[number + 1][0] if number + 1 < len(hits) else len(sentence)
        before, behind = sentence[low:start], _ENDS.sub("", sentence[end:high])
        if number:
            before = _JOINED.split(before)[-1]
        doer = next((part for part in reversed(_BOUND.split(before)) if part.strip()), "")
        found.append(Said(kind, affirms, before, doer, behind, sentence[end:], loose))
    return found


def plainly_said(sentence: str, asked: Asked, language: Language) -> Iterator[Said]:
    """A sentence without a modal, cut at the verb that the question asks about."""
    if asked.asks != "does" and language.name == "english":
        return
    for hit in re.finditer(r"[^\W_]+(?:['-][^\W_]+)*", sentence):
        if any(alike(hit.group(), word) for word in asked.words):
            before, behind = sentence[: hit.start()], sentence[hit.start() :]
            doer = next((part for part in reversed(_BOUND.split(before)) if part.strip()), "")
            yield Said("is", affirms=True, before=before, doer=doer, behind=behind, rest=behind)


@cache
def languages() -> tuple[Language, ...]:
    """The languages that are read, in order."""
    data = tomllib.loads(files("casewright.questions").joinpath("polarity.toml").read_text("utf-8"))
    return tuple(_language(name, told) for name, told in data.items())


def _language(name: str, told: dict[str, Any]) -> Language:
    says = [
        (cast("Kind", kind), affirms == "yes", "loose" in more, re.compile(rf"(?:{pattern})"))
        for kind, affirms, pattern, *more in told["says"]
    ]
    return Language(
        name,
        tuple((cast("Asks", asks), re.compile(_named(pattern))) for asks, pattern in told["asks"]),
        tuple(says),
        re.compile(rf"\b(?:{'|'.join(one.pattern for *_, one in says)})(?!\w)"),
        re.compile(told["consent"]),
        re.compile(told["exception"]),
        re.compile(rf"\b{told['without']}\b"),
        re.compile(told["negation"]),
        frozenset(told["none"]),
        re.compile(told["unless"]),
        re.compile(told["condition"]),
        re.compile(told["opposite"]),
    )


def _named(pattern: str) -> str:
    return pattern.replace("<S>", "(?P<S>.+?)").replace("<P>", "(?P<P>.+)")


def _kind(hit: re.Match[str], language: Language) -> tuple[Kind, bool, bool]:
    """Of the modals that a match may be the one that it is."""
    return next((kind, affirms, loose) for kind, affirms, loose, one in language.says if one.fullmatch(hit.group()))


def share(words: Sequence[str], of: Sequence[str]) -> float:
    """The share of ``words`` that have a form among ``of``; 0 where there are none."""
    return sum(any(alike(word, other) for other in of) for word in words) / len(words) if words else 0.0
