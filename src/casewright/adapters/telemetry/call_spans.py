"""A span and a measurement for each call. Neither holds arguments, results or sentences: those are the audit's."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import TYPE_CHECKING

from opentelemetry import context as otel_context
from opentelemetry import metrics, propagate, trace
from opentelemetry.trace import SpanKind, StatusCode

from casewright.adapters.telemetry import conventions as names
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import Span, TracerProvider

    from casewright.tools.calls import CallContext, ToolCall, ToolResult
    from casewright.tools.definition import Tool

_SCOPE = "casewright"
_MAX_ID_CHARS = 128
_CANCELLED = "cancelled"
_own: ContextVar[Span | None] = ContextVar("casewright_call_span", default=None)
"""The span of the call that is being worked on here."""


class CallSpans:
    """Fits ``tools.ports.telemetry.Telemetry``. Providers that are left out are those that the process has set.

    A span's parent is the current one. Where that already is the span of this very call, because MCP's SDK or another
    instrumentation wrote it, what is ours is added to it and no second one is written.
    """

    def __init__(
        self, *, tracer_provider: TracerProvider | None = None, meter_provider: MeterProvider | None = None
    ) -> None:
        self._tracer = trace.get_tracer(_SCOPE, tracer_provider=tracer_provider)
        self._duration = metrics.get_meter(_SCOPE, meter_provider=meter_provider).create_histogram(
            names.DURATION,
            unit="s",
            description="How long calls of tools took",
            explicit_bucket_boundaries_advisory=names.DURATION_BUCKETS,
        )

    @contextmanager
    def observe(
        self, call: ToolCall, context: CallContext, tool: Tool | None
    ) -> Iterator[Callable[[ToolResult], None]]:
        """Watch the call while the block runs; what it gives is told how the call ended."""
        name = "unknown" if tool is None else tool.name  # whatever else was asked for may be anybody's words
        current = trace.get_current_span()
        given = current if _tells(current, name) else None
        span = given or self._tracer.start_span(f"{names.EXECUTE_TOOL} {name}", kind=SpanKind.INTERNAL)
        span.set_attributes(_before(call, context, tool, name))
        ended: list[str | None] = []

        def end(result: ToolResult) -> None:
            ended.append(_error_type(result))
            span.set_attributes(_after(result))

        mark, started = _own.set(span), perf_counter()
        try:
            with trace.use_span(span, record_exception=False, set_status_on_exception=False):
                yield end
        finally:
            _own.reset(mark)
            error = ended[0] if ended else _CANCELLED
            told = {names.OPERATION_NAME: names.EXECUTE_TOOL, names.TOOL_NAME: name}
            if error is not None:
                told[names.ERROR_TYPE] = error
            self._duration.record(perf_counter() - started, told)
            if given is None:
                if error is not None:
                    span.set_attribute(names.ERROR_TYPE, error)
                    span.set_status(StatusCode.ERROR)
                span.end()


@contextmanager
def parent_of(carrier: Mapping[str, str]) -> Iterator[None]:
    """Make the remote span that ``traceparent`` names the parent of what the block does.

    ``carrier`` holds what came with a request: its headers, say. Without a valid ``traceparent`` nothing changes.
    """
    found = propagate.extract(carrier)
    if not trace.get_current_span(found).get_span_context().is_valid:
        yield
        return
    token = otel_context.attach(found)
    try:
        yield
    finally:
        otel_context.detach(token)


def process_call_spans() -> CallSpans | None:
    """Spans through the providers that the process has set; None where it has set none."""
    if _is_set(trace.get_tracer_provider()) or _is_set(metrics.get_meter_provider()):
        return CallSpans()
    return None


def _is_set(provider: object) -> bool:
    """Whether it is somebody's: the API's own stand for none."""
    return not type(provider).__module__.startswith(("opentelemetry.trace", "opentelemetry.metrics"))


def _tells(span: Span, name: str) -> bool:
    """Whether the span, not one of ours, is that of a call of this tool."""
    if not span.is_recording() or span is _own.get():
        return False
    told = getattr(span, "attributes", None) or {}  # the SDK's spans can be read, the API's cannot
    return told.get(names.OPERATION_NAME) == names.EXECUTE_TOOL and told.get(names.TOOL_NAME) == name


def _before(call: ToolCall, context: CallContext, tool: Tool | None, name: str) -> dict[str, str]:
    told = {
        names.OPERATION_NAME: names.EXECUTE_TOOL,
        names.TOOL_NAME: name,
        names.TOOL_TYPE: names.FUNCTION,
        names.TOOL_CALL_ID: str(call.id)[:_MAX_ID_CHARS],
        names.ROLE: context.actor.role,
    }
    if tool is not None:
        told |= {names.TOOL_DESCRIPTION: tool.description, names.SAFETY_LEVEL: tool.safety_level.value}
    if context.run is not None:
        told[names.CONVERSATION_ID] = context.run[:_MAX_ID_CHARS]
    return told


def _after(result: ToolResult) -> dict[str, str | int | bool]:
    known = result.metadata
    told: dict[str, str | int | bool] = {names.STATUS: result.status.value}
    if known.audit_seq is not None:
        told[names.AUDIT_SEQ] = known.audit_seq
    if known.approval_id is not None:
        told[names.APPROVAL_ID] = known.approval_id
    if known.replayed:
        told[names.REPLAYED] = True
    return told


def _error_type(result: ToolResult) -> str | None:
    """A word for how the call failed; None for one that succeeded, or waits for a person."""
    if result.status in (Status.SUCCESS, Status.APPROVAL_REQUIRED):
        return None
    return (result.metadata.error_kind or "error") if result.status is Status.ERROR else result.status.value
