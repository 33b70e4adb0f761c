"""What words beside a figure call it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis
from casewright.evidence.display import show_value
from casewright.evidence.extraction.claim_sentence import when
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.unit_words import without_units
from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from casewright.domain.periods import Period
    from casewright.domain.values import Value

EMPTY = re.compile(
    r"(?:sub)?(?:grand )?total\w*|sum\w*|others?|amounts?|values?|balance|net|gross|average|number|quantity"
    r"|units?|actual|budget|share|%|of which|result"
    r"|rest|difference|change|variance|altele|alte|valoare|suma|diverse"
)
ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_IDLE = re.compile(r"\b(?:the|our|of|in|at|as|for|to|and|a|an|total|group|reported|de|din|la|al|a|cu|in)\b")
LONGEST = 70
_RATE = r"(?<!per )(?<!for each )(?<!for every )"
"""What is so many for each million is no million."""
SCALED = re.compile(rf"\b{_RATE}(?:thousands?|mii|k)\b|(?<![\d.,]){_RATE}'?000s?\b")
MILLIONS = re.compile(rf"\b{_RATE}(?:millions?|mn|mio|mln|milioane)\b")
_FEWEST_LETTERS = 3


def name_of_label(label: str, above: str) -> str:
    """The label as the name of a metric; with what stands above it where it names nothing by itself."""
    own = clean(label)
    if not own:
        return ""
    if EMPTY.fullmatch(own) or all(EMPTY.fullmatch(word) for word in own.split()):
        over = clean(above)
        return f"{over}: {own}"[:LONGEST] if over else ""
    return own[:LONGEST]


def clean(label: str) -> str:
    """The telling words of a label, without units, times, scales and what stands in brackets; "" where it has none."""
    line = plain(label)
    for time in reversed(times(line)):
        line = f"{line[: time.start]} {line[time.end :]}"
    line = without_units(ASIDE.sub(" ", line))
    line = MILLIONS.sub(" ", SCALED.sub(" ", line))
    line = re.sub(r"^\s*(?:\d+(?:\.\d+)*\.?|[a-z]\))\s+|[^\w&%/'’ -]+", " ", line)
    words = [word for word in _IDLE.sub(" ", line).split() if any(character.isalnum() for character in word)]
    letters = sum(letter.isalpha() for word in words for letter in word)
    return " ".join(words) if letters >= _FEWEST_LETTERS else ""


def say_figure(metric: str, value: Value, period: Period | None, entity: str | None, basis: Basis) -> str:
    """The claim in a sentence."""
    whose = f" of {entity}" if entity else ""
    expected = " (forecast)" if basis is Basis.FORECAST else ""
    dated = "" if period is None else f" {when(period)}"
    return f"{metric[0].upper()}{metric[1:]}{whose}: {show_value(value)}{dated}{expected}."
