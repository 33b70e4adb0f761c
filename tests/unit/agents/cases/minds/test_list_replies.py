"""What is heard in the answer to the list that was read back: by number, by name, several at once, in anger."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from casewright.agents.cases.mind import Briefing
from casewright.agents.cases.minds.case_file import CaseFile
from casewright.agents.cases.minds.list_replies import WHERE, corrections_in_list, numbered_in, unplaced
from casewright.casework.details import update_details
from casewright.casework.details_schema import empty_details
from casewright.casework.kinds.catalogue import case_kind
from casewright.casework.read_back import READ_BACK, note_of

TODAY = date(2026, 11, 28)
FINE = {
    "comunicare": "20 noiembrie 2026",
    "organ": "Poliția Locală Iași",
    "act": "seria PCC nr. 4471208",
    "data_pv": "18 noiembrie 2026",
    "fapta": "depășirea vitezei",
    "instanta": "Judecătoria Iași",
    "suma": "580 de lei",
    "motive": "semnul era acoperit de crengi",
    "probe": "poze cu semnul",
}
DISMISSAL = {
    "comunicare": "9 noiembrie 2026",
    "decizia": "nr. 57",
    "data_deciziei": "6 noiembrie 2026",
    "temei": "desființarea postului",
    "motive": "au angajat pe altcineva",
    "reintegrare": "da",
    "instanta": "Tribunalul Iași",
    "probe": "contractul și decizia",
}


def answering(kind: str, known: dict[str, str], said: str, *before: str, about: str = READ_BACK) -> CaseFile:
    """A case of the kind whose facts were read back, and what its user says to the list."""
    facts = [
        {
            "id": f"{kind}.{one.id}",
            "fact": f"{one.label}: {known[one.id]}",
            "source": "utilizator",
            "confidence": "high",
        }
        for one in case_kind(kind).facts
        if one.id in known
    ]
    objective = {"id": f"caz.{kind}", "objective": case_kind(kind).name["ro"], "status": "pending"}
    details: dict[str, Any] = update_details(
        empty_details("2026-11-05"),
        {"facts": facts, "objectives": [objective], "user_statements": [{"statement": one} for one in (*before, said)]},
    )
    details = update_details(details, {"internal_notes": [note_of(details)]})
    question = {"question": "", "about": about}
    details = update_details(details, {"agent_interactions.active_info_request_to_user": question})
    tier = case_kind(kind).tier
    return CaseFile.of(Briefing("case", tier, "ro", TODAY, details, (), (), said=said))


def changed(file: CaseFile) -> dict[str, str | None]:
    """What the answer sets right, by number and by name."""
    said = file.briefing.said or ""
    by_number = {one.fact.id: one.value for one in numbered_in(said, file)}
    return {**{one.id: value for one, value in corrections_in_list(said, file).items()}, **by_number}


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("7: 540 de lei", {"suma": "540 de lei"}),
        ("nu e bine la 7, trebuie 540 de lei", {"suma": "540 de lei"}),
        ("la 7 e 540 de lei, nu 580", {"suma": "540 de lei"}),
        ("NU E BINE!!! 5: depășirea vitezei cu 21 km/h", {"fapta": "depășirea vitezei cu 21 km/h"}),
        ("punctul 7 e greșit, corect e 540 de lei", {"suma": "540 de lei"}),
        (
            "2: Brigada Rutieră București. și la 9 pune: bonul și pozele",
            {"organ": "Brigada Rutieră București", "probe": "bonul și pozele"},
        ),
        ("la 9 mai adaugă martorul de la fața locului", {"probe": "poze cu semnul; martorul de la fața locului"}),
        ("da, dar amenda a fost de 540 de lei", {"suma": "540 de lei"}),
        ("organul e Poliția Locală Turda, nu Iași", {"organ": "Poliția Locală Turda"}),
        ("instanța: Judecătoria Turda", {"instanta": "Judecătoria Turda"}),
        ("8: Judecătoria Turda", {"instanta": "Judecătoria Turda"}),
        ("8: 540 de lei", {"motive": None}),
        ("da", {}),
        ("pe 7 noiembrie eram acasă", {}),
        ("ce înseamnă 5?", {}),
    ],
)
def test_a_fine_is_set_right(said: str, right: dict[str, str | None]) -> None:
    """A number in the words around it, a name, a court that only one line can be; a value alone is no reason."""
    assert changed(answering("amenda", FINE, said)) == right


@pytest.mark.parametrize(
    ("said", "right"),
    [
        (
            "la 2 e nr. 75, nu 57, și am primit-o pe 10 noiembrie, nu pe 9",
            {"decizia": "nr. 75", "comunicare": "10 noiembrie 2026"},
        ),
        (
            "4 e desființarea postului, pentru că nu ar mai fi comenzi, iar la 5 scrie: au angajat pe altcineva",
            {"temei": "desființarea postului, pentru că nu ar mai fi comenzi", "motive": "au angajat pe altcineva"},
        ),
        (
            "1: 10 noiembrie 2026; 3: 5 noiembrie 2026",
            {"comunicare": "10 noiembrie 2026", "data_deciziei": "5 noiembrie 2026"},
        ),
    ],
)
def test_two_corrections_in_one_message(said: str, right: dict[str, str]) -> None:
    """None of them is lost, by number or without one."""
    assert changed(answering("concediere", DISMISSAL, said)) == right


def test_what_has_no_place_is_asked_about_and_put_there_by_number() -> None:
    """Words without a sign of a line are told back; the number that follows puts them there."""
    words = "agentul vorbea urât și râdea de noi"
    assert unplaced(answering("amenda", FINE, words)) == words
    for said in ("da", "DA!!! FACEȚI ODATĂ!", "Redactează acum plângerea, nu mai întreba.", "cât mai am?"):
        assert unplaced(answering("amenda", FINE, said)) == ""
    file = answering("amenda", FINE, "la 8", words, about=WHERE)
    assert changed(file) == {"motive": "semnul era acoperit de crengi. Agentul vorbea urât și râdea de noi"}
