"""Challenges as a rule-based mind raises them: a claim, a type of the taxonomy, the evidence, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.debate.minds.names import cite, metric_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import ClaimView, DefectView
    from casewright.agents.debate.minds.speech import Speech
    from casewright.domain.defects import DefectType

MOST_CHALLENGES = 8
_MOST_REFERENCES = 40


def challenge(
    speech: Speech, views: Sequence[ClaimView], kind: DefectType, why: Sequence[str], evidence: Sequence[str]
) -> bool:
    """Raise a challenge against these claims by this evidence, and whether it was raised.

    After the first round one is raised only by evidence that was not on the table before: saying it again adds
    nothing, and the debate keeps what was ruled.
    """
    raised: list[dict[str, Any]] = speech.structured.setdefault("challenges", [])
    description = speech.passing(*why)
    if description is None or not evidence or len(raised) >= MOST_CHALLENGES or not _adds(speech, evidence):
        return False
    raised.append(
        {
            "claim_refs": [view.id for view in views],
            "defect_type": kind.value,
            "evidence_refs": list(evidence[:_MOST_REFERENCES]),
            "description": description,
        }
    )
    return True


def by_defect(speech: Speech, view: ClaimView, defect: DefectView) -> bool:
    """Raise what the register has against a claim already, so that it is argued and ruled on."""
    words = metric_words(view)
    why = (
        (
            f"The register has an open {defect.type.value} of severity {defect.severity.value} against {words} "
            f"{cite(view)}: it is cured by {defect.cure.value} and stands until then."
        ),
        f"The register has an open {defect.type.value} against {cite(view)}, which stands until it is cured.",
    )
    return challenge(speech, [view], defect.type, why, [*defect.evidence, *own_evidence(view)])


def own_evidence(view: ClaimView) -> list[str]:
    """References to the claim's own evidence; to the claim itself where it has none."""
    return [f"evidence:{one}" for one in view.evidence] or [f"claim:{view.id}"]


def _adds(speech: Speech, evidence: Sequence[str]) -> bool:
    if speech.turn.round_number <= 1:
        return True
    table = set(speech.turn.table).difference(speech.turn.since)
    named = [reference.partition(":")[2] for reference in evidence if reference.startswith("evidence:")]
    return any(name not in table for name in named)
