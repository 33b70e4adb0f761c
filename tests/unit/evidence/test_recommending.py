"""What may be recommended of a deal as it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.domain.claims import Verdict
from casewright.domain.debates import Stance
from casewright.domain.ids import ClaimId
from casewright.evidence.recommending import NOTHING_MISSING, Missing, cautious, missing
from tests.fakes.claims_of_a_deal import claim, record

EMPTY = Missing(is_empty=True)
UNVERIFIED = Missing(unverified=(ClaimId("one"),))


@pytest.mark.requirement("recommendation-rule")
@pytest.mark.parametrize(
    ("stance", "what", "verified", "allowed"),
    [
        (Stance.PROCEED, NOTHING_MISSING, True, Stance.PROCEED),
        (Stance.PROCEED, Missing(is_thin=True), True, Stance.CONDITIONAL),
        (Stance.PROCEED, Missing(is_thin=True), False, Stance.ABSTAIN),
        (Stance.PROCEED, Missing(concealed=("Side letter.pdf",)), True, Stance.CONDITIONAL),
        (Stance.DECLINE, Missing(is_thin=True), False, Stance.DECLINE),
        (Stance.CONDITIONAL, EMPTY, False, Stance.ABSTAIN),
        (Stance.DECLINE, EMPTY, False, Stance.ABSTAIN),
        (Stance.PROCEED, EMPTY, True, Stance.ABSTAIN),
        (Stance.PROCEED, UNVERIFIED, True, Stance.CONDITIONAL),
        (Stance.PROCEED, UNVERIFIED, False, Stance.ABSTAIN),
        (Stance.CONDITIONAL, UNVERIFIED, False, Stance.CONDITIONAL),
        (Stance.DECLINE, UNVERIFIED, False, Stance.DECLINE),
        (Stance.ABSTAIN, UNVERIFIED, True, Stance.ABSTAIN),
    ],
)
def test_what_is_missing_allows(stance: Stance, what: Missing, verified: bool, allowed: Stance) -> None:
    """PROCEED only where nothing is missing; an empty register abstains whatever is held, claims that nobody verified
    only from PROCEED.
    """
    assert cautious(stance, what, is_verified=verified) is allowed


@pytest.mark.requirement("recommendation-rule")
def test_what_is_missing_of_a_record() -> None:
    """No claim but opinions is an empty register; a withheld document is named."""
    opinion = claim("opinion", subjective=True)
    assert missing(record([])).is_empty
    assert missing(record([opinion])).is_empty
    assert not missing(record([claim("one"), opinion])).is_empty
    withheld = missing(replace(record([claim("one")]), concealed=("Side letter.pdf",)))
    assert (withheld.concealed, bool(withheld)) == (("Side letter.pdf",), True)
    assert "a document was withheld" in withheld.words


@pytest.mark.requirement("recommendation-rule")
def test_unverified_and_empty_are_told_apart() -> None:
    """A claim that matters and is not verified is named; a register of opinions names none and says so."""
    sound = claim("one")
    bare = replace(sound, standing=replace(sound.standing, verdict=Verdict.UNVERIFIED))
    unverified, empty = missing(record([bare])), missing(record([claim("opinion", subjective=True)]))

    assert (unverified.unverified, unverified.is_empty) == ((bare.id,), False)
    assert unverified.words == "claims that matter are not verified"
    assert empty.is_empty
    assert empty.words.startswith("the register holds no claim but opinions")
