"""Whatever door a call comes through, it ends the same way: result, status and trail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from casewright import Casewright, langchain_tools
from casewright.bootstrap.mcp_door import open_door
from casewright.errors import InvalidInput
from casewright.tools.persons_own import DECISIONS
from tests.doors import DOORS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOBODY = "00000000-0000-4000-8000-000000000000"
MATTER = "the matter"

# The tool, its arguments, whether it is the auditor who calls, and how it ends.
CALLS: list[tuple[str, dict[str, object], bool, str]] = [
    ("create_matter", {"title": "Alpha"}, False, "success"),
    ("list_matters", {}, False, "success"),
    ("list_matter_documents", {"matter_id": MATTER}, False, "success"),
    ("create_matter", {"title": 3}, False, "invalid_arguments"),
    ("create_matter", {}, False, "invalid_arguments"),
    ("create_matter", {"title": "Beta", "colour": "blue"}, False, "invalid_arguments"),
    ("find_section", {"matter_id": MATTER, "reference": "Clause 2"}, False, "error"),
    ("list_matter_documents", {"matter_id": NOBODY}, False, "error"),
    ("create_matter", {"title": "Delta"}, True, "denied"),
    ("read_audit", {"last": 3, "tool_name": "create_matter"}, True, "success"),
    ("delete_matter", {"matter_id": MATTER}, False, "approval_required"),
    ("delete_matter", {"matter_id": MATTER}, False, "approval_required"),
    ("list_approvals", {}, False, "success"),
    ("translate_everything", {"text": "x"}, False, "unknown_tool"),
]
_DRAWN = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?"
)
_KEPT = (
    *("event_type", "agent_id", "role", "phase", "tool_name", "tool_version", "tool_args", "result_status", "reason"),
    *("matter_id", "policy_hash", "intent_seq", "approval_id", "idempotency_key"),
)


def masked(told: object) -> Any:
    """What was told, with a number in place of whatever is drawn or is the time, the same for the same."""
    drawn: dict[str, str] = {}
    text = orjson.dumps(told).decode()
    return orjson.loads(_DRAWN.sub(lambda found: drawn.setdefault(found[0], f"#{len(drawn)}"), text))


def results_and_trail(name: str, home: Path, printed: Callable[[], str]) -> tuple[list[Any], list[Any]]:
    """What all calls come to through this door, and what the audit holds of them."""
    with Casewright.open(home) as casewright:
        key, _ = casewright.add_user("ana", "AUDITOR")
    door, matter = DOORS[name](home, printed), ""
    results: list[Any] = []
    for tool, arguments, auditor, status in CALLS:
        if status == "unknown_tool" and not door.any_name:
            continue
        given = {field: matter if value == MATTER else value for field, value in arguments.items()}
        told = door.call(tool, given, key if auditor else None)
        matter = matter or told[2]["matter_id"]
        results.append([tool, *told])
        assert told[0] == status, told
    with Casewright.open(home) as casewright:
        found: Any = casewright.call("read_audit", {"last": 1000}).structured
        events = found["events"]
        assert casewright.verify_audit().holds
    trail = [{field: event[field] for field in _KEPT} for event in events]
    return masked(results), masked([event for event in trail if event["tool_name"] != "translate_everything"])


@pytest.fixture(scope="module")
def by_python(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    """Results and trail of the calls made in Python."""
    return results_and_trail("python", tmp_path_factory.mktemp("python"), str)


@pytest.mark.requirement("same-through-every-door")
@pytest.mark.parametrize("name", [name for name in DOORS if name != "python"])
def test_same_call_ends_the_same_way(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], by_python: tuple[list[Any], list[Any]]
) -> None:
    """Each call has the same status, text and structured result as in Python, and leaves the same events."""
    results, trail = results_and_trail(name, tmp_path, lambda: capfd.readouterr().out)
    known = {row[0] for row in results}
    assert len(results) >= 13
    assert results == masked([row for row in by_python[0] if row[0] in known])
    assert trail == by_python[1]
    assert {event["phase"] for event in trail} == {"intent", "outcome", "stopped", "requested"}


@pytest.mark.requirement("same-through-every-door")
def test_models_are_offered_the_same_tools_whatever_they_speak(tmp_path: Path) -> None:
    """Over MCP and by LangChain, for a person who may call everything: none that decides for a person or reveals."""
    with open_door(tmp_path / "home") as (casewright, door):
        context = casewright.context()
        by_langchain = {made.name for made in langchain_tools(casewright.executor, context)}
        by_mcp = {made.name for made in door.offered(context)}
        kept = DECISIONS | {name for name, made in casewright.registry.tools.items() if made.reveals}
        for name in ("add_user", "share_matter", "reveal_text"):
            with pytest.raises(InvalidInput, match=f"'{name}' stays with people and is no tool for a model"):
                langchain_tools(casewright.executor, context, names=["list_matters", name])
        permitted = casewright.policy.tools_of(context.actor.role)
    assert kept < set(permitted)
    assert by_langchain == by_mcp == set(permitted) - kept
