"""Takes calls through the gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import NotFound, Refused
from casewright.tools.admission import Admitted, Stop
from casewright.tools.calls import Status
from casewright.tools.gates.gate import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.canonical import Json
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Gate
    from casewright.tools.recorder import Recorder


class Gatekeeper:
    """Asks each of the gates, in their order; ``recorder`` says what of the arguments may be recorded."""

    def __init__(self, gates: Sequence[Gate], recorder: Recorder) -> None:
        self._gates = tuple(gates)
        self._recorder = recorder

    def admit(self, call: ToolCall, context: CallContext, tool: Tool | None) -> Admitted:
        """The call, let in. Raises ``Stop`` where a gate stops it, or none of them permitted and checked it."""
        if tool is None:
            raise Stop(Status.UNKNOWN_TOOL, f"Unknown tool: {call.name}", NotFound)
        candidate = Candidate(call, context, tool)
        for gate in self._gates:
            gate(candidate)
        rule, arguments, withheld = candidate.rule, candidate.arguments, candidate.withheld
        if rule is None or arguments is None:
            raise Stop(Status.DENIED, f"Tool {tool.name!r} is not permitted: no gate let the call in", Refused)
        recorded = self._recorder.recorded(tool, candidate.call.arguments, withheld or ())
        if candidate.masked:
            masked: dict[str, Json] = dict(candidate.masked)
            recorded = {**recorded, "masked": masked}
        private = withheld is not None
        return Admitted(candidate.call, candidate.context, tool, rule, arguments, recorded, private)
