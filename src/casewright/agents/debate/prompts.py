"""The roles' instructions: files that are named by their id, with the hash that stands in every message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from casewright.errors import NotFound

_ID = re.compile(r"debate/[a-z_]+/v[0-9]+")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt; ``hash`` is ``sha256:<hex>`` of its text."""

    id: str
    text: str
    hash: str


@cache
def prompt(prompt_id: str) -> Prompt:
    """The prompt of this id, such as ``debate/advocate/v1``. Raises ``NotFound`` where there is none."""
    file = files("casewright.agents.debate").joinpath("prompts", f"{prompt_id}.md")
    if not _ID.fullmatch(prompt_id) or not file.is_file():
        raise NotFound(f"There is no prompt {prompt_id!r}: prompts are files debate/<role>/v<number>")
    text = file.read_text(encoding="utf-8")
    return Prompt(prompt_id, text, "sha256:" + sha256(text.encode()).hexdigest())
