"""An answer's text taken apart: what is a link, what only looks like one, and what is a list."""

from __future__ import annotations

from casewright.server.pages.answer_text import Piece, blocks, label_of, without_links

DOCUMENT = "3ce9d94f-04d5-4ee4-9b18-b79d747f949f"
OTHER = "83559b4a-cf82-46b0-a19a-4e1c93e1a706"
CITATION = {
    "link": f"cite:{DOCUMENT}@5-9",
    "document_id": DOCUMENT,
    "filename": "lease.txt",
    "start": 5,
    "end": 9,
    "page": 2,
    "section": "3.4",
}
PATH = f"/matters/m/documents/{DOCUMENT}?start=5&end=9#match"


def line(text: str) -> list[Piece]:
    """The pieces of a text of one line."""
    [block] = blocks(text, "m", [CITATION])
    [(_, pieces)] = block.lines
    return list(pieces)


def test_verified_place_is_a_link() -> None:
    """With its label, or its document, page and section where it stands bare; a chunk's name makes no difference."""
    assert line(f"So [here](cite:{DOCUMENT}@5-9).") == [
        Piece("text", "So "),
        Piece("place", "here", PATH),
        Piece("text", "."),
    ]
    assert line(f"cite:{DOCUMENT.upper()}#c1@5-9") == [Piece("place", "lease.txt, p. 2, § 3.4", PATH)]


def test_place_that_is_not_verified_is_no_link() -> None:
    """Another place of the document, another document, and whatever else is written as a link."""
    for link in (f"cite:{DOCUMENT}@5-10", f"cite:{OTHER}@5-9", f"cite:{DOCUMENT}", "cite:javascript:alert(1"):
        assert line(f"[here]({link})") == [Piece("unverified place", "here")]
    elsewhere = "[here](https://elsewhere.example) [it](javascript:alert)"
    assert line(elsewhere) == [Piece("text", elsewhere)]


def test_marks_and_bold_words() -> None:
    """The mark of what is not verified, and words in bold; a lone star is a star."""
    assert line("**Rent** is 5 * 3. [unverified]") == [
        Piece("strong", "Rent"),
        Piece("text", " is 5 * 3. "),
        Piece("mark", "[unverified]"),
    ]


def test_blocks() -> None:
    """Lines of a paragraph stay lines, items make a list over blank lines, with their depth."""
    text = "# Short\nOne\ntwo\n\nthree\n- a\n  - b\n\n1. c\nEnd"
    found = [(block.kind, [(depth, row[0].text) for depth, row in block.lines]) for block in blocks(text, "m", [])]
    assert found == [
        ("heading", [(0, "Short")]),
        ("paragraph", [(0, "One"), (0, "two")]),
        ("paragraph", [(0, "three")]),
        ("list", [(0, "a"), (1, "b"), (0, "c")]),
        ("paragraph", [(0, "End")]),
    ]


def test_what_comes_unchecked_has_labels_for_links() -> None:
    """A piece of an answer has no link in it; half of one stays as it came."""
    assert without_links(f"“x” [lease.txt](cite:{DOCUMENT}@1-2) and [half](cite:") == "“x” [lease.txt] and [half](cite:"


def test_label_names_what_is_known() -> None:
    """A document without pages and sections is its name."""
    assert label_of({"filename": "memo.txt"}) == "memo.txt"
