"""A contract with characters that look like others, asked on the command line with plain ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("documents-lookalikes")
TEXT = (
    "1. Fees. The Сustomеr pays the fees within thirty days\u037e interest runs after that.\n\n"
    "2. Law. This Аgrееmеnt is governed by the laws of England and Wales.\n\n"
    "Exhibit А\n\nThe Supplier shall insure the warehouse at Dover against fire.\n"
)


@pytest.mark.parametrize("said", ["Agreement", "Аgrееmеnt"])
def test_either_spelling_finds_the_clause_and_the_quote_is_the_text(shell: Shell, tmp_path: Path, said: str) -> None:
    """What is shown is what the file has, at its own place."""
    path = tmp_path / "terms.txt"
    path.write_text(TEXT, encoding="utf-8")
    matter = shell.matter()
    shell("ingest", matter, str(path))
    told = shell("ask", matter, f"Which law governs the {said}?").out
    assert "This Аgrееmеnt is governed by the laws of England and Wales" in " ".join(told.split())


def test_an_exhibit_has_the_letter_that_is_seen(shell: Shell, tmp_path: Path) -> None:
    """Its section can be typed; the text keeps its own letter."""
    path = tmp_path / "terms.txt"
    path.write_text(TEXT, encoding="utf-8")
    told = shell("--json", "iql", '{IS clause obligating "Supplier"}', path).out
    assert "Exhibit A" in told
    assert "Exhibit А" in told
