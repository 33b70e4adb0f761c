"""The hunks of an edit, decided on one by one at the terminal, as ``git add -p`` does it."""

from __future__ import annotations

import os
import shlex
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from casewright.cli.asked_line import ask_line
from casewright.errors import InvalidInput
from casewright.tools.diffs import apply_changes, hunks
from casewright.tools.hunk_edit import editable, read_edit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.output import Output
    from casewright.tools.diffs import Change, Hunk

_WORDS = {"yes": "y", "no": "n", "all": "a", "none": "d", "quit": "q", "edit": "e", "split": "s", "help": "?"}
_HELP = {
    "y": "take this hunk",
    "n": "leave this hunk out",
    "a": "all: take this hunk and those that follow",
    "d": "none: leave out this hunk and those that follow",
    "q": "quit: the same; what was taken before stays taken",
    "s": "split this hunk into its changes",
    "e": "edit this hunk by hand, in $VISUAL or $EDITOR",
    "?": "show this help",
}
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass
class Review:
    """What was decided so far about an edit from ``old`` to ``new``."""

    old: str
    new: str
    taken: list[Change] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """The heads of the hunks that are left out."""
    hunks_taken: int = 0
    edited: int = 0
    """How many of those taken were edited by hand."""

    @property
    def text(self) -> str:
        """The file with what was taken."""
        return apply_changes(self.old, self.taken)

    @property
    def summary(self) -> str:
        """How much was taken, in words for the model."""
        words = f"{self.hunks_taken} of {self.hunks_taken + len(self.left_out)} hunks taken"
        if self.edited:
            words += f", {self.edited} of them edited by hand"
        return words + (f"; left out: {', '.join(self.left_out)}" if self.left_out else "")

    def take(self, hunk: Hunk) -> None:
        """As it was proposed."""
        self.taken += hunk.changes
        self.hunks_taken += 1

    def take_edited(self, change: Change) -> None:
        """As somebody wrote it."""
        self.taken.append(change)
        self.hunks_taken += 1
        self.edited += 1

    def leave(self, some: Sequence[Hunk]) -> None:
        """As if they had not been proposed."""
        self.left_out += [hunk.head for hunk in some]


def review_hunks(output: Output, old: str, new: str) -> Review:
    """Show each hunk and ask about it. Raises ``NobodyAnswers`` where the answers end before the hunks do."""
    review, waiting = Review(old, new), list(hunks(old, new))
    while waiting:
        hunk = waiting[0]
        number = review.hunks_taken + len(review.left_out) + 1
        show_hunk(output, hunk)
        match _answer(output, hunk, number, number + len(waiting) - 1):
            case "y":
                review.take(waiting.pop(0))
            case "n":
                review.leave([waiting.pop(0)])
            case "a":
                for one in waiting:
                    review.take(one)
                waiting = []
            case "s":
                waiting[:1] = hunk.split()
            case "e":
                change = edit_by_hand(output, hunk)
                if change is not None:
                    review.take_edited(change)
                    waiting.pop(0)
            case _:
                review.leave(waiting)
                waiting = []
    return review


def show_hunk(output: Output, hunk: Hunk) -> None:
    """The hunk on standard error, in colours."""
    for line in (hunk.head, *hunk.lines):
        output.note(line, style=_COLOURS.get(line[:1]))


def edit_by_hand(output: Output, hunk: Hunk) -> Change | None:
    """The hunk as somebody writes it in their editor; None where it does not fit, or there is no editor, told why."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with TemporaryDirectory(prefix="casewright-") as folder:
        file = Path(folder) / "hunk.diff"
        file.write_bytes(editable(hunk).encode())
        try:
            # The person's own editor, as their environment names it, on a file of ours.
            done = subprocess.run([*shlex.split(editor), str(file)], check=False)  # noqa: S603
            if done.returncode:
                raise InvalidInput(f"the editor {editor!r} ended with {done.returncode}")
            return read_edit(hunk, file.read_bytes().decode())
        except (OSError, ValueError) as error:
            output.note(f"Not edited: the editor {editor!r} cannot be used: {error}", style="red")
        except InvalidInput as error:
            output.note(f"Not edited: {error}", style="red")
    return None


def _answer(output: Output, hunk: Hunk, number: int, count: int) -> str:
    """The letter of what is to be done."""
    letters = [letter for letter in _HELP if letter != "s" or len(hunk.changes) > 1]
    while True:
        typed = ask_line(output, f"({number}/{count}) Take this hunk [{','.join(letters)}]?").lower()
        letter = _WORDS.get(typed, typed)
        if letter in letters and letter != "?":
            return letter
        for one in letters:
            output.note(f"{one} - {_HELP[one]}")
