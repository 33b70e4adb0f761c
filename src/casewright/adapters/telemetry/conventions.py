"""The names of OpenTelemetry's semantic conventions for generative AI that calls are told in, and names of our own.

From ``open-telemetry/semantic-conventions-genai``: the span ``gen_ai.execute_tool`` and the metric
``gen_ai.execute_tool.duration``. Another version of them is a change of this file.
"""

from __future__ import annotations

VERSION = "0.1.0"
"""Of the conventions. They are in development: names may change with it."""

OPERATION_NAME = "gen_ai.operation.name"
EXECUTE_TOOL = "execute_tool"
"""The operation, and the first word of the span's name."""
TOOL_NAME = "gen_ai.tool.name"
TOOL_TYPE = "gen_ai.tool.type"
FUNCTION = "function"
TOOL_DESCRIPTION = "gen_ai.tool.description"
TOOL_CALL_ID = "gen_ai.tool.call.id"
CONVERSATION_ID = "gen_ai.conversation.id"
ERROR_TYPE = "error.type"

DURATION = "gen_ai.execute_tool.duration"
DURATION_BUCKETS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
"""Seconds."""

STATUS = "casewright.status"
SAFETY_LEVEL = "casewright.safety_level"
ROLE = "casewright.role"
AUDIT_SEQ = "casewright.audit.seq"
APPROVAL_ID = "casewright.approval.id"
REPLAYED = "casewright.replayed"
