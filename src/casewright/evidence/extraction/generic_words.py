"""Figures of running text whose metric no vocabulary knows: named by the words that lead to them or follow them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass, Materiality
from casewright.domain.periods import PeriodKind
from casewright.domain.values import Count, Monetary, Percentage
from casewright.evidence.extraction import vocabulary
from casewright.evidence.extraction.bases import find_basis
from casewright.evidence.extraction.figure_names import EMPTY, clean, say_figure
from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.proposal import WRITTEN, Proposal
from casewright.evidence.extraction.times import times, with_year_end
from casewright.evidence.extraction.vocabulary import Kind, mentions, plain
from casewright.evidence.metrics import metric_name
from casewright.evidence.value_struct import number_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.values import Value
    from casewright.evidence.extraction.tables import Setting

_SAID = re.compile(
    r"(?P<label>(?:[A-Za-zÀ-ž&’'-]+ ){0,3}[A-Za-zÀ-ž&’'-]+)\s*(?::|\bof\b|\bwas\b|\bwere\b|\bis\b|\bare\b"
    r"|\breached\b|\bstood at\b|\bstands at\b|\bamounted to\b"
    r"|\bcame to\b|\btotalled\b|\bat\b|\bde\b|\ba fost de\b|\beste de\b|\ba atins\b)\s*(?:about |some |over "
    r"|nearly |around |circa |approximately )?$"
)
_AFTER = re.compile(r"\s+(?:of )?(?P<noun>[a-z][a-z-]{3,}(?: [a-z][a-z-]{3,})?)\b")
_WORDS = re.compile(r"[a-z]+")
_NO_NOUN = frozenset(
    _WORDS.findall(
        "days months years weeks hours minutes times percent thousand million billion were with from have that than "
        "under over about each more less later earlier before after zile luni ani"
    )
)
_STOP = frozenset(
    _WORDS.findall(
        "the a an our its their this that which of in at on for to and or by with from as is was were are be been it "
        "we they total about some over price fee sum amount amounts value rate up down more less than further cap"
    )
)
_BROUGHT = re.compile(r"\b(?:adjusted|underlying|normali[sz]ed|recurring|pro forma|run[- ]rate|covenant|budgeted)\s+$")
"""Before a metric: it is not the metric as the accounts have it."""
_NEAR = 60
_OF = 20


def in_words(text: str, start: int, end: int, setting: Setting) -> Iterator[Proposal]:
    """Amounts, shares and counts of a sentence whose label stands right before or after them."""
    words = text[start:end]
    if "\t" in words:
        return
    named = times(words)
    for figure in figures(words, setting.style, setting.dollars):
        about = _said_of(words, figure.start, figure.end, has_unit=figure.unit is not None)
        if figure.unit is not None and figure.unit.kind is Kind.RATIO:
            about = _multiple_of(words, figure.start, figure.end)
        if not about or figure.metric is not None or vocabulary.metric(metric_name(about)) is not None:
            continue
        value: Value
        if figure.unit is not None and figure.unit.kind is Kind.MONEY and figure.unit.currency is not None:
            value = Monetary(figure.number * figure.unit.scale, figure.unit.currency)
        elif figure.unit is not None and figure.unit.kind is Kind.PERCENT:
            value = Percentage(figure.number / 100)
        elif figure.unit is not None and figure.unit.kind is Kind.RATIO:
            value = Count(figure.number, "x")
        elif figure.unit is None and figure.time is None and figure.number > Decimal(1):
            value = Count(figure.number, about)
        else:
            continue
        if number_problem(value.amount if isinstance(value, Monetary) else figure.number):
            continue
        near = {time.period for time in named if -_NEAR <= time.start - figure.end <= _NEAR}
        period = near.pop() if len(near) == 1 and len({time.period for time in named}) == 1 else None
        if period is not None and period.kind is PeriodKind.YEAR:
            period = with_year_end(period, setting.year_end)
        basis = find_basis(words) or Basis.ACTUAL
        yield Proposal(
            start + figure.start,
            start + figure.end,
            figure_start=start + figure.start,
            figure_end=start + figure.end,
            said=say_figure(about, value, period, setting.entity, basis),
            metric=about,
            value=value,
            period=period,
            entity=setting.entity,
            claim_class=ClaimClass.FINANCIAL if isinstance(value, Monetary) else ClaimClass.OTHER,
            materiality=Materiality.MEDIUM,
            basis=basis,
            confidence=WRITTEN,
            named_only=True,
        )


def _multiple_of(words: str, start: int, end: int) -> str:
    """Of "net debt …, 2.9 times EBITDA" what is how many times what: ``net debt to ebitda``."""
    line = plain(words)
    named = [one for one in mentions(line) if _BROUGHT.search(line[: one.start]) is None]
    under = next((one.metric.name for one in named if end <= one.start <= end + _OF), None)
    over = next((one.metric.name for one in named if one.end <= start), None)
    return "" if under is None or over is None or under == over else f"{over} to {under}"


def _said_of(words: str, start: int, end: int, *, has_unit: bool) -> str:
    """What a figure is of: the words that lead to it, or of a bare count the noun that follows."""
    is_decimal = re.fullmatch(r"\d{1,3}[.,]\d{1,3}", words[start:end]) is not None
    if not has_unit and not (is_decimal and _SAID.search(words[:start])):
        noun = _AFTER.match(words[end:])
        if noun is None or noun["noun"].split()[0] in _NO_NOUN:
            return ""
        return " ".join(word for word in str(noun["noun"]).split() if word not in _NO_NOUN | _STOP)
    found = _SAID.search(words[:start])
    if found is None:
        return ""
    kept = [word for word in plain(found["label"]).split() if word not in _STOP]
    label: str = clean(" ".join(kept[-3:]))
    is_empty = not label or EMPTY.fullmatch(label) is not None
    return "" if is_empty else label
