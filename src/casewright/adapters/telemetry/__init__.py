"""Spans and metrics of calls: through OpenTelemetry's API, whose SDK is the host's, and for Prometheus."""
