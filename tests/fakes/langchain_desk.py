"""A LangChain agent at a desk: it may take notes, and asks before it wipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langchain.agents import create_agent
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.journal import SqlJournal
from casewright.bootstrap.langchain import CHECKPOINT_TYPES, langchain_tools
from casewright.tools.calls import CallContext, ToolResult
from casewright.tools.definition import Tool, define_tool
from tests.approval_desk import PARTNER
from tests.fakes.governed import ADMIN, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.scripted_model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.tools import BaseTool
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from casewright.adapters.database.engine import Database
    from casewright.domain.actors import Actor
    from casewright.tools.decisions import Decision

RULES = """
[tools.note]
roles = ["ADMIN"]

[tools.wipe]
roles = ["ADMIN"]
approval = { roles = ["ADMIN", "PARTNER"], four_eyes = true, expires_hours = 2 }

[tools.hidden]
roles = ["PARTNER"]
"""
_PATH = [{"name": "path", "type": "string", "description": "What it is about"}]


def asked(*calls: tuple[str, str], ids: str = "c") -> AIMessage:
    """A model's answer that asks for these calls: the tool and the path of each."""
    made = [
        {"name": name, "args": {"path": path}, "id": f"{ids}{at}"} for at, (name, path) in enumerate(calls, start=1)
    ]
    return AIMessage("", tool_calls=made)


class LangChainDesk:
    """``ran`` is what the tools did, in order. With a ``database`` a second desk goes on where the first one was."""

    def __init__(
        self,
        *lines: AIMessage,
        database: Database | None = None,
        saver: BaseCheckpointSaver[Any] | None = None,
        ran: list[str] | None = None,
        middleware: Sequence[Any] = (),
    ) -> None:
        self.ran: list[str] = [] if ran is None else ran
        self.governed = Governed(
            self._tool("note", "cautious"),
            self._tool("wipe", "dangerous"),
            self._tool("hidden", "safe"),
            rules=RULES,
            approvals=MemoryApprovals() if database is None else SqlApprovals(database),
            journal=MemoryJournal() if database is None else SqlJournal(database),
        )
        context = CallContext(ADMIN, why="it is old")
        self.tools = langchain_tools(self.governed.executor, context)
        # Within the agent's reach, and not permitted to whom it works for.
        self.tools += langchain_tools(self.governed.executor, lambda _: context, role="PARTNER")
        serde = JsonPlusSerializer(allowed_msgpack_modules=CHECKPOINT_TYPES)
        self.saver = InMemorySaver(serde=serde) if saver is None else saver
        self.model = ScriptedModel(*lines)
        self.agent: Any = create_agent(self.model, self.tools, checkpointer=self.saver, middleware=middleware)
        self.config = {"configurable": {"thread_id": "t"}}

    def _tool(self, name: str, level: str) -> Tool:
        def run(given: Mapping[str, Any]) -> str:
            self.ran.append(f"{name} {given['path']}")
            return f"{name}: {given['path']}"

        return define_tool(
            name,
            f"Does {name}.",
            _PATH,
            required=["path"],
            safety_level=level,
            handler=run,
            preview=lambda given: f"would {name} {given['path']}",
        )

    def tool(self, name: str) -> BaseTool:
        """The LangChain tool of this name."""
        return next(tool for tool in self.tools if tool.name == name)

    def start(self, text: str = "go on") -> dict[str, Any]:
        """Ask the agent; its state where it ends or pauses."""
        state: dict[str, Any] = self.agent.invoke({"messages": [("user", text)]}, self.config)
        return state

    def resume(self, value: object = None) -> dict[str, Any]:
        """Go on, with a value for what interrupted the run or with none."""
        from langgraph.types import Command

        state: dict[str, Any] = self.agent.invoke(None if value is None else Command(resume=value), self.config)
        return state

    def decide(self, state: dict[str, Any], decision: Decision, path: str = "a", by: Actor = PARTNER) -> ToolResult:
        """Have a person decide about the call for this path that the run waits for."""
        [request] = [one["approval_id"] for one in waiting(state) if one["arguments"]["path"] == path]
        return self.governed.decide(request, decision, by)


def waiting(state: dict[str, Any]) -> list[dict[str, Any]]:
    """What a paused run waits for."""
    return [one.value for one in state.get("__interrupt__", ())]


def answers(state: dict[str, Any]) -> list[ToolMessage]:
    """What the model was told of its calls, in order."""
    return [one for one in state["messages"] if isinstance(one, ToolMessage)]
