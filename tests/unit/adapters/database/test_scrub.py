"""Tests of what a SQLite file still holds of texts that were overwritten."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.database.cases import SqlCases
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.matters import MatterKind
from tests.contracts.test_case_stores import case
from tests.fakes.fixed_clock import START
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database

FIELDS = ("facts", "summary", "internal_notes", "objectives", "user_statements")


@pytest.mark.requirement("case-canaries")
def test_no_byte_of_an_overwritten_text_stays(new_database: Callable[[str], Database], tmp_path: Path) -> None:
    """Not even where SQLite moved it while it wrote other cases, as it does in this order of writes."""
    database, chance = new_database("sqlite"), random.Random(27)
    matters, cases = SqlMatters(database), SqlCases(database)
    there = []
    for _ in range(6):
        kind, words = MatterKind.CASE, {"title": "", "description": ""}
        matter = matters.create(OURS, **words, kind=kind, jurisdiction="RO", created_by=ANN, at=START)
        cases.add(case(matter.id))
        there.append(matter.id)

    def write(of: Any, changed: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        stored = cases.get(OURS, of)
        assert stored is not None
        after = replace(stored, details=changed(dict(stored.details)), version=stored.version + 1)
        assert cases.replace(stored.version, after)

    for _ in range(150):
        one = chance.choice(there)
        word = "MARKER " if one == there[0] else "harmles"
        field, size = chance.choice(FIELDS), chance.choice([1, 5, 20, 60, 200])

        def said(details: dict[str, Any], field: str = field, text: str = word * size) -> dict[str, Any]:
            before = details.get(field)
            return {**details, field: [*(before if isinstance(before, list) else []), {"fact": text}]}

        write(one, said)
    assert b"MARKER" in written(tmp_path)

    write(there[0], lambda details: {name: masked(value) for name, value in details.items()})
    database.scrub()
    assert b"MARKER" not in written(tmp_path)


def masked(value: Any) -> Any:
    if isinstance(value, list):
        return [{"fact": one["fact"].replace("MARKER", "{{party0.lastName}}")} for one in value if "fact" in one]
    return value


def written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
