"""The claims of a deal on the command line: imported from a file or entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.acme_deal import CLAIMS, DECK, claim, imported, listed, money, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


@pytest.mark.requirement("evidence-import", "evidence-grades-shown")
def test_imported_claims_are_graded_and_contradictions_found(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Claims come in with their places, each gets its grade with reasons, and the weaker of two figures is told so."""
    result = imported(shell, deal, tmp_path)

    assert (result["imported"], result["evidence"], result["notes"]) == (5, 5, [])
    deck, accounts, cash, _, team = listed(shell, deal)
    assert deck["primary_span"]["filename"] == "Deck.txt"
    assert DECK[deck["primary_span"]["start"] : deck["primary_span"]["end"]] == "EUR 12.5 million"
    assert DECK[cash["primary_span"]["start"] : cash["primary_span"]["end"]] == "EUR 900,000 in cash"
    assert (accounts["claim_grade"], accounts["claim_verdict"]) == ("A", "VERIFIED")
    assert deck["claim_verdict"] == "INFLATED"
    assert [one["defect_type"] for one in deck["defects"]] == ["ANOMALY_VS_STRONGER_SOURCES"]
    assert (deck["claim_grade"], deck["claim_action"]) == ("C", "RED_FLAG")
    assert team["claim_verdict"] == "SUBJECTIVE"
    assert all(one["grade_explanation"] for one in (deck, accounts, cash, team))


@pytest.mark.requirement("evidence-import")
def test_csv_says_the_same_as_json(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A CSV file with the same names flattened makes claims that stand the same."""
    text = (
        "claim_text,claim_class,materiality,value_type,amount,currency,metric,entity,period,document,quote,source_type\n"
        "ARR was 12.5m,FINANCIAL,HIGH,monetary,12500000,EUR,ARR,Acme Ltd,FY2025,Deck.txt,EUR 12.5 million,board_deck\n"
        "ARR was EUR 10m,FINANCIAL,,monetary,10000000,EUR,arr,ACME  Ltd,FY2025,Accounts.txt,"
        '"EUR 10,000,000",audited_accounts\n'
    )

    shell("deal", "import-claims", deal, write(tmp_path, text, "claims.csv"))

    assert [(one["claim_grade"], one["claim_verdict"]) for one in listed(shell, deal)] == [
        ("C", "INFLATED"),
        ("A", "VERIFIED"),
    ]


BAD = [
    claim("q", "Acme", claim_class="MONEY"),
    claim("q", "EUR 13 million"),
    claim("q", "Acme", "Deck.pdf"),
    claim("q", "Acme", value_struct=money("1", "EUX")),
    claim("q", "Acme", value_struct={"type": "monetary", "amount": float("nan"), "currency": "EUR"}),
    claim("q", "Acme", period="soon", confidence=float("nan")),
    claim("q", "Acme", claim_id="9c0d7b3e-2f4b-4d59-9a57-0d4f2ad3a001"),
    claim("q2", "Acme", claim_id="9C0D7B3E-2F4B-4D59-9A57-0D4F2AD3A001"),
    claim(
        "q",
        "Acme",
        sanad=[
            {"node_id": "a", "kind": "INGEST", "actor": "x", "inputs": ["node:b"]},
            {"node_id": "b", "kind": "EXTRACT", "actor": "x", "inputs": ["node:a"]},
        ],
    ),
    {"claim_text": "q", "claim_class": "OTHER", "clam_type": "derived"},
]
SAID = [
    "row 1, claim_class: is 'MONEY'; it is one of FINANCIAL",
    "row 2, evidence.quote: 'EUR 13 million' does not stand in 'Deck.txt'",
    "row 3, evidence.document: 'Deck.pdf' is no document of this deal: did you mean 'Deck.txt'?",
    "row 4, value_struct.currency: is 'EUX', which is no currency",
    "row 5, value_struct.amount: is 'NaN'",
    "row 6, period: is 'soon'; write FY2025",
    "row 6, confidence: is NaN; it is a number from 0 to 1",
    "row 8, claim_id: '9c0d7b3e-2f4b-4d59-9a57-0d4f2ad3a001' is that of row 7 as well",
    "row 9, sanad: The steps a → b → a go round in a circle",
    "row 10, clam_type: there is no such field: did you mean 'claim_type'?",
    "row 10, evidence: is missing",
]


@pytest.mark.requirement("evidence-bad-rows")
def test_bad_rows_are_told_together_and_nothing_is_imported(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Each wrong row is named with its field and reason, and of the good rows beside them none comes in."""
    ended = shell("deal", "import-claims", deal, write(tmp_path, [*BAD, *CLAIMS]), code=2)

    for sentence in SAID:
        assert sentence in ended.err
    assert listed(shell, deal) == []
    data = shell("--json", "deal", "import-claims", deal, write(tmp_path, BAD[:1]), code=2).json
    assert data["errors"] == [{"row": 1, "field": "claim_class", "reason": data["errors"][0]["reason"]}]


def test_at_most_twenty_errors_are_told(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Of many wrong rows the first twenty are told, and how many more there are."""
    ended = shell("deal", "import-claims", deal, write(tmp_path, [{"claim_class": "OTHER"}] * 30), code=2)

    assert ended.err.count("\n  row ") == 20
    assert "and 40 more" in ended.err


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("c.json", "[{]", "no JSON: Expecting property name"),
        ("c.json", '{"a": 1}', "must be a JSON list"),
        ("c.json", "[1]", "row 1 is 1, not an object"),
        ("c.json", "[]", "no claim in it"),
        ("c.json", "[" * 100_000, "nested or written too long"),
        (
            "c.json",
            '[{"metric": "ARR", "metric": "MRR"}]',
            "field 'metric' twice, once as ARR and once as MRR",
        ),
        ("c.csv", "", "The file is empty"),
        ("c.csv", "claim_text;claim_class\na;b\n", "The header has semicolons between its columns"),
        ("c.csv", "claim_text,colour\n", "column 'colour' is unknown"),
        ("c.csv", "claim_text,claim_text\n", "stands twice"),
        ("c.csv", "claim_text,claim_class\na,b,c\n", "row 2 has 3 cells and the header has 2"),
        ("c.txt", "[]", "neither .json nor .csv"),
    ],
)
@pytest.mark.requirement("evidence-bad-rows")
def test_a_file_that_is_no_list_of_claims_is_refused(
    shell: Shell, deal: str, tmp_path: Path, name: str, text: str, said: str
) -> None:
    """What is wrong with the file as a whole is said in one sentence."""
    ended = shell("deal", "import-claims", deal, write(tmp_path, text, name), code=2)

    assert said in ended.err


def test_the_same_file_comes_in_once(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A second import of a file is refused row by row, and changes nothing."""
    imported(shell, deal, tmp_path)

    ended = shell("deal", "import-claims", deal, tmp_path / "claims.json", code=2)

    assert ended.err.count("is taken: the claim was entered before") == 5
    assert len(listed(shell, deal)) == 5


def test_a_claim_is_entered_by_hand(shell: Shell, deal: str) -> None:
    """Its value is written as people write it; a place that is not there is told by its field."""
    add = ("claims", "add", deal, "ARR", "--class", "FINANCIAL", "--document", "Accounts.txt")

    found = shell("--json", *add, "--quote", "EUR 10,000,000", "--value", "EUR 10,000,000", "--period", "FY2025").json

    assert (found["claim"]["shown"], found["claim"]["period"]) == ("EUR 10,000,000", "FY2025")
    assert "evidence.quote: 'nowhere' does not stand" in shell(*add, "--quote", "nowhere", code=2).err
    assert "is no filled cell" in shell(*add, "--cell", "ARR!C7", code=2).err
    assert "is missing; say where it stands" in shell(*add, code=2).err
    assert "is no value" in shell(*add, "--quote", "ARR", "--value", "a lot of it", code=2).err


def test_a_cell_of_a_workbook_is_a_place(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A claim may stand in a cell, whose shown text becomes the quote."""
    path = tmp_path / "ARR.csv"
    path.write_text("Customer,FY2025\nOne,100\nTotal,100\n", encoding="utf-8")
    shell("ingest", deal, path)

    found = shell(
        "--json", "claims", "add", deal, "ARR", "--class", "TRACTION", "--document", "ARR.csv", "--cell", "ARR!B3"
    ).json

    assert found["claim"]["primary_span"]["cell"] == "ARR!B3"


def test_a_claim_is_shown_down_to_its_words(shell: Shell, deal: str, tmp_path: Path) -> None:
    """One command shows grade, defects, chain and the words in the document."""
    deck, *_ = imported(shell, deal, tmp_path)["claim_ids"]

    out = shell("claims", "show", deck).out

    for said in (
        "ARR was EUR 12.5m",
        "ANOMALY_VS_STRONGER_SOURCES",
        "INGEST",
        "EXTRACT",
        "“EUR 12.5 million”",
        "Deck.txt",
    ):
        assert said in out
