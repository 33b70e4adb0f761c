"""What a load works on: a matter, deals with something to argue about, and cases, made over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.served import API, json_of

if TYPE_CHECKING:
    import httpx

_SAID = (
    ("The annual recurring revenue for 2025 was EUR 12.1 million.", "deck.txt", "board_deck", "12100000"),
    ("Recurring revenue was EUR 9.6 million.", "accounts.txt", "audited_accounts", "9600000"),
)


@dataclass(frozen=True, slots=True)
class House:
    """The ids of what was made."""

    matter: str
    deals: tuple[str, ...]
    cases: tuple[str, ...]


def furnish(client: httpx.Client, clients: int) -> House:
    """A matter for all, and a deal and a case for each client."""
    matter = json_of(client.post(f"{API}/matters", json={"title": "Leases"}))["matter_id"]
    deals = tuple(_deal(client, number) for number in range(clients))
    cases = tuple(
        json_of(client.post(f"{API}/cases", json={"title": f"Caz {number}"}))["case_id"] for number in range(clients)
    )
    return House(matter, deals, cases)


def _deal(client: httpx.Client, number: int) -> str:
    deal = str(json_of(client.post(f"{API}/matters", json={"title": f"Deal {number}", "kind": "deal"}))["matter_id"])
    for text, name, source, amount in _SAID:
        path = f"{API}/matters/{deal}/documents"
        document = json_of(client.post(path, params={"filename": name}, content=text.encode()))["document_id"]
        json_of(client.post(f"{API}/deals/{deal}/claims", json=claim(text, document, text, source, amount)))
    return deal


def claim(text: str, document: str, quote: str, source: str = "board_deck", amount: str = "1") -> dict[str, object]:
    """A claim about revenue, with the place that says so."""
    return {
        "claim_text": text,
        "claim_class": "FINANCIAL",
        "materiality": "HIGH",
        "metric": "arr",
        "entity": "acme",
        "period": "FY2025",
        "value_struct": {"type": "monetary", "amount": amount, "currency": "EUR"},
        "evidence": [{"document": document, "quote": quote, "source_type": source}],
    }
