"""What people said to facts, moved to where masking moves the words, and masked itself."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from casewright.domain.facts import DurationValue, EndValue, FactHow, FactValue, LawValue, PartyValue, TextValue
from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId
from casewright.domain.kept_facts import CorrectionKind, FactCorrection, PlacedFact, text_digest
from casewright.toolbox.cases.remasked_facts import moved, reworded
from tests.fakes.fixed_clock import START

pytestmark = pytest.mark.requirement("documents-facts")

OLD = "Zevran pays Zevran at Cluj."
NEW = "{{party1}} pays {{party1}} at Cluj."


def mask(text: str) -> str:
    return text.replace("Zevran", "{{party1}}")


def said(place: tuple[int, int], value: FactValue | None = None, text: str = OLD) -> FactCorrection:
    fact = PlacedFact("parties", value, *place, None, None, 1.0, FactHow.PERSON)
    ids = (TenantId("acme"), MatterId("m"), DocumentId("d"))
    return FactCorrection(
        *ids, 1, text_digest(text), CorrectionKind.REPLACE, "parties", place, fact, ActorId("ada"), START
    )


@pytest.mark.parametrize("words", ["Zevran pays", "Zevran at", "Cluj", "pays Zevran at Cluj."])
def test_a_correction_goes_where_its_words_went(words: str) -> None:
    """Before and behind every placeholder."""
    start = OLD.rindex(words)

    now = moved(said((start, start + len(words))), OLD, NEW, mask)

    assert now.about is not None
    assert now.fact is not None
    assert (now.fact.start, now.fact.end) == now.about
    assert NEW[slice(*now.about)] == mask(words)
    assert now.text_sha256 == text_digest(NEW)


def test_what_is_not_found_again_stays_one_of_the_old_text() -> None:
    """Half a name, and a correction of an earlier text: nothing is laid over words that it was not said of."""
    half, other = said((3, 10)), said((0, 6), text="Another text.")

    assert moved(half, OLD, NEW, mask) == half
    assert moved(other, OLD, NEW, mask) == other


@pytest.mark.parametrize(
    ("value", "masked"),
    [
        (TextValue("Zevran"), TextValue("{{party1}}")),
        (PartyValue("Zevran", ("Zevran X",), "Zevran Y"), PartyValue("{{party1}}", ("{{party1}} X",), "{{party1}} Y")),
        (EndValue(None, "notice by Zevran"), EndValue(None, "notice by {{party1}}")),
        (LawValue("Zevran", "RO"), LawValue("{{party1}}", "RO")),
        (DurationValue(Decimal(3), "day"), DurationValue(Decimal(3), "day")),
        (None, None),
    ],
)
def test_words_of_a_value_are_masked(value: FactValue | None, masked: FactValue | None) -> None:
    """In every kind of value that holds words."""
    one = said((0, 6), value)
    assert one.fact is not None

    assert reworded(one, mask) == replace(one, fact=replace(one.fact, value=masked))
