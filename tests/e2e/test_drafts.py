"""Drafts on the command line: names on paper, and nowhere else."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

PERSON = {
    "kind": "individual",
    "firstName": "Ștefania",
    "lastName": "Zăvoianu",
    "cnp": "2850612226101",
    "address": "Str. Țebea nr. 47, bl. C9, ap. 3, Iași",
}
COMPANY = {
    "kind": "organisation",
    "organizationName": "Quorvimex Imobiliare SRL",
    "cui": "RO14399840",
    "registeredAddress": "Bd. Zugrăvescu nr. 8, Iași",
}
CANARIES = ("Zăvoianu", "Ștefania", "2850612226101", "Țebea", "Quorvimex", "14399840", "Zugrăvescu")
CLAIM = """# CERERE DE CHEMARE ÎN JUDECATĂ

Către Judecătoria Iași

Reclamant: {{party1.organizationName}}, CUI {{party1.cui}}, cu sediul în {{party1.registeredAddress}}

Pârâtă: {{party0.firstName}} {{party0.lastName}}, CNP {{party0.cnp}}, domiciliată în {{party0.address}}

## Obiect
Plata chiriei restante, în valoare de 800 EUR.

## În fapt
Zăvoianu Ștefania nu a plătit chiria pe două luni.

## În drept
Potrivit exemplu-cod-civil-locatiune, chiria se plătește.

## Probe
Contractul de închiriere.

Semnătura
"""


def pages(path: str) -> list[str]:
    opened = pypdfium2.PdfDocument(Path(path))
    found = [" ".join(page.get_textpage().get_text_range().split()) for page in opened]
    opened.close()
    return found


def holding(folder: Path) -> list[str]:
    """The files below the folder, but for the drafts on paper, that hold a canary."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pdf":
            text = path.read_bytes().decode("utf-8", "replace")
            found += [f"{path.name}: {canary}" for canary in CANARIES if canary in text]
    return found


@pytest.fixture
def case(shell: Shell, tmp_path: Path) -> str:
    """A case with a person and a company."""
    made: str = shell("--json", "case", "create", "Chirie restantă").json["case"]["case_id"]
    for name, details, role in (("person", PERSON, "pârât"), ("company", COMPANY, "reclamant")):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(details), encoding="utf-8")
        party = shell("--json", "case", "add-party", file).json["party_id"]
        shell("case", "attach", made, party, "--role", role)
    return made


@pytest.mark.requirement("draft-placeholders", "draft-synthetic")
def test_a_claim_is_drafted(shell: Shell, case: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """From placeholders, and from a name that was typed, to paper; no other file and no log holds a name."""
    caplog.set_level(logging.DEBUG)
    shell("corpus", "import", "--examples")
    file = tmp_path / "Cerere_chemare_judecata.md"
    file.write_text(CLAIM, encoding="utf-8")
    told = shell("--json", "case", "draft", case, file)
    made = told.json
    assert made["pdf_gcs_path"].endswith(f"cases/{case}/drafts/Cerere_chemare_judecata_v1.pdf")
    [page] = pages(made["pdf_gcs_path"])
    for value in (*PERSON.values(), *COMPANY.values()):
        assert value in page or value in ("individual", "organisation")
    assert "Zăvoianu Ștefania nu a plătit" in page
    assert page.startswith("EXEMPLU – sursă fictivă")
    assert made["synthetic"] is True
    assert "{{party0.lastName}}" in Path(made["pdf_gcs_path"]).with_suffix(".md").read_text(encoding="utf-8")
    assert holding(shell.home) == []
    everything = told.out + told.err + caplog.text + shell("--json", "audit", "show").out
    assert [canary for canary in CANARIES if canary in everything] == []

    again = shell("case", "draft", case, file)
    assert "_v2.pdf" in again.out
    listed = shell("case", "drafts", case).out
    assert "Cerere_chemare_judecata  v1  revised" in listed
    assert "Cerere_chemare_judecata  v2  generated" in listed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{party5.cui}}", "Party ID party5 not found or not attached to case"),
        ("# Cerere de chemare în judecată\n\nReclamant {{party1.cui}}", "lacks: instanța; pârâtul; "),
    ],
)
def test_what_cannot_be_drafted_gets_a_sentence(shell: Shell, case: str, tmp_path: Path, text: str, said: str) -> None:
    """Exit code 2 and the reason; nothing is listed."""
    file = tmp_path / "draft.md"
    file.write_text(text, encoding="utf-8")
    assert said in shell("case", "draft", case, file, code=2).err
    assert "no drafts yet" in shell("case", "drafts", case).out
