"""What sentences tell people to do, for those who ask over HTTP: every command that one names is known."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import casewright
from casewright.server.problems import INVALID, body_of
from casewright.server.remedies import OPERATORS, REQUESTS, command_of, for_requests
from casewright.server.routes.table import ROUTES

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(casewright.__file__).parent
_NAMED = re.compile(r"casewright ([a-z][^'`)\"]*)")
_PROSE = ("jobs: words", "vault: ", "again")
"""What follows the name and is no command: to install it again, and purposes of keys."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every text of the source, but for the command line's own and what explains code; with the file it is in."""
    for path in sorted(_ROOT.rglob("*.py")):
        where = path.relative_to(_ROOT)
        if where.parts[0] != "cli":
            for text in _texts(ast.parse(path.read_text("utf-8"))):
                yield str(where), text


def _texts(tree: ast.AST) -> Iterator[str]:
    """The texts of a file. What is filled in is an X, and what is explained is left out."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            left_out.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            left_out.update(id(part) for part in ast.walk(node) if part is not node)
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and id(node) not in left_out and isinstance(node.value, str | bytes):
            yield node.value if isinstance(node.value, str) else node.value.decode("utf-8", "replace")


def commands() -> list[tuple[str, str]]:
    """Every command that a sentence names."""
    return [
        (where, said) for where, text in sentences() for said in _NAMED.findall(text) if not said.startswith(_PROSE)
    ]


def test_every_command_in_a_sentence_has_a_request_or_is_the_operators() -> None:
    """And stands in quotes, so that it is found when it is told over HTTP."""
    assert len(commands()) > 50
    assert [one for one in commands() if command_of(one[1]) is None] == []
    bare = [
        (where, text)
        for where, text in sentences()
        for said in _NAMED.findall(text)
        if command_of(said) in REQUESTS and "casewright " in for_requests(text)
    ]
    assert bare == []


def test_every_request_is_one_of_the_server() -> None:
    """Those of its table of tools, and the few that are its own."""
    own = {
        "POST /approvals/{approval_id}/decision",
        "POST /matters/{matter_id}/documents",
        "GET /tools",
        "POST /users",
    }
    assert set(REQUESTS.values()) - own <= {f"{route.method} {route.path}" for route in ROUTES}
    assert not set(REQUESTS) & OPERATORS


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("'casewright matter list' shows the ids", "'GET /api/v1/matters' shows the ids"),
        ("run 'casewright case close 42' first", "run 'POST /api/v1/cases/{case_id}/closing' first"),
        ("(casewright documents reread)", "(POST /api/v1/matters/{matter_id}/documents/reread)"),
        ("`casewright templates` lists; 'casewright templates train'", None),
        ("raise it with 'casewright tenants limits'", "raise it with 'casewright tenants limits'"),
        ("'casewright nothing' stays", "'casewright nothing' stays"),
    ],
)
def test_a_problem_tells_requests(sentence: str, told: str | None) -> None:
    """In place of commands, and the operator's commands as they are."""
    detail = body_of(INVALID, sentence)["detail"]
    assert detail == (told or "`GET /api/v1/templates` lists; 'POST /api/v1/templates/{name}/training'")
