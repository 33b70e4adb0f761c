"""How often a yes or a no read off a sentence is right: figures over questions that a test marks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from casewright.errors import InvalidInput
from evals.polarity import figures, marked_in, wrong

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "The Tenant may keep bees.\n\nThe Tenant shall not keep hens.\n\nThe Landlord may call if it rings.\n"
LINES = (
    ("May the tenant keep bees?", "The Tenant may keep bees.", "yes"),
    ("May the tenant keep hens?", "The Tenant shall not keep hens.", "yes"),
    ("May the landlord call?", "The Landlord may call if it rings.", "yes"),
)


def written(folder: Path) -> Path:
    """The questions, marked by places, beside the document; a line of another kind of question is passed over."""
    (folder / "rules.txt").write_text(TEXT, "utf-8")
    lines = [{"file": "rules.txt", "questions": ["How many hens?"], "quote": [0, 3], "kind": "how_many"}]
    for question, quote, says in LINES:
        start = TEXT.index(quote)
        lines.append(
            {"file": "rules.txt", "questions": [question, "bees?"], "quote": [start, start + len(quote)], "says": says}
        )
    path = folder / "marked.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


@pytest.mark.requirement("answer-yes-no")
def test_figures_of_marked_questions(tmp_path: Path) -> None:
    """Decided, right of these, only under conditions, and what sentences of other questions decide."""
    marked = marked_in(written(tmp_path), [tmp_path])
    told = {name: (one.hits, one.of) for name, one in figures(marked).items()}
    assert told == {
        "first wordings: decided": (2, 3),
        "first wordings: right of these": (1, 2),
        "first wordings: only under conditions": (1, 3),
        "other wordings: decided": (0, 3),
        "other wordings: right of these": (0, 0),
        "other wordings: only under conditions": (0, 3),
        "another sentence of the document: decided": (0, 6),
    }
    assert [one.question for one in wrong(marked)] == ["May the tenant keep hens?"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"says": "yes"}', "line 1 of marked.jsonl is no question"),
        ("[]", "line 1 of marked.jsonl is no question"),
        (
            '{"says": "yes", "file": "no.txt", "questions": ["?"], "quote": [0, 3]}',
            "no.txt lies in none",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, line: str, said: str) -> None:
    """A line without its parts, and a document that is not there."""
    path = tmp_path / "marked.jsonl"
    path.write_text(line, "utf-8")
    with pytest.raises(InvalidInput, match=said):
        marked_in(path, [tmp_path])
