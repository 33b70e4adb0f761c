"""Metrics by their names in a sentence: every name that extraction or the detectors know, and more in two languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from casewright.evidence.extraction import vocabulary
from casewright.evidence.metrics import base_of_change, is_change, known_metrics, metric_name
from casewright.evidence.muhasabah.word_lists import word_lists
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Mention:
    """The name of a metric at ``text[start:end]``; ``metric`` is the one name that it has everywhere."""

    start: int
    end: int
    metric: str


@lru_cache(maxsize=4096)
def mentions(text: str) -> tuple[Mention, ...]:
    """The metrics that ``text`` names, in order. A longer name counts alone: recurring revenue is no revenue."""
    plain = plain_letters(text).lower().replace("_", " ")
    everyday = word_lists()["everyday"]
    found = [
        Mention(one.start, one.end, metric_name(one.metric.name))
        for one in vocabulary.mentions(plain)
        if plain[one.start : one.end] not in everyday
    ]
    found += [Mention(*match.span(), _names()[" ".join(match[0].split())]) for match in _known().finditer(plain)]
    found += [Mention(*match.span(), name) for name, form in _forms() for match in form.finditer(plain)]
    kept: list[Mention] = []
    for one in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if not _is_another_word(one, text, plain) and not any(
            one.start < other.end and other.start < one.end for other in kept
        ):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start))


def metrics(text: str) -> frozenset[str]:
    """The metrics that ``text`` names."""
    return frozenset(one.metric for one in mentions(text))


@lru_cache(maxsize=4096)
def about(metric: str | None, text: str) -> tuple[frozenset[str], bool]:
    """What a claim of that metric and those words may be told of, and whether its metric is one that is known.

    A growth of revenue may be told of revenue, a monthly churn of churn. Of a metric of another name everything counts
    that its name or its words mention.
    """
    name = None if metric is None else metric_name(metric)
    if name is None or not _is_known(name):
        named = metrics(f"{metric or ''}\n{text}")
        return named | {f"{one} growth" for one in named if is_change(metric or "")}, False
    also = filter(_is_known, (name.removeprefix("monthly "), base_of_change(name)))
    return frozenset({name, *also, *_like().get(name, ())}), True


def _is_another_word(one: Mention, text: str, plain: str) -> bool:
    """Whether the name is part of something else: "cash flow", or a person called Sam."""
    if plain[one.end :].lstrip().startswith("flow") and plain[one.start : one.end] == "cash":
        return True
    written = text[one.start : one.end]
    return written.lower() in word_lists()["capitals_only"] and not written.isupper()


@cache
def _names() -> dict[str, str]:
    everyday = set(word_lists()["everyday"])
    return {name: metric for name, metric in known_metrics().items() if name not in everyday}


def _is_known(name: str) -> bool:
    """Whether it is the one name of a metric."""
    return vocabulary.metric(name) is not None or name in _listed()


@cache
def _listed() -> frozenset[str]:
    return frozenset({*known_metrics().values(), *(name for name, _ in _forms())})


@cache
def _known() -> re.Pattern[str]:
    names = sorted(_names(), key=len, reverse=True)
    forms = "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in names)
    return re.compile(rf"(?<![\w/-])(?:{forms})(?![\w/-])")


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(_read_forms())


def _read_forms() -> Iterator[tuple[str, re.Pattern[str]]]:
    for name, forms in word_lists()["metric_forms"].items():
        yield name, re.compile(rf"\b(?:{'|'.join(forms)})(?![a-z])")


@cache
def _like() -> dict[str, tuple[str, ...]]:
    return {name: tuple(others) for name, others in word_lists()["told_as"].items()}
