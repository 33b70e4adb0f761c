"""What is calculated, as data: each formula with its inputs, its output and its version.

Arithmetic is done by reading the expression itself, so that the text that is hashed is what was calculated. ``IRR`` and
``NPV`` are sums over dated cash flows and have code of their own (``returns``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType

if TYPE_CHECKING:
    from collections.abc import Mapping


class Measure(StrEnum):
    """What an input or an output is measured in; the words complete "must be …"."""

    MONEY = "an amount of money"
    SHARE = "a percentage"
    MONTHS = "a number of months"
    MULTIPLE = "a multiple"
    MONEY_OR_COUNT = "an amount of money, or a number of the same unit as the other"


@dataclass(frozen=True, slots=True)
class Input:
    """One input by the name it has in the expression. ``words`` say what it is; ``many`` claims may give it."""

    name: str
    words: str
    measure: Measure = Measure.MONEY
    many: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula. ``none_below`` names an input and what to say in place of a number where it is 0 or less."""

    type: CalcType
    expression: str
    inputs: tuple[Input, ...]
    output: Measure
    version: str = "1"
    none_below: tuple[str, str] | None = None


_CASH_FLOW = Input("cash_flow", "a dated cash flow, money paid in below 0", many=True)

_ALL = (
    Formula(
        CalcType.IRR,
        "rate at which sum(cash_flow / (1 + rate) ** t) is 0",
        (_CASH_FLOW,),
        Measure.SHARE,
    ),
    Formula(
        CalcType.NPV,
        "sum(cash_flow / (1 + rate) ** t)",
        (_CASH_FLOW, Input("rate", "the yearly discount rate", Measure.SHARE)),
        Measure.MONEY,
    ),
    Formula(
        CalcType.MOIC,
        "value / invested",
        (Input("value", "what the investment is worth, with what it has paid"), Input("invested", "the money put in")),
        Measure.MULTIPLE,
    ),
    Formula(
        CalcType.GROSS_MARGIN,
        "(revenue - cogs) / revenue",
        (Input("revenue", "revenue of a period"), Input("cogs", "cost of goods sold in it")),
        Measure.SHARE,
    ),
    Formula(
        CalcType.NRR,
        "(start + expansion - contraction - churn) / start",
        (
            Input("start", "recurring revenue of the customers at the start"),
            Input("expansion", "what they added"),
            Input("contraction", "what they cut"),
            Input("churn", "recurring revenue of those that left"),
        ),
        Measure.SHARE,
    ),
    Formula(
        CalcType.CAC_PAYBACK,
        "cac / monthly_gross_profit",
        (
            Input("cac", "the cost of winning a customer"),
            Input("monthly_gross_profit", "gross profit from a customer in a month"),
        ),
        Measure.MONTHS,
    ),
    Formula(
        CalcType.VALUATION_MULTIPLE,
        "valuation / revenue",
        (Input("valuation", "the value put on the company"), Input("revenue", "revenue of a year")),
        Measure.MULTIPLE,
    ),
    Formula(
        CalcType.RUNWAY,
        "cash / monthly_burn",
        (Input("cash", "cash in hand"), Input("monthly_burn", "cash spent in a month, net")),
        Measure.MONTHS,
        none_below=("monthly_burn", "not burning"),
    ),
    Formula(
        CalcType.BURN_RATE,
        "(start_cash - end_cash) / months",
        (
            Input("start_cash", "cash at the start"),
            Input("end_cash", "cash at the end"),
            Input("months", "the months between, if not those between the two days", Measure.MONTHS, optional=True),
        ),
        Measure.MONEY,
    ),
    Formula(
        CalcType.LTV,
        "arpa * gross_margin / churn",
        (
            Input("arpa", "revenue per account in a period"),
            Input("gross_margin", "gross margin", Measure.SHARE),
            Input("churn", "share of accounts lost in the same length of time", Measure.SHARE),
        ),
        Measure.MONEY,
    ),
    Formula(
        CalcType.LTV_CAC_RATIO,
        "ltv / cac",
        (Input("ltv", "what a customer is worth over its life"), Input("cac", "the cost of winning a customer")),
        Measure.MULTIPLE,
    ),
    Formula(
        CalcType.GROWTH_RATE,
        "(new - old) / old",
        (
            Input("new", "the later figure", Measure.MONEY_OR_COUNT),
            Input("old", "the earlier figure", Measure.MONEY_OR_COUNT),
        ),
        Measure.SHARE,
    ),
)

FORMULAS: Mapping[CalcType, Formula] = MappingProxyType({formula.type: formula for formula in _ALL})
"""Every formula by its type."""
