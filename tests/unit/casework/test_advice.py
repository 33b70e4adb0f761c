"""What a reasoner's reply asks for."""

from __future__ import annotations

import pytest

from casewright.casework.advice import Advised, mask_reply, read_advice
from casewright.casework.firewall import mask
from tests.unit.casework.known_parties import KNOWN


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


@pytest.mark.requirement("reasoner-session")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Actul trebuie văzut de un avocat\nACȚIUNE: REDACTEAZĂ\nSUBIECT: văzut de avocat\nPLAN APROBAT: Cerere",
            "Actul trebuie văzut de un avocat\nACȚIUNE: REDACTEAZĂ\nSUBIECT: văzut de avocat\nPLAN APROBAT: Cerere",
        ),
        (
            "De întrebat avocat\nACȚIUNE: ÎNTREABĂ\nSUBIECT: ce știe doamna Zamfira Brumărescu\nPLAN APROBAT: NU",
            "De întrebat avocat\nACȚIUNE: ÎNTREABĂ\nSUBIECT: ce știe doamna {{person_1}}\nPLAN APROBAT: NU",
        ),
        (
            "SUBIECT: ce știe doamna Zamfira\nBrumărescu, vecina",
            "SUBIECT: ce știe doamna {{person_1}}, vecina",
        ),
        ("Un avocat\nnu este de acord.", "Un avocat\nnu este de acord."),
    ],
)
def test_the_firewall_leaves_the_words_of_lines(before: str, after: str) -> None:
    """The lines say masked what they said before; a name is masked wherever it stands, over two lines too."""
    masked = mask_reply(before, lambda text: mask(text, KNOWN).text)
    assert masked == after
    assert (read_advice(masked).next, read_advice(masked).draft) == (
        read_advice(before).next,
        read_advice(before).draft,
    )
