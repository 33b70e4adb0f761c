"""How an act retells accusations and evidence."""

from __future__ import annotations

import pytest

from casewright.agents.cases.minds.act_wording import as_list, as_said_by_others


@pytest.mark.parametrize(
    ("told", "retold"),
    [
        ("am trecut pe roșu", "aș fi trecut pe roșu"),
        ("Am parcat pe trotuar.", "aș fi parcat pe trotuar"),
        ("nu am purtat centura și am vorbit la telefon", "nu aș fi purtat centura și aș fi vorbit la telefon"),
        ("m-am urcat beat la volan", "m-aș fi urcat beat la volan"),
        ("„depășirea vitezei legale”", "depășirea vitezei legale"),
        ("aș fi aruncat gunoi", "aș fi aruncat gunoi"),
        ("am 20 de puncte", "am 20 de puncte"),
    ],
)
def test_an_accusation_is_no_admission(told: str, retold: str) -> None:
    """What the user did, by the report, is told as the report's word."""
    assert as_said_by_others(told) == retold


@pytest.mark.parametrize(
    ("told", "listed"),
    [
        (
            "Am înregistrare de pe camera de bord; martor pe soția mea.",
            "înregistrare de pe camera de bord; martor: soția mea",
        ),
        ("am și un martor; avem poze. Există o filmare", "martor; poze; filmare"),
        ("martor pe {{party1.lastName}}", "martor: {{party1.lastName}}"),
        ("o am martor pe vecina", "martor: vecina"),
        ("Contractul nr. 12 și extrasul de cont", "Contractul nr. 12 și extrasul de cont"),
        ("CD-ul cu filmarea", "CD-ul cu filmarea"),
        ("", ""),
    ],
)
def test_evidence_is_a_list(told: str, listed: str) -> None:
    """Without the words by which users say that they have it; twice is once."""
    assert as_list(told) == listed
    assert as_list(listed) == listed
