"""What a person sees of an HTML page: its text, blocks apart, tables row by row, without scripts and hidden parts.

The page is read by events and no tree is built: building one takes time with the square of an element's attributes.
"""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from lxml import etree

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.blocks import Block, compose, row_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_DEPTH: Final = 1_024
"""How deep elements may be nested in one another: some work at an element's end grows with its depth."""

_UNSEEN: Final = frozenset({
    "head", "script", "style", "noscript", "template", "svg", "math", "iframe", "object", "embed", "audio", "video",
    "canvas", "select", "input", "textarea", "map", "datalist",
})  # fmt: skip
_BLOCKS: Final = frozenset({
    "html", "body", "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "ul", "ol", "li",
    "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "colgroup", "tr", "td", "th", "blockquote",
    "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "address", "fieldset", "legend", "form", "figure", "figcaption",
    "details", "summary", "center", "dir", "menu",
})  # fmt: skip
_HIDDEN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_CHARSET: Final = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.-]{1,40})""", re.I)
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_LINE_BREAK: Final = "\x1e"
_LINE_BREAKS: Final = re.compile(f" ?{_LINE_BREAK}[ {_LINE_BREAK}]*")


def read_html(data: bytes) -> Extract | Fault:
    """The page's text; list markers that only a browser would draw are not invented."""
    source = _decoded(data).replace("\x00", "")
    if not source.strip():
        return Extract("")
    # The stubs know neither that a target may leave methods out, nor that what it closes with is what is returned.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, target=_Page())  # type: ignore[arg-type]
    try:
        blocks: list[Block] = etree.fromstring(source.encode("utf-8", "replace"), parser)  # type: ignore[assignment]
    except _TooDeep:
        return Fault("nested")
    return compose(blocks)


def _decoded(data: bytes) -> str:
    """By byte order mark, else as the page declares, else UTF-8, else Windows-1252, as browsers do."""
    if data.startswith(codecs.BOM_UTF8):
        return data.decode("utf-8-sig", "replace")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    declared = _CHARSET.search(data[:4096])
    if declared is not None:
        # A declared encoding that does not exist, or that the bytes do not fit, is passed over.
        with suppress(LookupError, ValueError):
            name = codecs.lookup(declared[1].decode("ascii")).name
            # Browsers read Latin-1 as its superset, in which the quotation marks of word processors stand.
            return data.decode("cp1252" if name in ("iso8859-1", "ascii") else name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class _TooDeep(Exception):
    """An element stands in more than ``MOST_DEPTH`` others."""


class _Page:
    """Is told of the elements in order and collects blocks; rows of tables are put together when they end.

    Its public methods are those that lxml calls of a parser's target.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._unseen_at = 0
        """The depth of the outermost open element that nobody sees; 0 where there is none."""
        self._inline: list[str] = []
        self._levels: list[int] = []
        self._verbatim = 0
        self._open: list[list[Block]] = [[]]
        """Where finished blocks go: the page, or the innermost open cell."""
        self._rows: list[list[list[Block]]] = []
        self._numbers: list[int] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise _TooDeep
        if self._unseen_at:
            return
        if _is_unseen(tag, attributes):
            self._unseen_at = self._depth
        else:
            self._start(tag)

    def end(self, tag: str) -> None:
        """An element ends; the parser ends all that it began, in order."""
        if not self._unseen_at:
            self._end(tag)
        elif self._unseen_at == self._depth:
            self._unseen_at = 0
        self._depth -= 1

    def data(self, text: str) -> None:
        """Text, maybe a part of it."""
        if not self._unseen_at:
            text = text.replace(_LINE_BREAK, " ")
            self._inline.append(_verbatim(text) if self._verbatim else text)

    def close(self) -> list[Block]:
        """The page's blocks."""
        self._flush()
        return self._open[0]

    def _start(self, tag: str) -> None:
        if tag == "br":
            self._inline.append(_LINE_BREAK)
        if tag not in _BLOCKS:
            return
        self._flush()
        if tag == "pre":
            self._verbatim += 1
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._levels.append(int(tag[1]))
        elif tag == "table":
            self._numbers.append(0)
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            self._open.append([])

    def _end(self, tag: str) -> None:
        if tag not in _BLOCKS:
            return
        self._flush()
        if tag == "pre":
            self._verbatim -= 1
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._levels.pop()
        elif tag == "table":
            self._numbers.pop()
        elif tag == "tr":
            self._end_row(self._rows.pop())
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].append(self._open.pop())

    def _end_row(self, cells: list[list[Block]]) -> None:
        if self._numbers:
            self._numbers[-1] += 1
        self._open[-1] += row_blocks(cells, self._numbers[-1] if self._numbers else 1)

    def _flush(self) -> None:
        """Ends the paragraph that is being collected; two line breaks in a row end one too."""
        inline = _SPACE.sub(" ", "".join(self._inline))
        self._inline.clear()
        text = _LINE_BREAKS.sub(lambda found: "\n\n" if found[0].count(_LINE_BREAK) > 1 else "\n", inline)
        for paragraph in text.replace(_KEPT_SPACE, " ").split("\n\n"):
            if paragraph.strip():
                self._open[-1].append(Block(paragraph.strip(), self._levels[-1] if self._levels else None))


_KEPT_SPACE: Final = "\x1f"


def _verbatim(text: str) -> str:
    """Text of a <pre>: its line ends and spaces survive the collapsing of white space."""
    return text.replace("\r\n", "\n").replace("\n", _LINE_BREAK).replace(" ", _KEPT_SPACE).replace("\t", _KEPT_SPACE)


def _is_unseen(tag: str, attributes: Mapping[str, str]) -> bool:
    return tag in _UNSEEN or "hidden" in attributes or bool(_HIDDEN.search(attributes.get("style", "")))
