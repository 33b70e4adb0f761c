"""A private call is masked before anything looks at its words again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.tools.gates.argument_check import read_arguments

if TYPE_CHECKING:
    from casewright.tools.gates.gate import Candidate
    from casewright.tools.ports.entry import Entry


class Masking:
    """Hands private calls to ``entry``. It stands behind every gate that says whether the caller may see the matter."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``invalid_arguments``, where the masked arguments are not what the tool takes."""
        if candidate.withheld is None:
            return
        prepared = self._entry.prepare(candidate.call, candidate.context, candidate.tool)
        if prepared.call is not candidate.call:
            candidate.call = prepared.call
            read_arguments(candidate)
        candidate.context, candidate.masked = prepared.context, prepared.masked
