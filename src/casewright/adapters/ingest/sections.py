"""The section index of a text: every clause whose number is believed, from its number to before what follows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.documents import Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.marks import Place
    from casewright.adapters.ingest.paragraphs import Paragraph


def sections_of(paragraphs: Sequence[Paragraph], places: Sequence[Place]) -> tuple[Section, ...]:
    """The sections in order of where they begin. ``places`` are those of ``paragraphs``, one each.

    A section ends where one begins that does not lie in it, or where a paragraph stands that is not known to be its
    own: then its end is not certain.
    """
    index = _Index()
    for at, (paragraph, place) in enumerate(zip(paragraphs, places, strict=True)):
        if paragraph.role in ("noise", "furniture"):
            continue
        if place.opens:
            index.open(place.section, paragraph.start, _heading(paragraphs, at))
        else:
            index.leave(place.section, certain=paragraph.mark.ends_sections)
        index.reach(paragraph.end)
    index.leave((), certain=True)
    return tuple(Section(one.path[-1], one.path, one.heading, one.start, one.end, one.certain) for one in index.all)


@dataclass(slots=True)
class _Open:
    path: tuple[str, ...]
    heading: str | None
    start: int
    end: int = 0
    certain: bool = True


class _Index:
    """What has begun so far, and which of it has not ended."""

    def __init__(self) -> None:
        self.all: list[_Open] = []
        self._open: list[_Open] = []
        self._reached = 0

    def open(self, path: tuple[str, ...], start: int, heading: str | None) -> None:
        """A section begins, and ends those that it does not lie in."""
        while self._open and not _is_below(path, self._open[-1].path):
            self._close(certain=True)
        section = _Open(path, heading, start)
        self.all.append(section)
        self._open.append(section)

    def leave(self, path: tuple[str, ...], *, certain: bool) -> None:
        """A paragraph stands at ``path`` that begins no section: those that it is not known to be in end before it."""
        while self._open and path[: len(self._open[-1].path)] != self._open[-1].path:
            self._close(certain=certain)

    def reach(self, end: int) -> None:
        """What is open goes on to here at least."""
        self._reached = end

    def _close(self, *, certain: bool) -> None:
        section = self._open.pop()
        section.end, section.certain = self._reached, certain


def _is_below(path: tuple[str, ...], above: tuple[str, ...]) -> bool:
    return len(path) > len(above) and path[: len(above)] == above


def _heading(paragraphs: Sequence[Paragraph], at: int) -> str | None:
    """The section's own heading: on the line of its number, or under a number that stands alone."""
    mark = paragraphs[at].mark
    if mark.title is not None or not mark.is_bare:
        return mark.title
    following = next((one for one in paragraphs[at + 1 : at + 4] if one.role not in ("noise", "furniture")), None)
    if following is None or following.mark.label is not None:
        return None
    return following.mark.title or following.mark.possible_title
