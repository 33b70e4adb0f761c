"""Which sections a reference names, and what is said where it names none."""

from __future__ import annotations

import pytest

from casewright.domain.documents import Section
from casewright.evidence.sections.lookup import find, nearest
from casewright.evidence.sections.references import read_reference

PATHS = [
    "1", "1/1.1", "1/1.2", "1/1.2/(a)", "1/1.2/(b)", "1/1.2/(b)/(i)", "1/1.2/(b)/(ii)", "2", "2/2.1", "2/2.2", "2/2.3",
    "Schedule 1", "Schedule 1/1", "Schedule 1/2", "Schedule 2", "Schedule 2/1", "Schedule 2/1/(a)",
]  # fmt: skip
ACT = ["Capitolul I", "Capitolul I/Articolul 1", "Capitolul I/Articolul 1/(1)", "Capitolul I/Articolul 1/(2)",
       "Capitolul I/Articolul 1/(2)/a)", "Capitolul II", "Capitolul II/Articolul 2", "Anexa 1"]  # fmt: skip
ARTICLES = ["ARTICLE I", "ARTICLE I/1.1", "ARTICLE I/1.2", "ARTICLE II", "ARTICLE II/2.1", "EXHIBIT A", "EXHIBIT B"]
WORDS = ["SECTION ONE", "SECTION ONE/1.1", "SECTION TWO"]


def sections(paths: list[str]) -> list[Section]:
    found = []
    for at, path in enumerate(paths):
        parts = tuple(path.split("/"))
        found.append(Section(parts[-1], parts, None, at * 10, at * 10 + 10))
    return found


def named(paths: list[str], reference: str) -> list[str]:
    (read,) = read_reference(reference)
    return ["/".join(one.path) for one in find(sections(paths), read, " " * 400)]


@pytest.mark.requirement("sections-looked-up")
@pytest.mark.parametrize(
    ("paths", "reference", "expected"),
    [
        (PATHS, "clause 1.2", ["1/1.2"]),
        (PATHS, "clause 1.2(b)", ["1/1.2/(b)"]),
        (PATHS, "1.2(b)(ii)", ["1/1.2/(b)/(ii)"]),
        (PATHS, "section 1", ["1", "Schedule 1/1", "Schedule 2/1"]),
        (PATHS, "clause 2", ["2", "Schedule 1/2"]),
        (PATHS, "Schedule 2", ["Schedule 2"]),
        (PATHS, "Schedule 2, paragraph 1(a)", ["Schedule 2/1/(a)"]),
        (PATHS, "Annex 2", []),
        (PATHS, "clause 2.9", []),
        (PATHS, "clause (a) 1", []),
        (PATHS, "article 2", ["2", "Schedule 1/2"]),
        (ACT, "art. 1", ["Capitolul I/Articolul 1"]),
        (ACT, "art. 1 alin. (2)", ["Capitolul I/Articolul 1/(2)"]),
        (ACT, "art. 1 alin. (2) lit. a)", ["Capitolul I/Articolul 1/(2)/a)"]),
        (ACT, "Capitolul II", ["Capitolul II"]),
        (ACT, "anexa nr. 1", ["Anexa 1"]),
        (ARTICLES, "Article II", ["ARTICLE II"]),
        (ARTICLES, "article 2", ["ARTICLE II"]),
        (ARTICLES, "section 2", ["ARTICLE II"]),
        (ARTICLES, "section 2.01", ["ARTICLE II/2.1"]),
        (ARTICLES, "Section 1.2 of Article I", ["ARTICLE I/1.2"]),
        (ARTICLES, "exhibit b", []),
        (ARTICLES, "Exhibit B", ["EXHIBIT B"]),
        (WORDS, "section two", ["SECTION TWO"]),
        (WORDS, "section 2", ["SECTION TWO"]),
    ],
)
def test_reference_names_sections(paths: list[str], reference: str, expected: list[str]) -> None:
    """Each row is a document's sections, what is asked, and what that names."""
    if not read_reference(reference):
        assert expected == []
    else:
        assert named(paths, reference) == expected


@pytest.mark.requirement("sections-looked-up")
@pytest.mark.parametrize(
    ("paths", "reference", "expected"),
    [
        ([], "clause 1", "this document has no numbered clauses that could be read"),
        (PATHS, "clause 2.9", "there are 2.1 to 2.3; no 2.9"),
        (PATHS, "clause 9", "there are 1 and 2; no 9"),
        (PATHS, "clause 9.9", "there are 1 and 2; no 9.9"),
        (PATHS, "clause 1.2(d)", "1.2 has (a) and (b); no (d)"),
        (PATHS, "clause 1.1(a)", "1.1 has no numbered parts"),
        (PATHS, "Schedule 3", "there are Schedule 1 and Schedule 2; no schedule 3"),
        (PATHS, "Schedule 3, paragraph 2", "there are Schedule 1 and Schedule 2; no schedule 3"),
        (ACT, "art. 9", "there are Articolul 1 and Articolul 2; no 9"),
    ],
)
def test_what_is_near_is_told(paths: list[str], reference: str, expected: str) -> None:
    """Where nothing is called so, the numbers that there are are named."""
    (read,) = read_reference(reference)
    assert nearest(sections(paths), read) == expected


@pytest.mark.requirement("sections-looked-up")
@pytest.mark.parametrize(
    ("text", "item", "expected"),
    [
        ("1. Pay (a) the fees; (b) the costs; and (c) the rest.", "b", ("(b) the costs;", True)),
        ("1. Pay (a) the fees; (b) the costs; and (c) the rest.", "c", ("(c) the rest.", False)),
        ("1. Pay (i) the fees, (ii) the costs and (iii) the rest.", "ii", ("(ii) the costs", True)),
        ("1. Pay what clause (b) says.", "b", None),
        ("1. Pay (a) the fees; (c) the rest.", "c", None),
        ("1. Pay (a) one; (b) two. Get (a) three; (b) four.", "b", None),
    ],
)
def test_item_inside_a_clause(text: str, item: str, expected: tuple[str, bool] | None) -> None:
    """An item in the middle of a clause is found where the items before it lead to it, once."""
    (reference,) = read_reference(f"clause 1({item})")
    found = find([Section("1", ("1",), None, 0, len(text))], reference, text)
    assert [(text[one.start : one.end], one.certain) for one in found] == ([] if expected is None else [expected])


def test_name_is_what_people_call_it() -> None:
    """Numbers that the next one begins with are left out; items stand at their clause."""
    names = [one.name for one in sections(["1/1.2/(b)/(ii)", "Schedule 2/1/(a)", "ARTICLE I/1.1", "7"])]
    assert names == ["1.2(b)(ii)", "Schedule 2, 1(a)", "ARTICLE I, 1.1", "7"]
