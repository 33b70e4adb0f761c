"""CHAIN_GRAFTING: a claim lives on evidence or steps that belong to another claim's chain.

The same evidence under two claims is in order where each chain brings it in by a step of its own, and so is building on
another claim that is named: in ``derived_from``, or as ``claim:<id>`` by a step that calculates, infers or reconciles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.defects import DefectType
from casewright.domain.evidence import NodeKind
from casewright.evidence.indexed_record import mark, quote_line
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import TransmissionNode
    from casewright.domain.ids import ClaimId
    from casewright.evidence.indexed_record import IndexedRecord

_BRINGING_IN = (NodeKind.INGEST, NodeKind.EXTRACT, NodeKind.NORMALIZE, NodeKind.HUMAN_VERIFY)
_BUILDING_ON = (NodeKind.CALCULATE, NodeKind.INFER, NodeKind.RECONCILE)
_ANCESTORS = 1_000
"""How many claims behind a claim are looked at; one with more is not accused."""
_MADE_OF_ONE = (NodeKind.EXTRACT, NodeKind.NORMALIZE)


class _Graft(NamedTuple):
    reference: str
    owner: ClaimId
    sentence: str


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims with something of another's chain in theirs, one finding each for all of it."""
    entered = _entered(indexed)
    for claim in indexed.record.claims:
        grafts = list(_grafts(indexed, entered, claim))
        if not grafts:
            continue
        first = grafts[0]
        more = len({graft.reference for graft in grafts}) - 1
        yield Finding(
            claim.id,
            DefectType.CHAIN_GRAFTING,
            f"The chain of the claim {quote_line(claim.text)} {first.sentence}, which belongs to the chain of the "
            f"claim {quote_line(indexed.claims[first.owner].text)}"
            f"{f', and {more} more of such parts' if more else ''}.",
            tuple(dict.fromkeys((*_evidence(grafts, claim), *(f"claim:{graft.owner}" for graft in grafts)))),
            f"{DefectType.CHAIN_GRAFTING}:{claim.id}:{mark({graft.reference for graft in grafts})}",
        )


def _entered(indexed: IndexedRecord) -> Mapping[str, tuple[ClaimId, ...]]:
    """By each item of evidence the claims whose chains bring it in themselves, in the order of their ids."""
    found: dict[str, list[ClaimId]] = {}
    unnamed: list[Claim] = []
    for claim in indexed.record.claims:
        named = list(_brought_in(indexed, claim))
        for name in named:
            found.setdefault(name, []).append(claim.id)
        if not named:
            unnamed.append(claim)
    for claim in unnamed:
        # A chain that names no evidence brings in what stands in the documents that it names.
        documents = _documents(*claim.sanad.nodes)
        for name in claim.sanad.evidence:
            item = indexed.evidence.get(name)
            if item is not None and item.span is not None and item.span.document in documents:
                found.setdefault(name, []).append(claim.id)
    return {name: tuple(sorted(set(claims))) for name, claims in found.items()}


def _grafts(indexed: IndexedRecord, entered: Mapping[str, tuple[ClaimId, ...]], claim: Claim) -> Iterator[_Graft]:
    own = {str(node.id) for node in claim.sanad.nodes}
    cited = _cited(claim)
    for node in claim.sanad.nodes:
        for reference in node.inputs:
            name = reference.removeprefix("node:")
            if name == reference or name in own:
                continue
            owners = indexed.owners.get(name, ())
            if owners and not _builds_on(indexed, cited, owners):
                yield _Graft(reference, owners[0], f"builds on the step {name}")
        owner = _whose_step(indexed, claim, str(node.id), node.kind, node.outputs)
        if owner is not None and not _builds_on(indexed, cited, (owner,)):
            yield _Graft(f"node:{node.id}", owner, f"has the step {node.id}")
    for name in _attached(claim):
        owners = entered.get(name, ())
        if owners and claim.id not in owners and not _builds_on(indexed, cited, owners):
            item = indexed.evidence.get(name)
            shown = indexed.item_name(item) if item else name
            yield _Graft(f"evidence:{name}", owners[0], f"uses evidence from {shown}")


def _whose_step(
    indexed: IndexedRecord, claim: Claim, node: str, kind: NodeKind, outputs: tuple[str, ...]
) -> ClaimId | None:
    """The other claim whose the step is: the one it put out or, where it names none, any that has it in its chain too.

    A chain is one claim's; two that have an extraction in common cannot both have made it, and which of them borrowed
    it does not show, so both are told.
    """
    if kind not in _MADE_OF_ONE:
        return None
    made = [reference.removeprefix("claim:") for reference in outputs if reference.startswith("claim:")]
    if claim.id in made:
        return None
    owners = indexed.owners.get(node, ())
    return next((owner for owner in owners if owner != claim.id and (not made or owner in made)), None)


def _cited(claim: Claim) -> set[str]:
    """The other claims that this one says it builds on."""
    named = {str(other) for other in claim.derived_from}
    for node in claim.sanad.nodes:
        if node.kind in _BUILDING_ON:
            named |= {reference.removeprefix("claim:") for reference in node.inputs if reference.startswith("claim:")}
    return named - {str(claim.id)}


def _builds_on(indexed: IndexedRecord, cited: set[str], owners: Iterable[str]) -> bool:
    """Whether one of ``owners`` is among the claims cited or among what these build on themselves."""
    seen, waiting = set(cited), list(cited)
    wanted = set(owners)
    while waiting and not wanted & seen and len(seen) < _ANCESTORS:
        other = indexed.claims.get(waiting.pop())
        new = _cited(other) - seen if other else set()
        seen |= new
        waiting += new
    return bool(wanted & seen) or len(seen) >= _ANCESTORS


def _attached(claim: Claim) -> Iterator[str]:
    """The evidence that the claim lives on, by its list and by its steps, each item once."""
    names = dict.fromkeys(str(name) for name in claim.sanad.evidence)
    for node in claim.sanad.nodes:
        for reference in node.inputs:
            if reference.startswith("evidence:"):
                names[reference.removeprefix("evidence:")] = None
    return iter(names)


def _brought_in(indexed: IndexedRecord, claim: Claim) -> Iterator[str]:
    """The evidence that the chain's own steps bring in, from the documents that they say they take it from."""
    steps = {f"node:{node.id}": node for node in claim.sanad.nodes}
    for node in claim.sanad.nodes:
        if node.kind not in _BRINGING_IN:
            continue
        before = [steps[reference] for reference in node.inputs if reference in steps]
        documents = _documents(node, *before)
        for reference in (*node.inputs, *node.outputs):
            name = reference.removeprefix("evidence:")
            item = indexed.evidence.get(name)
            elsewhere = item is not None and item.span is not None and item.span.document not in documents
            if name != reference and not (documents and elsewhere):
                yield name


def _documents(*nodes: TransmissionNode) -> set[str]:
    """The documents that the steps name, of those that bring something in."""
    return {
        reference.removeprefix("document:")
        for node in nodes
        if node.kind in _BRINGING_IN
        for reference in (*node.inputs, *node.outputs)
        if reference.startswith("document:")
    }


def _evidence(grafts: list[_Graft], claim: Claim) -> Iterator[str]:
    found = [graft.reference for graft in grafts if graft.reference.startswith("evidence:")]
    if not found and claim.sanad.evidence:
        found.append(f"evidence:{claim.sanad.evidence[0]}")
    return iter(found)
