"""``casewright audit export --ocsf``: a home's audit as JSON Lines for a SIEM."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.ocsf_shape import faults

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

SECRET = "Ana Ionescu"


@pytest.mark.requirement("ocsf-export")
def test_audit_of_a_home_as_json_lines(shell: Shell, tmp_path: Path) -> None:
    """Every line holds to the published schema; a refused call is denied and blocked; what was left out is counted."""
    shell.matter("Alpha")
    shell("tools", "call", "run_debate", "--args", '{"deal_id": 3}', code=2)
    target = tmp_path / "audit.jsonl"
    said = shell("audit", "export", "--ocsf", target).out
    lines = [json.loads(line) for line in target.read_text("utf-8").splitlines()]

    assert [fault for line in lines for fault in faults(line)] == []
    operations = [line["api"]["operation"] for line in lines]
    assert operations == ["create_matter", "run_debate", "export_audit"]
    assert [line["status_id"] for line in lines] == [1, 2, 0]
    assert "3 lines. Left out: 1 intents" in said


@pytest.mark.requirement("ocsf-export")
def test_sensitive_arguments_stay_hashed(shell: Shell, tmp_path: Path) -> None:
    """What the audit has as a keyed hash stands in the lines as that hash."""
    shell.any("tools", "call", "create_party", "--args", json.dumps({"name": SECRET, "firstName": SECRET}))
    target = tmp_path / "audit.jsonl"
    shell("audit", "export", "--ocsf", target)
    text = target.read_text("utf-8")
    assert SECRET not in text
    assert "hmac-sha256:" in text


def test_files_are_not_replaced_unasked(shell: Shell, tmp_path: Path) -> None:
    """A file that is there stays without --force; the zip and the lines are not written by one command."""
    shell.matter("Alpha")
    target = tmp_path / "audit.jsonl"
    target.write_text("mine")
    assert "--force" in shell("audit", "export", "--ocsf", target, code=2).err
    assert target.read_text() == "mine"
    both = shell("audit", "export", "--ocsf", target, "--out", tmp_path / "a.zip", "--force", code=2)
    assert "give one of them" in both.err
    assert shell("--json", "audit", "export", "--ocsf", target, "--force").json["left_out"] == 1
