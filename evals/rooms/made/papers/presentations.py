"""Presentations and information memoranda."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from evals.rooms.made import statement
from evals.rooms.made.claims import absent, mutual
from evals.rooms.made.document import Content, Sentence
from evals.rooms.made.figure import PERCENT, Fig, Mark
from evals.rooms.made.relation import WHOLE, total
from evals.rooms.made.statement import Account, ratio_row
from evals.rooms.made.table import Table, print_table
from evals.rooms.made.topics import DEAL, FINANCE, TRADE

from .opening import open_paper, paragraphs
from .speech import agenda, chat, put_down, speak

if TYPE_CHECKING:
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe


def _summary(scribe: Scribe) -> Table:
    """Revenue by line to EBITDA for the closed years, in thousands or millions."""
    scribe.shown, scribe.decimals = scribe.rng.choice([(1000, 0), (1_000_000, 1), (1_000_000, 2)])
    years = scribe.company.calendar.years
    full = statement.trading(scribe)
    kept = [
        one
        for one in full
        if one.name.startswith("revenue")
        or one.name in ("direct|group", "gross|group", "overhead|group", "ebitda|group")
    ]
    accounts = [
        Account(one.label, one.name, () if one.name in ("direct|group", "overhead|group") else one.parts, cost=one.cost)
        for one in kept
    ]
    made = statement.table(
        scribe, scribe.rng.choice(["Key figures", "Financial summary", "Three years"]), accounts, years
    )
    made.rows.append(
        ratio_row(scribe, scribe.rng.choice(["EBITDA margin", "EBITDA, % of revenue"]), "ebitda_margin", years)
    )
    return made


def _customers(scribe: Scribe) -> Table:
    company, room = scribe.company, scribe.room
    figs = [scribe.cell(f"customer|c{at}|{company.last}") for at in range(3)]
    shares = [
        Fig(f"customer_share|c{at}|{company.last}", company.facts[f"customer_share|c{at}|{company.last}"], PERCENT)
        for at in range(3)
    ]
    everything = scribe.cell(f"customer|top3|{company.last}")
    rows: list[list[Content]] = []
    for at in range(3):
        name: Content = company.customers[at].name
        if at == 1 and room.on("list.customer"):
            known = {one.name for one in company.customers}
            name = Mark(next(one for one in company.trade.lists["customers"] if one not in known), "table.customer")
        rows.append([name, figs[at], shares[at]])
    whole = Fig(f"customer_share|top3|{company.last}", company.facts[f"customer_share|top3|{company.last}"], PERCENT)
    rows.append(["Top three", everything, whole])
    heads = [scribe.label("customer"), scribe.year(company.last), scribe.label("share")]
    return Table(
        f"Largest customers {scribe.year(company.last)}",
        heads,
        rows,
        [total(everything, figs), total(whole, shares, WHOLE)],
    )


def write_deck(room: Room) -> None:
    scribe, layout = open_paper(room, "deck", "presentation")
    doc, company = scribe.doc, room.company
    doc.title(company.name)
    days = timedelta(days=scribe.rng.randint(12, 24))
    day = company.calendar.open_end - days if room.on("date.deck") else company.told - timedelta(days=1)
    word = scribe.rng.choice(["Management presentation", "Presentation for investors", "Company overview"])
    doc.text(Sentence([f"{word}, ", Mark(scribe.day(day), "deck.date")]))
    figures, claims = agenda(scribe)
    heads = {
        "about": ("About us", "The firm"),
        "numbers": ("Numbers", "Results"),
        "table": ("Three years", "Overview"),
        "market": ("Customers and operations", "Business"),
        "deal": ("The offer", "Transaction"),
    }
    for part in layout["parts"]:
        if layout["pages"]:
            doc.page()
        doc.heading(heads[part][0 if room.pool == "a" else 1])
        said: list[Sentence] = []
        match part:
            case "about":
                said = [scribe.say("frame.deck_intro", tag="frame"), *chat(scribe, 2)]
            case "numbers":
                said = speak(scribe, FINANCE, scribe.rng.randint(5, 7)) + figures
            case "market":
                said = speak(scribe, TRADE, scribe.rng.randint(4, 5)) + chat(scribe, 1)
            case "deal":
                said = speak(scribe, DEAL, 2) + claims
            case _:
                print_table(scribe, doc, _summary(scribe), unit_in_head=scribe.rng.random() < 0.5)
                if room.has("deck.table"):
                    print_table(scribe, doc, _customers(scribe), unit_in_head=scribe.rng.random() < 0.5)
        if part == "market" and room.on("mutual.kpis"):
            said.append(mutual(scribe, "deck", "kpis"))
        if part == "market" and room.on("absent.deck"):
            said.append(absent(scribe, "deck"))
        put_down(scribe, said, bullets=layout["bullets"])


def write_memo(room: Room) -> None:
    scribe, layout = open_paper(room, "memo", "information memorandum")
    doc, heads = scribe.doc, layout["heads"]
    doc.title(
        f"{room.company.short} – "
        + scribe.rng.choice(["information for buyers", "sale of all shares", "confidential memorandum"])
    )
    figures, claims = agenda(scribe)
    scribe.rng.shuffle(figures)
    finance = speak(scribe, FINANCE, scribe.rng.randint(7, 9)) + figures
    sections = [
        [scribe.say("frame.memo_intro", tag="frame"), *chat(scribe, 3)],
        finance,
        [*speak(scribe, TRADE, scribe.rng.randint(5, 7)), *chat(scribe, 1)],
        claims,
        speak(scribe, DEAL, 2),
    ]
    if room.on("mutual.headcount"):
        sections[2].append(mutual(scribe, "memo", "headcount"))
    for at, (head, said) in enumerate([one for one in zip(heads, sections, strict=True) if one[1]], 1):
        doc.heading(f"{at} {head}" if layout["numbered"] else head)
        paragraphs(scribe, said)
        if at == 2:
            print_table(scribe, doc, _summary(scribe), unit_in_head=scribe.rng.random() < 0.5)
