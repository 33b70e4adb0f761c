"""The protocol knows no family of tools: what is particular to one is handed in through its ports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import casewright.tools

TOOLS = Path(casewright.tools.__file__).parent
MODULES = sorted(path for path in TOOLS.rglob("*.py") if "ports" not in path.relative_to(TOOLS).parts)
FAMILY = {"case", "cases", "payment", "payments", "party", "parties", "unpaid", "firewall", "casework"}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def names_in(tree: ast.AST) -> set[str]:
    """Every name that the code makes or uses: identifiers, attributes, parameters, keywords, and what it imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg", "asname", "module", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                found.add(value)
        if isinstance(node, ast.Global | ast.Nonlocal):
            found |= set(node.names)
        if isinstance(node, ast.MatchClass):
            found |= set(node.kwd_attrs)
    return found


def words_of(name: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(name)}


def of_families(code: str) -> set[str]:
    return {name for name in names_in(ast.parse(code)) if words_of(name) & FAMILY}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(TOOLS)))
def test_protocol_names_no_family(module: Path) -> None:
    """No module of tools outside of its ports has a name with a word of a family in it."""
    assert of_families(module.read_text()) == set()


@pytest.mark.parametrize(
    "code",
    [
        "from casewright.tools.ports.cases import Store",
        "from casewright.domain.matters import MatterKind as PaymentKind",
        "import casewright.casework.firewall",
        "MatterKind.CASE",
        "class CaseEntry: ...",
        "def lock(*, while_unpaid): ...",
        "call(parties=1)",
        "with lock as partyLock: ...",
        "def case_of(): ...",
    ],
)
def test_a_word_of_a_family_is_found(code: str) -> None:
    """As part of a name in snake case, camel case or capitals, wherever it stands."""
    assert of_families(code) != set()


def test_words_that_only_look_like_it_are_fine() -> None:
    """Statements, texts, comments and longer words name no family."""
    code = """
match casewright_context:  # a case
    case "case_id":
        lower(text.casefold(), showcase="the case of a payment", uppercase=counterparty)
"""
    assert of_families(code) == set()
