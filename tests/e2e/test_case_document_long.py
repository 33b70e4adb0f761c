"""A document of a case that takes long to mask: nobody waits for it, and a party declared meanwhile is masked too."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.home import Casewright
from casewright.toolbox.cases.case_documents import CaseDocuments

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from casewright.domain.documents import Reading
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.firewall import MaskedDocument

_TEXT = "Contract de închiriere. Chiria se plătește lunar de Zxqwvbnescu, la data de 5 a lunii."


def done(casewright: Casewright, tool: str, **arguments: object) -> Any:
    """What the call gives, which has to succeed."""
    result = casewright.call(tool, arguments)
    assert result.success, result.content
    return result.structured


def test_masking_holds_nobody_up_and_misses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a text is masked others write to the database; whoever they declare is out of the text that is kept."""
    home = tmp_path / "home"
    with Casewright.open(home) as casewright, Casewright.open(home) as other:
        case = done(casewright, "create_case", title="Chirie")["case_id"]
        party = done(casewright, "add_party", kind="individual", firstName="Ana", lastName="Zxqwvbnescu")["party_id"]
        times: list[int] = []
        real = CaseDocuments.masked

        def slowly(self: CaseDocuments, tenant: TenantId, matter: MatterId, reading: Reading | None) -> MaskedDocument:
            found = real(self, tenant, matter, reading)
            times.append(1)
            if len(times) == 1:
                with closing(sqlite3.connect(home / "casewright.db", timeout=0.2, isolation_level=None)) as connection:
                    connection.execute("BEGIN IMMEDIATE")
                    connection.execute("ROLLBACK")
                done(other, "attach_party", case_id=case, party_id=party, role="chiriaș")
            return found

        monkeypatch.setattr(CaseDocuments, "masked", slowly)
        blob = casewright.keep(case, _TEXT.encode())
        document = done(casewright, "add_document", matter_id=case, blob_id=blob, filename="contract.txt")[
            "document_id"
        ]
        text = done(casewright, "get_document_text", matter_id=case, document_id=document)["text"]
    assert len(times) == 2
    assert "Zxqwvbnescu" not in text
