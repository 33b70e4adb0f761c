"""Templates of one's own on the command line, up to the clauses that they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

LATE = (
    "If any amount is not paid when due, the Customer shall pay interest on it at the rate of 1.5% per month.",
    "Late payments shall bear interest at the lesser of eighteen percent per annum or the highest lawful rate.",
    "A late fee of five percent of the unpaid amount is due where the rent is received ten days after the due date.",
    "Overdue invoices accrue interest from the due date at 4% above the base rate of the Bank of England.",
    "Should the Distributor fail to pay any invoice on time, the Company may charge a late charge of 2% each month.",
    "Any sum not paid within thirty days of the invoice shall carry interest at a rate of twelve percent a year.",
    "The Buyer shall pay a service charge of one and one-half percent per month on all past due balances.",
    "The Licensor is entitled to default interest on late royalties at the prime rate plus three percent.",
)
CONTRACT = """SUPPLY AGREEMENT

1. Price
The price of the goods is stated in Schedule 1 and is fixed for the first year of this agreement.

2. Late payment
Any invoice that is not paid when due bears interest at the rate of 1% per month from the due date until it is paid.

3. Governing law
This agreement is governed by and construed in accordance with the laws of England and Wales.
"""


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    path = tmp_path / "supply.txt"
    path.write_text(CONTRACT)
    return path


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    path = tmp_path / "late.txt"
    path.write_text("\n\n".join(LATE))
    return path


@pytest.mark.requirement("templates-trained")
def test_eight_examples_find_the_clause(shell: Shell, contract: Path, examples: Path) -> None:
    """Trained on eight examples, a template finds the like of them in a contract it never saw, and nothing else."""
    trained = shell("--json", "templates", "train", "Late Fees", "--positive", examples).json
    assert (trained["usage"], trained["positive"]) == ("{IS late fees}", 8)

    found = shell("--json", "iql", "{IS late fees}", contract).json

    [match] = found["document_results"][0]["matches"]
    assert "bears interest" in match["text"]
    assert found["warnings"] == []
    again = shell("--json", "iql", "{IS late fees}", contract).json
    assert again["document_results"] == found["document_results"]


@pytest.mark.requirement("templates-defined")
def test_defined_template_on_the_command_line(shell: Shell, contract: Path) -> None:
    """A defined template is listed, shown, checked and used."""
    shell("templates", "define", "money or law", '{IS governing law clause} OR {late "<what>"}', "--argument", "what")

    listed = shell("--json", "templates").json
    assert [one["usage"] for one in listed["own"]] == ['{IS money or law "<what>"}']
    assert len(listed["templates"]) == 27
    assert "money or law" in shell("templates", "list").out
    assert "stands for {IS governing law clause}" in shell("templates", "show", "money or law").out
    checked = shell("--json", "iql", "--check", '{IS money or law "fees"}').json
    assert checked["statements"] == ["This is a governing law clause.", 'late "fees"']
    found = shell("--json", "iql", '{IS money or law "fees"}', contract).json
    assert any("governed by" in match["text"] for match in found["document_results"][0]["matches"])


@pytest.mark.requirement("templates-removed")
def test_removed_when_approved(shell: Shell, examples: Path, contract: Path) -> None:
    """Removing waits for an approval that says what goes; after it queries no longer know the name."""
    shell("templates", "train", "late fees", "--positive", examples)
    shell("templates", "remove", "late fees", code=3)
    assert "late fees" in shell("templates", "list").out
    [request] = shell("--json", "approvals", "list").json["approvals"]
    assert "8 positive" in shell("approvals", "show", request["approval_id"]).out

    shell("approvals", "approve", request["approval_id"])

    assert shell("--json", "templates").json["own"] == []
    assert "There is no template named 'late fees'" in shell("iql", "{IS late fees}", contract, code=2).err


def test_listing_makes_no_home(shell: Shell) -> None:
    """The built-in templates are listed without a home being made."""
    assert "governing law clause" in shell("templates").out
    assert not shell.home.exists()


@pytest.mark.requirement("templates-refused")
def test_mistakes_are_told(shell: Shell, tmp_path: Path, examples: Path) -> None:
    """Too few examples, a file that is missing and a name that is taken end with a sentence and code 2."""
    few = tmp_path / "few.txt"
    few.write_text("\n\n".join(LATE[:3]))
    assert "3 different positive" in shell("templates", "train", "x", "--positive", few, code=2).err
    assert "cannot be read" in shell("templates", "train", "x", "--positive", tmp_path / "no.txt", code=2).err
    assert "built-in" in shell("templates", "train", "right", "--positive", examples, code=2).err
    assert "not found" in shell("templates", "show", "x", code=2).err
