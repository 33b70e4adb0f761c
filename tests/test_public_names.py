"""What the package exports, and what importing it loads."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import casewright

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [
    *("Actor", "CallContext", "Casewright", "CasewrightError", "Executor", "IqlSyntaxError", "Policy", "Query"),
    *("Registry", "Tool", "ToolCall", "ToolResult", "compile_policy", "define_tool"),
    *("langchain_tools", "load_scorer", "parse", "tool"),
]


@pytest.mark.requirement("house-exports")
def test_exported_names() -> None:
    """The package exports these names and each of them resolves."""
    assert casewright.__all__ == NAMES
    assert dir(casewright) == NAMES
    for name in NAMES:
        assert getattr(casewright, name).__name__ == name


def test_unknown_name() -> None:
    """A name that is not exported is an AttributeError that names it."""
    with pytest.raises(AttributeError, match="'nothing'"):
        getattr(casewright, "nothing")  # noqa: B009 (a type checker would refuse the plain form)


@pytest.mark.requirement("house-light-import")
def test_import_loads_nothing_heavy() -> None:
    """Importing the package, and the command line's help, load no heavy library."""
    heavy = {"numpy", "pydantic", "sqlalchemy", "alembic", "pypdfium2", "docx", "lxml"}
    for module in ("casewright", "casewright.cli.main"):
        code = f"import sys, {module}; print(*sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert heavy & set(done.stdout.split()) == set(), module


def test_short_command_loads_what_it_uses(tmp_path: Path) -> None:
    """Listing the matters of a home loads no agent, no model, no arrays, no migrations and no other database."""
    heavy = {"numpy", "onnxruntime", "langgraph", "langchain_core", "duckdb", "alembic", "psycopg", "typst", "lxml"}
    heavy |= {"sqlalchemy.dialects.postgresql", "casewright.evidence", "casewright.iql"}
    listing = ["--home", str(tmp_path), "matter", "list"]
    code = "import sys; from casewright.cli.main import run; code = run(sys.argv[1:]); print(code, *sys.modules)"
    subprocess.run([sys.executable, "-m", "casewright", *listing], capture_output=True, check=True)
    done = subprocess.run([sys.executable, "-c", code, *listing], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert loaded[0] == "0"
    assert heavy & set(loaded) == set()
