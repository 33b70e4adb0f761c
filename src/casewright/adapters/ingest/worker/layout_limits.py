"""How much of a document's changes and comments is kept: as many as any document has, and no more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.layouts import LAYOUT_LIMIT, WORDS_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.layouts import Change, Comment


def fitting_changes(changes: Sequence[Change]) -> list[Change]:
    """The first changes, as far as they are kept."""
    room = WORDS_LIMIT
    kept = []
    for change in changes[:LAYOUT_LIMIT]:
        room -= len(change.deleted)
        if room < 0:
            break
        kept.append(change)
    return kept


def fitting_comments(comments: Sequence[Comment]) -> list[Comment]:
    """The first comments with their first answers, as far as they are kept."""
    room, words = LAYOUT_LIMIT, WORDS_LIMIT
    kept = []
    for comment in comments:
        words -= len(comment.text)
        if room < 1 or words < 0:
            break
        room -= 1
        replies = []
        for reply in comment.replies[:room]:
            words -= len(reply.text)
            if words < 0:
                break
            replies.append(reply)
        room -= len(replies)
        kept.append(replace(comment, replies=tuple(replies)))
    return kept


def count_told(comments: Sequence[Comment]) -> int:
    """How many comments there are, answers among them."""
    return sum(1 + len(comment.replies) for comment in comments)
