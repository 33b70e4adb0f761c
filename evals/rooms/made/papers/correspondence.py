"""Mails and minutes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING

from evals.rooms.made.claims import absent, mutual
from evals.rooms.made.document import Sentence
from evals.rooms.made.figure import Mark
from evals.rooms.made.topics import FINANCE, TRADE

from .opening import open_paper
from .speech import agenda, chat, put_down, speak

if TYPE_CHECKING:
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe


def write_mail(room: Room, kind: str) -> None:
    """A mail of the finance director or of the head of sales to the buyer."""
    scribe, layout = open_paper(room, kind, "e-mail", "mail")
    doc, company = scribe.doc, room.company
    finance = kind == "mail.cfo"
    sender = company.people[1 if finance else 3]
    reader = company.others[0]
    early = room.on("date.mail") and finance
    day = (
        company.calendar.open_end - timedelta(days=9)
        if early
        else company.told - timedelta(days=scribe.rng.randint(0, 3))
    )
    day -= timedelta(days=max(0, day.weekday() - 4))
    moment = datetime(day.year, day.month, day.day, scribe.rng.randint(8, 18), scribe.rng.randint(0, 59), tzinfo=UTC)
    doc.headers = [
        ("From", Sentence([f"{sender.name} <{_address(sender.name, company.code)}>"])),
        ("To", Sentence([f"{reader} <{_address(reader, company.buyer)}>"])),
        ("Date", Sentence([Mark(format_datetime(moment), f"{kind}.date")])),
        ("Subject", scribe.say("frame.mail_subject", tag="frame")),
    ]
    doc.line(scribe.say("frame.greeting", tag="frame", person=reader.split()[0]))
    doc.gap()
    doc.text(scribe.say("frame.mail_intro", tag="frame"))
    figures, claims = agenda(scribe)
    said = speak(scribe, FINANCE if finance else TRADE, scribe.rng.randint(3, 5)) + figures + claims
    if finance and room.on("mutual.mail"):
        said.append(mutual(scribe, "mail.cfo", "minutes"))
    if finance and room.on("absent.mail"):
        said.append(absent(scribe, "mail"))
    put_down(scribe, said, bullets=layout["list"])
    doc.line(scribe.say("frame.closing", tag="frame"))
    doc.line(sender.name)
    doc.line(sender.role)
    if layout["quoted"]:
        doc.gap()
        doc.line(f"> {reader.split()[0]} wrote: could you send us what is still open, please?")


def _address(name: str, firm: str) -> str:
    plain = "".join(
        one
        for one in f"{name.split()[0]}.{name.split()[-1]}".lower()
        if one.isascii() and (one.isalpha() or one == ".")
    )
    return f"{plain}@{''.join(one for one in firm.lower() if one.isascii() and one.isalpha())}.example"


def write_minutes(room: Room) -> None:
    scribe, layout = open_paper(room, "minutes", "minutes")
    doc, company = scribe.doc, room.company
    day = company.told - timedelta(days=2)
    doc.title(
        scribe.rng.choice(
            ["Proces-verbal al consiliului"]
            if scribe.romanian
            else ["Minutes of the board", "Board meeting", "Record of the board's session"]
        )
    )
    doc.text(Sentence([f"{company.name}, {company.seat}, ", Mark(f"meeting of {scribe.day(day)}", "minutes.date")]))
    _attendance(scribe, layout["attendance"])
    figures, claims = agenda(scribe)
    items = [
        ("Deschidere" if scribe.romanian else "Opening", [scribe.say("frame.minutes_open", tag="frame")]),
        ("Cifre" if scribe.romanian else "Figures", speak(scribe, FINANCE, scribe.rng.randint(3, 4)) + figures),
        ("Activitate" if scribe.romanian else "Operations", [*speak(scribe, TRADE, 2), *chat(scribe, 1)]),
        ("Diverse" if scribe.romanian else "Other matters", [*claims, *_matters(scribe)]),
        ("Închidere" if scribe.romanian else "Close", [scribe.say("frame.minutes_close", tag="frame")]),
    ]
    for at, (head, said) in enumerate([one for one in items if one[1]], 1):
        doc.heading(f"{at}. {head}" if layout["numbered"] else head)
        doc.text(*said)
    signed = day - timedelta(days=12) if room.on("date.minutes") else day + timedelta(days=1)
    who = company.people[0].name
    text = {
        "lines": f"Signed on {scribe.day(signed)}: {who}",
        "place": f"{company.seat}, {scribe.day(signed)}, {who} (signed)",
        "slashes": f"/s/ {who}, {scribe.day(signed)}",
    }[layout["sign"]]
    doc.line(Mark(text, "minutes.signed"))


def _matters(scribe: Scribe) -> list[Sentence]:
    room, company = scribe.room, scribe.company
    said = []
    if room.on("absent.report"):
        said.append(absent(scribe, "report"))
    if room.on("mutual.mail"):
        said.append(mutual(scribe, "minutes", "mail.cfo"))
    if room.on("assertion.team"):
        leaver = scribe.rng.choice(company.people[2:])
        said.append(
            scribe.say("notes.resigned", person=leaver.name, date=scribe.day(company.told + timedelta(days=80)))
        )
    return said


def _attendance(scribe: Scribe, style: str) -> None:
    doc, people = scribe.doc, scribe.company.people[:4]
    match style:
        case "list":
            for person in people:
                doc.item(f"{person.name}, {person.role.lower()}")
            doc.gap()
        case "table":
            doc.row("Present", "Role")
            for person in people:
                doc.row(person.name, person.role)
            doc.gap()
        case _:
            doc.text("Present: " + ", ".join(f"{person.name} ({person.role.lower()})" for person in people) + ".")
