"""What stands below EBITDA, and the balance sheet, so that cash and equity roll forward and both sides agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ledger import Ledger

# A balance's metric by the part of a year's revenue that it is, from and to.
_BALANCES = {"receivables": (0.09, 0.14), "stock": (0.03, 0.07), "payables": (0.06, 0.1)}


def draw_statements(ledger: Ledger) -> None:
    """Facts of each year: depreciation to net profit, the cash flow, and the balance sheet at its end."""
    rng, facts, whole = ledger.rng, ledger.facts, ledger.whole
    years = ledger.calendar.years
    before = facts[f"revenue|group|{years[0]}"] * 0.92
    parts = {name: rng.uniform(*span) for name, span in _BALANCES.items()}
    balances = {name: whole(before * part) for name, part in parts.items()}
    fixed = whole(before * rng.uniform(0.25, 0.45))
    changes: list[int] = []
    for year in years:
        revenue = facts[f"revenue|group|{year}"]
        fixed = _draw_fixed_assets(ledger, year, fixed, revenue)
        _draw_profit(ledger, year)
        flow = int(facts[f"ebitda|group|{year}"] - facts[f"tax|group|{year}"])
        for name, part in parts.items():
            now = whole(revenue * part * rng.uniform(0.95, 1.05))
            facts[f"{name}|group|{year}"] = now
            moved = (now - balances[name]) * (1 if name == "payables" else -1)
            facts[f"{name}_moved|group|{year}"] = moved
            balances[name], flow = now, flow + moved
        facts[f"operating_cash|group|{year}"] = flow
        facts[f"dividend|group|{year}"] = whole(max(0.0, facts[f"net|group|{year}"]) * 0.3)
        paid = sum(facts[f"{one}|group|{year}"] for one in ("capex", "loan_interest", "loan_repaid", "dividend"))
        facts[f"cash_moved|group|{year}"] = flow - paid
        changes.append(int(flow - paid))
    _draw_cash(ledger, changes)
    _draw_equity(ledger)


def _draw_fixed_assets(ledger: Ledger, year: str, opening: int, revenue: float) -> int:
    facts, rng = ledger.facts, ledger.rng
    capex, worn = ledger.whole(revenue * rng.uniform(0.02, 0.05)), ledger.whole(revenue * rng.uniform(0.02, 0.035))
    facts[f"fixed_open|group|{year}"] = opening
    facts[f"capex|group|{year}"], facts[f"da|group|{year}"] = capex, worn
    facts[f"fixed|group|{year}"] = opening + capex - worn
    return opening + capex - worn


def _draw_profit(ledger: Ledger, year: str) -> None:
    facts = ledger.facts
    ebit = facts[f"ebitda|group|{year}"] - facts[f"da|group|{year}"]
    before_tax = ebit - facts[f"loan_interest|group|{year}"]
    tax = ledger.whole(before_tax * 0.21) if before_tax > 0 else 0
    facts[f"ebit|group|{year}"], facts[f"pbt|group|{year}"] = ebit, before_tax
    facts[f"tax|group|{year}"], facts[f"net|group|{year}"] = tax, before_tax - tax


def _draw_cash(ledger: Ledger, changes: list[int]) -> None:
    """Cash that never falls below a small part of revenue."""
    facts, years = ledger.facts, ledger.calendar.years
    sums = [sum(changes[: at + 1]) for at in range(len(changes))]
    least = ledger.whole(facts[f"revenue|group|{years[0]}"] * ledger.rng.uniform(0.03, 0.06))
    cash = least - min(0, *sums)
    for year, change in zip(years, changes, strict=True):
        facts[f"cash_open|group|{year}"] = cash
        cash += change
        facts[f"cash|group|{year}"] = cash


def _draw_equity(ledger: Ledger) -> None:
    facts, years = ledger.facts, ledger.calendar.years
    equity: float | None = None
    for year in years:
        assets = sum(facts[f"{one}|group|{year}"] for one in ("fixed", "stock", "receivables", "cash"))
        owed = facts[f"payables|group|{year}"] + facts[f"debt|group|{year}"]
        gained = facts[f"net|group|{year}"] - facts[f"dividend|group|{year}"]
        opening = assets - owed - gained
        if equity is not None and equity != opening:
            raise AssertionError(
                f"equity of {year} opens at {opening!r}, not {equity!r}: the cash flow misses a change"
            )
        equity = assets - owed
        facts[f"equity_open|group|{year}"], facts[f"equity|group|{year}"] = opening, equity
        facts[f"assets|group|{year}"] = facts[f"liabilities|group|{year}"] = assets
        facts[f"net_debt|group|{year}"] = facts[f"debt|group|{year}"] - facts[f"cash|group|{year}"]
