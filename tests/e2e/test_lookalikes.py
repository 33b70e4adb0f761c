"""A contract with characters that look like others, asked on the command line with plain ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("documents-lookalikes")
TEXT = (
    "1. Fees. The Сustomеr pays the fees within thirty days\u037e interest runs after that.\n\n"
    "2. Law. This Аgrееmеnt is governed by the laws of England and Wales.\n\n"
    "Exhibit А\n\nThe Supplier shall insure the warehouse at Dover against fire.\n"
)


@pytest.mark.parametrize("said", ["Agreement", "Аgrееmеnt"])
def test_either_spelling_finds_the_clause_and_the_quote_is_the_text(shell: Shell, tmp_path: Path, said: str) -> None:
    """What is shown is what the file has, at its own place."""
    path = tmp_path / "terms.txt"
    path.write_text(TEXT, encoding="utf-8")
    matter = shell.matter()
    shell("ingest", matter, str(path))
    told = shell("ask", matter, f"Which law governs the {said}?").out
    assert "This Аgrееmеnt is governed by the laws of England and Wales" in " ".join(told.split())


def test_an_exhibit_has_the_letter_that_is_seen(shell: Shell, tmp_path: Path) -> None:
    """Its section can be typed; the text keeps its own letter."""
    path = tmp_path / "terms.txt"
    path.write_text(TEXT, encoding="utf-8")
    told = shell("--json", "iql", '{IS clause obligating "Supplier"}', path).out
    assert "Exhibit A" in told
    assert "Exhibit А" in told


PLAIN = (
    "Acme Limited\n\nReport on the financial year ended 31 December 2025\n\n"
    "Revenue in FY2025 was EUR 9,640,000; EBITDA in FY2025 was -EUR 1,200,000. "
    "The gross margin in FY2025 was 45.5%.\n\n"
    "Cash was EUR 512,000 at 31 December 2025.\n"
)
WRITTEN = (
    PLAIN.replace("31 December 2025", "31\u00a0December\u00a0２０２５")
    .replace("Acme", "\u0410\u0441m\u0435")
    .replace("9,640,000;", "9\u202f640\u202f000\u037e")
    .replace("-EUR 1,200", "\u2212\u0415UR\u00a0１，２００")
    .replace("45.5%", "４５．５％")
    .replace("512,000", "512\u00a0000")
)


def claimed(shell: Shell, folder: Path, text: str) -> list[dict[str, Any]]:
    """The claims that rules find in a document of this text, in order of their places."""
    folder.mkdir()
    (folder / "report.txt").write_text(text, encoding="utf-8")
    deal = shell("--json", "deal", "create", "Project Falcon", "--documents", folder).json["deal"]["matter_id"]
    shell("deal", "extract", deal)
    claims: list[dict[str, Any]] = shell("--json", "claims", "list", deal).json["claims"]
    return sorted(claims, key=lambda one: one["primary_span"]["start"])


def test_figures_signs_and_days_are_read_and_quoted_as_written(shell: Shell, tmp_path: Path) -> None:
    """The same claims as of plain characters, each with the place and the words of the file."""
    plain = claimed(shell, tmp_path / "plain", PLAIN)
    written = claimed(shell, tmp_path / "written", WRITTEN)
    assert len(plain) == 4
    for one, other in zip(plain, written, strict=True):
        for field in ("shown", "metric", "period", "entity", "claim_text"):
            assert other[field] == one[field]
        span = other["primary_span"]
        assert (span["start"], span["end"]) == (one["primary_span"]["start"], one["primary_span"]["end"])
    assert [one["shown"] for one in plain][1] == "EUR -1,200,000"
    first = written[0]["primary_span"]
    assert WRITTEN[first["start"] : first["end"]] == "Revenue in FY2025 was EUR 9\u202f640\u202f000"


def test_an_answer_is_the_words_of_the_file(shell: Shell, tmp_path: Path) -> None:
    """The value is found in what a person sees, and cut from what is written."""
    path = tmp_path / "terms.txt"
    amount, day = "\u0415UR\u00a0１２，５００", "15\u00a0March\u00a0２０２６"
    path.write_text(f"1. Fees. The monthly fee is {amount}\u037e the lease ends on {day}.\n", encoding="utf-8")
    matter = shell.matter()
    shell("ingest", matter, str(path))
    for question, expected in (("How much is the monthly fee?", amount), ("When does the lease end?", day)):
        asked = json.dumps({"matter_id": matter, "question": question})
        told = shell("--json", "tools", "call", "isaacus_extract", "--args", asked).json["structured"]
        assert (told["answer"], told["primary_citation"]["quote"]) == (expected, expected)


def test_what_only_looks_like_a_party_is_masked_in_a_case(shell: Shell) -> None:
    """Names and numbers in look-alike characters go as plain ones do; a name in another script is no look-alike."""
    party = {"kind": "individual", "firstName": "Ion", "lastName": "Sârbu", "cnp": "1630615123457"}
    text = "Chiria o plătește I\u043en S\u00e2rbu, CNP １６３０６１５１２３４５７. S\u0430rbu a semnat. Сарбу tace."
    with Casewright.open(shell.home) as casewright:
        added: Any = casewright.call("add_party", party).structured
        case: Any = casewright.call("create_case", {"title": "Gard"}).structured
        attached = {"case_id": case["case_id"], "party_id": added["party_id"], "role": "petent"}
        assert casewright.call("attach_party", attached).success
        kept = casewright.keep(case["case_id"], text.encode())
        given = {"matter_id": case["case_id"], "blob_id": kept, "filename": "nota.txt"}
        document: Any = casewright.call("add_document", given).structured
        asked = {"matter_id": case["case_id"], "document_id": document["document_id"]}
        read: Any = casewright.call("get_document_text", asked).structured
    name = "{{party0.firstName}} {{party0.lastName}}"
    told = f"Chiria o plătește {name}, CNP {{{{party0.cnp}}}}. {{{{party0.lastName}}}} a semnat. Сарбу tace."
    assert read["text"] == told
