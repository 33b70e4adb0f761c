"""A deal on the command line: its room, its claims, what is found about them, and what people decide."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

DECK = """Acme at a glance, January 2026

Annual recurring revenue was EUR 12.5 million at the end of FY2025.

We hold EUR 900,000 in cash and burn EUR 50,000 a month.

Our team is the best in Europe.
"""
ACCOUNTS = """Independent auditor's report

Annual recurring revenue at 31 December 2025: EUR 10,000,000.
"""
INDEX = """Data room index

1.1 Deck.txt
1.2 Accounts.txt
1.3 Side letter with the lender.pdf
"""


def money(amount: str, currency: str = "EUR") -> dict[str, str]:
    return {"type": "monetary", "amount": amount, "currency": currency}


def claim(text: str, quote: str, document: str = "Deck.txt", **fields: Any) -> dict[str, Any]:
    kind = "audited_accounts" if document == "Accounts.txt" else "board_deck"
    evidence = [{"document": document, "quote": quote, "source_type": kind}]
    return {"claim_text": text, "claim_class": "FINANCIAL", "evidence": evidence, **fields}


ARR = {"metric": "ARR", "entity": "Acme Ltd", "period": "FY2025"}
CLAIMS = [
    claim("ARR was EUR 12.5m", "EUR 12.5 million", value_struct=money("12500000"), materiality="HIGH", **ARR),
    claim("ARR was EUR 10m", "EUR 10,000,000", "Accounts.txt", value_struct=money("10000000"), **ARR),
    claim("Cash is EUR 900,000", "EUR 900,000 in\n cash", value_struct=money("900000"), metric="cash"),
    claim("Burn is EUR 50,000 a month", "burn EUR 50,000 a month", value_struct=money("50000"), metric="burn"),
    claim("The team is the best in Europe", "Our team is the best in Europe", subjective=True),
]


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A data room of three files, one of which names a document that is not there."""
    folder = tmp_path / "room"
    folder.mkdir()
    for name, text in (("Deck.txt", DECK), ("Accounts.txt", ACCOUNTS), ("Index.txt", INDEX)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def deal(shell: Shell, room: Path) -> str:
    """A deal with the room in it; its id."""
    made = shell("--json", "deal", "create", "Acme", "--documents", room).json
    assert [one["filename"] for one in made["documents"]] == ["Accounts.txt", "Deck.txt", "Index.txt"]
    found: str = made["deal"]["matter_id"]
    return found


def write(folder: Path, rows: object, name: str = "claims.json") -> Path:
    path = folder / name
    path.write_text(rows if isinstance(rows, str) else json.dumps(rows), encoding="utf-8")
    return path


def imported(shell: Shell, deal: str, folder: Path, rows: object = CLAIMS) -> dict[str, Any]:
    """Import these rows; the result."""
    found: dict[str, Any] = shell("--json", "deal", "import-claims", deal, write(folder, rows)).json
    return found


def listed(shell: Shell, deal: str, *options: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shell("--json", "claims", "list", deal, *options).json["claims"]
    return found


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


@pytest.mark.requirement("evidence-defects-life")
def test_a_waived_defect_is_regraded_at_once(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Waiving needs a reason, counts once, and the claim is graded anew; looking again files nothing twice."""
    imported(shell, deal, tmp_path)
    [defect] = shell("--json", "defects", "list", deal).json["defects"]
    arguments = ("defects", "waive", deal, defect["defect_id"], "--reason")

    shell(*arguments, " ", code=2)
    waived = shell("--json", *arguments, "the accounts leave out a segment").json

    assert (waived["defect"]["status"], waived["new_grade"]) == ("WAIVED", "B")
    assert "waived already" in shell(*arguments, "again", code=2).err
    again = shell("--json", "deal", "assess", deal).json
    assert (again["defects_filed"], again["regraded_count"]) == (0, 0)
    assert shell("--json", "defects", "list", deal).json["defects"] == []
    [kept] = shell("--json", "defects", "list", deal, "--all").json["defects"]
    assert kept["reason"] == "the accounts leave out a segment"


@pytest.mark.requirement("evidence-verify")
def test_a_person_verifies_a_claim_read_with_doubt(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Below 0.95 a claim is unverified and feeds no calculation; a person's look changes both, once."""
    rows = [{**row, "confidence": 0.85} for row in CLAIMS[2:4]]
    cash, burn = imported(shell, deal, tmp_path, rows)["claim_ids"]
    run = ("calc", "run", deal, "RUNWAY", f"cash={cash}", f"monthly_burn={burn}")

    assert "let a person verify it first" in shell(*run, code=2).err
    for one in (cash, burn):
        verified = shell("--json", "claims", "verify", deal, one).json
        assert (verified["claim_verdict"], verified["confidence"]) == ("VERIFIED", 0.85)
    assert "was verified by" in shell("claims", "verify", deal, cash, code=2).err
    assert "18 months" in shell(*run).out


@pytest.mark.requirement("evidence-calculate")
def test_a_calculation_is_stored_once_and_can_be_a_claim(shell: Shell, deal: str, tmp_path: Path) -> None:
    """The same inputs give the same calculation; its claim is derived, graded by its inputs, and feeds none."""
    _, _, cash, burn, _ = imported(shell, deal, tmp_path)["claim_ids"]
    run = ("--json", "calc", "run", deal, "RUNWAY", f"monthly_burn={burn}", f"cash={cash}")

    first = shell(*run).json
    second = shell(*run, "--as-claim").json

    assert (first["known"], second["known"]) == (False, True)
    assert second["calc"] == first["calc"]
    made = second["claim"]
    assert (made["claim_type"], made["shown"], made["claim_grade"]) == ("derived", "18 months", "B")
    assert made["source_calc_id"] == first["calc"]["calc_id"]
    assert "which is derived" in shell("calc", "run", deal, "MOIC", f"value={made['claim_id']}", code=2).err
    assert len(shell("--json", "calc", "list", deal).json["calculations"]) == 1


@pytest.mark.requirement("evidence-gates")
def test_a_hidden_document_opens_a_gate_that_a_person_confirms(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A claim on the index that names an absent document waits at a gate; approving makes it FATAL and grade D."""
    rows = [claim("There is a side letter", "Side letter with the lender", "Index.txt", claim_class="LEGAL_TERMS")]
    imported(shell, deal, tmp_path, rows)
    [gate] = shell("--json", "gates", "list", deal).json["gates"]
    assert (gate["candidate"], gate["status"]) == ("CONCEALMENT", "open")

    decided = shell("--json", "gates", "decide", deal, gate["gate_id"], "approved", "--reason", "They refuse it").json

    assert [(one["defect_type"], one["severity"]) for one in decided["defects"]] == [("CONCEALMENT", "FATAL")]
    [hidden] = listed(shell, deal)
    assert (hidden["claim_grade"], hidden["claim_action"]) == ("D", "HUMAN_GATE")
    again = shell("gates", "decide", deal, gate["gate_id"], "rejected", "--reason", "no", code=2)
    assert "stays so" in again.err
    assert "No decision is waited for." in shell("gates", "list", deal).out


@pytest.mark.requirement("evidence-gates")
def test_an_absent_document_has_one_open_gate(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Claims that cite it later join the gate that waits; once it is decided, later ones get a gate of their own."""

    def cite(text: str) -> list[dict[str, Any]]:
        rows = [claim(text, "Side letter with the lender", "Index.txt", claim_class="LEGAL_TERMS", materiality="LOW")]
        imported(shell, deal, tmp_path, rows)
        found: list[dict[str, Any]] = shell("--json", "gates", "list", deal).json["gates"]
        return found

    shell("deal", "assess", deal)
    [none] = shell("--json", "gates", "list", deal).json["gates"]
    assert none["claim_ids"] == []
    assert "claims none" in shell("gates", "list", deal).out
    [first] = cite("There is a side letter")
    [second] = cite("The side letter is with the lender")

    assert none["gate_id"] == first["gate_id"] == second["gate_id"]
    assert (len(first["claim_ids"]), len(second["claim_ids"])) == (1, 2)
    assert ("no claim cites" in none["reason"], "2 claims cite" in second["reason"]) == (True, True)
    assert (none["priority"], second["priority"]) == ("HIGH", "NORMAL")

    shell("gates", "decide", deal, first["gate_id"], "approved", "--reason", "They refuse it")
    [third] = cite("A lender has a side letter")

    assert third["gate_id"] != first["gate_id"]
    assert not set(third["claim_ids"]) & set(second["claim_ids"])
    decided = shell("--json", "gates", "decide", deal, third["gate_id"], "approved", "--reason", "Still").json
    assert [one["evidence_refs"] != [] for one in decided["defects"]] == [True]
    concealed = shell("--json", "defects", "list", deal).json["defects"]
    assert sorted(one["defect_type"] for one in concealed) == ["CONCEALMENT"] * 3


@pytest.mark.requirement("evidence-gates")
def test_a_gate_needs_the_role_that_it_names(shell: Shell, deal: str, tmp_path: Path) -> None:
    """An analyst who takes part in the deal sees its gate and does not decide it; nor do they waive."""
    rows = [claim("There is a side letter", "Side letter with the lender", "Index.txt")]
    imported(shell, deal, tmp_path, rows)
    key = tmp_path / "bo.key"
    shell("users", "add", "bo", "--role", "ANALYST", "--key-file", key)
    shell("matter", "share", deal, "bo", "--role", "counsel")
    [gate] = shell("--json", "--as", key, "gates", "list", deal).json["gates"]

    ended = shell("--as", key, "gates", "decide", deal, gate["gate_id"], "approved", "--reason", "so", code=3)

    assert "decided by PARTNER or ADMIN; you are ANALYST" in ended.err
    waived = shell("--as", key, "defects", "waive", deal, gate["gate_id"], "--reason", "so", code=3)
    assert "not permitted for ANALYST" in waived.err


@pytest.mark.requirement("evidence-sources")
def test_describing_a_source_grades_what_rests_on_it(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A description reaches the claims that are there, and is taken for those that come without one."""
    rows = [claim("Cash is EUR 900,000", "EUR 900,000 in cash", value_struct=money("900000"))]
    del rows[0]["evidence"][0]["source_type"]
    imported(shell, deal, tmp_path, rows)
    [before] = listed(shell, deal)

    told = shell("deal", "source", deal, "Deck.txt", "--type", "bank_statement", "--date", "2026-01-31").out
    shell("claims", "add", deal, "Burn", "--class", "FINANCIAL", "--document", "Deck.txt", "--quote", "EUR 50,000")

    assert "bank statement, grade A at best; 1 places" in told
    assert before["claim_grade"] == "C"
    assert [one["claim_grade"] for one in listed(shell, deal)] == ["A", "A"]
    shown = shell("--json", "deal", "show", deal).json
    assert {one["filename"]: one["source_type"] for one in shown["sources"]}["Deck.txt"] == "bank_statement"
    shell("deal", "source", deal, "Deck.txt", "--type", "news", "--date", "soon", code=2)
    shell("deal", "source", deal, "Deck.pdf", "--type", "news", code=2)


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


def test_ages_count_from_the_day_of_the_deal(shell: Shell, room: Path, tmp_path: Path) -> None:
    """A source that is fresh as of the deal's day is stale as of a later one, and what went is told, not hidden."""
    deal = shell("--json", "deal", "create", "Acme", "--documents", room, "--as-of", "2026-02-01").json["deal"][
        "matter_id"
    ]
    rows = [
        claim("Cash is EUR 900,000", "EUR 900,000", value_struct=money("900000"), metric="cash", period="2025-12-31")
    ]
    rows[0]["evidence"][0]["source_date"] = "2026-01-15"
    assert imported(shell, deal, tmp_path, rows)["assessment"]["defects_filed"] == 0

    later = shell("--json", "deal", "as-of", deal, "2028-01-01").json["assessment"]
    back = shell("--json", "deal", "as-of", deal, "2026-02-01").json["assessment"]

    assert [one["defect_type"] for one in later["defects"]] == ["STALENESS"]
    assert [one["defect_type"] for one in back["found_no_more"]] == ["STALENESS"]
    assert shell("--json", "deal", "show", deal).json["as_of"] == "2026-02-01"
    shell("deal", "as-of", deal, "tomorrow", code=2)
    shell("deal", "create", "Never", "--as-of", "tomorrow", code=2)
    for day in ("0001-01-01", "9999-12-31"):
        assert "a day of the years 1900 to 2099" in shell("deal", "as-of", deal, day, code=2).err
        assert "a day of the years 1900 to 2099" in shell("deal", "create", "Never", "--as-of", day, code=2).err
    assert "Never" not in shell("matter", "list").out
    assert "Never" not in shell("matter", "list").out


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


@pytest.mark.requirement("evidence-empty")
def test_a_deal_without_claims_says_so_and_what_to_do(shell: Shell) -> None:
    """Empty states name the next command; a matter that is no deal takes no claims."""
    deal = shell("--json", "deal", "create", "Empty").json["deal"]["matter_id"]

    for command in (("claims", "list"), ("deal", "show")):
        out = shell(*command, deal).out
        assert f"casewright deal import-claims {deal}" in out
        assert f"casewright deal extract {deal}" in out
    assert "There are no open defects" in shell("defects", "list", deal).out
    assert "There are no calculations yet" in shell("calc", "list", deal).out
    assert "No decision is waited for" in shell("gates", "list", deal).out
    assert "RUNWAY" in shell("calc", "formulas").out
    assert "is a matter, not a deal" in shell("deal", "assess", shell.matter(), code=2).err


@pytest.mark.requirement("evidence-tools-governed")
def test_everything_about_a_deal_is_governed_and_recorded(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Whoever does not see the deal is told that there is none; what was done stands in an audit that verifies."""
    imported(shell, deal, tmp_path)
    key = tmp_path / "bo.key"
    shell("users", "add", "bo", "--role", "ANALYST", "--key-file", key)

    ended = shell("--as", key, "claims", "list", deal, code=2)

    assert "not found" in ended.err
    events = shell("--json", "audit", "show", "--last", "1000").json["events"]
    assert {"claim.imported", "defect.flagged", "human_gate.created"} <= {one["event_type"] for one in events}
    shell("audit", "verify")
