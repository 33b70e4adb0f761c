"""Minds that say anything at all, over tools that fail at will: every turn ends, and what must hold holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.agents.cases.mind import Act, Ask, Call, Tell, TierSaid
from casewright.casework.advice import read_advice
from casewright.casework.details_schema import DETAILS, first_misfit
from casewright.domain.cases import CaseStatus
from casewright.errors import ToolFailed, Unavailable
from tests.case_talk import Talk
from tests.fakes.governed import TENANT
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedReasoner, act, consult, look_up, write

if TYPE_CHECKING:
    from casewright.agents.cases.mind import Briefing, Step

APPROVED = "Bun.\nACȚIUNE: redactează\nPLAN APROBAT: Plangere"


def again(briefing: Briefing) -> Step:
    return Tell("Gata.") if briefing.failure is None else Act(briefing.failure.call)


STEPS: list[Any] = [
    Ask("Când?", "date"),
    Ask(""),
    Tell("Da.", ("unu",), ("doi",)),
    Tell(""),
    consult(),
    look_up(),
    look_up(table="altceva"),
    write(),
    write("Alt act", 2),
    again,
    act("get_case_details"),
    act("update_case_details", updates={"facts": [{"fact": "x"}]}),
    act("update_case_details", updates={"nothing": 1}),
    act("create_support_ticket", issue_description="Nu merge."),
    act("set_case_tier", tier=1, justification="x"),
    act("activate_case"),
    act("no_such_tool"),
    Act(Call("consult_grok", {"case_id": object()})),
    Act(Call("get_case_details", {"case_id": "x"})),
    Act(Call("generate_draft_pdf", {})),
    Act(Call("look \ud800", {"x": "\ud800"})),
    Ask("Ce \ud800?"),
    Unavailable("no answer"),
    ToolFailed("nonsense"),
    ValueError("a bug"),
    None,
    "no step",
]
REPLIES = [
    APPROVED,
    "Căutați.\nACȚIUNE: cercetează",
    "Întrebați.\nACȚIUNE: întreabă",
    "Nu merge.\nACȚIUNE: escaladează",
    "PLAN APROBAT: Alt_act",
    "",
    Unavailable("no answer"),
]
TIERS = [
    TierSaid(1, "amendă"),
    TierSaid(3, "apel"),
    TierSaid(None, question="Ce?"),
    TierSaid(None),
    TierSaid(9),
    Unavailable("no answer"),
]
FAILING = ["query_bigquery", "consult_grok", "generate_draft_pdf", "check_quota", "activate_case", "request_payment"]


@pytest.mark.requirement("case-agent-errors", "case-agent-plan-first", "case-agent-goes-on")
@settings(max_examples=settings().max_examples // 3, deadline=None)
@given(
    steps=st.lists(st.sampled_from(STEPS), max_size=25),
    replies=st.lists(st.sampled_from(REPLIES), max_size=8),
    tiers=st.lists(st.sampled_from(TIERS), max_size=3),
    failing=st.dictionaries(st.sampled_from(FAILING), st.integers(1, 5), max_size=3),
    said=st.lists(st.none() | st.sampled_from(["Am o amendă", "Da", "Nu știu"]), min_size=1, max_size=5),
    covered=st.booleans(),
)
def test_whatever_minds_say_the_case_holds(
    steps: list[Any],
    replies: list[Any],
    tiers: list[Any],
    failing: dict[str, int],
    said: list[str | None],
    covered: bool,
) -> None:
    """Every turn has a result; nothing that was said is lost; no draft without its plan; the case file stays whole."""
    talk = Talk(ScriptedAssistant(*steps, tiers=tiers), ScriptedReasoner(*replies))
    talk.failing, talk.covered = failing, covered
    for message in said:
        told = talk.say(message)
        assert told["status"] in ("success", "error", "quota_exceeded", "payment_required")
        assert told["message"].strip(), told
    details = talk.details()
    assert first_misfit(DETAILS, details) is None
    log = details["agent_interactions"]["log"]
    assert len({one["id"] for one in log}) == len(log)
    if talk.status() is not CaseStatus.PAYMENT_PENDING:
        kept, heard = [one["text"] for one in details["user_statements"]], [one for one in said if one is not None]
        assert kept == heard[: len(kept)]
        assert heard[len(kept) :] in ([], talk.waiting())  # what a turn that was cut short still has to take down
    assert (talk.status() is CaseStatus.PAUSED_SUPPORT) == bool(talk.tickets.of_case(TENANT, talk.id))
    for at, (name, arguments) in enumerate(talk.ran):
        if name == "generate_draft_pdf":
            assert _approved(talk, at, str(arguments["draft_name"]))


def _approved(talk: Talk, at: int, draft: str) -> bool:
    """Whether a reply that came before the draft approved its plan."""
    asked = sum(name == "consult_grok" for name, _ in talk.ran[:at])
    names = {read_advice(reply).draft for reply in talk.replied[:asked]}
    return draft.replace(" ", "_") in names
