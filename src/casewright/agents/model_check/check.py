"""The checks that a chat model is put through, and what each sends."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.agents.document.boundary import draw_mark, enclosed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.agents.document.state import Passage
    from casewright.domain.model_checks import Ability


@dataclass(frozen=True, slots=True)
class ShownText:
    """An invented text: its document's id, and its passages with their places."""

    document: str
    passages: tuple[Passage, ...]

    def written(self, new_id: Callable[[], str]) -> str:
        """The text as the model is shown it, between boundaries that it cannot cross."""
        lines = [f"{one['start']}-{one['end']}: {one['quote']}" for one in self.passages]
        text = "\n".join([f"DOCUMENT_ID: {self.document}", *lines])
        return enclosed(text, draw_mark(text, new_id))


@dataclass(frozen=True, slots=True)
class Check:
    """One question to the model, and what a fitting answer does."""

    name: str
    ability: Ability
    ask: str
    tools: tuple[Mapping[str, Any], ...] = ()
    """The tools that are offered, in OpenAI's form."""
    text: ShownText | None = None
    calls: Mapping[str, Mapping[str, str]] | None = None
    """The tool that fits, and for each of its arguments words that it has to hold; None where nothing may be called."""
    quotes: tuple[str, ...] = ()
    """Words that a quote has to hold, each."""
    not_found: str | None = None
    """The words for a text that does not answer, where this is one."""


@dataclass(frozen=True, slots=True)
class CheckList:
    """All checks, and the instructions that each begins with."""

    instructions: str
    checks: tuple[Check, ...]


def read_checks() -> CheckList:
    """The checks that come with the package."""
    text = files("casewright.agents.model_check").joinpath("checks.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    texts = {one["name"]: _text(one["name"], one["document"], one["passages"]) for one in data["texts"]}
    tools = tuple(_tool(one) for one in data["tools"])
    checks = tuple(
        Check(
            name=one["name"],
            ability=one["ability"],
            ask=one["ask"],
            tools=tools if one.get("tools") else (),
            text=texts[one["text"]] if "text" in one else None,
            calls=one.get("calls"),
            quotes=tuple(one.get("quotes", ())),
            not_found=data["not_found"] if one.get("not_found") else None,
        )
        for one in data["checks"]
    )
    return CheckList(data["instructions"].strip(), checks)


def _text(name: str, document: str, lines: list[str]) -> ShownText:
    passages: list[Passage] = []
    start = 0
    for line in lines:
        end = start + len(line)
        passages.append({"document_id": document, "filename": name, "start": start, "end": end, "quote": line})
        start = end + 1
    return ShownText(document, tuple(passages))


def _tool(data: Mapping[str, Any]) -> dict[str, Any]:
    properties = {name: {"type": "string", "description": about} for name, about in data["arguments"].items()}
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    function = {"name": data["name"], "description": data["description"], "parameters": parameters}
    return {"type": "function", "function": function}
