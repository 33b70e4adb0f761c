"""Spans and metrics of calls, through OpenTelemetry's API; the SDK is the host's."""
