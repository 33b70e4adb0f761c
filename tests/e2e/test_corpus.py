"""Research from the command line: acts come in whole or not at all, are found, and bear their marks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID
from tests.providers.bigquery import LoopbackBigquery

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

ORDER = """ORDIN nr. 1.244 din 11 iunie 2019
privind aprobarea tarifelor
Publicat în
MONITORUL OFICIAL nr. 529 din 28 iunie 2019

Art. 1. Se aprobă tarifele pentru Școli.
"""


@pytest.fixture
def acts(tmp_path: Path) -> Path:
    """A folder of acts in every format."""
    folder = tmp_path / "acts"
    (folder / "deep").mkdir(parents=True)
    (folder / "ordin.txt").write_text(ORDER, encoding="utf-8")
    (folder / "deep/lege.md").write_text(
        "---\ndoc_id: lege-9\ndata_vigoare: 2150-01-01\nan: 2149\n---\n# Legea viitoare\n\nText.", encoding="utf-8"
    )
    (folder / "more.jsonl").write_text(
        json.dumps({"doc_id": "j1", "title": "Unu", "full_text": "x", "synthetic": True}) + "\n\n", encoding="utf-8"
    )
    (folder / "rows.csv").write_text('doc_id,title,full_text,an\nc1,"Doi, trei","a\nb",1999\n', encoding="utf-8")
    (folder / "ignored.pdf").write_bytes(b"%PDF")
    return folder


def rows(shell: Shell, query: str) -> list[dict[str, object]]:
    """What a query finds."""
    found: list[dict[str, object]] = shell("--json", "corpus", "query", query).json["results"]
    return found


@pytest.mark.requirement("research-import", "research-in-force")
def test_a_folder_is_imported_and_found(shell: Shell, acts: Path) -> None:
    """Headings are read, columns given in any format are kept, and marks stand at the hits they belong to."""
    assert "4 added, 0 replaced; legislatie holds 4 documents." in shell("corpus", "import", acts).out
    assert "0 added, 4 replaced; legislatie holds 4 documents." in shell("corpus", "import", acts).out

    [order] = rows(shell, "SELECT * EXCEPT(full_text, summary) FROM legislatie WHERE full_text LIKE '%scoli%'")
    assert order["title"] == "ORDIN nr. 1.244 din 11 iunie 2019 privind aprobarea tarifelor"
    assert (order["tip_act"], order["numar"], order["an"]) == ("ordin", "1244", 2019)
    assert order["publicatie"] == "Monitorul Oficial nr. 529 din 2019-06-28"
    assert order["data_vigoare"] is None
    assert "in_force" not in order

    [coming] = rows(shell, "SELECT title FROM legislatie WHERE doc_id = 'lege-9'")
    assert coming == {"title": "# Legea viitoare", "in_force": False, "in_force_from": "2150-01-01"}
    assert rows(shell, "SELECT title FROM legislatie WHERE doc_id = 'j1'") == [{"title": "Unu", "synthetic": True}]
    assert rows(shell, "SELECT title FROM legislatie WHERE an = 1999") == [{"title": "Doi, trei"}]
    shown = shell("corpus", "query", "SELECT title FROM legislatie ORDER BY title").out
    assert "in force from 2150-01-01" in shown
    assert "EXEMPLU – sursă fictivă" in shown


def test_examples_come_with_the_package(shell: Shell) -> None:
    """At least forty invented documents, each marked; an empty corpus says what to do."""
    assert "corpus import" in shell("corpus", "query", "SELECT title FROM legislatie").out
    counts = {one["table"]: one["total"] for one in shell("--json", "corpus", "import", "--examples").json["imported"]}
    assert sum(counts.values()) >= 40
    found = rows(shell, "SELECT title, full_text FROM legislatie LIMIT 100")
    assert len(found) == counts["legislatie"]
    assert all(one["synthetic"] is True and "FICTIV" in str(one["full_text"]) for one in found)


@pytest.mark.requirement("research-import")
@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.json", "{", "no JSON that can be read"),
        ("a.json", "[3]", "document 1: a document is an object"),
        ("a.json", "[]", "holds no documents"),
        ("a.jsonl", '{"doc_id": "a"}', "line 1: the field 'title' is missing"),
        ("a.csv", "doc_id,title,full_text\na,b", "row 2: it has another number of fields"),
        ("a.csv", "doc_id,titlu\na,b", "no column 'titlu'"),
        ("a.json", '{"doc_id": "a", "title": "t", "full_text": "x", "an": "MMI"}', "'an' is 'MMI', which is no year"),
        ("a.json", '{"doc_id": "a", "title": "t", "full_text": "x", "data_vigoare": "ieri"}', "no date such as"),
        ("a.json", '{"doc_id": "a", "title": "t", "full_text": "x", "synthetic": "poate"}', "no true or false"),
        ("a.txt", " \n ", "holds no words"),
        ("a.md", "---\nwhat\n---\nText", "line 2: 'what' is no 'name: value'"),
    ],
)
def test_one_bad_document_keeps_all_out(shell: Shell, acts: Path, name: str, text: str, told: str) -> None:
    """The file, the place in it, the field and the reason; nothing is imported."""
    (acts / name).write_text(text, encoding="utf-8")
    refused = shell("corpus", "import", acts, code=INVALID)
    assert told in " ".join(refused.err.split())
    assert "nothing was imported" in refused.err
    assert rows(shell, "SELECT title FROM legislatie") == []


def test_what_cannot_be_imported_is_told(shell: Shell, tmp_path: Path) -> None:
    """No path, no such path, no file of a known kind, another encoding."""
    assert "Name files or folders" in shell("corpus", "import", code=INVALID).err
    assert "There is no" in shell("corpus", "import", tmp_path / "gone", code=INVALID).err
    (tmp_path / "folder").mkdir()
    assert "no file that can be read" in shell("corpus", "import", tmp_path / "folder", code=INVALID).err
    (tmp_path / "latin.txt").write_bytes("LEGE nr. 1 din 2 mai 2000 – Școală".encode("utf-16"))
    assert "not in UTF-8" in shell("corpus", "import", tmp_path / "latin.txt", code=INVALID).err


@pytest.mark.requirement("research-replies")
def test_replies_have_the_contracts_shapes(shell: Shell, acts: Path) -> None:
    """Success and failure in the seed's words."""
    shell("corpus", "import", acts)
    call = ("--json", "tools", "call", "query_bigquery", "--args")
    good = shell(
        *call, json.dumps({"query_string": "SELECT doc_id FROM legislatie WHERE an = 1999", "table_name": "legislatie"})
    )
    assert good.json["structured"]["status"] == "success"
    assert good.json["structured"]["results"] == [{"doc_id": "c1"}]
    for query, table, message in (
        ("SELECT 1", "dosare", "Invalid table name"),
        ("DROP TABLE legislatie", "legislatie", "Query execution failed: only SELECT may run here, not DROP"),
    ):
        bad = shell(*call, json.dumps({"query_string": query, "table_name": table}), code=INVALID)
        assert bad.json["structured"] == {"status": "error", "error_message": message}


@pytest.mark.requirement("research-bigquery")
def test_the_same_research_in_bigquery(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """By settings alone the same command asks BigQuery; a login that it refuses is unauthorized."""
    with LoopbackBigquery() as server:
        monkeypatch.setenv("CASEWRIGHT_CORPUS", "bigquery:proiect.date")
        monkeypatch.setenv("CASEWRIGHT_BIGQUERY_ENDPOINT", server.endpoint)
        server.add("legislatie", [{"doc_id": "a", "title": "Legea Școlii", "full_text": "x", "synthetic": False}])
        found = shell(
            "--json", "corpus", "query", "SELECT title FROM proiect.date.legislatie WHERE title LIKE '%scolii%'"
        )
        assert found.json["results"] == [{"title": "Legea Școlii"}]
        assert found.json["backend"] == "bigquery"
        assert found.json["bytes_billed"] == 10_485_760
        shown = shell("corpus", "query", "SELECT title FROM legislatie")
        assert "BigQuery bills 10,485,760 bytes for this query." in shown.out + shown.err
    with LoopbackBigquery(failures=[(403, "accessDenied")]) as server:
        monkeypatch.setenv("CASEWRIGHT_BIGQUERY_ENDPOINT", server.endpoint)
        refused = shell("--json", "corpus", "query", "SELECT title FROM legislatie", code=3)
        assert refused.json["error_message"] == "Unauthorized access"
