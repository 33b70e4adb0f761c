"""One of our tools as LangChain's: every call goes through the executor, and an approval pauses the graph.

A step of a graph that is taken again, after a pause or a crash, makes its calls under the same keys: what ran is
answered from the record, what waits for a person is found again. What whoever resumes the graph says approves
nothing; the decision is the one that a person recorded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import orjson
from langchain_core.messages import ToolMessage
from langchain_core.runnables.config import ensure_config
from langchain_core.tools import BaseTool
from langgraph.types import interrupt
from pydantic import PrivateAttr

from casewright.adapters.langchain.graph_place import find_place
from casewright.tools.calls import Status, ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import NoReturn

    from langchain_core.runnables import RunnableConfig

    from casewright.adapters.langchain.background_loop import BackgroundLoop
    from casewright.adapters.langchain.graph_place import Ordinals, Place
    from casewright.domain.approvals import ApprovalRequest
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.definition import Tool
    from casewright.tools.executor import Executor

    ContextOf = Callable[[RunnableConfig], CallContext]
    """Who calls, and within what, by the configuration of the run."""


class GovernedTool(BaseTool):
    """Calls the tool of this name. Called with a model's tool call it returns a message, whose artifact is the result.

    Called with plain arguments it returns the text for a model. It raises nothing but cancellation and, in a graph
    with a checkpointer, the pause for an approval.
    """

    response_format: Literal["content", "content_and_artifact"] = "content"
    _executor: Executor = PrivateAttr()
    _context_of: ContextOf = PrivateAttr()
    _loop: BackgroundLoop = PrivateAttr()
    _ordinals: Ordinals = PrivateAttr()
    _keyed: bool = PrivateAttr()

    def __init__(
        self, tool: Tool, executor: Executor, context_of: ContextOf, loop: BackgroundLoop, ordinals: Ordinals
    ) -> None:
        super().__init__(name=tool.name, description=tool.description, args_schema=tool.input_schema)
        self._executor = executor
        self._context_of = context_of
        self._loop = loop
        self._ordinals = ordinals
        self._keyed = executor.keeps_results and _acts(tool, executor)

    # The arguments as one mapping and the call's id: a parameter of a tool may have any name, "config" too.
    def _to_args_and_kwargs(self, tool_input: Any, tool_call_id: str | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (tool_input, tool_call_id), {}

    def _run(self, arguments: Mapping[str, object], call_id: str | None) -> Any:
        context, place = self._within(arguments, call_id)
        result, request = self._loop.run(self._executed(arguments, call_id, context, place))
        return self._answer(result, request, call_id)

    async def _arun(self, arguments: Mapping[str, object], call_id: str | None) -> Any:
        context, place = self._within(arguments, call_id)
        result, request = await self._executed(arguments, call_id, context, place)
        return self._answer(result, request, call_id)

    def _within(self, arguments: Mapping[str, object], call_id: str | None) -> tuple[CallContext, Place | None]:
        config = ensure_config()
        context, place = self._context_of(config), find_place(config)
        if place is None:
            return context, None
        context = replace(context, run=context.run or place.thread)
        if not self._keyed:
            return context, place
        # A model's id tells its calls of one step apart; it is no key by itself.
        ordinal = f"{self._ordinals.draw(place)}" if call_id is None else f"id {call_id}"
        return replace(context, idempotency_key=place.key(f"{ordinal}\x00{self.name}\x00{_text(arguments)}")), place

    async def _executed(
        self, arguments: Mapping[str, object], call_id: str | None, context: CallContext, place: Place | None
    ) -> tuple[ToolResult, ApprovalRequest | None]:
        """What came of the call, and the request that the graph is to pause for."""
        result = await self._executor.execute(ToolCall(call_id or str(uuid4()), self.name, arguments), context)
        approval = result.metadata.approval_id
        waits = result.status is Status.APPROVAL_REQUIRED and place is not None and context.idempotency_key is not None
        if not waits or approval is None:
            return result, None
        return result, await self._executor.find_request(approval, context)

    def _answer(self, result: ToolResult, request: ApprovalRequest | None, call_id: str | None) -> Any:
        if request is not None:
            _pause(request)
        if call_id is None:
            return result.content
        return ToolMessage(
            result.content,
            artifact=result,
            tool_call_id=call_id,
            name=self.name,
            status="success" if result.success else "error",
        )


def _pause(request: ApprovalRequest) -> NoReturn:
    """Pause the graph, however often it was resumed without a decision: the values it was resumed with are used up."""
    while True:
        interrupt(
            {
                "type": "approval_required",
                "approval_id": request.id,
                "tool": request.tool,
                "arguments": orjson.loads(request.arguments),
                "preview": request.preview,
                "why": request.why,
                "expires_at": request.expires_at.isoformat(),
            }
        )


def _acts(tool: Tool, executor: Executor) -> bool:
    """Whether a call must not be made twice: it changes something, or a person has to approve it."""
    rule = executor.policy.rules.get(tool.name)
    return tool.safety_level.rank > 0 or (rule is not None and rule.approval is not None)


def _text(arguments: Mapping[str, object]) -> str:
    try:
        return orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS).decode()
    except (TypeError, ValueError):  # the executor refuses them
        return ""
