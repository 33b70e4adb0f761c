"""Pages that cases do not hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.html import read_html

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


def test_page_may_nest_deep() -> None:
    """A thousand elements inside one another are gone through; what is deeper than the parser goes is not left out."""
    deep, deepest = (b"<div>" * depth + b"deep" + b"</div>" * depth for depth in (1000, 5000))

    assert read_html(deep) == Extract("deep")
    assert read_html(deepest) == Fault("damaged")


def test_declared_encoding_that_does_not_exist_is_passed_over() -> None:
    """An encoding that nobody knows is ignored."""
    answer = read_html("<meta charset=klingon><p>ș".encode())

    assert isinstance(answer, Extract)
    assert answer.text == "ș"
