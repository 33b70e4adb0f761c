"""What everything that knows where evidence stands tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.claims import SqlClaims
from casewright.adapters.database.evidence_places import SqlEvidencePlaces
from casewright.adapters.database.evidence_sources import SqlSources
from casewright.domain.claims import ClaimClass
from casewright.domain.evidence import Grade, SourceSpan, SourceType
from casewright.domain.sources import DocumentSource
from tests.databases import EVERYWHERE
from tests.example_claims import ACCOUNTS, DEAL, DECK, OTHER_DEAL, claim, item
from tests.fakes.fixed_clock import START
from tests.fakes.memory_evidence import MemoryClaims, MemorySources
from tests.fakes.memory_evidence_places import MemoryEvidencePlaces
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.evidence import Evidence
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.ports.evidence import EvidencePlaces, SourceStore


def at(name: str, start: int, end: int, grade: Grade = Grade.B, **changed: object) -> Evidence:
    """An item of the deck from ``start`` to ``end``."""
    return replace(item(name, **changed), span=SourceSpan(DECK, start, end), source_grade=grade)  # type: ignore[arg-type]


@pytest.fixture(params=EVERYWHERE)
def stored(
    request: pytest.FixtureRequest, new_database: Callable[[str], Database]
) -> tuple[ClaimStore, EvidencePlaces]:
    """A store with evidence of two documents and two deals, and what knows where it stands."""
    if request.param == "memory":
        memory = MemoryClaims()
        claims: ClaimStore = memory
        sources: SourceStore = MemorySources()
        places: EvidencePlaces = MemoryEvidencePlaces(memory, sources)
    else:
        database = new_database(request.param)
        claims, places, sources = SqlClaims(database), SqlEvidencePlaces(database), SqlSources(database)
    sources.put(DocumentSource(OURS, DEAL, DECK, SourceType.BOARD_DECK, None, None, None, ANN, START))
    sources.put(DocumentSource(OURS, OTHER_DEAL, ACCOUNTS, SourceType.NEWS, None, None, None, ANN, START))
    claims.add_evidence(
        [
            at("e1", 10, 20),
            at("e2", 20, 30, Grade.A),
            at("e3", 20, 25, Grade.C),
            replace(item("e4", document=ACCOUNTS), span=SourceSpan(ACCOUNTS, 10, 20)),
            replace(item("e5"), span=None),
            at("e1", 10, 20, deal=OTHER_DEAL),
        ]
    )
    claims.add_evidence([at("e1", 10, 20, tenant=THEIRS)])
    team = replace(claim("c2", "e2", "e5"), claim_class=ClaimClass.TEAM)
    claims.add([claim("c1", "e1", "e3"), team, replace(claim("c3", "e3"), claim_class=ClaimClass.FINANCIAL)], [])
    return claims, places


@pytest.mark.requirement("evidence-places")
@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        (0, 10, ["e5"]),
        (0, 11, ["e1", "e5"]),
        (19, 21, ["e1", "e2", "e3", "e5"]),
        (25, 26, ["e2", "e5"]),
        (30, 99, ["e5"]),
    ],
)
def test_evidence_at_a_place(stored: tuple[ClaimStore, EvidencePlaces], start: int, end: int, found: list[str]) -> None:
    """What shares a character with the place, and what stands nowhere; of this deal, in the order it was stored."""
    _, places = stored
    assert [one.id for one in places.at(OURS, DEAL, [(DECK, start, end)])] == found


@pytest.mark.requirement("evidence-places")
def test_evidence_at_many_places(stored: tuple[ClaimStore, EvidencePlaces]) -> None:
    """Each item once, whole, however many of the places it stands at; with no place what stands nowhere."""
    claims, places = stored
    many = [(DECK, start, start + 3) for start in range(400)] + [(ACCOUNTS, 0, 99)]
    found = places.at(OURS, DEAL, many)
    assert list(found) == list(claims.evidence(OURS, DEAL))
    assert [one.id for one in places.at(OURS, DEAL, [])] == ["e5"]


@pytest.mark.requirement("evidence-places")
def test_evidence_of_a_class(stored: tuple[ClaimStore, EvidencePlaces]) -> None:
    """What claims of a class rest on, each with its place, and without one what stands in no document."""
    _, places = stored
    financial = {"e1": (DECK, 10, 20), "e3": (DECK, 20, 25)}
    assert places.of_class(OURS, DEAL, ClaimClass.FINANCIAL) == financial
    assert places.of_class(OURS, DEAL, ClaimClass.TEAM) == {"e2": (DECK, 20, 30), "e5": None}
    assert places.of_class(OURS, OTHER_DEAL, ClaimClass.TEAM) == {}


@pytest.mark.requirement("evidence-places")
def test_worst_grade_of_a_document(stored: tuple[ClaimStore, EvidencePlaces]) -> None:
    """A document counts for the worst of what was registered from it, in this deal."""
    _, places = stored
    assert places.grades(OURS, DEAL) == {DECK: Grade.C, ACCOUNTS: Grade.B}
    assert places.grades(OURS, DEAL, [ACCOUNTS]) == {ACCOUNTS: Grade.B}
    assert places.grades(OURS, DEAL, []) == {}
    assert places.grades(OURS, OTHER_DEAL) == {DECK: Grade.B}


@pytest.mark.requirement("evidence-places")
def test_kind_of_source_of_a_document(stored: tuple[ClaimStore, EvidencePlaces]) -> None:
    """What was said of the deal's documents, or of these; nothing for one that nobody described here."""
    _, places = stored
    assert places.described(OURS, DEAL) == {DECK: SourceType.BOARD_DECK}
    assert places.described(OURS, DEAL, [DECK, ACCOUNTS]) == {DECK: SourceType.BOARD_DECK}
    assert places.described(OURS, DEAL, [ACCOUNTS]) == {}
