"""A new content for a file: whether it can be written, what it would change, and writing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.errors import NotFound, Refused
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.diffs import diff
from casewright.vocabulary.outside_text import show_name

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import ProjectFiles


@dataclass(frozen=True, slots=True)
class Replacement:
    """``expected`` is the SHA-256 of what the file holds, None for a file that is not there yet."""

    path: str
    content: str
    expected: str | None

    def require_possible(self, files: ProjectFiles) -> str:
        """The text that is there; empty for none. Raises ``Refused``, ``NotFound`` or ``InvalidInput``."""
        found = files.find(self.path)
        if found is None and self.expected is not None:
            raise NotFound(f"{self.path!r} not found in the project folder: leave expected_sha256 out for a new file")
        if found is not None and self.expected is None:
            raise Refused(
                f"There is a file {self.path!r} already: read it, and send the sha256 that read_file tells as "
                "expected_sha256"
            )
        if found is not None and not found.whole:
            raise Refused(f"{self.path!r} has {found.size:,} bytes, which is too long to be changed here")
        if found is not None and found.sha256 != self.expected:
            raise Refused(f"{self.path!r} is not what expected_sha256 says: read it again, and start anew")
        return "" if found is None else found.text

    def show(self, files: ProjectFiles) -> str:
        """The diff from what is there."""
        found = files.find(self.path)
        shown = diff("" if found is None else found.text, self.content, show_name(self.path))
        return shown or f"{show_name(self.path)} stays as it is"

    def write(self, files: ProjectFiles) -> str:
        """Write it; the seed's sentence."""
        stop_if_cancelled()
        size = files.write(self.path, self.content, expected=self.expected)
        return f"Wrote {size} bytes to {show_name(self.path)}"
