"""The facts of documents as they are kept: what a reader read of a text, and what people said to it.

Offsets are code points into the document's text; ``text_sha256`` is that of the text in UTF-8, lone surrogates passed
through, so that nothing is laid over a text that it was not said of.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.facts import FactHow, FactValue
    from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact by its place, without its words; ``value`` is None where these could not be read as one."""

    field: str
    value: FactValue | None
    start: int
    end: int
    page: int | None
    section: str | None
    confidence: float
    how: FactHow


@dataclass(frozen=True, slots=True)
class FactsRead:
    """What the version ``reader`` read of a document's text, in its order.

    What of ``looked_for`` has no fact was not found; other fields were not looked for.
    """

    tenant: TenantId
    matter: MatterId
    document: DocumentId
    reader: str
    text_sha256: str
    looked_for: tuple[str, ...]
    facts: tuple[PlacedFact, ...]
    read_at: datetime


class CorrectionKind(StrEnum):
    """What a person says to a fact."""

    CONFIRM = "confirm"
    REPLACE = "replace"
    ADD = "add"
    REJECT = "reject"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class FactCorrection:
    """What a person said, the ``number``-th time of this document, counted from 1; 0 before it is kept.

    ``about`` is the place of the fact that is confirmed, replaced, rejected, or whose correction is withdrawn; None for
    a fact that is added, and for a field that is rejected whole. ``fact`` is what holds then; None where nothing does.
    """

    tenant: TenantId
    matter: MatterId
    document: DocumentId
    number: int
    text_sha256: str
    kind: CorrectionKind
    field: str
    about: tuple[int, int] | None
    fact: PlacedFact | None
    decided_by: ActorId
    decided_at: datetime


def text_digest(text: str) -> str:
    """What a text is known by."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
