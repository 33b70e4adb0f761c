"""A preview is read back into the hunks that it was written from; arguments are told in words."""

from __future__ import annotations

import pytest

from casewright.server.pages.approval_view import compare_arguments, describe_arguments, read_preview
from casewright.tools.diffs import diff

OLD = "".join(f"line {number}\n" for number in range(1, 41))


def test_hunks_hold_both_texts_line_for_line() -> None:
    """Numbers of lines are those of the texts, in every hunk."""
    new = OLD.replace("line 3\n", "line three\nand more\n").replace("line 30\n", "")

    [part] = read_preview(diff(OLD, new, "notes.txt"))

    assert (part.file, len(part.hunks), part.added, part.removed) == ("notes.txt", 2, 2, 2)
    olds, news = OLD.splitlines(), new.splitlines()
    for line in (line for hunk in part.hunks for line in hunk.lines):
        assert line.old is None or olds[line.old - 1] == line.text
        assert line.new is None or news[line.new - 1] == line.text


def test_changed_line_that_looks_like_a_head_is_a_line() -> None:
    """Where a hunk ends is said by its head, not by what its lines look like."""
    tricky = "-- a/other\n@@ -1 +1 @@\n"

    [part] = read_preview(diff(tricky, "", "x"))

    assert [line.text for line in part.hunks[0].lines] == ["-- a/other", "@@ -1 +1 @@"]
    assert part.removed == 2


@pytest.mark.parametrize("text", ["", "Delete 'lease.pdf' for good\n  size  3 bytes", "--- a/x\n+++ b/x\nno head"])
def test_words_stay_words(text: str) -> None:
    """A preview without a diff is shown as it is."""
    assert "\n".join(part.words for part in read_preview(text)) == text
    assert all(not part.hunks for part in read_preview(text))


def test_words_around_a_diff_and_one_that_was_cut() -> None:
    """What is said before stands before; a hunk without its end is shown as far as it goes."""
    whole = diff("a\nb\nc\n", "a\nB\nc\n", "x")
    parts = read_preview(f"Replace the notes\n{whole[: whole.index('+B')]}… (7 more characters)")

    assert [part.words for part in parts] == ["Replace the notes", "", "… (7 more characters)"]
    assert [line.sign for line in parts[1].hunks[0].lines] == [" ", "-"]


def test_edit_of_arguments_is_shown_as_its_change() -> None:
    """Equal arguments have none."""
    before = {"matter_id": "m", "status": "closed"}

    [part] = compare_arguments(before, {**before, "status": "archived"})

    assert [(line.sign, line.text) for line in part.hunks[0].lines if line.sign != " "] == [
        ("-", '  "status": "closed"'),
        ("+", '  "status": "archived"'),
    ]
    assert compare_arguments(before, dict(before)) == ()


def test_arguments_stand_in_the_order_of_the_schema_with_names_for_ids() -> None:
    """What the schema does not know is not hidden."""
    schema = {"properties": {"matter_id": {"description": "UUID of the matter"}, "tags": {"description": "Words"}}}

    shown = describe_arguments(schema, {"odd": {"a": 1}, "tags": [], "matter_id": "1"}, {"1": "Lease"})

    assert [(one.name, one.value, one.about) for one in shown] == [
        ("matter_id", "Lease", ""),
        ("tags", None, "Words"),
        ("odd", '{\n  "a": 1\n}', ""),
    ]
