"""Tests of casewright.tools.hunk_edit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.errors import InvalidInput
from casewright.tools.diffs import NO_NEWLINE, apply_changes, hunks
from casewright.tools.hunk_edit import HOW, editable, read_edit

OLD = "one\ntwo\n\nthree\n"
NEW = "one\n2\n\nthree\n"
(HUNK,) = hunks(OLD, NEW)
_FILES = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "\n"]), max_size=12).map("".join).map(lambda text: text + "z")


def test_hunk_is_shown_as_git_does() -> None:
    """What to do, where it stands, and the marked lines."""
    assert editable(HUNK) == f"{HOW}@@ -1,4 +1,4 @@\n one\n-two\n+2\n \n three\n"


@pytest.mark.requirement("workspace-hunk-edited")
@given(_FILES, _FILES)
def test_unedited_hunks_are_the_new_text(old: str, new: str) -> None:
    """An editor that changes nothing changes nothing of what was proposed, whatever the ends of lines."""
    assert apply_changes(old, [read_edit(hunk, editable(hunk)) for hunk in hunks(old, new)]) == new


@pytest.mark.requirement("workspace-hunk-edited")
@pytest.mark.parametrize(
    ("before", "after", "made"),
    [
        ("+2\n", "+second\n+and more\n", "one\nsecond\nand more\n\nthree\n"),
        ("-two\n", " two\n", "one\ntwo\n2\n\nthree\n"),
        ("+2\n", "", "one\n\nthree\n"),
        (" \n three", "\n three", NEW),
        (" three\n", f"-three\n+four\n{NO_NEWLINE}\n", "one\n2\n\nfour"),
        ("+2\n", "+# two\n# a remark\n", "one\n# two\n\nthree\n"),
    ],
    ids=["other words", "kept", "left out", "empty line", "no end", "remark"],
)
def test_edited_hunk_is_what_was_written(before: str, after: str, made: str) -> None:
    """The file gets what the person wrote in the hunk's place."""
    assert apply_changes(OLD, [read_edit(HUNK, editable(HUNK).replace(before, after))]) == made


@pytest.mark.requirement("workspace-hunk-edited")
@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (" one", " uno", "does not fit the file"),
        ("-two\n", "", "does not fit the file"),
        (" one", "one", "line 5 of the hunk begins with 'o'"),
        ("+2\n", f"+2\n{NO_NEWLINE}\n", "only the last line"),
    ],
)
def test_what_does_not_fit_is_told(before: str, after: str, why: str) -> None:
    """A changed context, a lost line, a line without a mark: nothing of it is applied."""
    with pytest.raises(InvalidInput, match=why):
        read_edit(HUNK, editable(HUNK).replace(before, after))
