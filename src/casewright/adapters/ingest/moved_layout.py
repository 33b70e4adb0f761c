"""Changes, comments and notes brought to where their text went, and their own words mended like it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.layouts import Layout


def moved_layout(
    layout: Layout, begins: Callable[[int], int], ends: Callable[[int], int], mended: Callable[[str], str]
) -> Layout:
    """The layout of the mended text: ``begins`` and ``ends`` tell where what begins, or ends, at a place went."""

    def place(start: int, end: int) -> tuple[int, int]:
        first = ends(start) if start == end else begins(start)
        return first, max(first, ends(end))

    def name(author: str | None) -> str | None:
        return None if author is None else mended(author)

    changes = []
    for change in layout.changes:
        start, end = place(change.start, change.end)
        origin = None if change.origin is None else ends(change.origin)
        deleted, author = mended(change.deleted), name(change.author)
        changes.append(replace(change, start=start, end=end, origin=origin, deleted=deleted, author=author))
    comments = []
    for comment in layout.comments:
        start, end = place(comment.start, comment.end)
        replies = tuple(replace(one, author=name(one.author), text=mended(one.text)) for one in comment.replies)
        author, text = name(comment.author), mended(comment.text)
        comments.append(replace(comment, start=start, end=end, author=author, text=text, replies=replies))
    notes = []
    for note in layout.notes:
        (mark_start, mark_end), (start, end) = place(note.mark_start, note.mark_end), place(note.start, note.end)
        notes.append(replace(note, mark_start=mark_start, mark_end=mark_end, start=start, end=end))
    return replace(layout, changes=tuple(changes), comments=tuple(comments), notes=tuple(notes))
