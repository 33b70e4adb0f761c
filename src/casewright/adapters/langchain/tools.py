"""The tools that a role may call, as LangChain's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.langchain.background_loop import BackgroundLoop
from casewright.adapters.langchain.governed_tool import GovernedTool
from casewright.adapters.langchain.graph_place import Ordinals
from casewright.errors import InvalidInput
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.persons_own import stays_with_people

if TYPE_CHECKING:
    from collections.abc import Collection

    from langchain_core.runnables import RunnableConfig
    from langchain_core.tools import BaseTool

    from casewright.adapters.langchain.governed_tool import ContextOf
    from casewright.tools.executor import Executor


def langchain_tools(
    executor: Executor,
    context: CallContext | ContextOf,
    *,
    role: str | None = None,
    names: Collection[str] | None = None,
    categories: Collection[str] = (),
    max_safety_level: SafetyLevel | str = SafetyLevel.DANGEROUS,
) -> list[BaseTool]:
    """LangChain tools that call the executor within this context, in the order of the registry.

    ``context`` may be a function of the run's configuration, for a server with many callers; then ``role`` says whose
    tools they are. Left out, it is the role of the context's actor. ``names`` are those that are wanted; left out, all
    that the role may call, of these categories, up to this level.

    What stays with people (``casewright.tools.persons_own``) is not among them, whoever the context's actor is: a model
    holds these tools.

    Raises ``InvalidInput`` for a name that the role may not call or that stays with people, a level that there is not,
    and a function without a role.
    """
    if isinstance(context, CallContext):
        role = role or context.actor.role
    if role is None:
        raise InvalidInput("langchain_tools was given a function as its context and no role: pass role=…, whose tools")
    chosen = executor.registry.select(
        max_safety_level=max_safety_level, categories=categories, role=role, policy=executor.policy
    )
    kept = {tool.name for tool in chosen if stays_with_people(tool)}
    tools = [tool for tool in chosen if tool.name not in kept]
    missing = sorted(set(names or ()) - {tool.name for tool in tools})
    if missing and missing[0] in kept:
        raise InvalidInput(f"{missing[0]!r} stays with people and is no tool for a model: take it out of names=…")
    if missing:
        raise InvalidInput(f"{role} may not call {missing[0]!r}, or there is no such tool: take it out of names=…")
    context_of = _fixed(context) if isinstance(context, CallContext) else context
    loop, ordinals = BackgroundLoop(), Ordinals()
    wanted = [tool for tool in tools if names is None or tool.name in names]
    return [GovernedTool(tool, executor, context_of, loop, ordinals) for tool in wanted]


def _fixed(context: CallContext) -> ContextOf:
    def context_of(_: RunnableConfig) -> CallContext:
        return context

    return context_of
