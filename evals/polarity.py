"""Whether the yes or the no that is read off a sentence is right, on questions whose answers people marked.

A line of the data is ``{"file", "questions", "quote": [start, end], "says": "yes" or "no"}``, with offsets in the text
that is read of the file; lines without ``says`` are not of yes/no questions and are passed over.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.ingest.reader import FileReader
from casewright.errors import InvalidInput
from casewright.questions.polarity import polarity
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from casewright.questions.polarity import Polarity


@dataclass(frozen=True, slots=True)
class Marked:
    """One wording of a yes/no question, the sentence that answers it, and what it says; ``first`` of its wordings."""

    file: str
    question: str
    first: bool
    sentence: str
    says: str


def marked_in(path: Path, roots: Sequence[Path]) -> list[Marked]:
    """The wordings of a file of questions. Raises ``InvalidInput`` naming a line, or a document that is in no root."""
    texts: dict[str, str] = {}
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            told = json.loads(line)
            if told.get("says") not in ("yes", "no"):
                continue
            start, end = map(int, told["quote"])
            name, questions, says = str(told["file"]), list(map(str, told["questions"])), str(told["says"])
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise InvalidInput(
                f"line {number} of {path.name} is no question ({problem}): it needs file, questions, quote and says"
            ) from problem
        if name not in texts:
            texts[name] = _text(name, roots)
        sentence = texts[name][start:end]
        found += [Marked(name, words, at == 0, sentence, says) for at, words in enumerate(questions)]
    return found


def _text(name: str, roots: Sequence[Path]) -> str:
    path = next((root / name for root in roots if (root / name).is_file()), None)
    if path is None:
        raise InvalidInput(f"{name} lies in none of the folders given: say --root FOLDER for where the documents are")
    return FileReader().read(path.read_bytes(), path.name).text


def figures(marked: Sequence[Marked]) -> dict[str, Share]:
    """The figures by name: of first wordings, which are formal, and of the others, which are not."""
    found = {}
    for name, wanted in (("first wordings", True), ("other wordings", False)):
        told = [(one, polarity(one.question, one.sentence)) for one in marked if one.first is wanted]
        decided = [(one, said) for one, said in told if said in ("yes", "no")]
        found[f"{name}: decided"] = Share(len(decided), len(told))
        found[f"{name}: right of these"] = Share(sum(said == one.says for one, said in decided), len(decided))
        found[f"{name}: only under conditions"] = Share(sum(said == "only_if" for _, said in told), len(told))
    beside = list(_beside([one for one in marked if one.first]))
    found["another sentence of the document: decided"] = Share(sum(one in ("yes", "no") for one in beside), len(beside))
    return found


def wrong(marked: Sequence[Marked]) -> list[Marked]:
    """Those that were decided otherwise than is marked."""
    return [one for one in marked if {polarity(one.question, one.sentence), one.says} == {"yes", "no"}]


def _beside(marked: Sequence[Marked]) -> Iterator[Polarity]:
    """What each question comes to by sentences of the same document that answer other questions."""
    by_file: dict[str, list[Marked]] = defaultdict(list)
    for one in marked:
        by_file[one.file].append(one)
    for listed in by_file.values():
        for one in listed:
            yield from (polarity(one.question, other.sentence) for other in listed if other.sentence != one.sentence)
