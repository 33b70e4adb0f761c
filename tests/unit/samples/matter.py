"""Reads the shipped sample matter for its tests, without the product's own readers."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

import docx
import pypdfium2
from docx.table import Table

if TYPE_CHECKING:
    from datetime import date
    from importlib.resources.abc import Traversable

WORDS_PER_PAGE = 450
"""What a page holds on average, to count the pages of files that have none."""

LABEL = re.compile(r"^[ \t]*(?:(?:Section )?\d+\.\d+|\d+\.|\(\w{1,4}\))\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Listed:
    """A document as ``matter.toml`` lists it; ``clauses`` leads from a kind of clause to clause numbers."""

    file: str
    title: str
    dated: date
    parties: dict[str, str]
    governing_law: str
    contains: str
    clauses: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Fact:
    """A point that was put into a document on purpose, and the words that make it."""

    fact: str
    file: str
    clause: str
    quote: str


@dataclass(frozen=True, slots=True)
class Matter:
    """The whole of ``matter.toml``."""

    title: str
    kind: str
    jurisdiction: str
    description: str
    documents: tuple[Listed, ...]
    facts: tuple[Fact, ...]


def folder() -> Traversable:
    """Where the package keeps the matter."""
    return files("casewright.samples") / "smith_v_jones"


@cache
def matter() -> Matter:
    """The matter as its authors describe it."""
    data = tomllib.loads((folder() / "matter.toml").read_text(encoding="utf-8"))
    documents = tuple(Listed(**document) for document in data.pop("documents"))
    return Matter(documents=documents, facts=tuple(Fact(**fact) for fact in data.pop("facts")), **data)


def with_clause(kind: str) -> set[str]:
    """The files that have a clause of this kind."""
    return {document.file for document in matter().documents if kind in document.clauses}


def pages(name: str) -> list[str]:
    """The text of each page of a PDF."""
    document = pypdfium2.PdfDocument((folder() / name).read_bytes())
    try:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]
    finally:
        document.close()


@cache
def text(name: str) -> str:
    """The document's text in order, tables included, white space as the format gives it."""
    if name.endswith(".pdf"):
        return "\n".join(pages(name))
    if name.endswith(".docx"):
        blocks = docx.Document(BytesIO((folder() / name).read_bytes())).iter_inner_content()
        return "\n".join(_table(block) if isinstance(block, Table) else block.text for block in blocks)
    return (folder() / name).read_text(encoding="utf-8")


def page_count(name: str) -> float:
    """Pages of a PDF; of other formats the number of words by ``WORDS_PER_PAGE``."""
    return len(pages(name)) if name.endswith(".pdf") else len(text(name).split()) / WORDS_PER_PAGE


def folded(string: str) -> str:
    """The string with each run of white space as one space, and without the marks of Markdown."""
    return " ".join(string.replace("*", "").split())


def clause(name: str, number: str) -> str:
    """The folded text of one clause, such as ``12.1``, ``9.01`` or ``2(a)``, up to the next number or letter."""
    whole = text(name)
    top, *letters = re.findall(r"^[\d.]+|\(\w+\)", number)
    stop = r"\.?" if "." not in top else ""
    found = re.compile(rf"^(?:## )?(?:Section )?{re.escape(top)}{stop}\s", re.MULTILINE).search(whole)
    for letter in letters:
        assert found, f"{name} has no clause {number}"
        found = re.compile(rf"^\s*{re.escape(letter)}\s", re.MULTILINE).search(whole, found.end())
    assert found, f"{name} has no clause {number}"
    following = LABEL.search(whole, found.end())
    return folded(whole[found.start() : following.start() if following else len(whole)])


def _table(table: Table) -> str:
    return "\n".join(" | ".join(cell.text for cell in row.cells) for row in table.rows)
