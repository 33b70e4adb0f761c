"""What a claim says for or against a deal: by its metric, its sign, its change from the period before, its words.

Source: spec/evidence-and-debate.md, "Positions". Which metric is which, and from where on, stands in polarity.toml.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis, ClaimClass, Polarity, Verdict
from casewright.domain.periods import PeriodKind
from casewright.domain.values import Text
from casewright.evidence.metrics import entity_name, metric_name
from casewright.evidence.units import measure_value
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId
    from casewright.domain.values import Value

OVERSTATED = (Verdict.INFLATED, Verdict.CONTRADICTED)
"""What other sources say otherwise is no reason for a deal, whatever it says."""
STEADY = Decimal("0.01")
"""What a figure may differ by from the period before and be the same."""


class Course(StrEnum):
    """Which way of a metric is the better one."""

    MORE = "more"
    LESS = "less"
    LOSS = "loss"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Leaning:
    """How figures of one metric lean, as polarity.toml says."""

    course: Course
    sign_only: bool = False
    bad_below: Decimal | None = None
    bad_above: Decimal | None = None
    bad_from: Decimal | None = None
    good_from: Decimal | None = None


def polarity(claim: Claim, earlier: Claim | None = None) -> Polarity:
    """What ``claim`` says about the deal.

    ``earlier`` is the claim about the same thing for the period before. What whoever read the claim out of a contract
    says of it goes before its metric and words. A claim that other sources contradict is against the deal; an opinion
    says nothing.
    """
    if claim.standing.verdict in OVERSTATED:
        return Polarity.BAD
    if claim.polarity not in (None, Polarity.UNKNOWN):
        return claim.polarity
    if claim.subjective:
        return Polarity.UNKNOWN
    worded = claim.claim_class is ClaimClass.LEGAL_TERMS or claim.value is None or isinstance(claim.value, Text)
    said = _by_words(claim) if worded else Polarity.UNKNOWN
    if said is not Polarity.UNKNOWN or claim.value is None or claim.metric is None:
        return said
    found = of_figure(claim.metric, claim.value, None if earlier is None else earlier.value)
    # What is expected is no fact: a forecast may speak against a deal, never for it.
    return Polarity.NEUTRAL if found is Polarity.GOOD and claim.basis is Basis.FORECAST else found


def of_figure(metric: str, value: Value, before: Value | None = None) -> Polarity:
    """What a figure of the metric says, where ``before`` is that of the period before."""
    leaning, measured = _leaning(metric_name(metric)), measure_value(value)
    if leaning is None or measured is None:
        return Polarity.UNKNOWN
    if leaning.course is Course.NEUTRAL:
        return Polarity.NEUTRAL
    limited = _by_limits(leaning, measured.low, measured.high)
    if limited is not None:
        return limited
    earlier = None if before is None or leaning.sign_only else measure_value(before)
    if earlier is not None and earlier.measure == measured.measure:
        change = (measured.low + measured.high) - (earlier.low + earlier.high)
        if abs(change) > STEADY * abs(earlier.low + earlier.high):
            return _by_change(leaning, rises=change > 0, value=measured.high)
    return _by_sign(leaning, measured.low, measured.high)


def of_calculation(kind: CalcType, output: Value | None) -> Polarity:
    """What a calculation's output says."""
    return Polarity.UNKNOWN if output is None else of_figure(_CALCULATED[kind], output)


def earlier_claims(claims: Iterable[Claim]) -> Mapping[ClaimId, Claim]:
    """For each claim with a figure the best one about the same thing for the nearest period of its kind before.

    A claim that other sources contradict stands for no period before. For less than a year it is the one of the year
    before where there is one, since seasons are no change; for the state of a day one of a quarter before at least.
    """
    lines: dict[tuple[object, ...], list[Claim]] = {}
    for claim in claims:
        value = None if claim.value is None else measure_value(claim.value)
        if claim.metric is None or claim.period is None or value is None or claim.subjective:
            continue
        about = metric_name(claim.metric), entity_name(claim.entity or ""), claim.basis
        lines.setdefault((*about, value.measure, claim.period.kind), []).append(claim)
    found: dict[ClaimId, Claim] = {}
    for (*_, kind), line in lines.items():
        found |= _predecessors(line, kind)  # type: ignore[arg-type]  # the last part of a key is the kind
    return found


def _predecessors(line: Sequence[Claim], kind: PeriodKind) -> dict[ClaimId, Claim]:
    best: dict[int, Claim] = {}
    for claim in line:
        if claim.standing.verdict in OVERSTATED or claim.period is None:
            continue
        at = claim.period.end.toordinal()
        if at not in best or _rank(claim) < _rank(best[at]):
            best[at] = claim
    days = sorted(best)
    found: dict[ClaimId, Claim] = {}
    for claim in line:
        assert claim.period is not None, "lines hold claims with a period"
        end = claim.period.end
        place = bisect_left(days, end.toordinal())
        if kind is PeriodKind.DAY:
            place = bisect_left(days, end.toordinal() - _A_QUARTER + 1)
        a_year = [day for day in days[:place] if abs(end.toordinal() - day - 365) <= _SAME_SEASON]
        before = a_year[-1] if a_year else (days[place - 1] if place else None)
        if before is not None:
            found[claim.id] = best[before]
    return found


_LIMITS = ("bad_below", "bad_above", "bad_from", "good_from")
_SAME_SEASON = 5
_A_QUARTER = 85
"""Days. A state is held against one that lies as far back: from one month to the next it goes up and down."""


def _rank(claim: Claim) -> tuple[str, bool, ClaimId]:
    stands = claim.standing
    return stands.grade.value, stands.verdict is not Verdict.VERIFIED, claim.id


def _by_limits(leaning: Leaning, low: Decimal, high: Decimal) -> Polarity | None:
    if leaning.bad_below is not None and high < leaning.bad_below:
        return Polarity.BAD
    if leaning.bad_above is not None and low > leaning.bad_above:
        return Polarity.BAD
    if leaning.bad_from is not None and low >= leaning.bad_from:
        return Polarity.BAD
    if leaning.good_from is not None and low >= leaning.good_from:
        return Polarity.GOOD
    limits = (leaning.good_from, leaning.bad_above, leaning.bad_from)
    return None if limits == (None, None, None) else Polarity.NEUTRAL


def _by_change(leaning: Leaning, *, rises: bool, value: Decimal) -> Polarity:
    if leaning.course is Course.LOSS:
        return Polarity.BAD
    if leaning.course is Course.LESS:
        return Polarity.BAD if rises else Polarity.GOOD
    # A loss that gets smaller is a loss still.
    return Polarity.GOOD if rises and value > 0 else Polarity.BAD


def _by_sign(leaning: Leaning, low: Decimal, high: Decimal) -> Polarity:
    match leaning.course:
        case Course.LOSS:
            return Polarity.BAD if low or high else Polarity.NEUTRAL
        case Course.MORE if high < 0:
            return Polarity.BAD
        case Course.MORE if low > 0:
            return Polarity.GOOD
        case Course.LESS if high < 0:
            return Polarity.GOOD
        case _:
            return Polarity.NEUTRAL


def _by_words(claim: Claim) -> Polarity:
    value = claim.value.text if isinstance(claim.value, Text) else ""
    return _said(f"{claim.metric or ''} . {value} . {claim.text}")


@lru_cache(maxsize=4096)
def _said(text: str) -> Polarity:
    plain = " ".join(re.findall(r"[\w&]+|[.;:!?]", plain_letters(text).casefold().replace("_", " ")))
    bad, good, denial = _phrases()
    found = {_turned(match, plain, denial, Polarity.BAD) for match in bad.finditer(plain)}
    found |= {_turned(match, plain, denial, Polarity.GOOD) for match in good.finditer(plain)}
    if Polarity.BAD in found:
        return Polarity.BAD
    return Polarity.GOOD if found else Polarity.UNKNOWN


def _turned(match: re.Match[str], plain: str, denial: re.Pattern[str], says: Polarity) -> Polarity:
    """What the phrase says, or its opposite where the few words before it deny it."""
    before = re.split(r"[.;:!?]", plain[: match.start()])[-1].split()[-_DENYING:]
    if denial.search(" ".join(before)) is None:
        return says
    return Polarity.GOOD if says is Polarity.BAD else Polarity.BAD


_DENYING = 4
"""Words before a phrase in which a denial of it may stand."""
_CALCULATED: Mapping[CalcType, str] = {
    CalcType.IRR: "irr",
    CalcType.NPV: "npv",
    CalcType.MOIC: "moic",
    CalcType.GROSS_MARGIN: "gross margin",
    CalcType.NRR: "nrr",
    CalcType.CAC_PAYBACK: "cac payback",
    CalcType.VALUATION_MULTIPLE: "valuation multiple",
    CalcType.RUNWAY: "runway",
    CalcType.BURN_RATE: "burn",
    CalcType.LTV: "ltv",
    CalcType.LTV_CAC_RATIO: "ltv cac ratio",
    CalcType.GROWTH_RATE: "growth rate",
}


@cache
def _leaning(metric: str) -> Leaning | None:
    by_name, by_words = _leanings()
    if metric in by_name:
        return by_name[metric]
    padded = f" {plain_letters(metric)} "
    return next((leaning for words, leaning in by_words if any(f" {word} " in padded for word in words)), None)


@cache
def _leanings() -> tuple[dict[str, Leaning], list[tuple[tuple[str, ...], Leaning]]]:
    by_name: dict[str, Leaning] = {}
    by_words: list[tuple[tuple[str, ...], Leaning]] = []
    for entry in _table()["metric"]:
        limits = {name: Decimal(entry[name]) for name in _LIMITS if name in entry}
        leaning = Leaning(Course(entry["course"]), entry.get("sign") == "only", **limits)
        for name in entry["names"]:
            by_name.setdefault(metric_name(name), leaning)
        by_words.append((tuple(entry.get("words", ())), leaning))
    return by_name, by_words


@cache
def _phrases() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = _table()["words"]
    bad, good, denial = (_any_of(words[name]) for name in ("bad", "good", "denial"))
    return bad, good, denial


def _any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(re.escape(one).replace(r"\*", r"\w*") for one in ordered) + r")\b")


@cache
def _table() -> dict[str, Any]:
    text = files("casewright.evidence").joinpath("polarity.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
