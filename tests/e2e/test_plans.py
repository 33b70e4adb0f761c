"""Plans on the command line: shown, set, of one's own, and the quota that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.tools.calls import CallContext, ToolCall
from tests.e2e.paid_cases import new_case

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

OWN_PLANS = """
timezone = "Europe/Bucharest"
currency = "RON"
[[plan]]
name = "individual"
units = { 1 = 3, 2 = 0, 3 = 0 }
extra_case_cents = { 2 = 14950 }
"""


@pytest.mark.requirement("plans-command")
def test_plans_are_shown_and_set(shell: Shell) -> None:
    """The plan, what is left, every plan with its prices; another one by its name; a wrong name gets a sentence."""
    shown = shell("plans", "show").out
    assert "Your plan is individual" in shown
    assert "tier 3: 1 left in 20" in shown
    assert "organisation-pro     50 (9.00 EUR) · 25 (29.00 EUR) · 10 (99.00 EUR)" in shown
    assert "tier 1: 20 left" in shell("plans", "set", "organisation-basic").out
    assert shell("--json", "plans", "show").json["plan"] == "organisation-basic"
    assert "There is no plan 'gold': use one of individual" in shell("plans", "set", "gold", code=2).err


@pytest.mark.requirement("plans-command")
def test_plan_is_the_administrators_to_set(shell: Shell, tmp_path: Path) -> None:
    """Another user sees the plan and does not set it: 3."""
    key = tmp_path / "bob.key"
    shell("users", "add", "bob", "--role", "PARTNER", "--key-file", key)
    assert "Your plan is individual" in shell("--as", key, "plans", "show").out
    assert "not permitted for PARTNER" in shell("--as", key, "plans", "set", "organisation-pro", code=3).err


@pytest.mark.requirement("tool-check-quota")
def test_assistant_asks_for_the_quota_of_its_person(shell: Shell, tmp_path: Path) -> None:
    """The case's assistant asks within the case, and an id is not taken for the name of a party who is called so."""
    with Casewright.open(shell.home, actor=Actor(LOCAL_TENANT, ActorId("ana"), "ADMIN")) as casewright:
        case = casewright.call("create_case", {"title": "Dosar"}).structured
        party = casewright.call("add_party", {"kind": "individual", "firstName": "Ana", "lastName": "Pop"}).structured
        assert isinstance(case, dict)
        assert isinstance(party, dict)
        attached = {"case_id": case["case_id"], "party_id": party["party_id"], "role": "reclamant"}
        assert casewright.call("attach_party", attached).success
        assistant = Actor(LOCAL_TENANT, ActorId("case_assistant/ana"), "case_assistant", ActorKind.MODEL)
        within = CallContext(assistant, matter=MatterId(case["case_id"]), on_behalf_of=casewright.actor)
        asked = ToolCall("1", "check_quota", {"user_id": "ana", "organization_id": None, "tier": 2})

        result = casewright.wait(casewright.executor.execute(asked, within))

    assert result.structured == {"status": "success", "has_quota": True}


@pytest.mark.requirement("plans-own")
def test_plans_of_ones_own(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of one's own holds in place of the shipped plans: units, prices, and what is not for sale."""
    file = tmp_path / "plans.toml"
    file.write_text(OWN_PLANS)
    monkeypatch.setenv("CASEWRIGHT_PLANS", str(file))

    assert (
        "individual           3 (no more for sale) · 0 (149.50 RON) · 0 (no more for sale)"
        in shell("plans", "show").out
    )
    assert "This case costs 149.50 RON." in shell("case", "pay", new_case(shell, 2)).out
    refused = shell("case", "pay", new_case(shell, 3), code=3).err
    assert "The plan 'individual' sells no more cases of tier 3: wait for the next month" in refused


@pytest.mark.requirement("plans-own")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read"),
        ("plan = [", "cannot be used"),
        ("currency = 'EUR'\n", "There is no plan: give at least one [[plan]]"),
        (OWN_PLANS.replace("3 = 0", "4 = 0"), "'individual' has a tier '4' in units"),
        (OWN_PLANS.replace('"individual"', '"mine"'), "have no 'individual'"),
    ],
)
def test_bad_file_of_plans_gets_a_sentence(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, said: str
) -> None:
    """A file that is missing, no TOML, empty, wrong or without the default plan: 2, and the sentence names it."""
    file = tmp_path / "plans.toml"
    if text is not None:
        file.write_text(text)
    monkeypatch.setenv("CASEWRIGHT_PLANS", str(file))

    told = shell("plans", "show", code=2).err

    assert said in told
    assert "CASEWRIGHT_PLANS" in told
