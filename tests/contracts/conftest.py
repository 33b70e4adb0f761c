"""What the contracts share: each provider in turn, whole and streamed, and stores of documents."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from tests.databases import EVERYWHERE
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_matters import MemoryMatters
from tests.providers.asking import CASES, Case
from tests.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database


@pytest.fixture
def repetition(request: pytest.FixtureRequest) -> int:
    """Which time a test runs, with ``--repeats``."""
    return int(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """With ``--repeats``: each test of a contract that often, for what fails once in a hundred runs."""
    repeats: int = metafunc.config.getoption("repeats")
    if repeats > 1:
        metafunc.fixturenames.append("repetition")
        metafunc.parametrize("repetition", range(repeats), indirect=True)


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries speak to this machine, whatever the environment has."""
    words = ("OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "XAI_", "OLLAMA_", "LANGSMITH_", "LANGCHAIN_")
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name.startswith(words):
            monkeypatch.delenv(name)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    """Each provider in turn."""
    return CASES[request.param]


@pytest.fixture(params=["google_genai", "openai", "anthropic"])
def wire(request: pytest.FixtureRequest) -> Case:
    """One provider of each wire format, where the others add nothing."""
    return CASES[request.param]


@pytest.fixture(params=["whole", "streamed"])
def streamed(request: pytest.FixtureRequest) -> bool:
    """Whether the answer comes as a stream."""
    return bool(request.param == "streamed")


@pytest.fixture(params=EVERYWHERE)
def shelf(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Shelf:
    """An empty store of each kind in turn."""
    if request.param == "memory":
        matters = MemoryMatters()
        return Shelf(MemoryDocuments(matters), matters)
    database = new_database(request.param)
    return Shelf(SqlDocuments(database), SqlMatters(database))
