"""Sentences of tools are found again in the code that says them, and said in Romanian with what they name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from casewright import Casewright
from casewright.iql import BUILTIN
from casewright.server.pages.sentences import SENTENCES, say
from casewright.server.pages.template_meanings import MEANINGS
from casewright.server.remedies import for_pages

SOURCES = Path(__file__).parents[4] / "src/casewright"
_PLACE = re.compile(r"\{\w*\}")


@cache
def said_in_code() -> frozenset[str]:
    """Every text of the code as pages say it, ``{}`` where something is filled in."""
    texts = set()
    for module in SOURCES.rglob("*.py"):
        if module.name == "sentences.py":
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values]
                texts.add(for_pages("".join(parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 400:
                texts.add(for_pages(node.value))
    return frozenset(texts)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence_is_said_by_the_code(sentence: str) -> None:
    """Whoever words a refusal anew words it anew here, too."""
    assert _PLACE.sub("{}", sentence) in said_in_code()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence_is_said_in_romanian_with_what_it_names(sentence: str) -> None:
    """Nothing that it names is lost, even where that looks like a place for something."""
    names = _PLACE.findall(sentence)
    filled = sentence
    for number, name in enumerate(names):
        filled = filled.replace(name, f"'<{number}> {{x}} \\1'", 1)

    told = say("ro", filled)

    assert told != filled
    assert say("en", filled) == filled
    assert all(told.count(f"'<{number}> {{x}} \\1'") == 1 for number in range(len(names)))


def test_unknown_sentence_stays() -> None:
    """So does one that only begins like a known one."""
    for sentence in ("The moon is full", "There is no query yet: write one, or put a template in, they say"):
        assert say("ro", sentence) == sentence


def test_refusal_of_a_tool_is_told(tmp_path: Path) -> None:
    """As it comes out of a call."""
    with Casewright.open(tmp_path) as casewright:
        said = for_pages(casewright.call("show_matter", {"matter_id": "00000000-0000-4000-8000-000000000000"}).content)
        missing = casewright.call("create_matter", {}).content
    assert say("ro", said) == "Dosarul '00000000-0000-4000-8000-000000000000' nu a fost găsit"
    assert say("ro", missing) == "Lipsește parametrul obligatoriu 'title'"


def test_every_template_of_the_language_is_told() -> None:
    """What each finds, and what its argument is called."""
    shown = {one.meaning for one in BUILTIN.values()}
    shown |= {one.parameter for one in BUILTIN.values() if one.parameter is not None}

    assert shown == set(MEANINGS)
