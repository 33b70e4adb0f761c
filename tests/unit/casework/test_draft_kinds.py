"""Kinds of drafts, their mandatory parts and time limits, on whole drafts and on ones with a part taken out."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from casewright.casework.draft_kinds import UNFILLED, check_draft, kind_of
from casewright.casework.draft_markdown import read_markdown
from casewright.casework.kinds.catalogue import case_kind, draft_kinds
from casewright.casework.time_limits import TimeLimit, find_service_day
from casewright.vocabulary.folding import fold

_CASES = Path(__file__).parents[2] / "cases/drafts"
COMPLETE: list[dict[str, Any]] = yaml.safe_load((_CASES / "complete.yml").read_text(encoding="utf-8"))
SERVED: list[tuple[str, date | None]] = yaml.safe_load((_CASES / "served.yml").read_text(encoding="utf-8"))
WITHOUT = [(draft, *left_out) for draft in COMPLETE for left_out in draft["without"]]


def test_each_kind_has_a_complete_draft() -> None:
    """The cases know every kind there is."""
    assert {kind.name for kind in draft_kinds()} == {draft["kind"] for draft in COMPLETE}


@pytest.mark.requirement("draft-parts")
@pytest.mark.parametrize("draft", COMPLETE, ids=[draft["name"] for draft in COMPLETE])
def test_a_complete_draft_lacks_nothing(draft: dict[str, Any]) -> None:
    """Its kind is known by its name, and by its heading where the name says nothing."""
    blocks = read_markdown(draft["text"])
    for name in (draft["name"], "Document_1"):
        kind = kind_of(name, blocks)
        assert kind is not None
        assert kind.name == draft["kind"]
        found = check_draft(kind, blocks)
        assert found.missing == ()
        assert found.served == draft.get("served")


@pytest.mark.requirement("draft-parts")
@pytest.mark.parametrize("case", WITHOUT, ids=[f"{case[0]['name']}: {case[2]}" for case in WITHOUT])
def test_what_is_taken_out_is_listed(case: tuple[dict[str, Any], str, str]) -> None:
    """Without one part, that part is listed and no other."""
    draft, taken, missing = case
    text = draft["text"].replace(taken, "")
    assert text != draft["text"]
    kind = next(kind for kind in draft_kinds() if kind.name == draft["kind"])
    assert check_draft(kind, read_markdown(text)).missing == (missing,)


def test_what_is_still_to_be_filled_in_is_listed() -> None:
    """Square brackets that say so are no text."""
    draft = COMPLETE[0]
    text = draft["text"].replace("12.500 lei", "[de completat] lei")
    kind = next(kind for kind in draft_kinds() if kind.name == draft["kind"])
    assert check_draft(kind, read_markdown(text)).missing == (UNFILLED,)


@pytest.mark.parametrize(
    "name",
    [
        "Cerere_divort",
        "Contract",
        "Raport",
        "Plangere penala",
        "Contestatie la titlu",
        "Intampinare la apel",
        "Catre_Curtea_de_Apel",
    ],
)
def test_other_drafts_are_of_no_kind(name: str) -> None:
    """What is not known is not checked."""
    assert kind_of(name, read_markdown("# Altceva\n\ntext")) is None


@pytest.mark.parametrize(("text", "day"), SERVED, ids=[text[:50] for text, _ in SERVED])
def test_the_day_of_service_is_read(text: str, day: date | None) -> None:
    """Of several dates the one of service counts."""
    assert find_service_day(fold(text)) == day


@pytest.mark.requirement("draft-time-limits")
def test_time_limits() -> None:
    """Fifteen days for a fine, 45 for a dismissal, thirty for an appeal; a day that has passed is told."""
    served = date(2026, 11, 3)
    fine, dismissal, appeal = (_limit(kind) for kind in ("amenda", "concediere", "apel"))
    assert fine.last_day(served) == date(2026, 11, 18)
    assert dismissal.last_day(served) == date(2026, 12, 18)
    assert "sanction (lit. b): 30 days, to 2026-12-03." in dismissal.told(served, served)
    assert appeal.last_day(served) == date(2026, 12, 3)
    assert "passed" not in fine.told(served, date(2026, 11, 18))
    assert "That day has passed" in fine.told(served, date(2026, 11, 19))
    assert "O.G. 2/2001, art. 31" in fine.told(served, served)


def _limit(kind: str) -> TimeLimit:
    limit = case_kind(kind).limit
    assert limit is not None
    return limit
