"""Footnotes and endnotes of a Word document: which are referred to, in what order, and by what mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docx.oxml.ns import qn

from casewright.adapters.ingest.worker.numbering import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

KINDS: Final = ("footnote", "endnote")
_USUAL: Final = {"footnote": "decimal", "endnote": "lowerRoman"}
_SEPARATORS: Final = frozenset({"separator", "continuationSeparator", "continuationNotice"})


class Notes:
    """Gives marks to notes as the text refers to them: [1], [2] to footnotes, [i], [ii] to endnotes.

    A note that nothing refers to is not seen in Word, and is not read. Numbers go through the whole document, also
    where Word begins anew on each page, so that no mark stands for two notes.
    """

    def __init__(self, roots: Mapping[str, _Element | None], settings: _Element | None) -> None:
        """``roots`` are w:footnotes and w:endnotes by kind; ``settings`` is w:settings."""
        self._elements = {
            (kind, note.get(qn("w:id"), "")): note
            for kind, root in roots.items()
            for note in (root if root is not None else ())
            if note.get(qn("w:type")) not in _SEPARATORS
        }
        self._formats = {kind: _format(settings, kind) for kind in KINDS}
        self._marks: dict[tuple[str, str], str] = {}
        self._lost: set[tuple[str, str]] = set()
        self._counts = dict.fromkeys(KINDS, 0)

    def refer(self, kind: str, identity: str, own: str | None = None) -> str:
        """The mark of the note that the text refers to here; ``own`` where it brings its own, which is not counted."""
        key = (kind, identity)
        if key not in self._elements:
            return ""
        if key not in self._marks:
            if own is None:
                self._counts[kind] += 1
                own = f"[{FORMATS[self._formats[kind]](self._counts[kind])}]"
            self._marks[key] = own
        return self._marks[key]

    def referred(self) -> Iterator[tuple[str, str, str, _Element]]:
        """The kind, id, mark and element of each note that was referred to: footnotes first, each in order."""
        for wanted in KINDS:
            for (kind, identity), mark in list(self._marks.items()):
                if kind == wanted:
                    yield kind, identity, mark, self._elements[kind, identity]

    def lost(self, kind: str, identity: str) -> str:
        """What a note says whose mark was deleted, for the deletion's text; empty the second time."""
        note = self._elements.get((kind, identity))
        if (kind, identity) in self._lost:
            return ""
        self._lost.add((kind, identity))
        texts = (qn("w:t"), qn("w:delText"))
        said = "".join(part.text or "" for part in note.iter(*texts)).strip() if note is not None else ""
        return f"[{kind}: {said}]" if said else ""


def _format(settings: _Element | None, kind: str) -> str:
    found = settings.find(f"{qn(f'w:{kind}Pr')}/{qn('w:numFmt')}") if settings is not None else None
    value = found.get(qn("w:val"), "") if found is not None else ""
    return value if value in FORMATS else _USUAL[kind]
