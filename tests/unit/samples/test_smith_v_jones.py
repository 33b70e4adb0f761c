"""The shipped sample matter holds what its description promises, and nothing that it must not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.unit.samples.matter import clause, folded, folder, matter, page_count, pages, text, with_clause

if TYPE_CHECKING:
    from tests.unit.samples.matter import Fact, Listed

NAMES = [document.file for document in matter().documents]
PDFS = [name for name in NAMES if name.endswith(".pdf")]
INDEMNITY = re.compile(r"(?<!professional )\bindemni(?:ty|ties|fy|fies|fied|fication)\b", re.IGNORECASE)
MONETARY_LIMIT = re.compile(r"liability[^.]*shall not exceed[^.]*[£$]", re.IGNORECASE)
HINT_OF_A_LIMIT = re.compile(
    r"exceed the|not exceed|maximum|aggregate|limitation of|limit(?:s|ed)? (?:to|of)|cap(?:ped)?\b|in no event|liable",
    re.IGNORECASE,
)
BOTH_SIDES = re.compile(r"^[\d.]+ (?:Section )?(?:.*obligation\. )?(?:Each party|Landlord and Tenant shall each)")
REFERENCE = re.compile(r"\b(?:clauses?|Sections?) ((?:\d+(?:\.\d+)?(?:, | and | or | to )?)+)", re.IGNORECASE)
ELSEWHERE = re.compile(
    r"U\.S\.C\. Section \S+|\b(?:[Cc]lause|sections?) [\d.()a-z]+(?: to \d+)? of the (?:\w+ Act|Master|Supply)"
)
"""References to statutes and to other agreements."""


def test_every_file_is_listed_once_and_can_be_read_as_package_data() -> None:
    """The list and the folder agree, and importlib.resources opens each file."""
    there = {entry.name for entry in folder().iterdir()} - {
        "__init__.py",
        "__pycache__",
        "matter.toml",
    }
    assert sorted(there) == sorted(NAMES)
    assert all((folder() / name).read_bytes() for name in NAMES)


def test_description_fits_a_matter() -> None:
    """Title and description keep within what a matter may hold."""
    assert matter().title == "Smith v. Jones"
    assert 0 < len(matter().description) <= 2000


def test_files_are_small() -> None:
    """All files together stay within a megabyte."""
    assert sum(len((folder() / name).read_bytes()) for name in NAMES) <= 1_000_000


def test_all_four_formats_are_there() -> None:
    """PDF, DOCX, Markdown and plain text each have a document."""
    assert {name.rpartition(".")[2] for name in NAMES} == {"pdf", "docx", "md", "txt"}


@pytest.mark.parametrize("name", NAMES)
def test_length_is_that_of_a_contract(name: str) -> None:
    """Each has 3 to 15 pages: real ones in a PDF, elsewhere 450 words counting as one."""
    assert 3 <= page_count(name) <= 15


@pytest.mark.parametrize("name", PDFS)
def test_text_layer_is_clean(name: str) -> None:
    """Letters come out one by one and words whole: no ligature, soft hyphen, control or unknown character."""
    strange = {char for char in text(name) if not (char.isascii() or char in "“”’£")}
    controls = {char for char in text(name) if ord(char) < 32} - {"\n"}
    assert (strange, controls) == (set(), set())
    assert not re.search(r"\w-$", text(name), re.MULTILINE)
    assert {"specific", "confidential", "fulfil", "office", "flood"} & set(re.findall(r"[a-z]+", text(name)))


@pytest.mark.parametrize("name", PDFS)
def test_pages_of_pdf_are_numbered(name: str) -> None:
    """Every page says which of how many it is."""
    found = pages(name)
    assert [page.rstrip().rpartition("\n")[2] for page in found] == [
        f"Page {number} of {len(found)}" for number in range(1, len(found) + 1)
    ]


@pytest.mark.parametrize("fact", matter().facts, ids=lambda fact: f"{fact.fact} in {fact.file}")
def test_fact_stands_in_its_clause(fact: Fact) -> None:
    """The words of each promised fact stand in the clause that is named for it."""
    assert fact.quote in clause(fact.file, fact.clause)


@pytest.mark.parametrize("document", matter().documents, ids=lambda document: document.file)
def test_clauses_are_where_they_are_said_to_be(document: Listed) -> None:
    """Every clause number of the list exists in its document and has text."""
    for numbers in document.clauses.values():
        assert all(len(clause(document.file, number).split()) > 4 for number in numbers)


def test_documents_said_to_indemnify_are_those_whose_words_do() -> None:
    """The word indemnity and its kin occur in the documents listed with an indemnity and in no other."""
    assert {name for name in NAMES if INDEMNITY.search(text(name))} == with_clause("indemnity clause")


def test_documents_said_to_cap_liability_are_those_whose_words_do() -> None:
    """A sum that liability shall not exceed occurs in the documents listed with a cap and in no other."""
    assert {name for name in NAMES if MONETARY_LIMIT.search(folded(text(name)))} == with_clause("liability cap clause")


def test_exactly_one_indemnity_is_uncapped() -> None:
    """One agreement indemnifies and has no cap anywhere; the others that indemnify cap liability."""
    uncapped = with_clause("indemnity clause") - with_clause("liability cap clause")
    assert uncapped == {"supply-agreement.docx"}
    assert [fact.file for fact in matter().facts if fact.fact == "uncapped indemnity"] == ["supply-agreement.docx"]
    assert len(with_clause("indemnity clause")) > 1


def test_the_uncapped_agreement_does_not_even_hint_at_a_limit() -> None:
    """None of the words in which liability is limited occurs in it."""
    assert HINT_OF_A_LIMIT.findall(text("supply-agreement.docx")) == []


def test_every_cap_reaches_the_indemnities() -> None:
    """Each cap says that it covers the indemnities of its agreement, so that they are not uncapped after all."""
    for document in matter().documents:
        for number in document.clauses.get("liability cap clause", []):
            assert re.search(r"indemnit(?:y|ies)|Article 12", clause(document.file, number), re.IGNORECASE)


def test_exactly_one_confidentiality_clause_is_one_sided() -> None:
    """In the non-disclosure agreement only the Recipient is bound; every other clause binds both sides."""
    first = {doc.file: clause(doc.file, doc.clauses["confidentiality clause"][0]) for doc in matter().documents}
    one_sided = {name for name, words in first.items() if not BOTH_SIDES.search(words.replace("Section ", ""))}
    assert one_sided == {"non-disclosure-agreement.docx"}
    assert "(a) The Recipient shall" in first["non-disclosure-agreement.docx"]
    assert "Discloser shall" not in text("non-disclosure-agreement.docx")


def test_exactly_one_agreement_can_be_ended_for_convenience() -> None:
    """Only the services agreement speaks of convenience or of ending it without a reason."""
    words = re.compile(r"\bfor convenience\b(?! only)|without (?:giving )?any reason|for any reason or", re.IGNORECASE)
    found = {name for name in NAMES if words.search(re.sub(r"(?:is|are) for convenience", "", folded(text(name))))}
    assert found == with_clause("termination for convenience clause") == {"master-services-agreement.pdf"}


def test_governing_laws_are_as_listed_and_differ() -> None:
    """Each governing law clause names the law listed for it, and at least two laws differ."""
    for document in matter().documents:
        (number,) = document.clauses["governing law clause"]
        assert document.governing_law in clause(document.file, number)
    assert len({document.governing_law for document in matter().documents}) >= 2


def test_supplier_carries_more_in_services_and_customer_in_supply() -> None:
    """Counted by who "shall", each side bears the greater burden in one of the two agreements."""
    count = {
        (name, role): len(re.findall(rf"\b{role} shall\b", folded(text(name))))
        for name in ("master-services-agreement.pdf", "supply-agreement.docx")
        for role in ("Customer", "Supplier")
    }
    services, supply = "master-services-agreement.pdf", "supply-agreement.docx"
    assert count[services, "Supplier"] > 2 * count[services, "Customer"] > 0
    assert count[supply, "Customer"] > 2 * count[supply, "Supplier"] > 0


def test_only_two_agreements_have_a_customer_and_a_supplier() -> None:
    """The other agreements give their parties other roles, so that the question about roles has one meaning."""
    with_roles = {name for name in NAMES if re.search(r"“\*{0,2}(?:Customer|Supplier)\*{0,2}”", text(name))}
    assert with_roles == {"master-services-agreement.pdf", "supply-agreement.docx"}


@pytest.mark.parametrize("document", matter().documents, ids=lambda document: document.file)
def test_parties_and_roles_are_as_listed(document: Listed) -> None:
    """Each party is named in its document, and its role is a defined term there."""
    whole = folded(text(document.file))
    for role, party in document.parties.items():
        assert party.lower() in whole.lower()
        assert f"“{role}”" in whole or f"({role})" in whole


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_to_fill_in(name: str) -> None:
    """No gap, bracketed alternative or note to a drafter is left in the text."""
    gaps = re.compile(
        r"\[|\]|_{3}|●|\.{4}|\bTB[CDA]\b|lorem|\bXX+\b|insert|placeholder|draft(?:ing)? note", re.IGNORECASE
    )
    assert gaps.findall(text(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_nobody_real_can_be_reached(name: str) -> None:
    """Mail addresses end in the reserved .example, there are no web addresses or telephone numbers."""
    whole = folded(text(name))
    assert all(address.rstrip(".").endswith(".example") for address in re.findall(r"\S+@[\w.-]+", whole))
    assert not re.search(r"https?:|www\.|\+\d{2}|\(\d{3}\)|\d{3}-\d{4}", whole)


@pytest.mark.parametrize("name", NAMES)
def test_cross_references_lead_somewhere(name: str) -> None:
    """Every clause or Section that a document refers to in itself exists in it."""
    whole = ELSEWHERE.sub("", folded(text(name)))
    numbers = {number for group in REFERENCE.findall(whole) for number in re.findall(r"\d+(?:\.\d+)?", group)}
    assert numbers
    assert {number for number in numbers if clause(name, number)} == numbers


@pytest.mark.parametrize("name", NAMES)
def test_defined_terms_are_used(name: str) -> None:
    """Every term that a document defines occurs again outside its definition."""
    whole = folded(text(name))
    terms = set(re.findall(r"“([A-Z][\w’ -]+)”(?=\)| means| of a party means|[,;]| and )", whole))
    unused = {term for term in terms if not re.search(rf"(?<!“)\b{re.escape(term)}(?:s|es)?\b(?!”)", whole)}
    assert terms
    assert unused == set()


def test_rent_of_the_lease_adds_up() -> None:
    """Twelve months' rent are the year's rent, in each year of the table."""
    rows = re.findall(
        r"^\w+ 1, \d{4} to .*?([\d,]+\.\d\d)\s+([\d,]+\.\d\d)$", text("commercial-lease.txt"), re.MULTILINE
    )
    cents = [(int(re.sub(r"\D", "", year)), int(re.sub(r"\D", "", month))) for year, month in rows]
    assert len(cents) == 5
    assert all(year == 12 * month for year, month in cents)
