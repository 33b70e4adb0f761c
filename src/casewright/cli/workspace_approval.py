"""Who is at the terminal decides about a session's dangerous calls: hunk by hunk about an edit, else yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from casewright.cli.asked_line import NobodyAnswers, ask_line
from casewright.cli.hunk_review import review_hunks, show_hunk
from casewright.errors import Refused
from casewright.tools.decisions import Approve, Edit, Reject
from casewright.tools.diffs import hunks
from casewright.vocabulary.outside_text import show_line, show_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.cli.output import Output
    from casewright.domain.project_files import ProjectFile
    from casewright.tools.decisions import Decision
    from casewright.tools.definition import Tool

NOBODY = "nobody answered at the terminal"
_PROPOSED = {"propose_file_edit": "modified", "write_file": "content"}
"""Which argument is the new text of the file, by tool."""
_YES, _NO = {"y", "yes"}, {"n", "no", "q", "quit"}


class TerminalApprover:
    """An approval handler (``tools.decisions``). ``name`` is whom the audit names as the approver.

    ``current`` gives a file as it is now, None where there is none. A call that was rejected here is not asked about
    again: it is rejected for the same reason.
    """

    def __init__(self, output: Output, name: str, current: Callable[[str], ProjectFile | None]) -> None:
        self.name = name
        self._output = output
        self._current = current
        self._rejected: dict[bytes, Reject] = {}

    def __call__(self, tool: Tool, arguments: Mapping[str, object]) -> Decision:
        """The person's decision; no answer is a no. Raises ``Refused`` where the file is not what the call says."""
        asked = orjson.dumps([tool.name, dict(arguments)], option=orjson.OPT_SORT_KEYS)
        if asked in self._rejected:
            return self._rejected[asked]
        try:
            decision = self._decide(tool, arguments)
        except NobodyAnswers:
            decision = Reject(NOBODY)
        if isinstance(decision, Reject):
            self._rejected[asked] = decision
        return decision

    def _decide(self, tool: Tool, arguments: Mapping[str, object]) -> Decision:
        path, new = str(arguments["path"]), str(arguments[_PROPOSED[tool.name]])
        old = self._shown(path, arguments.get("expected_sha256"))
        self._output.note(f"{tool.name} {show_name(path)}", style="bold yellow")
        if "description" in arguments:
            self._output.note(show_line(str(arguments["description"])))
        if tool.name != "propose_file_edit":
            return self._decide_whole(old, new)
        review = review_hunks(self._output, old, new)
        if review.text == new:
            return Approve()
        if review.text == old:
            return self._reject("none of its hunks is wanted")
        return Edit({**arguments, "modified": review.text}, review.summary)

    def _decide_whole(self, old: str, new: str) -> Decision:
        for hunk in hunks(old, new):
            show_hunk(self._output, hunk)
        while True:
            typed = ask_line(self._output, "Write this file [y,n]?").lower()
            if typed in _YES:
                return Approve()
            if typed in _NO:
                return self._reject("it is not to be written")
            self._output.note("y writes the file as it is shown, n does not")

    def _shown(self, path: str, expected: object) -> str:
        """The text that the diff is made from: of the very file that the call names by its hash, and no other."""
        found = self._current(path)
        if (None if found is None else found.sha256) != expected:
            raise Refused(f"{path!r} has changed since it was read: nobody was asked. Read it again and start anew")
        return "" if found is None else found.text

    def _reject(self, usual: str) -> Reject:
        """With the person's reason; where they give none, with the usual one."""
        try:
            return Reject(ask_line(self._output, "Why not? (Enter gives no reason)") or usual)
        except NobodyAnswers:
            return Reject(usual)
