"""The staff workbook and the loan schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.rooms.made.claims import mutual
from evals.rooms.made.figure import PERCENT, Fig, Mark
from evals.rooms.made.relation import ROLL, SAME, Relation, total
from evals.rooms.made.table import Layout, Table, lay

from .opening import open_paper

if TYPE_CHECKING:
    from evals.rooms.made.document import Content, Sheet
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe


def write_headcount(room: Room) -> None:
    """People by department over the last year, their cost, and the managers."""
    scribe, layout = open_paper(room, "headcount", "headcount")
    sheet: Sheet | None = None
    for part in layout["order"]:
        sheet = scribe.doc.sheet(
            {"roll": "Headcount", "managers": "Managers"}[part]
            if room.pool == "a"
            else {"roll": "By area", "managers": "Heads"}[part]
        )
        if part == "roll":
            lay(scribe, sheet, _roll(scribe), Layout(layout["shape"], "title"))
            if layout["cost"]:
                lay(scribe, sheet, _cost(scribe), Layout("across", scribe.rng.choice(["head", "line"])))
        else:
            _managers(scribe, sheet)
    if sheet is not None and room.on("mutual.headcount"):
        sheet.rows.append([])
        sheet.add(mutual(scribe, "headcount", "memo"))


def _roll(scribe: Scribe) -> Table:
    company, label, year = scribe.company, scribe.label, scribe.company.last
    heads = [label("department"), label("opening"), "Joined", "Left", label("closing")]
    metrics = ("heads_open", "joined", "left", "heads")
    rows: list[list[Content]] = []
    table = Table(f"Headcount {scribe.year(year)}", heads, rows, money=False)
    columns: list[list[Fig]] = [[], [], [], []]
    entities = [(name, f"dep{at}") for at, name in enumerate(company.departments)]
    for name, entity in entities:
        figs = [scribe.cell(f"{metric}|{entity}|{year}") for metric in metrics]
        rows.append([name, *figs])
        table.relations.append(Relation(ROLL, figs[3], ((1.0, figs[0]), (1.0, figs[1]), (-1.0, figs[2]))))
        for column, fig in zip(columns, figs, strict=True):
            column.append(fig)
    totals = [scribe.cell(f"{metric}|group|{year}") for metric in metrics]
    rows.append([label("total"), *totals])
    table.relations += [total(fig, column) for fig, column in zip(totals, columns, strict=True)]
    table.relations.append(Relation(ROLL, totals[3], ((1.0, totals[0]), (1.0, totals[1]), (-1.0, totals[2]))))
    return table


def _cost(scribe: Scribe) -> Table:
    company, year = scribe.company, scribe.company.last
    figs = [scribe.cell(f"staff_cost|dep{at}|{year}") for at in range(len(company.departments))]
    everything = scribe.cell(f"staff_cost|group|{year}")
    rows: list[list[Content]] = [[name, fig] for name, fig in zip(company.departments, figs, strict=True)]
    rows.append([scribe.label("total"), everything])
    return Table(
        f"{company.overhead[0]} {scribe.year(year)}",
        [scribe.label("department"), scribe.year(year)],
        rows,
        [total(everything, figs)],
    )


def _managers(scribe: Scribe, sheet: Sheet) -> None:
    sheet.add(f"Management of {scribe.company.name}")
    sheet.add("Name", "Role", "Joined")
    for person in scribe.company.people:
        sheet.add(person.name, person.role, person.joined.isoformat())


def write_loans(room: Room) -> None:
    """The loans by quarter of the last year, each opening being the closing before."""
    scribe, layout = open_paper(room, "loans", "loan schedule")
    company = room.company
    sheet = scribe.doc.sheet("Loans" if room.pool == "a" else "Credits")
    if layout["terms"]:
        _terms(scribe, sheet)
    for at, loan in enumerate(company.loans):
        if layout["each"] and at:
            sheet = scribe.doc.sheet(loan.lender[:28])
        lay(scribe, sheet, _schedule(scribe, at), Layout(layout["shape"], scribe.rng.choice(["title", "line"])))
    sheet.rows.append([])
    sheet.add(
        Mark(
            scribe.rng.choice(
                ["These are all loans of the company.", "All bank debt is listed here.", "Complete list of borrowings."]
            ),
            "loans.head",
        )
    )


def _terms(scribe: Scribe, sheet: Sheet) -> None:
    company, rows = scribe.company, []
    for at, loan in enumerate(company.loans):
        rate = Fig(f"rate|loan{at}|now", company.facts[f"rate|loan{at}|now"], PERCENT)
        rate.form = type(PERCENT)(0.01, 2, after="%")
        content: list[Content] = [
            loan.lender,
            loan.purpose,
            scribe.cell(f"principal|loan{at}|now"),
            rate,
            loan.until.isoformat(),
            scribe.cell(f"debt|loan{at}|{company.last}"),
        ]
        rows.append(content)
    debt = scribe.cell(f"debt|group|{company.last}")
    table = Table(
        "Terms",
        ["Lender", "Purpose", "Principal", "Rate", "Maturity", f"Balance {scribe.day(company.calendar.year_end())}"],
        rows,
    )
    figs = [row[-1] for row in rows]
    rows.append([scribe.label("total"), None, None, None, None, debt])
    table.relations.append(total(debt, [fig for fig in figs if isinstance(fig, Fig)]))
    lay(scribe, sheet, table, Layout("across", "title"))


def _schedule(scribe: Scribe, at: int) -> Table:
    company, label = scribe.company, scribe.label
    periods = [f"Q{quarter} {company.last}" for quarter in range(1, 5)]
    names = ("loan_open", "loan_repaid", "loan_close", "loan_interest")
    grid = {name: [scribe.cell(f"{name}|loan{at}|{period}") for period in periods] for name in names}
    labels = {
        "loan_open": label("opening"),
        "loan_repaid": label("repaid"),
        "loan_close": label("closing"),
        "loan_interest": label("loan_interest"),
    }
    rows: list[list[Content]] = [[labels[name], *grid[name]] for name in names]
    table = Table(
        f"{company.loans[at].lender}, {company.loans[at].purpose.lower()}",
        ["", *(scribe.period(one) for one in periods)],
        rows,
    )
    for quarter in range(4):
        table.relations.append(
            Relation(
                ROLL,
                grid["loan_close"][quarter],
                ((1.0, grid["loan_open"][quarter]), (-1.0, grid["loan_repaid"][quarter])),
            )
        )
        if quarter:
            table.relations.append(
                Relation(SAME, grid["loan_open"][quarter], ((1.0, grid["loan_close"][quarter - 1]),))
            )
    return table
