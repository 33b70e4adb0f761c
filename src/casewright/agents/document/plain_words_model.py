"""Plain words to IQL by a chat model. Its answer passes the parser, or the rules translate in its place."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING

from langchain_core.messages import HumanMessage, SystemMessage

from casewright.errors import CasewrightError
from casewright.iql.plain_words import MAX_WORDS, Translation, check_translation, iql_inside, translate
from casewright.iql.templates import BUILTIN

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from casewright.iql.plain_words import Scope

_CONFIDENCE = 0.7
"""Of a model's query that the parser takes: it is right in form, and nobody has measured more."""
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


async def translate_by(model: BaseChatModel, words: str) -> Translation:
    """The query that the model makes of ``words``; the rules' where it fails or says what is no IQL, which is told.

    Only the words and the names of the templates are sent. Raises InvalidInput for a text without a word in it.
    """
    by_rules = translate(words)
    if iql_inside(words) is not None:
        return by_rules
    try:
        said = await model.ainvoke([SystemMessage(_instructions()), HumanMessage(words[:MAX_WORDS])])
        iql, scope = _read(str(said.text))
        return check_translation(iql, scope, _CONFIDENCE)
    except (CasewrightError, ValueError) as error:
        why = " ".join(str(error).split())[:200]
        told = f"{by_rules.explanation} Made by rules, since the model gave no usable query: {why}"
        return Translation(by_rules.iql, by_rules.scope, told, by_rules.templates_used, by_rules.confidence)


def _read(said: str) -> tuple[str, Scope]:
    """The query and its scope in a model's answer. Raises ValueError for an answer that holds none."""
    found = _OBJECT.search(said)
    answer = json.loads(found[0]) if found else None
    if not isinstance(answer, dict) or not isinstance(answer.get("iql"), str):
        raise ValueError("its answer was no JSON object with an 'iql'")
    return answer["iql"], "document" if answer.get("scope") == "document" else "chunk"


def _instructions() -> str:
    prompt = files("casewright").joinpath("agents/document/prompts/plain_words.md").read_text(encoding="utf-8")
    return prompt + "\n".join(f"- {template.usage}: {template.meaning}" for template in BUILTIN.values())
