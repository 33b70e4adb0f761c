"""``casewright facts``: the table, the files, the calendar and a person's word, over real homes."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from icalendar import Calendar
from openpyxl import load_workbook

from casewright.cli.exit_codes import FAILED, INVALID, REFUSED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("facts-command")

SUPPLY = """SUPPLY AGREEMENT

This Supply Agreement is made on March 1, 2021 between Acme Limited ("Supplier") and Beta Stores LLC ("Customer").

1. Term
This Agreement begins on March 1, 2021 and shall expire on December 31, 2027. It shall be renewed automatically for
successive periods of one year each, unless either party gives the other written notice of non-renewal at least
ninety (90) days before the end of the then current term.

2. Governing law
This Agreement is governed by and construed in accordance with the laws of England and Wales.
"""
NDA = """NON-DISCLOSURE AGREEMENT

This Non-Disclosure Agreement is made on May 2, 2022 between Gamma GmbH and Delta Inc.

1. Governing law
This Agreement is governed by and construed in accordance with the laws of the State of New York.
"""
LAW = "England and Wales"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with two contracts and a file of which nothing can be read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "supply.txt").write_text(SUPPLY)
    (tmp_path / "nda.txt").write_text(NDA)
    (tmp_path / "empty.pdf").write_bytes(b"")
    return tmp_path


@pytest.fixture
def matter(shell: Shell, files: Path) -> str:
    """A matter with the two contracts."""
    found = shell.matter()
    shell("ingest", found, "supply.txt", "nda.txt")
    return found


@pytest.fixture
def dated(shell: Shell, matter: str) -> str:
    """The same, with a person's word on when the supply agreement ends, is renewed, and takes notice against that."""
    for field, quote, value in (
        ("expiration_date", "shall expire on December 31, 2027", "December 31, 2027"),
        ("renewal_term", "renewed automatically for successive periods of one year each", None),
        ("notice_period_to_terminate_renewal", "at least ninety (90) days before the end", "ninety (90) days"),
    ):
        said = ["--value", value] if value else []
        shell("facts", "correct", matter, "supply.txt", field, "add", "--quote", quote, *said)
    return matter


def law_of(shell: Shell, name: str = "supply.txt") -> list[dict[str, Any]]:
    """The facts of the document's governing law."""
    found = shell("--json", "facts", "Alpha", "--document", name, "--field", "governing_law").json
    facts: list[dict[str, Any]] = found["documents"][0]["facts"]
    return facts


def test_facts_are_shown_with_value_confidence_and_place(shell: Shell, matter: str) -> None:
    """A list for each document; with few fields one table; with --quotes the words; the JSON is the tool's."""
    told = shell("facts", matter).out
    assert "supply.txt" in told
    assert "Governing law" in told
    assert LAW in told
    assert "§ 2" in told
    assert "Looked for and found in no document:" in told
    few = shell("facts", matter, "--field", "Governing Law", "--field", "expiration_date").out
    assert [one.split() for one in few.splitlines()[:1]] == [["Document", "Expiration", "Governing", "law"]]
    assert "New York" in few
    assert (
        "“This Agreement is governed by" in shell("facts", "show", matter, "--field", "governing_law", "--quotes").out
    )

    found = shell("--json", "facts", matter, "--field", "governing_law").json
    assert {one["filename"] for one in found["documents"]} == {"supply.txt", "nda.txt"}
    [fact] = next(one["facts"] for one in found["documents"] if one["filename"] == "supply.txt")
    assert {"field", "value", "quote", "start", "end", "page", "section", "confidence", "how"} <= set(fact)
    assert (fact["field"], fact["value"]["place"], fact["how"]) == ("governing_law", LAW, "model")
    assert SUPPLY[fact["start"] : fact["end"]] == fact["quote"]


def test_what_was_not_read_is_not_called_not_found(shell: Shell, matter: str) -> None:
    """An empty cell and "not read" differ, the file is named, and the command ends with 4."""
    shell("ingest", matter, "empty.pdf", code=FAILED)
    ended = shell("facts", matter, "--field", "expiration_date", code=FAILED)
    lines = {line.split()[0]: line.split()[1:] for line in ended.out.splitlines() if ".pdf" in line or "nda" in line}
    assert lines == {"nda.txt": [], "empty.pdf": ["not", "read"]}
    assert "Not read: 1 document: empty.pdf (" in ended.err
    assert json.loads(shell("--json", "facts", matter, code=FAILED).out)["not_read"]
    assert "not read" in shell("facts", matter, "--document", "empty.pdf", code=FAILED).out


@pytest.mark.requirement("facts-exports", "facts-calendar")
def test_files_are_written_and_read_back(shell: Shell, dated: str, files: Path) -> None:
    """Each by its library; a file that is there stays, unless it is to be replaced."""
    asked = ["facts", dated, "--html", "f.html", "--xlsx", "f.xlsx", "--csv", "f.csv", "--ics", "f.ics"]
    told = shell(*asked).out
    assert "calendar     f.ics, 3 days of 1 contract" in told
    assert "1 contract has no date:\n  nda.txt: no expiration date and no term was found" in told

    assert LAW in (files / "f.html").read_text("utf-8")
    rows = list(csv.DictReader(io.StringIO((files / "f.csv").read_text("utf-8-sig"))))
    assert [one["value"] for one in rows if one["document"] == "supply.txt" and one["field"] == "expiration_date"] == [
        "31 December 2027"
    ]
    sheet: Any = load_workbook(files / "f.xlsx")["Contracts"]
    assert {cell.value for cell in sheet["A"]} == {"Document", "supply.txt", "nda.txt"}
    calendar: Any = Calendar.from_ical((files / "f.ics").read_bytes())
    days = {str(one["categories"].cats[0]): one["dtstart"].dt for one in calendar.walk("VEVENT")}
    assert days == {"notice": date(2027, 10, 2), "expiry": date(2027, 12, 31), "renewal": date(2027, 12, 31)}

    before = (files / "f.csv").read_bytes()
    assert "There is a file 'f.html' already" in shell(*asked, code=INVALID).err
    (files / "f.csv").write_text("mine")
    shell(*asked, "--force")
    assert (files / "f.csv").read_bytes() == before
    assert "is named twice" in shell("facts", dated, "--html", "x", "--csv", "x", code=INVALID).err


@pytest.mark.requirement("facts-calendar")
def test_calendar_has_its_fields_whatever_is_shown(shell: Shell, dated: str, files: Path) -> None:
    """--field chooses what is shown; the JSON says what each day follows from, and what has none."""
    found = shell("--json", "facts", dated, "--field", "governing_law", "--ics", "f.ics").json
    assert {fact["field"] for one in found["documents"] for fact in one["facts"]} == {"governing_law"}
    assert [(one["kind"], one["day"]) for one in found["calendar"]["days"]] == [
        ("notice", "2027-10-02"),
        ("expiry", "2027-12-31"),
        ("renewal", "2027-12-31"),
    ]
    assert "Computed: 90 days before the end" in found["calendar"]["days"][0]["why"]
    [undated] = found["calendar"]["undated"]
    assert (undated["filename"], undated["kind"]) == ("nda.txt", None)


def test_what_is_not_there_is_said(shell: Shell, matter: str) -> None:
    """An unknown field with the nearest, an unknown document, an empty matter, a matter that is not one's own."""
    assert "say one such as governing_law" in shell("facts", matter, "--field", "goverming law", code=INVALID).err
    assert "'supply.txt'" in shell("facts", matter, "--document", "suply.txt", code=INVALID).err
    shell("matter", "create", "Empty")
    assert "No ready documents" in shell("facts", "Empty", code=INVALID).err
    shell("ingest", "Empty", "nda.txt")
    nothing = shell("facts", "Empty", "--field", "insurance", "--field", "audit_rights")
    assert "I could not find" in nothing.out

    pat = ["--as", shell("--json", "users", "add", "pat", "--role", "CLIENT").json["key_file"]]
    assert "There is no matter" in shell(*pat, "facts", "Alpha", code=INVALID).err
    shell("matter", "share", matter, "pat", "--role", "client")
    assert LAW in shell(*pat, "facts", matter).out
    refused = shell(*pat, "facts", "correct", matter, "supply.txt", "governing_law", "reject", code=REFUSED).err
    assert "'correct_fact' is not permitted for CLIENT" in refused


def test_person_corrects_facts(shell: Shell, matter: str) -> None:
    """Confirm, replace, reject and withdraw what was read; add what was not; each counts before what was read."""
    correct = ["facts", "correct", matter, "supply.txt", "Governing law"]
    assert f"supply.txt, Governing law: {LAW}" in shell(*correct, "confirm").out
    [fact] = law_of(shell)
    assert (fact["how"], fact["confidence"]) == ("person", 1.0)
    assert "a person said so" in shell("facts", matter, "--document", "supply.txt").out

    shell(*correct, "replace", "--value", "Romania")
    assert [one["value"]["place"] for one in law_of(shell)] == ["Romania"]
    shell(*correct, "withdraw")
    assert [(one["value"]["place"], one["how"]) for one in law_of(shell)] == [(LAW, "model")]

    assert "not there, as you say" in shell(*correct, "reject").out
    assert law_of(shell) == []
    assert "not there, a person said so" in shell("facts", matter, "--field", "governing_law").out
    shell(*correct, "withdraw")
    assert len(law_of(shell)) == 1

    venue = ["facts", "correct", matter, "supply.txt", "venue"]
    assert "has no fact 'venue' to confirm" in shell(*venue, "confirm", code=INVALID).err
    added = shell("--json", *venue, "add", "--quote", "laws of  England and Wales", "--value", "London").json
    assert SUPPLY[added["facts"][0]["start"] : added["facts"][0]["end"]] == "laws of England and Wales"


def test_correction_says_what_it_lacks(shell: Shell, matter: str) -> None:
    """Words that stand nowhere or more than once, a place that is none, a fact of several."""
    correct = ["facts", "correct", matter, "supply.txt"]
    missing = shell(*correct, "venue", "add", "--quote", "courts of Paris", code=INVALID).err
    assert "does not hold the words 'courts of Paris'" in missing
    assert "holds the words 'Agreement'" in shell(*correct, "venue", "add", "--quote", "Agreement", code=INVALID).err
    assert "is no place" in shell(*correct, "venue", "confirm", "--at", "here", code=INVALID).err
    several = shell(*correct, "parties", "confirm", code=INVALID).err
    assert "facts 'parties': say which with --at:" in several
    at = SUPPLY.index("Beta Stores LLC")
    [start] = [one for one in several.replace(";", " ").split() if one.startswith(f"{at}-")]
    assert "Beta Stores LLC" in shell(*correct, "parties", "confirm", "--at", start).out


def test_matter_may_be_called_like_a_command(shell: Shell, files: Path) -> None:
    """``facts MATTER`` is short for ``facts show MATTER``, which takes any name."""
    shell("matter", "create", "correct")
    shell("ingest", "correct", "nda.txt")
    assert "nda.txt" in shell("facts", "show", "correct").out
    assert "nda.txt" in shell("facts", "--field", "governing_law", "M-2026-001").out
