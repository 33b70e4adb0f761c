"""A case with four parties, for tests of the firewall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.casework.blind_hashes import BlindKey, entries_of
from casewright.casework.firewall import Known
from casewright.domain.parties import PartyKind

if TYPE_CHECKING:
    from collections.abc import Mapping

KEY = BlindKey(b"tests" * 5)
PARTIES: dict[str, dict[str, str]] = {
    "party0": {
        "firstName": "Ana-Maria",
        "lastName": "Popescu",
        "cnp": "1630615123457",
        "address": "Str. Lalelelor nr. 5, bl. A3, ap. 12, București",
        "email": "ana.popescu@exemplu.example",
        "phone": "0722 123 456",
    },
    "party1": {"firstName": "Ion", "lastName": "Popescu"},
    "party2": {
        "organizationName": "SC Alfa Dedalus SRL",
        "cui": "RO18547290",
        "registrationNumber": "J40/123/2012",
        "registeredAddress": "Bd. Unirii 10, Cluj-Napoca",
        "contact": "Ștefan Țuțea, tel. 0744 111 222",
    },
    "party3": {"firstName": "Marin", "lastName": "Mare"},
}


def known_of(parties: Mapping[str, Mapping[str, str]]) -> Known:
    """Who a case with these parties knows."""
    index: dict[bytes, list[tuple[str, str]]] = {}
    for alias, values in parties.items():
        kind = PartyKind.ORGANISATION if "organizationName" in values else PartyKind.INDIVIDUAL
        for entry, _length, field in entries_of(KEY, kind, values):
            index.setdefault(entry, []).append((alias, field))
    return Known(KEY, index)


KNOWN = known_of(PARTIES)
