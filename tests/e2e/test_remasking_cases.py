"""``casewright case remask``: what older rules left in clear is masked, once, and that it was is recorded."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from tests.canaries import PERSON, leaks_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

OTHER_SPELLING = "Tiqvarescu"
"""How a text without diacritics may write the canary's name, which has an â."""


def case_of(home: Path, *, by_older_rules: bool = False) -> str:
    """A case with a party, whom its title, its file and a document name in another spelling.

    ``by_older_rules`` leaves out of the index what they did not know, so that the name stays in clear.
    """
    with Casewright.open(home) as casewright:
        party = casewright.call("add_party", {"kind": "individual", **PERSON}).structured
        case = casewright.call("create_case", {"title": f"Dosar {OTHER_SPELLING}"}).structured
        assert isinstance(party, dict)
        assert isinstance(case, dict)
        found: str = case["case_id"]
        noted = {"case_id": found, "updates": {"internal_notes": [f"A plătit {OTHER_SPELLING}."]}}
        assert casewright.call("update_case_details", noted).success
        kept = casewright.keep(found, f"Chiria o plătește {OTHER_SPELLING}, lunar.".encode())
        added = {"matter_id": found, "blob_id": kept, "filename": f"nota {OTHER_SPELLING}.txt"}
        assert casewright.call("add_document", added).success
        if by_older_rules:
            forget_index(home)
        attached = {"case_id": found, "party_id": party["party_id"], "role": "petent"}
        assert casewright.call("attach_party", attached).success
    return found


def forget_index(home: Path) -> None:
    with sqlite3.connect(home / "casewright.db") as database:
        database.execute("DELETE FROM blind_index")
    database.close()


@pytest.mark.requirement("firewall-remasked")
def test_what_older_rules_left_is_masked_once(shell: Shell) -> None:
    """Every text of every case, by an index made anew; the second time nothing changes."""
    case = case_of(shell.home, by_older_rules=True)
    assert [path.name for path, _marks in leaks_in(shell.home)] != []

    first = shell("--json", "case", "remask").json

    assert list(leaks_in(shell.home)) == []
    assert (first["parties"], first["cases"], first["busy"]) == (1, 1, [])
    assert [(one["case_id"], one["masked"]["replaced"]) for one in first["changed"]] == [(case, {"lastName": 4})]
    again = shell("--json", "case", "remask").json
    assert again["changed"] == []
    shown = shell("--json", "audit", "show", "--last", "20").json["events"]
    assert [event["tool_args"]["masked"] for event in shown if event["event_type"] == "case.remasked"] == [
        {"lastName": 4}
    ]
    assert shell("audit", "verify").code == 0
    title = shell("--json", "case", "show", case).json["case"]["title"]
    assert title == "Dosar {{party0.lastName}}"


@pytest.mark.requirement("firewall-remask-told")
def test_cases_masked_by_older_rules_are_told_until_they_are_masked_again(shell: Shell) -> None:
    """Once for each command about cases, on standard error; other commands and the remedy itself say nothing."""
    case = case_of(shell.home)
    assert shell("case", "list").err == ""
    forget_rules(shell.home, case)

    told = shell("--json", "case", "show", case)

    assert told.json["case"]["case_id"] == case
    assert told.err.count("casewright case remask") == 1
    assert told.err.startswith("1 cases have texts that were masked by older rules")
    assert "remask" not in shell("matter", "list").err
    assert shell("case", "remask").err == ""
    assert shell("case", "list").err == ""


def forget_rules(home: Path, case: str) -> None:
    """As a home is after an upgrade from before the rules were counted."""
    with sqlite3.connect(home / "casewright.db") as database:
        database.execute("UPDATE cases SET masking_rules = NULL WHERE id = ?", (case,))
    database.close()


@pytest.mark.requirement("firewall-remasked")
def test_a_case_without_anything_to_mask_stays(shell: Shell) -> None:
    """What was masked by the rules of today is what they would make of it."""
    case_of(shell.home)

    told = shell("case", "remask").out

    assert told == "1 parties indexed, 1 cases looked through\n"


@pytest.mark.requirement("firewall-remasked")
def test_labels_and_towns_of_courts_stay_when_a_party_is_attached(shell: Shell) -> None:
    """The case file is masked again by then, with all that the case has taken for names."""
    facts = [
        "Dosarul de executare: nr. 2021",
        "Instanța: Judecătoria Cluj-Napoca",
        "Tribunalul: Judecătoria în a cărei rază se află localitatea Năvodari",
    ]
    with Casewright.open(shell.home) as casewright:
        party = casewright.call(
            "add_party", {"kind": "individual", "firstName": "Cluj", "lastName": "Dosarul"}
        ).structured
        case = casewright.call("create_case", {"title": "Executare"}).structured
        assert isinstance(party, dict)
        assert isinstance(case, dict)
        said = {"internal_notes": ["Mă numesc Napoca Năvodari Dosarul."]}
        filed = {"facts": [{"id": str(at), "fact": fact} for at, fact in enumerate(facts)], **said}
        changed = casewright.call("update_case_details", {"case_id": case["case_id"], "updates": filed})
        assert changed.success, changed
        attached = {"case_id": case["case_id"], "party_id": party["party_id"], "role": "creditor"}
        assert casewright.call("attach_party", attached).success

        read = casewright.call("get_case_details", {"case_id": case["case_id"]}).structured

    assert isinstance(read, dict)
    details = read["case_details"]
    assert [one["fact"] for one in details["facts"]] == facts
    assert "Dosarul" not in str(details["internal_notes"])
