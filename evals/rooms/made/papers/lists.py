"""Lists of one row a name: customers, shareholders, offers, and their totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.rooms.made.document import Content, Sentence
from evals.rooms.made.figure import PERCENT, WHOLE_PERCENT, Fig, Format, Mark
from evals.rooms.made.relation import SUM, WHOLE, Relation, total
from evals.rooms.made.table import Layout, Table, lay

from .opening import cells, open_paper

if TYPE_CHECKING:
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe

Row = dict[str, Content]


def put(
    scribe: Scribe,
    title: str,
    heads: Row,
    rows: list[Row],
    columns: list[str],
    *,
    money: bool = True,
    notes: tuple[Content, ...] = (),
) -> None:
    """Write the rows as a CSV file's lines or on a sheet with title and unit."""
    doc = scribe.doc
    table = Table(title, [], [cells(row, columns) for row in rows], money=money, notes=list(notes))
    names = cells(heads, columns)
    if doc.file.endswith(".csv"):
        sheet = doc.sheet("csv")
        unit = scribe.unit(table.amounts()) if money else None
        if unit is not None:
            at = next(at for at, one in enumerate(columns) if one in ("last", "value"))
            names[at] = Sentence([*_parts(names[at]), " (", unit, ")"])
        for fig in table.figures():
            fig.form = Format(
                fig.form.scale, fig.form.decimals, fig.form.before, fig.form.after, fig.form.brackets, grouped=False
            )
        sheet.rows += [[_sentence(one) for one in names], *([_sentence(one) for one in row] for row in table.rows)]
        return
    body = Table(title, ["" for _ in columns], table.rows, money=money, notes=table.notes)
    sheet = doc.sheet(scribe.rng.choice(["Sheet1", title[:25], "Data", "List"]))
    lay(scribe, sheet, body, Layout("across", scribe.rng.choice(["title", "line", "note"]), scribe.rng.choice([1, 2])))
    blank = next(at for at, row in enumerate(sheet.rows) if row and all(not one.text for one in row))
    sheet.rows[blank] = [_sentence(one) for one in names]


def _sentence(content: Content) -> Sentence:
    return content if isinstance(content, Sentence) else Sentence([] if content is None else [content])


def _parts(content: Content) -> list[str | Fig | Mark]:
    return _sentence(content).parts


def write_customers(room: Room) -> None:
    """Customers by revenue, the rest in one row, and the total that is the company's revenue."""
    scribe, layout = open_paper(room, "customers", "customer list")
    company, columns, label = room.company, layout["columns"], scribe.label
    csv = scribe.doc.file.endswith(".csv")
    periods = {"last": company.last, "prior": company.prior}
    figs: dict[str, list[Fig]] = {name: [] for name in ("last", "prior", "share")}
    rows: list[Row] = []
    entities = [*(f"c{at}" for at in range(len(company.customers))), "other"]
    for at, entity in enumerate(entities):
        customer = company.customers[at] if entity != "other" else None
        row: Row = {
            "name": customer.name if customer else label("other"),
            "city": customer.city if customer else None,
            "since": str(customer.since) if customer else None,
            "segment": customer.segment if customer else None,
            "rank": str(at + 1) if customer else None,
        }
        for name, period in periods.items():
            figs[name].append(scribe.cell(f"customer|{entity}|{period}"))
            row[name] = figs[name][-1]
        figs["share"].append(
            Fig(
                f"customer_share|{entity}|{company.last}",
                company.facts[f"customer_share|{entity}|{company.last}"],
                PERCENT,
            )
        )
        row["share"] = figs["share"][-1]
        if room.on("list.customer") and at == 1:
            row["name"] = Mark(company.customers[1].name, "customers.replaced")
        rows.append(row)
    closing: Row = {"name": label("total")}
    for name, period in periods.items():
        closing[name] = scribe.cell(f"revenue|group|{period}")
        if name in columns and isinstance(closing[name], Fig):
            scribe.doc.relations.append(total(_fig(closing[name]), figs[name]))
    whole = Fig("hundred||", 1.0, PERCENT)
    closing["share"] = whole
    if "share" in columns:
        scribe.doc.relations.append(total(whole, figs["share"], WHOLE))
    if not csv or scribe.rng.random() < 0.5:
        rows.append(closing)
    else:
        kept = {id(closing["last"]), id(closing["prior"])}
        scribe.doc.relations = [one for one in scribe.doc.relations if id(one.result) not in kept]
    year, prior = scribe.year(company.last), scribe.year(company.prior)
    heads: Row = {
        "name": label("customer"),
        "city": "City",
        "since": "Since",
        "segment": "Class",
        "rank": "No.",
        "last": f"Revenue {year}",
        "prior": f"Revenue {prior}",
        "share": label("share"),
    }
    title = scribe.rng.choice(["Revenue by customer", "Customers", "Sales by account"])
    put(scribe, title, heads, rows, columns)


def _fig(content: Content) -> Fig:
    if not isinstance(content, Fig):
        raise TypeError(f"{content!r} is no figure")
    return content


def write_captable(room: Room) -> None:
    scribe, layout = open_paper(room, "captable", "cap table")
    company, columns, label = room.company, layout["columns"], scribe.label
    shares = [scribe.cell(f"shares|h{at}|now") for at in range(len(company.holders))]
    stakes = [Fig(f"stake|h{at}|now", company.facts[f"stake|h{at}|now"], PERCENT) for at in range(len(company.holders))]
    rows: list[Row] = [
        {
            "name": Mark(holder, "captable.name") if at == 2 else holder,
            "shares": shares[at],
            "stake": stakes[at],
            "class": "ordinary",
            "number": str(at + 1),
        }
        for at, holder in enumerate(company.holders)
    ]
    whole, everything = Fig("hundred||", 1.0, PERCENT), scribe.cell("shares|group|now")
    rows.append({"name": label("total"), "shares": everything, "stake": whole})
    scribe.doc.relations += [total(whole, stakes, WHOLE), total(everything, shares)]
    notes: list[Content] = []
    if layout["note"]:
        notes.append(scribe.rng.choice(["All shares carry one vote.", "Fully paid in.", "As entered in the register."]))
    if room.on("near.diluted"):
        options, diluted = scribe.count("shares|options|now"), scribe.count("shares|diluted|now")
        scribe.doc.relations.append(Relation(SUM, diluted, ((1.0, everything), (1.0, options))))
        notes.append(
            Sentence(
                ["Counting ", options, " options not yet exercised, the diluted number is ", diluted, "."],
                "captable.diluted",
            )
        )
    heads: Row = {"name": label("holder"), "shares": label("shares"), "stake": "%", "class": "Class", "number": "No."}
    put(scribe, f"Shareholders of {company.name}", heads, rows, columns, money=False, notes=tuple(notes))


def write_pipeline(room: Room) -> None:
    scribe, layout = open_paper(room, "pipeline", "sales pipeline")
    company, columns, label = room.company, layout["columns"], scribe.label
    order = list(range(len(company.deals)))
    if layout["grouped"]:
        order.sort(key=lambda at: (company.deals[at].chance, company.deals[at].name))
    rows: list[Row] = []
    values, weighted = [], []
    for at in order:
        deal = company.deals[at]
        values.append(scribe.cell(f"deal|p{at}|now"))
        weighted.append(scribe.cell(f"weighted|p{at}|now"))
        rows.append(
            {
                "name": deal.name,
                "stage": deal.stage,
                "value": values[-1],
                "weighted": weighted[-1],
                "number": f"O-{at + 11}",
                "chance": Fig(f"chance|p{at}|now", deal.chance / 100, WHOLE_PERCENT),
            }
        )
    closing = {"value": scribe.cell("deal|group|now"), "weighted": scribe.cell("weighted|group|now")}
    scribe.doc.relations += [total(closing["value"], values), total(closing["weighted"], weighted)]
    rows.append({"name": label("total"), **closing})
    heads: Row = {
        "name": "Opportunity",
        "stage": "Stage",
        "value": "Yearly value",
        "weighted": "Weighted",
        "chance": "Probability",
        "number": "No.",
    }
    put(scribe, scribe.rng.choice(["Open offers", "Opportunities"]), heads, rows, columns)
