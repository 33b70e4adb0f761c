"""Whether there is still time: after its deadline a call does not begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Unavailable
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.ports.clock import Clock

TOO_LATE = "The deadline passed before the tool ran, so it did not run"


class BeforeDeadline:
    """Asks the clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``timeout``, where the call's deadline has passed."""
        deadline = candidate.context.deadline
        if deadline is not None and self._clock.now() >= deadline:
            raise Stop(Status.TIMEOUT, TOO_LATE, Unavailable)
