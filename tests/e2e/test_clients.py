"""A client on the command line: cases of their own, from the first message to the draft and the payment, no others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_people import add

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Ended, Shell

FINE = "Am primit o amendă de circulație de 500 de lei"


class Clients:
    """Two clients and a partner, each with a key."""

    def __init__(self, shell: Shell, folder: Path) -> None:
        self.shell = shell
        self.keys = {name: add(shell, name, role) for name, role in (("cleo", "CLIENT"), ("cy", "CLIENT"))}
        self.keys["ada"] = add(shell, "ada", "PARTNER")
        self.details = folder / "party.json"
        self.details.write_text(json.dumps({"kind": "individual", "firstName": "Zqvorina", "lastName": "Țâqvarescu"}))

    def __call__(self, name: str, *arguments: object, code: int = 0) -> Ended:
        """Run a command as that user."""
        return self.shell("--as", self.keys[name], *arguments, code=code)

    def open_case(self, name: str) -> str:
        """The id of a new case of that user's."""
        made: str = self(name, "--json", "case", "create", "Amendă").json["case"]["case_id"]
        return made

    def party(self, name: str) -> str:
        """The id of a new party of that user's."""
        made: str = self(name, "--json", "case", "add-party", self.details).json["party_id"]
        return made


@pytest.fixture
def clients(shell: Shell, tmp_path: Path) -> Clients:
    """Two clients and a partner."""
    return Clients(shell, tmp_path)


@pytest.mark.requirement("client-cases")
def test_client_opens_and_talks_in_a_case(clients: Clients) -> None:
    """A client's case is theirs: they talk in it, it takes its tier and its unit, they name its party, they see it."""
    case = clients.open_case("cleo")
    told = clients("cleo", "--json", "case", "message", case, FINE).json
    assert told["status"] == "success"
    assert {"determine_tier", "check_quota", "transition_to_active"} <= set(told["completed_steps"])
    clients("cleo", "case", "attach", case, clients.party("cleo"), "--role", "petent")
    shown = clients("cleo", "--json", "case", "show", case).json
    assert [one["text"] for one in shown["case_details"]["user_statements"]] == [FINE]
    assert [one["case_id"] for one in clients("cleo", "--json", "case", "list").json["cases"]] == [case]
    assert clients("cleo", "--json", "case", "drafts", case).json["drafts"] == []
    assert "active" in clients("cleo", "case", "pay", case).out


@pytest.mark.requirement("client-cases")
def test_client_pays_for_a_case(clients: Clients) -> None:
    """Beyond the plan a client is asked to pay, sees how, and cannot say that the money came."""
    for _ in range(5):
        clients("cleo", "case", "message", clients.open_case("cleo"), FINE)
    case = clients.open_case("cleo")
    assert clients("cleo", "--json", "case", "message", case, FINE, code=3).json["status"] == "payment_required"
    assert "9.00 EUR" in clients("cleo", "case", "pay", case).out
    assert "not permitted for CLIENT" in clients("cleo", "case", "pay", case, "--confirm", code=3).err
    clients.shell("case", "pay", case, "--confirm")
    assert clients("cleo", "--json", "case", "message", case).json["status"] == "success"


@pytest.mark.requirement("client-cases")
def test_nothing_of_anybody_elses(clients: Clients, tmp_path: Path) -> None:
    """Another client's case and party, and a partner's, are not found; a list leaves them out."""
    changes = tmp_path / "changes.json"
    changes.write_text(json.dumps({"firstName": "Altul"}))
    for owner in ("cy", "ada"):
        case, party = clients.open_case(owner), clients.party(owner)
        clients(owner, "case", "attach", case, party, "--role", "petent")
        own = clients.open_case("cleo")
        for command in (
            ("message", case, FINE), ("show", case), ("drafts", case), ("pay", case), ("parties", case),
            ("show-party", party), ("change-party", party, changes), ("attach", own, party, "--role", "martor"),
            ("attach", case, party, "--role", "martor"), ("detach", case, party),
        ):  # fmt: skip
            assert "not found" in clients("cleo", "case", *command, code=2).err, command
        assert case not in [one["case_id"] for one in clients("cleo", "--json", "case", "list").json["cases"]]
        assert party not in clients("cleo", "case", "parties").out


@pytest.mark.requirement("client-cases")
def test_shared_case_stays_the_firms(clients: Clients) -> None:
    """A client who takes part in a firm's case looks at it: neither its parties' details nor its talk are theirs."""
    case, party = clients.open_case("ada"), clients.party("ada")
    clients("ada", "case", "attach", case, party, "--role", "petent")
    clients("ada", "matter", "share", case, "cleo", "--role", "client")
    clients("cleo", "case", "show", case)
    assert "not found" in clients("cleo", "case", "show-party", party, code=2).err
    assert "not permitted for client" in clients("cleo", "case", "message", case, FINE, code=3).err


@pytest.mark.requirement("client-cases")
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("set_case_tier", {"tier": 1, "justification": "mică"}),
        ("update_case_details", {"updates": {"summary.current": "X"}}),
        ("consult_grok", {"context_summary": "X", "specific_question": "Y?"}),
        ("generate_draft_pdf", {"markdown_content": "# X", "draft_name": "Nota", "revision": 1}),
        ("create_support_ticket", {"issue_description": "X"}),
        ("close_case", {}),
        ("reveal_text", {"text": "X"}),
    ],
)
def test_what_the_assistant_does_a_client_does_not(clients: Clients, tool: str, given: dict[str, object]) -> None:
    """What a model may do for a client, and what only the firm may, is denied to the client by hand."""
    case = clients.open_case("cleo")
    arguments = json.dumps({"case_id": case, **given})
    assert (
        f"'{tool}' is not permitted for CLIENT"
        in clients("cleo", "tools", "call", tool, "--args", arguments, code=3).err
    )
