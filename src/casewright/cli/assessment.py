"""What looking over a deal changed, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.cli.output import counted
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.output import Output
    from casewright.toolbox.deals.assessment_view import AssessmentView, RegradedView
    from casewright.toolbox.deals.defect_view import DefectView

GRADE_STYLES = {"A": "green", "B": "cyan", "C": "yellow", "D": "red"}


def show_assessment(output: Output, found: AssessmentView, deal: str) -> None:
    """The grades now, what was filed and opened, and which claims stand otherwise."""
    grades = ", ".join(f"{number:,} {grade}" for grade, number in found.grades.items() if number)
    output.prose(f"{counted(found.claims, 'claim')}: {grades or 'none'}")
    show_withdrawn(output, found)
    for defect in found.defects:
        show_defect_line(output, defect)
    left = found.defects_filed - len(found.defects)
    if left > 0:
        output.line(f"  and {left:,} more: casewright defects list {deal}")
    if found.gates_opened:
        many = "1 gate was" if found.gates_opened == 1 else f"{found.gates_opened} gates were"
        opened = f"{many} opened: casewright gates list {deal}"
        output.line(opened)
    show_regraded(output, found.regraded)


def show_withdrawn(output: Output, found: AssessmentView) -> None:
    """Each defect that the detectors find no more, and what changed."""
    for defect in found.withdrawn:
        show_withdrawn_line(output, defect)
    left = found.withdrawn_count - len(found.withdrawn)
    if left > 0:
        output.prose(f"  and {left:,} more were withdrawn")
    if found.gates_withdrawn:
        output.prose(f"{counted(found.gates_withdrawn, 'gate')} withdrawn: nothing is left to decide")


def show_withdrawn_line(output: Output, defect: DefectView) -> None:
    """A withdrawn defect in a line, and why in the next."""
    output.line(f"  withdrawn: {defect.defect_type} {defect.defect_id}")
    output.line(f"        {show_line(defect.reason or '')}")


def show_defect_line(output: Output, defect: DefectView) -> None:
    """One defect in a line, and what it says in the next."""
    style = {"FATAL": "red", "MAJOR": "yellow"}.get(defect.severity)
    head = f"  {defect.severity:<6}{defect.defect_type:<28}{defect.defect_id}"
    output.line(head, style=style)
    output.line(f"        {show_line(defect.description)}")


def show_regraded(output: Output, regraded: Sequence[RegradedView]) -> None:
    """Each claim that stands otherwise than before."""
    for one in regraded:
        grade = one.claim_grade
        moved = f"{one.grade_before} → {grade}" if one.grade_before != grade else f"{grade}    "
        line = f"  {moved}  {one.claim_verdict:<13}{one.claim_action:<13}{show_line(one.claim_text)}"
        output.line(line, style=GRADE_STYLES.get(grade))
