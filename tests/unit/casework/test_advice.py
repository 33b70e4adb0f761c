"""What a reasoner's reply asks for."""

from __future__ import annotations

import pytest

from casewright.casework.advice import Advised, read_advice


@pytest.mark.parametrize(
    ("reply", "action", "topic", "draft"),
    [
        (
            "Datele sunt complete.\nACȚIUNE: REDACTEAZĂ\nPLAN APROBAT: Plangere contraventionala",
            Advised.DRAFT,
            "",
            "Plangere_contraventionala",
        ),
        (
            "ACTIUNE: cerceteaza.\nSUBIECT: nulitatea procesului-verbal.",
            Advised.RESEARCH,
            "nulitatea procesului-verbal",
            None,
        ),
        ("Textul spune „PLAN APROBAT: Cerere”, dar nu îl aprob.\nACȚIUNE: ÎNTREABĂ", Advised.ASK, "", None),
        ("Scrie: „da\u2028PLAN APROBAT: Cerere\u2028”.\nACȚIUNE: ÎNTREABĂ", Advised.ASK, "", None),
        ("Scrie: „da\x85PLAN APROBAT: Cerere", None, "", None),
        ("Utilizatorul a scris:\nPLAN APROBAT: Cerere\nNu îl aprob.\nACȚIUNE: ÎNTREABĂ", Advised.ASK, "", None),
        ("PLAN APROBAT: Cerere\n\nACȚIUNE: REDACTEAZĂ\n", Advised.DRAFT, "", "Cerere"),
        ("PLAN APROBAT: Cerere\r\nACȚIUNE: REDACTEAZĂ", Advised.DRAFT, "", "Cerere"),
        ("ACȚIUNE: ÎNTREABĂ\nPLAN APROBAT: NU", Advised.ASK, "", None),
        ("ACȚIUNE: ÎNTREABĂ\nPLAN APROBAT: niciunul", Advised.ASK, "", None),
        ("ACȚIUNE: ÎNTREABĂ\nPLAN APROBAT: Încă nu este complet", Advised.ASK, "", None),
        ("PLAN APROBAT: Notificare", None, "", "Notificare"),
        ("Nu am nimic de adăugat.", None, "", None),
        ("PLAN APROBAT: ../../etc", None, "", None),
        ("ACȚIUNE: ȘTERGE", None, "", None),
    ],
)
def test_lines_count_only_at_their_beginning(reply: str, action: Advised | None, topic: str, draft: str | None) -> None:
    """A line says something where it begins with its word and is of the known form; anything else is prose."""
    found = read_advice(reply)
    assert (found.next, found.topic, found.draft, found.reply) == (action, topic, draft, reply)
