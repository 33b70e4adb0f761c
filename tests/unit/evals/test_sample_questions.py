"""The questions about the sample matter against its documents."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.scoring import load_reader
from evals.answers import sample_questions

if TYPE_CHECKING:
    from evals.answers import Question

FOLDER = files("casewright").joinpath("samples", "smith_v_jones")


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    reader = load_reader()
    try:
        texts = {
            file.name: reader.read(file.read_bytes(), file.name).text
            for file in FOLDER.iterdir()
            if file.name.endswith((".pdf", ".docx", ".txt", ".md"))
        }
    finally:
        reader.close()
    return sample_questions(files("evals").joinpath("sample_questions.toml").read_text("utf-8"), texts)


@pytest.mark.requirement("extract-questions")
def test_every_answer_stands_in_its_document(questions: list[Question]) -> None:
    """150 questions and more have an answer at exact offsets, 40 and more have none; no document is asked one twice."""
    answerable = [one for one in questions if one.spans]
    assert len(answerable) >= 150
    assert len(questions) - len(answerable) >= 40
    assert len({one.document for one in questions}) == 7
    assert [pair for pair, count in Counter((one.document, one.ask) for one in questions).items() if count > 1] == []


def test_a_third_is_kept(questions: list[Question]) -> None:
    """At least a third of the questions is of documents that were not looked at while the extractor was written."""
    kept = sum(one.group == "kept" for one in questions)
    assert kept >= len(questions) / 3
