"""A hunk that a person writes anew by hand, as ``git add -p`` lets them: its text for an editor, and what came back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from casewright.tools.diffs import NO_NEWLINE, Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.diffs import Hunk

HOW = """# Edit the hunk; lines that begin with # are left out.
# A line with - is taken out of the file: to keep it, make the - a space.
# A line with + is put in: to leave it out, delete it. Write lines of your own with + before them.
"""


def editable(hunk: Hunk) -> str:
    """The hunk as it is handed to an editor."""
    return "\n".join([HOW + hunk.head, *hunk.lines, ""])


def read_edit(hunk: Hunk, text: str) -> Change:
    """The change that the edited text of the hunk says, in place of the hunk's own.

    Raises ``InvalidInput`` where its lines without ``+`` are not those of the file, or a line has no mark.
    """
    old, new = list[str](), list[str]()
    last: Sequence[list[str]] = ()
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if line.startswith(("#", "@@ ")):
            continue
        if line == NO_NEWLINE:
            for side in last:
                side[-1] = side[-1].removesuffix("\n")
            continue
        mark = line[:1] or " "  # editors take the space of an empty line away
        if mark not in " +-":
            raise InvalidInput(f"line {number} of the hunk begins with {mark!r}: begin it with a space, + or -")
        last = {" ": (old, new), "-": (old,), "+": (new,)}[mark]
        for side in last:
            side.append(line[1:] + "\n")
    if tuple(old) != hunk.old:
        raise InvalidInput("the hunk does not fit the file: its lines with a space or - must stay as they are")
    if any(not line.endswith("\n") for line in new[:-1]):
        raise InvalidInput("only the last line of the hunk can be without an end: move it, or its mark")
    return Change(hunk.start, hunk.end, hunk.new_start, tuple(new))
