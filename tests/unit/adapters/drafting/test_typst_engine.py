"""Tests of casewright.adapters.drafting.typst_engine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.drafting.typst_engine import TypstEngine
from casewright.errors import CasewrightError, InvalidInput, ToolFailed

ENGINE = TypstEngine()
DAY = date(2026, 2, 3)
ROWS = "#for row in data.rows [\n#row#parbreak()\n]"


def printed(pdf: bytes) -> str:
    """The words of a PDF, with its line ends as spaces."""
    opened = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_range() for page in opened)
    opened.close()
    return " ".join(text.split())


@pytest.mark.parametrize(
    "value",
    [
        "#let x = 1",
        "<b>bold</b>",
        "$x^2$",
        "@ref",
        "\"quoted\" 'single'",
        "*bold* _italic_ `code`",
        "= Heading",
        "- item",
        "{{party0.name}}",
        "#panic(1)",
        r"back\slash // comment /* too */",
        "--- ... -- ~",
        "Ștefan Țăranu-Îngerașul, în Brașov: ăâîșț ĂÂÎȘȚ",
        "efficient flow affluent",
    ],
)
def test_what_looks_like_markup_is_printed_as_it_stands(value: str) -> None:
    """Values are data: nothing in them is read as typst, and ligatures come out as letters."""
    assert printed(ENGINE.compile(ROWS, {"rows": [value]}, title=value, date=DAY)) == value


@pytest.mark.requirement("typst-data")
@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x17F, exclude_categories=("C", "Z")), max_size=30))
@settings(max_examples=60)
def test_any_word_comes_out_literally(word: str) -> None:
    """Whatever is written in Latin letters and signs is read back from the page."""
    soft = word.replace("\u00ad", "")
    assert printed(ENGINE.compile(ROWS, {"rows": [soft]}, title="t", date=DAY)) == soft


@pytest.mark.requirement("typst-data")
def test_same_input_same_bytes() -> None:
    """Another engine, and the same one after other work, give the same bytes; title and day are in the file."""
    data = {"rows": ["one", "two"]}
    first = ENGINE.compile(ROWS, data, title="Raport „întâi”", date=DAY)
    ENGINE.compile(ROWS, {"rows": ["else"]}, title="Other", date=date(2020, 1, 1))
    assert ENGINE.compile(ROWS, data, title="Raport „întâi”", date=DAY) == first
    assert TypstEngine().compile(ROWS, data, title="Raport „întâi”", date=DAY) == first
    assert ENGINE.compile(ROWS, data, title="Raport „întâi”", date=date(2026, 2, 4)) != first
    told = pypdfium2.PdfDocument(first).get_metadata_dict()
    assert told["Title"] == "Raport „întâi”"
    assert told["CreationDate"].startswith("D:20260203000000")


def test_threads_do_not_mix_their_values() -> None:
    """Eight threads on one engine: each gets its own document."""

    def one(number: int) -> str:
        return printed(ENGINE.compile(ROWS, {"rows": [f"row {number}"]}, title="t", date=DAY))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(24))) == [f"row {number}" for number in range(24)]


@pytest.mark.parametrize(
    ("template", "data", "kind", "said"),
    [
        ("#panic(data.name)", {"name": "Ana Pop"}, ToolFailed, "line 1, column 1"),
        ("\n\n#data.missing", {}, ToolFailed, "line 3"),
        ("#let", {}, ToolFailed, "line 1"),
        ('#import "@preview/cetz:0.3.0"', {}, ToolFailed, "from the network"),
        ('#read("../../../../../etc/passwd")', {}, ToolFailed, "could not be set"),
        ("#data.x", {"x": float("nan")}, InvalidInput, "no JSON"),
        ("#data.x", {"x": object()}, InvalidInput, "no JSON"),
        ("#data.x", {"x": "\ud800"}, InvalidInput, "half of a character"),
    ],
)
def test_what_cannot_be_set_gets_a_sentence(
    template: str, data: dict[str, Any], kind: type[CasewrightError], said: str
) -> None:
    """The sentence names the place in the template and quotes nothing that was to be printed."""
    with pytest.raises(kind, match=said) as caught:
        ENGINE.compile(template, data, title="t", date=DAY)
    assert "Ana Pop" not in str(caught.value)
    assert caught.value.__cause__ is None
