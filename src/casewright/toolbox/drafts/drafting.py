"""From Markdown with placeholders to a PDF with a case's own parties in it, every check before the vault is opened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from casewright.casework.draft_blocks import plain, texts, with_texts
from casewright.casework.draft_kinds import check_draft, kind_of
from casewright.casework.draft_markdown import read_markdown
from casewright.casework.placeholders import (
    Known,
    Placeholder,
    check_placeholders,
    check_values,
    fill_in,
    find_placeholders,
)
from casewright.casework.printable import printable, printable_value
from casewright.domain.parties import FIELDS
from casewright.errors import InvalidInput
from casewright.toolbox.cases.case_stores import party_place, person_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.draft_blocks import Block
    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, PartyId
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.drafts import DraftPrinter, InventedSources
    from casewright.tools.ports.parties import VaultReader

_NAME = re.compile(r"[^\W_](?:[\w -]{0,98}[^\W_])?")
_VALUE = "value"
"""The one field of what the firewall sealed."""


@dataclass(frozen=True, slots=True)
class MadeDraft:
    """A PDF that is not kept yet. ``listed``: the case file has this revision already."""

    id: str
    name: str
    revision: int
    place: str
    pdf: bytes
    kind: str | None
    notices: tuple[str, ...]
    invented: bool
    made_at: datetime
    earlier: tuple[str, ...]
    listed: bool

    def entries(self, path: str) -> list[dict[str, Any]]:
        """What ``draft_status`` is to be given: this revision, and that earlier ones are revised."""
        new = {
            "draft_firestore_id": self.id,
            "draft_name": self.name,
            "revision": self.revision,
            "pdf_gcs_path": path,
            "generated_at": self.made_at.isoformat(),
            "status": "generated",
            "user_feedback": [],
        }
        return [*({"draft_firestore_id": one, "status": "revised"} for one in self.earlier), new]


@dataclass(frozen=True, slots=True)
class Rendering:
    """Renders drafts of cases; one of the two that hold a ``VaultReader`` (spec/casework.md, "Vault")."""

    stores: CaseStores
    vault: VaultReader
    printer: DraftPrinter
    inventions: InventedSources

    def render(self, case: Case, name: str, revision: int, markdown: str) -> MadeDraft:
        """The draft as a PDF, of the day on which the revision was first made.

        Raises ``UnresolvedPlaceholder``, ``InvalidInput`` naming what is wrong, which quotes no detail of a party, or
        what the printer, the vault and the corpus raise.
        """
        name = draft_name(name)
        blocks = with_texts(read_markdown(markdown), printable)
        wanted = find_placeholders(texts(blocks))
        parts = {part.alias: part.party for part in self.stores.parties.of_case(case.tenant, case.id)}
        check_placeholders(wanted, self._known(case, parts))
        now = self.stores.clock.now()
        kind, notices = _checked(name, blocks, now.date())
        invented = self._invented(case, plain(blocks))
        values = self._values(case, wanted, parts)
        own = [entry for entry in case.details.get("draft_status", []) if entry.get("draft_name") == name]
        before = next((entry for entry in own if entry.get("revision") == revision), None)
        made_at = now if before is None else _moment(before.get("generated_at"), now)
        pdf = self.printer.printed(
            with_texts(blocks, lambda text: fill_in(text, values)),
            title=name.replace("_", " "),
            day=made_at.date(),
            invented=invented,
        )
        return MadeDraft(
            id=draft_id(case.id, name, revision),
            name=name,
            revision=revision,
            place=f"cases/{case.id}/drafts/{name}_v{revision}",
            pdf=pdf,
            kind=kind,
            notices=notices,
            invented=invented,
            made_at=made_at,
            earlier=tuple(entry["draft_firestore_id"] for entry in own if entry.get("revision", 0) < revision),
            listed=before is not None,
        )

    def _known(self, case: Case, parts: Mapping[str, PartyId]) -> dict[str, Known]:
        found = {alias: self.stores.parties.get(case.tenant, party) for alias, party in parts.items()}
        return {
            alias: Known(FIELDS[party.kind], frozenset(party.has))
            for alias, party in found.items()
            if party is not None
        }

    def _values(
        self, case: Case, wanted: Sequence[Placeholder], parts: Mapping[str, PartyId]
    ) -> Mapping[Placeholder, str]:
        """What is printed for each placeholder: the one place where the vault is opened for a draft."""
        places = {
            one: (party_place(parts[one.alias]), one.field)
            if one.of_party
            else (person_place(case.id, str(one)), _VALUE)
            for one in wanted
        }
        opened = self.vault.open(case.tenant, sorted({place for place, _ in places.values()})) if places else {}
        values: dict[Placeholder, str] = {}
        for one, (place, field) in places.items():
            value = opened.get(place, {}).get(field)
            if value is not None:
                values[one] = _printable_value(one, value)
        check_values(wanted, values)
        return values

    def _invented(self, case: Case, text: str) -> bool:
        """Whether the draft rests on a source that was written as an example."""
        research = case.details.get("legal_research", {})
        sources = [
            source
            for listed in (research.get("legislation", []), research.get("jurisprudence", []))
            for source in listed
            if isinstance(source, dict) and source.get("status") != "irrelevant"
        ]
        if any(source.get("synthetic") is True for source in sources):
            return True
        asked = [source["doc_id"] for source in sources if isinstance(source.get("doc_id"), str)]
        return self.inventions.any_in(case.tenant, asked, text)


def draft_id(case: MatterId, name: str, revision: int) -> str:
    """The id of a revision in the case file; ``name`` as it stands in the path."""
    return str(uuid5(UUID(case), f"{name}_v{revision}"))


def draft_name(text: str) -> str:
    """The name as it stands in the path: letters, digits, dashes and underscores, which spaces become.

    Raises ``InvalidInput`` where it is none.
    """
    if _NAME.fullmatch(text) is None:
        raise InvalidInput(
            "draft_name takes letters, digits, spaces, dashes and underscores, and begins and ends with a letter or a"
            " digit, such as Cerere_chemare_judecata"
        )
    return printable(text).replace(" ", "_")


def _checked(name: str, blocks: Sequence[Block], today: date) -> tuple[str | None, tuple[str, ...]]:
    """The kind's name and what to say about its time limit. Raises ``InvalidInput`` listing what is missing."""
    kind = kind_of(name, blocks)
    if kind is None:
        return None, ()
    found = check_draft(kind, blocks)
    if found.missing:
        raise InvalidInput(f"a {kind.name} ({kind.source}) lacks: {'; '.join(found.missing)}. Add it and try again")
    if kind.limit is None or found.served is None:
        return kind.name, ()
    return kind.name, (kind.limit.told(found.served, today),)


def _printable_value(one: Placeholder, value: str) -> str:
    try:
        return printable_value(value)
    except InvalidInput as error:
        raise InvalidInput(f"{one} cannot be printed as it is: {error}") from None


def _moment(text: object, now: datetime) -> datetime:
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return now
