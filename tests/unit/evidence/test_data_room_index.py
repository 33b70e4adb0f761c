"""Which documents are indexes of data rooms, what they list, and what of it is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.documents import Table, TableCell
from casewright.evidence.data_room_index import IndexEntry, absent, index_entries
from casewright.evidence.document_names import name_of

FOLDER = Path(__file__).parents[2] / "cases" / "evidence"
INDEXES = yaml.safe_load((FOLDER / "data_room_index.yml").read_text(encoding="utf-8"))
NAMES = yaml.safe_load((FOLDER / "document_names.yml").read_text(encoding="utf-8"))


def tabled(rows: list[list[str]]) -> tuple[str, tuple[Table, ...]]:
    """The rows as text with tabs, and its table."""
    at = 0
    cells: list[list[TableCell]] = []
    for row in rows:
        cells.append([])
        for value in row:
            cells[-1].append(TableCell(at, at + len(value)))
            at += len(value) + 1
    text = "\n".join("\t".join(row) for row in rows)
    return text, (Table(0, len(text), tuple(map(tuple, cells))),)


@pytest.mark.requirement("documents-room-index")
@pytest.mark.parametrize("case", INDEXES, ids=lambda case: case["name"])
# A case holds what YAML holds.
def test_index_lists_what_the_case_says(case: dict[str, Any]) -> None:
    """The documents that an index lists are found with their numbers and places; other documents are no indexes."""
    text, tables = tabled(case["rows"]) if "rows" in case else (case["text"], ())

    entries = index_entries(case["file"], text, tables)

    if case["entries"] is None:
        assert entries is None
        return
    assert entries is not None
    assert [[entry.number, entry.name] for entry in entries] == case["entries"]
    assert all(text[entry.start : entry.end] == entry.name for entry in entries)


@pytest.mark.requirement("documents-room-index")
@pytest.mark.parametrize(("name", "number", "files", "is_there"), NAMES)
def test_name_means_a_file_or_none(name: str, number: str | None, files: list[str], is_there: bool) -> None:
    """What is listed is absent only where no file may well be meant by it."""
    entry = IndexEntry(number, name, 0, len(name))

    assert absent([entry], files) == (() if is_there else (entry,))


@pytest.mark.requirement("documents-room-index")
def test_kept_places_lack_no_file() -> None:
    """Of an index only what it lists as a document can be absent: not a number that is kept or not used."""
    text = "1.1 Accounts 2024\n1.2 Reserved for the letter of the bank\n1.3 No document\n1.4 Lease Harbour\n"

    entries = index_entries("Data room index.txt", text, ())

    assert entries is not None
    assert [entry.name for entry in absent(entries, ["Accounts 2024.pdf"])] == ["Lease Harbour"]


def test_thousand_entries_are_looked_for_in_a_thousand_files() -> None:
    """What is there is found by its name at once; only what is not there is compared with every file."""
    entries = [IndexEntry(None, f"report {number} of plant.pdf", 0, 0) for number in range(1_000)]
    files = [f"report-{number}-plant.docx" for number in range(1_000) if number % 100]

    assert [entry.name for entry in absent(entries, files)] == [
        f"report {number} of plant.pdf" for number in range(0, 1_000, 100)
    ]


@given(st.text(max_size=40), st.text(max_size=200))
def test_any_text_is_an_index_or_none(filename: str, text: str) -> None:
    """Whatever a document is called and holds, entries are places in its text."""
    for entry in index_entries(f"{filename} data room index.txt", text, ()) or ():
        assert text[entry.start : entry.end] == entry.name


@given(st.text(max_size=40))
def test_every_name_means_itself(name: str) -> None:
    """A file that is there under the very name that the index gives is never absent."""
    if name_of(name).words:
        assert absent([IndexEntry(None, name, 0, 0)], [name]) == ()


def test_a_list_of_the_rooms_own_files_is_one_of_documents() -> None:
    """Names without endings under a bare "index", most of which are files beside it: the others are missing."""
    names = ["Loan schedule", "Board minutes", "Cap table", "Bank letter", "Tax ruling"]
    room = [f"{name}.pdf" for name in names[:4]]
    text = "\n".join(f"{number}. {name}" for number, name in enumerate(names, start=1))

    assert index_entries("index.txt", text, ()) is None
    entries = index_entries("index.txt", text, (), room)

    assert entries is not None
    assert [one.name for one in absent(entries, room)] == ["Tax ruling"]


@pytest.mark.parametrize(
    ("entry", "files", "missing"),
    [
        ("properties (register of sites)", ["properties.csv"], []),
        ("Register of sites (properties)", ["properties.csv"], []),
        ("properties (register of 2023)", ["properties.csv"], ["properties (register of 2023)"]),
        ("properties (register of sites)", ["premises.csv"], ["properties (register of sites)"]),
    ],
)
def test_aside_of_an_entry_is_no_part_of_its_name(entry: str, files: list[str], missing: list[str]) -> None:
    """A file is there under the entry's name without its brackets, or under what they hold; a number tells apart."""
    assert [one.name for one in absent([IndexEntry(None, entry, 0, 0)], files)] == missing


def test_file_that_another_entry_names_is_not_an_asides() -> None:
    """Of two entries with one name before their brackets, the file is the one's that is called just so."""
    entries = [IndexEntry(None, "Lease", 0, 0), IndexEntry(None, "Lease (workshop)", 0, 0)]

    assert [one.name for one in absent(entries, ["Lease.pdf"])] == ["Lease (workshop)"]
