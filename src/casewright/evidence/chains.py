"""The shape of a claim's chain: one root, no cycle, no orphan, and references that can be read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.domain.evidence import Sanad, TransmissionNode
    from casewright.domain.ids import NodeId

KINDS = ("document", "evidence", "node", "claim", "calc")
"""What a reference ``<kind>:<id>`` can name."""


def split_reference(reference: str) -> tuple[str, str] | None:
    """Kind and id of ``<kind>:<id>``; None where it is no reference."""
    kind, _, name = reference.partition(":")
    return (kind, name) if name and kind in KINDS else None


def problems(sanad: Sanad) -> list[str]:
    """What is wrong with the chain's shape, one sentence each; none for a chain that is well made.

    A step comes after the steps that it names (``node:<id>``) and after earlier ones that put out what it takes in. One
    that waits for a step that is not there is no second root: ``missing_steps`` tells those, and a chain that has them
    may be kept, to be found broken.
    """
    if not sanad.nodes:
        return ["The chain has no step; it begins with the step that brought its document in."]
    found = list(_unusable_parts(sanad))
    loop = cycle(sanad)
    if loop:
        found.append(f"The steps {' → '.join((*loop, loop[0]))} go round in a circle; a chain has no way back.")
    before = _steps_before(sanad)
    leading = {name for names in before.values() for name in names}
    waiting = missing_steps(sanad)
    first = [node.id for node in sanad.nodes if not before[node.id] and node.id not in waiting]
    orphans = [name for name in first if name not in leading] if len(sanad.nodes) > 1 else []
    found += [f"The step {name} leads nowhere and nothing leads to it." for name in orphans]
    roots = [name for name in first if name not in orphans]
    if len(roots) > 1:
        found.append(f"The steps {', '.join(roots)} all come first; a chain has one root.")
    return found


def missing_steps(sanad: Sanad) -> Mapping[NodeId, tuple[str, ...]]:
    """The steps that wait for steps which the chain lacks, each with their names."""
    there = {str(node.id) for node in sanad.nodes}
    missing = {node.id: tuple(name for name in _named_steps(node.inputs) if name not in there) for node in sanad.nodes}
    return {node: names for node, names in missing.items() if names}


def cycle(sanad: Sanad) -> tuple[NodeId, ...]:
    """Steps of which each comes after the next and the last after the first; none in a chain without a circle."""
    by_name = {str(node.id): node for node in sanad.nodes}
    done: set[str] = set()
    for start in by_name:
        path: dict[str, None] = {}
        open_steps = [iter((start,))]
        while open_steps:
            name = next(open_steps[-1], None)
            if name is None:
                open_steps.pop()
                if path:
                    done.add(path.popitem()[0])
            elif name in path:
                steps = list(path)
                return tuple(by_name[step].id for step in steps[steps.index(name) :])
            elif name in by_name and name not in done:
                path[name] = None
                open_steps.append(_named_steps(by_name[name].inputs))
    return ()


def _steps_before(sanad: Sanad) -> Mapping[NodeId, set[NodeId]]:
    """The steps that lead to each step."""
    by_name = {str(node.id): node.id for node in sanad.nodes}
    before: dict[NodeId, set[NodeId]] = {node.id: set() for node in sanad.nodes}
    put_out: dict[str, set[NodeId]] = {}
    for node in sanad.nodes:
        for reference in node.inputs:
            before[node.id] |= put_out.get(reference, set())
        before[node.id] |= {by_name[name] for name in _named_steps(node.inputs) if name in by_name}
        for name in _named_steps(node.outputs):
            if name in by_name:
                before[by_name[name]].add(node.id)
        for reference in node.outputs:
            put_out.setdefault(reference, set()).add(node.id)
    return before


def _named_steps(references: tuple[str, ...]) -> Iterator[str]:
    return (reference[len("node:") :] for reference in references if reference.startswith("node:"))


def _unusable_parts(sanad: Sanad) -> Iterator[str]:
    for name, times in Counter(node.id for node in sanad.nodes).items():
        if times > 1:
            yield f"The step {name} stands in the chain {times} times; each step has an id of its own."
    for node in sanad.nodes:
        if not 0 <= node.confidence <= 1:  # NaN is neither
            yield f"The step {node.id} has the confidence {node.confidence!r}; it is a number from 0 to 1."
        yield from (
            f"The step {node.id} names {reference!r}; a reference is one of {', '.join(KINDS)}, a colon and an id."
            for reference in _references(node)
            if split_reference(reference) is None
        )


def _references(node: TransmissionNode) -> Iterator[str]:
    yield from node.inputs
    yield from node.outputs
