"""The evidence graph of a deal laid out in columns: documents, evidence, claims, and what is worked out from claims."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING

from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.report import DRAWN, EvidenceReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence

ROW = 24
"""How far two neighbours of a column are apart at least."""
_APART = 10
"""How much further, where a new document begins."""


class Kind(StrEnum):
    """What a node stands for."""

    DOCUMENT = "document"
    EVIDENCE = "evidence"
    CLAIM = "claim"
    CALCULATION = "calc"


class Way(StrEnum):
    """What an edge says: one holds the other, bears it, is an input of it, or it was derived from it."""

    HOLDS = "holds"
    BEARS = "bears"
    FEEDS = "feeds"
    DERIVES = "derives"


@dataclass(frozen=True, slots=True)
class Node:
    """One thing in its ``column`` (0 for documents) at the height ``y``, counted from the top."""

    reference: str
    kind: Kind
    column: int
    y: int


@dataclass(frozen=True, slots=True)
class Edge:
    """From what bears to what is borne."""

    source: str
    target: str
    way: Way


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by their references, column by column from the top, and the edges between them; ``height`` of it all."""

    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]
    columns: int
    height: int


def graph(report: EvidenceReport) -> Graph:
    """The graph of the report's weightiest claims (``DRAWN`` at most) and of all that they rest on.

    The same report gives the same graph. Edges lead to the right, but for those of a circle.
    """
    at = Lookup(report)
    drawn = report.claims[:DRAWN]
    edges = tuple(_edges(at, drawn))
    items = _items(at, drawn)
    column = _columns([f"claim:{claim.id}" for claim in drawn], edges)
    placed = _evidence_and_documents(items)
    led_by: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        led_by[edge.target].append(edge.source)
    for number in sorted(set(column.values())):
        names = [name for name, there in column.items() if there == number]
        for name, y in _stacked(names, led_by, placed):
            kind = Kind.CLAIM if name.startswith("claim:") else Kind.CALCULATION
            placed[name] = Node(name, kind, number, y)
    height = max((node.y for node in placed.values()), default=0) + ROW
    return Graph(placed, edges, 1 + max((node.column for node in placed.values()), default=0), height)


def _edges(at: Lookup, drawn: Sequence[Claim]) -> Iterable[Edge]:
    there = {claim.id for claim in drawn}
    held: set[str] = set()
    for claim in drawn:
        target = f"claim:{claim.id}"
        for name in dict.fromkeys(claim.sanad.evidence):
            item = at.evidence.get(name)
            if item is None:
                continue
            yield Edge(f"evidence:{name}", target, Way.BEARS)
            if name not in held:
                held.add(name)
                yield Edge(_document(item), f"evidence:{name}", Way.HOLDS)
        for before in dict.fromkeys(claim.derived_from):
            if before in there:
                yield Edge(f"claim:{before}", target, Way.DERIVES)
        if claim.source_calc in at.calculations:
            yield Edge(f"calc:{claim.source_calc}", target, Way.DERIVES)
    for calculation in at.record.calculations:
        inputs = [one.claim for one in calculation.inputs]
        if all(one in there for one in inputs):
            for given in dict.fromkeys(inputs):
                yield Edge(f"claim:{given}", f"calc:{calculation.id}", Way.FEEDS)


def _document(item: Evidence) -> str:
    """What holds the item: its document, or the artefact of what has no place in one."""
    return f"artefact:{item.artefact}" if item.span is None else f"document:{item.span.document}"


def _items(at: Lookup, drawn: Sequence[Claim]) -> list[Evidence]:
    """The evidence of these claims, by document and place."""
    names = dict.fromkeys(name for claim in drawn for name in claim.sanad.evidence)
    found = [at.evidence[name] for name in names if name in at.evidence]

    def order(item: Evidence) -> tuple[str, str, int, str]:
        document = item.artefact if item.span is None else at.record.documents.get(item.span.document, item.artefact)
        return document, _document(item), 0 if item.span is None else item.span.start, item.id

    return sorted(found, key=order)


def _evidence_and_documents(items: Sequence[Evidence]) -> dict[str, Node]:
    """The first two columns: evidence one below the other, each document in the middle of what it holds."""
    placed: dict[str, Node] = {}
    y = 0
    for document, held in groupby(items, key=_document):
        top = y
        for item in held:
            placed[f"evidence:{item.id}"] = Node(f"evidence:{item.id}", Kind.EVIDENCE, 1, y)
            y += ROW
        placed[document] = Node(document, Kind.DOCUMENT, 0, (top + y - ROW) // 2)
        y += _APART
    return placed


def _columns(claims: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """The column of every claim and calculation: right of all that it comes from; a circle's in the last."""
    comes_from: dict[str, set[str]] = {name: set() for name in claims}
    for edge in edges:
        if edge.way in (Way.FEEDS, Way.DERIVES):
            comes_from.setdefault(edge.source, set())
            comes_from.setdefault(edge.target, set()).add(edge.source)
    leads_to: dict[str, list[str]] = defaultdict(list)
    for name, sources in comes_from.items():
        for source in sources:
            leads_to[source].append(name)
    waiting = {name: len(sources) for name, sources in comes_from.items()}
    column = {name: 2 for name, left in waiting.items() if not left}
    ready = list(column)
    for name in ready:  # grows while it is read
        for after in leads_to[name]:
            waiting[after] -= 1
            if not waiting[after]:
                column[after] = 1 + max(column[source] for source in comes_from[after])
                ready.append(after)
    last = 1 + max(column.values(), default=1)
    return column | {name: last for name, left in waiting.items() if left}


def _stacked(
    names: Sequence[str], led_by: Mapping[str, Sequence[str]], placed: Mapping[str, Node]
) -> Iterable[tuple[str, int]]:
    """Heights of a column's nodes: each near the middle of what bears it, none on another, few edges crossing."""

    def wanted(name: str) -> float:
        heights = [placed[source].y for source in led_by.get(name, ()) if source in placed]
        return sum(heights) / len(heights) if heights else float("inf")

    order = sorted(enumerate(names), key=lambda one: (wanted(one[1]), one[0]))
    below = 0
    for place, (_, name) in enumerate(order):
        after = len(order) - place
        middle = wanted(name)
        tallest = max((node.y for node in placed.values()), default=0) + ROW
        latest = max(below, tallest - after * ROW)
        y = below if middle == float("inf") else max(below, min(int(middle), latest))
        yield name, y
        below = y + ROW
