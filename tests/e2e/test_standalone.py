"""The page for somebody who has tools and an agent and no documents: it runs, says what it prints, and is light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "standalone.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
HEAVY = {"sqlalchemy", "alembic", "numpy", "docx", "lxml", "pypdfium2", "typer", "rich", "pydantic_settings"}


def run(code: str) -> list[str]:
    """What the code prints in a process of its own, line by line."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return [line.rstrip() for line in done.stdout.splitlines()]


@pytest.mark.requirement("tool-alone", "docs-run")
def test_page_prints_what_it_says() -> None:
    """The page's code, run from top to bottom, prints exactly the lines that stand below it as comments."""
    said = [line.removeprefix("# ").rstrip() for code in BLOCKS for line in code.splitlines() if line.startswith("# ")]
    assert run("".join(BLOCKS)) == said


@pytest.mark.requirement("tool-alone")
def test_first_example_fits_a_screen() -> None:
    """The first example has at most thirty lines and makes everything that the rest of the page uses."""
    assert len(BLOCKS[0].splitlines()) <= 30


@pytest.mark.requirement("tool-alone", "house-light-import")
def test_governed_calls_load_nothing_heavy() -> None:
    """Defining, governing, running and verifying load no database, document or number library."""
    loaded = run("".join(BLOCKS) + "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules})")[-1]
    assert HEAVY & set(loaded.split()) == set()
    assert "pydantic" in loaded.split()
