"""One document of a corpus as it was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.documents import Reading


@dataclass(frozen=True, slots=True)
class BulkDocument:
    """``source`` is the object's path, ``document`` its name or the row's id; ``sha256`` is that of its bytes.

    ``reading`` is None where it could not be read, for the ``reason``.
    """

    source: str
    document: str
    sha256: str
    reading: Reading | None
    reason: str = ""
