"""Sentences of the register and of a debate's roles retold for people: short labels for sources, rounded amounts.

Each sentence stays what its source says, but for the names of programs, which become words; what is put in its place
names its own source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.ids import CalcId, ClaimId, DocumentId
from casewright.domain.values import Text
from casewright.evidence.display import show_value
from casewright.evidence.reporting.amounts import show_short
from casewright.evidence.reporting.labels import show_period
from casewright.evidence.reporting.parts import Line, Part, figure, joined, ours, quote_part
from casewright.evidence.reporting.words import capital, plain_words, word_for
from casewright.evidence.sources import SOURCE_NAME
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from casewright.domain.claims import Claim
    from casewright.domain.values import Value
    from casewright.evidence.reporting.lookup import Lookup

_REFERENCE = re.compile(r"\[(claim|calc):([0-9a-fA-F-]{36})\]")
_REFERENCES = re.compile(
    r"\s*\[(?:claim|calc):[0-9a-fA-F-]{36}\](?:(?:,| and|;)?\s*\[(?:claim|calc):[0-9a-fA-F-]{36}\])*"
)
_WANTS_NAMES = re.compile(r"(?:\b(?:on|of|against|from|to|and|cover|covers|are)|:)$", re.IGNORECASE)
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:]\s*)$")
_CITED_EACH = 2
"""How many references are cited by place; more are named by what they are about, unless the sentence does that."""
_MOST_CITED = 4
_KINDS = "|".join(sorted(map(re.escape, SOURCE_NAME.values()), key=len, reverse=True))
_BY_KIND = re.compile(rf", by the (?:{_KINDS})(?= \[(?:claim|calc):)")

Cut = tuple[int, int, Line]


class Retelling:
    """Retells texts of one report."""

    def __init__(self, at: Lookup) -> None:
        self._at = at
        self._documents = {show_text(name): document for document, name in at.record.documents.items()}
        names = "|".join(sorted(map(re.escape, filter(None, self._documents)), key=len, reverse=True))
        called = rf"(?:the )?(?:(?:{_KINDS}) )?[“\"]?(?<!\w)(?P<file>{names})(?!\w)[”\"]?"
        self._files = re.compile(called) if names else None

    def line(self, text: str, source: str, about: Iterable[Claim] = ()) -> Line:
        """``text``, which ``source`` says, retold; amounts of the claims it cites and is ``about`` are rounded."""
        told = plain_words(show_text(text))
        claims = dict.fromkeys((*about, *self._claims(told)))
        cuts = sorted(
            (*_said_by_citation(told), *self._references(told), *self._names(told), *self._figures(told, claims)),
            key=_first,
        )
        return tuple(_parts(told, source, cuts))

    def _claims(self, told: str) -> Iterator[Claim]:
        for kind, name in _REFERENCE.findall(told):
            claim = self._at.claims.get(ClaimId(name.lower())) if kind == "claim" else None
            if claim is not None:
                yield claim

    def _references(self, told: str) -> Iterator[Cut]:
        for found in _REFERENCES.finditer(told):
            named = [(kind, name.lower()) for kind, name in _REFERENCE.findall(found[0])]
            before = told[: found.start()].rstrip()
            if _WANTS_NAMES.search(before):
                names = self._named(named)
                yield found.start(), found.end(), (ours(" "), *names) if names else ()
            else:
                cited = self._cited(named, told)
                yield found.start(), found.end(), (ours(" ("), *cited, ours(")")) if cited else ()

    def _named(self, named: list[tuple[str, str]]) -> Line:
        claims = self._at.names_of(ClaimId(name) for kind, name in named if kind == "claim")
        return joined((claims, *(self._calculation(name) for kind, name in named if kind == "calc")), ", ")

    def _cited(self, named: list[tuple[str, str]], told: str) -> Line:
        if len(named) > _CITED_EACH:
            names = self._named(named)
            if not all(part.text in told for part in names if part.source is not None):
                return names
        found: dict[str, Line] = {}
        for kind, name in named:
            claim = self._at.claims.get(ClaimId(name)) if kind == "claim" else None
            line = self._calculation(name) if kind == "calc" else () if claim is None else self._place(claim, told)
            if line:
                found.setdefault("".join(part.text for part in line), line)
        return joined(list(found.values())[:_MOST_CITED]) + ((ours(" and others"),) if len(found) > _MOST_CITED else ())

    def _place(self, claim: Claim, told: str) -> Line:
        """Where a claim stands, with its amount where the sentence does not say it."""
        source = f"claim:{claim.id}"
        cited = self._at.cite_claim(claim) or (Part("a claim without a place", None, source),)
        if claim.value is None or isinstance(claim.value, Text) or show_text(show_value(claim.value)) in told:
            return cited
        return (figure(show_short(claim.value), source, source), ours(", "), *cited)

    def _calculation(self, name: str) -> Line:
        found = self._at.calculations.get(CalcId(name))
        if found is None:
            return ()
        return (Part(f"{word_for('calculation', found.type.value)}, calculated", None, f"calc:{found.id}"),)

    def _names(self, told: str) -> Iterator[Cut]:
        if self._files is None:
            return
        for found in self._files.finditer(told):
            line = self._at.cite_document(DocumentId(self._documents[found["file"]]))
            if len(line) > 1 and _SENTENCE_BEGINS.search(told[: found.start()].rstrip(" ")):
                line = (ours(capital(line[0].text)), *line[1:])
            yield found.start(), found.end(), line

    def _figures(self, told: str, claims: Iterable[Claim]) -> Iterator[Cut]:
        for claim in claims:
            source = f"claim:{claim.id}"
            if claim.value is not None:
                yield from _amounts(told, claim.value, source)
            if claim.period is not None:
                shown = show_period(claim.period)
                yield from _places(told, str(claim.period), (figure(shown, source),))
        for name in {name.lower() for kind, name in _REFERENCE.findall(told) if kind == "calc"}:
            calculation = self._at.calculations.get(CalcId(name))
            if calculation is not None and calculation.output is not None:
                yield from _amounts(told, calculation.output, f"calc:{calculation.id}")


def _said_by_citation(told: str) -> Iterator[Cut]:
    """The kind of a source where a citation follows, which says it."""
    return ((found.start(), found.end(), ()) for found in _BY_KIND.finditer(told))


def _amounts(told: str, value: Value, source: str) -> Iterator[Cut]:
    exact = show_text(show_value(value))
    if any(sign.isdigit() for sign in exact):
        yield from _places(told, exact, (figure(show_short(value), source, source),))


def _places(told: str, words: str, line: Line) -> Iterator[Cut]:
    for found in re.finditer(rf"(?<![\w.,-]){re.escape(words)}(?![\w%]|[.,-]\d)", told):
        yield found.start(), found.end(), line


def _first(cut: Cut) -> tuple[int, int]:
    """Earlier places first, of those at one place the longest."""
    return cut[0], -cut[1]


def _parts(told: str, source: str, cuts: list[Cut]) -> Iterator[Part]:
    done = 0
    for start, end, line in cuts:
        if start < done:
            continue
        if told[done:start]:
            yield quote_part(told[done:start], source)
        yield from line
        done = end
    if told[done:]:
        yield quote_part(told[done:], source)
