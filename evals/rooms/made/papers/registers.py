"""Registers of permits, contracts and members."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from evals.rooms.made.calendar import shifted
from evals.rooms.made.figure import Mark

from .contract import terms
from .lists import Row, put
from .opening import open_paper

if TYPE_CHECKING:
    from datetime import date

    from evals.rooms.made.company import Permit
    from evals.rooms.made.document import Content
    from evals.rooms.made.room import Room


def write_permits(room: Room) -> None:
    scribe, layout = open_paper(room, "permits", "permit register")
    company, columns = room.company, layout["columns"]
    if room.on("near.superseded") and "status" not in columns:
        columns = [*columns, "status"]
    rows: list[Row] = []
    for at, permit in enumerate(company.permits):
        if at == 0 and room.on("list.permit"):
            continue
        rows.append(_permit_row(room, permit, at))
    if room.on("near.superseded"):
        old = company.permits[1]
        expired = old.issued - timedelta(days=3)
        rows.insert(
            scribe.rng.randrange(len(rows)),
            {
                "name": old.name,
                "authority": old.authority,
                "number": f"{old.number[:3]}-{scribe.rng.randint(100, 899)}/{expired.year - 5}",
                "issued": _day(shifted(expired, -60)),
                "until": Mark(_day(expired), "permits.superseded"),
                "site": company.sites[old.site],
                "status": Mark(f"superseded by {old.number}", "permits.superseded"),
            },
        )
    heads: Row = {
        "name": Mark("Permit", "permits.head"),
        "authority": "Authority",
        "number": "Reference",
        "issued": "Issued",
        "until": "Valid until",
        "site": "Site",
        "status": "Status",
    }
    put(scribe, scribe.rng.choice(["Permits and licences", "Register of permits"]), heads, rows, columns, money=False)


def _permit_row(room: Room, permit: Permit, at: int) -> Row:
    issued: Content = _day(permit.issued)
    until: Content = _day(permit.until)
    if at == 2 and room.on("assertion.permits"):
        until = Mark(_day(room.company.told + timedelta(days=170)), "permits.soon")
    if at == 3 and room.on("stale.permit"):
        until = Mark(_day(room.company.told - timedelta(days=140)), "permits.expired")
    if at == len(room.company.permits) - 1 and room.on("date.permit"):
        issued = Mark(_day(permit.issued), "permits.backwards")
        until = Mark(_day(shifted(permit.issued, -10)), "permits.backwards")
    return {
        "name": permit.name,
        "authority": permit.authority,
        "number": permit.number,
        "issued": issued,
        "until": until,
        "site": room.company.sites[permit.site],
        "status": "in force",
    }


def _day(day: date) -> str:
    return day.isoformat()


def write_contracts(room: Room) -> None:
    """The register of the contracts that the room holds."""
    scribe, layout = open_paper(room, "contracts", "contract register")
    rows: list[Row] = []
    for at, one in enumerate(room.contracts(), 1):
        if room.on("list.contract", one.id):
            continue
        contract = terms(room, one)
        end = shifted(contract.end, scribe.rng.choice([-14, 15])) if room.on("list.end", one.id) else contract.end
        kind = {"customer": "customer", "supply": "purchase", "service": "service", "lease": "rent"}[contract.kind]
        rows.append(
            {
                "party": contract.counterparty,
                "title": contract.title,
                "kind": kind,
                "start": _day(contract.effective),
                "end": Mark(_day(end), f"register.end.{contract.id}"),
                "notice": f"{contract.notice} months",
                "number": str(at),
            }
        )
    heads: Row = {
        "party": Mark("Partner", "contracts.head"),
        "title": "Agreement",
        "kind": "Type",
        "start": "Effective",
        "end": "Ends",
        "notice": "Notice",
        "number": "No.",
    }
    put(scribe, "Contracts in force", heads, rows, layout["columns"], money=False)


def write_shares(room: Room) -> None:
    """The members' register, as the cap table has it."""
    scribe, layout = open_paper(room, "shares", "share register")
    company = room.company
    moved = round(company.facts["shares|h0|now"] * 0.12) if room.on("list.shares") else 0
    rows: list[Row] = []
    for at, holder in enumerate(company.holders):
        shares = scribe.cell(f"shares|h{at}|now")
        if moved and at < 2:
            shares.value += moved if at else -moved
            shares.altered = True
        name: Content = holder
        if at == 2 and room.on("list.holder"):
            first, last = company.country.lists["first"], company.country.lists["last"]
            stranger = f"{first[0]} {last[-1]}-{last[0]}"
            name = Mark(stranger, "shares.name")
        rows.append(
            {
                "name": name,
                "shares": shares,
                "class": "ordinary",
                "number": str(at + 1),
                "since": _day(shifted(company.calendar.year_end(3), -7 * at - scribe.rng.randint(1, 5))),
            }
        )
    heads: Row = {
        "name": "Member",
        "shares": Mark("Shares", "shares.count"),
        "class": "Class",
        "number": "No.",
        "since": "Entered",
    }
    put(scribe, "Register of members", heads, rows, layout["columns"], money=False)
