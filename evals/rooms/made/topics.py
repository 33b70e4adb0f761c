"""What narrative documents may say of figures, each topic a function from the writing hand to a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .figure import PERCENT, Fig
from .relation import WHOLE, total
from .trade_topics import (
    say_base,
    say_base_moves,
    say_customer,
    say_flow,
    say_heads,
    say_loan,
    say_pipeline,
    say_price,
    say_stake,
    say_top,
    say_top_three,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .document import Sentence
    from .figure import Part
    from .scribe import Scribe


def _yearly(kind: str, metric: str) -> Callable[[Scribe], Sentence]:
    def say(scribe: Scribe) -> Sentence:
        period = scribe.pick_year()
        return scribe.say(kind, v=scribe.money(f"{metric}|group|{period}"), y=scribe.year(period))

    return say


def _ratio(kind: str, metric: str, name: str) -> Callable[[Scribe], Sentence]:
    def say(scribe: Scribe) -> Sentence:
        period = scribe.pick_year()
        values = {name: scribe.share(f"{metric}|group|{period}", 1)}
        return scribe.say(
            kind,
            tag="",
            y=scribe.year(period),
            p=scribe.year(scribe.company.calendar.year(2 if period == scribe.company.prior else 1)),
            name=_measure(scribe, metric),
            **values,
        )

    return say


def _measure(scribe: Scribe, metric: str) -> str:
    trade = scribe.company.trade
    return {"churn": trade.base.name, "use": trade.rate.name}.get(metric, trade.flow.name)


def _balance(kind: str, metric: str) -> Callable[[Scribe], Sentence]:
    def say(scribe: Scribe) -> Sentence:
        back = scribe.rng.choice([0, 0, 1])
        calendar = scribe.company.calendar
        key = f"{metric}|group|{calendar.year(back)}"
        if scribe.company.facts[key] <= 0:
            return _balance("cash", "cash")(scribe)
        return scribe.say(kind, v=scribe.money(key), date=scribe.day(calendar.year_end(back)))

    return say


def _growth_of_revenue(scribe: Scribe) -> Sentence:
    last = scribe.company.last
    return scribe.say(
        "revenue_and_growth",
        v=scribe.money(f"revenue|group|{last}"),
        g=scribe.share(f"growth|group|{last}", 1),
        y=scribe.year(last),
    )


def _ytd(scribe: Scribe) -> Sentence:
    return scribe.say(
        "ytd_revenue", tag=f"ytd.{scribe.doc.type}", v=scribe.money("revenue|group|YTD"), span=scribe.span()
    )


def _line(scribe: Scribe) -> Sentence:
    at, period = scribe.rng.randrange(len(scribe.company.lines)), scribe.pick_year()
    return scribe.say(
        "line_revenue",
        line=scribe.company.lines[at],
        v=scribe.money(f"revenue|line{at}|{period}"),
        y=scribe.year(period),
    )


def _line_share(scribe: Scribe) -> Sentence:
    at, period = scribe.rng.randrange(len(scribe.company.lines)), scribe.pick_year()
    return scribe.say(
        "line_share",
        line=scribe.company.lines[at],
        s=scribe.share(f"line_share|line{at}|{period}"),
        y=scribe.year(period),
    )


def _site(scribe: Scribe) -> Sentence:
    at, period = scribe.rng.randrange(len(scribe.company.sites)), scribe.pick_year()
    return scribe.say(
        "site_revenue",
        site=scribe.company.sites[at],
        v=scribe.money(f"revenue|site{at}|{period}"),
        y=scribe.year(period),
    )


def _mix(scribe: Scribe) -> Sentence:
    company, period = scribe.company, scribe.pick_year()
    parts: list[Part] = []
    figs: list[Fig] = []
    for at, line in enumerate(company.lines):
        figs.append(scribe.share(f"line_share|line{at}|{period}", 1))
        joint = "" if at == 0 else " and " if at == len(company.lines) - 1 else ", "
        parts += [f"{joint}{line} ", figs[-1]]
    scribe.doc.relations.append(total(Fig("hundred||", 1.0, PERCENT), figs, WHOLE))
    return scribe.say("mix", list=parts, y=scribe.year(period))


def _cost(scribe: Scribe) -> Sentence:
    company, period = scribe.company, scribe.pick_year()
    at = scribe.rng.randrange(len(company.direct))
    return scribe.say(
        "cost_line", line=company.direct[at], v=scribe.money(f"direct{at}|group|{period}"), y=scribe.year(period)
    )


def _staff_cost(scribe: Scribe) -> Sentence:
    last = scribe.company.last
    return scribe.say(
        "staff_cost", line=scribe.company.overhead[0], v=scribe.money(f"overhead0|group|{last}"), y=scribe.year(last)
    )


def _plan(kind: str, metric: str) -> Callable[[Scribe], Sentence]:
    def say(scribe: Scribe) -> Sentence:
        period = scribe.company.budget_year
        return scribe.say(kind, v=scribe.money(f"{metric}|plan-group|{period}"), y=scribe.year(period))

    return say


def _growth(kind: str, metric: str) -> Callable[[Scribe], Sentence]:
    return _ratio(kind, metric, "g")


NUMBERS: dict[str, Callable[[Scribe], Sentence]] = {
    "revenue_year": _yearly("revenue_year", "revenue"),
    "revenue_growth": _growth("revenue_growth", "growth"),
    "revenue_and_growth": _growth_of_revenue,
    "ytd_revenue": _ytd,
    "line_revenue": _line,
    "line_share": _line_share,
    "site_revenue": _site,
    "mix": _mix,
    "gross_margin": _ratio("gross_margin", "gross_margin", "m"),
    "ebitda_year": _yearly("ebitda_year", "ebitda"),
    "ebitda_margin": _ratio("ebitda_margin", "ebitda_margin", "m"),
    "ebitda_growth": _growth("ebitda_growth", "ebitda_growth"),
    "net_year": _yearly("net_year", "net"),
    "cost_line": _cost,
    "cash": _balance("cash", "cash"),
    "debt": _balance("debt", "debt"),
    "net_debt": _balance("net_debt", "net_debt"),
    "capex": _yearly("capex", "capex"),
    "top_customer": say_top,
    "top_three": say_top_three,
    "customer_revenue": say_customer,
    "base": say_base,
    "base_moves": say_base_moves,
    "churn": _ratio("churn", "churn", "c"),
    "flow": say_flow,
    "use": _ratio("use", "use", "s"),
    "heads": say_heads,
    "staff_cost": _staff_cost,
    "budget_revenue": _plan("budget_revenue", "revenue"),
    "budget_ebitda": _plan("budget_ebitda", "ebitda"),
    "pipeline": say_pipeline,
    "price": say_price,
    "stake": say_stake,
    "loan": say_loan,
}
FINANCE = (
    "revenue_year",
    "revenue_growth",
    "revenue_and_growth",
    "ytd_revenue",
    "line_revenue",
    "line_share",
    "mix",
    "gross_margin",
    "ebitda_year",
    "ebitda_margin",
    "ebitda_growth",
    "net_year",
    "cost_line",
    "cash",
    "debt",
    "net_debt",
    "capex",
    "staff_cost",
    "budget_revenue",
    "budget_ebitda",
    "site_revenue",
    "loan",
)
TRADE = (
    "top_customer",
    "top_three",
    "customer_revenue",
    "base",
    "base_moves",
    "churn",
    "flow",
    "use",
    "heads",
    "pipeline",
)
DEAL = ("price", "stake")
