"""Casewright: agents that build the case and show their work.

The names below load what they need on first use; importing the package loads nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright
    from casewright.bootstrap.langchain import langchain_tools
    from casewright.bootstrap.scoring import load_scorer
    from casewright.domain.actors import Actor
    from casewright.errors import CasewrightError
    from casewright.iql import IqlSyntaxError, Query, parse
    from casewright.policy.policy import Policy, compile_policy
    from casewright.tools.calls import CallContext, ToolCall, ToolResult
    from casewright.tools.definition import Tool, define_tool, tool
    from casewright.tools.executor import Executor
    from casewright.tools.registry import Registry

_WHERE = {
    "Actor": "casewright.domain.actors",
    "CallContext": "casewright.tools.calls",
    "Casewright": "casewright.bootstrap.home",
    "CasewrightError": "casewright.errors",
    "Executor": "casewright.tools.executor",
    "IqlSyntaxError": "casewright.iql",
    "Policy": "casewright.policy.policy",
    "Query": "casewright.iql",
    "Registry": "casewright.tools.registry",
    "Tool": "casewright.tools.definition",
    "ToolCall": "casewright.tools.calls",
    "ToolResult": "casewright.tools.calls",
    "compile_policy": "casewright.policy.policy",
    "define_tool": "casewright.tools.definition",
    "langchain_tools": "casewright.bootstrap.langchain",
    "load_scorer": "casewright.bootstrap.scoring",
    "parse": "casewright.iql",
    "tool": "casewright.tools.definition",
}

__all__ = [
    "Actor",
    "CallContext",
    "Casewright",
    "CasewrightError",
    "Executor",
    "IqlSyntaxError",
    "Policy",
    "Query",
    "Registry",
    "Tool",
    "ToolCall",
    "ToolResult",
    "compile_policy",
    "define_tool",
    "langchain_tools",
    "load_scorer",
    "parse",
    "tool",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'casewright' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return __all__
