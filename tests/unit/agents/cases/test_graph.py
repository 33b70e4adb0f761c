"""Every arrow of the case agent's diagram, by turns that take it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from langgraph.graph import END

from casewright.agents.cases.graph import ARROWS, NODES
from casewright.agents.cases.mind import Ask, Tell, TierSaid
from casewright.domain.cases import CaseStatus
from tests.case_talk import Talk
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedReasoner, act, consult, look_up, write

if TYPE_CHECKING:
    from collections.abc import Callable

_BEGIN = "start load_context check_phase"
_THINK = "process_user_input decide_action"
_AGAIN = f"wait {_BEGIN} {_THINK}"
_APPROVED = "Bun.\nACȚIUNE: redactează\nPLAN APROBAT: Plangere"


def _fresh(*lines: object, tier: TierSaid | None = None) -> Talk:
    return Talk(ScriptedAssistant(*lines, tiers=[] if tier is None else [tier]))  # type: ignore[arg-type]


def _active(*lines: object, replies: tuple[str, ...] = ()) -> Talk:
    return Talk(ScriptedAssistant(*lines), ScriptedReasoner(*replies), status=CaseStatus.ACTIVE)  # type: ignore[arg-type]


def _greeted() -> Talk:
    talk = _fresh()
    talk.say(None)
    return talk


def _vague() -> Talk:
    talk = _fresh(tier=TierSaid(None, question="Este deja un proces?"))
    talk.say("Am o problemă")
    return talk


def _covered() -> Talk:
    talk = _fresh(Ask("Când?"))
    talk.say("Am primit o amendă")
    return talk


def _not_covered() -> Talk:
    talk = _fresh()
    talk.covered = False
    talk.say("Am primit o amendă")
    return talk


def _still_unpaid() -> Talk:
    talk = _not_covered()
    talk.say("Și acum?")
    return talk


def _paid() -> Talk:
    talk = _not_covered()
    talk.paid = True
    talk.say(None)
    return talk


def _no_quota() -> Talk:
    talk = _fresh()
    talk.failing = {"check_quota": 3}
    talk.say("Am primit o amendă")
    return talk


def _paused() -> Talk:
    talk = _active()
    talk.move(CaseStatus.PAUSED_SUPPORT)
    talk.say("Alo?")
    return talk


def _said(*lines: object, replies: tuple[str, ...] = (), failing: dict[str, int] | None = None) -> Callable[[], Talk]:
    def play() -> Talk:
        talk = _active(*lines, replies=replies)
        talk.failing = dict(failing or {})
        talk.say("Vreau să contest amenda")
        return talk

    return play


SCENES: dict[str, tuple[Callable[[], Talk], str]] = {
    "a new case without a message": (_greeted, f"{_BEGIN} wait"),
    "a vague description": (_vague, f"{_BEGIN} determine_tier wait"),
    "a tier that the plan covers": (
        _covered,
        f"{_BEGIN} determine_tier check_quota transition_to_active {_THINK} ask_user update_context {_THINK} wait",
    ),
    "a tier that it does not cover": (_not_covered, f"{_BEGIN} determine_tier check_quota request_payment wait"),
    "a case that is not paid for": (_still_unpaid, f"{_BEGIN} request_payment wait"),
    "a case that was paid for": (_paid, f"{_BEGIN} request_payment transition_to_active {_THINK} wait"),
    "a quota that cannot be asked for": (_no_quota, f"{_BEGIN} determine_tier check_quota wait"),
    "a case that is paused": (_paused, f"{_BEGIN} wait"),
    "an answer": (_said(Tell("Da.")), f"{_BEGIN} {_THINK} wait"),
    "a question": (_said(Ask("Când?")), f"{_BEGIN} {_THINK} ask_user update_context {_THINK} wait"),
    "a small call": (_said(act("get_case_details")), f"{_BEGIN} process_user_input {_THINK} wait"),
    "research": (_said(look_up()), f"{_BEGIN} {_THINK} query_bigquery update_context {_THINK} wait"),
    "a consultation": (_said(consult()), f"{_BEGIN} {_THINK} consult_grok update_context {_THINK} wait"),
    "a draft": (
        _said(consult(), write(), replies=(_APPROVED,)),
        f"{_BEGIN} {_THINK} consult_grok update_context {_THINK} generate_draft update_context {_THINK} wait",
    ),
    "a draft that nobody approved": (_said(write()), f"{_BEGIN} {_THINK} consult_grok update_context {_THINK} wait"),
    "a call that fails once": (
        _said(look_up(), look_up(), failing={"query_bigquery": 1}),
        f"{_BEGIN} {_THINK} query_bigquery update_context {_THINK} handle_error {_AGAIN} wait",
    ),
    "a call that never succeeds": (
        _said(look_up(), look_up(), look_up(), consult(), Ask("Ce act?"), failing={"query_bigquery": 9}),
        f"{_BEGIN} {_THINK} query_bigquery update_context {_THINK} {f'handle_error {_AGAIN} ' * 3}handle_error wait",
    ),
}


@pytest.mark.requirement("case-agent-states")
@pytest.mark.parametrize("scene", SCENES)
def test_turn_takes_these_states(scene: str) -> None:
    """What happens in a turn decides which states it goes through, in this order."""
    play, states = SCENES[scene]
    assert play().states == states.split()


@pytest.mark.requirement("case-agent-states")
def test_every_arrow_is_taken() -> None:
    """The turns above take every arrow of the graph, and no other."""
    taken: set[tuple[str, str]] = set()
    for play, _ in SCENES.values():
        states = play().states
        taken |= {*pairwise(states), (states[-1], END)}
    assert taken == {(one, other) for one, others in ARROWS.items() for other in others}


@pytest.mark.requirement("case-agent-states")
def test_states_have_the_seeds_names() -> None:
    """The graph's states are those of the seed's diagram."""
    named = {
        "start", "load_context", "check_phase", "determine_tier", "check_quota", "request_payment",
        "transition_to_active", "process_user_input", "decide_action", "ask_user", "query_bigquery", "consult_grok",
        "generate_draft", "handle_error", "update_context", "wait",
    }  # fmt: skip
    assert set(NODES) == named
