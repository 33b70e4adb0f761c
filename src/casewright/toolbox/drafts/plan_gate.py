"""What keeps a model from making a draft whose plan the reasoner did not approve (spec/casework.md, "Agent").

People are not bound by it. Each approval is good for one revision; a revision that was made on one may be made again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from casewright.domain.actors import ActorKind
from casewright.errors import InvalidInput, Refused
from casewright.toolbox.cases.case_stores import failed
from casewright.toolbox.drafts.drafting import draft_id, draft_name
from casewright.tools.calls import Failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.cases import Case
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.support import PlanApprovals

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class PlanGate:
    """Over the reasoner's approvals."""

    approvals: PlanApprovals
    clock: Clock

    def through(
        self, context: CallContext, case: Case, name: str, revision: int, make: Callable[[], Made | Failure]
    ) -> Made | Failure:
        """What ``make`` gives, or a failure that says whose approval is missing.

        Where ``make`` fails, the approval that was taken for it is there for another revision again.
        """
        if context.actor.kind is not ActorKind.MODEL:
            return make()
        try:
            name = draft_name(name)
        except InvalidInput as error:
            return failed(str(error))
        draft = draft_id(case.id, name, revision)
        before = self.approvals.used_for(case.tenant, case.id, draft)
        if not before and not self._take(case, name, draft):
            return failed(self._missing(case, name), Refused)
        made: Made | Failure | None = None
        try:
            made = make()
            return made
        finally:
            if not before and (made is None or isinstance(made, Failure)):
                self.approvals.give_back(case.tenant, case.id, draft)

    def _take(self, case: Case, name: str, draft: str) -> bool:
        return self.approvals.take(case.tenant, case.id, name, draft=draft, at=self.clock.now())

    def _missing(self, case: Case, name: str) -> str:
        unused = [one.draft_name for one in self.approvals.of_case(case.tenant, case.id) if one.used_for is None]
        waiting = f" (approved and not made yet: {', '.join(unused)})" if unused else ""
        return (
            f"The reasoner approved no plan for {name}{waiting}: ask it with consult_grok until its reply says "
            f"PLAN APROBAT: {name}"
        )
