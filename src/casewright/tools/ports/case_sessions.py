"""What agents remember of a case beside its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.cases import Case


class CaseSessions(Protocol):
    """The checkpoints of the assistant's turn and of the reasoner's session."""

    def forget_where(self, case: Case, unfit: Callable[[str], bool]) -> bool:
        """Forget both sessions where either holds a text that is ``unfit``; whether they were forgotten.

        Raises ``Unavailable`` where they cannot be.
        """
        ...
