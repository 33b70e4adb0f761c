"""Changes, comments and notes as they pass from the process that opens files, checked on the way in."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from casewright.domain.layouts import (
    LAYOUT_LIMIT,
    WORDS_LIMIT,
    Change,
    ChangeKind,
    Comment,
    Layout,
    Note,
    NoteKind,
    Reply,
)

_LONGEST_NAME: Final = 200


def sent_layout(layout: Layout) -> dict[str, object]:
    """The layout as plain JSON; times are written by whoever sends it."""
    return {
        "changes": [(c.kind, c.author, c.at, c.start, c.end, c.deleted, c.origin) for c in layout.changes],
        "comments": [
            (c.author, c.at, c.start, c.end, c.text, c.resolved, [(r.author, r.at, r.text) for r in c.replies])
            for c in layout.comments
        ],
        "notes": [(n.kind, n.mark_start, n.mark_end, n.start, n.end) for n in layout.notes],
        "left_out": layout.left_out,
    }


# The child may send any JSON: what has another shape is one of the errors that ``wire.receive_answer`` translates.
def checked_layout(sent: Any, length: int) -> Layout:
    """The layout of a text so long. Raises ``ValueError``, ``TypeError`` or ``KeyError`` where it is none."""
    changes = tuple(_change(one, length) for one in _few(sent["changes"]))
    comments = tuple(_comment(one, length) for one in _few(sent["comments"]))
    words = [*(one.deleted for one in changes), *(one.text for one in comments)]
    words += [reply.text for comment in comments for reply in comment.replies]
    if sum(map(len, words)) > 2 * WORDS_LIMIT:
        raise ValueError("words over the limit")
    _few([reply for comment in comments for reply in comment.replies])
    notes = tuple(_note(one, length) for one in _few(sent["notes"]))
    left_out = int(sent["left_out"])
    if left_out < 0:
        raise ValueError("fewer than none left out")
    for places in ([one.start for one in changes], [one.start for one in comments]):
        if places != sorted(places):
            raise ValueError("places out of order")
    return Layout(changes, comments, notes, left_out)


def _change(sent: Any, length: int) -> Change:
    kind, author, at, start, end, deleted, origin = sent
    _span(start, end, length)
    if origin is not None:
        _span(origin, origin, length)
    return Change(ChangeKind(kind), _name(author), _time(at), start, end, _text(deleted), origin)


def _comment(sent: Any, length: int) -> Comment:
    author, at, start, end, text, resolved, replies = sent
    _span(start, end, length)
    if resolved is not None and not isinstance(resolved, bool):
        raise TypeError("resolved or not")
    answers = tuple(Reply(_name(who), _time(when), _text(what)) for who, when, what in replies)
    return Comment(_name(author), _time(at), start, end, _text(text), resolved, answers)


def _note(sent: Any, length: int) -> Note:
    kind, mark_start, mark_end, start, end = sent
    _span(mark_start, mark_end, length)
    _span(start, end, length)
    return Note(NoteKind(kind), mark_start, mark_end, start, end)


def _few(sent: Any) -> list[Any]:
    if not isinstance(sent, list) or len(sent) > LAYOUT_LIMIT:
        raise ValueError("a list over the limit")
    return sent


def _span(start: Any, end: Any, length: int) -> None:
    if type(start) is not int or type(end) is not int or not 0 <= start <= end <= length:
        raise ValueError("a place outside the text")


def _name(value: Any) -> str | None:
    if value is not None and (not isinstance(value, str) or len(value) > _LONGEST_NAME):
        raise ValueError("a name is a short text")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text")
    return value


def _time(value: Any) -> datetime | None:
    if value is None:
        return None
    instant = datetime.fromisoformat(_text(value))
    if instant.tzinfo is None:
        raise ValueError("a time without a zone")
    return instant
