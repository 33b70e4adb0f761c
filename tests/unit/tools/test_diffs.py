"""Tests of casewright.tools.diffs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.tools.diffs import NO_NEWLINE, apply_changes, changes, diff, hunks, split_lines

OLD = "".join(f"line {number}\n" for number in range(1, 31))
NEW = OLD.replace("line 3\n", "line three\n").replace("line 20\n", "").replace("line 30\n", "line 30")


@pytest.mark.requirement("approval-diff")
def test_edit_is_shown_as_hunks() -> None:
    """Changes far from one another are hunks of their own, each with its place and its lines."""
    shown = diff(OLD, NEW, "a.txt")
    assert shown.startswith("--- a/a.txt\n+++ b/a.txt\n@@ -1,6 +1,6 @@\n")
    assert [(one.head, one.added, one.removed) for one in hunks(OLD, NEW)] == [
        ("@@ -1,6 +1,6 @@", 1, 1),
        ("@@ -17,7 +17,6 @@", 0, 1),
        ("@@ -27,4 +26,4 @@", 1, 1),
    ]
    assert shown.endswith(f"+line 30\n{NO_NEWLINE}")


def test_equal_texts_have_no_diff() -> None:
    """Nothing changed is nothing shown."""
    assert diff(OLD, OLD, "a") == ""
    assert (hunks(OLD, OLD), changes("", "")) == ((), ())


@pytest.mark.parametrize(
    ("old", "new", "head"),
    [("", "a\n", "@@ -0,0 +1 @@"), ("a\n", "", "@@ -1 +0,0 @@"), ("a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@")],
)
def test_head_counts_as_diff_does(old: str, new: str, head: str) -> None:
    """One line is written without its count, and none by the line before it."""
    assert [one.head for one in hunks(old, new)] == [head]


_TEXTS = st.text(alphabet="ab\n\r\u2028@-+", max_size=30)
_LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "\n", "d\n"]), max_size=25).map("".join)
_FILES = st.builds(str.__add__, _LINES, st.sampled_from(["", "a", "end\r"]))
"""Lines that repeat, of both ends, and a last one that may have none."""


@given(_TEXTS, _TEXTS)
def test_diff_holds_the_whole_change(old: str, new: str) -> None:
    """With all lines as context, the lines without those put in are the old text, without those taken out the new."""
    shown = hunks(old, new, context=100)
    if old == new:
        assert shown == ()
        return
    assert (_side(shown[0].lines, "+"), _side(shown[0].lines, "-")) == (old, new)


@pytest.mark.requirement("workspace-hunks")
@given(_FILES, _FILES)
def test_all_hunks_are_the_new_text_and_none_the_old(old: str, new: str) -> None:
    """Approved whole, the file is what was proposed; approved in no part, it is what it was."""
    every = [change for hunk in hunks(old, new, context=1) for change in hunk.changes]
    assert apply_changes(old, every) == new
    assert apply_changes(old, []) == old


@pytest.mark.requirement("workspace-hunks")
@given(_FILES, _FILES, st.data())
def test_any_hunks_are_exactly_those_changes(old: str, new: str, data: st.DataObject) -> None:
    """Each stretch of lines between the hunks stays, and each hunk's is the old one or the new one, as was chosen."""
    there = hunks(old, new, context=1)
    chosen = [data.draw(st.booleans()) for _ in there]
    made = apply_changes(old, [one for hunk, yes in zip(there, chosen, strict=True) if yes for one in hunk.changes])

    lines, news = split_lines(old), split_lines(new)
    expected: list[str] = []
    at = 0
    for hunk, yes in zip(there, chosen, strict=True):
        first, last = hunk.changes[0], hunk.changes[-1]
        taken = news[first.new_start : last.new_end] if yes else lines[first.old_start : last.old_end]
        expected += [*lines[at : first.old_start], *taken]
        at = last.old_end
    assert made == "".join([*expected, *lines[at:]])


@pytest.mark.requirement("workspace-hunks")
@given(_FILES, _FILES)
def test_split_hunks_say_the_same(old: str, new: str) -> None:
    """A hunk in its parts holds the same changes, one each, and none shows what another changes."""
    for hunk in hunks(old, new):
        parts = hunk.split()
        assert tuple(change for part in parts for change in part.changes) == hunk.changes
        assert all(one.changes[0].old_end <= other.start for one, other in pairwise(parts))
        assert all(tuple(split_lines(old)[part.start : part.end]) == part.old for part in parts)


def _side(lines: tuple[str, ...], without: str) -> str:
    """The text that remains without the lines of one mark."""
    found: list[str] = []
    last = ""
    for line in lines:
        if line == NO_NEWLINE:
            if last != without:
                found[-1] = found[-1].removesuffix("\n")
        elif line[:1] != without:
            found.append(line[1:] + "\n")
        last = line[:1] if line != NO_NEWLINE else last
    return "".join(found)
