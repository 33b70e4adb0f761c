"""Documents as a whole on the command line, over the sample matter's files: every quote stands at its place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import casewright.samples.smith_v_jones as sample

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

FILES = Path(next(iter(sample.__path__)))
LEASE = (FILES / "commercial-lease.txt").read_text("utf-8")


@pytest.fixture
def sample_matter(shell: Shell) -> str:
    """A matter with the sample's contracts."""
    matter = str(shell("--json", "matter", "create", "Sample").json["matter_id"])
    contracts = [path for path in sorted(FILES.iterdir()) if path.suffix in (".txt", ".md", ".docx")]
    shell("ingest", matter, *contracts)
    return matter


def asked(shell: Shell, matter: str, question: str) -> str:
    """The answer, of which every quote stands at its place, without its links."""
    found: dict[str, Any] = shell("--json", "ask", matter, question).json
    assert found["unverified"] == []
    assert found["citations"]
    for id_ in {one["document_id"] for one in found["citations"]}:
        arguments = json.dumps({"matter_id": matter, "document_id": id_, "max_length": 1_000_000})
        text = shell("--json", "tools", "call", "get_document_text", "--args", arguments).json["structured"]["text"]
        for one in found["citations"]:
            if one["document_id"] == id_ and "skipped" not in one:
                assert text[one["start"] : one["end"]] == one["quote"]
    return re.sub(r"\]\(cite:[^)]*\)", "]", found["answer"])


@pytest.mark.requirement("answer-comparison")
def test_two_agreements_side_by_side(shell: Shell, sample_matter: str) -> None:
    """Facts that differ and alike, what one of the two has, and clauses of the same kind."""
    said = asked(shell, sample_matter, "Compare the lease and the supply agreement")
    assert "Governing law:\n- commercial-lease.txt: Delaware (US)" in said
    assert "- supply-agreement.docx: New York (US)" in said
    assert "Found in supply-agreement.docx, not found in commercial-lease.txt:" in said
    assert re.search(r"Termination: \d+% of the words alike", said)
    only = asked(shell, sample_matter, "Compare the termination clauses of the lease and the supply agreement")
    assert re.search(r"Termination: \d+% of the words alike", only)
    assert "Confidentiality" not in only


@pytest.mark.requirement("answer-comparison")
def test_two_versions_are_told_by_their_changes(shell: Shell, tmp_path: Path) -> None:
    """The changed words and the clause that one lacks, in Romanian asked of the matter's two documents."""
    changed = LEASE.replace("other than an obligation to pay money, ", "").replace("US$750,000", "US$900,000")
    assert changed != LEASE
    (tmp_path / "lease-1.txt").write_text(LEASE, "utf-8")
    (tmp_path / "lease-2.txt").write_text(changed, "utf-8")
    matter = str(shell("--json", "matter", "create", "Versions").json["matter_id"])
    shell("ingest", matter, tmp_path / "lease-1.txt", tmp_path / "lease-2.txt")
    said = asked(shell, matter, "Compară cele două contracte")
    assert "They are nearly the same text" in said
    changes = said[said.index("What was changed") : said.index("Facts")]
    assert re.search(r"13 LIMITATION OF LIABILITY: lease-1.txt: “[^”]*750,000[^”]*”", changes)
    assert re.search(r"lease-2.txt: “[^”]*900,000[^”]*”", changes)


@pytest.mark.requirement("answer-summary")
def test_contract_is_summed_up(shell: Shell, sample_matter: str) -> None:
    """Title, parties, law and the duties of each side; what was not found is named."""
    said = asked(shell, sample_matter, "Summarise the lease")
    assert "- Title: “COMMERCIAL LEASE”" in said
    assert "JONES QUAYSIDE PROPERTIES LLC (Landlord)" in said
    assert "Governing law: Delaware (US)" in said
    tenant = said[said.index("Tenant must, by") :]
    assert "“Tenant shall pay the Security Deposit when it signs this Lease.” [commercial-lease.txt, § 6.1]" in tenant
    assert "Looked for and not found:" in said


@pytest.mark.requirement("answer-unusual")
def test_unusual_is_told_by_counts(shell: Shell, sample_matter: str) -> None:
    """What differs from the matter's others says of how many; nothing is called risky, and no advice is given."""
    found = shell("--json", "ask", sample_matter, "What is unusual in the NDA?").json
    said = found["answer"]
    assert "non-disclosure-agreement.docx, held against 4 other contracts of this matter" in said
    assert re.search(r"— (\d of 4 others have (it|one)|found in \d of \d others)", said)
    assert not re.search(r"\brisk|\bshould\b|\brecommend", said)
    assert found["unverified"] == []
