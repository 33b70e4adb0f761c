"""What an output says as data: positions, challenges, rulings, requests. Read one by one; the rest is not acted on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.contract import problems
from casewright.agents.debate.state import claim_ids, position_from_json
from casewright.domain.debates import AgentRole
from casewright.domain.human_gates import RANKS, GatePriority
from casewright.domain.ids import ClaimId, EvidenceId
from casewright.evidence.challenges import Challenge
from casewright.evidence.muhasabah.enforcer import AGAINST, CHALLENGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from casewright.domain.debates import Position

MOST = 50
"""Challenges, rulings or questions of one output."""
LONGEST_TEXT = 4_000
LONGEST_QUERY = 2_000
_POSITION = ("stance", "confidence", "verdicts")


@dataclass(frozen=True, slots=True)
class StatedRuling:
    """What the arbiter says of one challenge. ``contradicted`` says that what it held was shown to be wrong."""

    challenge_id: str
    upheld: bool
    reason: str
    contradicted: bool = False


def find_violations(content: Mapping[str, Any], role: AgentRole) -> list[str]:
    """What in ``content`` cannot be read, a sentence each; empty where all can be."""
    found = [*_position_violations(content.get("position")), *_challenge_violations(content.get("challenges"))]
    found += _texts_violation("open_questions", content.get("open_questions"))
    for name in (CHALLENGED, AGAINST):
        found += _texts_violation(name, content.get(name), most=1000)
    retrieval = content.get("retrieval_request")
    if retrieval is not None and not _is_text(retrieval, "query", LONGEST_QUERY):
        found.append(f"retrieval_request needs a query of 1 to {LONGEST_QUERY:,} characters, or is null")
    for name, violation in (("decisions", _decision_violations), ("gate_request", _gate_violations)):
        if content.get(name) and role is not AgentRole.ARBITER:
            found.append(f"{name} are the arbiter's alone")
        elif content.get(name):
            found += violation(content[name])
    return found


def position(content: Mapping[str, Any]) -> Position | None:
    """The position, None where none is taken."""
    stated = content.get("position")
    return None if stated is None else position_from_json({name: stated.get(name) for name in _POSITION})


def cited_evidence(content: Mapping[str, Any]) -> tuple[EvidenceId, ...]:
    """The evidence that the position is taken by, each once."""
    refs = (content.get("position") or {}).get("evidence_refs") or ()
    return tuple(EvidenceId(one) for one in dict.fromkeys(evidence_of(refs)))


def evidence_of(references: Any) -> Iterator[str]:
    """The ids of those references that are evidence: ``evidence:<id>``, or an id alone."""
    for one in references:
        kind, colon, name = one.rpartition(":")
        if not colon or kind == "evidence":
            yield name.lower()


def challenges(content: Mapping[str, Any], agent_id: str, new_id: Callable[[str], str]) -> tuple[Challenge, ...]:
    """The challenges, under ids of the debate's own; what is missing stays missing, to be refused in words."""
    return tuple(
        _challenge(one, agent_id, new_id(str(place))) for place, one in enumerate(content.get("challenges") or ())
    )


def decisions(content: Mapping[str, Any]) -> tuple[StatedRuling, ...]:
    """The arbiter's rulings on challenges."""
    return tuple(
        StatedRuling(one["challenge_id"], one["upheld"], one.get("reason") or "", bool(one.get("contradicted")))
        for one in content.get("decisions") or ()
    )


def questions(content: Mapping[str, Any]) -> list[str] | None:
    """The questions that are open, None where nothing is said of them."""
    stated = content.get("open_questions")
    return None if stated is None else [one.strip() for one in stated if one.strip()]


def query(content: Mapping[str, Any]) -> str | None:
    """What is to be looked for, None where nothing is."""
    request = content.get("retrieval_request")
    return None if request is None else str(request["query"]).strip()


def gate_request(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of the gate that the arbiter asks for, None where it asks for none."""
    request = content.get("gate_request")
    if not request:
        return None
    return {
        "claim_ids": list(dict.fromkeys(request["claim_ids"])),
        "reason": request["reason"],
        "priority": request.get("priority") or GatePriority.NORMAL.value,
        "required_role": request.get("required_role") or RANKS[0],
    }


def named_claims(content: Mapping[str, Any]) -> Iterator[ClaimId]:
    """The claims that a verdict is given on, or that a person is asked about."""
    yield from claim_ids((content.get("position") or {}).get("verdicts") or ())
    yield from claim_ids((content.get("gate_request") or {}).get("claim_ids") or ())


def listed(ids: Iterable[object]) -> Iterator[ClaimId]:
    """The ids of claims in a list, as the register writes them."""
    yield from (ClaimId(one.lower()) for one in ids if isinstance(one, str))


def texts(content: Mapping[str, Any]) -> Iterator[str]:
    """What is said in words beside the content."""
    yield from content.get("open_questions") or ()
    yield from (one.get("description") or "" for one in content.get("challenges") or ())
    yield from (one.get("reason") or "" for one in content.get("decisions") or ())


def _challenge(given: Mapping[str, Any], agent_id: str, challenge_id: str) -> Challenge:
    return Challenge(
        challenge_id=challenge_id,
        agent_id=agent_id,
        claim_refs=claim_ids(given.get("claim_refs") or ()),
        defect_type=given.get("defect_type"),
        evidence_refs=tuple(given.get("evidence_refs") or ()),
        description=given.get("description") or "",
    )


def _position_violations(given: Any) -> list[str]:
    if given is None:
        return []
    if not isinstance(given, dict):
        return ["position is no object"]
    refs = given.get("evidence_refs") or []
    found = [f"position {one}" for one in problems("position", {name: given.get(name) for name in _POSITION})]
    if not isinstance(refs, list) or not all(isinstance(one, str) for one in refs):
        found.append("position.evidence_refs is no list of ids")
    return found


def _challenge_violations(given: Any) -> list[str]:
    if given is None:
        return []
    if not isinstance(given, list) or len(given) > MOST:
        return [f"challenges is no list of at most {MOST}"]
    found = []
    for place, one in enumerate(given):
        if not isinstance(one, dict):
            found.append(f"challenges[{place}] is no object")
            continue
        filled = {"claim_refs": [], "defect_type": None, "evidence_refs": [], "description": "", **one}
        filled |= {"challenge_id": "00000000-0000-0000-0000-000000000000", "agent_id": "any"}
        found += [f"challenges[{place}] {problem}" for problem in problems("challenge", filled)]
        if len(str(filled["description"])) > LONGEST_TEXT:
            found.append(f"challenges[{place}].description has more than {LONGEST_TEXT:,} characters")
    return found


def _decision_violations(given: Any) -> list[str]:
    if not isinstance(given, list) or len(given) > 5 * MOST:
        return ["decisions is no list"]
    return [
        f"decisions[{place}] needs challenge_id, upheld (true or false) and a reason"
        for place, one in enumerate(given)
        if not isinstance(one, dict)
        or not isinstance(one.get("upheld"), bool)
        or not isinstance(one.get("challenge_id"), str)
        or not isinstance(one.get("reason", ""), str)
    ]


def _gate_violations(given: Any) -> list[str]:
    if not isinstance(given, dict) or not _is_text(given, "reason", LONGEST_TEXT):
        return ["gate_request needs claim_ids and a reason"]
    found = _texts_violation("gate_request.claim_ids", given.get("claim_ids") or None)
    if not given.get("claim_ids"):
        found.append("gate_request.claim_ids names no claim")
    if given.get("priority") not in (None, *GatePriority):
        found.append(f"gate_request.priority is none of {', '.join(GatePriority)}")
    if given.get("required_role") not in (None, *RANKS):
        found.append(f"gate_request.required_role is none of {', '.join(RANKS)}")
    return found


def _texts_violation(name: str, given: Any, most: int = MOST) -> list[str]:
    if given is None:
        return []
    good = isinstance(given, list) and len(given) <= most
    if not good or not all(isinstance(one, str) and len(one) <= LONGEST_TEXT for one in given):
        return [f"{name} is no list of at most {most} texts"]
    return []


def _is_text(given: Any, name: str, longest: int) -> bool:
    text = given.get(name) if isinstance(given, dict) else None
    return isinstance(text, str) and any(map(str.isalnum, text)) and len(text) <= longest
