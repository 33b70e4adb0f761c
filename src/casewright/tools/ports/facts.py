"""What reads the facts of a contract, and where they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.facts import FactText, FoundFact


class FactReader(Protocol):
    """Finds where a document states its facts."""

    @property
    def version(self) -> str:
        """Name and version; facts that another version read are read again."""
        ...

    def read(self, text: FactText) -> Sequence[FoundFact]:
        """Every fact found, ordered by field and then by how sure it is, surest first. Depends on ``text`` alone."""
        ...
