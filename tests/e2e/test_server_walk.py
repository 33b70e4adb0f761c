"""The walk through docs/server.md, as it stands there: on SQLite, and on PostgreSQL with two processes in turn."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.databases import DATABASES
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Callable

_PAGE = Path(__file__).parents[2] / "docs" / "server.md"
_BLOCK = re.compile(r"^```(bash|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def walk() -> list[tuple[str, list[str]]]:
    """The commands of the page, each block with the lines that it is said to print."""
    steps: list[tuple[str, list[str]]] = []
    for kind, text in _BLOCK.findall(_PAGE.read_text("utf-8")):
        if kind == "bash":
            steps.append((text, []))
        elif steps:
            steps[-1] = (steps[-1][0], text.splitlines())
    return steps


@pytest.mark.parametrize("kind", DATABASES)
def test_walk_of_the_page(kind: str, tmp_path: Path, new_address: Callable[[str], str]) -> None:
    """From the first link to a proved audit; two processes over one database answer as one."""
    missing = [tool for tool in ("curl", "jq", "unzip") if shutil.which(tool) is None]
    if missing:
        reason = f"{', '.join(missing)} not installed"
        assert "http" not in os.environ.get("CASEWRIGHT_REQUIRE", ""), reason
        pytest.skip(reason)
    settings = {} if kind == "sqlite" else {"CASEWRIGHT_DATABASE_URL": new_address(kind)}
    with ExitStack() as open_servers:
        servers = [open_servers.enter_context(serving(tmp_path / "home", settings=settings))]
        if kind == "postgresql":
            servers.append(open_servers.enter_context(serving(tmp_path / "home", settings=settings)))
        lines = ["set -euo pipefail", f"LINK='{servers[-1].link}'"]
        for number, (commands, _) in enumerate(walk()):
            lines += [f"SERVER={servers[number % len(servers)].url}", f"echo '--- {number}'", commands]
        done = subprocess.run(
            ["bash", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
        )

    assert done.returncode == 0, done.stdout + done.stderr
    told = {int(part.partition("\n")[0]): part for part in done.stdout.split("--- ")[1:]}
    for number, (_, printed) in enumerate(walk()):
        for line in printed:
            assert line in told[number].splitlines(), told[number]
    last = told[len(walk()) - 1]
    assert "Verified: " in last
    rejected = told[len(walk()) - 2].splitlines()
    assert rejected[-1] == "rejected", rejected
