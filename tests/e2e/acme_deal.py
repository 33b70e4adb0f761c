"""A data room of three files about a company called Acme, and claims to import from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

DECK = """Acme at a glance, January 2026

Annual recurring revenue was EUR 12.5 million at the end of FY2025.

We hold EUR 900,000 in cash and burn EUR 50,000 a month.

Our team is the best in Europe.
"""
ACCOUNTS = """Independent auditor's report

Annual recurring revenue at 31 December 2025: EUR 10,000,000.
"""
INDEX = """Data room index

1.1 Deck.txt
1.2 Accounts.txt
1.3 Side letter with the lender.pdf
"""


def money(amount: str, currency: str = "EUR") -> dict[str, str]:
    return {"type": "monetary", "amount": amount, "currency": currency}


def claim(text: str, quote: str, document: str = "Deck.txt", **fields: Any) -> dict[str, Any]:
    kind = "audited_accounts" if document == "Accounts.txt" else "board_deck"
    evidence = [{"document": document, "quote": quote, "source_type": kind}]
    return {"claim_text": text, "claim_class": "FINANCIAL", "evidence": evidence, **fields}


ARR = {"metric": "ARR", "entity": "Acme Ltd", "period": "FY2025"}
CLAIMS = [
    claim("ARR was EUR 12.5m", "EUR 12.5 million", value_struct=money("12500000"), materiality="HIGH", **ARR),
    claim("ARR was EUR 10m", "EUR 10,000,000", "Accounts.txt", value_struct=money("10000000"), **ARR),
    claim("Cash is EUR 900,000", "EUR 900,000 in\n cash", value_struct=money("900000"), metric="cash"),
    claim("Burn is EUR 50,000 a month", "burn EUR 50,000 a month", value_struct=money("50000"), metric="burn"),
    claim("The team is the best in Europe", "Our team is the best in Europe", subjective=True),
]


def write(folder: Path, rows: object, name: str = "claims.json") -> Path:
    path = folder / name
    path.write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")
    return path


def imported(shell: Shell, deal: str, folder: Path, rows: object = CLAIMS) -> dict[str, Any]:
    """Import these rows; the result."""
    found: dict[str, Any] = shell("--json", "deal", "import-claims", deal, write(folder, rows)).json
    return found


def listed(shell: Shell, deal: str, *options: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shell("--json", "claims", "list", deal, *options).json["claims"]
    return found
