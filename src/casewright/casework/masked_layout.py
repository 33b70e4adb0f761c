"""Changes, comments and notes of a document with personal data masked.

What was deleted is masked together with the words around it, since half a name is known by the other half. Whoever
made a change or a comment is somebody, whatever they are called: what is no party becomes ``author 1``, ``author 2`` ….
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.casework.firewall import PLACEHOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from casewright.casework.firewall import Masked
    from casewright.domain.layouts import Layout

_AROUND: Final = 120
"""Characters before and after a place that are looked at with what was deleted there."""
_APART: Final = "\n\n"
_AUTHOR: Final = re.compile(r"author (\d+)")
_LETTER: Final = re.compile(r"\w")
_KIND: Final = re.compile(r"\.(\w+)\}\}\Z")


def mask_layout(layout: Layout, text: str, moved: Callable[[int], int], mask: Callable[[str], Masked]) -> Layout:
    """The layout as it may be kept, every place moved.

    ``text`` is that of the document before it was masked; ``moved`` leads from a place in it to the masked text.
    """
    deleted = _masked(list(_in_context(layout, text)), mask)
    said = [comment.text for comment in layout.comments]
    replies = [reply.text for comment in layout.comments for reply in comment.replies]
    words = iter(_masked([(one, 0, len(one)) for one in (*deleted, *said, *replies)], mask))
    names = _names(layout, mask)
    changes = tuple(
        replace(
            one,
            author=names.get(one.author or ""),
            start=moved(one.start),
            end=moved(one.end),
            deleted=next(words),
            origin=None if one.origin is None else moved(one.origin),
        )
        for one in layout.changes
    )
    told = [
        replace(one, author=names.get(one.author or ""), start=moved(one.start), end=moved(one.end), text=next(words))
        for one in layout.comments
    ]
    comments = tuple(
        replace(
            one,
            replies=tuple(replace(each, author=names.get(each.author or ""), text=next(words)) for each in one.replies),
        )
        for one in told
    )
    notes = tuple(
        replace(
            one,
            mark_start=moved(one.mark_start),
            mark_end=moved(one.mark_end),
            start=moved(one.start),
            end=moved(one.end),
        )
        for one in layout.notes
    )
    return replace(layout, changes=changes, comments=comments, notes=notes)


def put_in(before: Layout, after: Layout) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """The placeholders that a layout has and did not have before: counts by kind, and those of undeclared names."""
    new = Counter(_placeholders(after)) - Counter(_placeholders(before))
    kinds: Counter[str] = Counter()
    for placeholder, count in new.items():
        kind = _KIND.search(placeholder)
        kinds[kind[1] if kind is not None else "name"] += count
    return kinds, tuple(one for one in new if _KIND.search(one) is None)


def _placeholders(layout: Layout) -> Iterator[str]:
    for change in layout.changes:
        yield from PLACEHOLDER.findall(f"{change.author} {change.deleted}")
    for comment in layout.comments:
        yield from PLACEHOLDER.findall(f"{comment.author} {comment.text}")
        for reply in comment.replies:
            yield from PLACEHOLDER.findall(f"{reply.author} {reply.text}")


def _in_context(layout: Layout, text: str) -> Iterator[tuple[str, int, int]]:
    """What was deleted, with the words around it, and where it stands in them."""
    for change in layout.changes:
        if not change.deleted:
            yield "", 0, 0
            continue
        low = max(text.rfind("\n", max(change.start - _AROUND, 0), change.start) + 1, change.start - _AROUND, 0)
        high = change.start + _AROUND
        line = text.find("\n", change.start, high)
        before, after = text[low : change.start], text[change.start : line if line >= 0 else high]
        yield f"{before}{change.deleted}{after}", len(before), len(before) + len(change.deleted)


def _masked(parts: Sequence[tuple[str, int, int]], mask: Callable[[str], Masked]) -> list[str]:
    """Of each text [start, end) as it reads when all are masked at once; a placeholder that it touches is all of it."""
    spans, at = [], 0
    for text, start, end in parts:
        spans.append((at + start, at + end))
        at += len(text) + len(_APART)
    whole = _APART.join(text for text, _, _ in parts)
    found = mask(whole)
    starts = [start for start, _ in found.places]
    ends = [end for _, end in found.places]
    cut = []
    for start, end in spans:
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        pieces: list[str] = []
        at = start
        for number in range(first, max(first, last)) if start < end else ():
            pieces += (whole[at : max(at, starts[number])], found.originals[number][0])
            at = ends[number]
        cut.append("".join([*pieces, whole[at:end]]))
    return cut


def _names(layout: Layout, mask: Callable[[str], Masked]) -> dict[str, str]:
    """What each author is called from now on."""
    authors = [change.author for change in layout.changes]
    authors += [comment.author for comment in layout.comments]
    authors += [reply.author for comment in layout.comments for reply in comment.replies]
    known = dict.fromkeys(author for author in authors if author)
    taken = {int(match[1]) for author in known if (match := _AUTHOR.fullmatch(author))}
    names, number = {}, 0
    for author in known:
        masked = mask(author).text
        if not _AUTHOR.fullmatch(author) and _LETTER.search(PLACEHOLDER.sub("", masked)):
            number = next(free for free in range(number + 1, number + len(taken) + 2) if free not in taken)
            masked = f"author {number}"
        names[author] = masked
    return names
