"""Which documents questions name: by party, title, file name and year, in English and Romanian; and which name none."""

from __future__ import annotations

from datetime import date

import pytest

from casewright.domain.document_names import DocumentNames, NamedBy
from casewright.domain.ids import DocumentId
from casewright.evidence.naming.index import NameIndex
from casewright.evidence.naming.resolver import resolve

pytestmark = pytest.mark.requirement("named-documents")

NAMES: tuple[tuple[str, str, list[str], list[str]], ...] = (
    ("reseller", "Alpha_Reseller_2014.pdf", ["Reseller Agreement"], ["Alphatron Robotics Ltd", "Meridian Stores Inc."]),
    ("supply", "scan0042.pdf", ["SUPPLY AGREEMENT"], ["Betamax Mills GmbH", "Meridian Stores Inc."]),
    ("affiliate14", "a.txt", ["Marketing Affiliate Agreement"], ["Cybergy Holdings Inc.", "Western Copper Corp"]),
    ("affiliate18", "b.txt", ["Affiliate Agreement"], ["Zorbion LLC", "Quuxly Media AG"]),
    ("nda", "c.txt", ["Mutual Non-Disclosure Agreement"], ["Thrivent Financial for Lutherans"]),
    ("popescu", "inchiriere-1.txt", ["CONTRACT DE ÎNCHIRIERE"], ["Popescu Ion", "Ionescu Maria"]),
    ("georgescu", "inchiriere-2.txt", ["CONTRACT DE ÎNCHIRIERE"], ["Georgescu Ana", "S.C. Țiriac Imobile S.R.L."]),
    ("terms", "bonterms-cloud-terms.pdf", ["Cloud Terms"], []),
)
DAYS = {"affiliate14": (date(2014, 5, 8),), "affiliate18": (date(2018, 1, 2),)}
PLAIN = ("agreement", "media", "robotics", "stores", "cloud", "copper", "western", "shall", "growth")


def index() -> NameIndex:
    """The names of a small matter."""
    return NameIndex(
        [
            DocumentNames(DocumentId(id_), filename, tuple(titles), tuple(parties), days=DAYS.get(id_, ()), plain=PLAIN)
            for id_, filename, titles, parties in NAMES
        ]
    )


@pytest.mark.parametrize(
    ("question", "documents", "rest"),
    [
        ("What does the Alphatron reseller agreement say about notice?", ["reseller"], "the agreement say about"),
        ("Which law governs our contract with Betamax?", ["supply"], "Which law governs the agreement?"),
        ("what is the notice period under the supply agreement", ["supply"], "what is the notice period"),
        ("notice in BONTERMS-CLOUD-TERMS.PDF", ["terms"], "notice"),
        ("what does the nda say about copies?", ["nda"], "what does the agreement say about copies?"),
        ("insurance in the 2014 affiliate agreement", ["affiliate14"], "insurance"),
        ("Compare the Alphatron and the Betamax agreements on notice", ["reseller", "supply"], "on notice"),
        ("can rights be moved under the thrivent agreement", ["nda"], "can rights be moved"),
        ("care e chiria în contractul de închiriere cu Popescu?", ["popescu"], "care e chiria?"),
        ("preavizul din contractul cu Tiriac Imobile", ["georgescu"], "preavizul"),
        ("Must Alphatron keep insurance?", ["reseller"], "Must Alphatron keep insurance?"),
        ("governing law cybergy", ["affiliate14"], "governing law"),
        ("Does Cybergy Holdings pay Western Copper?", ["affiliate14"], "Does Cybergy Holdings pay Western Copper?"),
    ],
)
def test_document_is_named(question: str, documents: list[str], rest: str) -> None:
    """The documents that are meant, surely, and what is left to ask."""
    found = resolve(question, index())
    assert list(found.documents) == documents
    assert all(one.certain for one in found.named)
    assert rest in found.rest


@pytest.mark.requirement("named-asks")
@pytest.mark.parametrize(
    "question",
    [
        "What is the governing law of this agreement?",
        "Is there a clause on growth in the contract?",
        "What does the Gammatec agreement say about notice?",
        "What did Deloitte promise in its letter?",
        "Must a reseller keep records?",
        "Which agreements cap liability?",
        "notice in other-terms.pdf",
        "Must Meridian keep insurance?",
        "",
        "???",
    ],
)
def test_nothing_is_named(question: str) -> None:
    """Generic words, names of nobody here and of too many documents stay in the question, and narrow nothing."""
    found = resolve(question, index())
    assert found.named == ()
    assert found.rest == question


@pytest.mark.requirement("named-asks")
def test_several_documents_are_asked_about() -> None:
    """A name that fits two documents leads to both, not certainly; a set of them is meant as a set."""
    one = resolve("What does the agreement with Meridian Stores say about notice?", index())
    assert set(one.documents) == {"reseller", "supply"}
    assert [named.certain for named in one.named] == [False]
    several = resolve("Which contracts with Meridian Stores cap liability?", index())
    assert [named.certain for named in several.named] == [True]
    assert several.rest == "Which contracts cap liability?"


def test_names_lead_only_among_those_that_may_be_meant() -> None:
    """With documents chosen, only these can be named."""
    chosen = [DocumentId("supply")]
    assert resolve("notice in the Alphatron agreement", index(), among=chosen).named == ()
    assert resolve("notice in the agreement with Meridian Stores", index(), among=chosen).documents == ("supply",)


def test_what_the_words_are_is_told() -> None:
    """Title, party or file name; and where in the question they stand."""
    found = resolve("notice under the supply agreement", index()).named[0]
    assert (found.words, found.by) == ("supply agreement", NamedBy.TITLE)
    assert resolve("notice under the Betamax contract", index()).named[0].by is NamedBy.PARTY
    assert resolve("see bonterms-cloud-terms.pdf", index()).named[0].by is NamedBy.FILE_NAME


def test_empty_matter_names_nothing() -> None:
    """Without documents every word is left."""
    assert resolve("the Alphatron agreement", NameIndex([])).rest == "the Alphatron agreement"
