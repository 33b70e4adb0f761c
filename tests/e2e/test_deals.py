"""A deal on the command line: its sources, its day, what it says while it is empty, and who sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.acme_deal import claim, imported, listed, money

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


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
    assert [one["defect_type"] for one in back["withdrawn"]] == ["STALENESS"]
    assert shell("--json", "deal", "show", deal).json["as_of"] == "2026-02-01"
    shell("deal", "as-of", deal, "tomorrow", code=2)
    shell("deal", "create", "Never", "--as-of", "tomorrow", code=2)
    for day in ("0001-01-01", "9999-12-31"):
        assert "a day of the years 1900 to 2099" in shell("deal", "as-of", deal, day, code=2).err
        assert "a day of the years 1900 to 2099" in shell("deal", "create", "Never", "--as-of", day, code=2).err
    assert "Never" not in shell("matter", "list").out
    assert "Never" not in shell("matter", "list").out


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
