"""``python -m evals rooms``: a room is written as files, and taken through the product to a recommendation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell

SOURCES = {
    "Accounts.xlsx.txt": (
        "## Sheet: P&L\nTiny Ltd - management accounts\nEUR thousand | FY2023 | FY2024\nRevenue | 1,200 | 1,500\n\n"
        "## Sheet: Notes\nPrepared on | 2025-01-31\n"
    ),
    "Memo.pdf.txt": "# Memorandum\n\nTiny had revenue of EUR 1.9 million in FY2024.\n\n| a | b |\n| Boxes | 7,5 |\n",
    "Lease.docx.txt": "# Lease\n\n## 1. Rent\nThe rent is EUR 900.\n\n| Room | Price |\n| Yard | EUR 4.50 |\n",
    "RE rent.eml.txt": "From: a@tiny.example\nTo: b@tiny.example\nSubject: Rent\n\nThe landlord is Ørn.\n",
    "customers.csv": "customer,revenue\nAlpha,100\n",
}
TRUTH = """
company = "Tiny Ltd"
as_of = 2025-02-28
[[planted]]
id = "p1"
kind = "contradiction"
grave = true
says = "Revenue is 1.9 million in the memorandum and 1.5 million in the accounts."
blame = "Memo.pdf"
places = [
  { file = "Memo.pdf", words = "revenue of EUR 1.9 million" },
  { file = "Accounts.xlsx", sheet = "P&L", cell = "C3" },
]
[[planted]]
id = "p2"
kind = "unsigned"
grave = false
says = "Nobody signed the lease."
blame = "Lease.docx"
places = [{ file = "Lease.docx", words = "The rent is EUR 900" }]
"""


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """A folder with one room."""
    room = tmp_path / "rooms" / "tiny"
    room.mkdir(parents=True)
    documents = ""
    for name, text in SOURCES.items():
        (room / name).write_text(text, encoding="utf-8")
        documents += f'[[document]]\nfile = "{name.removesuffix(".txt")}"\nkind = "paper"\n'
    (room / "truth.toml").write_text(TRUTH + documents, encoding="utf-8")
    return room.parent


@pytest.mark.requirement("rooms-measured")
def test_room_is_measured_from_its_files_to_the_recommendation(evals: EvalsShell, rooms: Path) -> None:
    """What is found is told with its place and side, what is not as missed; as JSON and for a reader."""
    [told] = evals("--json", "rooms", "--rooms", str(rooms)).json["sets"]

    [room] = told["rooms"]
    assert room["not_read"] == []
    contradiction, unsigned = room["planted"]
    assert (contradiction["right_side"], unsigned["found_by"]) == (True, [])
    assert {"Accounts.xlsx P&L!C3"} <= {place for one in contradiction["found_by"] for place in one["places"]}
    assert (told["recall"]["hits"], told["recall"]["of"]) == (1, 2)
    assert told["proceed_with_a_grave_defect"] == 0
    assert 0 < told["coverage"]["hits"] <= told["coverage"]["of"]

    shown = evals("rooms", "--rooms", str(rooms), "--only", "tiny", "--each").out
    assert "found  p1" in shown
    assert "missed p2" in shown
    assert "contradiction" in shown


@pytest.mark.requirement("rooms-measured")
def test_files_are_read_by_the_product_as_they_were_written(rooms: Path) -> None:
    """Each format comes back with its words, its tables' rows and its figures as shown."""
    from evals.rooms.running import take
    from evals.rooms.truth import read_room

    texts = take(read_room(rooms / "tiny")).texts

    assert "Revenue\t1,200\t1,500" in texts["Accounts.xlsx"]
    assert "Prepared on\t2025-01-31" in texts["Accounts.xlsx"]
    assert "Boxes\t7,5" in texts["Memo.pdf"]
    assert "Yard\tEUR 4.50" in texts["Lease.docx"]
    assert "The landlord is Ørn." in texts["RE rent.eml"]
    assert "Alpha\t100" in texts["customers.csv"]


def test_folder_without_rooms_is_told(evals: EvalsShell, tmp_path: Path) -> None:
    assert "There are no rooms" in evals("rooms", "--rooms", str(tmp_path)).out
    assert "no folder" in evals("rooms", "--rooms", str(tmp_path / "none"), code=2).err
