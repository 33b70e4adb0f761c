"""A home opened with an engineer's own tools, rules, gates, hooks, scorer and stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from casewright import Casewright, tool
from casewright.errors import BadPolicy, BadSettings, BadToolDefinition, Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from casewright.audit.events import Event
    from casewright.tools.ports.scoring import Tier

ROLES = '[tools.greet]\nroles = ["ADMIN"]\n'


@tool(safety_level="safe")
def greet(name: str) -> str:
    """Greet someone by name."""
    return f"Good day, {name}."


@pytest.mark.requirement("own-tools")
def test_own_tool_shares_the_audit_and_the_approvals(tmp_path: Path) -> None:
    """It waits for a person as the rules say, runs once, and all of it stands in the home's one chain."""
    rules = ROLES + 'approval = { roles = ["ADMIN"] }'
    with Casewright.open(tmp_path, tools=[greet], rules=rules) as home:
        asked = home.call("greet", {"name": "Ada"})
        assert asked.status is Status.APPROVAL_REQUIRED
        assert home.decide(asked.metadata.approval_id or "", Approve()).content == "Good day, Ada."
        events: Any = home.call("read_audit", {"tool_name": "greet"}).structured
        told = [(event["event_type"], event["phase"]) for event in events["events"]]
        assert told == [
            ("approval.requested", "requested"),
            ("approval.granted", "decided"),
            ("person.tool_call", "intent"),
            ("person.tool_call", "outcome"),
        ]
        assert home.verify_audit().holds


@pytest.mark.requirement("own-tools")
def test_own_tool_without_a_rule_is_denied(tmp_path: Path) -> None:
    """Default deny holds for it; the shipped tools are as permitted as before."""
    with Casewright.open(tmp_path, tools=[greet]) as home:
        assert home.call("greet", {"name": "Ada"}).status is Status.DENIED
        assert home.call("list_matters").success


def test_what_is_taken_is_refused(tmp_path: Path) -> None:
    """A tool of a shipped name, a rule that stands there already, a rule for no tool, a store that must stay."""

    @tool(safety_level="safe", name="list_matters")
    def other() -> str:
        """List them."""
        return ""

    with pytest.raises(BadToolDefinition, match="'list_matters' is registered already"):
        Casewright.open(tmp_path, tools=[other])
    with pytest.raises(BadPolicy, match="'list_matters' already has a rule"):
        Casewright.open(tmp_path, rules='[tools.list_matters]\nroles = ["ADMIN"]')
    with pytest.raises(BadPolicy, match="does not exist, 'greet'"):
        Casewright.open(tmp_path, rules=ROLES)
    with pytest.raises(BadSettings, match="only queries, score_cache, templates, threads"):
        Casewright.open(tmp_path, stores={"matters": object()})


def test_gates_and_hooks_stand_around_every_call(tmp_path: Path) -> None:
    """A gate of one's own stops shipped tools too, and a hook hears of it."""
    heard: list[str] = []

    def no_lists(candidate: Any) -> None:
        if candidate.tool.name == "list_matters":
            raise Stop(Status.DENIED, "not today", Refused)

    def hear(_seq: int, event: Event) -> None:
        heard.append(f"{event.tool_name} {event.phase}")

    with Casewright.open(tmp_path, tools=[greet], rules=ROLES, gates=[no_lists], hooks=[hear]) as home:
        assert home.call("list_matters").content == "not today"
        assert home.call("greet", {"name": "Ada"}).success
    assert heard == ["list_matters stopped", "greet intent", "greet outcome"]


class CountingScorer:
    """Fits ``Scorer``: a text with the word "rent" scores 1; counts how many texts it was given."""

    model = "counting-1"
    providers: tuple[str, ...] = ()

    def __init__(self, scores: Any = None) -> None:
        self.given = 0
        self._scores = scores

    def tier(self, statement: str) -> Tier:
        return "free"

    def threshold(self, statement: str) -> float:
        return 0.5

    def score(self, statement: str, texts: Sequence[str]) -> Any:
        self.given += len(texts)
        return np.array([float("rent" in text) for text in texts]) if self._scores is None else self._scores


def ask(home: Casewright) -> Any:
    """Put a document into a new matter and ask for a statement."""
    made: Any = home.call("create_matter", {"title": "Alpha"}).structured
    matter = made["matter_id"]
    blob = home.keep(matter, b"1. The rent is due in May.\n")
    home.call("add_document", {"matter_id": matter, "blob_id": blob, "filename": "a.txt"})
    return home.call("isaacus_iql", {"matter_id": matter, "query": "{anything is due}"})


@pytest.mark.requirement("own-scorer")
def test_own_scorer_answers_queries_and_reads_each_text_once(tmp_path: Path) -> None:
    """Queries are scored with it; what it said is kept under its name."""
    scorer = CountingScorer()
    for _ in range(2):
        with Casewright.open(tmp_path, scorer=scorer) as home:
            found = ask(home)
        assert (found.structured["backend"], found.structured["document_results"][0]["score"]) == ("counting-1", 1.0)
    assert scorer.given == 1


def test_scorer_that_gives_no_probabilities(tmp_path: Path) -> None:
    """What is no number from 0 to 1 for each text is an error that says what it must give."""
    for wrong in (np.array([2.0]), np.array([0.1, 0.2]), np.array([np.nan])):
        with Casewright.open(tmp_path, scorer=CountingScorer(wrong)) as home:
            assert "one number from 0 to 1 for each of 1 texts" in ask(home).content


def test_scorer_elsewhere_needs_a_consent(tmp_path: Path) -> None:
    """One that names a provider is not given a text before the matter's consent names it."""
    scorer = CountingScorer()
    scorer.providers = ("isaacus",)
    with Casewright.open(tmp_path, scorer=scorer) as home:
        assert ask(home).status is Status.DENIED
    assert scorer.given == 0
