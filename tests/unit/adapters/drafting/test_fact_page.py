"""The page of facts: one file that needs nothing, in which every text is text and every mark is a word."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from lxml import html

from casewright.adapters.drafting.fact_html import fact_html
from casewright.domain.facts import FactHow
from casewright.evidence.facts.fact_table import CellState, FactCell
from tests.fact_tables import row, sums, table, words

pytestmark = pytest.mark.requirement("facts-exports")
MADE = datetime(2026, 11, 23, tzinfo=UTC)
HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}\x1b\u202e"


# Any: elements of a library that has no types of its own.
def parsed(page: str) -> Any:
    return html.fromstring(page)


def test_table_has_scopes_words_and_places() -> None:
    """A column a field, a row a document, each value with how sure it is, who says it, its place and its quote."""
    page = parsed(
        fact_html(
            table(
                row(
                    "lease.pdf",
                    governing_law=(words("New York"), words("Texas", how=FactHow.PERSON)),
                    insurance=sums("5"),
                ),
                row("old.pdf", governing_law=FactCell(CellState.REJECTED), venue=FactCell(CellState.NOT_FOUND)),
                row("scan.pdf", not_read="no text"),
            ),
            MADE,
        )
    )
    assert page.xpath("//thead//th[@scope='col']/text()") == ["Document", "Governing law", "Insurance"]
    assert [one.strip() for one in page.xpath("//tbody//th[@scope='row']/text()[1]")] == [
        "lease.pdf",
        "old.pdf",
        "scan.pdf",
    ]
    law = page.xpath("//tbody/tr[1]/td[1]")[0]
    assert [" ".join(one.text_content().split()) for one in law.xpath(".//summary")] == [
        "New York high 0.93, model p. 3, § 12.1",
        "Texas a person said so p. 3, § 12.1",
    ]
    assert law.xpath(".//blockquote/text()") == ["New York", "Texas"]
    assert page.xpath("string(//tbody/tr[2]/td[1]/span[@class='mark'])") == "not there, a person said so"
    assert page.xpath("string(//tbody/tr[2]/td[2])") == ""
    assert page.xpath("string(//tbody/tr[3]/td[2]/span[@class='mark'])") == "not read"
    text = page.text_content()
    assert "Not read: 1 of 3." in text
    assert "Looked for and found in no document" in text
    assert page.xpath("//h2[1]/following-sibling::p[1]/text()") == ["Venue"]
    assert [one.text for one in page.xpath("//dl//dt")][:2] == ["(empty)", "not read"]


def test_page_needs_nothing_and_runs_nothing() -> None:
    """No script, no link, no picture, whatever a document says; its policy forbids them too."""
    made = fact_html(table(row(HOSTILE, governing_law=words(HOSTILE, section=HOSTILE)), title=HOSTILE), MADE)
    page = parsed(made)
    assert page.xpath("//script|//link|//img|//iframe|//a|//*[@src]|//*[@href]|//*[starts-with(name(), 'on')]") == []
    assert "default-src 'none'" in page.xpath("string(//meta[@http-equiv]/@content)")
    assert "{{ 7*7 }}" in made
    assert "\x1b" not in made
    assert "\u202e" not in made
    assert re.findall(r"https?://", made) == []


def test_nothing_found_is_a_sentence() -> None:
    """Not a table of nothing."""
    page = parsed(fact_html(table(row("a.pdf", venue=FactCell(CellState.NOT_FOUND))), MADE))
    assert "Nothing was found of what was looked for." in page.text_content()
    assert page.xpath("//table") == []
