"""How the terminal shows which documents amend which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.amendments.list_amendments import AmendmentView, ListAmendmentsOutput


def show_amendments(output: Output, found: ListAmendmentsOutput) -> None:
    """A line for each, with the words that say so, then what was and was not looked at."""
    if found.message is not None:
        output.prose(found.message)
    for one in found.amendments:
        output.line(f"{show_line(one.filename)} {_said(one)}")
        if one.quote is not None:
            output.quote(show_line(one.quote), indent=4)
    if any(one.state == "proposed" for one in found.amendments):
        output.note("Confirm what is right: casewright documents amends MATTER DOCUMENT AMENDED, or --reject it")
    output.note(f"Looked at the titles and recitals of {found.looked_at} documents")
    if found.not_read:
        output.note(f"Not read, so not looked at: {', '.join(map(show_line, found.not_read))}")


def _said(one: AmendmentView) -> str:
    verb = "does not amend" if one.state == "rejected" else one.kind.value
    if one.amended_filename is not None:
        return f"{verb} {show_line(one.amended_filename)} ({one.state})"
    named = "another document" if one.named is None else show_line(one.named)
    dated = "" if one.dated is None else f" of {one.dated}"
    return f"{verb} {named}{dated}, which is not in this matter"
