"""Which language a message is in, and whether it asks for a lawyer."""

from __future__ import annotations

import pytest

from casewright.agents.cases.lawyer_wish import wants_lawyer, wants_lawyer_alone
from casewright.agents.cases.user_language import language_of, language_spoken

ENGLISH = [
    "I got a speeding ticket last week",
    "My landlord won't give me back the deposit",
    "The 10th of May",
    "No, I did not sign anything",
    "I paid 500 lei to S.C. Alfa Construct S.R.L. from Cluj-Napoca",
    "He owes me money since January, the court is Judecătoria Sectorului 3 București",
    "my boss fired me yesterday",
    "I want to talk to a real lawyer",
    "It says „am depășit viteza legală pe drum” in the report",
]
ROMANIAN = [
    "Am primit o amendă de 500 de lei",
    "am primit o amenda de circulatie luna trecuta",
    "I-am imprumutat 5000 lei si nu mi-a dat banii inapoi",
    "Vecinul are un caine care latra",
    "nu stiu ce sa fac",
    "M-a concediat seful ieri",
    "Vreau sa divortez de sotul meu",
    "S-a facut un proces verbal dar nu l-am semnat",
]
NEITHER = ["da", "yes", "yes, both", "500", "500 lei", "ok", "Judecătoria Cluj-Napoca", "10 mai 2026", "Strada Mihai Viteazul 3", "PA 123456", "", "!!!", "{{party0.lastName}} {{party0.firstName}} {{person_1}}"]  # fmt: skip  # noqa: E501


@pytest.mark.requirement("case-agent-user-language")
@pytest.mark.parametrize(
    ("text", "language"),
    [*((one, "en") for one in ENGLISH), *((one, "ro") for one in ROMANIAN), *((one, None) for one in NEITHER)],
)
def test_language_of_a_message(text: str, language: str | None) -> None:
    """A sentence says its language, whatever names and quotes stand in it; a word or a number says none."""
    assert language_of(text) == language


@pytest.mark.requirement("case-agent-user-language")
def test_latest_message_that_says_counts() -> None:
    """What was said last in a language is what is spoken; short answers after it change nothing."""
    said = [{"text": text} for text in (ROMANIAN[0], ENGLISH[0], "da", "500 lei")]
    assert language_spoken({"user_statements": said}) == "en"
    assert language_spoken({"user_statements": said[:1]}) == "ro"
    assert language_spoken({"user_statements": said[2:]}) is None


@pytest.mark.requirement("case-agent-lawyer")
@pytest.mark.parametrize(
    ("text", "wanted", "alone"),
    [
        ("vreau un avocat", True, True),
        ("Vreau să vorbesc cu un avocat adevărat!", True, True),
        ("as vrea un avocat va rog", True, True),
        ("Am nevoie de un avocat.", True, True),
        ("Îmi puteți recomanda un avocat? Aș dori să discut cu un avocat.", True, False),
        ("Avocat", True, True),
        ("I want to talk to a real lawyer", True, True),
        ("I’d rather have an attorney.", True, True),
        ("Can I speak to a lawyer please?", True, True),
        ("Am primit o amendă de 500 lei. Vreau un avocat.", True, False),
        ("Nu vreau un avocat", False, False),
        ("I don't need a lawyer", False, False),
        ("Avocatul meu vrea să depun plângere", False, False),
        ("My lawyer said I can appeal", False, False),
        ("Am o datorie la un avocat din Cluj", False, False),
        ("Pârâtul este avocat", False, False),
        ("da", False, False),
    ],
)
def test_wish_for_a_lawyer(text: str, wanted: bool, alone: bool) -> None:
    """A wish is known in both languages; a lawyer who is there, or is not wanted, is none."""
    assert (wants_lawyer(text), wants_lawyer_alone(text)) == (wanted, alone)
