"""An encoder over the shipped tokenizer whose graph is a few lines of Python: it marks words that it was told of."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from casewright.adapters.facts.decoding import SHAPE
from casewright.adapters.facts.fact_model import FactModel
from casewright.adapters.scoring import encoder as encoders
from casewright.adapters.scoring.encoder import FORMAT, GRAPH, MANIFEST, TOKENIZER, Encoder
from casewright.adapters.scoring.model_file import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pytest

YES, NO = 4.0, -5.0


class MarkingSession:
    """Says ``YES`` of each token of a field's word, and keeps every sequence of token numbers that it was given."""

    def __init__(self, told: Mapping[int, Sequence[int]]) -> None:
        self._told = told
        self.runs: list[list[int]] = []

    def run(self, wanted: Sequence[str], given: Mapping[str, Any]) -> list[Any]:
        """Vectors of length one, and the logits of each token where they are wanted."""
        [ids] = given["ids"].tolist()
        self.runs.append(ids)
        marks = np.full((1, len(ids), 2 * len(self._told)), NO, np.float32)
        for field, words in self._told.items():
            marks[0, [place for place, one in enumerate(ids) if one in words], field] = YES
        vector = np.full((1, 4), 0.5, np.float32)
        return [vector, marks] if "marks" in wanted else [vector]


def marking_encoder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: Mapping[str, str], window: int = 64
) -> tuple[Encoder, MarkingSession]:
    """An encoder with these fields, each with the word that it marks, and its session. ``folder`` gets its files."""
    data = {GRAPH: b"lines of Python", TOKENIZER: (SHIPPED / TOKENIZER).read_bytes()}
    for name, content in data.items():
        (folder / name).write_bytes(content)
    sha256 = {name: hashlib.sha256(content).hexdigest() for name, content in data.items()}
    manifest = {"format": FORMAT, "window": window, "dimension": 4, "fields": list(words), "sha256": sha256}
    (folder / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    made = Encoder.from_folder(folder, threads=2)
    tokenizer = encoders._tokenizer(made._files)
    session = MarkingSession({place: tokenizer.encode(one).ids[1:-1] for place, one in enumerate(words.values())})
    monkeypatch.setattr(encoders, "load_session", lambda _graph, _what: session)
    return made, session


def fact_model(encoder: Encoder, by_rule: frozenset[str] = frozenset(), *, bias: float = 2.0) -> FactModel:
    """A model for the encoder: each place is as sure as ``bias`` says, and given from a half on."""
    count = len(encoder.fields)
    weights = np.zeros((count, SHAPE + 1), np.float32)
    weights[:, 0] = bias
    return FactModel(
        "9.9",
        encoder.sha256,
        encoder.fields,
        by_rule,
        lines=np.zeros(count, np.float32),
        anew=np.full(count, 99, np.float32),
        whole=np.zeros(count, np.bool_),
        weights=weights,
        least=np.full(count, 0.5, np.float32),
        most=np.full(count, 0.89, np.float32),
        name="facts-9.9+abcdef01",
    )
