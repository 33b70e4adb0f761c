"""Metrics of calls for Prometheus: how many, how long, how they ended; nobody's names and words."""

from __future__ import annotations

import re
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.telemetry import (
    count_database_failures,
    opentelemetry_calls,
    prometheus_calls,
    watched_by,
)
from casewright.errors import CasewrightError, Unavailable
from casewright.tools.definition import tool

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database
    from casewright.adapters.telemetry.call_metrics import CallMetrics

SECRET = "Ionescu"


def values(metrics: CallMetrics) -> dict[tuple[str, ...], float]:
    """Every sample of the exposition, by its name and its labels' values."""
    text, kind = metrics.exposition()
    assert kind.startswith("text/plain")
    samples = [one for family in text_string_to_metric_families(text.decode()) for one in family.samples]
    order = ("tool", "status", "kind", "state", "le")
    return {(one.name, *(one.labels[name] for name in order if name in one.labels)): one.value for one in samples}


@pytest.mark.requirement("ops-metrics")
def test_calls_are_counted_by_tool_and_status(tmp_path: Path) -> None:
    """Succeeded, failed, refused and unknown calls each by their status; durations by tool; the audit's number."""

    @tool(safety_level="safe")
    def fail(text: str) -> str:
        """Fail on it."""
        raise RuntimeError(text)

    metrics = prometheus_calls()
    rules = '[tools.fail]\nroles = ["ADMIN"]'
    with Casewright.open(tmp_path / "home", tools=[fail], rules=rules, telemetry=metrics) as casewright:
        matter = casewright.call("create_matter", {"title": SECRET}).structured
        assert isinstance(matter, dict)
        casewright.call("create_matter", {"title": SECRET})
        casewright.call("fail", {"text": SECRET})
        casewright.call(SECRET)
        last = casewright.call("list_matter_documents", {"matter_id": matter["matter_id"]}).metadata.audit_seq
    found = values(metrics)
    assert found["casewright_calls_total", "create_matter", "success"] == 2
    assert found["casewright_calls_total", "fail", "error"] == 1
    assert found["casewright_calls_total", "unknown", "unknown_tool"] == 1
    assert found["casewright_call_duration_seconds_count", "create_matter"] == 2
    assert found["casewright_call_duration_seconds_sum", "create_matter"] > 0
    assert found["casewright_audit_sequence",] == last
    assert found["casewright_calls_running",] == 0
    text = metrics.exposition()[0].decode()
    assert SECRET not in text
    assert matter["matter_id"] not in text
    assert set(re.findall(r"[{,](\w+)=", text)) <= {"tool", "status", "le", "kind", "state"}


def test_registry_is_its_own(tmp_path: Path) -> None:
    """Two stand side by side, each counts its own calls, and the process' registry has none of them."""
    one, other = prometheus_calls(), prometheus_calls()
    with Casewright.open(tmp_path / "home", telemetry=one) as casewright:
        casewright.call("list_matters")
    assert values(one)["casewright_calls_total", "list_matters", "success"] == 1
    assert ("casewright_calls_total", "list_matters", "success") not in values(other)
    assert not [family for family in REGISTRY.collect() if family.name.startswith("casewright")]


def test_given_up_call_is_counted() -> None:
    """A call that was cancelled before it had a result has that as its status."""
    metrics = prometheus_calls()
    nobody: Any = None
    watch = metrics.observe(nobody, nobody, None)
    watch.__enter__()
    assert values(metrics)["casewright_calls_running",] == 1
    assert watch.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None) is False
    assert values(metrics)["casewright_calls_total", "unknown", "cancelled"] == 1
    assert values(metrics)["casewright_calls_running",] == 0


def test_streams_and_jobs() -> None:
    """Streams while they are open; jobs as they are when the metrics are read, and a failure where that fails."""
    jobs = {"queued": 2, "running": 1}
    metrics = prometheus_calls(jobs=lambda: jobs)
    with metrics.stream(), metrics.stream():
        assert values(metrics)["casewright_open_streams",] == 2
    jobs["queued"] = 5
    found = values(metrics)
    assert found["casewright_open_streams",] == 0
    assert (found["casewright_jobs", "queued"], found["casewright_jobs", "running"]) == (5, 1)

    def gone() -> dict[str, int]:
        raise Unavailable("the database is down")

    broken = prometheus_calls(jobs=gone)
    broken.exposition()
    assert values(broken)["casewright_database_errors_total", "Unavailable"] >= 1
    assert not [name for name in values(broken) if name[0] == "casewright_jobs"]


def test_failures_of_the_database_are_counted(
    database: Database, opened: Callable[..., Database], tmp_path: Path
) -> None:
    """A statement that fails counts once, by its class; another database's failures are not heard."""
    metrics = prometheus_calls()
    count_database_failures(metrics, database)
    other = opened(str(tmp_path / "other.db"))
    for one in (database, other):
        with pytest.raises(CasewrightError), one.read() as connection:
            connection.exec_driver_sql("SELECT nothing FROM nowhere")
    assert values(metrics)["casewright_database_errors_total", "Unavailable"] == 1


def test_waiting_in_vain_for_another_writer_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that could not write, because another process did, counts as StorageBusy."""
    monkeypatch.setenv("CASEWRIGHT_BUSY_TIMEOUT", "0.1")
    metrics = prometheus_calls()
    with Casewright.open(tmp_path / "home", telemetry=metrics) as casewright:
        casewright.call("list_matters")
        other = sqlite3.connect(tmp_path / "home" / "casewright.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        casewright.call("create_matter", {"title": "Alpha"})
        other.execute("ROLLBACK")
        other.close()
    assert values(metrics)["casewright_database_errors_total", "StorageBusy"] == 1


def test_several_watchers_see_every_call(tmp_path: Path) -> None:
    """Prometheus and OpenTelemetry side by side; none left is none, and one alone is itself."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    metrics = prometheus_calls()
    both = watched_by(metrics, None, opentelemetry_calls(tracer_provider=provider))
    with Casewright.open(tmp_path / "home", telemetry=both) as casewright:
        casewright.call("list_matters")
    assert values(metrics)["casewright_calls_total", "list_matters", "success"] == 1
    assert [span.name for span in exporter.get_finished_spans()] == ["execute_tool list_matters"]
    assert watched_by(None, None) is None
    assert watched_by(None, metrics) is metrics


def test_counts_hold_over_threads() -> None:
    """Nothing is lost where many calls end at once."""
    metrics = prometheus_calls()
    nobody: Any = None

    def many() -> None:
        for _ in range(200):
            with metrics.observe(nobody, nobody, None):
                pass

    threads = [threading.Thread(target=many) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert values(metrics)["casewright_calls_total", "unknown", "cancelled"] == 1600
