"""What paragraph styles say, inherited."""

from __future__ import annotations

from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml

from casewright.adapters.ingest.worker.styles import Style, Styles


def styles(*bodies: str) -> Styles:
    return Styles(parse_xml(f"<w:styles {nsdecls('w')}>{''.join(bodies)}</w:styles>"))


def style(identity: str, inner: str, more: str = "") -> str:
    return f'<w:style w:type="paragraph" w:styleId="{identity}" {more}>{inner}</w:style>'


def test_heading_styles_have_levels() -> None:
    """A style is a heading by its name or its outline level, or by what it is based on."""
    known = styles(
        style("H2", '<w:name w:val="Heading 2"/>'),
        style("Own", '<w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
        style("Based", '<w:name w:val="x"/><w:basedOn w:val="H2"/>'),
        style("Body", '<w:name w:val="Body"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>', 'w:default="1"'),
    )

    assert [known[identity].heading for identity in ("H2", "Own", "Based", "Body", "none")] == [2, 3, 2, None, None]
    assert known.default == "Body"


def test_numbers_are_inherited() -> None:
    """A style's list comes from the nearest style that has one, its level from the nearest that says so."""
    known = styles(
        style("One", '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>'),
        style("Two", '<w:basedOn w:val="One"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>'),
    )

    assert known["Two"] == Style(number_id="7", number_level=1)
    assert known.numbers() == {"One": ("7", 0), "Two": ("7", 1)}


def test_styles_that_are_based_on_each_other_end() -> None:
    """A circle of styles is gone round once."""
    known = styles(style("A", '<w:basedOn w:val="B"/>'), style("B", '<w:basedOn w:val="A"/>'))

    assert known["A"] == Style()
