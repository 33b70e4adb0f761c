"""Difficult users on the command line: two problems at once, anger, and an enforcement told in pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

ME = {"kind": "individual", "firstName": "Ana", "lastName": "Zqvorescu", "cnp": "2870423121007"}
NEIGHBOUR = {"kind": "individual", "firstName": "Sorin", "lastName": "Bqochiș", "address": "Str. Plopilor nr. 2, Cluj"}


def opened(shell: Shell, folder: Path, *parties: tuple[str, dict[str, str]]) -> str:
    """A case with its parties."""
    made: str = shell("--json", "case", "create", "Dosar").json["case"]["case_id"]
    for role, person in parties:
        file = folder / "person.json"
        file.write_text(json.dumps({"address": "Str. Cireșilor nr. 12, Cluj-Napoca", **person}), encoding="utf-8")
        party = shell("--json", "case", "add-party", file).json["party_id"]
        shell("case", "attach", made, party, "--role", role)
    return made


def say(shell: Shell, case: str, *texts: str) -> dict[str, Any]:
    """What came of the last of the messages."""
    told: dict[str, Any] = {}
    for text in texts:
        told = shell.any("--json", "case", "message", case, text).json
    return told


def facts(shell: Shell, case: str) -> dict[str, str]:
    """The facts of the case file by their ids."""
    found = shell("--json", "case", "show", case).json["case_details"]["facts"]
    return {str(one.get("id")): str(one["fact"]) for one in found}


@pytest.mark.requirement("case-minds-ask")
def test_one_of_two_problems_is_chosen_by_number(shell: Shell, tmp_path: Path) -> None:
    """The other is no part of the act, its sum neither, and its time limit is told."""
    case = opened(shell, tmp_path, ("reclamant", ME))
    told = say(
        shell,
        case,
        "Am două necazuri: am primit o amendă de parcare de 300 lei și un cunoscut nu-mi mai dă banii înapoi",
    )
    assert "1. cerere de chemare în judecată (pretenții);\n2. plângere contravențională;" in told["message"]
    assert "nu am un model" not in told["message"]
    told = say(shell, case, "cu banii, normal. 1")
    assert "plângere contravențională (termen: 15 zile)" in told["message"]
    say(shell, case, "i-am împrumutat 7.500 lei pe 3 februarie 2026, trebuia să mi-i dea pe 1 iunie 2026")
    say(shell, case, "a dat înapoi 1.000 lei în iulie și de atunci nu mai răspunde la telefon")
    say(shell, case, "stai, 1.500 mi-a dat în iulie, nu 1.000. deci mai are de dat 6.000 lei")
    known = facts(shell, case)
    assert known["datorie.suma"] == "Suma cerută: 6.000 de lei"
    assert "1.500 de lei în iulie" in known["datorie.fapte"]


@pytest.mark.requirement("case-agent-read-back")
def test_anger_is_heard_and_stays_out_of_the_act(shell: Shell, tmp_path: Path) -> None:
    """Capitals and insults are no part of the facts, and an angry yes is one."""
    case = opened(shell, tmp_path, ("reclamant", ME), ("pârât", NEIGHBOUR))
    say(shell, case, "VECINUL DE SUS E UN DOBITOC, DĂ MUZICA TARE TOATĂ NOAPTEA!!!", "VREAU SĂ SE OPREASCĂ MUZICA!")
    told = say(shell, case, "De ce mă tot întrebați pe mine?")
    assert "Întreb numai ce trebuie să scrie în act" in told["message"]
    told = say(shell, case, "CLUJ!!! UNDE CREDEȚI CĂ STAU, PE LUNĂ?")
    assert "Nu pot răspunde" not in told["message"]
    told = say(shell, case, "Pot să dovedesc cu vecina de la 3 și cu procesul-verbal de la poliție")
    assert "Probe: Pot să dovedesc cu vecina de la 3 și cu procesul-verbal de la poliție" in told["message"]
    [draft] = say(shell, case, "DA!!! FACEȚI ODATĂ!")["response"]["draft_documents"]
    opened_pdf = pypdfium2.PdfDocument(Path(draft["pdf_gcs_path"]))
    text = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in opened_pdf)
    opened_pdf.close()
    assert "Vecinul de sus dă muzica tare toată noaptea" in text
    assert "vecina de la 3 și procesul-verbal de la poliție" in text.casefold()
    assert "dobitoc" not in text.casefold()
    assert "MUZICA" not in text


@pytest.mark.requirement("case-minds-ask")
def test_what_is_not_at_hand_is_asked_no_more_and_found_later(shell: Shell, tmp_path: Path) -> None:
    """Talk is no answer, wages are no town, and the number of the file is taken when it is found."""
    case = opened(shell, tmp_path, ("contestator", ME))
    say(shell, case, "executare silită", "nu știu", "pe 20 noiembrie 2026 cred", "nu știu", "bine, merg mai departe")
    say(shell, case, "nu", "am găsit hârtia: dosarul nr. 214/2026, Biroul executorului judecătoresc din Ploiești")
    say(shell, case, "mi-au luat mai mult de o treime din salariu și nu mi s-a comunicat niciun titlu", "Ploiești")
    known = facts(shell, case)
    assert known["executare.executor"].endswith(": Biroul executorului judecătoresc din Ploiești")
    assert "caseNumber" in known["executare.dosar"]
    assert known["executare.instanta"] == "Instanța: Judecătoria Ploiești"
    assert "mai mult de o treime" in known["executare.motive"]
