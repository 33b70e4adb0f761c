"""How far a record bears a position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.claims import Materiality, Verdict
from casewright.domain.evidence import Grade
from casewright.domain.ids import DocumentId
from casewright.evidence.confidence import confidence_of
from casewright.evidence.coverage import Coverage, DocumentCoverage

A, D = (Materiality.HIGH, Grade.A, Verdict.VERIFIED), (Materiality.HIGH, Grade.D, Verdict.UNVERIFIED)
CRITICAL_D = (Materiality.CRITICAL, Grade.D, Verdict.CONTRADICTED)
STANDINGS = st.lists(
    st.tuples(st.sampled_from(list(Materiality)), st.sampled_from(list(Grade)), st.sampled_from(list(Verdict))),
    min_size=1,
)


def read(claimed: int, *, why_not: str | None = None) -> Coverage:
    """A room of one document of accounts with 100 figures, and one that may not have been read."""
    accounts = DocumentCoverage(DocumentId("a"), "a.pdf", figures=100, claimed=claimed, is_financial=True)
    letter = DocumentCoverage(DocumentId("b"), "b.txt", why_not=why_not)
    return Coverage((accounts, letter))


@pytest.mark.requirement("debate-confidence-of-record")
@pytest.mark.parametrize(
    ("stands", "coverage", "bears"),
    [
        ([], None, 0.0),
        ([A], None, 0.9),
        ([A, D], None, 0.5),
        ([A, CRITICAL_D], None, 0.37),
        ([(Materiality.HIGH, Grade.A, Verdict.UNVERIFIED)], None, 0.55),
        ([(Materiality.HIGH, Grade.B, Verdict.INFLATED)], None, 0.3),
        ([A, (Materiality.MEDIUM, Grade.D, Verdict.UNVERIFIED)], None, 0.9),
        ([(Materiality.LOW, Grade.B, Verdict.VERIFIED)], None, 0.8),
        ([A], read(80), 0.9),
        ([A], read(40), 0.45),
        ([A], read(80, why_not="encrypted"), 0.45),
    ],
)
def test_what_a_record_bears(stands: list[object], coverage: Coverage | None, bears: float) -> None:
    """Grades, verdicts and what was read decide; CRITICAL claims count twice."""
    assert confidence_of(stands, coverage) == bears  # type: ignore[arg-type]


@given(STANDINGS, st.randoms())
def test_no_better_standing_bears_less(stands: list[object], random: object) -> None:
    """It is within 0 and 0.9, the same in any order, and no verified claim of grade A makes it less."""
    found = confidence_of(stands)  # type: ignore[arg-type]
    shuffled = list(stands)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert 0 <= found <= 0.9
    assert found == confidence_of(shuffled)  # type: ignore[arg-type]
    if any(one[0] in (Materiality.HIGH, Materiality.CRITICAL) for one in stands):  # type: ignore[index]
        assert confidence_of([*stands, A]) >= found  # type: ignore[list-item]
