"""What an event holds is what the documentation says."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import get_args

from casewright.audit.events import Event, Phase

_PAGE = (Path(__file__).parents[3] / "docs" / "audit.md").read_text(encoding="utf-8")


def test_every_field_is_documented() -> None:
    """A field that the page on the audit does not name is missing there."""
    assert [field.name for field in fields(Event) if f"`{field.name}`" not in _PAGE] == []


def test_every_phase_is_documented() -> None:
    """A phase that the page on the audit does not explain is missing there."""
    assert [phase for phase in get_args(Phase) if f"**{phase}**" not in _PAGE] == []


def test_seeds_fields_keep_their_names() -> None:
    """The nine fields of the seed (agent framework §6.1) are there under its names."""
    seed = {"event_type", "agent_id", "tool_name", "tool_args", "result_status", "result_hash"}
    seed |= {"debate_id", "round_number", "timestamp"}

    assert seed <= {field.name for field in fields(Event)}
