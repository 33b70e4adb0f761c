"""What a person sees of an HTML page: its text, blocks apart, tables row by row, without scripts and hidden parts."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from typing import Final

from lxml import etree
from lxml.html import HTMLParser, document_fromstring

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.blocks import Block, compose, row_blocks

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
    parser = HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:
        return Extract("")
    if any(entry.level == etree.ErrorLevels.FATAL for entry in parser.error_log):
        return Fault("damaged")  # nested deeper than the parser goes: it has left out the rest without a word
    return compose(_Page().blocks_of(root))


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


class _Page:
    """Goes through the elements in order and collects blocks; rows of tables are put together when they end."""

    def __init__(self) -> None:
        self._inline: list[str] = []
        self._levels: list[int] = []
        self._verbatim = 0
        self._open: list[list[Block]] = [[]]
        """Where finished blocks go: the page, or the innermost open cell."""
        self._rows: list[list[list[Block]]] = []
        self._numbers: list[int] = []

    def blocks_of(self, root: etree._Element) -> list[Block]:
        """The page's blocks. No recursion: pages may nest thousands deep."""
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            tag = element.tag if isinstance(element.tag, str) else ""
            if event == "start":
                if _is_unseen(tag, element):
                    walk.skip_subtree()
                    continue
                self._start(tag)
                self._text(element.text)
            else:
                if not _is_unseen(tag, element):
                    self._end(tag)
                self._text(element.tail)
        self._flush()
        return self._open[0]

    def _text(self, text: str | None) -> None:
        if text:
            text = text.replace(_LINE_BREAK, " ")
            self._inline.append(_verbatim(text) if self._verbatim else text)

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


def _is_unseen(tag: str, element: etree._Element) -> bool:
    return tag in _UNSEEN or element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))
