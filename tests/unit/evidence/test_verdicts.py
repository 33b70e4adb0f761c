"""Verdicts and actions, each with the sentence that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.claims import ClaimAction, Materiality, Verdict
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Grade
from casewright.domain.ids import ClaimId
from casewright.evidence.record import Conflict
from casewright.evidence.verdicts import action, verdict
from tests.deals import ANALYST, claim
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from tests.unit.evidence.cases import Case


def called(_: ClaimId) -> str:
    return "audited accounts Accounts.pdf"


@pytest.mark.requirement("verdict")
@pytest.mark.parametrize("case", cases("verdicts"))
def test_verdict_and_action_are_those_of_the_rules(case: Case) -> None:
    """The first verdict and the first action that fit, in words that say why."""
    of = claim(
        "c",
        subjective=case.get("subjective", False),
        confidence=case.get("confidence", 1.0),
        materiality=Materiality(case.get("materiality", "MEDIUM")),
        verified_by=ANALYST if case.get("person") else None,
    )
    conflicts = [
        Conflict(of.id, ClaimId(f"other-{place}"), excess, strength, f"key-{place}")
        for place, (excess, strength) in enumerate(case.get("conflicts", []))
    ]
    defects = [DefectType(kind) for kind in case.get("defects", [])]
    grade = Grade(case["grade"])
    said, why = verdict(of, grade, defects, conflicts, called)
    assert said == Verdict(case["verdict"])
    to_do, because = action(of, grade, said, defects)
    assert to_do == ClaimAction(case["action"])
    assert case.get("says", "") in f"{why} {because}"
    assert why.startswith(said)
    assert because.startswith(to_do)


@pytest.mark.requirement("verdict")
@given(
    st.sampled_from(Grade),
    st.sampled_from(Verdict),
    st.sampled_from(Materiality),
    st.lists(st.sampled_from(DefectType), max_size=3),
)
def test_d_or_contradicted_is_never_without_action(
    grade: Grade, said: Verdict, materiality: Materiality, defects: list[DefectType]
) -> None:
    """Whatever else holds, grade D and CONTRADICTED call for something, and so does every open defect."""
    to_do, _ = action(claim("c", materiality=materiality), grade, said, defects)
    if grade is Grade.D or said is Verdict.CONTRADICTED or defects:
        assert to_do is not ClaimAction.NONE
