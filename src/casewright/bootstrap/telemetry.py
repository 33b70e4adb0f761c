"""Whether calls are traced: where the process that opens a home has set a provider of OpenTelemetry."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import TracerProvider

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


def parent_of(carrier: Mapping[str, str]) -> AbstractContextManager[None]:
    """Make the remote span that the carrier's ``traceparent`` names the parent of what the block does."""
    from casewright.adapters.telemetry import call_spans

    return call_spans.parent_of(carrier)
