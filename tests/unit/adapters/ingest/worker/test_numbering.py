"""The numbers that Word draws."""

from __future__ import annotations

import pytest
from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml

from casewright.adapters.ingest.worker.numbering import BULLET, Numbering

LIST = (
    '<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/>{more}</w:num>'
)


def level(index: int, kind: str, text: str, more: str = "") -> str:
    start = f'<w:start w:val="1"/><w:numFmt w:val="{kind}"/>'
    return f'<w:lvl w:ilvl="{index}">{start}{more}<w:lvlText w:val="{text}"/></w:lvl>'


def numbering(*levels: str, more: str = "", after: str = "") -> Numbering:
    body = LIST.format(levels="".join(levels), more=more) + after
    return Numbering(parse_xml(f"<w:numbering {nsdecls('w')}>{body}</w:numbering>"), {"Linked": ("1", 0)})


@pytest.mark.requirement("documents-word-numbers")
def test_levels_count_and_begin_anew_below() -> None:
    """A level's number goes up, shows those above it, and begins anew after one of them."""
    drawn = numbering(level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"), level(2, "lowerLetter", "(%3)"))

    labels = [drawn.label("1", depth) for depth in (0, 1, 2, 2, 1, 2, 0, 1)]

    assert labels == ["1. ", "1.1 ", "(a) ", "(b) ", "1.2 ", "(a) ", "2. ", "2.1 "]


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("decimalZero", ["01", "02", "03", "04"]),
        ("upperRoman", ["I", "II", "III", "IV"]),
        ("lowerRoman", ["i", "ii", "iii", "iv"]),
        ("upperLetter", ["A", "B", "C", "D"]),
    ],
)
def test_formats(kind: str, labels: list[str]) -> None:
    """Numbers are written in the list's format."""
    drawn = numbering(level(0, kind, "%1"))

    assert [drawn.label("1", 0).strip() for _ in range(4)] == labels


def test_letters_go_on_doubled() -> None:
    """After z come aa and bb."""
    drawn = numbering(level(0, "lowerLetter", "%1"))
    labels = [drawn.label("1", 0).strip() for _ in range(53)]

    assert [labels[25], labels[26], labels[27], labels[52]] == ["z", "aa", "bb", "aaa"]


def test_bullets_and_gaps() -> None:
    """A bullet is a bullet, whatever its font; a list may leave no gap after the number."""
    drawn = numbering(level(0, "bullet", "\uf0b7"), level(1, "decimal", "%2)", '<w:suff w:val="nothing"/>'))

    assert drawn.label("1", 0) == f"{BULLET} "
    assert drawn.label("1", 1) == "1)"


def test_legal_level_writes_figures() -> None:
    """A level in legal style shows the numbers above it as figures."""
    drawn = numbering(level(0, "upperRoman", "ARTICLE %1"), level(1, "decimal", "%1.%2", "<w:isLgl/>"))

    assert [drawn.label("1", depth) for depth in (0, 0, 1)] == ["ARTICLE I ", "ARTICLE II ", "2.1 "]


def test_level_that_never_begins_anew() -> None:
    """A level with restart 0 counts through."""
    drawn = numbering(level(0, "decimal", "%1."), level(1, "decimal", "%2", '<w:lvlRestart w:val="0"/>'))

    assert [drawn.label("1", depth) for depth in (0, 1, 0, 1)] == ["1. ", "1 ", "2. ", "2 "]


def test_another_list_of_the_same_kind_goes_on_or_begins_anew() -> None:
    """Two lists of one definition share their count, unless the second one says where it begins."""
    shared = '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    anew = shared.replace("</w:num>", f"{override}</w:num>")

    for after, expected in ((shared, ["1. ", "2. ", "3. "]), (anew, ["1. ", "5. ", "6. "])):
        drawn = numbering(level(0, "decimal", "%1."), after=after)
        assert [drawn.label("1", 0), drawn.label("2", 0), drawn.label("2", 0)] == expected


@pytest.mark.requirement("documents-word-numbers")
def test_what_is_not_known_is_not_numbered() -> None:
    """An unknown format, list or level, and a level that a list redefines for itself, draw nothing."""
    drawn = numbering(level(0, "chicago", "%1"), level(1, "decimal", "%1.%2"))
    redefined = f'<w:lvlOverride w:ilvl="0">{level(0, "decimal", "%1")}</w:lvlOverride>'

    assert [drawn.label("1", 0), drawn.label("1", 1), drawn.label("1", 7), drawn.label("9", 0)] == ["", "", "", ""]
    assert numbering(level(0, "decimal", "%1."), more=redefined).label("1", 0) == ""
    assert Numbering(None, {}).label("1", 0) == ""


def test_list_may_be_defined_by_a_style() -> None:
    """A list that only names a style counts with that style's list."""
    after = (
        '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="Linked"/></w:abstractNum>'
        '<w:num w:numId="6"><w:abstractNumId w:val="5"/></w:num>'
    )
    drawn = numbering(level(0, "decimal", "%1."), after=after)

    assert [drawn.label("1", 0), drawn.label("6", 0)] == ["1. ", "2. "]
