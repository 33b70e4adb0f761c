"""How sections found by their numbers are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.cli.output import counted
from casewright.vocabulary.outside_text import show_line, show_text

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.documents.find_section import FindSectionOutput, FoundSection


def show_sections(output: Output, found: FindSectionOutput) -> None:
    """Each section with its place and its words, then where there is none of it."""
    for one in found.sections:
        output.prose(_place(one), style="bold")
        for line in str(one.citation["quote"]).splitlines():
            output.line(show_text(line))
        if one.citation["end"] < one.end:
            output.prose(f"[goes on to character {one.end:,}]", style="dim")
        if not one.certain:
            output.prose("[where it ends is not certain: it may go on]", style="dim")
        output.line()
    if left := found.total_found - len(found.sections):
        output.prose(f"{counted(left, 'section')} more")
    for missing in found.not_found:
        output.prose(f"{show_line(missing.filename)}: {show_line(missing.nearest)}")


def _place(one: FoundSection) -> str:
    page = f", p. {one.page}" if one.page is not None else ""
    heading = f" {one.heading}" if one.heading else ""
    return show_line(f"{one.filename}{page}, § {one.name}{heading}")
