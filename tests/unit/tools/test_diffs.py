"""Tests of casewright.tools.diffs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.tools.diffs import NO_NEWLINE, diff, hunks

OLD = "".join(f"line {number}\n" for number in range(1, 31))
NEW = OLD.replace("line 3\n", "line three\n").replace("line 20\n", "").replace("line 30\n", "line 30")


@pytest.mark.requirement("approval-diff")
def test_edit_is_shown_as_hunks() -> None:
    """Changes far from one another are hunks of their own, each with its place and its lines."""
    shown = diff(OLD, NEW, "a.txt")
    assert shown.startswith("--- a/a.txt\n+++ b/a.txt\n@@ -1,6 +1,6 @@\n")
    assert [(one.old_start, one.new_start, one.added, one.removed) for one in hunks(shown)] == [
        (1, 1, 1, 1),
        (17, 17, 0, 1),
        (27, 26, 1, 1),
    ]
    assert shown.endswith(f"+line 30\n{NO_NEWLINE}")


def test_equal_texts_have_no_diff() -> None:
    """Nothing changed is nothing shown."""
    assert diff(OLD, OLD, "a") == ""
    assert hunks("") == ()


_TEXTS = st.text(alphabet="ab\n\r\u2028@-+", max_size=30)


@given(_TEXTS, _TEXTS)
def test_diff_holds_the_whole_change(old: str, new: str) -> None:
    """With all lines as context, the lines without those put in are the old text, without those taken out the new."""
    shown = hunks(diff(old, new, "x", context=100))
    if old == new:
        assert shown == ()
        return
    assert (_side(shown[0].lines, "+"), _side(shown[0].lines, "-")) == (old, new)


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
