"""The conformance suite and the inspector of the protocol's makers, against a server of ours over HTTP."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.mcp.node import HERE, PACKAGES, find_node
from tests.mcp.relay import free_socket, relay
from tests.mcp.servers import environment, read_key, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.requirement("mcp-conformance")
_SCENARIO = re.compile(r"server-(.+)-\d{4}-\d\d-\d\dT")


@pytest.fixture(scope="module")
def url(home: Path) -> Iterator[str]:
    """Where a server behind a relay answers, which brings ada's key: the suite cannot bring one."""
    find_node()
    listening = free_socket()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    with serving(home, CASEWRIGHT_MCP_URL=url) as server, relay(listening, server, read_key(home, "ada")):
        yield url


@pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
def test_suite_finds_no_failure_that_is_not_expected(url: str, revision: str, tmp_path: Path) -> None:
    """What a revision requires, but for what the suite wants a test server to have and ours does not offer."""
    suite = PACKAGES / "conformance" / "dist" / "index.js"
    expected = yaml.safe_load((HERE / "expected-failures" / f"{revision}.yml").read_text("utf-8"))
    options = ("--url", url, "--requirements", revision, "--output-dir", str(tmp_path))

    subprocess.run(
        [find_node(), str(suite), "server", *options],
        capture_output=True,
        timeout=240,
        check=False,
        env=environment(),
    )

    checks = [
        (_SCENARIO.match(path.parent.name)[1], check)  # type: ignore[index]
        for path in tmp_path.glob("*/checks.json")
        for check in json.loads(path.read_text("utf-8"))
    ]
    failed = {(scenario, check["id"]) for scenario, check in checks if check["status"] == "FAILURE"}
    assert failed == {(scenario, check) for scenario, ids in expected.items() for check in ids}
    wire = [check["status"] for _, check in checks if check["id"] == "wire-schema-valid"]
    assert len(wire) > 25
    assert set(wire) == {"SUCCESS"}


def test_inspector_lists_and_calls(home: Path, url: str) -> None:
    """Another client, another wire's reader: the tools, and the result of a call."""
    listed = inspect(url, "--method", "tools/list")
    called = inspect(url, "--method", "tools/call", "--tool-name", "list_matters")

    assert "list_matters" in [tool["name"] for tool in listed["tools"]]
    assert "Alpha / Beta" in [one["title"] for one in called["structuredContent"]["matters"]]


def inspect(url: str, *arguments: str) -> Any:
    """What the inspector prints."""
    program = PACKAGES / "inspector" / "clients" / "launcher" / "build" / "index.js"
    ended = subprocess.run(
        [find_node(), str(program), "--cli", url, "--transport", "http", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(),
    )
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
    return json.loads(ended.stdout)
