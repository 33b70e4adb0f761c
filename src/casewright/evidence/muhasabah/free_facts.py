"""The no-free-facts detector: every assertion in a sentence needs a reference in it that says the same.

Source: spec/evidence-and-debate.md, "References in text". It is conservative: what might be a fact about the deal is
taken for one. It cannot know that a sentence means what its claim means; it knows that the claim exists in this deal,
and that every number, date and period in the sentence is the claim's own.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from casewright.domain.ids import CalcId, ClaimId
from casewright.evidence.muhasabah.days import Day
from casewright.evidence.muhasabah.figures import Figure
from casewright.evidence.muhasabah.matches import StatedValue, read_calculation, read_claim
from casewright.evidence.muhasabah.number_words import with_digits
from casewright.evidence.muhasabah.numbers import as_figure, numbers
from casewright.evidence.muhasabah.references import Reference, Referring, referring
from casewright.evidence.muhasabah.sentences import sentences
from casewright.evidence.muhasabah.subjects import told_of
from casewright.evidence.muhasabah.violations import MuhasabahViolation, Rule
from casewright.evidence.muhasabah.wording import asserts, is_labelled, judges, own_confidences, without_harmless

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from casewright.evidence.muhasabah.citable import Citations
    from casewright.evidence.muhasabah.subjects import Told

_READ = 3000
"""Characters of a sentence that is read; a longer one is refused."""
_SHOWN = 300
"""Characters of a sentence that a violation shows."""

Saying = Figure | Day


@dataclass(frozen=True, slots=True)
class Facts:
    """What a text asserts: whether anything, by which references, and what is wrong with it."""

    any: bool
    cited: tuple[Reference, ...]
    """The references in sentences that assert something, each once."""
    violations: tuple[MuhasabahViolation, ...]


def check_facts(text: str, known: Citations, confidence: float) -> Facts:
    """Every sentence of ``text`` against what the deal ``known`` says; ``confidence`` is that of the output itself."""
    cited: dict[tuple[str, str], Reference] = {}
    violations: list[MuhasabahViolation] = []
    asserted = False
    for sentence in sentences(readable(text)):
        if len(sentence) > _READ:
            asserted = True
            detail = f"A sentence of {len(sentence):,} characters is not read: write shorter ones, up to {_READ:,}"
            violations.append(MuhasabahViolation(Rule.NO_FREE_FACTS, detail, sentence[:_SHOWN]))
            continue
        checked = _Sentence(_without_names(sentence, known.absent), known)
        violations += (
            MuhasabahViolation(Rule.NO_FREE_FACTS, problem, sentence[:_SHOWN])
            for problem in checked.problems(confidence)
        )
        if checked.is_factual:
            asserted = True
            cited |= {(one.kind, one.id): one for one in checked.referring.references}
    return Facts(asserted, tuple(cited.values()), tuple(violations))


def _without_names(sentence: str, names: Collection[str]) -> str:
    """``sentence`` with spaces for these names of documents where they stand in quotation marks."""
    for name in names:
        for quoted in (repr(name), f'"{name}"', f"“{name}”") if name in sentence else ():
            sentence = sentence.replace(quoted, " " * len(quoted))
    return sentence


def readable(text: str) -> str:
    """``text`` with every digit and space in its plain form, and without signs that nobody sees."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")


@dataclass(frozen=True, slots=True)
class _Read:
    """What a sentence says, whatever deal it is about. ``text`` has its numbers in digits; places refer to it."""

    text: str
    referring: Referring
    days: tuple[Day, ...]
    figures: tuple[Figure, ...]
    asserting: str | None
    judging: str | None
    labelled: bool
    confidences: tuple[str, ...]


@lru_cache(maxsize=4096)
def _read(sentence: str) -> _Read:
    # References stand where they stood: words become digits around them, never inside.
    text = _digits_around(sentence)
    found = referring(text)
    confidences, bare = own_confidences(found.bare)
    bare = without_harmless(_without_counts(bare, found))
    dates, counted = numbers(bare)
    return _Read(
        text=text,
        referring=found,
        days=tuple(dates),
        figures=tuple(counted),
        asserting=asserts(bare),
        judging=judges(bare),
        labelled=is_labelled(sentence),
        confidences=tuple(confidences),
    )


class _Sentence:
    """One sentence against what the deal says."""

    def __init__(self, sentence: str, known: Citations) -> None:
        self._known = known
        self._read = _read(sentence)
        self.referring = self._read.referring

    @property
    def is_factual(self) -> bool:
        """Whether it asserts anything of the deal."""
        return bool(self._read.days or self._read.figures or self._read.asserting)

    def problems(self, confidence: float) -> Iterator[str]:
        """What is wrong with it, a sentence each."""
        for malformed in self.referring.malformed:
            yield f"{malformed!r} is no reference: write [claim:<uuid>] or [calc:<uuid>]"
        missing = [one for one in self.referring.references if self._lookup(one) is None]
        yield from (f"There is no {one.kind} {one.id} in this deal" for one in missing)
        yield from (
            f"The text gives {Decimal(said):f} as its confidence, the record {confidence}"
            for said in self._read.confidences
            if Decimal(said) != Decimal(str(confidence))
        )
        if self.is_factual and not self.referring.references:
            yield f"{self._first()!r} asserts something without a reference in its sentence"
        elif self.is_factual and not missing:
            yield from self._differing()
        yield from self._unlabelled()

    def _first(self) -> str:
        found = self._assertions()
        return self._shown(found[0]) if found else str(self._read.asserting)

    def _shown(self, one: Saying) -> str:
        return self._read.text[one.start : one.end].strip()

    def _unlabelled(self) -> Iterator[str]:
        if self._read.labelled:
            return
        if self._read.judging is not None:
            yield f"{self._read.judging!r} is opinion: label the sentence [subjective]"
        for one in self.referring.references:
            claim = self._known.claims.get(ClaimId(one.id)) if one.kind == "claim" else None
            if claim is not None and claim.subjective:
                yield f"Claim {one.id} is opinion: label the sentence [subjective]"

    def _lookup(self, reference: Reference) -> StatedValue | None:
        if reference.kind == "claim":
            claim = self._known.claims.get(ClaimId(reference.id))
            return read_claim(claim) if claim is not None and claim.deal == self._known.deal else None
        calc = self._known.calculations.get(CalcId(reference.id))
        return read_calculation(calc, self._known) if calc is not None and calc.deal == self._known.deal else None

    def _differing(self) -> Iterator[str]:
        """The numbers that differ in the reading of the sentence in which the fewest do."""
        groups = self.referring.groups(self._read.text)
        readings = [(self._differ(binding), binding) for binding in _bindings(self._assertions(), groups)]
        wrong, binding = min(readings, key=lambda reading: len(reading[0]))
        for one in wrong:
            yield f"{self._shown(one)!r} is not what is referred to says"
        if not wrong:
            yield from self._another_metric(binding)

    def _another_metric(self, binding: Sequence[tuple[Saying, tuple[Reference, ...]]]) -> Iterator[str]:
        """Numbers that the sentence tells of one metric, and that claims about others alone say."""
        stops = [(one.start, one.end) for one in self.referring.references]
        told = dict(zip(map(id, self._read.figures), told_of(self._read.text, self._read.figures, stops), strict=True))
        for one, group in binding:
            subject = told.get(id(one))
            said = {reference.id: self._lookup(reference) for reference in group}
            telling = [said[name] for name in self._telling(one, group)] if isinstance(one, Figure) else []
            if subject is None or not telling or any(what is None or not _says_metric(what) for what in telling):
                continue
            if not any(what is not None and self._is_told(what, subject) for what in telling):
                about = frozenset[str]().union(*(what.metrics for what in telling if what is not None))
                yield (
                    f"{self._shown(one)!r} is told of {_listed(frozenset(subject.metrics))}, and what it refers to is "
                    f"about {_listed(about) or 'something else'}"
                )

    @staticmethod
    def _is_told(said: StatedValue, subject: Told) -> bool:
        """Whether the claim is about what the number is told of, or tells it of that in its own words."""
        if subject.fits(said.metrics):
            return True
        own = _read(said.text.partition("\n")[0])
        words = zip(own.figures, told_of(own.text, own.figures, ()), strict=True)
        return any(
            found is not None and set(found.metrics) & set(subject.metrics) and said.tells(figure)
            for figure, found in words
        )

    def _assertions(self) -> list[Saying]:
        found: list[Saying] = [*self._read.days, *self._read.figures]
        return sorted(found, key=lambda one: one.start)

    def _differ(self, binding: Sequence[tuple[Saying, tuple[Reference, ...]]]) -> list[Saying]:
        """What does not match, where each assertion is borne out by the references beside it."""
        telling = {id(one): self._telling(one, group) for one, group in binding}
        wrong = [one for one, _ in binding if not telling[id(one)]]
        for one, group in binding:
            beside = _beside(one, [other for other, its in binding if its is group]) if isinstance(one, Day) else None
            if beside is not None and telling[id(one)] and telling[id(beside)].isdisjoint(telling[id(one)]):
                wrong += [one] if telling[id(beside)] else []
        return wrong

    def _telling(self, one: Saying, group: tuple[Reference, ...]) -> frozenset[str]:
        """Which of the references say this."""
        said = [(reference.id, self._lookup(reference)) for reference in group]
        found = {name for name, what in said if what is not None and self._tells(what, one)}
        if isinstance(one, Figure) and one.high is not None and not one.vague and not found:
            ends = [Figure(one.start, one.end, end, one.unit, one.currency, one.noun) for end in (one.number, one.high)]
            by_end = [{name for name, what in said if what is not None and what.tells(end)} for end in ends]
            found = set(chain(*by_end)) if all(by_end) else set()
        return frozenset(found)

    def _tells(self, said: StatedValue, one: Saying) -> bool:
        if said.tells(one):
            return True
        return isinstance(one, Day) and one.perhaps_a_number and said.tells(as_figure(one, self._read.text))


def _says_metric(what: StatedValue) -> bool:
    return what.has_metric or bool(what.metrics)


def _listed(names: frozenset[str]) -> str:
    return " and ".join(sorted(names))


def _digits_around(sentence: str) -> str:
    """``sentence`` with numbers in words as digits, references untouched."""
    parts, at = [], 0
    for one in referring(sentence).references:
        parts += [with_digits(sentence[at : one.start]), sentence[one.start : one.end]]
        at = one.end
    return "".join((*parts, with_digits(sentence[at:])))


def _without_counts(bare: str, found: Referring) -> str:
    """``bare`` without "two claims" where the sentence refers to two."""
    for kind, word in (("claim", "claims"), ("calc", "calculations")):
        count = len({one.id for one in found.references if one.kind == kind})
        bare = re.sub(rf"\b{count} {word}\b", " " * len(f"{count} {word}"), bare)
    return bare


def _bindings(
    found: Sequence[Saying], groups: Sequence[tuple[Reference, ...]]
) -> Iterator[list[tuple[Saying, tuple[Reference, ...]]]]:
    """The ways to read which references bear out which assertion: those after it, those before it, the nearest."""
    if not found:
        yield []
        return
    after = [next((group for group in groups if group[0].start >= one.end), None) for one in found]
    before = [next((group for group in reversed(groups) if group[-1].end <= one.start), None) for one in found]
    for side in (after, before):
        bound = [(one, group) for one, group in zip(found, side, strict=True) if group is not None]
        if len(bound) == len(found):
            yield bound
    yield [(one, min(groups, key=lambda group: _gap(one, group))) for one in found]


def _gap(one: Saying, group: tuple[Reference, ...]) -> int:
    return max(group[0].start - one.end, one.start - group[-1].end)


def _beside(day: Day, others: Sequence[Saying]) -> Figure | None:
    """The number that a date stands beside: the nearest."""
    numbers = [one for one in others if isinstance(one, Figure)]
    return min(numbers, key=lambda one: max(one.start - day.end, day.start - one.end), default=None)
