"""Documents as they look, over HTTP: pictures that come once, words with places, blocks with changes among them."""

from __future__ import annotations

import io
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from tests.e2e.test_document_changes import redlined
from tests.served import API, json_of, serving
from tests.unit.adapters.ingest.pdf_files import pdf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.requirement("server-pages")
LEASE = pdf(["LEASE", "", "1. Rent", "The Tenant shall pay EUR 1,000 a month."], ["2. Law"])
MAIL = b"\r\n".join(
    [
        b"From: Ann <ann@example.com>",
        b"Subject: Rent",
        b"Content-Type: multipart/mixed; boundary=x",
        b"",
        b"--x",
        b"Content-Type: text/plain",
        b"",
        b"The rent is due.",
        b"--x",
        b"Content-Type: text/plain",
        b"Content-Disposition: attachment; filename=a.txt",
        b"",
        b"x",
        b"--x--",
    ]
)


@dataclass(frozen=True)
class Shelf:
    """A matter with documents, and a client that may see them."""

    client: httpx.Client
    matter: str
    home: Path

    def add(self, name: str, data: bytes) -> str:
        """Put a file in; where it is."""
        place = f"{API}/matters/{self.matter}/documents"
        answer = json_of(self.client.post(f"{place}?filename={name}", content=data))
        return f"{place}/{answer['document_id']}"

    # Any: plain JSON data.
    def layout(self, place: str, query: str = "") -> dict[str, Any]:
        found: dict[str, Any] = json_of(self.client.get(f"{place}/layout{query}"))
        return found


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A server with one matter."""
    home = tmp_path_factory.mktemp("pages") / "home"
    with serving(home) as served, served.client(served.join()) as client:
        matter = json_of(client.post(f"{API}/matters", json={"title": "Lease"}))["matter_id"]
        yield Shelf(client, matter, home)


def test_a_page_is_drawn_and_sent_once(shelf: Shelf) -> None:
    """The picture comes with its mark, private, and is not sent again to whoever has it."""
    place = shelf.add("lease.pdf", LEASE)
    drawn = shelf.client.get(f"{place}/pages/1/image?width=300")
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    assert drawn.content.startswith(b"\x89PNG")
    assert int.from_bytes(drawn.content[16:20], "big") == 300
    assert drawn.headers["cache-control"] == "private, no-cache"
    known = {"If-None-Match": drawn.headers["etag"]}
    again = shelf.client.get(f"{place}/pages/1/image?width=300", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == drawn.headers["etag"]
    assert shelf.client.get(f"{place}/pages/2/image?width=300", headers=known).status_code == 200
    assert shelf.client.get(f"{place}/pages/1/image?width=301", headers=known).status_code == 200


def test_what_cannot_be_drawn_is_a_problem(shelf: Shelf) -> None:
    """Wrong pages and widths, passwords and other formats, and a mark where it does not belong."""
    lease, note = shelf.add("lease.pdf", LEASE), shelf.add("note.txt", b"Rent is due.")
    locked = shelf.add("locked.pdf", pdf(["Rent"], password="x"))
    for asked, why in (
        (f"{lease}/pages/3/image", "'lease.pdf' has no page 3: it has 2 pages"),
        (f"{lease}/pages/0/image", "greater than or equal to 1"),
        (f"{lease}/pages/1/image?width=9999", "less than or equal to 2400"),
        (f"{lease}/pages/1/image?known=x", "There is no parameter 'known' here"),
        (f"{locked}/pages/1/image", "'locked.pdf' is protected with a password"),
        (f"{note}/pages/1/image", "only PDF files have"),
        (f"{lease}/pages/3", "'lease.pdf' has no page 3"),
    ):
        answer = shelf.client.get(asked)
        assert answer.status_code == 400, asked
        assert why in answer.json()["detail"]
    missing = lease.rpartition("/")[0] + "/00000000-0000-4000-8000-000000000000"
    assert shelf.client.get(f"{missing}/pages/1/image").status_code == 404


def test_words_are_those_of_the_text(shelf: Shelf) -> None:
    """Each word's offsets are its place in the text, and its box is that of quote_boxes for the same place."""
    place = shelf.add("lease.pdf", LEASE)
    text = json_of(shelf.client.get(f"{place}/text"))["text"]
    page = json_of(shelf.client.get(f"{place}/pages/1"))
    assert [word["text"] for word in page["words"]] == [
        *("LEASE", "1.", "Rent", "The", "Tenant", "shall", "pay", "EUR", "1,000", "a", "month.")
    ]
    for word in page["words"]:
        start, end = word["start"], word["end"]
        assert text[start:end] == word["text"]
        quote = json_of(shelf.client.get(f"{place}/boxes?start={start}&end={end}"))
        sides = [[box[side] for side in ("left", "bottom", "right", "top")] for box in quote["boxes"]]
        assert (word["boxes"], page["page_width"]) == (sides, quote["boxes"][0]["page_width"])


def test_a_word_document_with_its_changes(shelf: Shelf) -> None:
    """Paragraphs of the accepted text, the changes and comments that touch those that are shown, page by page."""
    place = shelf.add("redlined.docx", redlined())
    text = json_of(shelf.client.get(f"{place}/text"))["text"]
    whole = shelf.layout(place)
    assert (whole["file_kind"], whole["message"]) == ("word", None)
    assert all(text[block["start"] : block["end"]] == block["text"] for block in whole["blocks"])
    assert [change["kind"] for change in whole["changes"]] == ["deletion", "insertion", "deletion"]
    assert {(one["author"], one["text"]) for one in whole["changes"]} >= {("Ann Alder", "900"), ("Bob Birch", "950")}
    comment = whole["comments"][0]
    assert text[comment["start"] : comment["end"]] == "the deposit"
    assert comment["text"] == "Three months?"
    last = shelf.layout(place, f"?at={comment['start']}")
    assert (last["first"], last["next_first"]) == (whole["total"] - 1, None)
    assert [one["text"] for one in last["comments"]] == ["Three months?"]
    assert "900" not in [one["text"] for one in last["changes"]]
    first = shelf.layout(place, "?limit=1")
    assert (first["next_first"], first["comments"], len(first["blocks"])) == (1, [], 1)


def test_workbooks_and_emails(shelf: Shelf) -> None:
    """A sheet with its cells' addresses; an e-mail's fields, body and attachments."""
    book, kept = openpyxl.Workbook(), io.BytesIO()
    book.worksheets[0]["B2"], book.worksheets[0]["C7"] = "Rent", "1,000"
    book.save(kept)
    sheet = shelf.layout(shelf.add("rents.xlsx", kept.getvalue()))
    assert [block["kind"] for block in sheet["blocks"]] == ["sheet", "row", "row"]
    cells = [(cell["address"], cell["text"]) for block in sheet["blocks"][1:] for cell in block["cells"]]
    assert cells == [("Sheet!B2", "Rent"), ("Sheet!C2", ""), ("Sheet!B7", ""), ("Sheet!C7", "1,000")]
    mail = shelf.layout(shelf.add("rent.eml", MAIL))
    assert [(block["kind"], block["text"]) for block in mail["blocks"]] == [
        ("field", "From: Ann <ann@example.com>"),
        ("field", "Subject: Rent"),
        ("paragraph", "The rent is due."),
        ("heading", "Attachments:"),
        ("attachment", "a.txt"),
    ]


def test_a_text_that_reads_otherwise_now_has_no_headings(shelf: Shelf) -> None:
    """Blocks are those of the stored text whatever the file says now; that headings are not known is said."""
    place = shelf.add("page.html", b"<h1>Lease</h1><p>The rent is due.</p>")
    assert [block["kind"] for block in shelf.layout(place)["blocks"]] == ["heading", "paragraph"]
    with sqlite3.connect(shelf.home / "casewright.db") as database:
        other = "CAST(replace(CAST(text AS TEXT), 'rent', 'RENT') AS BLOB)"
        changed = database.execute(
            f"UPDATE document_texts SET text = {other} WHERE document_id = ?",
            [place.rpartition("/")[2]],
        )
        assert changed.rowcount == 1
    after = shelf.layout(place)
    assert [(block["kind"], block["text"]) for block in after["blocks"]] == [
        ("paragraph", "Lease"),
        ("paragraph", "The RENT is due."),
    ]
    assert "reads otherwise now than when it was added" in after["message"]


def test_a_case_shows_masked_blocks_and_no_page(shelf: Shelf) -> None:
    """Of a case the masked text is shown as blocks; its original stays sealed."""
    case = json_of(shelf.client.post(f"{API}/cases", json={"title": "Case"}))["case_id"]
    inside = Shelf(shelf.client, case, shelf.home)
    lease, page = inside.add("lease.pdf", LEASE), inside.add("page.html", b"<h1>Lease</h1><p>The rent is due.</p>")
    for asked in ("/pages/1/image", "/pages/1"):
        answer = shelf.client.get(lease + asked)
        assert (answer.status_code, "belongs to a case" in answer.json()["detail"]) == (400, True)
    assert "belongs to a case" in inside.layout(page)["message"]
