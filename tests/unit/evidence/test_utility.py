"""What challenges were worth, and which dissent stays."""

from __future__ import annotations

from decimal import Decimal

import pytest

from casewright.domain.debates import Stance
from casewright.domain.evidence import Grade
from casewright.domain.ids import ClaimId
from casewright.evidence.dissent import DissentRecord, check_preserved, resting_grade
from casewright.evidence.utility import ChallengeOutcome, Ruling, utility_scores


@pytest.mark.requirement("debate-utility")
def test_utility_is_by_outcome() -> None:
    """+0.10 for a changed grade, −0.10 for frivolous, −0.20 for contradicted, 0 otherwise."""
    scores = {
        outcome: utility_scores([Ruling("c", "agent", outcome)])["agent"].normalize() for outcome in ChallengeOutcome
    }
    assert scores == {
        ChallengeOutcome.CHANGED_A_GRADE: Decimal("0.1"),
        ChallengeOutcome.UPHELD: 0,
        ChallengeOutcome.OVERRULED: 0,
        ChallengeOutcome.FRIVOLOUS: Decimal("-0.1"),
        ChallengeOutcome.CONTRADICTED: Decimal("-0.2"),
    }


@pytest.mark.requirement("debate-utility")
def test_utility_is_never_by_volume() -> None:
    """A hundred challenges without effect are worth nothing, and a later ruling replaces an earlier one."""
    many = [Ruling(f"c{n}", "loud", ChallengeOutcome.UPHELD) for n in range(100)]
    turned = [
        Ruling("x", "hasty", ChallengeOutcome.CHANGED_A_GRADE),
        Ruling("x", "hasty", ChallengeOutcome.CONTRADICTED),
    ]
    assert utility_scores([*many, *turned]) == {"hasty": Decimal("-0.20"), "loud": Decimal("0.00")}


@pytest.mark.requirement("debate-dissent")
@pytest.mark.parametrize(
    ("grade", "utility", "claims", "evidence", "kept"),
    [
        (Grade.C, "0", ("c",), ("e",), True),
        (Grade.A, "0.10", ("c",), ("e",), True),
        (Grade.D, "0", ("c",), ("e",), False),
        (Grade.A, "-0.10", ("c",), ("e",), False),
        (Grade.A, "0", (), ("e",), False),
        (Grade.A, "0", ("c",), (), False),
    ],
)
def test_dissent(grade: Grade, utility: str, claims: tuple[str, ...], evidence: tuple[str, ...], kept: bool) -> None:
    """Dissent stays on grade C or better, from an author whose utility is not negative, and not without citations."""
    dissent = DissentRecord("d", "agent", Stance.DECLINE, tuple(map(ClaimId, claims)), evidence, grade, "because", 1)
    found = check_preserved(dissent, Decimal(utility))
    assert found.valid is kept
    assert (found.reason is None) is kept


def test_resting_grade() -> None:
    """A dissent rests on the worst of its grades, and on D where it has none."""
    assert resting_grade([Grade.A, Grade.C, Grade.B]) is Grade.C
    assert resting_grade([]) is Grade.D
