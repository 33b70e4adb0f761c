"""Drafts on paper: what is read from the PDF is what the Markdown says, with the values in it."""

from __future__ import annotations

from datetime import date

import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from casewright.adapters.drafting.markdown_pdf import DISCLAIMER, INVENTED, DraftPdf
from casewright.casework.draft_blocks import Block, plain, with_texts
from casewright.casework.draft_markdown import read_markdown
from casewright.casework.placeholders import Placeholder, fill_in
from casewright.casework.printable import printable, printable_value
from casewright.errors import InvalidInput

PRINTER = DraftPdf()
DAY = date(2026, 11, 21)
MARKDOWN = """# Cerere {{party0.lastName}}

Subsemnatul **{{party0.firstName}} {{party0.lastName}}**, cu *{{party0.firstName}}* și `{{party0.lastName}}`.

1. {{party0.lastName}}
   - {{party0.firstName}}

| Nume | Altul |
|---|---|
| {{party0.firstName}} | {{party0.lastName}} |

> {{party0.firstName}}
"""
LETTERS = "ăâîșțĂÂÎȘȚşţŞŢéèüöőűčćžšđłñçßøåæŒœÀÉÍÓÚÝŽabcXYZ"
SIGNS = "#*_`$@<>[](){}\\/|~=+-.,;:!?&%^\"'„”’–—0123456789"
LIKE_MARKUP = [
    "# Ion",
    "*Ion* _Pop_ **x**",
    "$x$ @ref #let y = 1",
    '#panic("a")',
    "<script>alert(1)</script>",
    "{{party0.lastName}}",
    "{{party1.cnp}} {{",
    "| a | b |",
    "```cod```",
    "\\newpage",
    "[x](http://y.ro) ![z](w.png)",
    "// comentariu /* altul */",
    "1. unu",
    "---",
    "~~tăiat~~ O'Brien & Fiii S.R.L. „Țara”",
    "\\u{41} \\n &amp;",
    "= Titlu",
    "ffi fl ff",
    "Ştefan Ţîrlea",
    "S\u0327tefan S\u0326erban",
]

BLOCKS = ["# T", "a *b* c", "- x", "  - y", "3) z", "> q", "|a|b|\n|-|-|\n|c|d|", "---", "```\nv\n```", "\\newpage"]


def said(pdf: bytes) -> list[str]:
    """The words of each page, with its line ends as spaces, without its head and foot.

    A hyphen at the end of a line is read by PDFium as U+FFFE, whatever the file says.
    """
    opened = pypdfium2.PdfDocument(pdf)
    pages = [" ".join(page.get_textpage().get_text_range().replace("\ufffe", "-").split()) for page in opened]
    opened.close()
    count = len(pages)
    return [
        page.removeprefix(INVENTED).removesuffix(f"{DISCLAIMER} {number} / {count}").strip()
        for number, page in enumerate(pages, 1)
    ]


def printed(blocks: tuple[Block, ...], *, invented: bool = False) -> bytes:
    return PRINTER.printed(blocks, title="Cerere", day=DAY, invented=invented)


def without_spaces(text: str) -> str:
    """The text as signs in a row: where a line ends on paper says nothing."""
    return "".join(text.split())


names = st.text(alphabet=st.sampled_from(LETTERS + SIGNS + " "), min_size=1, max_size=40) | st.sampled_from(LIKE_MARKUP)


@pytest.mark.requirement("draft-text")
@given(names, names)
@settings(max_examples=120, deadline=None)
@example("Ștefan-Îngerașul", "Țăranu ĂÂÎȘȚ ăâîșț")
@example("{{party0.lastName}}", "#let x = 1")
def test_what_is_read_is_what_was_written(first: str, last: str) -> None:
    """Names with every diacritic, and names that look like markup, code or placeholders, stand there as they are."""
    first, last = printable_value(first), printable_value(last)
    values = {Placeholder("party0", "firstName"): first, Placeholder("party0", "lastName"): last}
    blocks = with_texts(read_markdown(MARKDOWN), lambda text: fill_in(text, values))
    expected = (
        f"Cerere {last} Subsemnatul {first} {last}, cu {first} și {last}. 1. {last} • {first}"
        f" Nume Altul {first} {last} {first}"
    )
    assert without_spaces("".join(said(printed(blocks)))) == without_spaces(expected)


@pytest.mark.requirement("draft-text")
@pytest.mark.parametrize("name", LIKE_MARKUP)
def test_words_keep_their_spaces(name: str) -> None:
    """Between words there is one space on paper, as there is in the text."""
    value = printable_value(name)
    values = {Placeholder("party0", "lastName"): value}
    blocks = with_texts(read_markdown("a {{party0.lastName}} b"), lambda text: fill_in(text, values))
    assert said(printed(blocks)) == [f"a {value} b"]


@given(st.lists(st.sampled_from(BLOCKS)))
@settings(max_examples=60, deadline=None)
def test_every_kind_of_block_is_printed(parts: list[str]) -> None:
    """Whatever blocks follow one another, all their words are on paper in their order."""
    blocks = read_markdown("\n\n".join(parts))
    assert without_spaces("".join(said(printed(blocks)))) == without_spaces(plain(blocks))


@pytest.mark.requirement("draft-bytes")
def test_identical_input_gives_identical_bytes() -> None:
    """From another printer too; another day or mark gives others."""
    blocks = read_markdown(MARKDOWN)
    first = printed(blocks)
    assert DraftPdf().printed(blocks, title="Cerere", day=DAY, invented=False) == first
    assert printed(blocks, invented=True) != first
    assert PRINTER.printed(blocks, title="Cerere", day=date(2026, 11, 22), invented=False) != first


def test_paper() -> None:
    """A4, numbered pages, the disclaimer on each, a bookmark for each heading, title and day in the metadata."""
    text = "# Unu\n\ntext\n\n\\newpage\n\n## Doi ăâîșț\n\ntext\n\n\\newpage\n\nfine"
    pdf = pypdfium2.PdfDocument(printed(read_markdown(text), invented=True))
    pages = [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
    assert len(pages) == 3
    for number, page in enumerate(pages, 1):
        assert page.startswith(INVENTED)
        assert page.endswith(f"{DISCLAIMER} {number} / 3")
    assert [round(side) for side in pdf[0].get_size()] == [595, 842]
    assert [(mark.level, mark.get_title()) for mark in pdf.get_toc()] == [(0, "Unu"), (1, "Doi ăâîșț")]
    told = pdf.get_metadata_dict()
    assert told["Title"] == "Cerere"
    assert told["CreationDate"].startswith("D:20261121")
    pdf.close()


def test_an_empty_draft_is_a_page() -> None:
    """Nothing to print is printed."""
    assert said(printed(())) == [""]


@pytest.mark.parametrize(
    ("text", "said_of_it"),
    [("李明", "U\\+674E"), ("Ion 😀", "GRINNING FACE"), ("x\x00y", "U\\+0000"), ("مريم", "U\\+0645")],
)
def test_what_no_font_has_is_refused(text: str, said_of_it: str) -> None:
    """Better than an empty box on paper; the sentence names the sign."""
    with pytest.raises(InvalidInput, match=said_of_it):
        printable(text)


def test_invisible_signs_are_left_out() -> None:
    """Soft hyphens, joiners and marks of direction; letters are composed; a value stands on one line."""
    assert printable("a\u00adb\u200bc\u202ed\ufeff s\u0326") == "abcd ș"
    assert printable_value(" Str. Lungă\n nr. 5 \t ap. 2 ") == "Str. Lungă nr. 5 ap. 2"


def test_every_printable_sign_comes_back_from_paper() -> None:
    """Each sign that is let through is read from the PDF as itself, but for spaces."""
    signs = [chr(code) for code in range(0x21, 0x2300) if _is_printable(chr(code)) and not chr(code).isspace()]
    assert {"ș", "Ț", "ő", "Я", "ω", "€", "№", "–"} <= set(signs)
    for start in range(0, len(signs), 400):
        some = signs[start : start + 400]
        blocks = read_markdown("x")
        rows = [f"x{sign}x" for sign in some]
        pdf = printed(tuple(with_texts(blocks, lambda _, row=row: row)[0] for row in rows))  # type: ignore[misc]
        assert " ".join(said(pdf)).split() == rows


def _is_printable(sign: str) -> bool:
    try:
        return printable(sign) == sign
    except InvalidInput:
        return False


@pytest.mark.parametrize(
    "markdown",
    [
        "W" * 38,
        "x " + "A" * 150,
        "# " + "B" * 90,
        "| A | B | C | D |\n|-|-|-|-|\n| " + " | ".join(["n.p@exemplu.ro" * 3] * 4) + " |",
    ],
)
def test_nothing_stands_outside_the_margins(markdown: str) -> None:
    """A word that is wider than its line or its column is set on several lines, with every sign of it."""
    blocks = read_markdown(markdown)
    pdf = printed(blocks)
    assert without_spaces("".join(said(pdf))) == without_spaces(plain(blocks))
    opened = pypdfium2.PdfDocument(pdf)
    page = opened[0]
    text = page.get_textpage()
    boxes = [text.get_charbox(at) for at in range(text.count_chars()) if not text.get_text_range(at, 1).isspace()]
    assert min(left for left, _, _, _ in boxes) >= 70
    assert max(right for _, _, right, _ in boxes) <= 595 - 56
    opened.close()
