"""What may be filed under a fact: cases as data, and that no mind can file what does not fit."""

from __future__ import annotations

from datetime import date

import pytest

from casewright.agents.cases.mind import Act, Call, Tell
from casewright.agents.cases.minds.fact_fit import misfit, misfits, ungrounded
from casewright.casework.kinds.catalogue import case_kind
from casewright.domain.cases import CaseStatus
from tests.case_talk import Talk
from tests.fakes.scripted_case_minds import ScriptedAssistant

TODAY = date(2026, 11, 5)
FITS = [
    ("amenda.comunicare", "14 octombrie 2026"),
    ("amenda.comunicare", "2026-10-14"),
    ("amenda.fapta", "depășirea vitezei cu 37 km/h"),
    ("amenda.fapta", "parcare pe trotuar"),
    ("amenda.suma", "1.450 de lei"),
    ("amenda.act", "seria PCA nr. 0123456"),
    ("amenda.organ", "Poliția Locală Turda"),
    ("amenda.instanta", "Judecătoria Turda"),
    ("amenda.motive", "nu eu conduceam mașina în ziua aceea"),
    ("amenda.probe", "nu propun alte probe"),
    ("divort.acord", "da"),
    ("divort.copii", "2"),
    ("amenda.fapta", "nu se cunoaște"),
]
MISFITS = [
    ("amenda.comunicare", "la începutul lui octombrie"),
    ("amenda.fapta", "The 10th of May"),
    ("amenda.fapta", "I received it by post"),
    ("amenda.fapta", "mi l-a adus poștașul, l-am primit prin poștă"),
    ("amenda.fapta", "da, amândoi"),
    ("amenda.instanta", "yes, both"),
    ("amenda.instanta", "14 octombrie"),
    ("amenda.suma", "o amendă mare"),
    ("amenda.organ", "12 octombrie 2026"),
    ("amenda.motive", "da"),
    ("amenda.motive", "1.450 de lei"),
    ("divort.acord", "poate"),
    ("divort.copii", "un băiat"),
]


def _fact(name: str) -> tuple[object, object]:
    kind = case_kind(name.partition(".")[0])
    fact = kind.fact(name.partition(".")[2])
    assert fact is not None
    return fact, kind


@pytest.mark.parametrize(("name", "value"), FITS)
def test_value_of_its_type_fits(name: str, value: str) -> None:
    """A value that the fact's question may be answered with."""
    fact, kind = _fact(name)
    assert misfit(fact, value, kind) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), MISFITS)
def test_value_of_another_type_does_not_fit(name: str, value: str) -> None:
    """The 10th of May is no deed, „yes, both” is no town: the reason names the value and the fact."""
    fact, kind = _fact(name)
    why = misfit(fact, value, kind)  # type: ignore[arg-type]
    assert why is not None
    assert value[:20] in why


@pytest.mark.parametrize(
    ("name", "value", "said", "there"),
    [
        ("amenda.comunicare", "14 octombrie 2026", "pe 14 oct mi l-a adus", True),
        ("amenda.comunicare", "15 octombrie 2026", "pe 14 oct mi l-a adus", False),
        ("amenda.suma", "1.450 de lei", "o amendă de 1450 lei", True),
        ("amenda.suma", "1.540 de lei", "o amendă de 1450 lei", False),
        ("amenda.act", "seria PCA nr. 0123456", "seria PCA 0123456", True),
        ("amenda.act", "seria PCA nr. 0123457", "seria PCA 0123456", False),
        ("amenda.fapta", "parcare pe trotuar", "m-au amendat ca am parcat pe trotuar", True),
        ("amenda.fapta", "depășirea vitezei legale", "m-au amendat ca am parcat pe trotuar", False),
    ],
)
def test_fact_of_the_user_stands_in_their_words(name: str, value: str, said: str, there: bool) -> None:
    """A day, a sum, a number or words that the user did not say are not theirs."""
    fact, _ = _fact(name)
    assert (ungrounded(fact, value, [said], TODAY) is None) == there  # type: ignore[arg-type]


def test_entries_without_a_place_in_a_checklist_are_left_alone() -> None:
    """Only facts of a kind's checklist have a type."""
    assert misfits([{"id": "x1", "fact": "Orice: da"}, {"fact": "ceva"}, "nimic"], [], TODAY) == []
    assert misfits(None, [], TODAY) == []


@pytest.mark.requirement("case-agent-typed-facts")
@pytest.mark.parametrize(
    "fact",
    [
        {"id": "amenda.fapta", "fact": "Fapta reținută: I received it by post", "source": "utilizator"},
        {"id": "amenda.comunicare", "fact": "Data: 3 mai 2026", "source": "utilizator"},
    ],
    ids=["another type", "nobody said it"],
)
def test_model_that_misfiles_is_refused_and_told_why(fact: dict[str, str]) -> None:
    """Nothing is written, and the model's next step is to mend its call."""
    update = Act(Call("update_case_details", {"case_id": "", "updates": {"facts": [fact]}}))
    talk = Talk(ScriptedAssistant(update, Tell("Bine.")), status=CaseStatus.ACTIVE)
    update.call.arguments["case_id"] = talk.id  # type: ignore[index]
    talk.say("Am primit o amendă prin poștă, I received it by post")
    assert talk.details()["facts"] == []
    assert talk.assistant.stages[:2] == ["plan", "retry"]
    failure = talk.assistant.steps[1][1].failure
    assert failure is not None
    assert "nu se potrivește" in failure.errors[0] or "nu reiese" in failure.errors[0]
