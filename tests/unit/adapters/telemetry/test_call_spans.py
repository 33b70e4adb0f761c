"""Each call is one span under the caller's, and one measurement; neither holds an argument or a result."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from casewright.bootstrap.langchain import langchain_tools
from casewright.bootstrap.telemetry import opentelemetry_calls, parent_of
from casewright.errors import NotFound
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.decisions import Approve
from casewright.tools.definition import tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.approval_desk import FOUR_EYES, PARTNER, Desk
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, KEY, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from pathlib import Path

    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.util.types import AttributeValue

SECRET = "Ionescu, CNP 1850101223344"
TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


class Watched:
    """An executor whose calls are watched, with spans and measurements in memory."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.tracer = self.provider.get_tracer("test")
        self.reader = InMemoryMetricReader()
        meters = MeterProvider([self.reader], shutdown_on_exit=False)

        @tool(safety_level="safe")
        def find(text: str) -> str:
            """Find it."""
            with self.tracer.start_as_current_span("inside"):
                if text == "nothing":
                    raise NotFound(f"{SECRET} not found")
                return text

        @tool(safety_level="safe")
        async def find_soon(text: str) -> str:
            """Find it soon."""
            with self.tracer.start_as_current_span("inside"):
                return text

        @tool(safety_level="safe")
        async def outer(text: str) -> str:
            """Call another, and once more itself."""
            inner = "find" if text == "end" else "outer"
            result = await self.executor.execute(ToolCall("2", inner, {"text": "end"}), CallContext(ADMIN))
            return result.content

        @tool(safety_level="safe")
        async def wait() -> None:
            """Wait for ever."""
            await asyncio.Event().wait()

        wipe = Desk().wipe()
        rules = "".join(f'[tools.{name}]\nroles = ["ADMIN"]\n' for name in ("find", "find_soon", "outer", "wait"))
        self.governed = Governed(find, find_soon, outer, wait, wipe, rules=rules + FOUR_EYES)
        self.executor = Executor(
            Registry([find, find_soon, outer, wait, wipe]),
            policy=self.governed.policy,
            audit=self.governed.log,
            clock=FixedClock(),
            key=KEY,
            approvals=MemoryApprovals(),
            journal=MemoryJournal(),
            telemetry=opentelemetry_calls(tracer_provider=self.provider, meter_provider=meters),
        )

    def call(self, name: str, **arguments: object) -> Any:
        """Run one call to its end."""
        return asyncio.run(self.executor.execute(ToolCall("c1", name, arguments), CallContext(ADMIN, run="r-7")))

    def spans(self) -> list[ReadableSpan]:
        """The spans that ended, in the order in which they did."""
        return list(self.exporter.get_finished_spans())

    def named(self, name: str) -> ReadableSpan:
        """The one span of this name."""
        [span] = [one for one in self.spans() if one.name == name]
        return span

    def measured(self) -> dict[tuple[tuple[str, AttributeValue], ...], int]:
        """How often each set of attributes was measured."""
        data: Any = self.reader.get_metrics_data()
        [metric] = data.resource_metrics[0].scope_metrics[0].metrics
        assert (metric.name, metric.unit) == ("gen_ai.execute_tool.duration", "s")
        return {tuple(sorted(point.attributes.items())): point.count for point in metric.data.data_points}


def parents(span: ReadableSpan) -> int | None:
    """The id of the span's parent."""
    return None if span.parent is None else span.parent.span_id


def id_of(span: ReadableSpan) -> int:
    """The span's own id."""
    assert span.context is not None
    found: int = span.context.span_id
    return found


@pytest.mark.requirement("telemetry-spans")
def test_span_tells_the_call_by_the_conventions_names() -> None:
    """The span has the conventions' name, kind and attributes, and ours: status, level, role, number in the audit."""
    watched = Watched()
    result = watched.call("find", text="x")
    span = watched.named("execute_tool find")
    assert span.kind is SpanKind.INTERNAL
    assert dict(span.attributes or {}) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "find",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.description": "Find it.",
        "gen_ai.tool.call.id": "c1",
        "gen_ai.conversation.id": "r-7",
        "casewright.role": "ADMIN",
        "casewright.safety_level": "safe",
        "casewright.status": "success",
        "casewright.audit.seq": result.metadata.audit_seq,
    }
    assert span.status.status_code is StatusCode.UNSET


@pytest.mark.requirement("telemetry-parents")
@pytest.mark.parametrize("name", ["find", "find_soon"])
def test_span_stands_between_the_caller_and_what_the_tool_does(name: str) -> None:
    """Its parent is the current span; what an async or a sync handler does is under it."""
    watched = Watched()
    with watched.tracer.start_as_current_span("request") as request:
        watched.call(name, text="x")
    span = watched.named(f"execute_tool {name}")
    assert parents(span) == request.get_span_context().span_id
    assert parents(watched.named("inside")) == id_of(span)


@pytest.mark.requirement("telemetry-parents")
@pytest.mark.parametrize("sync", [True, False])
def test_span_of_a_langchain_tool_is_under_the_callers(sync: bool) -> None:
    """Through LangChain's tool, waited for or awaited, the trace goes on."""
    watched = Watched()
    [find] = langchain_tools(watched.executor, CallContext(ADMIN), names=["find"])
    with watched.tracer.start_as_current_span("agent") as agent:
        said = find.invoke({"text": "x"}) if sync else asyncio.run(find.ainvoke({"text": "x"}))
    assert said == "x"
    assert parents(watched.named("execute_tool find")) == agent.get_span_context().span_id
    assert parents(watched.named("inside")) == id_of(watched.named("execute_tool find"))


@pytest.mark.requirement("telemetry-parents")
@pytest.mark.parametrize(("carrier", "remote"), [({"traceparent": TRACEPARENT}, True), ({"traceparent": "?"}, False)])
def test_parent_from_traceparent(carrier: dict[str, str], remote: bool) -> None:
    """What came with a request is the parent; what is no valid traceparent changes nothing."""
    watched = Watched()
    with parent_of(carrier):
        watched.call("find", text="x")
    span = watched.named("execute_tool find")
    assert parents(span) == (int("00f067aa0ba902b7", 16) if remote else None)


@pytest.mark.requirement("telemetry-content")
def test_nothing_that_was_given_or_found_is_told() -> None:
    """No argument, result, sentence or name of a tool that there is not stands in a span or a measurement."""
    watched = Watched()
    for name, arguments in (
        ("find", {"text": SECRET}),
        ("find", {"text": "nothing"}),
        ("find", {SECRET: 1}),
        (SECRET, {"text": SECRET}),
    ):
        watched.call(name, **arguments)
    ours = [span for span in watched.spans() if span.name.startswith("execute_tool")]
    told = "".join(span.to_json() for span in ours) + str(watched.measured())
    assert len(ours) == 4
    assert "Ionescu" not in told
    assert "1850101223344" not in told


@pytest.mark.requirement("telemetry-spans")
def test_failures_are_told_by_a_word() -> None:
    """A call that failed or was stopped has its error type, in the span and in the measurement; a pause is no error."""
    watched = Watched()
    for name, arguments in (("find", {"text": "nothing"}), ("find", {}), ("nobody", {}), ("wipe", {"path": "a"})):
        watched.call(name, **arguments)
    told = [
        (dict(span.attributes or {}).get("error.type"), span.status.status_code, span.status.description)
        for span in watched.spans()
        if span.name.startswith("execute_tool")
    ]
    assert told == [
        ("NotFound", StatusCode.ERROR, None),
        ("invalid_arguments", StatusCode.ERROR, None),
        ("unknown_tool", StatusCode.ERROR, None),
        (None, StatusCode.UNSET, None),
    ]
    kinds = [dict(attributes).get("error.type") for attributes in watched.measured()]
    assert sorted(map(str, kinds)) == ["None", "NotFound", "invalid_arguments", "unknown_tool"]


def test_calls_of_one_turn_are_a_span_each() -> None:
    """Calls that are made together stand beside each other."""
    watched = Watched()
    calls = [ToolCall(str(at), "find", {"text": str(at)}) for at in range(3)]
    asyncio.run(watched.executor.execute_many(calls, CallContext(ADMIN)))
    assert [span.name for span in watched.spans()].count("execute_tool find") == 3


def test_approved_call_is_a_span_where_it_runs() -> None:
    """The call that a person let run is told where they decided, with the request's id."""
    watched = Watched()
    asked = watched.call("wipe", path="a")
    asyncio.run(watched.executor.decide(asked.metadata.approval_id, Approve(), CallContext(PARTNER)))
    statuses = [dict(span.attributes or {})["casewright.status"] for span in watched.spans()]
    assert statuses == ["approval_required", "success"]
    ids = {dict(span.attributes or {})["casewright.approval.id"] for span in watched.spans()}
    assert ids == {asked.metadata.approval_id}


@pytest.mark.requirement("telemetry-once")
def test_no_second_span_for_a_call_that_is_told_already() -> None:
    """Where another instrumentation opened the call's own span, as MCP's SDK does, ours is added to that one."""
    watched = Watched()
    given = {"mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "find"}
    with watched.tracer.start_as_current_span("tools/call find", kind=SpanKind.SERVER, attributes=given):
        watched.call("find", text="nothing")
    assert [span.name for span in watched.spans()] == ["inside", "tools/call find"]
    told = dict(watched.named("tools/call find").attributes or {})
    assert (told["casewright.status"], told["mcp.method.name"]) == ("error", "tools/call")
    assert sum(watched.measured().values()) == 1


@pytest.mark.requirement("telemetry-once")
def test_call_over_mcps_own_sdk_is_told_once() -> None:
    """Its server writes a span for the call: ours is in that one, and what the tool does is under it."""
    done = subprocess.run([sys.executable, "-m", "tests.mcp_traces"], capture_output=True, text=True, check=True)
    spans = [tuple(line.split(" | ")) for line in done.stdout.splitlines()]
    told = [span for span in spans if "find" in span[0] or span[0] == "inside"]
    assert told == [("inside", "INTERNAL", "tools/call find", "None"), ("tools/call find", "SERVER", "None", "success")]


@pytest.mark.requirement("telemetry-once")
def test_tool_that_calls_itself_is_told_twice() -> None:
    """A call within a call of the same tool is a call of its own."""
    watched = Watched()
    with watched.tracer.start_as_current_span("agent"):
        watched.call("outer", text="begin")
    names = [span.name for span in watched.spans()]
    assert names == ["inside", "execute_tool find", "execute_tool outer", "execute_tool outer", "agent"]


def test_cancelled_call_ends_its_span() -> None:
    """A call that is cancelled leaves no open span."""
    watched = Watched()

    async def cancelled() -> None:
        work = asyncio.ensure_future(watched.executor.execute(ToolCall("1", "wait"), CallContext(ADMIN)))
        await asyncio.sleep(0)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    asyncio.run(cancelled())
    ended = [dict(span.attributes or {}).get("error.type") for span in watched.spans()]
    assert ended == ["cancelled"]


def ran(code: str) -> list[str]:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.requirement("telemetry-free")
def test_nothing_is_loaded_where_nobody_uses_it() -> None:
    """Without a provider there is no telemetry at all: nothing is imported, and the executor asks nobody."""
    look = "from casewright.bootstrap.telemetry import process_telemetry as found"
    code = f"import sys; {look}; print(found(), any(name.startswith('opentelemetry') for name in sys.modules))"
    assert ran(code) == ["None", "False"]
    assert ran(f"import opentelemetry.trace, opentelemetry.metrics; {look}; print(found())") == ["None"]


def test_providers_of_the_process_are_taken() -> None:
    """A provider that the host has set is used; nothing has to be handed over."""
    look = "from casewright.bootstrap.telemetry import process_telemetry as found; print(type(found()).__name__)"
    spans = "from opentelemetry import trace; from opentelemetry.sdk.trace import TracerProvider as P"
    meters = "from opentelemetry import metrics; from opentelemetry.sdk.metrics import MeterProvider as P"
    assert ran(f"{spans}; trace.set_tracer_provider(P()); {look}") == ["CallSpans"]
    assert ran(f"{meters}; metrics.set_meter_provider(P()); {look}") == ["CallSpans"]


def test_home_takes_the_providers_of_the_process(tmp_path: Path) -> None:
    """A home that is opened where a provider is set tells its calls through it."""
    code = (
        "import sys; from opentelemetry import trace; from opentelemetry.sdk.trace import TracerProvider as P\n"
        "from opentelemetry.sdk.trace.export import SimpleSpanProcessor as S, ConsoleSpanExporter as C\n"
        "provider = P(shutdown_on_exit=False); trace.set_tracer_provider(provider)\n"
        "provider.add_span_processor(S(C(formatter=lambda span: span.name.replace(' ', '-') + ' ')))\n"
        f"from casewright import Casewright; home = Casewright.open({str(tmp_path)!r})\n"
        "home.call('list_matters'); home.close()"
    )
    assert ran(code) == ["execute_tool-list_matters"]
