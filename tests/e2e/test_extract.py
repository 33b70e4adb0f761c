"""``casewright deal extract``: documents in, graded claims out, by rules and by a model that is not trusted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Fail, Turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell, Shell

ACCOUNTS = """Acme Limited

Financial statements for the financial year ended 31 December 2025

Independent auditor's report to the members of Acme Limited
In our opinion they give a true and fair view.
Quill & Co, statutory auditor
Leeds, 20 March 2026

Revenue for the year was EUR 9,640 thousand (2024: EUR 7,310 thousand).
"""
DECK = """Acme Limited

Board deck, 18 May 2026

Revenue in FY2025 was EUR 11.2 million. Ferrymark is made in Leeds. It is used by nineteen shops of Bolt plc.
"""
KPIS = "EUR thousand,31 Dec 2025,31 Mar 2026\nARR,9410,9870\nCustomers,22,23\n"


@pytest.fixture
def deal(shell: Shell, tmp_path: Path) -> str:
    """A deal with three documents and an index."""
    room = tmp_path / "room"
    room.mkdir()
    files = {"accounts.txt": ACCOUNTS, "deck.txt": DECK, "kpis.csv": KPIS}
    for name, text in {**files, "index.txt": "Data room index\n\n1 accounts.txt\n2 deck.txt\n3 kpis.csv\n"}.items():
        (room / name).write_text(text, encoding="utf-8")
    found: str = shell("--json", "deal", "create", "Acme Limited: sale", "--documents", room).json["deal"]["matter_id"]
    return found


def documents(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["filename"]: one for one in result["documents"]}


@pytest.mark.requirement("extraction-enters", "extraction-sources")
def test_claims_enter_graded_with_their_places(shell: Shell, deal: str) -> None:
    """Every figure is a claim with its words, kind of source and chain; what contradicts what is told at once."""
    result = shell("--json", "deal", "extract", deal).json

    found = documents(result)
    assert {name: one["entered"] for name, one in found.items()} == {
        "accounts.txt": 2, "deck.txt": 1, "index.txt": 0, "kpis.csv": 4,
    }  # fmt: skip
    assert found["accounts.txt"]["source_type"] == "audited_accounts"
    assert found["accounts.txt"]["source_date"] == "2026-03-20"
    assert found["deck.txt"]["source_type"] == "board_deck"
    assert "index" in found["index.txt"]["skipped"]
    claims = shell("--json", "claims", "list", deal).json["claims"]
    by_value = {one["shown"]: one for one in claims}
    audited, deck = by_value["EUR 9,640,000"], by_value["EUR 11,200,000"]
    assert (audited["metric"], audited["period"], audited["claim_grade"]) == ("revenue", "FY2025", "A")
    span = audited["primary_span"]
    assert ACCOUNTS[span["start"] : span["end"]] == "Revenue for the year was EUR 9,640 thousand"
    assert deck["claim_verdict"] == "INFLATED"
    assert by_value["EUR 9,870,000"]["primary_span"]["cell"] == "kpis!C2"
    shown = shell("--json", "claims", "show", audited["claim_id"]).json
    assert [node["kind"] for node in shown["sanad"]["nodes"]] == ["INGEST", "EXTRACT"]
    sources = {one["filename"]: one["source_type"] for one in shell("--json", "deal", "show", deal).json["sources"]}
    assert (sources["accounts.txt"], sources["deck.txt"]) == ("audited_accounts", "board_deck")


@pytest.mark.requirement("extraction-enters")
def test_what_is_there_already_is_not_entered_again(shell: Shell, deal: str) -> None:
    """A second run enters nothing; one of some documents reads these alone, and keeps what a person said of them."""
    shell("deal", "source", deal, "deck.txt", "--type", "analyst_estimate")
    first = shell("--json", "deal", "extract", deal, "--document", "deck.txt").json
    assert list(documents(first)) == ["deck.txt"]
    assert (first["extracted"], documents(first)["deck.txt"]["source_type"]) == (1, "analyst_estimate")
    assert shell("--json", "deal", "extract", deal).json["extracted"] == 6
    again = shell("--json", "deal", "extract", deal).json
    assert (again["extracted"], again["assessment"]) == (0, None)
    assert {name: one["known"] for name, one in documents(again).items()}["kpis.csv"] == 4
    shown = shell("deal", "extract", deal).out
    assert "0 entered, 4 known already" in shown
    assert "0 claims entered." in shown


@pytest.mark.requirement("extraction-enters")
def test_a_cell_that_a_claim_names_otherwise_is_known(shell: Shell, deal: str, tmp_path: Path) -> None:
    """A cell holds one figure: a claim on it is known under whatever name a person gave the metric."""
    row = {
        "claim_text": "9,870 thousand are billed again each year",
        "claim_class": "TRACTION",
        "value_struct": {"type": "monetary", "amount": "9870000", "currency": "EUR"},
        "metric": "yearly billings",
        "evidence": [{"document": "kpis.csv", "cell": "kpis!C2"}],
    }
    (tmp_path / "claims.json").write_text(json.dumps([row]), encoding="utf-8")
    shell("deal", "import-claims", deal, tmp_path / "claims.json")

    found = documents(shell("--json", "deal", "extract", deal).json)["kpis.csv"]

    assert (found["entered"], found["known"]) == (3, 1)


def test_nothing_to_extract_is_told(shell: Shell) -> None:
    """A deal without documents, a document that is not there and a matter that is no deal get a sentence."""
    empty = shell("--json", "deal", "create", "Empty").json["deal"]["matter_id"]
    assert "no documents" in shell("deal", "extract", empty, code=2).err
    assert "nothing.pdf" in shell("deal", "extract", empty, "--document", "nothing.pdf", code=2).err
    assert "not a deal" in shell("deal", "extract", shell.matter(), code=2).err


def said(*claims: dict[str, Any]) -> Turn:
    return Turn(json.dumps({"claims": claims}))


def proposed(quote: str, **fields: Any) -> dict[str, Any]:
    return {"quote": quote, "claim_text": f"It says: {quote}", "claim_class": "TRACTION", **fields}


GOOD = proposed("It is used by nineteen shops of Bolt plc", metric="shops", entity="Acme Limited")
REVENUE = "Revenue in FY2025 was EUR 11.2 million"
BAD = (
    proposed("Revenue in FY2025 was EUR 99 million"),
    proposed(REVENUE, value_struct={"type": "monetary", "amount": "99", "currency": "EUR"}),
    proposed(REVENUE, value_struct={"type": "monetary", "amount": "NaN", "currency": "EUR"}),
    proposed(REVENUE, period="FY2031"),
    proposed("Ferrymark is made in Leeds", claim_class="MONEY"),
    proposed("", metric=5),
)  # fmt: skip


@pytest.mark.requirement("extraction-model")
def test_a_model_adds_only_what_its_quotes_state(shell: Shell, deal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verified quote enters, never sure; an invented quote, another value, and what is no claim are refused."""
    with ScriptedOpenAI(said(GOOD, *BAD), Turn("I would rather chat.")) as provider:
        for name, value in provider.environment().items():
            monkeypatch.setenv(name, value)
        result = shell("--json", "deal", "extract", deal, "--document", "deck.txt", "--model").json
        other = shell("--json", "deal", "extract", deal, "--document", "accounts.txt", "--model").json
        asked = json.dumps(provider.requests[0].body)
    deck = documents(result)["deck.txt"]
    assert (deck["entered"], deck["by_model"], len(deck["refused"])) == (2, 1, len(BAD))
    assert "does not stand in" in deck["refused"][0]
    assert "does not state the value" in deck["refused"][1]
    assert "no JSON" in documents(other)["accounts.txt"]["refused"][0]
    assert documents(other)["accounts.txt"]["entered"] == 2
    claims = shell("--json", "claims", "list", deal).json["claims"]
    shops = next(one for one in claims if one["metric"] == "shops")
    assert shops["claim_verdict"] == "UNVERIFIED"
    span = shops["primary_span"]
    assert DECK[span["start"] : span["end"]] == GOOD["quote"]
    assert "<<<DATA " in asked
    assert "Board deck, 18 May 2026" in asked


@pytest.mark.requirement("extraction-consent")
def test_no_text_goes_to_a_provider_without_consent(shell: Shell, deal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the deal's consent the call is refused and nothing enters; without a model it says what to set."""
    assert "CASEWRIGHT_ASSISTANT" in shell("deal", "extract", deal, "--model", code=2).err
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "openai:some-model")
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_API_KEY", "sk-none")
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_BASE_URL", "https://models.invalid/v1")
    refused = shell("deal", "extract", deal, "--model", code=3).err
    assert "nobody has consented" in refused
    assert shell("--json", "claims", "list", deal).json["total_count"] == 0


@pytest.mark.requirement("extraction-model")
def test_a_model_that_fails_enters_nothing(shell: Shell, deal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The provider's error is told, and no half of the work is left."""
    with ScriptedOpenAI(Fail(401)) as provider:
        for name, value in provider.environment().items():
            monkeypatch.setenv(name, value)
        shell("deal", "extract", deal, "--document", "deck.txt", "--model", code=2)
    assert shell("--json", "claims", "list", deal).json["total_count"] == 0


@pytest.mark.requirement("extraction-measured")
def test_eval_figures_prints_precision_and_recall(evals: EvalsShell) -> None:
    """Each set has its counts of tables and running text; --misses lists what is wrong."""
    first, further, _ = evals("--json", "figures").json["sets"]
    assert [row["group"] for row in first["figures"]] == ["tables", "running text", "all"]
    assert further["misses"]
    assert "precision" in evals("figures", "--misses").out
