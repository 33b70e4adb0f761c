"""What other systems get wrong about who may call what (the house's list of anchors), each shown to be right here.

Those of the list that need a pending approval (arguments changed under it, one used twice, "always approve", who
approved, a flipped condition on resume) stand with the approvals.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import orjson
import pytest

from casewright.audit.chain import verify
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import BadToolDefinition
from casewright.policy.policy import EMPTY
from casewright.tools.calls import Status
from casewright.tools.definition import Tool, tool
from casewright.tools.executor import Executor
from tests.fakes.counting_tool import ROLES, Ran, call, under
from tests.fakes.governed import ADMIN, AGENT, TENANT, Governed
from tests.fakes.memory_matters import MemoryMatters

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.requirement("tool-weaknesses")


def test_tool_that_is_not_listed_is_not_approved_by_itself() -> None:
    """A registered tool that the policy does not list runs for nobody. (LangChain: not listed is auto-approved.)"""
    ran = Ran()
    executor, _ = under(ROLES, ran.tool)
    assert [call(executor, "transfer", {}, actor) for actor in (ADMIN, AGENT)] == [Status.DENIED] * 2
    assert ran.times == 0


@pytest.mark.parametrize(
    "policy", ["", ROLES, "[tools.transfer]\nroles = []\n"], ids=["none", "roles only", "no roles"]
)
@pytest.mark.parametrize("level", ["safe", "cautious", "dangerous"])
def test_no_policy_allows_nothing(policy: str, level: str) -> None:
    """Without a policy, or with an empty one, not even a safe tool runs. (inspect_ai: no policy allows everything.)"""
    ran = Ran(level=level)
    executor, _ = under(policy, ran.tool)
    assert call(executor, "transfer", {}) is Status.DENIED
    assert ran.times == 0
    assert EMPTY.rules == {}


def test_executor_cannot_be_made_without_a_policy() -> None:
    """A policy and an audit are no options that one could forget."""
    parameters = inspect.signature(Executor).parameters
    assert parameters["policy"].default is parameters["audit"].default is inspect.Parameter.empty


@pytest.mark.parametrize("name", ["read_file_and_delete", "read_fil", "read_", "read", "Read_file", "read_file ", "*"])
def test_names_do_not_match_by_prefix(name: str) -> None:
    """A permission for read_file is one for no other name, longer, shorter or alike. (inspect_ai: prefixes match.)"""
    allowed, other = Ran("read_file"), Ran(name) if name.isidentifier() and name.islower() else None
    tools = [allowed.tool] if other is None else [allowed.tool, other.tool]
    executor, _ = under(f'{ROLES}[tools.read_file]\nroles = ["ADMIN"]', *tools)
    assert call(executor, name, {}) in (Status.DENIED, Status.UNKNOWN_TOOL)
    assert call(executor, "read_file", {}) is Status.SUCCESS
    assert (allowed.times, other.times if other else 0) == (1, 0)


@pytest.mark.parametrize("role", ["ADMI", "ADMINS", "admin", "ADMIN ", ""])
def test_roles_do_not_match_by_likeness(role: str) -> None:
    """A role is the one that is listed and none that looks like it."""
    ran = Ran()
    executor, _ = under(f'{ROLES}[tools.transfer]\nroles = ["ADMIN"]', ran.tool)
    assert call(executor, "transfer", {}, Actor(TENANT, ActorId("x"), role)) is Status.DENIED


def test_permissions_are_per_agent() -> None:
    """Each role may call its own tools only, and one role's limit is not used up by another."""
    look, flag = Ran("look"), Ran("flag")
    rules = (
        '[roles]\npeople = ["ADMIN"]\nmodels = ["one", "other"]\n'
        '[tools.look]\nroles = ["one", "other"]\nmax_calls_per_round = 1\n[tools.flag]\nroles = ["other"]'
    )
    executor, _ = under(rules, look.tool, flag.tool)
    one, other = (Actor(TENANT, ActorId(role), role) for role in ("one", "other"))
    assert [call(executor, "look", {}, actor) for actor in (one, one, other)] == [
        Status.SUCCESS,
        Status.LIMITED,
        Status.SUCCESS,
    ]
    assert [call(executor, "flag", {}, actor) for actor in (one, other, ADMIN)] == [
        Status.DENIED,
        Status.SUCCESS,
        Status.DENIED,
    ]


def test_tenants_do_not_share_limits_or_trails() -> None:
    """A tenant's calls count towards its own limit and stand in its own chain."""
    look = Ran("look")
    executor, log = under(f'{ROLES}[tools.look]\nroles = ["ADMIN"]\nmax_calls_per_round = 1', look.tool)
    tenants = [TenantId("acme"), TenantId("zeta")]
    for tenant in tenants:
        assert call(executor, "look", {}, Actor(tenant, ActorId("a"), "ADMIN")) is Status.SUCCESS
    for tenant in tenants:
        records = list(log.records(tenant))
        assert {orjson.loads(record.body)["tenant_id"] for record in records} == {tenant}
        assert verify(records, tenant)[1] is None


def test_matter_of_another_tenant_reads_like_none() -> None:
    """Naming another tenant's matter tells no more than naming one that does not exist."""
    ran = Ran("look", matter_id="string")
    governed = Governed(ran.tool, matters=MemoryMatters())
    result = governed.call("look", {"matter_id": "7a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10"})
    assert (result.status, result.metadata.error_kind, ran.times) == (Status.ERROR, "NotFound", 0)


HINTS: dict[str, Callable[[], Tool]] = {
    "no level": lambda: tool()(_bare),  # type: ignore[call-arg]
    "unknown level": lambda: tool(safety_level="mostly harmless")(_bare),
}


def _bare() -> None:
    """Do."""


@pytest.mark.parametrize("case", HINTS)
def test_safety_level_is_no_hint(case: str) -> None:
    """A tool has one of three levels or is none, and a dangerous one does not run unapproved. (MCP: hints only.)"""
    with pytest.raises((BadToolDefinition, TypeError)):
        HINTS[case]()
    ran = Ran(level="dangerous")
    assert Governed(ran.tool).call("transfer").status is Status.NO_APPROVER
    assert ran.times == 0
