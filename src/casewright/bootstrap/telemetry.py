"""Who watches calls: OpenTelemetry, where the process that opens a home has set a provider, and Prometheus' metrics."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import TracerProvider

    from casewright.adapters.database.engine import Database
    from casewright.adapters.telemetry.call_metrics import CallMetrics, Jobs, Usage
    from casewright.tools.ports.telemetry import Telemetry


def process_telemetry() -> Telemetry | None:
    """Spans and metrics through the providers that this process has set; None where it has set none.

    Looks at nothing, and imports nothing, where nobody in the process has imported OpenTelemetry.
    """
    if "opentelemetry.trace" not in sys.modules and "opentelemetry.metrics" not in sys.modules:
        return None
    from casewright.adapters.telemetry.call_spans import process_call_spans

    return process_call_spans()


def opentelemetry_calls(
    *, tracer_provider: TracerProvider | None = None, meter_provider: MeterProvider | None = None
) -> Telemetry:
    """Spans and metrics through these providers. Raises ``ImportError`` without the extra ``telemetry``."""
    from casewright.adapters.telemetry.call_spans import CallSpans

    return CallSpans(tracer_provider=tracer_provider, meter_provider=meter_provider)


def prometheus_calls(*, jobs: Jobs | None = None, usage: Usage | None = None) -> CallMetrics:
    """Counts and durations for Prometheus, in a registry of their own.

    ``jobs`` tells how many are in each state, ``usage`` what is used of limits, by kind.
    To be handed over as ``telemetry`` when a home is opened, and to whoever serves ``exposition()``.
    """
    from casewright.adapters.telemetry.call_metrics import CallMetrics

    return CallMetrics(jobs=jobs, usage=usage)


def watched_by(*watchers: Telemetry | None) -> Telemetry | None:
    """One watcher that stands for these; those that are None are left out, None where no other is left."""
    from casewright.adapters.telemetry.watchers import Watchers

    found = [one for one in watchers if one is not None]
    return found[0] if len(found) == 1 else Watchers(found) if found else None


def count_database_failures(metrics: CallMetrics, database: Database) -> None:
    """Have the metrics count what fails in the database."""
    from casewright.adapters.database.failures import tell_failures

    tell_failures(database, metrics.database_failed)


def parent_of(carrier: Mapping[str, str]) -> AbstractContextManager[None]:
    """Make the remote span that the carrier's ``traceparent`` names the parent of what the block does."""
    from casewright.adapters.telemetry import call_spans

    return call_spans.parent_of(carrier)
