"""The report on a deal on the command line, and the demo that ends in one."""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from pypdfium2 import PdfDocument

from casewright.cli.demo_deal import SampleDeal

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

SCHEMA = json.loads((files("casewright.evidence.reporting") / "report.schema.json").read_text(encoding="utf-8"))
ROOM = {
    "deck.txt": "Acme in 2026\n\nARR was EUR 12.5 million in FY2025. Customers stay <b>for years</b>.\n",
    "accounts.txt": "Auditor's report\n\nARR at 31 December 2025: EUR 10,000,000.\n",
}


def claim(text: str, document: str, quote: str, amount: str, kind: str) -> dict[str, Any]:
    return {
        "claim_text": text,
        "claim_class": "FINANCIAL",
        "materiality": "CRITICAL",
        "value_struct": {"type": "monetary", "amount": amount, "currency": "EUR"},
        "metric": "ARR",
        "entity": "Acme",
        "period": "FY2025",
        "evidence": [{"document": document, "quote": quote, "source_type": kind, "source_date": "2026-01-31"}],
    }


@pytest.fixture
def deal(shell: Shell, tmp_path: Path) -> str:
    """A deal of two claims that contradict each other; its id."""
    room = tmp_path / "room"
    room.mkdir()
    for name, text in ROOM.items():
        (room / name).write_text(text, encoding="utf-8")
    made = shell("--json", "deal", "create", "Acme & <i>Sons</i>", "--documents", room, "--as-of", "2026-03-01").json
    found: str = made["deal"]["matter_id"]
    claims = [
        claim("ARR was EUR 12.5m", "deck.txt", "EUR 12.5 million", "12500000", "board_deck"),
        claim("ARR was EUR 10m", "accounts.txt", "EUR 10,000,000", "10000000", "audited_accounts"),
    ]
    (tmp_path / "claims.json").write_text(json.dumps(claims), encoding="utf-8")
    shell("deal", "import-claims", found, tmp_path / "claims.json")
    return found


@pytest.mark.requirement("report-tool")
def test_a_report_is_written_in_every_format(shell: Shell, deal: str, tmp_path: Path) -> None:
    """The files are where they were asked for, the same each time, and the page quotes the words in place."""
    targets = {name: tmp_path / f"r.{name}" for name in ("html", "pdf", "json")}
    options = ["--html", targets["html"], "--pdf", targets["pdf"], "--json-file", targets["json"]]
    first = shell("--json", "report", deal, *options).json
    kept = {name: path.read_bytes() for name, path in targets.items()}
    shell("report", deal, *options, "--force")
    assert {name: path.read_bytes() for name, path in targets.items()} == kept
    assert [file["out"] for file in first["files"]] == [str(path) for path in targets.values()]
    data = json.loads(kept["json"])
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert data["as_of"] == "2026-03-01"
    assert {one["claim_verdict"] for one in data["claims"]} == {"INFLATED", "VERIFIED"}
    page = kept["html"].decode()
    titles = re.findall(r"<h2>([^<]+)</h2>", page)
    assert titles[:4] == ["Recommendation", "What matters most", "To ask for", "What was read"]
    assert "What the sources say, side by side" in titles
    assert "Acme &amp; &lt;i&gt;Sons&lt;/i&gt;" in page
    assert "Customers stay &lt;b&gt;for" in page
    assert kept["pdf"].startswith(b"%PDF")
    assert first["look_first_count"] == 1


@pytest.mark.requirement("report-memo")
def test_a_memo_has_two_pages_at_most(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Recommendation, findings, what to ask for and what was read, without anything else; as data it is refused."""
    page, paper = tmp_path / "m.html", tmp_path / "m.pdf"
    shell("report", deal, "--memo", "--html", page, "--pdf", paper)

    text = page.read_text(encoding="utf-8")
    titles = re.findall(r"<h2>([^<]+)</h2>", text)
    assert titles == ["Recommendation", "What matters most", "To ask for", "What was read"]
    assert "Memo, as of" in text
    assert "No debate was held about this deal" in text
    words = " ".join(re.sub(r"<[^>]+>", "", text).split())
    assert "The deck overstates ARR, FY2025 by 25 %: EUR 12.5 m (deck) against EUR 10 m (accounts)" in words
    with PdfDocument(paper) as document:
        assert len(document) <= 2
    refused = shell("report", deal, "--memo", "--json-file", tmp_path / "m.json", code=2)
    assert "written as HTML or PDF" in refused.err


@pytest.mark.requirement("report-for-people")
def test_a_pdf_that_would_be_too_large_is_refused_at_once(
    shell: Shell, deal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the deal is assessed, with what to do instead; the memo is small enough whatever the deal."""
    monkeypatch.setattr("casewright.evidence.reporting.report.MOST_PRINTED", 1)
    ended = shell("report", deal, "--pdf", tmp_path / "r.pdf", "--html", tmp_path / "r.html", code=2)
    assert "a PDF holds 1 at most" in ended.err
    assert "HTML or JSON" in ended.err
    assert shell("--json", "audit", "show", "--tool", "list_claims").json["events"]
    assert not shell("--json", "audit", "show", "--tool", "assess_deal").json["events"]
    assert list(tmp_path.glob("r.*")) == []
    shell("report", deal, "--memo", "--pdf", tmp_path / "m.pdf")
    shell("report", deal, "--html", tmp_path / "r.html")


@pytest.mark.requirement("report-tool")
def test_the_screen_says_what_matters(shell: Shell, deal: str) -> None:
    """Grades, what is open, what to look at first; without a file none is written."""
    shown = shell("report", deal).out
    assert "2: 1 A, 0 B, 1 C, 0 D" in shown
    assert "ARR was EUR 12.5m" in shown
    assert "none is without" in shown
    assert "--pdf" in shown


def test_a_deal_without_claims_is_told_what_to_do(shell: Shell, tmp_path: Path) -> None:
    """It says so, offers import and extraction, and writes nothing."""
    made = shell("--json", "deal", "create", "Empty").json["deal"]["matter_id"]
    ended = shell("report", made, "--pdf", tmp_path / "r.pdf", code=2)
    assert "no claims" in ended.err
    assert "extract" in ended.err
    assert not (tmp_path / "r.pdf").exists()


def test_a_matter_that_is_no_deal_is_refused(shell: Shell) -> None:
    """In a sentence."""
    assert "not a deal" in shell("report", shell.matter(), code=2).err


@pytest.mark.requirement("report-tool")
def test_evidence_that_was_moved_stops_the_report(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Where the words do not stand at their place any more, no report is written, and it says where."""
    with sqlite3.connect(shell.home / "casewright.db") as database:
        database.execute("UPDATE evidence SET start = start + 1")
    database.close()
    ended = shell("report", deal, "--html", tmp_path / "r.html", code=5)
    assert "does not stand at" in ended.err
    assert not (tmp_path / "r.html").exists()


@pytest.mark.requirement("deal-demo")
@pytest.mark.parametrize("name", list(SampleDeal))
def test_the_demo_finds_what_was_planted(shell: Shell, tmp_path: Path, name: SampleDeal) -> None:
    """All of it; the report is there, the audit holds, and one number is followed to words that stand."""
    found = shell("--json", "demo", "deal", name.value, "--out", tmp_path).json
    assert [one["sentence"] for one in found["planted"] if not one["found"]] == []
    assert (tmp_path / f"{name.value}.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / f"{name.value}.html").exists()
    assert found["audit"]["verified"]
    assert found["extracted"] > 0
    assert found["followed"]["stands"]
    stopped = {"brindlecote": "CRITICAL_DEFECT", "zimbrel": "STABLE_DISSENT", "tarrowby": "STABLE_DISSENT"}
    assert found["debate"]["stop_reason"] == stopped[name.value]
    assert found["sentence"]["stands"]
    assert found["report"]["debate_id"] == found["debate"]["debate_id"]


@pytest.mark.requirement("deal-demo")
def test_the_demo_runs_again(shell: Shell, tmp_path: Path) -> None:
    """Nothing is put in twice, the files are the same, and the number is followed to its cell."""
    shell("demo", "deal", "--out", tmp_path)
    before = (tmp_path / "brindlecote.pdf").read_bytes()
    refused = shell("demo", "deal", "--out", tmp_path, code=2).err
    assert ("brindlecote." in refused, "--force" in refused) == (True, True)
    again = shell("demo", "deal", "--out", tmp_path, "--force").out
    assert (tmp_path / "brindlecote.pdf").read_bytes() == before
    wanted = ("(already there)", "15 of 15 found", "0 more claims", "cell Bridge!B", '<c r="B', "the words stand there")
    assert [words for words in wanted if words not in again] == []


def test_the_demo_wants_a_folder(shell: Shell, tmp_path: Path) -> None:
    """Named before anything is made."""
    assert "no folder" in shell("demo", "deal", "--out", tmp_path / "nowhere", code=2).err


@pytest.mark.requirement("deal-demo")
def test_only_the_demo_opens_what_was_planted() -> None:
    """No other module of the product names the file, or reads every file of a sample deal."""
    source = Path(str(files("casewright")))
    naming = [path.name for path in source.rglob("*.py") if re.search(r"planted\.toml", path.read_text("utf-8"))]
    assert naming == ["demo_deal.py"]
    for name in SampleDeal:
        assert tomllib.loads((source / "samples" / "deals" / name.value / "planted.toml").read_text("utf-8"))
