"""What the command line imports from the toolbox (docs/adr/0002-typed-command-line.md)."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

import pytest
from pydantic import BaseModel

import casewright.cli

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = sorted(Path(next(iter(casewright.cli.__path__))).rglob("*.py"))


def _imports(file: Path) -> list[ast.ImportFrom]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [node for node in found if (node.module or "").startswith("casewright.toolbox")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_only_models_are_imported(file: Path) -> None:
    """A command knows what a tool promises, not the tool."""
    for node in _imports(file):
        for alias in node.names:
            found = getattr(import_module(node.module or ""), alias.name)
            assert isinstance(found, type), f"{alias.name} is no class"
            assert issubclass(found, BaseModel), f"{alias.name} is no model"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_tool_is_loaded_with_the_module(file: Path) -> None:
    """Models are imported in the function that reads them, or for the type checker alone."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    loaded = [node for node in _at_load(tree.body) if (node.module or "").startswith("casewright.toolbox")]
    assert [node.module for node in loaded] == []


def _at_load(body: list[ast.stmt]) -> Iterator[ast.ImportFrom]:
    """The imports that run when the module does."""
    for node in body:
        if isinstance(node, ast.ImportFrom):
            yield node
        elif isinstance(node, ast.ClassDef | ast.Try | ast.With) or _runs(node):
            yield from _at_load(node.body)


def _runs(node: ast.stmt) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING"
