"""Which tables are loaded when."""

from __future__ import annotations

import subprocess
import sys

import pytest

TABLES = "casewright.adapters.database.tables"


def tables_loaded_by(module: str) -> set[str]:
    """The files of tables that a new process has loaded once it has imported ``module``."""
    code = f"import sys, {module}\nprint(*(name for name in sys.modules if name.startswith('{TABLES}.')))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return {name.removeprefix(f"{TABLES}.") for name in ended.stdout.split()} - {"metadata"}


@pytest.mark.parametrize(
    ("module", "families"),
    [
        ("engine", {"effects"}),
        ("matters", {"matters"}),
        ("people", {"matters", "people"}),
        ("templates", {"templates"}),
    ],
)
def test_a_store_loads_its_own_tables(module: str, families: set[str]) -> None:
    """And those that they refer to; opening a database needs the mark of effects alone."""
    assert tables_loaded_by(f"casewright.adapters.database.{module}") == families


def test_the_schema_is_every_table() -> None:
    """What loads the whole schema does so without a store having been imported before."""
    code = "from casewright.adapters.database.schema import load_schema\nprint(*load_schema().tables)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert {"matters", "audit_events", "payments", "vault_values"} <= set(ended.stdout.split())
