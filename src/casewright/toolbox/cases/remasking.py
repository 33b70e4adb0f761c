"""Names that are declared later are masked in what is stored of a case by then (spec/casework.md, "Firewall")."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from casewright.casework.declared_strangers import rename_strangers
from casewright.casework.masked_layout import put_in
from casewright.casework.masked_reading import mask_reading, rewritten
from casewright.casework.read_back import carried_over
from casewright.domain.approvals import ApprovalState
from casewright.toolbox.cases.case_firewall import escape_placeholders, everywhere
from casewright.toolbox.cases.case_view import MaskedView
from casewright.toolbox.cases.remasked_facts import moved, reworded
from casewright.tools.approval_scope import is_about

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from contextlib import AbstractContextManager

    from casewright.casework.firewall import Masked
    from casewright.domain.documents import Document, Reading
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.queries import SavedQuery
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.cases import CaseLocks, CaseSessions
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.facts import FactStore
    from casewright.tools.ports.queries import QueryStore
    from casewright.tools.ports.support import PlanApprovals, TicketStore

_UNDECIDED = (ApprovalState.PENDING, ApprovalState.GRANTED)
_REWORDED = "a name in it was masked: ask for the call anew"


@dataclass(frozen=True, slots=True)
class Remasking:
    """Masks again what is stored. ``prepare`` makes a rewritten document ready for queries and search;
    ``scrub`` removes what storage still holds of what was overwritten. What agents remember of the case in their
    ``sessions`` is forgotten where a name stands in it: the case file has what they need.
    """

    stores: CaseStores
    documents: DocumentStore
    firewall: CaseFirewall
    tickets: TicketStore
    approvals: PlanApprovals
    requests: ApprovalStore
    queries: QueryStore
    facts: FactStore
    sessions: CaseSessions
    locks: CaseLocks
    prepare: Callable[[Document, Reading], None]
    scrub: Callable[[], None]

    def undisturbed(self, tenant: TenantId, cases: Iterable[MatterId]) -> AbstractContextManager[object]:
        """Within it no agent works on these cases. Raises ``Refused`` where one does: what it is at holds the names."""
        held = ExitStack()
        try:
            for case in sorted(cases):
                held.enter_context(self.locks.held(tenant, case))
        except BaseException:
            held.close()
            raise
        return held

    def __call__(self, tenant: TenantId, case: MatterId, declared: Mapping[int, str]) -> MaskedView:
        """Mask what is stored of the case; what was replaced.

        ``declared`` are the strangers who are a party now, by number.
        """
        masked = _Counting(self.firewall.masking(tenant, case), rename_strangers(declared))
        anew = []
        with self.stores.transaction.together():
            self._matter(tenant, case, masked)
            self._details(tenant, case, masked)
            self._support(tenant, case, masked)
            self._requests(tenant, case, masked)
            self._queries(tenant, case, masked)
            for document in self.documents.of_matter(tenant, case, replaced=True):
                old = self.documents.reading(tenant, case, document.id)
                anew += self._document(document, old, masked)
                self._said(document, old, masked)
        for document, reading in anew:
            if reading is not None:
                self.prepare(document, reading)
        self._sessions(tenant, case, masked)
        if masked.changes:
            self.scrub()
        return MaskedView.over(masked.counts, masked.undeclared)

    def _matter(self, tenant: TenantId, case: MatterId, masked: _Counting) -> None:
        matter = self.stores.matters.get(tenant, case)
        if matter is None:
            return
        title, description = masked(matter.title), masked(matter.description)
        if (title, description) != (matter.title, matter.description):
            self.stores.matters.describe(tenant, case, title=title, description=description)

    def _details(self, tenant: TenantId, case: MatterId, masked: _Counting) -> None:
        stored = self.stores.cases.get(tenant, case)
        if stored is None:
            return
        before = masked.changes

        def all_masked(details: Mapping[str, Any]) -> Mapping[str, Any]:
            return carried_over(details, _everywhere(details, masked))

        clean = all_masked(stored.details)
        if masked.changes > before:  # what was counted is not counted again, unless somebody changed it just now
            self.stores.change(stored, lambda newest: clean if newest == stored.details else all_masked(newest))

    def _support(self, tenant: TenantId, case: MatterId, masked: _Counting) -> None:
        for ticket in self.tickets.of_case(tenant, case):
            snapshot = None if ticket.snapshot is None else _everywhere(ticket.snapshot, masked)
            clean = replace(ticket, description=masked(ticket.description), note=masked(ticket.note), snapshot=snapshot)
            if clean != ticket:
                self.tickets.change(clean)
        for approval in self.approvals.of_case(tenant, case):
            name = masked(approval.draft_name)
            if name != approval.draft_name:
                self.approvals.rename(tenant, case, approval.number, name)

    def _requests(self, tenant: TenantId, case: MatterId, masked: _Counting) -> None:
        """What approvers were told. The token binds it, so that a request that still waits has to be made anew."""
        for request in self.requests.all(tenant):
            if not is_about(request, case):
                continue
            why, preview = masked(request.why), masked(request.preview)
            if (why, preview) == (request.why, request.preview):
                continue
            self.requests.reword(tenant, request.id, why=why, preview=preview)
            if request.state in _UNDECIDED:
                self.requests.advance(request.state, replace(request, state=ApprovalState.EXPIRED, reason=_REWORDED))

    def _queries(self, tenant: TenantId, case: MatterId, masked: _Counting) -> None:
        for query in self.queries.of_matter(tenant, case):
            name, description = masked(query.name), masked(query.description)
            text = escape_placeholders(masked(query.query))
            clean = replace(query, name=name, description=description, query=text)
            if clean != query:
                self._rename(query, clean)

    def _rename(self, query: SavedQuery, clean: SavedQuery) -> None:
        """Store the query; under the next name that is free, where its owner has another one of this name."""
        taken = {one.name for one in self.queries.of_owner(query.tenant, query.owner)} - {query.name}
        numbered = (f"{clean.name} ({number})" for number in count(2))
        free = next(name for name in chain([clean.name], numbered) if name not in taken)
        self.queries.rewrite(query, replace(clean, name=free))

    def _sessions(self, tenant: TenantId, case: MatterId, masked: _Counting) -> None:
        stored = self.stores.cases.get(tenant, case)
        if stored is not None:
            self.sessions.forget_where(stored, masked.would_change)

    def _document(
        self, document: Document, reading: Reading | None, masked: _Counting
    ) -> list[tuple[Document, Reading | None]]:
        """The document as it is stored anew; nothing where it holds nothing to mask."""
        before = masked.changes
        clean = None if reading is None else masked.reading(reading)
        described = replace(
            document,
            filename=masked(document.filename),
            error=None if document.error is None else masked(document.error),
            characters=0 if clean is None else len(clean.text),
            chunk_count=0 if clean is None else len(clean.chunks),
        )
        if masked.changes == before:
            return []
        self.documents.rewrite(described, clean)
        return [(described, clean)]

    def _said(self, document: Document, old: Reading | None, masked: _Counting) -> None:
        """What people said to the document's facts, of its text as it was and as it is now."""
        said = self.facts.corrections(document.tenant, [document.id]).get(document.id, ())
        if not said or old is None:
            return
        new = self.documents.text(document.tenant, document.id)
        clean = [reworded(moved(one, old.text, new, masked.quietly), masked) for one in said]
        self.facts.reword([now for one, now in zip(said, clean, strict=True) if now != one])


class _Counting:
    """Masks, renames strangers, and keeps count of what was replaced."""

    def __init__(self, mask: Callable[[str], Masked], rename: Callable[[str], str]) -> None:
        self._mask = mask
        self._rename = rename
        self.changes = 0
        self.counts: Counter[str] = Counter()
        self.undeclared: list[str] = []

    def __call__(self, text: str) -> str:
        """The text as it is to be stored."""
        found = self.masked(text)
        return self.renamed(found.text)

    def masked(self, text: str) -> Masked:
        """The text masked, strangers under their numbers."""
        found = self._mask(text)
        self.counts.update(found.replaced)
        self.undeclared += found.undeclared
        self.changes += found.text != text
        return found

    def reading(self, reading: Reading) -> Reading:
        """The reading as it is to be stored. What is put into its changes and comments is counted once, too."""
        clean, _ = mask_reading(reading, self.masked, self._mask)
        if reading.layout is not None and clean.layout is not None:
            counts, undeclared = put_in(reading.layout, clean.layout)
            self.counts.update(counts)
            self.undeclared += undeclared
        clean = rewritten(clean, self.renamed)
        self.changes += clean.layout != reading.layout
        return clean

    def quietly(self, text: str) -> str:
        """The text as it is stored; it is not counted."""
        return self._rename(self._mask(text).text)

    def would_change(self, text: str) -> bool:
        """Whether the text is stored otherwise; it is not counted."""
        found = self._mask(text)
        return found.text != text or self._rename(text) != text

    def renamed(self, text: str) -> str:
        """The text with the placeholders of those who are no strangers any more."""
        new = self._rename(text)
        self.changes += new != text
        return new


def _everywhere(value: Mapping[str, Any], masked: Callable[[str], str]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = everywhere(dict(value), masked)
    return found
