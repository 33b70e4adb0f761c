"""Takes calls through the gates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.errors import NotFound, Refused
from casewright.tools.admission import Admitted, Stop
from casewright.tools.calls import Status
from casewright.tools.gates.gate import Candidate
from casewright.tools.stopped_calls import ids_that_are_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.canonical import Json
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Gate
    from casewright.tools.recorder import Recorder

_NAME = re.compile(r"(?!.*\d{4})[a-z][a-z0-9_]{0,63}")


class Gatekeeper:
    """Asks each of the gates, in their order; ``recorder`` says what of the arguments may be recorded."""

    def __init__(self, gates: Sequence[Gate], recorder: Recorder) -> None:
        self._gates = tuple(gates)
        self._recorder = recorder

    def admit(self, call: ToolCall, context: CallContext, tool: Tool | None) -> Admitted:
        """The call, let in. Raises ``Stop`` where a gate stops it, or none of them permitted and checked it."""
        if tool is None:
            name = call.name if _NAME.fullmatch(call.name) else "…"  # other words are no tool's, and may be anybody's
            raise Stop(Status.UNKNOWN_TOOL, f"Unknown tool: {name}", NotFound)
        candidate = Candidate(call, context, tool)
        for gate in self._gates:
            gate(candidate)
        rule, arguments, withheld = candidate.rule, candidate.arguments, candidate.withheld
        if rule is None or arguments is None:
            raise Stop(Status.DENIED, f"Tool {tool.name!r} is not permitted: no gate let the call in", Refused)
        if withheld is None:
            withheld = ids_that_are_words(candidate.call.arguments) if candidate.guarded else frozenset()
        recorded = self._recorder.recorded(tool, candidate.call.arguments, withheld)
        if candidate.masked:
            masked: dict[str, Json] = dict(candidate.masked)
            recorded = {**recorded, "masked": masked}
        private = candidate.guarded or candidate.withheld is not None
        return Admitted(candidate.call, candidate.context, tool, rule, arguments, recorded, private)
