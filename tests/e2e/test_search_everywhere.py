"""Words in the documents of every matter that one may see, and of no other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.databases import DATABASES, create_postgresql
from tests.e2e.test_people import add

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Ended, Shell

RENT = "The Tenant shall pay the Landlord a rent of EUR 1,000 a month in advance, on the first day of each month."
PAPERS = {
    "Harbour": {"lease.txt": f"1. Rent\n{RENT}\n\n2. Law\nThe laws of England govern this lease.", "none.pdf": ""},
    "Quarry": {"sale.txt": "The price for the granite is EUR 7,000.\n\nThe quarry pays no rent to anybody."},
    "Secret": {"memo.txt": "The zanzibar plan: nobody pays rent in advance."},
}


class Firm:
    """Ada's matters Harbour and Quarry, Pat's matter Secret; Carl takes part in Harbour alone."""

    def __init__(self, shell: Shell, folder: Path) -> None:
        self._shell = shell
        people = (("ada", "PARTNER"), ("pat", "PARTNER"), ("carl", "ANALYST"), ("aud", "AUDITOR"))
        self._keys = {name: add(shell, name, role) for name, role in people}
        self.matters = {}
        for title, papers in PAPERS.items():
            owner = "pat" if title == "Secret" else "ada"
            self.matters[title] = self(owner, "--json", "matter", "create", title).json["matter_id"]
            (folder / title).mkdir()
            for name, text in papers.items():
                (folder / title / name).write_text(text)
            ended = self.any(owner, "ingest", self.matters[title], folder / title)
            assert ended.code in (0, 4), ended
        self("ada", "matter", "share", self.matters["Harbour"], "carl", "--role", "observer")

    def __call__(self, name: str, *arguments: object, code: int = 0) -> Ended:
        """Run a command as that user."""
        return self._shell("--as", self._keys[name], *arguments, code=code)

    def any(self, name: str, *arguments: object) -> Ended:
        """Run a command as that user, however it ends."""
        return self._shell.any("--as", self._keys[name], *arguments)

    def found(self, name: str, *arguments: object) -> Any:
        """What a search gives that user."""
        return self(name, "--json", "search", *arguments).json

    def titles(self, name: str, text: str) -> list[str]:
        """The matters of the hits, best first, each once."""
        return list(dict.fromkeys(hit["matter_title"] for hit in self.found(name, text)["hits"]))


@pytest.fixture(params=DATABASES)
def firm(request: pytest.FixtureRequest, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Firm:
    """The firm over each kind of database."""
    if request.param == "postgresql":
        address = create_postgresql(request.getfixturevalue("postgresql_socket"), "everywhere")
        monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", address)
    return Firm(shell, tmp_path)


@pytest.mark.requirement("search-everywhere")
def test_each_finds_what_they_may_see(firm: Firm) -> None:
    """Owner, participant, another partner, administrator and auditor: hits of their own matters and no others."""
    assert firm.titles("ada", "pays rent in advance") == ["Harbour", "Quarry"]
    assert firm.titles("carl", "pays rent in advance") == ["Harbour"]
    assert firm.titles("pat", "pays rent in advance") == ["Secret"]
    assert firm.titles("ada", "zanzibar") == []
    assert firm.titles("pat", "ZANZIBARS") == ["Secret"]
    assert firm.found("carl", "rent")["searched_matters"] == 1
    firm("aud", "search", "rent", code=3)
    firm("ada", "matter", "unshare", firm.matters["Harbour"], "carl")
    nothing = firm.found("carl", "rent")
    assert (nothing["hits"], nothing["searched_matters"], nothing["searched_documents"]) == ([], 0, 0)
    root = firm._shell("--json", "search", "rent").json
    assert {hit["matter_title"] for hit in root["hits"]} == set(PAPERS)

    # What others may not see changes nothing of what one is told, nor does it stand in what was recorded.
    for told in (firm.found("ada", "zanzibar"), firm.found("carl", "zanzibar")):
        assert "Secret" not in json.dumps(told)
    recorded = firm._shell("audit", "show", "--tool", "search_everywhere").out
    assert "search_everywhere" in recorded
    assert "zanzibar" not in json.dumps(firm._shell("--json", "audit", "show", "--last", "100").json)


def test_hits_open_at_their_place(firm: Firm) -> None:
    """Every hit's snippet stands in the document at its offsets; what was not searched is said."""
    told = firm.found("ada", "rent a month in advance")
    assert told["hits"]
    for hit in told["hits"]:
        arguments = json.dumps({"matter_id": hit["matter_id"], "document_id": hit["document_id"]})
        read = firm("ada", "--json", "tools", "call", "get_document_text", "--args", arguments).json
        assert read["structured"]["text"][hit["start"] : hit["end"]] == hit["snippet"] == hit["citation"]["quote"]
    best = told["hits"][0]
    assert (best["matter_title"], best["filename"]) == ("Harbour", "lease.txt")
    assert "EUR 1,000" in best["snippet"]
    [missed] = told["not_searched"]
    assert (missed["matter_title"], missed["documents"], missed["filenames"]) == ("Harbour", 1, ["none.pdf"])
    shown = firm("ada", "search", "rent a month in advance").out
    assert "Not searched in Harbour: 1 documents (none.pdf)" in shown
    assert "Searched 2 documents of 2 matters" in " ".join(shown.split())


def test_pages_of_hits(firm: Firm) -> None:
    """Page after page gives every hit once, in the order of one long page; another search's cursor is refused."""
    whole = [(hit["document_id"], hit["start"]) for hit in firm.found("ada", "rent")["hits"]]
    assert len(whole) == len(set(whole)) >= 2
    paged, cursor = [], None
    for _ in range(len(whole)):
        told = firm.found("ada", "rent", "--limit", 1, *([] if cursor is None else ["--cursor", cursor]))
        assert told["total_count"] == len(whole)
        paged += [(hit["document_id"], hit["start"]) for hit in told["hits"]]
        cursor = told["next_cursor"]
    assert cursor is None
    assert paged == whole
    cursor = firm.found("ada", "rent", "--limit", 1)["next_cursor"]
    for bad in (("lease", cursor), ("rent", "1"), ("rent", f"-{cursor}"), ("rent", "x" * 101)):
        firm("ada", "search", bad[0], "--cursor", bad[1], code=2)
    assert "needs a word" in firm("ada", "search", "!?", code=2).err
    firm("ada", "search", "rent", "--limit", 101, code=2)


def test_sealed_names_of_cases_are_not_found(shell: Shell, tmp_path: Path) -> None:
    """A case's documents are searched as they are stored: by its words, never by what was sealed of them."""
    (tmp_path / "papers").mkdir()
    letter = "Subsemnatul Popescu Ion, CNP 1850101223344, reclam neplata chiriei pentru apartament."
    (tmp_path / "papers" / "letter.txt").write_text(letter)
    shell("case", "create", "Chirie", "--documents", tmp_path / "papers")
    [hit] = shell("--json", "search", "neplata chiriei").json["hits"]
    assert "chiriei" in hit["snippet"]
    assert "Popescu" not in json.dumps(hit)
    assert "1850101223344" not in json.dumps(hit)
    for sealed in ("Popescu", "1850101223344"):
        assert shell("--json", "search", sealed).json["hits"] == []
