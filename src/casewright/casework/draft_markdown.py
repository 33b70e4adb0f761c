"""Markdown as blocks of words: what stands on the page, with every trace of markup read and gone.

CommonMark, with tables and strikethrough. Left out are HTML and indented code, whose signs are printed as they stand,
definitions of references, and pictures, which are refused. A line ``\\newpage`` or ``\\pagebreak`` begins a page.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.draft_blocks import (
    Block,
    Bullets,
    Heading,
    Line,
    LineBreak,
    Numbered,
    PageBreak,
    Paragraph,
    Piece,
    Quotation,
    Rule,
    Table,
    Verbatim,
    Words,
)
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

LONGEST = 400_000
"""Characters of one draft, about a hundred pages."""
DEEPEST = 12
"""Lists and quotations within one another, counting a list and its item as two."""
_NESTING = 100
_NEW_PAGE = frozenset(
    {
        r"\newpage",
        r"\pagebreak",
        '<div style="page-break-after: always"></div>',
        '<div style="page-break-after: always;"></div>',
    }
)
_SPACE = " \t\n\r\f\v"
_SIDES = {"text-align:left": "left", "text-align:center": "center", "text-align:right": "right"}


def read_markdown(text: str) -> tuple[Block, ...]:
    """The blocks of the text.

    Raises ``InvalidInput`` where it is too long, nested too deep, or has a picture; the sentence names the line and
    quotes nothing.
    """
    if len(text) > LONGEST:
        raise InvalidInput(f"The draft has {len(text):,} characters, and {LONGEST:,} are the most; divide it.")
    tokens = _parser().parse(unicodedata.normalize("NFC", text))
    for token in tokens:
        if token.level > DEEPEST:
            raise InvalidInput(f"Lists or quotations {_at(token)} are nested too deep; use fewer levels.")
    return tuple(_blocks(_Tokens(tokens), None))


class _Tokens:
    """The parser's tokens, taken one after the other."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._next = 0

    def take(self) -> Token | None:
        if self._next == len(self._tokens):
            return None
        self._next += 1
        return self._tokens[self._next - 1]

    def must(self) -> Token:
        token = self.take()
        if token is None:
            raise InvalidInput("The draft's Markdown ends in the middle of a block.")
        return token


def _blocks(tokens: _Tokens, end: str | None) -> Iterator[Block]:
    """The blocks up to the token of type ``end``, which is taken too."""
    while (token := tokens.take()) is not None and token.type != end:
        yield _block(token, tokens)


def _block(token: Token, tokens: _Tokens) -> Block:
    match token.type:
        case "heading_open":
            return Heading(int(token.tag[1:]), _closed_line(tokens))
        case "paragraph_open":
            return Paragraph(_closed_line(tokens))
        case "bullet_list_open":
            return Bullets(tuple(_items(tokens, "bullet_list_close")))
        case "ordered_list_open":
            start = token.attrGet("start")
            return Numbered(
                1 if start is None else int(start), token.markup, tuple(_items(tokens, "ordered_list_close"))
            )
        case "blockquote_open":
            return Quotation(tuple(_blocks(tokens, "blockquote_close")))
        case "table_open":
            return _table(tokens)
        case "fence" | "code_block":
            return Verbatim(tuple(token.content.removesuffix("\n").expandtabs(4).split("\n")))
        case "hr":
            return Rule()
        case "page_break":
            return PageBreak()
        case other:
            raise InvalidInput(f"The draft's Markdown has something that is not printed {_at(token)}: {other}.")


def _items(tokens: _Tokens, end: str) -> Iterator[tuple[Block, ...]]:
    while tokens.must().type != end:
        yield tuple(_blocks(tokens, "list_item_close"))


def _table(tokens: _Tokens) -> Table:
    sides: list[str] = []
    rows: list[list[Line]] = []
    while (token := tokens.must()).type != "table_close":
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "th_open":
            sides.append(_SIDES.get(str(token.attrGet("style") or ""), "start"))
        elif token.type == "inline":
            rows[-1].append(_line(token))
    return Table(tuple(sides), tuple(rows[0]), tuple(map(tuple, rows[1:])))


def _closed_line(tokens: _Tokens) -> Line:
    line = _line(tokens.must())
    tokens.must()
    return line


def _line(inline: Token) -> Line:
    """The pieces of a line, neighbours of one look put together, spaces counted once."""
    pieces: list[Piece] = []
    bold = italic = struck = 0
    address = said = ""
    for token in inline.children or ():
        said += token.content
        match token.type:
            case "text" | "code_inline":
                look = (bold > 0, italic > 0, struck > 0, token.type == "code_inline")
                _add(pieces, Words(token.content, *look))
            case "softbreak":
                _add(pieces, Words(" ", bold > 0, italic > 0, struck > 0))
            case "hardbreak":
                pieces.append(LineBreak())
            case "strong_open" | "strong_close":
                bold += token.nesting
            case "em_open" | "em_close":
                italic += token.nesting
            case "s_open" | "s_close":
                struck += token.nesting
            case "link_open":
                address, said = str(token.attrGet("href") or ""), ""
            case "link_close" if address.removeprefix("mailto:") not in ("", said.strip()):
                # On paper a link is its words, and its address where they do not say it.
                _add(pieces, Words(f" ({address})", bold > 0, italic > 0, struck > 0))
            case "link_close":
                pass
            case "image":
                raise InvalidInput(
                    f"There is a picture {_at(inline)}; a draft is printed without pictures, take it out."
                )
            case other:
                raise InvalidInput(f"The draft's Markdown has something that is not printed {_at(inline)}: {other}.")
    return _spaced(pieces)


def _add(pieces: list[Piece], words: Words) -> None:
    last = pieces[-1] if pieces else None
    if isinstance(last, Words) and replace(last, text="") == replace(words, text=""):
        pieces[-1] = replace(last, text=last.text + words.text)
    elif words.text:
        pieces.append(words)


def _spaced(pieces: Iterable[Piece]) -> Line:
    """One space wherever there is any, none at either end of a line."""
    line: list[Piece] = []
    after_space = True
    for piece in pieces:
        if isinstance(piece, LineBreak):
            _end_without_space(line)
            line.append(piece)
            after_space = True
            continue
        text = _one_spaced(piece.text)
        if after_space:
            text = text.lstrip(" ")
        if text:
            line.append(replace(piece, text=text))
            after_space = text.endswith(" ")
    _end_without_space(line)
    return tuple(line)


def _end_without_space(line: list[Piece]) -> None:
    if line and isinstance(last := line[-1], Words):
        line[-1] = replace(last, text=last.text.rstrip(" "))


def _one_spaced(text: str) -> str:
    """The text with every run of plain white space as one space; spaces that do not break stay."""
    parts = text.translate({ord(sign): " " for sign in _SPACE}).split(" ")
    inner = " ".join(part for part in parts if part)
    return (" " if parts[0] == "" else "") + inner + (" " if parts[-1] == "" and inner else "")


def _at(token: Token) -> str:
    return f"in line {token.map[0] + 1}" if token.map else "in the text"


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _NESTING})
    parser.enable(["table", "strikethrough"]).disable(["code", "reference"])
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # an address is printed as it was written
    parser.block.ruler.before("hr", "page_break", _page_break, {"alt": ["paragraph", "blockquote", "list", "table"]})
    return parser


def _page_break(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
    said = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()
    if said not in _NEW_PAGE:
        return False
    if not silent:
        state.line = line + 1
        state.push("page_break", "", 0).map = [line, line + 1]
    return True
