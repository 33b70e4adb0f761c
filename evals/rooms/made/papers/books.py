"""The accounts workbook and the operating figures."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from evals.rooms.made import statement
from evals.rooms.made.claims import mutual
from evals.rooms.made.document import Sentence
from evals.rooms.made.figure import Mark
from evals.rooms.made.relation import ROLL, SAME, Relation
from evals.rooms.made.statement import Account, ratio_row
from evals.rooms.made.table import Layout, Table, lay

from .opening import open_paper

if TYPE_CHECKING:
    from evals.rooms.made.document import Sheet
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe

_SHEETS = {
    "a": {
        "monthly": ("Monthly P&L", "P&L by month"),
        "yearly": ("P&L", "Income statement"),
        "balance": ("Balance sheet", "BS"),
        "cash": ("Cash flow", "CF"),
        "fixed": ("Fixed assets", "PPE"),
        "plan": ("Budget", "Actual v budget"),
    },
    "b": {
        "monthly": ("Periods", "Within the year"),
        "yearly": ("Results", "Years"),
        "balance": ("Position", "Assets and funds"),
        "cash": ("Flows", "Liquidity"),
        "fixed": ("Assets", "Asset movement"),
        "plan": ("Plan and real", "Deviations"),
    },
}


def periods(room: Room, style: str) -> tuple[list[str], str]:
    """The periods of a table within a year, and the year that they add up to ("" where they do not make one)."""
    calendar, last = room.company.calendar, room.company.last
    if style == "quarters":
        return [f"Q{quarter} {last}" for quarter in range(1, 5)], last
    return (calendar.months_of("YTD"), "") if style == "running" else (calendar.months_of(last), last)


def write_accounts(room: Room) -> None:
    scribe, layout = open_paper(room, "accounts", "management accounts")
    scribe.costs = layout["costs"]
    laid = Layout(layout["shape"], layout["unit"], scribe.rng.choice([1, 1, 2]), scribe.rng.choice([0, 0, 0, 1]))
    sheet: Sheet | None = None
    for part in layout["parts"]:
        made = _part(scribe, part, layout["months"])
        if sheet is None or not layout["stacked"] or part == "monthly":
            sheet = scribe.doc.sheet(scribe.rng.choice(_SHEETS[room.pool][part]))
        shape = "across" if part == "plan" and laid.shape == "turned" else laid.shape
        lay(scribe, sheet, made, Layout(shape, laid.unit, laid.gaps, laid.indent))
    first = scribe.doc.sheets[0]
    company = room.company
    day = (
        company.calendar.year_end() - timedelta(days=scribe.rng.randint(25, 60))
        if room.on("date.books")
        else company.told - timedelta(days=3)
    )
    word = scribe.rng.choice(["Prepared on", "Printed on", "Status of", "Compiled on"])
    first.rows.append([])
    first.add(Sentence([Mark(f"{word} {scribe.day(day)}, {company.name}", "accounts.date")]))


def _part(scribe: Scribe, part: str, months: str) -> Table:
    company = scribe.company
    years = company.calendar.years
    title = scribe.rng.choice(_SHEETS[scribe.room.pool][part])
    heading = f"{company.short}: {title}" if scribe.rng.random() < 0.5 else title
    match part:
        case "monthly":
            columns, summed = periods(scribe.room, months)
            return statement.table(scribe, heading, statement.trading(scribe), columns, summed)
        case "yearly":
            made = statement.table(scribe, heading, statement.trading(scribe) + statement.below_ebitda(scribe), years)
            for label, metric in (
                ("growth", "growth"),
                ("gross margin", "gross_margin"),
                ("EBITDA margin", "ebitda_margin"),
            ):
                if scribe.rng.random() < 0.6:
                    made.rows.append(
                        ratio_row(scribe, f"{label.capitalize() if label == 'growth' else label}, %", metric, years)
                    )
            return made
        case "balance":
            return statement.table(scribe, heading, statement.balance_sheet(scribe), years)
        case "cash":
            return statement.table(scribe, heading, statement.cash_flow(scribe), years)
        case "fixed":
            return statement.table(scribe, heading, statement.fixed_assets(scribe), years)
    return statement.plan_table(scribe, heading, statement.trading(scribe), company.last)


def write_kpis(room: Room) -> None:
    """What rolls forward, what adds up by site, and how much of what there is was used."""
    scribe, layout = open_paper(room, "kpis", "operating figures")
    trade = room.company.trade
    sheet: Sheet | None = None
    columns, summed = periods(room, layout["months"])
    for part in layout["parts"]:
        made = _measure(scribe, part, columns, summed)
        if sheet is None or not layout["stacked"]:
            sheet = scribe.doc.sheet(
                {"base": trade.base.name, "flow": trade.flow.name, "use": trade.rate.name}[part][:28].capitalize()
            )
        lay(scribe, sheet, made, Layout(layout["shape"], "title", scribe.rng.choice([1, 2])))
    if room.on("mutual.kpis"):
        scribe.doc.sheets[-1].rows.append([])
        scribe.doc.sheets[-1].add(mutual(scribe, "kpis", "deck"))


def _measure(scribe: Scribe, part: str, columns: list[str], summed: str) -> Table:
    trade, label, company = scribe.company.trade, scribe.label, scribe.company
    title = (
        f"{company.short}: operations"
        if scribe.rng.random() < 0.4
        else scribe.rng.choice(["Operations", "Key figures", "Detail"])
    )
    if part == "base":
        new, lost = trade.base.parts
        accounts = [
            Account(f"{trade.base.name.capitalize()}, {label('opening').lower()}", "opening|group"),
            Account(new.capitalize(), "new|group"),
            Account(lost.capitalize(), "lost|group"),
            Account(
                f"{trade.base.name.capitalize()}, {label('closing').lower()}",
                "base|group",
                ((1, "opening|group"), (1, "new|group"), (-1, "lost|group")),
                ROLL,
            ),
        ]
        made = statement.table(scribe, f"{title}: {trade.base.name}", accounts, columns)
        pairs = pairwise(columns)
        cells = {fig.key: fig for fig in made.figures()}
        made.relations += [
            Relation(SAME, cells[f"opening|group|{after}"], ((1.0, cells[f"base|group|{before}"]),))
            for before, after in pairs
        ]
    elif part == "flow":
        accounts = [Account(site, f"flow|site{at}") for at, site in enumerate(company.sites)]
        total = Account(f"{label('total')} {trade.flow.name}", "flow|group", tuple((1, one.name) for one in accounts))
        made = statement.table(scribe, f"{title}: {trade.flow.name}", [*accounts, total], columns, summed)
    else:
        used, capacity = trade.rate.parts
        accounts = [Account(used.capitalize(), "used|group"), Account(capacity.capitalize(), "capacity|group")]
        made = statement.table(scribe, f"{title}: {trade.rate.name}", accounts, columns, summed)
        made.rows.append(
            ratio_row(scribe, f"{trade.rate.name.capitalize()} (%)", "use", [*columns, summed] if summed else columns)
        )
    made.money = False
    return made
