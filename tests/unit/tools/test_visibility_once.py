"""The gates of one call see a matter as it was when the first of them asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.matters import MatterKind
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import tool
from tests.fakes.fixed_clock import START
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_matters import MemoryMatters

if TYPE_CHECKING:
    from casewright.domain.matters import Matter


class CountingMatters(MemoryMatters):
    """Counts how often a matter is looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_up = 0

    def get(self, tenant: TenantId, matter: MatterId) -> Matter | None:
        self.looked_up += 1
        return super().get(tenant, matter)


@tool(safety_level=SafetyLevel.CAUTIOUS, description="Change it")
def change(matter_id: str) -> str:
    return "done"


@pytest.mark.requirement("tool-matter-scope")
def test_gates_of_one_call_look_a_matter_up_once() -> None:
    """For a model and the person behind it a matter is looked up once a call, and anew with the next."""
    matters = CountingMatters()
    governed = Governed(change, matters=matters, rules='[tools.change]\nroles = ["ADMIN", "document_agent"]')
    made = governed.call("change", {"matter_id": "none"})
    assert made.success
    matter = _matter(matters)
    model = Actor(TENANT, ActorId("document_agent/ada"), "document_agent", ActorKind.MODEL)
    context = CallContext(model, matter=matter, on_behalf_of=ADMIN)
    matters.looked_up = 0
    assert governed.call("change", {"matter_id": matter}, context).success
    once = matters.looked_up
    assert governed.call("change", {"matter_id": matter}, context).success
    assert (once, matters.looked_up) == (2, 3)  # the first call also learns what kind of matter it is


def _matter(matters: MemoryMatters) -> MatterId:
    made = matters.create(
        TENANT, title="A", description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ADMIN.id, at=START
    )
    return made.id
