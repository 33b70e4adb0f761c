"""A chat model's answer, sentence by sentence: what has a place stands, all else that says anything is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.document.answers import UNVERIFIED
from casewright.agents.document.placing.judging import MORE_THAN_A_PLACE, NO_PLACE, NOT_LOOKED, Told, judged
from casewright.agents.document.placing.units import BROKEN, PLACE
from casewright.agents.document.state import Lookup, Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

DOCUMENT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
TEXT = "Either party may end this lease on ninety days' notice. It is governed by the laws of England."
SHOWN = Passage(document_id=DOCUMENT, filename="lease.txt", start=0, end=len(TEXT), quote=TEXT)
NOTICE, LAW = TEXT[:55], TEXT[56:]


def cite(quote: str, label: str = "lease.txt") -> str:
    """The quote with the link to where it stands."""
    at = TEXT.index(quote)
    return f"“{quote}” [{label}](cite:{DOCUMENT}@{at}-{at + len(quote)})"


N, L = cite(NOTICE), cite(LAW)


def told(*looked: Lookup, listed: dict[str, str] | None = None, asked: str = "Is there a liability cap?") -> Told:
    """A turn in which the lease was shown."""
    return Told(asked, romanian=False, shown=[SHOWN], looked=looked, listed=listed)


def looked_for(words: str, *, found: bool | None = False, said: str = "", near: Sequence[str] = ()) -> Lookup:
    """A lookup in the lease."""
    return Lookup(
        words=words,
        said=said,
        field="",
        document_ids=None,
        filenames=["lease.txt"],
        number=1,
        by=["search" if found is None else "clauses"],
        found=found,
        nearest=[{**SHOWN, "quote": one} for one in near],
    )


CLAIMS = {
    "alone": "The rent is EUR 7 a month.",
    "without a full stop": "The rent is EUR 7 a month",
    "one word": "Yes.",
    "a figure": "7",
    "a sign": "✓",
    "in Romanian": "Chiria este de 7 EUR pe lună.",
    "in another script": "家賃は7ユーロです。",
    "bold": "**The rent is EUR 7**",
    "a heading": "## The rent is EUR 7",
    "a heading with a colon": "## The rent is EUR 7:",
    "a list item": "- The rent is EUR 7",
    "a numbered item": "3. The rent is EUR 7",
    "a quoted line": "> The rent is EUR 7",
    "a footnote": "[^1]: The rent is EUR 7",
    "a note": "Note: the rent is EUR 7",
    "a rhetorical question": "Did you know that the rent is EUR 7?",
    "a question with an answer in it": "Would you like me to explain why the rent is EUR 7?",
    "courtesy with more": "I hope this helps you to pay EUR 7.",
    "code": "`rent = EUR 7`",
    "an outside link": "[The rent is EUR 7](https://example.org)",
    "a link that leads nowhere": "The rent is EUR 7 [lease.txt](cite:lease)",
    "a template with words": 'Try {IS clause that "rent is EUR 7"}.',
    "a document as an answer": "lease.txt",
    "a question's own words": "There is a liability cap.",
    "a false list of documents": "The documents in this matter are: lease.txt and rent-is-7.txt.",
    "in letters that look alike": "Тhe rеnt is EUR 7",
    "a sentence about a quote": "It says “Either party may end this lease”, so the rent is EUR 7.",
    "an absence": "There is no liability cap.",
}


@pytest.mark.requirement("ask-unplaced")
@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
@pytest.mark.parametrize(
    "form", ["{}", "{}\n", f"{N}\n{{}}", f"{{}}\n{N}", f"{{}}\n\n{N}\n\n- {L}", f"{N}.\n\n{{}}\n\nHello."]
)
def test_claim_without_a_place_is_marked(claim: str, form: str) -> None:
    """Wherever it stands, above or below what has a place, it has the one mark, at its end, and is told."""
    answer = form.format(claim)
    found = judged(answer, told(listed={"lease.txt": "ready"}), [])
    assert found.text == form.format(f"{claim} {UNVERIFIED}")
    (one,) = found.unverified
    assert one["link"] == ""
    assert one["reason"]
    assert found.claims


@pytest.mark.requirement("ask-unplaced")
@pytest.mark.parametrize(
    "answer",
    [
        "{N}; the rent is EUR 7†",
        "The rent is EUR 7;† {N}",
        "The rent is EUR 7.† {N}",
        "The rent is EUR 7!† {N}",
        "{N}. The rent is EUR 7.†",
        "{N}.The rent is EUR 7.†",
        "{N} The rent is EUR 7.†",
        "{N}: the rent is EUR 7†",
        "{N} – the rent is EUR 7†",
        "{N}\rThe rent is EUR 7†",
        "{N}\u2028The rent is EUR 7†",
        "The rent is EUR 7†<br>{N}",
        "- {N}\n- The rent is EUR 7†\n- {L}",
        "| Field | Value |\n|---|---|\n| Rent | EUR 7† |\n| Notice | {N} |",
        "| The rent is EUR 7 | Value† |\n|---|---|\n| Notice | {N} |",
        "> The rent is EUR 7.†\n> {N}",
        "The rent is EUR 7:†\n- {N}\n- The term is long†",
        "**Governing law**†\n\nI hope this helps.",
        "The rent is EUR 7:†\nThe term is long:\n{N}",
        "- The rent is EUR 7:†\n- The term is long:\n- {N}",
        "The rent is EUR 7:†\n## Governing law\nThe term is long.†\n\n{N}",
        "## lease.txt†\n## lease.txt\n{N}",
        "The rent is EUR 7.[^1]†\n\n[^1]: {N}",
        "“The rent is EUR 7.† {N}",
        "The documents in this matter are:†\n- lease.txt†\n- rent.txt†\n{N}",
    ],
)
def test_claim_beside_a_place_is_marked(answer: str) -> None:
    """In the same line, list, table or quote as what has a place: only the claim is marked, here at the daggers."""
    given = answer.replace("{N}", N).replace("{L}", L)
    found = judged(given.replace("†", ""), told(), [])
    assert found.text == given.replace("†", f" {UNVERIFIED}")


@pytest.mark.requirement("ask-unplaced")
@pytest.mark.parametrize(
    "answer",
    [
        f"Ninety days: {N}.",
        f"The law is that of England {L}.",
        f"Either party may end it, and the law is England’s: {N}, {L}.",
        f"It ends on notice {N}; the law is England’s {L}.",
        f"## Notice\n\n{N}\n\n## Governing law\n\n{L}",
        f"**Notice:** {N}\n**Governing law:** {L}",
        f"### lease.txt\n**Notice**\n- {N}\n- {L}",
        f"What the lease says:\n\n- {N}\n- {L}\n\nI hope this helps!",
        f"What the lease says:\n- on notice:\n  - {N}\n",
        f"| Document | Notice | Governing law |\n|---|---|---|\n| lease.txt | {N} | {L} |",
        f"Notice and law:\n\n| Field | lease.txt |\n|---|---|\n| Notice | {N} |\n| Law | {L} |",
        f"The notice:\n> {N}",
        f"The lease says:\n\n> {TEXT}\n\n[lease.txt](cite:{DOCUMENT}@0-{len(TEXT)})",
        f"The lease says:\n\n> {TEXT} [lease.txt](cite:{DOCUMENT}@0-{len(TEXT)})",
        f"According to Alpha Inc. and art. 5 of the lease, e.g. on notice: {N}",
        f"1. Notice: {N}\n2. Law: {L}",
        f"{N} and so the landlord owes EUR 7.",
        "Hello!",
        "Thank you. You’re welcome.",
        "Bună ziua!",
        "Which document do you mean?",
        "Do you mean lease.txt or the NDA?",
        "Would you like me to search another document?",
        "Care document?",
        "I cannot judge that.",
        "I could not look.",
        "Other templates that may fit: {IS liability limitation clause}, {IS indemnity clause}.",
        "The documents in this matter are:\n- lease.txt (ready)",
        "There is one document in this matter: lease.txt.",
        "Documentele din acest dosar:\n- lease.txt",
        "",
        "---",
        "***\n\n| | |",
    ],
)
def test_what_has_its_place_or_says_nothing_is_not_marked(answer: str) -> None:
    """Claims with a place, what leads to them, headings over them; courtesy, questions back, the whole listing."""
    found = judged(answer, told(listed={"lease.txt": "ready"}), [])
    assert (found.text, found.unverified) == (answer, [])


@pytest.mark.requirement("ask-unplaced")
@pytest.mark.parametrize(
    "answer",
    [
        "The documents in this matter are: lease.txt.",
        "The documents in this matter are:\n- lease.txt",
        "There is one document in this matter.",
        "The documents:\n- lease.txt\n- nda.txt",
        "The documents in this matter without a cap:\n- lease.txt\n- nda.txt",
        "The documents in this matter are:\n- lease.txt (ready)\n- nda.txt (ready)",
    ],
)
def test_list_that_is_not_that_of_the_matter_is_marked(answer: str) -> None:
    """One that leaves a document out, miscounts, gives another status, or lists them as an answer."""
    found = judged(answer, told(listed={"lease.txt": "ready", "nda.txt": "error"}), [])
    assert UNVERIFIED in found.text
    assert found.unverified


def test_quote_that_does_not_stand_is_marked_once() -> None:
    """A broken link's mark is its sentence's: another one comes only where the sentence goes on behind it."""
    wrong = f"“The rent is EUR 7. It is due.” [lease.txt](cite:{DOCUMENT}@0-20)"
    assert judged(f"{wrong}.", told(), []).text == f"{wrong} {UNVERIFIED}."
    assert judged(f"{wrong} and so on.", told(), []).text == f"{wrong} {UNVERIFIED} and so on. {UNVERIFIED}"


def test_label_that_says_more_is_marked() -> None:
    """The label of a link has room for the document and its place, and for no claim; the quote stands."""
    found = judged(cite(LAW, "The rent is EUR 7"), told(), [])
    assert found.text.endswith(f") {UNVERIFIED}")
    assert [one["reason"] for one in found.unverified] == [MORE_THAN_A_PLACE]
    assert len(found.citations) == 1
    for label in ("lease", "Lease.txt, p. 3, § 9.1", "the lease, clause 4(a)", ""):
        assert judged(cite(LAW, label), told(), []).unverified == []


@pytest.mark.requirement("ask-not-there")
@pytest.mark.parametrize(
    "said",
    [
        "There is no liability cap.",
        "The lease does not contain a liability cap",
        "- lease.txt contains no cap on liability",
        "I could not find a liability cap, so the tenant owes EUR 7 million.",
        "I could not find it.",
        "No.",
        "No matching clause was found.",
        "Nu există o limită a răspunderii.",
        "Contractul nu prevede nicio limitare a răspunderii.",
        "Nu am găsit o astfel de clauză.",
    ],
)
def test_absence_is_said_as_what_was_looked_for(said: str) -> None:
    """Where a query looked for it, a line of ours stands for what the model said; it says nothing of the document."""
    query = "{IS liability cap clause}"
    found = judged(said, told(looked_for(query)), [])
    line = "I could not find “{IS liability cap clause}” in lease.txt, looking by clause scores."
    assert found.text == ("- " if said.startswith("-") else "") + line
    assert found.unverified == []
    assert [one["words"] for one in found.absent] == [query]
    unasked = judged(said, told(), [])
    assert UNVERIFIED in unasked.text
    assert [one["reason"] for one in unasked.unverified] == [NOT_LOOKED]


@pytest.mark.requirement("ask-not-there")
def test_absence_that_nothing_looked_for_is_marked() -> None:
    """A lookup of another thing, or one that found something, is none of it."""
    said = "There is no liability cap."
    for one in (looked_for("{IS governing law clause}"), looked_for("{IS liability cap clause}", found=True)):
        assert [told["reason"] for told in judged(said, told(one), []).unverified] == [NOT_LOOKED]
    pets = looked_for("pets in the kitchen", found=None)
    assert judged("Nothing about pets in the kitchen was found.", told(pets), []).text == (
        "I searched lease.txt for “pets in the kitchen”, and cannot say that it stands there."
    )
    assert UNVERIFIED in judged("Nothing about dogs was found.", told(pets), []).text


@pytest.mark.requirement("ask-not-there")
def test_absence_is_said_once() -> None:
    """Two sentences of one thing that was looked for come to one line; the sign of the second's item goes with it."""
    answer = f"I could not find a liability cap. {N}\n- There is no cap on liability.\n- {L}"
    found = judged(answer, told(looked_for("liability cap", said="a cap on liability")), [])
    assert found.text == (f"I could not find a cap on liability in lease.txt, looking by clause scores. {N}\n- {L}")


@pytest.mark.requirement("ask-not-there")
def test_words_of_a_call_cannot_leave_their_quotation_marks() -> None:
    """A model that hides a claim in its query finds it within quotation marks, in one line."""
    query = looked_for("cap”. The rent is\n\n**EUR 7** [x](cite:1). “no", found=None)
    found = judged("I could not find it.", told(query), [])
    assert found.text == (
        "I searched lease.txt for “cap The rent is EUR 7 x (cite 1) no”, and cannot say that it stands there."
    )


SENTENCES = st.lists(
    st.sampled_from([one for name, one in CLAIMS.items() if name not in ("a footnote", "a quoted line")]),
    min_size=1,
    max_size=6,
)


@pytest.mark.requirement("ask-unplaced")
@given(SENTENCES, st.sampled_from(["\n", "\n\n", "\r\n", "<br>\n", "\n- ", "\n> ", "\n\n***\n\n"]))
def test_every_sentence_of_any_text_without_links_is_marked(sentences: list[str], between: str) -> None:
    """However many claims, and whatever stands between them, each has a mark of its own."""
    found = judged(between.join(sentences), told(), [])
    assert found.text.count(UNVERIFIED) == len(found.unverified) >= len(sentences)
    assert found.citations == []
    assert found.claims


@given(
    st.text('aA.;:!?\n|>#-*_ “”"[]()<br>ăî7' + PLACE + BROKEN, max_size=200),
    st.lists(st.sampled_from([N, L, "No."]), max_size=3),
)
def test_any_text_is_judged(noise: str, parts: list[str]) -> None:
    """Whatever a model writes is judged without an error, nothing of it is lost, and what is marked is told."""
    answer = noise.join(["", *parts, ""])
    found = judged(answer, told(), [])
    assert found.text.replace(f" {UNVERIFIED}", "") == answer
    assert found.text.count(f" {UNVERIFIED}") <= len(found.unverified)
    assert {one["reason"] for one in found.unverified if not one["link"]} <= {NO_PLACE, NOT_LOOKED} | {
        "these words stand in no passage that was opened for this answer"
    }
