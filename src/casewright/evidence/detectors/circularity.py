"""CIRCULARITY: a claim that rests, by however many steps, on itself.

Claims, calculations, steps and evidence are the points of one graph; an arrow leads from each to what it rests on.
Whatever lies on a circle of arrows lies in a strongly connected part, and these are found in one pass (R. Tarjan,
"Depth-first search and linear graph algorithms", 1972), with a stack of our own, so that long chains are no trouble.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimType
from casewright.domain.defects import DefectType
from casewright.domain.evidence import NodeKind
from casewright.evidence.indexed_record import mark, quote_line
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import TransmissionNode
    from casewright.evidence.indexed_record import IndexedRecord

    Graph = Mapping[str, Sequence[str]]

_DERIVING = (NodeKind.CALCULATE, NodeKind.INFER)
_LOOKING_AT = (NodeKind.HUMAN_VERIFY, NodeKind.EXPORT)
_SHOWN = 4
_REFERENCES = 16


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Every claim that lies on a circle or whose chain has one, once for each circle of parts."""
    graph = _graph(indexed)
    for part in _circles(graph):
        claims = {name.removeprefix("claim:") for name in part if name.startswith("claim:")}
        steps = [name.removeprefix("node:") for name in part if name.startswith("node:")]
        if not claims:
            claims = {str(owner) for step in steps for owner in indexed.owners.get(step, ())}
        known = sorted(claims & indexed.claims.keys())
        circle = mark(part)
        for name in known:
            claim = indexed.claims[name]
            directly = [other.removeprefix("claim:") for other in graph[f"claim:{name}"]]
            near = dict.fromkeys((*(other for other in directly if other in claims), *known[: _REFERENCES + 1]))
            others = [other for other in near if other != name][:_REFERENCES]
            yield Finding(
                claim.id,
                DefectType.CIRCULARITY,
                f"The claim {quote_line(claim.text)} rests on itself: "
                f"{_way_round(indexed, others, len(known) - 1, steps)}, so that no source outside bears it out.",
                tuple(f"claim:{other}" for other in others)
                or tuple(f"evidence:{item}" for item in claim.sanad.evidence[:1])
                or (f"claim:{name}",),
                f"{DefectType.CIRCULARITY}:{name}:{circle}",
            )


def _way_round(indexed: IndexedRecord, others: Sequence[str], count: int, steps: Sequence[str]) -> str:
    """How the claim comes back to itself; ``others`` are those of the ``count`` claims that are named first."""
    if others:
        named = ", ".join(quote_line(indexed.claims[other].text) for other in others[:_SHOWN])
        more = f" and {count - _SHOWN} more" if count > _SHOWN else ""
        return f"it builds on {named}{more}, and {'that rests' if count == 1 else 'these rest'} on it in turn"
    if len(steps) > 1:
        return f"the steps {', '.join(sorted(steps)[:_SHOWN])} of its chain each come from the other"
    return "it is named among what it is derived from"


def _graph(indexed: IndexedRecord) -> Graph:
    graph: dict[str, Sequence[str]] = {}
    for claim in indexed.record.claims:
        graph[f"claim:{claim.id}"] = list(dict.fromkeys(_rests_on(claim)))
        for node in claim.sanad.nodes:
            graph[f"node:{node.id}"] = list(node.inputs)
    for name, calculation in indexed.calculations.items():
        graph[f"calc:{name}"] = [f"claim:{given.claim}" for given in calculation.inputs]
    for name, item in indexed.evidence.items():
        if item.upstream_origin and item.upstream_origin.startswith(("claim:", "calc:")):
            graph[f"evidence:{name}"] = [item.upstream_origin]
    return graph


def _rests_on(claim: Claim) -> Iterator[str]:
    yield from (f"claim:{other}" for other in claim.derived_from)
    if claim.source_calc is not None:
        yield f"calc:{claim.source_calc}"
    yield from (f"evidence:{name}" for name in claim.sanad.evidence)
    own = {f"node:{node.id}" for node in claim.sanad.nodes}
    for node in claim.sanad.nodes:
        yield from (reference for reference in _derives_from(claim, node) if reference not in own)


def _derives_from(claim: Claim, node: TransmissionNode) -> Iterator[str]:
    """What the step takes in to make the claim of it, rather than to look at the claim or to hold it against others."""
    if node.kind in _LOOKING_AT or (node.kind is NodeKind.RECONCILE and claim.claim_type is not ClaimType.DERIVED):
        return
    for reference in node.inputs:
        if reference != f"claim:{claim.id}" or node.kind in _DERIVING:
            yield reference


def _circles(graph: Graph) -> Iterator[Sequence[str]]:
    """The strongly connected parts that have a circle, each in the order of its names."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    is_waiting: set[str] = set()
    for start in graph:
        if start in order:
            continue
        path = [(start, iter(graph[start]))]
        order[start] = lowest[start] = len(order)
        waiting.append(start)
        is_waiting.add(start)
        while path:
            name, following = path[-1]
            after = next((other for other in following if other in graph), None)
            if after is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[name])
                if lowest[name] == order[name]:
                    part = _taken(waiting, is_waiting, name)
                    if len(part) > 1 or name in graph[name]:
                        yield sorted(part)
            elif after not in order:
                order[after] = lowest[after] = len(order)
                waiting.append(after)
                is_waiting.add(after)
                path.append((after, iter(graph[after])))
            elif after in is_waiting:
                lowest[name] = min(lowest[name], order[after])


def _taken(waiting: list[str], is_waiting: set[str], until: str) -> Sequence[str]:
    part: list[str] = []
    while not part or part[-1] != until:
        part.append(waiting.pop())
        is_waiting.discard(part[-1])
    return part
