"""The tool by which a language model hands its output in: its form is the draft's."""

from __future__ import annotations

from typing import Any

from casewright.agents.debate.contract import schema
from casewright.domain.debates import AgentRole, Stance
from casewright.domain.defects import DefectType

SUBMIT = "submit_output"
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}


def submit_tool(role: AgentRole) -> dict[str, Any]:
    """The tool, in the form in which chat models are offered tools. Rulings and gates are the arbiter's alone."""
    properties = {
        "content": {**_TEXT, "description": "What you say, with a reference in every sentence about the deal"},
        "claim_refs": {**_TEXTS, "description": "UUIDs of the claims that it is about"},
        "calc_refs": {**_TEXTS, "description": "UUIDs of the calculations that it is about"},
        "muhasabah_record": {**_plain(schema("muhasabah_record")), "description": "Your account of the output"},
        "position": _POSITION,
        "open_questions": {**_TEXTS, "description": "Questions that are still open, each with what would answer it"},
    }
    if role in (AgentRole.ADVOCATE, AgentRole.ARBITER):
        properties["against_claim_ids"] = {
            **_TEXTS,
            "description": "Claims that you rely on and say to speak against the deal, or not to hold",
        }
    if role is not AgentRole.ADVOCATE:
        properties["challenged_claim_ids"] = {
            **_TEXTS,
            "description": "Claims that you cite to challenge them, not to rely on them",
        }
        properties["challenges"] = {"type": "array", "items": _CHALLENGE}
        properties["retrieval_request"] = {
            "type": "object",
            "properties": {"query": {**_TEXT, "description": "What to look for, in words that a document would use"}},
            "required": ["query"],
        }
    if role is AgentRole.ARBITER:
        properties |= {"decisions": {"type": "array", "items": _DECISION}, "gate_request": _GATE}
    parameters = {"type": "object", "properties": properties, "required": ["content", "claim_refs", "muhasabah_record"]}
    description = "Hand in your output for this turn. Call it once, when you have looked up what you need."
    return {"type": "function", "function": {"name": SUBMIT, "description": description, "parameters": parameters}}


_POSITION: dict[str, Any] = {
    "type": "object",
    "description": "What you hold: keep it out where you take none in this turn",
    "properties": {
        "stance": {"type": "string", "enum": [one.value for one in Stance]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "verdicts": {
            "type": "object",
            "additionalProperties": _TEXT,
            "description": "Your verdict by UUID of claims of materiality HIGH and CRITICAL",
        },
        "evidence_refs": {**_TEXTS, "description": "UUIDs of the evidence that you take it by"},
    },
    "required": ["stance", "confidence", "verdicts"],
}
_CHALLENGE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "claim_refs": _TEXTS,
        "defect_type": {"type": "string", "enum": [one.value for one in DefectType]},
        "evidence_refs": {**_TEXTS, "description": "Such as evidence:<uuid> or claim:<uuid>, of the challenged claims"},
        "description": {**_TEXT, "description": "At least 50 characters"},
    },
    "required": ["claim_refs", "defect_type", "evidence_refs", "description"],
}
_DECISION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "challenge_id": _TEXT,
        "upheld": {"type": "boolean"},
        "reason": _TEXT,
        "contradicted": {"type": "boolean"},
    },
    "required": ["challenge_id", "upheld", "reason"],
}
_GATE: dict[str, Any] = {
    "type": "object",
    "description": "Only where the debate cannot go on before a person has decided",
    "properties": {"claim_ids": _TEXTS, "reason": _TEXT, "priority": _TEXT, "required_role": _TEXT},
    "required": ["claim_ids", "reason"],
}


def _plain(found: Any) -> Any:
    """A schema without what providers of models do not take: its address, its dialect and formats."""
    if isinstance(found, dict):
        return {key: _plain(value) for key, value in found.items() if key not in ("$id", "$schema", "format")}
    return [_plain(one) for one in found] if isinstance(found, list) else found
