"""Pages that cases do not hold."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.html import MOST_DEPTH, read_html

_TAGS = ["p", "b", "table", "tr", "td", "h2", "ul", "li", "pre", "div hidden", "script", "span", "br"]
_SOURCE = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in _TAGS] + [f"</{tag.split()[0]}>" for tag in _TAGS]),
        st.sampled_from([" ", "\n", "text", "&nbsp;", "&#xd800;", "&amp;", "<!-- c -->", "<", "\x1e", "\x1f"]),
    ),
    max_size=40,
).map("".join)


@given(_SOURCE)
def test_any_page_reads(source: str) -> None:
    """Whatever the tags, a page gives a text with its headings inside it."""
    answer = read_html(source.encode())

    assert isinstance(answer, Extract)
    assert all(0 <= h.start < h.end <= len(answer.text) for h in answer.headings)


@given(st.binary(max_size=200))
def test_any_bytes_read(data: bytes) -> None:
    """Random bytes give a text, maybe an empty one."""
    assert isinstance(read_html(data), Extract)


@pytest.mark.requirement("documents-html-bounded")
def test_page_may_nest_deep() -> None:
    """As many elements inside one another as the limit are gone through; deeper ones are a fault of the file."""
    inside = MOST_DEPTH - len(["html", "body"])
    deep, deeper = (b"<div>" * depth + b"deep" + b"</div>" * depth for depth in (inside, inside + 1))

    assert read_html(deep) == Extract("deep")
    assert read_html(deeper) == Fault("nested")
    assert read_html(b"<p hidden>" + b"<i>" * 5000) == Fault("nested")


@pytest.mark.requirement("documents-html-bounded")
def test_masses_of_attributes_take_time_with_their_number() -> None:
    """Eight times the attributes take about eight times the processor's time; as a square it would be sixty-four."""

    def spent(count: int) -> float:
        page = b"<p " + b" ".join(b"a%d=x" % number for number in range(count)) + b">seen"
        started = process_time()
        assert read_html(page) == Extract("seen")
        return process_time() - started

    few, many = (min(spent(count) for _ in range(3)) for count in (16_000, 128_000))
    assert many < 32 * few


def test_text_after_the_page_is_read() -> None:
    """What stands after the page's end is shown by browsers, and read; what is hidden ends with its element."""
    assert read_html(b"<p>one</p></html><b>two</b>") == Extract("one\n\ntwo")
    assert read_html(b"<p><b hidden>a<i>b</i></b>c<script>d</script>e") == Extract("ce")


def test_declared_encoding_that_does_not_exist_is_passed_over() -> None:
    """An encoding that nobody knows is ignored."""
    answer = read_html("<meta charset=klingon><p>ș".encode())

    assert isinstance(answer, Extract)
    assert answer.text == "ș"
