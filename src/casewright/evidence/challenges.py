"""Which challenges are frivolous: the agent framework's three checks (§6.3), word for word, and the arbiter's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.ids import is_uuid

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId
    from casewright.evidence.record import DealRecord

NO_CLAIMS = "Challenge must reference specific claim_ids"
NO_DEFECT_TYPE = "Challenge must specify defect type"
NO_EVIDENCE = "Challenge must cite evidence for claimed defect"


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a role holds against claims. What is missing stays missing, so that the refusal can be recorded.

    ``evidence_refs`` are references ``<kind>:<id>`` as in ``domain.defects.Defect``; ``defect_type`` is a name of the
    taxonomy, or whatever the role wrote in its place.
    """

    challenge_id: str
    agent_id: str
    claim_refs: tuple[ClaimId, ...]
    defect_type: str | None
    evidence_refs: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """Whether something holds; the reason where it does not."""

    valid: bool
    reason: str | None = None


def validate_challenge(challenge: Challenge) -> ValidationResult:
    """The seed's checks. A challenge that fails one is frivolous."""
    if not challenge.claim_refs:
        return ValidationResult(valid=False, reason=NO_CLAIMS)
    if not challenge.defect_type:
        return ValidationResult(valid=False, reason=NO_DEFECT_TYPE)
    if not challenge.evidence_refs:
        return ValidationResult(valid=False, reason=NO_EVIDENCE)
    return ValidationResult(valid=True)


@dataclass(frozen=True, slots=True)
class Belongings:
    """What is in the deal: references that belong to each claim, and all that exist at all."""

    of_claim: Mapping[ClaimId, Collection[str]]
    existing: Collection[str]


def belongings(record: DealRecord) -> Belongings:
    """What of a deal can be cited against which claim.

    To a claim belong its own evidence with the documents that hold it, its chain's nodes, what it was derived or
    calculated from, and what was filed against it; and, since a contradiction is shown by what contradicts, the
    evidence of claims about the same metric of the same entity.
    """
    own = {claim.id: _own(claim, record) for claim in record.claims}
    for defect in record.defects:
        own.setdefault(defect.claim, set()).update(defect.evidence)
    alike: dict[tuple[str, str], set[str]] = {}
    for claim in record.claims:
        if claim.metric and claim.entity:
            alike.setdefault((claim.metric, claim.entity), set()).update(own[claim.id])
    existing = {f"evidence:{one}" for one in record.evidence} | {f"document:{one}" for one in record.documents}
    of_claim = {
        claim.id: own[claim.id] | alike.get((claim.metric or "", claim.entity or ""), set()) for claim in record.claims
    }
    return Belongings(of_claim, existing.union(*own.values()))


def _own(claim: Claim, record: DealRecord) -> set[str]:
    items = [record.evidence[one] for one in claim.sanad.evidence if one in record.evidence]
    return {
        *(f"evidence:{item.id}" for item in items),
        *(f"document:{item.span.document}" for item in items if item.span is not None),
        *(f"node:{node.id}" for node in claim.sanad.nodes),
        *(f"claim:{one}" for one in (claim.id, *claim.derived_from)),
        *(() if claim.source_calc is None else (f"calc:{claim.source_calc}",)),
    }


def rule_on(challenge: Challenge, known: Belongings) -> ValidationResult:
    """What the arbiter says: the seed's checks, then that claims, type and evidence exist and belong together.

    Each cited reference must exist in the deal and belong to one of the challenged claims, and each challenged claim
    must have one of them.
    """
    first = validate_challenge(challenge)
    if not first.valid:
        return first
    reason = _unknown(challenge, known) or _foreign(challenge, known)
    return first if reason is None else ValidationResult(valid=False, reason=reason)


def _unknown(challenge: Challenge, known: Belongings) -> str | None:
    for claim in challenge.claim_refs:
        if claim not in known.of_claim:
            return f"Claim {claim!r} does not exist in this deal"
    if challenge.defect_type not in DefectType.__members__:
        return f"Defect type {challenge.defect_type!r} is not in the taxonomy"
    for reference in challenge.evidence_refs:
        if qualify(reference) not in known.existing:
            return f"Cited evidence {reference!r} does not exist in this deal"
    return None


def _foreign(challenge: Challenge, known: Belongings) -> str | None:
    cited = {qualify(reference) for reference in challenge.evidence_refs}
    belonging = {claim: cited.intersection(known.of_claim[claim]) for claim in challenge.claim_refs}
    for reference in sorted(cited.difference(*belonging.values())):
        return f"Cited evidence {reference!r} belongs to none of the challenged claims"
    for claim, found in belonging.items():
        if not found:
            return f"None of the cited evidence belongs to claim {claim!r}"
    return None


def qualify(reference: str) -> str:
    """The reference with its kind: a bare id is an evidence item's, as in the seed's ``evidence_refs``."""
    return f"evidence:{reference.lower()}" if is_uuid(reference) else reference
