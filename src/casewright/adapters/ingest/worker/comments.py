"""Comments of a Word document: who said what, about which stretch, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from docx.oxml.ns import qn

from casewright.adapters.ingest.worker.revisions import Changes, author_of, instant_of
from casewright.adapters.ingest.worker.runs import Line, Runs
from casewright.domain.layouts import Comment, Reply

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from lxml.etree import _Element

    from casewright.adapters.ingest.worker.blocks import Key

_PARAGRAPH_ID: Final = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
_EXTENDED: Final = "{http://schemas.microsoft.com/office/word/2012/wordml}"
_ON: Final = frozenset({"1", "true", "on"})


@dataclass(slots=True)
class _Thread:
    """A comment as the file has it, and those that answer it."""

    identity: str
    author: str | None
    at: datetime | None
    text: str
    paragraph: str
    resolved: bool | None = None
    replies: list[_Thread] = field(default_factory=list)


def comments_of(
    root: _Element | None, extended: _Element | None, places: Mapping[Key, tuple[int, int]]
) -> list[Comment]:
    """The comments that the text shows, in its order; ``root`` is w:comments, ``extended`` w15:commentsEx."""
    threads = [_read(element) for element in (root if root is not None else ()) if element.tag == qn("w:comment")]
    comments = []
    for thread in _threaded(threads, extended):
        place = places.get(("comment", thread.identity)) or places.get(("comment mark", thread.identity))
        if place is not None:
            replies = tuple(Reply(reply.author, reply.at, reply.text) for reply in thread.replies)
            comments.append(Comment(thread.author, thread.at, *place, thread.text, thread.resolved, replies))
    return sorted(comments, key=lambda comment: (comment.start, comment.end))


def _read(element: _Element) -> _Thread:
    runs = Runs(Changes())
    runs.fields.pair(element)
    lines, paragraph = [], ""
    for child in element.iter(qn("w:p")):
        line = Line()
        runs.read(child, line)
        lines.append(line.text.strip())
        paragraph = child.get(_PARAGRAPH_ID, "")
    text = "\n".join(line for line in lines if line)
    return _Thread(element.get(qn("w:id"), ""), author_of(element), instant_of(element), text, paragraph)


def _threaded(threads: list[_Thread], extended: _Element | None) -> list[_Thread]:
    """The comments that answer none, each with its answers."""
    by_paragraph = {thread.paragraph: thread for thread in threads if thread.paragraph}
    answers: dict[int, _Thread] = {}
    for element in extended if extended is not None else ():
        thread = by_paragraph.get(element.get(f"{_EXTENDED}paraId", ""))
        if thread is None:
            continue
        done = element.get(f"{_EXTENDED}done")
        thread.resolved = None if done is None else done in _ON
        above = by_paragraph.get(element.get(f"{_EXTENDED}paraIdParent", ""))
        if above is not None and above is not thread:
            answers[id(thread)] = above
    for thread in threads:
        above = answers.get(id(thread))
        if above is not None and id(above) not in answers:
            above.replies.append(thread)
    return [thread for thread in threads if id(thread) not in answers or id(answers[id(thread)]) in answers]
