"""Markdown read into blocks: what is markup goes, what is text stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.draft_blocks import (
    Bullets,
    Heading,
    LineBreak,
    Numbered,
    PageBreak,
    Paragraph,
    Quotation,
    Rule,
    Table,
    Verbatim,
    Words,
    plain,
    texts,
    with_texts,
)
from casewright.casework.draft_markdown import LONGEST, read_markdown
from casewright.errors import InvalidInput

ALL = """# Titlu *mare*

Un **cuvânt** și ~~altul~~\\
pe două rânduri

1) unu
   - sub `cod`
2) doi

7. șapte

> citat

| A | B |
|:-:|--:|
| x | **y** |

```
  verbatim
```

---

\\newpage

## {{party0.lastName}}
"""


def test_each_kind_of_block() -> None:
    """Headings, paragraphs, lists, tables, quotations, verbatim lines, rules and page breaks."""
    assert read_markdown(ALL) == (
        Heading(1, (Words("Titlu "), Words("mare", italic=True))),
        Paragraph(
            (
                Words("Un "),
                Words("cuvânt", bold=True),
                Words(" și "),
                Words("altul", struck=True),
                LineBreak(),
                Words("pe două rânduri"),
            )
        ),
        Numbered(
            1,
            ")",
            (
                (Paragraph((Words("unu"),)), Bullets(((Paragraph((Words("sub "), Words("cod", code=True))),),))),
                (Paragraph((Words("doi"),)),),
            ),
        ),
        Numbered(7, ".", ((Paragraph((Words("șapte"),)),),)),
        Quotation((Paragraph((Words("citat"),)),)),
        Table(("center", "right"), ((Words("A"),), (Words("B"),)), (((Words("x"),), (Words("y", bold=True),)),)),
        Verbatim(("  verbatim",)),
        Rule(),
        PageBreak(),
        Heading(2, (Words("{{party0.lastName}}"),)),
    )


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("<b>x</b> <!-- y -->", "<b>x</b> <!-- y -->"),
        ("    indentat cu patru", "indentat cu patru"),
        ("[a]: http://x.ro", "[a]: http://x.ro"),
        ("[text](http://x.ro/ă?b={{party0.cui}})", "text (http://x.ro/ă?b={{party0.cui}})"),
        ("vezi [text](http://x.ro) aici", "vezi text (http://x.ro) aici"),
        ("<http://x.ro>", "http://x.ro"),
        ("<a@b.ro> și [a@b.ro](mailto:a@b.ro)", "a@b.ro și a@b.ro"),
        ("a\n\\newpage\nb", "a\nb"),
        ('<div style="page-break-after: always"></div>', ""),
        ("un  text   cu\ttaburi\nși rânduri", "un text cu taburi și rânduri"),
        ("0. zero\n1. unu", "0. zero\n1. unu"),
        ("s\u0326i t\u0326i", "și ți"),
        ("art.\u00a031", "art.\u00a031"),
        ("{{party0\\.firstName}} &amp; \\*x\\*", "{{party0.firstName}} & *x*"),
        ("Semnătura: ________", "Semnătura: ________"),
        ("", ""),
    ],
)
def test_what_is_read(markdown: str, read: str) -> None:
    """As it is read on paper."""
    assert plain(read_markdown(markdown)) == read


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("a\n\n![poză](x.png)", "picture in line 3"),
        ("> " * 14 + "x", "nested too deep"),
        ("a" * (LONGEST + 1), "are the most; divide it"),
    ],
)
def test_what_is_not_printed_is_refused(markdown: str, said: str) -> None:
    """Nothing is left out silently."""
    with pytest.raises(InvalidInput, match=said):
        read_markdown(markdown)


@given(st.text(alphabet=st.sampled_from("ab ăș*_`~#>-+1.)|\\[](){}<>!&;:\"'\n\t="), max_size=200))
def test_any_text_is_read_and_changed_alike(markdown: str) -> None:
    """Whatever comes in, its blocks keep their shape when their texts change, and no two runs of one look touch."""
    try:
        blocks = read_markdown(markdown)
    except InvalidInput:
        return
    assert with_texts(blocks, lambda text: text) == blocks
    assert list(texts(with_texts(blocks, lambda text: text + "!"))) == [text + "!" for text in texts(blocks)]
