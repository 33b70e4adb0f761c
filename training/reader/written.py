"""Questions that people wrote over documents, each with its answer's place.

A line of ``questions.jsonl`` is ``{"file", "questions", "kind", "answer": [start, end], "quote": [start, end]}`` with
offsets in the text that the product reads of the file, or ``{"file", "questions", "absent": true}`` where the document
does not answer. The file holds no word of the documents.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from training.reader.passages import cut, stands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Written:
    """Wordings of one question about one document; ``answer`` and ``quote`` are None where it does not answer."""

    file: str
    questions: Sequence[str]
    kind: str
    answer: tuple[int, int] | None
    quote: tuple[int, int] | None
    says: str = ""


def placed(lines: Sequence[str], folder: Path) -> Iterator[dict[str, Any]]:
    """Lines whose answers and quotes are words as lines with places instead; those that stand nowhere are left out."""
    for line in lines:
        told = json.loads(line)
        path = folder / told["file"]
        if not path.exists():
            path = folder / (told["file"] + ".txt")
        told["file"] = path.name
        if told.get("absent"):
            yield {"file": path.name, "questions": told["questions"], "absent": True}
            continue
        text = cut(path).text
        quote = stands(text, told["quote"])
        answer = None if quote is None else stands(text, told["answer"], *quote)
        if quote is not None and answer is not None:
            yield told | {"quote": list(quote), "answer": list(answer)}


def read(path: Path) -> list[Written]:
    """The questions of a file."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        told = json.loads(line)
        answer, quote = (tuple(told[key]) if key in told else None for key in ("answer", "quote"))
        kind, says = told.get("kind", "absent"), told.get("says", "")
        found.append(Written(told["file"], told["questions"], kind, answer, quote, says))
    return found
