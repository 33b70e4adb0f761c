"""How tracked changes and comments of a document are told on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.documents.document_changes import DocumentChangesOutput, Tracked
    from casewright.toolbox.documents.reading_view import TrackedView

_LONGEST = 300
_AROUND = 40


def version_read(tracked: TrackedView) -> str:
    """Which version of a document was read, such as "read with its 12 tracked changes accepted; 3 comments"."""
    told = []
    if tracked.changes:
        changes = _counted(tracked.changes, "tracked change")
        told.append(f"read with its {changes} accepted")
    if tracked.comments:
        told.append(_counted(tracked.comments, "comment"))
    return "; ".join(told)


def show_changes(output: Output, found: DocumentChangesOutput) -> None:
    """The counts, then each change and comment with who made it, when and where."""
    counts = found.counts
    output.prose(show_line(found.filename), style="bold")
    if found.version is not None and (counts.insertions or counts.deletions or counts.moves or counts.comments):
        kinds = (
            (counts.insertions, "insertion"),
            (counts.deletions, "deletion"),
            (counts.moves, "move"),
            (counts.comments, "comment"),
        )
        told = ", ".join(_counted(count, kind) for count, kind in kinds if count)
        output.prose(f"The version read is the one with {found.version}: {told}.")
    for one in found.tracked:
        _show(output, one)
    if found.message is not None:
        output.prose(show_line(found.message))
    if found.next_first is not None:
        output.prose(f"{len(found.tracked):,} of {found.total:,} are shown: --first {found.next_first} shows more.")


def _show(output: Output, one: Tracked) -> None:
    when = "no date" if one.at is None else one.at[:16].replace("T", " ")
    who = show_line(one.author) if one.author else "author not said"
    section = f"  section {show_line(one.place.section)}" if one.place.section else ""
    resolved = "  resolved" if one.resolved else ""
    output.line(f"{one.kind:<9}  {when:<16}  {who}  at {one.place.start:,}{section}{resolved}", style="bold")
    if one.kind == "comment":
        if one.quote:
            output.line(f"    on: {_short(one.quote)}")
        output.line(f"    {_short(one.text)}")
    else:
        before, after = one.place.before[-_AROUND:], one.place.after[:_AROUND]
        signs = {"insertion": "+", "deletion": "-", "move": ">"}
        blank = "¶" if "\n" in one.text or not one.text else "white space"
        text = _cut(one.text) if one.text.strip() else blank
        output.line(f"    {show_line(f'…{before}[{signs[one.kind]} {text}]{after}…')}")
    for reply in one.replies:
        when = "no date" if reply.at is None else reply.at[:16].replace("T", " ")
        who = show_line(reply.author) if reply.author else "author not said"
        output.line(f"    ↳ {when}  {who}: {_short(reply.text)}")
    if one.replies_left_out:
        output.line(f"    ↳ {_counted(one.replies_left_out, 'more reply', 'more replies')}")


def _short(text: str) -> str:
    return show_line(_cut(text))


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def _counted(count: int, one: str, many: str | None = None) -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"
