"""The tools there are, by name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from casewright.errors import BadToolDefinition, InvalidInput
from casewright.policy.decisions import Allow
from casewright.tools.calls import SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.schemas import export

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from casewright.policy.policy import Policy
    from casewright.tools.schemas import Dialect


class Registry:
    """A set of tools with unique names, kept in the order of registration."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.register(tool)

    def register(self, tool: Tool, *, replace: bool = False) -> Tool:
        """Add the tool and return it. Raises ``BadToolDefinition`` where the name is taken, unless ``replace``."""
        if not isinstance(tool, Tool):
            raise BadToolDefinition(f"{tool!r} is no tool: make one of it with tool(...) or define_tool(...)")
        if tool.name in self._tools and not replace:
            raise BadToolDefinition(f"tool {tool.name!r} is registered already: rename it or pass replace=True")
        self._tools[tool.name] = tool
        return tool

    def unregister(self, name: str) -> Tool | None:
        """Take the tool out and return it, None where there is none of that name."""
        return self._tools.pop(name, None)

    def get(self, name: str) -> Tool | None:
        """The tool, None where there is none of that name."""
        return self._tools.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of registration."""
        return tuple(self._tools)

    @property
    def tools(self) -> Mapping[str, Tool]:
        """All of them by name, read-only."""
        return MappingProxyType(self._tools)

    def select(
        self,
        *,
        max_safety_level: SafetyLevel | str = SafetyLevel.DANGEROUS,
        categories: Collection[str] = (),
        role: str | None = None,
        policy: Policy | None = None,
    ) -> tuple[Tool, ...]:
        """The tools at or below the level that share a category (any, where none is named) and that the role may call.

        A role without a policy may call nothing. Raises ``InvalidInput`` for a level that there is not.
        """
        try:
            rank = SafetyLevel(max_safety_level).rank
        except ValueError:
            known = ", ".join(level.value for level in SafetyLevel)
            raise InvalidInput(f"unknown safety level {max_safety_level!r}; it is one of {known}") from None
        return tuple(
            tool
            for tool in self._tools.values()
            if tool.safety_level.rank <= rank
            and (not categories or set(categories) & set(tool.categories))
            and (role is None or (policy is not None and isinstance(policy.decide(role, tool.name), Allow)))
        )

    def export(
        self,
        dialect: Dialect,
        *,
        max_safety_level: SafetyLevel | str = SafetyLevel.DANGEROUS,
        categories: Collection[str] = (),
        role: str | None = None,
        policy: Policy | None = None,
    ) -> list[dict[str, Any]]:
        """The tools that ``select`` takes, each in the envelope of the dialect."""
        chosen = self.select(max_safety_level=max_safety_level, categories=categories, role=role, policy=policy)
        return [export(tool, dialect) for tool in chosen]
