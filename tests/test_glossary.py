"""The glossary names what is there: each word is defined where it says, and no synonym of it names a module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import casewright

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "glossary.md"
PACKAGE = Path(casewright.__file__).parent
_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \| ([^|]+) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Word:
    """A row of the glossary."""

    word: str
    meaning: str
    where: str
    synonyms: tuple[str, ...]


def words() -> list[Word]:
    """The rows of the page, in its order."""
    rows = _ROW.findall(PAGE.read_text(encoding="utf-8"))
    return [Word(word, meaning, where, tuple(synonyms.split(", "))) for word, meaning, where, synonyms in rows]


def defined(where: str) -> bool:
    """Whether a dotted path names a module, or something that a module defines."""
    try:
        import_module(where)
    except ModuleNotFoundError:
        module, _, name = where.rpartition(".")
        return hasattr(import_module(module), name)
    return True


def module_names() -> set[str]:
    """The names of all modules and packages, without their folders."""
    return {path.parent.name if path.stem == "__init__" else path.stem for path in PACKAGE.rglob("*.py")}


def test_every_row_is_read() -> None:
    """Each line of the table is a row of four columns: a broken one is not passed over."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(words()) == len(lines) - 2


@pytest.mark.parametrize("word", words(), ids=lambda word: word.word)
def test_word_is_defined_where_it_says(word: Word) -> None:
    """The path of a word leads to a module, or to something that a module defines."""
    assert defined(word.where)


def test_words_are_sorted_and_unique() -> None:
    """The words stand in the order of the alphabet, each once."""
    there = [word.word.casefold() for word in words()]
    assert there == sorted(set(there))


def test_no_synonym_names_a_module() -> None:
    """What is listed as not called so names no module, in the singular or in the plural."""
    names = module_names()
    synonyms = {synonym.replace(" ", "_") for word in words() for synonym in word.synonyms}
    assert sorted(name for name in names if {name, name.removesuffix("s")} & synonyms) == []


def test_no_synonym_is_a_word_of_its_own() -> None:
    """What one row does not want to be called is not what another row is called."""
    heads = {re.sub(r" \(.*\)$", "", word.word).casefold() for word in words()}
    assert sorted(heads.intersection(synonym for word in words() for synonym in word.synonyms)) == []


def test_glossary_is_in_the_contents() -> None:
    """The table of contents names the page."""
    assert "glossary.md" in str(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"])
