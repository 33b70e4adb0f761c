"""Reads the cases under ``tests/cases/evidence``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

_FOLDER = Path(__file__).parents[2] / "cases" / "evidence"

Case = dict[str, Any]  # what YAML holds: the tests say what they expect of it


def cases(name: str) -> list[Any]:
    """The cases of ``name``.yml as pytest parameters, each called by its number and the start of what it says."""
    loaded: list[Case] = yaml.safe_load((_FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return [pytest.param(case, id=f"{number}: {str(case)[:60]}") for number, case in enumerate(loaded, start=1)]
