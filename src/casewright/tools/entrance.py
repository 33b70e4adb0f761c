"""How calls enter: through the gates and off their limits, on the event loop or beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import CasewrightError
from casewright.tools.admission import Admitted, Stop
from casewright.tools.calls import Status
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.admission_threads import AdmissionThreads
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.decision_record import Admit
    from casewright.tools.gates.limits import Limits
    from casewright.tools.registry import Registry


class Entrance:
    """Over the gates (``admit``) and the limits; with ``threads``, beside the event loop in those."""

    def __init__(self, admit: Admit, registry: Registry, limits: Limits, threads: AdmissionThreads | None) -> None:
        self._admit = admit
        self._registry = registry
        self._limits = limits
        self._threads = threads

    def close(self) -> None:
        """Wait for calls that are about to enter."""
        if self._threads is not None:
            self._threads.close()

    @property
    def is_inline(self) -> bool:
        """Whether ``enter`` may be called on the event loop."""
        return self._threads is None

    def enter(self, call: ToolCall, context: CallContext) -> Admitted | Stop:
        """Take the call through the gates, and off its limit unless it has a key or needs an approval first."""
        try:
            admitted = self._admit(call, context, self._registry.get(call.name))
            if context.idempotency_key is None and not admitted.needs_approval:
                self._limits.reserve(admitted)
        except Stop as stop:
            return stop
        except CasewrightError as error:
            return failed(error)
        return admitted

    async def enter_all(self, calls: Sequence[ToolCall], within: Sequence[CallContext]) -> list[Admitted | Stop]:
        """All of them, one after the other: they take their places in the limits in their order."""

        def enter() -> list[Admitted | Stop]:
            return [self.enter(call, own) for call, own in zip(calls, within, strict=True)]

        return enter() if self._threads is None else await self._threads.run(enter, self._leave)

    def _leave(self, entered: Sequence[Admitted | Stop]) -> None:
        """Give back the places of calls whose caller left before they could run."""
        for one in entered:
            if isinstance(one, Admitted) and one.context.idempotency_key is None and not one.needs_approval:
                with acting_in(one.context.tenant):
                    self._limits.release(one)


def failed(error: CasewrightError) -> Stop:
    """A call that an error stops."""
    return Stop(Status.ERROR, str(error), type(error))
