"""What Prometheus is told of calls, streams, jobs and the database: counts and durations, nothing of anybody's.

No label names a tenant, a person, a matter or what a call was about. Names of tools are those of the registry; whatever
else was asked for is ``unknown``.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from prometheus_client.metrics_core import Metric

    from casewright.errors import CasewrightError
    from casewright.tools.calls import CallContext, ToolCall, ToolResult
    from casewright.tools.definition import Tool

    Jobs = Callable[[], Mapping[str, int]]
    Usage = Callable[[], Mapping[str, float]]

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
"""Seconds."""
UNKNOWN = "unknown"
GIVEN_UP = "cancelled"
"""The status of a call that was given up before it had one."""
_WAITED = "StorageBusy"
"""What a driver does not tell by itself: another process kept the lock until the time was over."""


class CallMetrics:
    """Fits ``tools.ports.telemetry.Telemetry``; its registry is its own, so several may stand in one process.

    ``jobs`` tells how many jobs there are in each state, whenever the metrics are read; one that raises counts as a
    failure of the database and gives no jobs. ``usage`` tells in the same way what is used of limits, by kind.
    """

    def __init__(self, *, jobs: Jobs | None = None, usage: Usage | None = None) -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        self._calls = Counter(
            "casewright_calls", "Calls of tools that ended, by how", ["tool", "status"], registry=self.registry
        )
        self._durations = Histogram(
            "casewright_call_duration_seconds",
            "How long calls of tools took, waiting in our own queues included",
            ["tool"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._running = Gauge("casewright_calls_running", "Calls that run now", registry=self.registry)
        self._streams = Gauge("casewright_open_streams", "Streams of events that are open", registry=self.registry)
        self._audit = Gauge(
            "casewright_audit_sequence",
            "Highest number of an audit event that a call of this process was given, of whatever chain",
            registry=self.registry,
        )
        self._failures = Counter(
            "casewright_database_errors",
            "Failures of the database, by class of error",
            ["kind"],
            registry=self.registry,
        )
        self._highest = 0
        self._lock = Lock()
        if jobs is not None:
            family = ("casewright_jobs", "Jobs that wait and run, of all tenants, by state", "state")
            self.registry.register(_Asked(jobs, self._failures, family))
        if usage is not None:
            family = ("casewright_tenant_usage", "What the home's own tenant uses of its limits, by kind", "kind")
            self.registry.register(_Asked(usage, self._failures, family))

    @contextmanager
    def observe(
        self, _call: ToolCall, _context: CallContext, tool: Tool | None
    ) -> Iterator[Callable[[ToolResult], None]]:
        """Watch the call while the block runs; what it gives is told how the call ended."""
        name = UNKNOWN if tool is None else tool.name
        ended: list[ToolResult] = []
        started = perf_counter()
        self._running.inc()
        try:
            yield ended.append
        finally:
            self._running.dec()
            self._durations.labels(name).observe(perf_counter() - started)
            self._calls.labels(name, ended[0].status.value if ended else GIVEN_UP).inc()
            if ended:
                self._tell(ended[0])

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Within it one stream more is open."""
        self._streams.inc()
        try:
            yield
        finally:
            self._streams.dec()

    def database_failed(self, error: CasewrightError) -> None:
        """Count a failure of the database, as ``adapters.database.failures`` tells it."""
        self._failures.labels(type(error).__name__).inc()

    def exposition(self) -> tuple[bytes, str]:
        """All of it in Prometheus' text format, and the content type that it is served as."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def _tell(self, result: ToolResult) -> None:
        known = result.metadata
        if known.error_kind == _WAITED:
            self._failures.labels(_WAITED).inc()
        if known.audit_seq is None:
            return
        with self._lock:
            if known.audit_seq > self._highest:
                self._highest = known.audit_seq
                self._audit.set(known.audit_seq)


class _Asked:
    """A collector of figures that are asked for whenever the metrics are read; ``family``: name, help and label."""

    def __init__(
        self, asked: Callable[[], Mapping[str, float]], failures: Counter, family: tuple[str, str, str]
    ) -> None:
        self._asked = asked
        self._failures = failures
        self._family = family

    def describe(self) -> Iterable[Metric]:
        """What it will give, without asking."""
        yield self._empty()

    def collect(self) -> Iterable[Metric]:
        """The figures now."""
        family = self._empty()
        try:
            for label, figure in sorted(self._asked().items()):
                family.add_metric([label], figure)
        except Exception as error:  # noqa: BLE001 (metrics are read most of all when something is broken)
            self._failures.labels(type(error).__name__).inc()
        yield family

    def _empty(self) -> GaugeMetricFamily:
        name, told, label = self._family
        return GaugeMetricFamily(name, told, labels=[label])
