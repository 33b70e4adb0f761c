"""What claims and calculations are called in a sentence, with their reference behind them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.agents.debate.mind import CalcView, ClaimView

_INITIALS = frozenset(
    ["arr", "mrr", "nrr", "grr", "ebitda", "ebit", "cac", "ltv", "irr", "moic", "npv", "gmv", "arpa", "arpu", "capex"]
)
_SHORT = 240
_CALCULATED: Mapping[CalcType, str] = {
    CalcType.IRR: "Internal rate of return (IRR)",
    CalcType.NPV: "Net present value (NPV)",
    CalcType.MOIC: "Multiple of invested capital (MOIC)",
    CalcType.GROSS_MARGIN: "Gross margin, calculated",
    CalcType.NRR: "Net revenue retention, calculated",
    CalcType.CAC_PAYBACK: "Payback of the cost of winning a customer",
    CalcType.VALUATION_MULTIPLE: "Valuation over revenue",
    CalcType.RUNWAY: "Runway, calculated",
    CalcType.BURN_RATE: "Cash used a month, calculated",
    CalcType.LTV: "Lifetime value (LTV), calculated",
    CalcType.LTV_CAC_RATIO: "Lifetime value over the cost of winning a customer",
    CalcType.GROWTH_RATE: "Growth rate, calculated",
}


def name_of(view: ClaimView) -> str:
    """What the claim is about, without its figure: ``ARR, 2026-03-31``; its class where it names no metric."""
    words = metric_words(view)
    period = "" if view.period is None else f", {view.period}"
    return f"{words}{period}{' (forecast)' if view.basis is Basis.FORECAST else ''}"


def metric_words(view: ClaimView) -> str:
    """The metric as it is written in a sentence."""
    if view.metric is None:
        return view.claim_class.value.lower().replace("_", " ")
    words = view.metric.replace("_", " ").split()
    return " ".join(word.upper() if word.casefold() in _INITIALS else word for word in words)


def claim_words(view: ClaimView) -> str | None:
    """What the claim says: its value with its name, or its own words where it has no value; None where too long."""
    if view.value is not None and view.metric is not None:
        return f"{name_of(view)}: {view.shown}"
    words = " ".join(view.text.split()).rstrip(".!?…")
    return f"“{words}”" if 0 < len(words) <= _SHORT else None


def by_source(source: str | None) -> str:
    """``, by the audited accounts`` behind a figure; nothing where the source is not known."""
    return f", by the {source}" if source else ""


def cite(*views: ClaimView) -> str:
    """The references, one behind the other."""
    return " ".join(f"[claim:{view.id}]" for view in views)


def cite_calc(view: CalcView) -> str:
    """The reference to a calculation."""
    return f"[calc:{view.id}]"


def calculation_name(view: CalcView) -> str:
    """What a calculation is called."""
    return _CALCULATED[view.type]


def shown_name(filename: str) -> str:
    """The name of a document in quotation marks, without what does not print."""
    return repr("".join(sign for sign in filename if sign.isprintable()))


def capital(text: str) -> str:
    """``text`` with a capital letter in front."""
    return text[:1].upper() + text[1:]


def join_names(names: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; each once."""
    one = list(dict.fromkeys(names))
    return one[0] if len(one) == 1 else f"{', '.join(one[:-1])} and {one[-1]}" if one else ""


def subjects(views: Iterable[ClaimView]) -> str:
    """What claims are about, in a few words and without figures: for accounts and uncertainties."""
    return join_names(re.sub(r"\d+", "", metric_words(view)).strip() or "the claims" for view in views)
