"""JSON of the evidence layer's values: plain data of any of them, and the account of an output read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from casewright.agents.debate.contract import require
from casewright.domain.ids import CalcId, ClaimId
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty


def plain(value: Any) -> Any:
    """``value`` as plain JSON data: a frozen value becomes an object without the fields that are None."""
    if is_dataclass(value) and not isinstance(value, type):
        items = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: plain(item) for name, item in items if item is not None}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def as_json(value: object) -> dict[str, Any]:
    """A frozen value as a JSON object."""
    found: dict[str, Any] = plain(value)
    return found


def record_from_json(data: Mapping[str, Any]) -> MuhasabahRecord:
    """The record that ``data`` describes. Raises ``InvalidInput`` where it does not fit the schema."""
    require("muhasabah_record", data)
    return MuhasabahRecord(
        supported_claim_ids=tuple(ClaimId(one.lower()) for one in data["supported_claim_ids"]),
        confidence=data["confidence"],
        supported_calc_ids=tuple(CalcId(one.lower()) for one in data.get("supported_calc_ids", ())),
        evidence_summary=data.get("evidence_summary", ""),
        counter_hypothesis=data.get("counter_hypothesis", ""),
        falsifiability_tests=tuple(_test(one) for one in data.get("falsifiability_tests", ())),
        uncertainties=tuple(_uncertainty(one) for one in data.get("uncertainties", ())),
        failure_modes=tuple(data.get("failure_modes", ())),
        confidence_justification=data.get("confidence_justification", ""),
    )


def _test(data: Mapping[str, str]) -> FalsifiabilityTest:
    named = (data.get(name, "") for name in ("test_description", "required_evidence", "pass_fail_rule"))
    return FalsifiabilityTest(*named)


def _uncertainty(data: Mapping[str, str]) -> Uncertainty:
    return Uncertainty(*(data.get(name, "") for name in ("uncertainty", "impact", "mitigation")))
