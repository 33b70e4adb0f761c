"""What proposes claims where rules do not reach: a language model, or a fake of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.extraction.extract import Source
    from casewright.evidence.extraction.proposal import Proposal


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was proposed for one document, and why each of the rest was refused."""

    proposals: tuple[Proposal, ...]
    refused: tuple[str, ...] = ()


class Proposer(Protocol):
    """Every proposal's place is in the document and its words are there word for word; confidence at most 0.85."""

    @property
    def providers(self) -> tuple[str, ...]:
        """Whom the texts are sent to: consent has to name each of them; none where nothing leaves this machine."""
        ...

    def propose(self, sources: Sequence[Source]) -> Sequence[Proposed]:
        """What is proposed for each document, in their order. Raises ``BadSettings`` where there is no model to ask."""
        ...
