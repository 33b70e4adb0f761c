"""Which claims a withheld document reaches by its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.domain.ids import DocumentId
from casewright.evidence.concealed import confirmed, matter_of, reached
from casewright.evidence.detection import detect
from casewright.evidence.record import AbsentDocument
from tests.fakes.claims_of_a_deal import an_id, claim, record

CLAIMS = [
    claim("fee", metric="oakhurst annual fee", entity="brindle ltd"),
    claim("notice", metric="oakhurst notice period", entity="brindle ltd"),
    claim("debt", metric="net debt", entity="brindle ltd"),
    claim("churn", metric="monthly_churn", entity="brindle ltd"),
    claim("lender", metric="covenant", entity="brindle ltd", text="Larkwater may call the loan at any time."),
]


@pytest.mark.requirement("concealment-confirmed")
@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("05a_oakhurst-side-letter.pdf", ("fee", "notice")),
        ("Net debt schedule 2025.xlsx", ("debt",)),
        ("Monthly churn by cohort.csv", ("churn",)),
        ("Letter from Larkwater.pdf", ("lender",)),
        ("Side letter.pdf", ()),
        ("Brindle board minutes.pdf", ()),
        ("2025.pdf", ()),
    ],
)
def test_a_name_reaches_the_claims_that_it_names(name: str, names: tuple[str, ...]) -> None:
    """By metric or subject, else by the claim's words; kinds of paper and the deal's own name tell nothing apart."""
    assert set(reached(name, CLAIMS)) == {an_id(one) for one in names}


def test_what_was_confirmed_is_known_by_the_candidates_key() -> None:
    """The key of the detectors' candidate, without the mark of its claims, is the matter that a document has here."""
    absent = (AbsentDocument("05a_Oakhurst side-letter.pdf", DocumentId("index"), 0, 9),)
    [candidate] = detect(replace(record(CLAIMS), absent=absent)).candidates

    assert matter_of(absent[0].name) == candidate.key.rpartition(":")[0]
    assert confirmed(absent, [candidate.key.rpartition(":")[0]]) == (absent[0].name,)
    assert confirmed(absent, ["CONCEALMENT:another pdf"]) == ()
