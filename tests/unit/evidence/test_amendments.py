"""Documents that amend another one, recognised and led to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from casewright.domain.ids import DocumentId
from casewright.evidence.amendments import amended_by, amending, opening_of

if TYPE_CHECKING:
    from casewright.evidence.amendments import Opening

pytestmark = pytest.mark.requirement("documents-amendments")

_FILE = Path(__file__).parents[2] / "cases" / "evidence" / "amendments.yml"
CASES: list[dict[str, Any]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
BASE = "MASTER SERVICES AGREEMENT\n\nDated as of March 1, 2019, between Acme Limited and Beta Widgets LLC."
OTHER = "MASTER SERVICES AGREEMENT\n\nDated as of July 9, 2020, between Gamma Limited and Delta LLC."
FIRST = (
    "FIRST AMENDMENT TO MASTER SERVICES AGREEMENT\n\nAcme Limited and Beta Widgets LLC are parties to the Master "
    "Services Agreement dated March 1, 2019."
)


def opening(name: str, text: str) -> Opening:
    return opening_of(DocumentId(name), f"{name}.txt", text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_a_document_says_of_another_one(case: dict[str, Any]) -> None:
    """Kind, title, day and number; None where it amends nothing."""
    found = amending(case["text"])

    assert (None if found is None else found.kind.value) == case["kind"]
    if found is not None:
        assert found.title == case["title"]
        assert found.number == case["number"]
        assert (None if found.dated is None else found.dated.isoformat()) == (
            None if case.get("dated") is None else str(case["dated"])
        )
        assert case["text"][found.start : found.end].strip()


def test_the_amended_document_is_the_one_of_that_title_and_day() -> None:
    """Another one with the same title, between others and of another day, is not meant."""
    first, base, other = opening("first", FIRST), opening("base", BASE), opening("other", OTHER)

    assert [one.document for one in amended_by(first, [first, base, other])] == ["base"]
    assert amended_by(base, [first, other]) == []
    assert amended_by(first, [first, other]) == []


def test_without_a_day_title_and_parties_must_fit() -> None:
    """The same title between other companies is another agreement."""
    text = "FIRST AMENDMENT TO MASTER SERVICES AGREEMENT\n\nbetween Acme Limited and Beta Widgets LLC."
    first = opening("first", text)

    assert [one.document for one in amended_by(first, [opening("base", BASE), opening("other", OTHER)])] == ["base"]


def test_hostile_openings_take_their_time_in_proportion() -> None:
    """Words without end are read like any others: only the beginning is looked at."""
    assert amending("AMENDMENT TO THE " + "VERY LONG " * 100_000) is None
