"""The facts of documents for who answers questions: as ``contract_facts`` tells them, amendments taken into account."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.domain.citations import Citation
from casewright.domain.ids import DocumentId
from casewright.toolbox.facts.current_facts import CurrentFacts
from casewright.toolbox.facts.told_facts import told
from casewright.toolbox.facts.value_view import value_view
from casewright.tools.ports.answers import StatedFact, StatedFields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.facts.fact_view import DocumentFacts, FactView
    from casewright.toolbox.facts.reading import FactReading
    from casewright.tools.ports.amendments import AmendmentStore


@dataclass(frozen=True, slots=True)
class FactsAsStated:
    """Fits ``tools.ports.answers.StatedFacts``; ``seconds`` is a clock that only goes forward."""

    reading: FactReading
    amendments: AmendmentStore
    seconds: Callable[[], float] = time.monotonic

    def of(
        self, tenant: TenantId, matter: MatterId, documents: Sequence[Document], fields: Sequence[str]
    ) -> Sequence[StatedFields]:
        """What each document states of these fields, in the order of ``documents``."""
        held = [one for one in self.amendments.of_matter(tenant, matter) if one.holds]
        current = CurrentFacts(self.reading, tenant, matter, self.seconds)
        current.look_at(documents, held)
        answer = told(current, documents, held, fields)
        return [_stated(one, fields) for one in answer.documents]

    def value(self, field: str, text: str, start: int, end: int) -> Mapping[str, Any] | None:
        """What ``text[start:end]`` says of the field, as results carry it; None where the words do not say it."""
        view = value_view(self.reading.value(field, text, start, end))
        return None if view is None else view.model_dump(mode="json")


def _stated(one: DocumentFacts, fields: Sequence[str]) -> StatedFields:
    own: dict[str, tuple[StatedFact, ...]] = {
        field: _facts(fact for fact in one.facts if fact.field == field) for field in fields
    }
    own |= {later.field: _facts(later.facts) for later in one.in_force}
    missing = {*one.reading.fields_not_looked_for}
    return StatedFields(
        document=DocumentId(one.document_id),
        looked_for=frozenset() if one.reading.state == "not read" else frozenset(fields) - missing,
        facts={field: facts for field, facts in own.items() if facts},
        why_not=(one.reading.reason or "") if one.reading.state == "not read" else "",
    )


def _facts(views: Iterable[FactView]) -> tuple[StatedFact, ...]:
    return tuple(StatedFact(one.field, _citation(one), _value(one), one.confidence) for one in views)


def _value(one: FactView) -> dict[str, object] | None:
    return None if one.value is None else one.value.model_dump(mode="json")


def _citation(one: FactView) -> Citation:
    return Citation(
        document_id=DocumentId(one.document_id),
        filename=one.filename,
        start=one.start,
        end=one.end,
        quote=one.quote,
        page=one.page,
        section=one.section,
        skipped=tuple(one.skipped or ()),
        ocr=one.ocr,
    )
