"""Which challenges are frivolous."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.domain.ids import ClaimId
from casewright.evidence.challenges import Challenge, belongings, rule_on, validate_challenge
from tests.fakes.claims_of_a_deal import an_id, claim, evidence, record

_KNOWN = belongings(
    record(
        [
            claim("arr", metric="arr", evidence=["deck"]),
            claim("arr audited", metric="arr", evidence=["accounts"]),
            claim("team", evidence=["letter"]),
        ],
        [evidence("deck", "deck.pdf"), evidence("accounts", "accounts.pdf"), evidence("letter", "letter.txt")],
    )
)
_VALID = Challenge(
    challenge_id=an_id("challenge"),
    agent_id="sanad_breaker",
    claim_refs=(ClaimId(an_id("arr")),),
    defect_type="INCONSISTENCY",
    evidence_refs=(f"evidence:{an_id('deck')}",),
    description="It says something else.",
)
_TEAM = ClaimId(an_id("team"))


@pytest.mark.requirement("debate-frivolous")
@pytest.mark.parametrize(
    ("challenge", "reason"),
    [
        (_VALID, None),
        (replace(_VALID, claim_refs=()), "Challenge must reference specific claim_ids"),
        (replace(_VALID, defect_type=None), "Challenge must specify defect type"),
        (replace(_VALID, defect_type=""), "Challenge must specify defect type"),
        (replace(_VALID, evidence_refs=()), "Challenge must cite evidence for claimed defect"),
        (
            replace(_VALID, claim_refs=(), defect_type=None, evidence_refs=()),
            "Challenge must reference specific claim_ids",
        ),
    ],
)
def test_frivolous_challenge_detection(challenge: Challenge, reason: str | None) -> None:
    """The seed's three checks, in its order, with its words; the arbiter begins with them."""
    for found in (validate_challenge(challenge), rule_on(challenge, _KNOWN)):
        assert (found.valid, found.reason) == (reason is None, reason)


@pytest.mark.requirement("debate-frivolous")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"evidence_refs": (an_id("deck"),)}, None),
        ({"evidence_refs": (f"document:{an_id('deck.pdf')}",)}, None),
        ({"evidence_refs": (f"evidence:{an_id('accounts')}", f"claim:{an_id('arr audited')}")}, None),
        ({"claim_refs": (ClaimId("nowhere"),)}, "Claim 'nowhere' does not exist in this deal"),
        ({"defect_type": "UGLY"}, "Defect type 'UGLY' is not in the taxonomy"),
        ({"evidence_refs": ("evidence:nowhere",)}, "Cited evidence 'evidence:nowhere' does not exist in this deal"),
        (
            {"evidence_refs": (f"evidence:{an_id('deck')}", f"evidence:{an_id('letter')}")},
            f"Cited evidence 'evidence:{an_id('letter')}' belongs to none of the challenged claims",
        ),
        (
            {"claim_refs": (*_VALID.claim_refs, _TEAM)},
            f"None of the cited evidence belongs to claim '{_TEAM}'",
        ),
        ({"claim_refs": (_TEAM,), "evidence_refs": (f"evidence:{an_id('letter')}",)}, None),
    ],
)
def test_the_arbiters_checks(changes: dict[str, tuple[str, ...]], reason: str | None) -> None:
    """Claims and evidence exist, the type is one, and the evidence is of the claim or about the same metric."""
    # The changes are a case's own, field by field.
    found = rule_on(replace(_VALID, **changes), _KNOWN)  # type: ignore[arg-type]
    assert (found.valid, found.reason) == (reason is None, reason)
