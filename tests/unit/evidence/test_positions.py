"""Changing one's mind, and what the debate changed."""

from __future__ import annotations

import pytest

from casewright.domain.claims import Verdict
from casewright.domain.debates import AgentRole, Position, Stance
from casewright.domain.ids import ClaimId, EvidenceId
from casewright.evidence.positions import effect, validate_change, vote

_CLAIM = ClaimId("0c0f0c3e-4a7c-4f4e-9a55-000000000001")
_OLD, _NEW, _MADE_UP = EvidenceId("old"), EvidenceId("new"), EvidenceId("made up")
_HELD = Position(Stance.PROCEED, 0.7, {_CLAIM: Verdict.VERIFIED})


@pytest.mark.requirement("debate-change-needs-evidence")
@pytest.mark.parametrize(
    ("after", "cited", "valid"),
    [
        (Position(Stance.PROCEED, 0.2, {_CLAIM: Verdict.VERIFIED}), (), True),
        (Position(Stance.DECLINE, 0.7, {_CLAIM: Verdict.VERIFIED}), (), False),
        (Position(Stance.DECLINE, 0.7, {_CLAIM: Verdict.VERIFIED}), (_OLD,), False),
        (Position(Stance.DECLINE, 0.7, {_CLAIM: Verdict.VERIFIED}), (_MADE_UP,), False),
        (Position(Stance.DECLINE, 0.7, {_CLAIM: Verdict.VERIFIED}), (_OLD, _NEW), True),
        (Position(Stance.PROCEED, 0.7, {_CLAIM: Verdict.INFLATED}), (_OLD,), False),
        (Position(Stance.PROCEED, 0.7, {}), (), False),
        (Position(Stance.ABSTAIN, 0.7, {_CLAIM: Verdict.VERIFIED}), (_NEW,), True),
    ],
)
def test_a_change_needs_new_evidence(after: Position, cited: tuple[EvidenceId, ...], valid: bool) -> None:
    """Another stance or verdict needs an evidence id that exists and was not on the table before."""
    found = validate_change(_HELD, after, cited=cited, on_table={_OLD}, existing={_OLD, _NEW})
    assert found.valid is valid
    assert (found.reason or "").endswith("" if valid else "needs an evidence id that was not on the table before")


@pytest.mark.parametrize(
    ("stances", "outcome"),
    [
        ([], Stance.ABSTAIN),
        ([Stance.ABSTAIN] * 4, Stance.ABSTAIN),
        ([Stance.ABSTAIN, Stance.ABSTAIN, Stance.PROCEED], Stance.PROCEED),
        ([Stance.PROCEED, Stance.PROCEED, Stance.DECLINE], Stance.PROCEED),
        ([Stance.PROCEED, Stance.CONDITIONAL], Stance.CONDITIONAL),
        ([Stance.PROCEED, Stance.CONDITIONAL, Stance.DECLINE], Stance.DECLINE),
    ],
)
def test_vote(stances: list[Stance], outcome: Stance) -> None:
    """Most hold it, and of equals the most cautious counts."""
    assert vote(dict(zip(AgentRole, (Position(one, 0.5) for one in stances), strict=False))) is outcome


def test_effect_of_a_debate() -> None:
    """The effect names who came to hold something else, with the verdicts that differ, and both outcomes."""
    before = {AgentRole.ADVOCATE: _HELD, AgentRole.RISK_OFFICER: Position(Stance.DECLINE, 0.6)}
    after = before | {AgentRole.ADVOCATE: Position(Stance.CONDITIONAL, 0.6, {_CLAIM: Verdict.INFLATED})}
    found = effect(before, after, Position(Stance.CONDITIONAL, 0.6))
    assert (found.baseline, found.outcome, found.changed_the_outcome) == (Stance.DECLINE, Stance.CONDITIONAL, True)
    assert [(one.role, one.before, one.after, one.verdicts) for one in found.changed] == [
        (
            AgentRole.ADVOCATE,
            Stance.PROCEED,
            Stance.CONDITIONAL,
            {_CLAIM: (Verdict.VERIFIED, Verdict.INFLATED)},
        )
    ]
