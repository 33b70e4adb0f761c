"""A LangChain tool is a call through the executor: its schema, its words, its result."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.utils.function_calling import convert_to_openai_tool

from casewright.bootstrap.langchain import langchain_tools, read_result
from casewright.errors import InvalidInput, NotFound
from casewright.tools.calls import CallContext, SafetyLevel, Status, ToolCall, ToolResult
from casewright.tools.definition import define_tool, tool
from casewright.tools.schemas import export
from tests.approval_desk import PARTNER
from tests.fakes.governed import ADMIN, Governed

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool


@tool(safety_level="safe")
def add(first: int, second: int = 0) -> dict[str, int]:
    """Add two numbers."""
    if first < 0:
        raise NotFound("there is no number below 0")
    return {"sum": first + second}


RULES = '[tools.add]\nroles = ["ADMIN"]\nmax_calls_per_round = 9'


def governed_add() -> tuple[Governed, BaseTool]:
    """An executor with the tool, and the tool as LangChain's."""
    governed = Governed(add, rules=RULES)
    [made] = langchain_tools(governed.executor, CallContext(ADMIN))
    return governed, made


def called(made: BaseTool, arguments: Any, *, sync: bool = True) -> ToolMessage:
    """The message that answers a model's call."""
    call = {"type": "tool_call", "name": made.name, "args": arguments, "id": "c1"}
    message = made.invoke(call) if sync else asyncio.run(made.ainvoke(call))
    assert isinstance(message, ToolMessage)
    return message


def test_schema_is_the_tools_own() -> None:
    """What a model is shown is the one JSON schema that every client gets, with name and description."""
    _, made = governed_add()
    assert made.args_schema == add.input_schema
    shown = convert_to_openai_tool(made)["function"]
    exported = export(add, "openai")["function"]
    assert (shown["name"], shown["description"]) == (exported["name"], exported["description"])
    assert shown["parameters"]["properties"] == exported["parameters"]["properties"]
    assert shown["parameters"]["required"] == exported["parameters"]["required"]


@pytest.mark.requirement("langchain-results")
@pytest.mark.parametrize("sync", [True, False])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ({"first": 2, "second": 3}, Status.SUCCESS),
        ({"first": "2"}, Status.INVALID_ARGUMENTS),
        ({"first": 2, "third": 3}, Status.INVALID_ARGUMENTS),
        ({}, Status.INVALID_ARGUMENTS),
        ({"first": -1}, Status.ERROR),
    ],
)
def test_message_is_what_the_executor_says(arguments: dict[str, object], status: Status, sync: bool) -> None:
    """Text, status and structured result are the executor's, word for word; the result is the artifact."""
    governed, made = governed_add()
    direct = governed.call("add", arguments)
    message = called(made, arguments, sync=sync)
    result = message.artifact
    assert isinstance(result, ToolResult)
    assert (direct.status, result.status) == (status, status)
    assert (message.content, result.structured, result.error) == (direct.content, direct.structured, direct.error)
    assert message.status == ("success" if status is Status.SUCCESS else "error")
    assert (message.tool_call_id, result.id, message.name) == ("c1", "c1", "add")
    assert result.metadata.audit_seq == governed.events()[-1]["seq"]


def test_plain_arguments_give_plain_text() -> None:
    """Called without a model's call, it returns the text that a model would get."""
    _, made = governed_add()
    assert made.invoke({"first": 2}) == '{"sum":2}'
    assert made.invoke({"first": None}).startswith("Parameter 'first'")


def test_limit_is_the_executors() -> None:
    """The limits of the policy hold here as everywhere."""
    _, made = governed_add()
    statuses = [called(made, {"first": 1}).artifact.status for _ in range(10)]
    assert statuses[-2:] == [Status.SUCCESS, Status.LIMITED]


def test_sync_call_inside_a_running_loop() -> None:
    """Code that cannot await may call it where a loop runs already, a notebook's say."""
    _, made = governed_add()

    async def cell() -> object:
        return made.invoke({"first": 4, "second": 1})

    assert asyncio.run(cell()) == '{"sum":5}'


def test_parameters_of_any_name() -> None:
    """A parameter may be called as LangChain's own are."""
    names = ["self", "config", "run_manager", "callbacks", "tool_call_id", "arguments"]
    spec = [{"name": name, "type": "string", "description": name} for name in names]
    governed = Governed(define_tool("echo", "Echoes.", spec, required=names, handler=lambda given: dict(given)))
    [made] = langchain_tools(governed.executor, CallContext(ADMIN))
    given = {name: name.upper() for name in names}
    assert called(made, given).artifact.structured == given
    assert called(made, given, sync=False).artifact.structured == given


def test_context_by_configuration() -> None:
    """A server says who calls by the configuration of the run; the policy is asked about them at every call."""
    governed = Governed(add, rules=RULES)
    actors = {"ada": ADMIN, "pat": PARTNER}
    [made] = langchain_tools(
        governed.executor, lambda config: CallContext(actors[config["configurable"]["user"]]), role="ADMIN"
    )
    for user, status in (("ada", Status.SUCCESS), ("pat", Status.DENIED)):
        call = {"type": "tool_call", "name": "add", "args": {"first": 1}, "id": "c"}
        assert made.invoke(call, {"configurable": {"user": user}}).artifact.status is status
    assert [event["agent_id"] for event in governed.events()] == ["ada", "ada", "pat"]


def test_tools_are_those_of_the_role() -> None:
    """A role gets what it may call, by names, categories and level; what it may not call is said by name."""
    other = define_tool("forget", "Forgets.", [], safety_level="cautious", categories=["memory"], handler=lambda _: 1)
    governed = Governed(add, other)

    def names(**chosen: Any) -> list[str]:
        return [made.name for made in langchain_tools(governed.executor, CallContext(ADMIN), **chosen)]

    assert names() == ["add", "forget"]
    assert names(max_safety_level=SafetyLevel.SAFE) == ["add"]
    assert names(categories=["memory"]) == ["forget"]
    assert names(names=["forget"]) == ["forget"]
    assert langchain_tools(governed.executor, CallContext(PARTNER)) == []
    with pytest.raises(InvalidInput, match="ADMIN may not call 'ad'"):
        names(names=["ad"])
    with pytest.raises(InvalidInput, match="no role"):
        langchain_tools(governed.executor, lambda _: CallContext(ADMIN))


def test_call_without_a_graph_has_no_key() -> None:
    """Outside of a graph each call is a call of its own."""
    governed, made = governed_add()
    called(made, {"first": 1})
    assert governed.events()[-1]["idempotency_key"] is None
    assert asyncio.run(governed.executor.execute(ToolCall("1", "add", {"first": 1}), CallContext(ADMIN))).success


def test_message_of_another_tool_has_no_result() -> None:
    """Only what this executor answered is read as its result."""
    assert read_result(ToolMessage("x", tool_call_id="1", artifact={"id": "1"})) is None
    assert read_result(ToolMessage("x", tool_call_id="1")) is None
