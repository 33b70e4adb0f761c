"""``casewright documents amendments``: what is proposed, and what a person says to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("documents-amendments")
TEXTS = {
    "msa.txt": "MASTER SERVICES AGREEMENT\n\nDated March 1, 2019, between Acme Limited and Beta LLC.\n",
    "first.txt": "FIRST AMENDMENT TO MASTER SERVICES AGREEMENT\n\nAcme Limited and Beta LLC are parties to the Master "
    "Services Agreement dated March 1, 2019.\n",
    "stray.txt": "AMENDMENT NO. 2 TO THE LOAN AGREEMENT\n\nbetween Nobody Limited and Somebody LLC.\n",
}


def test_amendments_are_proposed_and_decided(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proposal is confirmed or rejected, a circle is refused, and what is amended is not the latest any more."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    matter = shell.matter()
    assert "nobody has said so" in shell("documents", "amendments", matter).out
    shell("ingest", matter, *TEXTS)

    told = shell("documents", "amendments", matter).out
    assert "first.txt amends msa.txt (proposed)" in told
    assert "stray.txt amends LOAN AGREEMENT, which is not in this matter" in told

    assert shell("documents", "amends", matter, "first.txt", "msa.txt").out == "first.txt amends msa.txt\n"
    shell("documents", "amends", matter, "msa.txt", "first.txt", code=INVALID)
    shell("documents", "amends", matter, "msa.txt", "msa.txt", code=INVALID)
    found = shell("--json", "documents", "amendments", matter).json
    [mine] = [one for one in found["amendments"] if one["filename"] == "first.txt"]
    assert (mine["state"], mine["dated"], mine["number"]) == ("confirmed", "2019-03-01", 1)
    assert mine["quote"] == "FIRST AMENDMENT TO MASTER SERVICES AGREEMENT"
    assert mine["amended_id"] not in found["latest"]

    shell("documents", "amends", matter, "first.txt", "msa.txt", "--reject")
    assert "first.txt does not amend msa.txt (rejected)" in shell("documents", "amendments", matter).out
