"""Identifiers that must not be mixed."""

from __future__ import annotations

from typing import NewType
from uuid import UUID

TenantId = NewType("TenantId", str)
ActorId = NewType("ActorId", str)
MatterId = NewType("MatterId", str)
DocumentId = NewType("DocumentId", str)
ClaimId = NewType("ClaimId", str)
EvidenceId = NewType("EvidenceId", str)
NodeId = NewType("NodeId", str)
CalcId = NewType("CalcId", str)
DefectId = NewType("DefectId", str)
GateId = NewType("GateId", str)
PartyId = NewType("PartyId", str)
TicketId = NewType("TicketId", str)
BlobId = NewType("BlobId", str)
"""The SHA-256 of the stored bytes, in lower-case hexadecimal."""


def is_uuid(text: str) -> bool:
    """Whether ``text`` is a UUID in its canonical form of 36 characters, in either case."""
    if len(text) != 36:
        return False
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
