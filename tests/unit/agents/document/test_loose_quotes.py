"""Tests of casewright.agents.document.loose_quotes, by the answers that they mark."""

from __future__ import annotations

import pytest

from casewright.agents.document.answers import LINK
from casewright.agents.document.loose_quotes import NOT_READ, NOTHING_READ, loose_quotes, objections
from casewright.agents.document.state import Passage

DOCUMENT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
SHOWN = Passage(
    document_id=DOCUMENT, filename="the lease.txt", start=0, end=52,
    quote="Either party may end\nthis lease on ninety days’ notice.", call="c",
)  # fmt: skip
ASKED = "What does “end of term” mean?"


def false_quotes(answer: str, *, read: bool = True) -> list[tuple[str, str]]:
    """The answer up to the end of each quote that nothing bears out, with the reason."""
    quotes = loose_quotes(answer, [match.span() for match in LINK.finditer(answer)])
    return [(answer[: one.end], why) for one, why in objections(quotes, [SHOWN] if read else [], ASKED)]


@pytest.mark.requirement("ask-unread")
@pytest.mark.parametrize(
    "quote",
    [
        "“Rent is EUR 7 a month.”",
        "„Rent is EUR 7 a month.”",
        "„Rent is EUR 7 a month.“",
        "«Rent is EUR 7 a month.»",
        "‘The landlord’s rent is EUR 7.’",
        '"Rent is EUR 7 a month."',
        "“ninety-one days”",
        "“7”",
        "“may end … this agreement”",
        "> Rent is EUR 7 a month.",
        "> Rent is\n> EUR 7 a month.",
    ],
)
@pytest.mark.parametrize("read", [True, False])
def test_unread_quote_is_marked(quote: str, read: bool) -> None:
    """Whatever the quotation marks, right behind the quote, with the reason."""
    answer = f"The lease says:\n{quote}\nThat is all."
    reason = NOT_READ if read else NOTHING_READ
    assert false_quotes(answer, read=read) == [(f"The lease says:\n{quote}", reason)]


@pytest.mark.requirement("ask-unread")
@pytest.mark.parametrize(
    "answer",
    [
        "It says “Either party may end this lease”.",
        "It says that “either party may end … ninety days’ notice.”",
        "> Either party may end this lease on ninety days’ notice.",
        "‘ninety days’ notice’ is what it says.",
        "You asked about “end of term”.",
        "It stands in “the lease.txt”.",
        "There is no “indemnity” in it.",
        'Ask `{IS clause obligating "The Customer"}` or {IS clause that "limits liability"}.',
        "It's the tenant's and the landlord's lease.",
        'A 5" pipe and a 6" pipe.',
        "“” and «»",
    ],
)
def test_what_was_read_or_is_no_quote_is_not_marked(answer: str) -> None:
    """Words that were shown, words of the question, a single word, code, apostrophes."""
    assert false_quotes(answer) == []


@pytest.mark.requirement("ask-unread")
def test_linked_quotes_are_held_to_their_place_alone() -> None:
    """A link's own check comes first, and a quote further back is looked at by itself; a block is all quote."""
    place = f"[lease](cite:{DOCUMENT}@0-20)"
    assert false_quotes(f"“Rent is EUR 7” {place}.") == []
    assert false_quotes(f"“Rent is EUR 7” is what it says {place}.") == [("“Rent is EUR 7”", NOT_READ)]
    assert false_quotes(f"> “Either party may end” {place}") == []
    assert false_quotes(f"> Either party may end {place}") == []
    assert false_quotes(f"> Rent is EUR 7 {place}") == [(f"> Rent is EUR 7 {place}", NOT_READ)]
