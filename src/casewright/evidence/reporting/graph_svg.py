"""The evidence graph as SVG: grades by letter and colour, every node with its whole text and a link to its entry."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.domain.evidence import Grade
from casewright.domain.ids import CalcId, ClaimId, DocumentId, EvidenceId
from casewright.evidence.display import show_value
from casewright.evidence.reporting.graph import Graph, Kind, Node, Way, graph
from casewright.evidence.reporting.labels import place_label
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.parts import anchor
from casewright.evidence.reporting.words import word_for
from casewright.evidence.sources import evidence_grade
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.evidence.reporting.report import EvidenceReport

INK = {Grade.A: "#1b6e3c", Grade.B: "#1f5fa8", Grade.C: "#8a5a00", Grade.D: "#b42318"}
"""A colour for each grade, dark enough for white letters (WCAG AA)."""

_GAP = 70
_WIDTHS = (230, 216, 380)
_FURTHER = 300
_BACK = 60
_IN_TEXT = "in its text"
_GONE = "a document that is gone"
_TOP, _SIDE, _BOX = 62, 12, 19
_LETTER = 6.1
"""About how wide a letter is, to cut long texts."""
_STROKES = {
    Way.HOLDS: 'stroke="#b8c0cc"',
    Way.BEARS: 'stroke="#7c8798"',
    Way.FEEDS: 'stroke="#1f5fa8" stroke-dasharray="2 3"',
    Way.DERIVES: 'stroke="#6b3fa0" stroke-dasharray="7 3"',
}
_STYLE = 'font-family="\'Libertinus Serif\', Georgia, serif" font-size="13"'


def graph_svg(report: EvidenceReport) -> str:
    """The graph as one SVG element, to stand in a page or alone; the same report gives the same text."""
    drawn = graph(report)
    at = Lookup(report)
    width = _left(drawn.columns - 1) + _width(drawn.columns - 1) + (_BACK if _goes_back(drawn) else _SIDE)
    height = _TOP + drawn.height + _SIDE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="graph-title graph-about" {_STYLE}>'
        '<title id="graph-title">What rests on what</title>'
        '<desc id="graph-about">From left to right: documents, places in them, claims with their grades, and what is '
        "calculated or derived from claims.</desc>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    )
    body = "".join((*_legend(), *_edges(drawn), *(_node(at, node) for node in drawn.nodes.values())))
    return f"{head}{body}</svg>"


def _legend() -> Iterator[str]:
    x = _SIDE
    for grade, words in (
        (Grade.A, "accounts, filings, contracts"),
        (Grade.B, "models, reports, decks"),
        (Grade.C, "press, estimates"),
        (Grade.D, "broken"),
    ):
        yield _chip(x, 8, grade)
        yield f'<text x="{x + 24}" y="22">{words}</text>'
        x += 40 + int(len(words) * _LETTER)
    x = _SIDE
    for way, words in (
        (Way.HOLDS, "document holds"),
        (Way.BEARS, "evidence bears"),
        (Way.FEEDS, "is an input of"),
        (Way.DERIVES, "is derived into"),
    ):
        yield f'<path d="M{x} 42h34" fill="none" stroke-width="2" {_STROKES[way]}/>'
        yield f'<text x="{x + 40}" y="46">{words}</text>'
        x += 62 + int(len(words) * _LETTER)


def _goes_back(drawn: Graph) -> bool:
    """Whether an edge leads round in a circle, which needs room at the right."""
    nodes = drawn.nodes
    ends = ((nodes.get(edge.source), nodes.get(edge.target)) for edge in drawn.edges)
    return any(one is not None and other is not None and other.column <= one.column for one, other in ends)


def _edges(drawn: Graph) -> Iterator[str]:
    for edge in drawn.edges:
        source, target = drawn.nodes.get(edge.source), drawn.nodes.get(edge.target)
        if source is None or target is None:
            continue
        start, end = _left(source.column) + _width(source.column), _left(target.column)
        top, bottom = _middle(source), _middle(target)
        if target.column > source.column:
            half = (end - start) // 2
            path = f"M{start} {top}C{start + half} {top} {end - half} {bottom} {end} {bottom}"
        else:  # a circle: out to the right and back
            back = _left(target.column) + _width(target.column)
            path = f"M{start} {top}C{start + _BACK} {top} {back + _BACK} {bottom} {back} {bottom}"
        yield f'<path d="{path}" fill="none" stroke-width="1.3" {_STROKES[edge.way]}/>'


def _node(at: Lookup, node: Node) -> str:
    kind, _, name = node.reference.partition(":")
    match node.kind:
        case Kind.DOCUMENT:
            return _holder(at, node, kind, name)
        case Kind.EVIDENCE:
            return _evidence(node, at.evidence[EvidenceId(name)])
        case Kind.CLAIM:
            return _claim(at, node, at.claims[ClaimId(name)])
        case Kind.CALCULATION:
            return _calculation(node, at.calculations[CalcId(name)])


def _holder(at: Lookup, node: Node, kind: str, name: str) -> str:
    """A document, or the artefact of evidence that stands in no document of the deal."""
    known = kind == "artefact" or DocumentId(name) in at.record.documents
    text = (name if kind == "artefact" else at.record.documents[DocumentId(name)]) if known else _GONE
    inside = _box(node, 'fill="#f2f4f7" stroke="#b8c0cc"') + _text(node, text, 8)
    if kind == "document" and known:
        return _linked(node, text, inside)
    return f'<g data-source="{escape(node.reference)}"><title>{escape(show_text(text))}</title>{inside}</g>'


def _evidence(node: Node, item: Evidence) -> str:
    place = item.artefact if item.span is None else place_label(item.span) or _IN_TEXT
    grade = evidence_grade(item)
    inside = _box(node, f'fill="#ffffff" stroke="{INK[grade]}"') + _chip(_left(node.column), _y(node), grade)
    return _linked(node, item.excerpt, inside + _text(node, place, 26))


def _claim(at: Lookup, node: Node, claim: Claim) -> str:
    grade = claim.standing.grade
    flawed = any(one.status is DefectStatus.OPEN for one in at.defects.get(claim.id, ()))
    border = f'fill="#ffffff" stroke="{INK[grade]}"' + (' stroke-width="2" stroke-dasharray="4 2"' if flawed else "")
    inside = _box(node, border) + _chip(_left(node.column), _y(node), grade)
    return _linked(node, claim.text, inside + _text(node, claim.text, 26))


def _calculation(node: Node, calculation: Calculation) -> str:
    output = calculation.output
    result = (calculation.remark or "no number") if output is None else show_value(output)
    inside = _box(node, 'fill="#eef4fb" stroke="#1f5fa8"') + _chip(_left(node.column), _y(node), calculation.grade)
    name = word_for("calculation", calculation.type.value)
    x, y = _left(node.column) + 26, _y(node) + 14
    words = (
        f'<text x="{x}" y="{y}"><tspan>{escape(name)} = </tspan>'
        f'<tspan data-source="{escape(node.reference)}">{escape(show_text(result))}</tspan></text>'
    )
    return _linked(node, calculation.formula, inside + words)


def _linked(node: Node, whole: str, inside: str) -> str:
    """The node with its whole text as title, leading to its entry."""
    return (
        f'<a href="#{escape(anchor(node.reference))}" data-source="{escape(node.reference)}">'
        f"<title>{escape(show_text(whole))}</title>{inside}</a>"
    )


def _box(node: Node, paint: str) -> str:
    x, y, width = _left(node.column), _y(node), _width(node.column)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{_BOX}" rx="3" {paint}/>'


def _chip(x: int, y: int, grade: Grade) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="19" height="{_BOX}" rx="3" fill="{INK[grade]}"/>'
        f'<text x="{x + 9.5}" y="{y + 14}" text-anchor="middle" font-weight="bold" fill="#ffffff">{grade.value}</text>'
    )


def _text(node: Node, text: str, indent: int) -> str:
    letters = int((_width(node.column) - indent - 6) / _LETTER)
    text = " ".join(show_text(text).split())
    if len(text) > letters:
        text = f"{text[: letters - 1].rstrip()}…"
    return f'<text x="{_left(node.column) + indent}" y="{_y(node) + 14}">{escape(text)}</text>'


def _y(node: Node) -> int:
    return _TOP + node.y


def _middle(node: Node) -> int:
    return _y(node) + _BOX // 2


def _width(column: int) -> int:
    return _WIDTHS[column] if column < len(_WIDTHS) else _FURTHER


def _left(column: int) -> int:
    return _SIDE + sum(_width(one) + _GAP for one in range(column))
