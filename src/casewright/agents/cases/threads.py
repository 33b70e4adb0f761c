"""What the two checkpoint threads of a case are called: the assistant's, and the reasoner's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.cases import Case


def assistant_thread(case: Case) -> str:
    """The thread of the turn under way."""
    return _key(case, case.sessions[0])


def reasoner_thread(case: Case) -> str:
    """The thread of the reasoner's session."""
    return _key(case, case.sessions[1])


def _key(case: Case, session: str) -> str:
    return f"{case.tenant}/case/{session}"
