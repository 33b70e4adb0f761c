"""How a document's changes, comments and notes are packed into one value of bytes: JSON.

As plain as the text itself is kept, so that what must not be in a home can be looked for in its bytes.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from casewright.domain.layouts import Change, ChangeKind, Comment, Layout, Note, NoteKind, Reply
from casewright.errors import IntegrityError

_CHANGED: Final = "The database holds no changes and comments where a document's should stand: it was changed."


def pack_layout(layout: Layout | None) -> bytes | None:
    """The layout; None where there is none, which is not the same as an empty one."""
    if layout is None:
        return None
    rows = {
        "changes": [[c.kind, c.author, _written(c.at), c.start, c.end, c.deleted, c.origin] for c in layout.changes],
        "comments": [
            [
                *(c.author, _written(c.at), c.start, c.end, c.text, c.resolved),
                [[r.author, _written(r.at), r.text] for r in c.replies],
            ]
            for c in layout.comments
        ],
        "notes": [[n.kind, n.mark_start, n.mark_end, n.start, n.end] for n in layout.notes],
        "left_out": layout.left_out,
    }
    return json.dumps(rows).encode("ascii")


def unpack_layout(data: bytes | None) -> Layout | None:
    """The layout as it was packed. Raises ``IntegrityError`` where the bytes are none that was."""
    if data is None:
        return None
    try:
        return _unpacked(json.loads(data))
    except (ValueError, KeyError, TypeError) as error:
        raise IntegrityError(_CHANGED) from error


# What JSON holds is only known once it is looked at; a wrong shape is an error of the caller's list.
def _unpacked(rows: Any) -> Layout:
    changes = (
        Change(ChangeKind(kind), author, _read(at), start, end, deleted, origin)
        for kind, author, at, start, end, deleted, origin in rows["changes"]
    )
    comments = (
        Comment(
            *(author, _read(at), start, end, text, resolved),
            tuple(Reply(who, _read(when), what) for who, when, what in replies),
        )
        for author, at, start, end, text, resolved, replies in rows["comments"]
    )
    notes = (Note(NoteKind(kind), *places) for kind, *places in rows["notes"])
    return Layout(tuple(changes), tuple(comments), tuple(notes), rows["left_out"])


def _written(instant: datetime | None) -> str | None:
    return None if instant is None else instant.isoformat()


def _read(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)
