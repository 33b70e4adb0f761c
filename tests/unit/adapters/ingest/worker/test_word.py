"""What a Word file holds, where cases cannot say it."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.__main__ import answer as answer_of
from casewright.adapters.ingest.worker.word import read_word
from casewright.domain.layouts import LAYOUT_LIMIT
from tests.unit.adapters.ingest.word_files import packed, repacked, word, word_parts


def text_of(data: bytes) -> str:
    answer = read_word(data)
    assert isinstance(answer, Extract)
    return answer.text


def test_headings_stand_where_the_extract_says() -> None:
    """Every heading of the file is in the extract with its level and its place."""
    answer = read_word(word({"heading": "One", "level": 1}, "text", {"heading": "Two", "level": 2}))

    assert isinstance(answer, Extract)
    assert [(answer.text[h.start : h.end], h.level) for h in answer.headings] == [("One", 1), ("Two", 2)]


def test_archive_with_a_password_is_encrypted() -> None:
    """An entry that is marked as encrypted needs a password."""
    data = bytearray(packed({"word/document.xml": b"x"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1

    assert read_word(bytes(data)) == Fault("encrypted")


def test_archive_of_countless_entries_is_not_opened() -> None:
    """A ZIP of more entries than a document has is refused."""
    assert read_word(packed({f"{number}": b"" for number in range(10_001)})) == Fault("unpacked")


@pytest.mark.requirement("documents-no-entities")
def test_entities_are_not_resolved() -> None:
    """An entity that would read a file, or grow without end, is not replaced by what it names."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    hostile = (
        '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY a "grown">]>'
        f'<w:document xmlns:w="{space}"><w:body><w:p><w:r><w:t>x&file;&a;</w:t></w:r></w:p></w:body></w:document>'
    )

    text = text_of(repacked(word("x"), {"word/document.xml": hostile.encode()}))

    assert "root" not in text
    assert "grown" not in text


MANY = 30_000


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def hostile() -> dict[str, dict[str, str]]:
    """Documents that no person writes, by what they have too much of."""
    gone = '<w:del w:author="B"><w:r><w:delText>d</w:delText></w:r></w:del>'
    end = '<w:pPr><w:rPr><w:del w:author="A"/></w:rPr></w:pPr>'
    cell = f"<w:p>{end}{gone}</w:p>" * MANY
    said = "".join(f'<w:comment w:id="{at}"><w:p>{run("x")}</w:p></w:comment>' for at in range(MANY))
    begun = "".join(f'<w:commentRangeStart w:id="{at}"/>{run("a")}' for at in range(MANY))
    ended = "".join(f'<w:commentRangeEnd w:id="{at}"/>' for at in range(MANY))
    moves = "".join(
        f'<w:moveFromRangeStart w:id="{at}" w:name="m{at}"/><w:moveTo w:author="a">{run("x")}</w:moveTo>'
        for at in range(MANY // 4)
    )
    return {
        "comments around one another": {"body": f"<w:p>{begun}{ended}</w:p>", "comments": said},
        "paragraphs that go on": {"body": f"<w:p>{end}{run('d')}</w:p>" * MANY},
        "deleted paragraphs of a cell": {"body": f"<w:tbl><w:tr><w:tc>{cell}</w:tc></w:tr></w:tbl>"},
        "moves that never end": {"body": f"<w:p>{moves}</w:p>"},
        "fields in fields": {
            "body": f"<w:p>{_field('begin') * MANY}{run('x') * MANY}{_field('end') * MANY}</w:p>{run('')}"
            f"<w:p>{run('seen')}</w:p>"
        },
        "a note deleted again and again": {
            "body": "".join(
                f'<w:p><w:del w:author="{at % 2}"><w:r><w:footnoteReference w:id="1"/></w:r></w:del>{run("x")}</w:p>'
                for at in range(MANY // 4)
            ),
            "footnotes": f'<w:footnote w:id="1"><w:p>{run("note " * 5_000)}</w:p></w:footnote>',
        },
        "dates and ids that are none": {
            "body": f'<w:p><w:ins w:date="99999999999999999999">{run("x")}</w:ins>'
            f'<w:ins w:date="0001-01-01T00:00:00+14:00">{run("y")}</w:ins>'
            '<w:commentRangeStart/><w:commentRangeEnd w:id="&#x10FFFF;"/><w:sym/><w:sym w:char="-1"/>'
            '<w:r><w:sym w:font="Wingdings" w:char="zz"/><w:sym w:char="110000"/><w:footnoteReference/></w:r></w:p>'
        },
    }


def _field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


@pytest.mark.requirement("documents-changes-kept")
@pytest.mark.parametrize("kind", hostile())
def test_hostile_changes_stay_within_limits(kind: str) -> None:
    """Whatever a file has too much of, it is read, what is kept has limits, and the rest is counted."""
    answer = read_word(word_parts(**hostile()[kind]))

    assert isinstance(answer, Extract)
    assert answer.layout is not None
    kept = (answer.layout.changes, answer.layout.comments, answer.layout.notes)
    assert all(len(one) <= LAYOUT_LIMIT for one in kept)
    assert (answer.layout.left_out > 0) == any(len(one) == LAYOUT_LIMIT for one in kept)
    assert sum(len(change.deleted) for change in answer.layout.changes) < 1_000_000
    places = [(one.start, one.end) for one in answer.layout.changes]
    places += [(one.start, one.end) for one in answer.layout.comments]
    assert all(0 <= start <= end <= len(answer.text) for start, end in places)


def test_changes_nested_deeper_than_any_are_damage() -> None:
    """Elements in one another without end are no document."""
    depth = 5_000
    body = "<w:p>" + '<w:ins w:author="a">' * depth + run("x") + "</w:ins>" * depth + "</w:p>"
    assert answer_of("docx", word_parts(body)) == Fault("damaged")
