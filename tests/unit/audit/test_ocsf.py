"""Audit events in OCSF's shape: what the published schema requires, for every kind of event that there is."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.audit.ocsf import VERSION, is_told, ocsf_event
from casewright.bootstrap.catalogue import catalogue
from casewright.tools.calls import Status
from casewright.tools.recorder import EVENT_TYPES
from tests.audit_events import FULL
from tests.ocsf_shape import SHAPE, faults

if TYPE_CHECKING:
    from casewright.audit.events import Phase

PHASES: tuple[Phase, ...] = ("intent", "outcome", "late", "stopped", "requested", "decided", "replayed", "effect")
RULINGS = ("GRANTED", "REJECTED", "EDITED", "REFUSED")
SYSTEM = ("auth.refused", "audit.head_refused", "audit.adopted", "clock.set_back", "agent.answer_refused")


def told(**changes: Any) -> dict[str, Any]:
    """The line of an event that was changed so."""
    body = {**asdict(replace(FULL, **changes)), "seq": 12}
    return ocsf_event(body, record_hash="ab" * 32, product_version="0.1.0")


def test_version_is_that_of_the_schema() -> None:
    """The version that is written is the one whose schema the tests hold lines to."""
    assert SHAPE["version"] == VERSION
    assert told()["metadata"]["version"] == VERSION


@pytest.mark.requirement("ocsf-schema")
@pytest.mark.parametrize("status", [None, *(status.upper() for status in Status), *RULINGS])
@pytest.mark.parametrize("phase", PHASES)
def test_line_has_what_the_schema_requires(phase: Phase, status: str | None) -> None:
    """Every phase with every status, with every field filled and with those empty that may be."""
    assert faults(told(phase=phase, result_status=status)) == []
    bare = {name: None for name, value in asdict(FULL).items() if name.endswith("_id") and name not in _ALWAYS}
    fields: dict[str, Any] = {
        **bare,
        "reason": None,
        "tool_version": None,
        "role": "",
        "tool_args": {},
        "round_number": None,
    }
    assert faults(told(phase=phase, result_status=status, **fields)) == []


_ALWAYS = {"tenant_id", "agent_id", "call_id"}


@pytest.mark.requirement("ocsf-kinds")
def test_every_kind_of_event_is_told() -> None:
    """Calls of people, models and services, approvals, the system's own events, and whatever a tool emits."""
    emitted = {kind for tool in catalogue() for kind in tool.emits}
    kinds = {*EVENT_TYPES.values(), *SYSTEM, *emitted, *(f"approval.{ruling.lower()}" for ruling in RULINGS)}
    assert len(kinds) > 40
    for kind in kinds:
        line = told(event_type=kind, phase="effect" if kind in emitted else "stopped", result_status=None)
        assert faults(line) == []
        assert line["metadata"]["event_code"] == kind
        assert line["api"]["operation"] == ("lookup_claim" if kind in EVENT_TYPES.values() else kind)


@pytest.mark.requirement("ocsf-schema")
@pytest.mark.parametrize(
    ("phase", "status", "action", "disposition", "outcome"),
    [
        ("outcome", "SUCCESS", 1, 1, 1),
        ("outcome", "ERROR", 1, 1, 2),
        ("late", "SUCCESS", 1, 1, 1),
        ("intent", None, 1, 1, 0),
        ("replayed", "SUCCESS", 1, 1, 1),
        ("stopped", "DENIED", 2, 2, 2),
        ("stopped", "LIMITED", 2, 2, 2),
        ("stopped", "NO_APPROVER", 2, 2, 2),
        ("stopped", "REJECTED", 2, 25, 2),
        ("stopped", "INVALID_ARGUMENTS", 99, 27, 2),
        ("stopped", "UNKNOWN_TOOL", 99, 27, 2),
        ("requested", "APPROVAL_REQUIRED", 99, 14, 99),
        ("decided", "GRANTED", 1, 8, 1),
        ("decided", "REJECTED", 2, 25, 2),
        ("decided", "REFUSED", 2, 2, 2),
        ("effect", None, 3, 17, 1),
    ],
)
def test_what_was_decided_is_told(phase: Phase, status: str, action: int, disposition: int, outcome: int) -> None:
    """A denied call is action 2, disposition 2; one that waits is delayed; an effect was observed."""
    line = told(phase=phase, result_status=status)
    assert (line["action_id"], line["disposition_id"], line["status_id"]) == (action, disposition, outcome)


@pytest.mark.parametrize(
    ("tool", "activity"),
    [("create_matter", 1), ("lookup_claim", 2), ("update_case_details", 3), ("delete_document", 4), ("wipe", 99)],
)
def test_activity_is_what_the_tool_does(tool: str, activity: int) -> None:
    """Create, read, update and delete by the first word of a tool's name; another is told by its own name."""
    line = told(tool_name=tool)
    assert (line["activity_id"], line["type_uid"]) == (activity, 600_300 + activity)
    assert activity != 99 or line["activity_name"] == "wipe"


def test_line_leads_back_to_the_record() -> None:
    """Time in milliseconds, number, hash, tenant, caller, matter and call are the record's."""
    line = told()
    known = line["metadata"]
    assert line["time"] == 1_741_944_413_589
    assert (known["sequence"], known["uid"], known["tenant_uid"], known["correlation_uid"]) == (
        12,
        "ab" * 32,
        "ours",
        "call-1",
    )
    assert line["actor"]["user"] == {
        "uid": "advocate",
        "type_id": 99,
        "type": "Model",
        "groups": [{"name": "advocate"}],
    }
    assert [one["type"] for one in line["resources"]] == ["matter", "debate", "approval request"]
    assert line["api"]["request"] == {"uid": "call-1", "data": FULL.tool_args}


def test_intent_is_told_by_its_outcome() -> None:
    """Of a call that ran, the outcome is told; an intent alone is a line of its own."""
    intent = {**asdict(replace(FULL, phase="intent")), "seq": 7}
    assert not is_told(intent, frozenset({7}))
    assert is_told(intent, frozenset({8}))
    assert is_told({**intent, "phase": "outcome"}, frozenset({7}))
