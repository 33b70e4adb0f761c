"""The lines of the books, and tables of them for any periods, with the sums that hold in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from .figure import PERCENT, Fig
from .relation import ROLL, SAME, SUM, Relation, total
from .table import Table

if TYPE_CHECKING:
    from .document import Content
    from .scribe import Scribe

Parts = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Account:
    """A line of the books. ``name`` is ``metric|entity``; ``parts`` are the lines it is the signed sum of."""

    label: str
    name: str
    parts: Parts = ()
    kind: str = SUM
    cost: bool = False


def trading(scribe: Scribe) -> list[Account]:
    """Revenue to EBITDA, each total below its lines."""
    company, label = scribe.company, scribe.label
    lines = [Account(name, f"revenue|line{at}") for at, name in enumerate(company.lines)]
    direct = [Account(name, f"direct{at}|group", cost=True) for at, name in enumerate(company.direct)]
    overhead = [Account(name, f"overhead{at}|group", cost=True) for at, name in enumerate(company.overhead)]
    return [
        *lines,
        Account(label("revenue_total"), "revenue|group", _plus(lines)),
        *direct,
        Account(label("direct_total"), "direct|group", _plus(direct), cost=True),
        Account(label("gross"), "gross|group", ((1, "revenue|group"), (-1, "direct|group"))),
        *overhead,
        Account(label("overhead_total"), "overhead|group", _plus(overhead), cost=True),
        Account(label("ebitda"), "ebitda|group", ((1, "gross|group"), (-1, "overhead|group"))),
    ]


def below_ebitda(scribe: Scribe) -> list[Account]:
    """EBITDA's successors down to the net profit, for years."""
    label = scribe.label
    return [
        Account(label("da"), "da|group", cost=True),
        Account(label("ebit"), "ebit|group", ((1, "ebitda|group"), (-1, "da|group"))),
        Account(label("loan_interest"), "loan_interest|group", cost=True),
        Account(label("pbt"), "pbt|group", ((1, "ebit|group"), (-1, "loan_interest|group"))),
        Account(label("tax"), "tax|group", cost=True),
        Account(label("net"), "net|group", ((1, "pbt|group"), (-1, "tax|group"))),
    ]


def balance_sheet(scribe: Scribe) -> list[Account]:
    label = scribe.label
    assets = [Account(label(one), f"{one}|group") for one in ("fixed", "stock", "receivables", "cash")]
    owed = [Account(label(one), f"{one}|group") for one in ("equity", "debt", "payables")]
    return [
        *assets,
        Account(label("assets"), "assets|group", _plus(assets)),
        *owed,
        Account(label("liabilities"), "liabilities|group", _plus(owed)),
    ]


def cash_flow(scribe: Scribe) -> list[Account]:
    """The cash flow of a year, from EBITDA to the closing balance."""
    label = scribe.label
    moved = [
        Account(f"{label('moved')} {label(one).lower()}", f"{one}_moved|group")
        for one in ("receivables", "stock", "payables")
    ]
    operating: Parts = ((1, "ebitda|group"), (-1, "tax|group"), *((1, one.name) for one in moved))
    spent = [
        Account(label(one), f"{name}|group", cost=True)
        for one, name in (
            ("capex", "capex"),
            ("loan_interest", "loan_interest"),
            ("repaid", "loan_repaid"),
            ("dividend", "dividend"),
        )
    ]
    return [
        Account(label("ebitda"), "ebitda|group"),
        Account(label("tax"), "tax|group", cost=True),
        *moved,
        Account(label("operating_cash"), "operating_cash|group", operating),
        *spent,
        Account(
            label("cash_moved"), "cash_moved|group", ((1, "operating_cash|group"), *((-1, one.name) for one in spent))
        ),
        Account(f"{label('cash')}, {label('opening').lower()}", "cash_open|group"),
        Account(
            f"{label('cash')}, {label('closing').lower()}",
            "cash|group",
            ((1, "cash_open|group"), (1, "cash_moved|group")),
            ROLL,
        ),
    ]


def fixed_assets(scribe: Scribe) -> list[Account]:
    label = scribe.label
    return [
        Account(label("opening"), "fixed_open|group"),
        Account(label("capex"), "capex|group"),
        Account(label("da"), "da|group", cost=True),
        Account(label("closing"), "fixed|group", ((1, "fixed_open|group"), (1, "capex|group"), (-1, "da|group")), ROLL),
    ]


def table(scribe: Scribe, title: str, accounts: list[Account], periods: list[str], summed: str = "") -> Table:
    """The accounts for the periods. ``summed`` names a period to close with that the others add up to."""
    columns = [*periods, summed] if summed else periods
    cells: dict[tuple[str, str], Fig] = {}
    rows: list[list[Content]] = []
    relations: list[Relation] = []
    for account in accounts:
        sign = scribe.costs if account.cost else 1
        row = [scribe.cell(f"{account.name}|{period}", sign) for period in columns]
        cells |= {(account.name, period): fig for period, fig in zip(columns, row, strict=True)}
        rows.append([account.label, *row])
        if account.parts:
            relations += [_relation(account, period, cells) for period in columns]
        if summed:
            relations.append(total(row[-1], row[:-1]))
    relations += _successions(accounts, columns, cells)
    return Table(title, ["", *(scribe.period(one) for one in columns)], rows, relations)


def _relation(account: Account, period: str, cells: dict[tuple[str, str], Fig]) -> Relation:
    result = cells[account.name, period]
    inputs = [(float(weight), cells[name, period]) for weight, name in account.parts]
    return Relation(account.kind, result, tuple((weight * result.sign * fig.sign, fig) for weight, fig in inputs))


def _successions(accounts: list[Account], columns: list[str], cells: dict[tuple[str, str], Fig]) -> list[Relation]:
    """Each opening is the closing of the period before."""
    found = []
    for closing in accounts:
        opening = next((name for _, name in closing.parts if name.split("|")[0].endswith("_open")), None)
        if closing.kind == ROLL and opening is not None:
            for before, after in pairwise(columns):
                found.append(Relation(SAME, cells[opening, after], ((1.0, cells[closing.name, before]),)))
    return found


def plan_table(scribe: Scribe, title: str, accounts: list[Account], period: str) -> Table:
    """Actuals of a year beside its budget and the difference."""
    rows: list[list[Content]] = []
    cells: dict[tuple[str, str], Fig] = {}
    relations: list[Relation] = []
    for account in accounts:
        metric, entity = account.name.split("|")
        sign = scribe.costs if account.cost else 1
        real = scribe.cell(f"{account.name}|{period}", sign)
        plan = scribe.cell(f"{metric}|plan-{entity}|{period}", sign)
        gap_key = f"variance|{metric}-{entity}|{period}"
        scribe.company.facts[gap_key] = (real.value - plan.value) * 1.0
        gap = scribe.cell(gap_key)
        rows.append([account.label, real, plan, gap])
        relations.append(Relation(SUM, gap, ((1.0, real), (-1.0, plan))))
        for column, fig in (("real", real), ("plan", plan)):
            cells[account.name, column] = fig
            if account.parts:
                relations.append(_relation(account, column, cells))
    label = scribe.label
    year = scribe.year(period)
    heads = ["", f"{label('actual')} {year}", f"{label('plan')} {year}", label("variance")]
    return Table(title, heads, rows, relations)


def ratio_row(scribe: Scribe, label: str, metric: str, columns: list[str]) -> list[Content]:
    """A line of percentages, nothing where the company has none for a column."""
    facts = scribe.company.facts
    keys = [f"{metric}|group|{period}" for period in columns]
    return [label, *(Fig(key, facts[key], PERCENT) if key in facts else None for key in keys)]


def _plus(accounts: list[Account]) -> Parts:
    return tuple((1, one.name) for one in accounts)
