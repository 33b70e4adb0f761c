"""Whether whoever calls, and the person behind a model, are active users now; in the roles that are stored now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.tools.active_people import ActivePeople
    from casewright.tools.gates.gate import Candidate


class ActiveActor:
    """Asks ``people``."""

    def __init__(self, people: ActivePeople) -> None:
        self._people = people

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, where one of them is no active user."""
        candidate.context = self._people.within(candidate.context)
