"""A turn as a language model is told it: plain data between two lines that data cannot cross."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from casewright.agents.debate.evidence_json import plain
from casewright.agents.debate.minds.disputes import heaviest_first
from casewright.agents.debate.state import challenge_to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import CalcView, ClaimView, Turn
    from casewright.domain.debates import Position
    from casewright.evidence.muhasabah.violations import MuhasabahViolation

MOST_CLAIMS = 200
"""Claims that are told one by one, the most material first; of the others the model is told that they are there."""
_LONGEST = 600


def briefing(turn: Turn) -> dict[str, Any]:
    """Everything of the turn that the role may know, as JSON data."""
    claims = sorted(turn.claims, key=heaviest_first)
    return {
        "role": turn.role.value,
        "stage": turn.stage.value,
        "round": turn.round_number,
        "max_rounds": turn.state.max_rounds,
        "deal_id": turn.deal_id,
        "your_position": None if turn.own is None else _position(turn.own),
        "positions": {role.value: _position(held) for role, held in sorted(turn.positions.items())},
        "most_confidence_the_record_bears": turn.bears,
        "what_is_missing": turn.missing.words or None,
        "claims": [_claim(view) for view in claims[:MOST_CLAIMS]],
        "claims_not_shown": max(0, len(claims) - MOST_CLAIMS),
        "calculations": [_calculation(view) for view in turn.calcs],
        "messages": [
            {"role": one.role.value, "round": one.round_number, "content": one.content} for one in turn.state.messages
        ],
        "challenges_to_rule_on": [challenge_to_json(one) for one in turn.challenges],
        "evidence_on_the_table": list(turn.table),
        "evidence_since_your_position": list(turn.since),
        "found_by_the_evidence_call": [dict(one) for one in turn.found],
        "documents_named_and_absent": list(turn.absent),
        "open_questions": list(turn.state.open_questions),
        "utility_scores": dict(turn.state.utility_scores),
    }


def as_text(data: object) -> str:
    """Data as text."""
    return orjson.dumps(plain(data), option=orjson.OPT_INDENT_2, default=str).decode()


def enclose(text: str, *place: object) -> str:
    """The text between two lines with a mark that nobody knew who wrote it: it follows from debate, place and text."""
    mark = sha256("\x00".join([*map(str, place), text]).encode()).hexdigest()[:32]
    return f"<<<DATA {mark}\n{text}\nDATA {mark}>>>"


def corrections(violations: Sequence[MuhasabahViolation]) -> str:
    """What was wrong with the first draft, a line each."""
    lines = [f"- {one.rule.value}: {one.detail}{f' In: {one.sentence}' if one.sentence else ''}" for one in violations]
    return "Your first draft was rejected. Mend this, and change nothing else:\n" + "\n".join(lines)


def _claim(view: ClaimView) -> dict[str, Any]:
    said = {
        "id": view.id,
        "text": view.text[:_LONGEST],
        "class": view.claim_class.value,
        "type": view.claim_type.value,
        "materiality": view.materiality.value,
        "grade": view.grade.value,
        "verdict": view.verdict.value,
        "corroboration": view.corroboration.value,
        "value": view.shown or None,
        "metric": view.metric,
        "entity": view.entity,
        "period": view.period,
        "basis": view.basis.value,
        "says_of_the_deal": view.polarity.value,
        "the_period_before": view.before,
        "subjective": view.subjective or None,
        "derived_from": list(view.derived_from) or None,
        "evidence": list(view.evidence),
        "notes": list(view.notes) or None,
        "open_defects": [
            {"type": one.type.value, "severity": one.severity.value, "description": one.description[:_LONGEST]}
            for one in view.defects
        ]
        or None,
    }
    return {name: value for name, value in said.items() if value is not None}


def _calculation(view: CalcView) -> dict[str, Any]:
    return {
        "id": view.id,
        "type": view.type.value,
        "output": view.shown or view.remark,
        "grade": view.grade.value,
        "inputs": [{"name": name, "claim": claim} for name, claim in view.inputs],
    }


def _position(held: Position) -> dict[str, Any]:
    return {"stance": held.stance.value, "confidence": held.confidence}
