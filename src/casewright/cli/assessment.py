"""What looking over a deal changed, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.cli.output import counted, one_line

if TYPE_CHECKING:
    from rich.console import Console

GRADE_STYLES = {"A": "green", "B": "cyan", "C": "yellow", "D": "red"}


def show_assessment(console: Console, found: dict[str, Any], deal: str) -> None:
    """The grades now, what was filed and opened, and which claims stand otherwise."""
    grades = ", ".join(f"{number:,} {grade}" for grade, number in found["grades"].items() if number)
    console.print(f"{counted(found['claims'], 'claim')}: {grades or 'none'}", markup=False)
    for defect in found["defects"]:
        show_defect_line(console, defect)
    left = found["defects_filed"] - len(found["defects"])
    if left > 0:
        console.print(f"  and {left:,} more: casewright defects list {deal}", markup=False, soft_wrap=True)
    if found["gates_opened"]:
        many = "1 gate was" if found["gates_opened"] == 1 else f"{found['gates_opened']} gates were"
        opened = f"{many} opened: casewright gates list {deal}"
        console.print(opened, markup=False, soft_wrap=True)
    show_regraded(console, found["regraded"])
    for defect in found["found_no_more"]:
        line = f"  found no more, and open: {defect['defect_type']} {defect['defect_id']}: cure it, with what cured it"
        console.print(line, markup=False, soft_wrap=True)


def show_defect_line(console: Console, defect: dict[str, Any]) -> None:
    """One defect in a line, and what it says in the next."""
    style = {"FATAL": "red", "MAJOR": "yellow"}.get(defect["severity"])
    head = f"  {defect['severity']:<6}{defect['defect_type']:<28}{defect['defect_id']}"
    console.print(head, style=style, markup=False, soft_wrap=True)
    console.print(f"        {one_line(defect['description'])}", markup=False, soft_wrap=True)


def show_regraded(console: Console, regraded: list[dict[str, Any]]) -> None:
    """Each claim that stands otherwise than before."""
    for one in regraded:
        grade = one["claim_grade"]
        moved = f"{one['grade_before']} → {grade}" if one["grade_before"] != grade else f"{grade}    "
        line = f"  {moved}  {one['claim_verdict']:<13}{one['claim_action']:<13}{one_line(one['claim_text'])}"
        console.print(line, style=GRADE_STYLES.get(grade), markup=False, soft_wrap=True)
