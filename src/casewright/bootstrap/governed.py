"""The way back to the executor, for tools that run agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.policy.policy import Policy
    from casewright.tools.executor import Executor
    from casewright.tools.registry import Registry


class Governed:
    """Set once they are there, before the first call: an agent's calls go through the same executor that runs it."""

    executor: Executor
    registry: Registry
    policy: Policy
