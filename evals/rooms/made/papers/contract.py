"""Contracts: parties, clauses in many words and orders, and who signed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from evals.rooms.made.calendar import shifted
from evals.rooms.made.document import Sentence
from evals.rooms.made.figure import Fig, Format, Mark

from .opening import BLANK, open_paper, sign

if TYPE_CHECKING:
    from evals.rooms.made.company import Contract
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe

_HEADS = {
    "subject": ("Subject", "Scope", "Object"),
    "fee": ("Price", "Remuneration", "Fees"),
    "payment": ("Payment", "Invoices", "Settlement"),
    "term": ("Term", "Duration", "Period"),
    "end": ("Termination", "Ending", "Cancellation"),
    "exclusivity": ("Dealings with others", "Freedom", "Sources"),
    "ip": ("Results of work", "Rights in works", "Know-how"),
    "liability": ("Liability", "Damages", "Limits"),
    "assignment": ("Assignment", "Transfer", "Succession"),
    "confidentiality": ("Confidentiality", "Secrecy", "Silence"),
    "law": ("Law and venue", "Governing law", "Disputes"),
}
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")


def terms(room: Room, contract: Contract) -> Contract:
    """The contract as its document has it: a lease that is over, and one that does not renew, where that is planted."""
    if room.on("stale.lease", contract.id):
        end = room.company.told - timedelta(days=150)
        effective = shifted(end + timedelta(days=1), -contract.months)
        return replace(contract, effective=effective, signed=effective - timedelta(days=20), end=end, renews=False)
    return replace(contract, renews=False) if room.on("assertion.renewal", contract.id) else contract


def write_contract(room: Room, contract: Contract) -> None:
    """The contract's document, with what is planted in it."""
    scribe, layout = open_paper(room, f"contract.{contract.id}", contract.title.lower(), "contract")
    contract = terms(room, contract)
    doc, company = scribe.doc, room.company
    doc.title(Mark(contract.title, f"title.{contract.id}"))
    _parties(scribe, contract, layout["parties"])
    clauses = _clauses(scribe, contract)
    names = list(clauses)
    fixed = names[:1] + scribe.rng.sample(names[1:-1], len(names) - 2) + names[-1:]
    for at, name in enumerate(fixed, 1):
        head = _HEADS[name][layout["order"] % 3]
        _head(scribe, layout["heads"], at, head, clauses[name])
    own, other = _signed(room, contract)
    signed = contract.signed
    if room.on("near.retro", contract.id):
        signed = contract.effective + timedelta(days=scribe.rng.randint(25, 60))
    day = scribe.day(signed)
    sign(
        scribe,
        layout["sign"],
        [
            (company.name, company.people[0].name, day, f"sign.own.{contract.id}", own),
            (contract.counterparty, contract.signatory, day, f"sign.other.{contract.id}", other),
        ],
    )


def _signed(room: Room, contract: Contract) -> tuple[bool, bool]:
    """Whether the company signed, and whether the partner did."""
    both = room.on("unsigned.both", contract.id)
    return not (both or room.on("unsigned.own", contract.id)), not (both or room.on("unsigned.other", contract.id))


def _parties(scribe: Scribe, contract: Contract, style: str) -> None:
    doc, company = scribe.doc, scribe.company
    other = Mark(contract.counterparty, f"parties.{contract.id}")
    roles = scribe.rng.choice(
        [("the Company", "the Partner"), ("Party A", "Party B"), ("“we”", "“you”"), ("first party", "second party")]
    )
    match style:
        case "list":
            doc.line("between")
            doc.gap()
            doc.item(f"{company.name}, {company.seat} ({roles[0]})")
            doc.item(Sentence([other, f" ({roles[1]})"]))
            doc.gap()
        case "table":
            doc.row(roles[0], roles[1])
            doc.row(company.name, other)
            doc.gap()
        case _:
            doc.text(
                Sentence(
                    [
                        f"This document is made between {company.name} of {company.seat} ({roles[0]}) and ",
                        other,
                        f" ({roles[1]}).",
                    ]
                )
            )


def _head(scribe: Scribe, style: str, at: int, head: str, sentences: list[Sentence]) -> None:
    doc = scribe.doc
    if style == "inline":
        doc.text(f"{at}. {head}.", *sentences)
        return
    named = {
        "number": f"{at}. {head}",
        "article": f"Article {at} – {head}",
        "paragraph": f"§ {at} {head}",
        "capital": head.upper(),
        "roman": f"{_ROMAN[at - 1]}. {head}",
    }[style]
    doc.heading(named)
    if style in ("number", "paragraph"):
        for part, one in enumerate(sentences, 1):
            label = f"{at}.{part} " if style == "number" else f"({part}) "
            doc.text(Sentence([label, *one.parts], one.tag))
    else:
        doc.text(*sentences)


def _clauses(scribe: Scribe, contract: Contract) -> dict[str, list[Sentence]]:
    """By subject the sentences of the contract, the subject first and the law last."""
    room, company, ident = scribe.room, scribe.company, contract.id
    words, party = company.trade.words, contract.counterparty
    goods = {
        "customer": words["goods"],
        "supply": f"deliveries that {company.short} needs for {words['goods']}",
        "service": f"services around {words['asset']}",
        "lease": f"the letting of the premises of {company.sites[-1]}",
    }[contract.kind]

    def say(name: str, **values: str | Fig | Mark) -> Sentence:
        tag = {"renew": f"renewal.{ident}", "no_renew": f"renewal.{ident}", "term": f"clauses.term.{ident}"}.get(
            name, f"clauses.{name}"
        )
        return scribe.say(f"clauses.{name}", tag=tag, **{"party": party, **values})

    end = shifted(contract.effective, -11) if room.on("date.term", ident) else contract.end
    fee = Fig(f"fee|{ident}|now", company.facts[f"fee|{ident}|now"], Format(before=f"{company.currency} "))
    cap = Fig(f"cap|{ident}|now", company.facts[f"cap|{ident}|now"], Format(before=f"{company.currency} "))
    term = [
        say("term", start=scribe.day(contract.effective), end=scribe.day(end)),
        say("renew" if contract.renews else "no_renew", n=str(contract.notice)),
    ]
    if room.on("near.retro", ident):
        term.append(say("retro", start=scribe.day(contract.effective)))
    ending = [say("cause")]
    if room.on("assertion.coc", ident) or room.on("near.exception", ident):
        ending.append(say("coc"))
    if room.on("assertion.convenience", ident):
        ending.append(say("convenience"))
    scribe.rng.shuffle(ending)
    price = [say("rates") if contract.kind == "customer" else say("fee", v=fee)]
    if room.on("absent.amendment", ident):
        price.append(scribe.say("notes.absent_amendment", paper=room.files["absent.amendment"]))
    found = {
        "subject": [say("subject", goods=goods)],
        "fee": price,
        "payment": [say("payment")],
        "term": term,
        "end": ending,
    }
    if contract.kind != "lease":
        exclusive = room.on("assertion.exclusivity", ident)
        found["exclusivity"] = [say("exclusive" if exclusive else "non_exclusive")]
        found["ip"] = [say("ip_other", asset=words["asset"]) if room.on("assertion.ip", ident) else say("ip_company")]
        found["liability"] = [say("uncapped") if room.on("assertion.cap", ident) else say("cap", v=cap)]
    found["assignment"], found["confidentiality"] = [say("assignment")], [say("confidentiality")]
    for name in scribe.rng.sample(["payment", "assignment", "confidentiality"], scribe.rng.randint(0, 2)):
        del found[name]
    found["law"] = [say("law", law=company.country.words["law"])]
    return found


def write_template(room: Room) -> None:
    """A standard form that nobody signs, and says so."""
    scribe, layout = open_paper(room, "template", "template", "contract")
    doc, company = scribe.doc, room.company
    title = company.trade.words["customer_contract"]
    doc.title(f"{title} (standard form)")
    note = scribe.rng.choice(
        [
            "Template for new customers; not a contract and not signed.",
            "Blank standard form, kept for reference only.",
            "Specimen. To be completed for each new customer; no agreement has been made on it.",
        ]
    )
    doc.text(Mark(note, "template.note"))
    party = "[name of customer]"
    for at, name in enumerate(("subject", "payment", "cause", "confidentiality"), 1):
        values = {"goods": company.trade.words["goods"]} if name == "subject" else {}
        _head(
            scribe,
            layout["heads"],
            at,
            _HEADS.get(name, ("Termination",) * 3)[0],
            [scribe.say(f"clauses.{name}", tag="template", party=party, **values)],
        )
    doc.line(Mark(f"Signature: {BLANK}", "template.sign"))


def write_draft(room: Room) -> None:
    """A cooperation that is still discussed, unsigned as drafts are."""
    scribe, layout = open_paper(room, "draft", "draft agreement", "contract")
    doc, company = scribe.doc, room.company
    party = company.trade.lists["suppliers"][1]
    doc.title("Cooperation Agreement")
    doc.text(scribe.say("notes.draft", tag="draft.note"))
    for at, name in enumerate(("subject", "cause", "confidentiality", "assignment"), 1):
        values = {"goods": f"joint marketing of {company.trade.words['goods']}"} if name == "subject" else {}
        head = _HEADS.get(name, ("Termination",) * 3)[layout["order"] % 3]
        _head(scribe, layout["heads"], at, head, [scribe.say(f"clauses.{name}", tag="draft", party=party, **values)])
    sign(scribe, layout["sign"], [(company.name, "", "", "draft.sign", False), (party, "", "", "draft.sign", False)])
