"""Whether the arguments are what the tool takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import BadArguments
from casewright.tools.admission import Stop
from casewright.tools.arguments import parse
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.ports.entry import Entry


class ArgumentCheck:
    """Reads the arguments strictly; ``entry`` says which of them no sentence may show."""

    def __init__(self, entry: Entry | None = None) -> None:
        self._entry = entry

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``invalid_arguments``, which names the argument and what was expected."""
        if self._entry is not None:
            candidate.withheld = self._entry.withheld(candidate.call, candidate.context)
            candidate.guarded = self._entry.guards(candidate.tool)
        read_arguments(candidate)


def read_arguments(candidate: Candidate) -> None:
    """Read the arguments as they are now.

    Raises ``Stop``, whose sentence shows nothing that the caller gave where the call may hold personal data.
    """
    tool = candidate.tool
    guarded = candidate.guarded or candidate.withheld is not None or bool(tool.sensitive)
    try:
        candidate.arguments = parse(tool.arguments, candidate.call.arguments, guarded=guarded)
    except BadArguments as error:
        raise Stop(Status.INVALID_ARGUMENTS, str(error), BadArguments) from error
