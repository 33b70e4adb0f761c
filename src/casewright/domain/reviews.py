"""What people say to the cells of a review grid: a document is a row, a column is something that is asked of each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId

COMMENT_LIMIT = 2_000
"""Most characters of a comment."""


class ColumnKind(StrEnum):
    """What a column asks of each document."""

    FACT = "fact"
    QUERY = "query"
    TEMPLATE = "template"
    QUESTION = "question"


class ReviewState(StrEnum):
    """What a person found: it is right as it is shown, it was put right, or it is not agreed on."""

    REVIEWED = "reviewed"
    CHANGED = "changed"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's definition in its canonical form.

    ``asks`` is the field of a fact, the query as the language prints it, the template's name, or the question with its
    white space folded. ``argument`` is the template's, None where it takes none; ``scope`` is the query's.
    """

    kind: ColumnKind
    asks: str
    argument: str | None = None
    scope: str | None = None

    @property
    def text(self) -> str:
        """The definition as canonical JSON."""
        said = {"kind": self.kind.value, "asks": self.asks, "argument": self.argument, "scope": self.scope}
        given = {name: value for name, value in said.items() if value is not None}
        return json.dumps(given, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @property
    def sha256(self) -> str:
        """What the column is known by: the SHA-256 of its definition."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class CellReview:
    """What a person said to one cell, the ``number``-th time of its document, counted from 1; 0 before it is kept.

    ``seen`` is the document as it was read when it was said: its id then, which a newer reading of the file does not
    have. ``reader_version`` says what had read it, and what had filled the cell.
    """

    tenant: TenantId
    matter: MatterId
    document: DocumentId
    number: int
    column: Column
    seen: DocumentId
    reader_version: str
    state: ReviewState
    comment: str
    reviewer: ActorId
    at: datetime
