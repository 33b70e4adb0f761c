"""The words that the gate knows, as words.toml lists them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def word_lists() -> dict[str, Any]:
    """The file's lists by name."""
    text = files("casewright.evidence.muhasabah").joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
