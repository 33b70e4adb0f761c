"""Whether the matters that a call is about are the caller's to see, and to do this in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import NotFound, Refused
from casewright.tools import outcomes
from casewright.tools.admission import Stop
from casewright.tools.calls import Failure, Status
from casewright.tools.matter_access import Hidden, out_of_scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.calls import CallContext
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.matter_access import MatterWords
    from casewright.tools.visibility import Visibility


class MatterScope:
    """Asks what the caller is in the matter. ``words`` are those of kinds that have words of their own."""

    def __init__(self, visibility: Visibility | None, words: Sequence[MatterWords] = ()) -> None:
        self._visibility = visibility
        self._words = tuple(words)

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop`` where the call is about a matter that is not the caller's to see, or to do this in."""
        self.require(candidate, candidate.context)

    def require(self, candidate: Candidate, context: CallContext) -> None:
        """Ask about the call as if it were made within this context. Each matter is looked up once a call."""
        tool = candidate.tool
        if candidate.sight is None and self._visibility is not None:
            candidate.sight = self._visibility.for_one_call()
        barred = out_of_scope(context, tool, candidate.call.arguments, candidate.sight, self._words)
        if isinstance(barred, Hidden):
            told = barred.structured
            outcome = None if told is None else outcomes.of_value(tool, Failure(barred.message, told, NotFound))
            raise Stop(Status.ERROR, barred.message, NotFound, outcome=outcome)
        if barred is not None:
            raise Stop(Status.DENIED, barred.reason, Refused)
