"""What the operators of a query work on, as options say it."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """What the operators work on."""

    CHUNK = "chunk"
    DOCUMENT = "document"
