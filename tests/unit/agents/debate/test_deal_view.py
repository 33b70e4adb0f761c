"""Tests of casewright.agents.debate.deal_view: a moment of a deal can be seen again, whatever happened since."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.agents.debate.deal_view import DealView, at, moment
from casewright.domain.defects import DefectStatus, DefectType
from casewright.domain.evidence import Grade
from casewright.domain.ids import MatterId
from tests.deals import claim, defect, evidence, record

if TYPE_CHECKING:
    from casewright.evidence.record import DealRecord

ITEM = evidence("e1")
BEFORE = record([claim("a", [ITEM]), claim("b", [ITEM])], [ITEM], [defect("a", DefectType.STALENESS)])
DEAL = MatterId("11111111-1111-4111-8111-111111111111")


def later() -> DealRecord:
    """The deal after much has happened to it."""
    worse = [replace(one, standing=replace(one.standing, grade=Grade.A), notes=("new",)) for one in BEFORE.claims]
    cured = [replace(one, status=DefectStatus.CURED, reason="found") for one in BEFORE.defects]
    return replace(
        BEFORE,
        claims=(*worse, claim("c", [ITEM])),
        defects=(*cured, defect("b", DefectType.INCONSISTENCY)),
    )


@pytest.mark.requirement("debate-killed")
def test_moment_is_seen_again() -> None:
    """Claims, standings and open defects are those of the moment; what came later is left out."""
    seen = moment(BEFORE)
    again = at(later(), seen)

    assert again.claims == BEFORE.claims
    assert [(one.claim, one.status) for one in again.defects] == [("a", DefectStatus.OPEN)]
    assert moment(again) == seen
    assert at(BEFORE, seen) == BEFORE


def test_roles_see_open_defects_and_values() -> None:
    """A view has every claim, with its open defects alone."""
    view = DealView.now(DEAL, later())

    assert [one.id for one in view.claims] == ["a", "b", "c"]
    assert [[defect.type.value for defect in one.defects] for one in view.claims] == [[], ["INCONSISTENCY"], []]
    assert view.grades == {"a": "A", "b": "A", "c": "D"}


def test_registry_is_named_by_what_is_in_it() -> None:
    """The reference is the same for the same registry, whatever ids its defects drew, and another for another."""
    renamed = replace(BEFORE, defects=tuple(replace(one, id="another") for one in BEFORE.defects))  # type: ignore[arg-type]
    refs = [DealView.now(DEAL, one).registry_ref for one in (BEFORE, renamed, later())]

    assert refs[0] == refs[1] != refs[2]
    assert refs[0].startswith(f"registry:{DEAL}@")
