"""The clauses of a deal's contracts, read as facts are and by their wording, with whose good each is for."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casewright.domain.documents import DocumentStatus
from casewright.domain.facts import PartyValue
from casewright.domain.kept_facts import text_digest
from casewright.evidence.clauses.coverage import looked_for
from casewright.evidence.clauses.finding import by_words, clauses_of, signatures_of
from casewright.evidence.clauses.kinds import clause_kinds
from casewright.evidence.clauses.sides import Sides, sides_of
from casewright.evidence.facts.amended import later_than, speaks_of
from casewright.evidence.facts.corrections import corrected
from casewright.toolbox.facts.current_facts import CurrentFacts
from casewright.tools.cancellation import stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.kept_facts import PlacedFact
    from casewright.evidence.clauses.clause import Clause
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.toolbox.deals.room_reading import RoomReading
    from casewright.toolbox.facts.current_facts import DocumentNow
    from casewright.toolbox.facts.reading import FactReading
    from casewright.tools.ports.amendments import AmendmentStore

_SURE_PARTY = 0.7


@dataclass(slots=True)
class ContractRead:
    """What one contract was read for. ``why_not`` says why its facts were not read; ``entered`` are the new claims."""

    filename: str
    clauses: tuple[Clause, ...] = ()
    sides: Sides = field(default_factory=Sides)
    looked_for: tuple[str, ...] = ()
    why_not: str | None = None
    entered: int = 0

    @property
    def found(self) -> tuple[str, ...]:
        """The kinds that it has, in their order."""
        there = {one.kind for one in self.clauses}
        return tuple(name for name in clause_kinds() if name in there)

    @property
    def not_found(self) -> tuple[str, ...]:
        """The kinds that were looked for and not found."""
        there = set(self.found)
        return tuple(name for name in self.looked_for if name not in there)


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """Reads the contracts of deals for their clauses, over what reads and keeps facts."""

    reading: FactReading
    amendments: AmendmentStore
    seconds: Callable[[], float] = time.monotonic

    def read(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[Document], room: RoomReading, company: str
    ) -> dict[DocumentId, ContractRead]:
        """Those of these documents that are contracts, read: what was read before is taken as it is kept.

        ``company`` is what the deal is about, as well as that is known.
        """
        shown = {one.id: one for one in room.contracts}
        contracts = [one for one in documents if one.id in shown and one.status is DocumentStatus.READY]
        if not contracts:
            return {}
        held = [one for one in self.amendments.of_matter(tenant, deal) if one.holds]
        current = CurrentFacts(self.reading, tenant, deal, self.seconds)
        current.look_at(contracts, held)
        blank = {
            at.document: (at.start, at.end) for one in room.seen if one.check == "unsigned" for at in one.blamed[:1]
        }
        found = {}
        for document in contracts:
            stop_if_cancelled()
            found[document.id] = self._contract(current, document, shown[document.id], company, held, blank)
        return found

    def _contract(
        self,
        current: CurrentFacts,
        document: Document,
        shown: RoomDocument,
        company: str,
        held: Sequence[Amendment],
        blank: Mapping[DocumentId, tuple[int, int]],
    ) -> ContractRead:
        now = current.known[document.id]
        stored = self.reading.documents.reading(document.tenant, document.matter, document.id)
        if stored is None:
            return ContractRead(document.filename, why_not=now.why_not or "its text is gone")
        text = self.reading.text_of(document, stored)
        said = self.reading.facts.corrections(document.tenant, [document.id]).get(document.id, ())
        read = () if now.read is None else now.read.facts
        digest = text_digest(stored.text)
        facts = corrected([*read, *by_words(text)], [one for one in said if one.text_sha256 == digest]).facts
        in_force = [one for one in facts if not _is_amended(current, document.id, one, held)]
        sides = sides_of(shown.text, company, _parties(now))
        clauses = clauses_of(text, in_force, sides)
        signed = signatures_of(shown.text, blank.get(document.id))
        by_reader = () if now.read is None else now.read.looked_for
        return ContractRead(
            document.filename,
            clauses if signed is None else (*clauses, signed),
            sides,
            looked_for(by_reader),
            now.why_not or None,
        )


def _parties(now: DocumentNow) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (one.value.name, one.value.defined_as)
        for one in now.now.facts
        if isinstance(one.value, PartyValue) and one.confidence >= _SURE_PARTY
    ]


def _is_amended(current: CurrentFacts, document: DocumentId, fact: PlacedFact, held: Sequence[Amendment]) -> bool:
    """Whether a later document, as a person confirmed, has the last word on the field."""
    for later in later_than(document, held):
        known = current.known.get(later.document)
        if known is None or not speaks_of(later, fact.field):
            continue
        if any(one.field == fact.field for one in known.now.facts):
            return True
    return False
