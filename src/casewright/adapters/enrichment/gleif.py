"""GLEIF's public register of legal entities (api.gleif.org): who a company is, by its legal name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

from casewright.adapters.enrichment.answer_cache import Expiring
from casewright.adapters.enrichment.names import folded_name, known_points
from casewright.domain.enrichment import Enrichment, EntityType
from casewright.domain.evidence import Grade
from casewright.domain.values import Date, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from casewright.adapters.enrichment.public_service import PublicService
    from casewright.domain.enrichment import EnrichmentQuery
    from casewright.domain.values import Value

BASE_URL = "https://api.gleif.org/api/v1"
ACCEPT = "application/vnd.api+json"
INTERVAL = 1.0
"""Seconds between two requests: the service allows 60 a minute."""
_PAGE = 50
_LASTING = timedelta(hours=24)
_REMEMBERED = 1_000

_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "lei": ("legal_entity_identifier",),
    "legal_name": ("registered_name", "name"),
    "jurisdiction": ("legal_jurisdiction", "country_of_incorporation"),
    "registration_number": ("registered_as", "company_number"),
    "entity_status": ("status",),
    "creation_date": ("incorporation_date", "date_of_incorporation", "founded"),
    "legal_address": ("registered_address", "registered_office"),
    "headquarters": ("headquarters_address",),
    "lei_status": ("registration_status",),
    "next_renewal_date": (),
}
_TEXTS: Mapping[str, tuple[str, ...]] = {
    "lei": ("lei",),
    "legal_name": ("entity", "legalName", "name"),
    "jurisdiction": ("entity", "jurisdiction"),
    "registration_number": ("entity", "registeredAs"),
    "entity_status": ("entity", "status"),
    "lei_status": ("registration", "status"),
}
_DAYS: Mapping[str, tuple[str, ...]] = {
    "creation_date": ("entity", "creationDate"),
    "next_renewal_date": ("registration", "nextRenewalDate"),
}
_ADDRESSES: Mapping[str, tuple[str, ...]] = {
    "legal_address": ("entity", "legalAddress"),
    "headquarters": ("entity", "headquartersAddress"),
}


class GleifRegister:
    """Fits ``tools.ports.evidence.EnrichmentConnector``: companies, grade C."""

    name = "gleif"
    entity_types = (EntityType.COMPANY,)

    def __init__(self, service: PublicService, *, now: Callable[[], datetime]) -> None:
        self._service = service
        self._records: Expiring[str, Mapping[str, object] | None] = Expiring(
            lasting=_LASTING, most=_REMEMBERED, now=now
        )

    def ask(self, query: EnrichmentQuery) -> Sequence[Enrichment]:
        """What the register says about the one entity of this legal name."""
        points = known_points(query.data_points, _SPELLINGS)
        wanted = folded_name(query.entity_name)
        if not points or not wanted:
            return []
        record, at = self._records.get(wanted, lambda: self._record(query.entity_name, wanted))
        if record is None:
            return []
        lei, updated = _text(record, ("lei",)), _day(record, ("registration", "lastUpdateDate"))
        source = f"GLEIF, LEI {lei}" + (f", record of {updated.isoformat()}" if updated else "")
        values = {point: _value(record, name) for point, name in points.items()}
        return [Enrichment(point, value, source, Grade.C, at) for point, value in values.items() if value is not None]

    def _record(self, entity_name: str, wanted: str) -> Mapping[str, object] | None:
        """The attributes of the one record of this name; None where there is none, or where several fit."""
        found = self._service.get("lei-records", {"filter[entity.legalName]": entity_name, "page[size]": _PAGE})
        items = found.get("data") if isinstance(found, Mapping) else None
        items = items if isinstance(items, list) else []
        records = [one.get("attributes") for one in items if isinstance(one, Mapping)]
        named = [
            one
            for one in records
            if isinstance(one, Mapping) and folded_name(_text(one, _TEXTS["legal_name"]) or "") == wanted
        ]
        active = [one for one in named if _text(one, _TEXTS["entity_status"]) == "ACTIVE"]
        chosen = active or named
        return chosen[0] if len(chosen) == 1 else None


def _value(record: Mapping[str, object], name: str) -> Value | None:
    if name in _DAYS:
        day = _day(record, _DAYS[name])
        return None if day is None else Date(day)
    text = _address(record, _ADDRESSES[name]) if name in _ADDRESSES else _text(record, _TEXTS[name])
    return None if text is None else Text(text)


def _at(record: Mapping[str, object], path: Sequence[str]) -> object:
    found: object = record
    for step in path:
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _text(record: Mapping[str, object], path: Sequence[str]) -> str | None:
    found = _at(record, path)
    return found.strip() or None if isinstance(found, str) else None


def _day(record: Mapping[str, object], path: Sequence[str]) -> date | None:
    text = _text(record, path)
    try:
        return None if text is None else date.fromisoformat(text[:10])
    except ValueError:
        return None


def _address(record: Mapping[str, object], path: Sequence[str]) -> str | None:
    found = _at(record, path)
    if not isinstance(found, Mapping):
        return None
    lines = found.get("addressLines")
    parts = [*(lines if isinstance(lines, list) else []), found.get("postalCode"), found.get("city")]
    parts.append(found.get("country"))
    return ", ".join(part.strip() for part in parts if isinstance(part, str) and part.strip()) or None
