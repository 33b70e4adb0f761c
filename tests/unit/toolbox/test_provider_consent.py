"""Tests of consent: who gives it, and what is denied without it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.tools.calls import CallContext, SafetyLevel, Status
from casewright.tools.definition import Tool, tool
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_matter import MemoryMatter
from tests.fakes.paid_scores import PaidTable

if TYPE_CHECKING:
    from casewright.tools.calls import ToolResult

PAIR = ("a", "One clause.")
ASK = {"query": "{a}"}


def matter_with_provider() -> tuple[MemoryMatter, PaidTable]:
    """A matter of one clause, whose queries send text to Isaacus."""
    table = PaidTable({PAIR: 0.9})
    matter = MemoryMatter(clause_scores=table, providers=["isaacus"])
    matter.add("a.txt", PAIR[1])
    return matter, table


def ask(matter: MemoryMatter) -> ToolResult:
    return matter.call("isaacus_iql", **ASK)


@pytest.mark.requirement("consent-denied")
def test_without_consent_nothing_is_sent() -> None:
    """A call that would send text is denied, recorded, and told with the matter, the provider and the command."""
    matter, table = matter_with_provider()

    result = ask(matter)

    assert result.status is Status.DENIED
    assert result.content == (
        f"The text of matter {matter.id!r} may not be sent to 'isaacus': nobody has consented to it. Somebody who "
        f"works in the matter can: 'casewright matter consent {matter.id} isaacus'"
    )
    assert table.asked == []
    assert matter.governed.trail()[-1] == ("stopped", "DENIED")


@pytest.mark.requirement("consent-denied", "consent-kept")
def test_consent_lets_it_pass_until_it_is_revoked() -> None:
    """One consent serves every later call in that matter, and no other; taken back, calls are denied again."""
    matter, table = matter_with_provider()

    granted = matter.call("grant_provider_consent", provider="isaacus")
    assert granted.structured == {
        "matter_id": matter.id,
        "consents": [
            {"provider": "isaacus", "granted_by": "ada", "granted_at": matter.clock.now().isoformat(), "proxy": None},
        ],
    }
    assert ask(matter).success
    assert ask(matter).success
    assert table.asked == [PAIR, PAIR]
    other = matter.governed.call("isaacus_iql", {"matter_id": matter.new_matter(TENANT), **ASK})
    assert other.status is Status.DENIED

    assert matter.call("revoke_provider_consent", provider="isaacus").success
    assert ask(matter).status is Status.DENIED
    assert matter.call("list_provider_consents").structured == {"matter_id": matter.id, "consents": []}
    recorded = [(event["tool_name"], event["result_status"]) for event in matter.governed.events()]
    assert ("grant_provider_consent", "SUCCESS") in recorded
    assert ("revoke_provider_consent", "SUCCESS") in recorded


def test_matter_that_is_not_there_is_not_found_first() -> None:
    """Consent tells nothing about a matter out of sight, and an id that is none has the tool's own answer."""
    matter, _ = matter_with_provider()
    missing = "00000000-0000-4000-8000-000000000000"

    assert "not found" in matter.governed.call("isaacus_iql", {"matter_id": missing, **ASK}).content
    assert matter.governed.call("isaacus_iql", {"matter_id": "7", **ASK}).structured == {
        "error": "Invalid matter ID format"
    }


def test_models_cannot_consent() -> None:
    """Whatever a policy says, only a person consents."""
    matter, _ = matter_with_provider()
    model = Actor(TENANT, ActorId("agent"), "ADMIN", ActorKind.MODEL)
    context = CallContext(model, matter=MatterId(matter.id))

    result = matter.governed.call("grant_provider_consent", {"matter_id": matter.id, "provider": "isaacus"}, context)

    assert result.error == "Only a person can consent that text is sent to a provider: ask one"
    assert matter.consents.of_matter(TENANT, MatterId(matter.id)) == []


@pytest.mark.parametrize("name", ["grant_provider_consent", "revoke_provider_consent"])
def test_unknown_provider(name: str) -> None:
    """A name that is no provider's is told with those there are."""
    matter, _ = matter_with_provider()

    told = str(matter.call(name, provider="isacus").error)
    assert told.startswith("There is no provider 'isacus': there is 'isaacus', 'google_genai'")


def test_revoking_what_was_not_granted() -> None:
    """There is nothing to take back."""
    matter, _ = matter_with_provider()

    result = matter.call("revoke_provider_consent", provider="isaacus")

    assert (result.status, result.metadata.error_kind) == (Status.ERROR, "NotFound")


def sending(**parameters: object) -> Tool:
    """A tool of one's own that sends text to Isaacus."""

    def send(matter_id: str = "") -> str:
        return matter_id

    made = tool(safety_level=SafetyLevel.SAFE, description="Send it away.", providers=["isaacus"])(send)
    assert isinstance(made, Tool)
    return made


def test_a_tool_of_ones_own_is_held_to_consent_too() -> None:
    """Without a store of consents, or a matter, a tool that names a provider is denied; out of sight is none."""
    there = MemoryMatter()
    governed, matter = Governed(sending(), matters=there.matters), there.id

    unnamed = governed.call("send")
    assert (unnamed.status, "names no matter: name one" in unnamed.content) == (Status.DENIED, True)
    assert governed.call("send", {}, CallContext(ADMIN, matter=MatterId(matter))).status is Status.DENIED
    hidden = governed.call("send", {}, CallContext(ADMIN, matter=MatterId(str(uuid4()))))
    assert (hidden.status, "not found" in hidden.content) == (Status.ERROR, True)
