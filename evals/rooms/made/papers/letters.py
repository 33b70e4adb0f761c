"""Certificates, and letters of bank and counsel."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from evals.rooms.made.calendar import shifted
from evals.rooms.made.document import Content, Sentence
from evals.rooms.made.figure import Fig, Format, Mark

from .opening import open_paper

if TYPE_CHECKING:
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe


def _fields(scribe: Scribe, style: str, fields: list[tuple[str, Content]]) -> None:
    """The certificate's particulars in the layout's way."""
    doc = scribe.doc
    for name, content in fields:
        parts = content.parts if isinstance(content, Sentence) else [content] if content is not None else []
        match style:
            case "table":
                doc.row(name, Sentence(list(parts)))
            case "items":
                doc.item(Sentence([f"{name}: ", *parts]))
            case "prose":
                doc.text(Sentence([f"{name} is ", *parts, "."]))
            case _:
                doc.line(Sentence([f"{name}: ", *parts]))
    doc.gap()


def write_permit_certificate(room: Room) -> None:
    scribe, layout = open_paper(room, "certificate.permit", "permit", "certificate")
    permit = room.company.permits[0]
    scribe.doc.title(permit.name)
    scribe.doc.text(f"{permit.authority} confirms to {room.company.name} what follows.")
    _fields(
        scribe,
        layout["style"],
        [
            ("Reference", Mark(permit.number, "certificate.number")),
            ("Place", room.company.sites[permit.site]),
            ("Issued", scribe.day(permit.issued)),
            ("Valid until", scribe.day(permit.until)),
        ],
    )


def write_quality_certificate(room: Room) -> None:
    scribe, layout = open_paper(room, "certificate.quality", "certificate", "certificate")
    company = room.company
    until = (
        company.told - timedelta(days=190)
        if room.on("stale.quality")
        else company.told + timedelta(days=scribe.rng.randint(300, 700))
    )
    scribe.doc.title(company.trade.words["quality"])
    scribe.doc.text(f"Awarded to {company.name} after an audit on site.")
    _fields(
        scribe,
        layout["style"],
        [
            ("Scope", company.trade.words["goods"]),
            ("Audit", scribe.day(shifted(until, -36))),
            ("Valid until", Mark(scribe.day(until), "quality.until")),
        ],
    )


def write_insurance(room: Room) -> None:
    scribe, layout = open_paper(room, "certificate.insurance", "insurance certificate", "certificate")
    company = room.company
    start = shifted(company.told, -scribe.rng.randint(3, 8))
    if room.on("stale.insurance"):
        start = shifted(start, -24)
    end = shifted(start, -12) if room.on("date.certificate") else shifted(start, 12)
    limit = Fig(
        "cover|group|now", 5_000_000 if company.unit == 1 else 10_000_000, Format(before=f"{company.currency} ")
    )
    company.facts["cover|group|now"] = limit.value
    scribe.doc.title("Certificate of liability insurance")
    scribe.doc.text(f"{company.insurer} certifies to {company.name} the cover below.")
    _fields(
        scribe,
        layout["style"],
        [
            ("Cover begins", Mark(scribe.day(start), "insurance.from")),
            ("Cover ends", Mark(scribe.day(end), "insurance.until")),
            ("Limit", limit),
        ],
    )


def _letter(scribe: Scribe, sender: str, intro: str, body: list[Sentence], style: str, signer: str) -> None:
    doc, company = scribe.doc, scribe.company
    doc.line(sender)
    doc.line(f"{company.seat}, {scribe.day(company.told - timedelta(days=scribe.rng.randint(0, 4)))}")
    doc.gap()
    doc.title(scribe.rng.choice(["Confirmation", f"Re: {company.name}", "To whom it may concern"]))
    opening = scribe.say(intro, tag="frame")
    if style == "prose":
        doc.text(opening, *body)
    else:
        doc.text(opening)
        for at, one in enumerate(body, 1):
            if style == "items":
                doc.item(one)
            elif style == "numbered":
                doc.text(Sentence([f"({at}) ", *one.parts], one.tag))
            else:
                doc.text(one)
    doc.gap()
    doc.line(scribe.say("frame.closing", tag="frame"))
    doc.line(f"{signer}, {sender} (signed)")


def write_bank_letter(room: Room) -> None:
    """The balance with the first lender, and whatever else it confirms."""
    scribe, layout = open_paper(room, "letter.bank", "bank letter", "letter")
    company = room.company
    day = scribe.day(company.calendar.year_end())
    body = [
        scribe.say(
            "loan",
            tag="bank.balance",
            lender=company.loans[0].lender,
            v=scribe.money(f"debt|loan0|{company.last}"),
            date=day,
        )
    ]
    if room.on("assertion.pledge"):
        body.append(scribe.say("notes.pledged"))
    if room.on("list.loan"):
        company.facts["debt|extra|now"] = (
            max(1, round(company.facts[f"revenue|group|{company.last}"] * 0.03 / 10_000)) * 10_000
        )
        body.append(scribe.say("notes.other_loan", v=scribe.money("debt|extra|now")))
    else:
        body.append(scribe.say("frame.bank_close", tag="frame"))
    _letter(scribe, company.loans[0].lender, "frame.bank_intro", body, layout["style"], company.others[1])


def write_law_letter(room: Room) -> None:
    scribe, layout = open_paper(room, "letter.law", "counsel letter", "letter")
    company = room.company
    if room.on("assertion.litigation"):
        date = scribe.day(company.told - timedelta(days=scribe.rng.randint(60, 300)))
        body = [
            scribe.say(
                "notes.dispute",
                party=scribe.rng.choice(
                    [one for one in company.trade.lists["suppliers"] if one not in company.trade.lists["partners"]]
                ),
                court=f"{company.country.words['court']} of {company.seat}",
                date=date,
            )
        ]
    else:
        body = [scribe.say("frame.law_none", tag="frame")]
    _letter(scribe, company.lawyer, "frame.law_intro", body, layout["style"], company.others[2])
