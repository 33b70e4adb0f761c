"""Audit events in the shape of the Open Cybersecurity Schema Framework, for a SIEM: class API Activity (6003).

Pure. The numbers are those of OCSF 1.8.0 with its profile security_control; another version is a change of this file.
Arguments stand in it as they were recorded, sensitive ones as keyed hashes. What proves the audit is its own export:
a line here carries the hash of the record that it tells, so that the two can be held together.
"""

from __future__ import annotations

from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.canonical import Json

VERSION = "1.8.0"
CLASS_UID, CATEGORY_UID = 6003, 6
PROFILE = "security_control"

_READ_WORDS = "read get list show find search look lookup check frame describe export document iql classify extract ask"
_WORDS = MappingProxyType(
    {
        1: "create add open import generate request file keep make grant save flag invite link",
        2: _READ_WORDS,
        3: "update change rename correct confirm set share assign attach detach describe review reread close resume",
        4: "delete remove forget revoke deactivate end",
    }
)
_ACTIVITIES = MappingProxyType({word: uid for uid, words in _WORDS.items() for word in words.split()})
"""What a tool does by the first word of its name; a tool of another name is Other, with its own name."""
_ACTIVITY_NAMES = MappingProxyType({1: "Create", 2: "Read", 3: "Update", 4: "Delete"})
OTHER = 99


class _Ruling(NamedTuple):
    """What was decided about a call: OCSF's action and disposition, each with its caption."""

    action_id: int
    action: str
    disposition_id: int
    disposition: str


_ALLOWED = _Ruling(1, "Allowed", 1, "Allowed")
_BLOCKED = _Ruling(2, "Denied", 2, "Blocked")
_REJECTED = _Ruling(2, "Denied", 25, "Rejected")
_APPROVED = _Ruling(1, "Allowed", 8, "Approved")
_DELAYED = _Ruling(OTHER, "Waits for approval", 14, "Delayed")
_LOGGED = _Ruling(3, "Observed", 17, "Logged")
_FAULTY = _Ruling(OTHER, "Not run", 27, "Error")
_STOPPED = MappingProxyType(
    {
        "DENIED": _BLOCKED,
        "LIMITED": _BLOCKED,
        "NO_APPROVER": _BLOCKED,
        "REFUSED": _BLOCKED,
        "REJECTED": _REJECTED,
        "GRANTED": _APPROVED,
        "EDITED": _REJECTED,
        "APPROVAL_REQUIRED": _DELAYED,
    }
)
_RULED = frozenset({"stopped", "requested", "decided"})
_SUCCESSES = frozenset({"SUCCESS", "GRANTED"})
_PENDING = frozenset({"APPROVAL_REQUIRED", "EDITED"})
_INFORMATIONAL, _LOW, _MEDIUM, _HIGH = (1, "Informational"), (2, "Low"), (3, "Medium"), (4, "High")
_SEVERITIES = MappingProxyType(
    {
        "audit.head_refused": _HIGH,
        "audit.restored_accepted": _HIGH,
        "auth.refused": _MEDIUM,
        "clock.set_back": _MEDIUM,
        "approval.refused": _MEDIUM,
    }
)
_USER_TYPES = MappingProxyType({"agent.tool_call": (OTHER, "Model"), "service.tool_call": (4, "Service")})


def is_told(body: Mapping[str, Json], answered: frozenset[int]) -> bool:
    """Whether an event becomes a line: all but an intent whose outcome stands among ``answered``."""
    return body["phase"] != "intent" or body["seq"] not in answered


def ocsf_event(body: Mapping[str, Json], *, record_hash: str, product_version: str) -> dict[str, Json]:
    """The line for one event; ``body`` is what was recorded, with its number, and ``record_hash`` the record's hash."""
    event_type, tool, status = str(body["event_type"]), str(body["tool_name"]), body["result_status"]
    is_call = event_type.endswith(".tool_call")
    operation = tool if is_call else event_type
    activity = _ACTIVITIES.get(tool.partition("_")[0], OTHER) if is_call else OTHER
    ruling, severity = _ruling(body), _severity(body)
    status_id, caption = _status(body)
    unmapped: dict[str, Json] = {
        name: body[name]
        for name in ("phase", "intent_seq", "result_hash", "round_number", "run_id", "idempotency_key", "role")
        if body.get(name) is not None
    }
    told: dict[str, Json] = {
        "activity_id": activity,
        "activity_name": _ACTIVITY_NAMES.get(activity, operation),
        "category_uid": CATEGORY_UID,
        "category_name": "Application Activity",
        "class_uid": CLASS_UID,
        "class_name": "API Activity",
        "type_uid": CLASS_UID * 100 + activity,
        "time": _milliseconds(str(body["timestamp"])),
        "severity_id": severity[0],
        "severity": severity[1],
        "status_id": status_id,
        "status": caption,
        "action_id": ruling.action_id,
        "action": ruling.action,
        "disposition_id": ruling.disposition_id,
        "disposition": ruling.disposition,
        "metadata": _metadata(body, record_hash, product_version),
        "actor": {"user": _user(body)},
        "api": _api(body, operation),
        "src_endpoint": {"svc_name": "casewright"},
        "policy": {"uid": body["policy_hash"], "name": "policy"},
        "unmapped": unmapped,
    }
    if status is not None:
        told["status_code"] = status
    if body["reason"] is not None:
        told["status_detail"] = body["reason"]
    resources = _resources(body)
    if resources:
        told["resources"] = resources
    return told


def _metadata(body: Mapping[str, Json], record_hash: str, product_version: str) -> dict[str, Json]:
    return {
        "version": VERSION,
        "profiles": [PROFILE],
        "product": {"name": "Casewright", "vendor_name": "Casewright", "version": product_version},
        "uid": record_hash,
        "sequence": body["seq"],
        "tenant_uid": body["tenant_id"],
        "event_code": body["event_type"],
        "correlation_uid": body["call_id"],
        "original_time": body["timestamp"],
        "log_name": "audit",
    }


def _user(body: Mapping[str, Json]) -> dict[str, Json]:
    type_id, kind = _USER_TYPES.get(str(body["event_type"]), (1, "User"))
    user: dict[str, Json] = {"uid": body["agent_id"], "type_id": type_id, "type": kind}
    if body["role"]:
        user["groups"] = [{"name": body["role"]}]
    return user


def _api(body: Mapping[str, Json], operation: str) -> dict[str, Json]:
    api: dict[str, Json] = {
        "operation": operation,
        "request": {"uid": body["call_id"], "data": body["tool_args"]},
        "service": {"name": "Casewright"},
    }
    if body["tool_version"] is not None:
        api["version"] = body["tool_version"]
    return api


def _resources(body: Mapping[str, Json]) -> list[Json]:
    known = (("matter_id", "matter"), ("debate_id", "debate"), ("approval_id", "approval request"))
    return [{"uid": body[field], "type": kind} for field, kind in known if body.get(field) is not None]


def _ruling(body: Mapping[str, Json]) -> _Ruling:
    if body["phase"] == "effect":
        return _LOGGED
    if body["phase"] in _RULED:
        return _STOPPED.get(str(body["result_status"]), _FAULTY)
    return _ALLOWED


def _status(body: Mapping[str, Json]) -> tuple[int, str]:
    status = body["result_status"]
    if status in _SUCCESSES or body["phase"] == "effect":
        return 1, "Success"
    if status is None:  # an intent without an outcome
        return 0, "Unknown"
    return (OTHER, str(status)) if status in _PENDING else (2, "Failure")


def _severity(body: Mapping[str, Json]) -> tuple[int, str]:
    known = _SEVERITIES.get(str(body["event_type"]))
    if known is not None:
        return known
    return _LOW if _ruling(body).action_id == _BLOCKED.action_id else _INFORMATIONAL


def _milliseconds(timestamp: str) -> int:
    at = datetime.fromisoformat(timestamp)
    return int(at.timestamp()) * 1000 + at.microsecond // 1000
