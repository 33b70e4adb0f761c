"""Tests of casewright.agents.debate.roles, and of what the cast makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.proxies import ProviderWays
from casewright.agents.debate.prompts import prompt
from casewright.agents.debate.roles import ROLES
from casewright.bootstrap.debates import RULES, DebateCast
from casewright.bootstrap.materials import Governed
from casewright.bootstrap.policies import shipped_policy
from casewright.config import read_settings
from casewright.domain.debates import AgentRole
from casewright.domain.ids import MatterId
from casewright.policy.policy import compile_policy
from tests.fakes.governed import TENANT
from tests.fakes.memory_providers import MemoryConsents

if TYPE_CHECKING:
    from casewright.policy.policy import Policy


def test_each_role_stands_once_and_has_its_prompt() -> None:
    """The table holds the five roles, each with a prompt that is there."""
    assert [card.role for card in ROLES] == list(AgentRole)
    assert all(prompt(card.prompt_id).text for card in ROLES)


def test_a_role_may_call_what_the_policy_says() -> None:
    """The tools of a node are those of the policy, and another policy gives it others."""
    shipped = compile_policy(shipped_policy())
    narrow = compile_policy({"mine": '[roles]\nmodels = ["arbiter"]\n[tools.lookup_calc]\nroles = ["arbiter"]'})

    tools = permitted(shipped)

    assert {role: set(names) for role, names in tools.items()} == {
        role: {tool for tool, rule in shipped.rules.items() if role in rule.roles} for role in AgentRole
    }
    assert permitted(narrow) == {role: ("lookup_calc",) if role is AgentRole.ARBITER else () for role in AgentRole}


def permitted(policy: Policy) -> dict[AgentRole, tuple[str, ...]]:
    governed = Governed()
    governed.policy = policy
    cast = DebateCast(read_settings(), MemoryConsents(), ProviderWays({}), {}, governed)
    nodes = cast.roles(TENANT, MatterId("deal"), dict.fromkeys(AgentRole, RULES))
    return {role: node.permitted_tools for role, node in nodes.items()}
