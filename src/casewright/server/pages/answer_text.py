"""An answer's text taken apart for its page: paragraphs and items, places that open, and what was not verified.

All of it is text to the page. Of Markdown only what answers use is understood: items, headings, bold words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from casewright.server.pages.places import place_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PART = re.compile(
    r"\[(?P<label>[^\]\n]*)\]\((?P<link>cite:[^)\s]+)\)"
    r"|(?P<bare>cite:[0-9a-fA-F-]{36}[\w#@.:-]*\w)"
    r"|(?P<mark>\[unverified\])"
    r"|\*\*(?P<strong>[^*\n]+)\*\*"
)
_ITEM = re.compile(r"(?P<indent> *)(?:[-*•]|\d{1,3}[.)]) +(?P<text>.*)")
_HEADING = re.compile(r"#{1,6} +(?P<text>.*)")
_CHUNK = re.compile(r"#[^@]*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line. ``path`` is where a verified place opens, None for everything else."""

    kind: Literal["text", "strong", "place", "unverified place", "mark"]
    text: str
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph of one or several lines, a heading, or the items of a list, each a line with its depth."""

    kind: Literal["paragraph", "heading", "list"]
    lines: Sequence[tuple[int, Sequence[Piece]]]


def blocks(text: str, matter: str, citations: Sequence[Mapping[str, Any]]) -> list[Block]:
    """The answer's blocks, in order. Places that ``citations`` do not list are not links."""
    known = {str(one["link"]).lower(): one for one in citations}
    found: list[tuple[str, list[tuple[int, Sequence[Piece]]]]] = []
    fresh = True
    for line in text.splitlines():
        if not line.strip():
            fresh = True
            continue
        kind, depth, words = _read_line(line)
        row = (depth, list(_pieces(words, matter, known)))
        # A blank line ends a paragraph; a list goes on behind one.
        goes_on = bool(found) and found[-1][0] == kind and kind != "heading" and (kind == "list" or not fresh)
        if goes_on:
            found[-1][1].append(row)
        else:
            found.append((kind, [row]))
        fresh = False
    return [Block(kind, rows) for kind, rows in found]  # type: ignore[arg-type]  # the three kinds of _read_line


def without_links(text: str) -> str:
    """A piece of an answer as it comes, unchecked: links are their labels."""
    return _PART.sub(lambda match: match[0] if match["link"] is None else f"[{match['label']}]", text)


def _read_line(line: str) -> tuple[str, int, str]:
    if item := _ITEM.match(line):
        return "list", min(len(item["indent"]) // 2, 2), item["text"]
    if heading := _HEADING.match(line):
        return "heading", 0, heading["text"]
    return "paragraph", 0, line.strip()


def _pieces(line: str, matter: str, known: Mapping[str, Mapping[str, Any]]) -> Iterator[Piece]:
    at = 0
    for match in _PART.finditer(line):
        if match.start() > at:
            yield Piece("text", line[at : match.start()])
        at = match.end()
        if match["mark"]:
            yield Piece("mark", match["mark"])
        elif match["strong"]:
            yield Piece("strong", match["strong"])
        else:
            yield _place(_CHUNK.sub("", match["link"] or match["bare"]).lower(), match["label"], matter, known)
    if at < len(line):
        yield Piece("text", line[at:])


def _place(link: str, label: str | None, matter: str, known: Mapping[str, Mapping[str, Any]]) -> Piece:
    citation = known.get(link)
    if citation is None:
        return Piece("unverified place", label or link)
    return Piece("place", label or label_of(citation), place_path(matter, *_span(citation)))


def label_of(citation: Mapping[str, Any]) -> str:
    """A citation's document, page and section in one line."""
    page, section = citation.get("page"), citation.get("section")
    parts = [str(citation["filename"]), *([f"p. {page}"] if page else []), *([f"§ {section}"] if section else [])]
    return ", ".join(parts)


def _span(citation: Mapping[str, Any]) -> tuple[str, int, int]:
    return str(citation["document_id"]), int(citation["start"]), int(citation["end"])
