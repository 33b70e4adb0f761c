"""References to what a deal holds, such as ``evidence:<id>``: read, completed and looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.ids import CalcId, ClaimId, DocumentId, EvidenceId, is_uuid
from casewright.errors import InvalidInput
from casewright.toolbox.claims.claim_building import evidence_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.deals.deal_stores import DealStores

KINDS = ("evidence", "claim", "document", "calc", "node")
_HOW = "write evidence:<id>, claim:<id>, document:<id>, calc:<id> or node:<id>; search_evidence gives the ids"


def references(stores: DealStores, tenant: TenantId, deal: MatterId, given: Sequence[str]) -> tuple[str, ...]:
    """The references in full, each once. An id alone is that of evidence, else of a claim, a document, a calculation.

    Raises ``InvalidInput`` naming the first that is none, or that the deal does not hold.
    """
    looked = _Looked(stores, tenant, deal)
    return tuple(dict.fromkeys(_full(looked, text.strip()) for text in given))


def _full(looked: _Looked, text: str) -> str:
    kind, colon, name = text.rpartition(":")
    if colon and kind not in KINDS:
        raise InvalidInput(f"evidence_refs: {text!r} is no reference: {_HOW}")
    if not is_uuid(name) and kind != "node":
        raise InvalidInput(f"evidence_refs: {text!r} names no id: {_HOW}")
    known = name if kind == "node" else name.lower()
    for one in [kind] if colon else KINDS[:-1]:
        if looked.holds(one, known):
            return f"{one}:{known}"
    raise InvalidInput(f"evidence_refs: this deal holds no {text!r}: search_evidence gives the ids of what it holds")


class _Looked:
    """A deal that is asked for one reference after another; what is asked again is not read again."""

    def __init__(self, stores: DealStores, tenant: TenantId, deal: MatterId) -> None:
        self._stores, self._tenant, self._deal = stores, tenant, deal
        self._chunks: frozenset[str] | None = None
        self._nodes: frozenset[str] | None = None

    def holds(self, kind: str, name: str) -> bool:
        """Whether the deal holds it."""
        stores, tenant, deal = self._stores, self._tenant, self._deal
        match kind:
            case "evidence":
                return bool(stores.claims.evidence(tenant, deal, [EvidenceId(name)])) or name in self._chunk_ids()
            case "claim":
                claim = stores.claims.get(tenant, ClaimId(name))
                return claim is not None and claim.deal == deal
            case "document":
                return stores.documents.get(tenant, deal, DocumentId(name)) is not None
            case "calc":
                calc = stores.calculations.get(tenant, CalcId(name))
                return calc is not None and calc.deal == deal
            case _:
                return name in self._node_ids()

    def _chunk_ids(self) -> frozenset[str]:
        """The ids that chunks of the deal's documents have as evidence."""
        if self._chunks is None:
            documents = [one.id for one in self._stores.documents.of_matter(self._tenant, self._deal, replaced=True)]
            self._chunks = frozenset(
                evidence_id(columns.document, start, end)
                for columns in self._stores.documents.chunks(self._tenant, documents)
                for start, end in zip(columns.start.tolist(), columns.end.tolist(), strict=True)
            )
        return self._chunks

    def _node_ids(self) -> frozenset[str]:
        if self._nodes is None:
            claims = self._stores.claims.of_deal(self._tenant, self._deal)
            self._nodes = frozenset(node.id for claim in claims for node in claim.sanad.nodes)
        return self._nodes
