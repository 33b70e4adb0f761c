"""The grade of one claim, explained step by step (spec/evidence-and-debate.md, "Grading").

1. The worst source along the chain gives the base. 2. An open FATAL defect makes it D. 3. Each open MAJOR defect takes
it one step down. 4. MUTAWATIR without an open MAJOR defect lifts B to A and C to B. MINOR defects only flag.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.defects import SEVERITY, DefectSeverity, DefectType
from casewright.domain.evidence import Corroboration, Grade
from casewright.evidence.corroboration import MOST_COLLUSION
from casewright.evidence.sources import step_down

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.corroboration import Corroborated


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """What a claim rests on: its grade and what it is, in words (``board deck Deck.pdf, page 4``)."""

    grade: Grade
    words: str


def grade(links: Sequence[Link], defects: Sequence[DefectType], support: Corroborated) -> tuple[Grade, tuple[str, ...]]:
    """The grade of a claim and a sentence for each step that led to it.

    ``links`` is everything along the chain, ``defects`` the types of the open defects, one each; their order changes
    nothing. A claim that rests on nothing is graded D.
    """
    kinds = sorted(defects)
    fatal, major, minor = (_of(kinds, severity) for severity in DefectSeverity)
    given, base = _base(links)
    steps = [base]
    if fatal:
        steps.append(f"Open FATAL {_defects(fatal)}: grade D, whatever else is said for it (rule 2).")
        given = Grade.D
    elif major:
        lowered = step_down(given, len(major))
        steps.append(f"Open MAJOR {_defects(major)}: {_steps(len(major))} down, {given} to {lowered} (rule 3).")
        given = lowered
    if minor:
        steps.append(f"Open MINOR {_defects(minor)}: flagged, the grade stays (rule 4).")
    counted = _counted(support)
    if support.level is Corroboration.MUTAWATIR and not fatal and not major and given in _LIFTED:
        steps.append(f"{counted}: {given} is lifted to {_LIFTED[given]} (rule 4).")
        given = _LIFTED[given]
    else:
        steps.append(f"{counted}: the grade stays {given} (rule 4).")
    return given, tuple(steps)


_LIFTED = {Grade.B: Grade.A, Grade.C: Grade.B}


def _base(links: Sequence[Link]) -> tuple[Grade, str]:
    if not links:
        return Grade.D, "It rests on no source: grade D (rule 1)."
    weakest = max(links)
    of = "It rests on" if len(links) == 1 else f"The weakest of the {len(links)} things it rests on is"
    return weakest.grade, f"{of} the {weakest.words}: grade {weakest.grade} (rule 1)."


def _of(kinds: Sequence[DefectType], severity: DefectSeverity) -> list[DefectType]:
    return [kind for kind in kinds if SEVERITY[kind] is severity] if kinds else []


def _defects(kinds: Sequence[DefectType]) -> str:
    return f"defect{'' if len(kinds) == 1 else 's'} {', '.join(kinds)}"


def _steps(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"


def _counted(support: Corroborated) -> str:
    if support.sources == 0:
        return "No independent source (NONE)"
    if support.sources == 1:
        return "One independent source (AHAD_1)"
    if support.sources == 2:
        return "Two independent sources (AHAD_2)"
    degree = f"{float(support.collusion):.2f}"
    if support.collusion > MOST_COLLUSION:
        return f"{support.sources} sources that may only repeat each other (collusion {degree}, above 0.30: AHAD_2)"
    return f"{support.sources} independent sources (collusion {degree}: MUTAWATIR)"
