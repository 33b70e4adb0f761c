"""The tools there are, by name."""

from __future__ import annotations

from dataclasses import dataclass
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from casewright.errors import BadToolDefinition, CasewrightError, InvalidInput, ToolFailed
from casewright.policy.decisions import Allow
from casewright.tools.calls import SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.schemas import export

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from casewright.policy.policy import Policy
    from casewright.tools.schemas import Dialect


@dataclass(frozen=True, slots=True)
class Declared:
    """A tool that is known by its declaration, and made when it is first called or listed.

    Name, level, categories and sensitive arguments are the tool's own: ``load`` must give one that agrees.
    """

    name: str
    safety_level: SafetyLevel
    load: Callable[[], Tool]
    categories: tuple[str, ...] = ()
    sensitive: frozenset[str] = frozenset()


class Registry:
    """A set of tools with unique names, kept in the order of registration. Safe to share between threads."""

    def __init__(self, tools: Iterable[Tool | Declared] = ()) -> None:
        self._tools: dict[str, Tool | Declared] = {}
        self._loading = RLock()
        for tool in tools:
            self._add(tool, replace=False)

    def register(self, tool: Tool, *, replace: bool = False) -> Tool:
        """Add the tool and return it. Raises ``BadToolDefinition`` where the name is taken, unless ``replace``."""
        if not isinstance(tool, Tool):
            raise BadToolDefinition(f"{tool!r} is no tool: make one of it with tool(...) or define_tool(...)")
        self._add(tool, replace=replace)
        return tool

    def declare(self, declared: Declared, *, replace: bool = False) -> None:
        """Add a tool by its declaration. Raises ``BadToolDefinition`` as ``register`` does."""
        self._add(declared, replace=replace)

    def unregister(self, name: str) -> Tool | None:
        """Take the tool out and return it, None where there is none of that name."""
        tool = self.get(name)
        self._tools.pop(name, None)
        return tool

    def get(self, name: str) -> Tool | None:
        """The tool, made now where it was declared alone; None where there is none of that name.

        Raises ``BadToolDefinition`` where the tool is not as it was declared, and what making it raises.
        """
        found = self._tools.get(name)
        return self._loaded(found) if isinstance(found, Declared) else found

    def is_loaded(self, name: str) -> bool:
        """Whether ``get`` answers at once: the tool is made, or there is none of that name."""
        return not isinstance(self._tools.get(name), Declared)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of registration."""
        return tuple(self._tools)

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The names of the tools that have sensitive arguments. Makes none."""
        return tuple(name for name, tool in self._tools.items() if tool.sensitive)

    @property
    def reading(self) -> tuple[str, ...]:
        """The names of the tools that only read. Makes none."""
        return tuple(name for name, tool in self._tools.items() if tool.safety_level is SafetyLevel.SAFE)

    @property
    def tools(self) -> Mapping[str, Tool]:
        """All of them by name, read-only. Makes every tool that was declared alone."""
        return MappingProxyType({name: self._made(tool) for name, tool in list(self._tools.items())})

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
            self._made(tool)
            for tool in list(self._tools.values())
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

    def _add(self, tool: Tool | Declared, *, replace: bool) -> None:
        if not isinstance(tool, Tool | Declared):
            raise BadToolDefinition(f"{tool!r} is no tool: make one of it with tool(...) or define_tool(...)")
        if tool.name in self._tools and not replace:
            raise BadToolDefinition(f"tool {tool.name!r} is registered already: rename it or pass replace=True")
        self._tools[tool.name] = tool

    def _made(self, tool: Tool | Declared) -> Tool:
        return self._loaded(tool) if isinstance(tool, Declared) else tool

    def _loaded(self, declared: Declared) -> Tool:
        with self._loading:
            known = self._tools.get(declared.name)
            if known is not declared and isinstance(known, Tool):
                return known
            tool = _load(declared)
            for aspect in ("name", "safety_level", "categories", "sensitive"):
                if getattr(tool, aspect) != getattr(declared, aspect):
                    raise BadToolDefinition(
                        f"tool {declared.name!r} is declared with {aspect} {getattr(declared, aspect)!r} and made with "
                        f"{getattr(tool, aspect)!r}: correct the declaration"
                    )
            if known is declared:
                self._tools[declared.name] = tool
        return tool


def _load(declared: Declared) -> Tool:
    try:
        return declared.load()
    except CasewrightError:
        raise
    except Exception as error:
        raise ToolFailed(f"tool {declared.name!r} cannot be made: {type(error).__name__}") from error
