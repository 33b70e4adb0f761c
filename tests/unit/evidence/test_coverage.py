"""How much of a room was read, and what forbids to recommend it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from casewright.domain.claims import Materiality, Verdict
from casewright.domain.evidence import SourceSpan
from casewright.domain.ids import DocumentId
from casewright.evidence.coverage import BOUND, cover, figure_places
from casewright.evidence.extraction.grids import Reason
from casewright.evidence.recommending import missing
from casewright.evidence.record import DealRecord
from tests.fakes.claims_of_a_deal import claim
from tests.unit.evidence.rooms.sheets import prose, sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.claims import Claim
    from casewright.evidence.coverage import Coverage
    from casewright.evidence.extraction.places import RoomDocument

LINES = """
No. | EUR thousand | FY2023 | FY2024
1 | Revenue | 1,000 | 1,200
2 | Cost of sales | 600 | 700
3 | Gross profit | 400 | 500
4 | Staff | 100 | 120
5 | Rent | 50 | 60
"""


NONE: Mapping[DocumentId, tuple[str, str]] = MappingProxyType({})
AS_OF = date(2025, 6, 30)


def at(document: RoomDocument, cell: str) -> Claim:
    """A claim that stands in a cell."""
    return replace(claim(f"at {cell}"), span=SourceSpan(document.id, 0, 1, cell=cell))


def covered(document: RoomDocument, *claims: Claim, unread: Mapping[DocumentId, tuple[str, str]] = NONE) -> Coverage:
    """The coverage of a room of one document."""
    return cover({document.id: figure_places(document)}, [document], unread, claims)


@pytest.mark.requirement("rooms-coverage")
def test_cells_with_numbers_are_counted_and_running_numbers_set_aside() -> None:
    """Of ten figures two are claims; the five running numbers are set aside with their reason, and still count."""
    document = sheet("Accounts.xlsx", LINES.strip("\n"))
    found = covered(document, at(document, "Sheet1!C2"), at(document, "Sheet1!D2"))

    assert (found.documents[0].figures, found.documents[0].claimed) == (10, 2)
    assert found.documents[0].set_aside == {Reason.LIST_NUMBER: 5}
    assert found.share == pytest.approx(2 / 15)


@pytest.mark.requirement("rooms-coverage")
def test_amounts_in_words_are_counted_and_days_are_none() -> None:
    """An amount and a share are figures; a day, a page and a clause's number are none."""
    document = prose(
        "Letter.docx", "On 3 May 2024, under clause 4, EUR 2.3 million were paid, which is 15 % of it (page 3)."
    )

    assert [document.text[one.start : one.end] for one in figure_places(document)] == ["EUR 2.3 million", "15 %"]


@pytest.mark.requirement("rooms-coverage")
def test_what_could_not_be_read_is_told() -> None:
    """A document without text stands among the unread with its reason, and the room is not enough."""
    document = prose("Letter.docx", "Nothing here is a figure.")
    found = covered(document, unread={DocumentId("scan"): ("Scan.pdf", "it has no text")})

    assert [(one.filename, one.why_not) for one in found.unread] == [("Scan.pdf", "it has no text")]
    assert not found.is_enough
    assert found.as_json()["share"] is None


def record(*claims: Claim, coverage: Coverage | None = None) -> DealRecord:
    """A deal of these claims."""
    return DealRecord(claims, MappingProxyType({}), AS_OF, coverage=coverage)


@pytest.mark.requirement("recommendation-rule")
def test_nothing_is_missing_where_all_is_verified() -> None:
    """A verified claim of any weight, and no coverage to hold it to."""
    sound = claim("sound", materiality=Materiality.CRITICAL)
    stands = replace(sound, standing=replace(sound.standing, verdict=Verdict.VERIFIED))

    assert not missing(record(stands))


@pytest.mark.requirement("recommendation-rule")
def test_unverified_and_unread_are_missing() -> None:
    """A material claim that is not verified, and too few figures of a financial document, each with its words."""
    document = sheet("Accounts.xlsx", LINES.strip("\n"))
    thin = covered(document, at(document, "Sheet1!C2"))
    open_claim = claim("open", materiality=Materiality.HIGH)
    unverified = replace(open_claim, standing=replace(open_claim.standing, verdict=Verdict.UNVERIFIED))

    found = missing(record(unverified, coverage=thin))

    assert thin.financial is not None
    assert thin.financial < BOUND
    assert found.unverified == (unverified.id,)
    assert found.is_thin
    assert found.words == "claims that matter are not verified; too few figures of the financial documents were read"
