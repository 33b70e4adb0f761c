"""What clients are told of a database that cannot be used: its file's name, and no folder of the server's."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.langchain import langchain_tools
from casewright.tools.calls import CallContext
from tests.mcp.servers import as_user, http, make_home, read_key, run, serving, text_of, told

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("storage-busy")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """One whose database the test spoils."""
    return make_home(tmp_path / "home")


def require_no_folder(home: Path, said: str) -> None:
    """It names the file and not where it is."""
    assert "database casewright.db" in said
    assert str(home.parent) not in said


def test_client_over_http_hears_no_folder_of_a_busy_database(home: Path) -> None:
    """Where another process writes all the time."""

    async def work(address: str) -> Any:
        async with http(address, read_key(home, "ada")) as client:
            return await client.call_tool("create_matter", {"title": "Late"})

    with (
        serving(home, CASEWRIGHT_BUSY_TIMEOUT="0.2") as address,
        closing(sqlite3.connect(home / "casewright.db", isolation_level=None)) as connection,
    ):
        connection.execute("BEGIN IMMEDIATE")
        answer = run(lambda: work(address))
    assert told(answer)["status"] == "error"
    assert "Another process is writing" in text_of(answer)
    require_no_folder(home, text_of(answer))


def test_agent_hears_no_folder_of_a_closed_home(home: Path) -> None:
    """A tool of LangChain's that outlives its home."""
    casewright = as_user(home, "ada")
    [made] = langchain_tools(casewright.executor, CallContext(casewright.actor), names=["list_matters"])
    casewright.close()
    said = asyncio.run(made.ainvoke({}))
    assert "closed" in said
    require_no_folder(home, said)
