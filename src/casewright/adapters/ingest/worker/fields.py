"""Fields of a Word document: what they show is text, what computes it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docx.oxml.ns import qn

from casewright.adapters.ingest.worker.symbols import CROSSED_BOX, EMPTY_BOX

if TYPE_CHECKING:
    from lxml.etree import _Element

FIELD: Final = qn("w:fldChar")
_TYPE: Final = qn("w:fldCharType")
_OFF: Final = frozenset({"0", "false", "off"})


class Fields:
    """The fields that are open where the walk through a story has come to.

    Only marks that belong together count: a field that never ends hides nothing.
    """

    def __init__(self) -> None:
        self._paired: set[_Element] = set()
        self._open: list[bool] = []
        self._codes = 0

    def pair(self, story: _Element) -> None:
        """Find the marks of a story that belong together."""
        begun: list[list[_Element]] = []
        for mark in story.iter(FIELD):
            kind = mark.get(_TYPE)
            if kind == "begin":
                begun.append([mark])
            elif kind == "separate" and begun:
                begun[-1].append(mark)
            elif kind == "end" and begun:
                self._paired.update(begun.pop())
                self._paired.add(mark)

    def aside(self) -> tuple[list[bool], int]:
        """Begin something that is no part of what is open, such as a text box; ``back`` takes what this gives."""
        waiting = self._open, self._codes
        self._open, self._codes = [], 0
        return waiting

    def back(self, waiting: tuple[list[bool], int]) -> None:
        """Go on where ``aside`` left."""
        self._open, self._codes = waiting

    @property
    def in_code(self) -> bool:
        """Whether what comes computes a field, and is not seen."""
        return self._codes > 0

    def pass_over(self, mark: _Element) -> str:
        """Go past a field's mark; what it shows itself: a check box, or what is chosen of a list."""
        kind = mark.get(_TYPE)
        shown = "" if self.in_code or kind != "begin" else _form_field(mark)
        if mark in self._paired:
            if kind == "begin":
                self._open.append(True)
                self._codes += 1
            elif kind == "separate" and self._open:
                self._codes -= self._open[-1]
                self._open[-1] = False
            elif kind == "end" and self._open:
                self._codes -= self._open.pop()
        return shown


def _form_field(mark: _Element) -> str:
    data = mark.find(qn("w:ffData"))
    if data is None:
        return ""
    box, choices = data.find(qn("w:checkBox")), data.find(qn("w:ddList"))
    if box is not None:
        state = box.find(qn("w:checked"))
        state = box.find(qn("w:default")) if state is None else state
        return EMPTY_BOX if state is None or state.get(qn("w:val"), "1") in _OFF else CROSSED_BOX
    if choices is not None:
        entries = [entry.get(qn("w:val"), "") for entry in choices.iterchildren(qn("w:listEntry"))]
        chosen = choices.find(qn("w:result"))
        number = chosen.get(qn("w:val"), "0") if chosen is not None else "0"
        return entries[int(number)] if number.isdecimal() and len(number) < 4 and int(number) < len(entries) else ""
    return ""
