"""Writes all documents of a planned room, the index last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .papers.books import write_accounts, write_kpis
from .papers.contract import write_contract, write_draft, write_template
from .papers.correspondence import write_mail, write_minutes
from .papers.index import write_index
from .papers.letters import (
    write_bank_letter,
    write_insurance,
    write_law_letter,
    write_permit_certificate,
    write_quality_certificate,
)
from .papers.lists import write_captable, write_customers, write_pipeline
from .papers.presentations import write_deck, write_memo
from .papers.registers import write_contracts, write_permits, write_shares
from .papers.staff import write_headcount, write_loans

if TYPE_CHECKING:
    from collections.abc import Callable

    from .room import Room

_WRITERS: dict[str, Callable[[Room], None]] = {
    "accounts": write_accounts,
    "kpis": write_kpis,
    "customers": write_customers,
    "captable": write_captable,
    "pipeline": write_pipeline,
    "headcount": write_headcount,
    "loans": write_loans,
    "permits": write_permits,
    "certificate.permit": write_permit_certificate,
    "certificate.quality": write_quality_certificate,
    "certificate.insurance": write_insurance,
    "letter.bank": write_bank_letter,
    "letter.law": write_law_letter,
    "contracts": write_contracts,
    "shares": write_shares,
    "template": write_template,
    "draft": write_draft,
    "deck": write_deck,
    "memo": write_memo,
    "mail.cfo": lambda room: write_mail(room, "mail.cfo"),
    "mail.sales": lambda room: write_mail(room, "mail.sales"),
    "minutes": write_minutes,
}


def write_documents(room: Room) -> None:
    """Every document that the room's plan names."""
    for kind, write in _WRITERS.items():
        if room.has(kind):
            write(room)
    for contract in room.contracts():
        write_contract(room, contract)
    write_index(room)
