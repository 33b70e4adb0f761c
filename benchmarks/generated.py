"""Contracts made by recombining sentences of the sample matter: any number of clauses, the same for the same seed."""

from __future__ import annotations

import re
import zlib
from contextlib import closing
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.ingest.reader import FileReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

CLAUSES_A_CONTRACT = 75
_SENTENCE = re.compile(r"(?<=[.;:])\s+")
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_LENGTHS = (1, 2, 2, 3, 3, 4)
"""How many sentences a clause has, each as likely."""
_MIXED = 3


def sample_clauses() -> list[str]:
    """The clauses of the sample matter, cut as the product cuts them."""
    folder = files("casewright") / "samples" / "smith_v_jones"
    found: list[str] = []
    with closing(FileReader()) as reader:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(tuple(reader.extensions())):
                reading = reader.read(entry.read_bytes(), entry.name)
                found += [reading.text[chunk.start : chunk.end] for chunk in reading.chunks]
    return found


def clauses(count: int, seed: int = 0) -> list[str]:
    """Clauses of one to four sentences from different places, with other numbers in them; hardly two are equal."""
    random = np.random.default_rng(seed)
    pool = [part for text in sample_clauses() for part in _SENTENCE.split(" ".join(text.split())) if len(part) > 40]

    def clause() -> str:
        chosen = random.integers(0, len(pool), random.choice(_LENGTHS)).tolist()
        return " ".join(_NUMBER.sub(lambda _: str(random.integers(1, 1_000)), pool[at]) for at in chosen)

    return [clause() for _ in range(count)]


def contracts(count: int, seed: int = 0) -> list[str]:
    """Contracts of ``CLAUSES_A_CONTRACT`` numbered clauses each."""
    every = clauses(count * CLAUSES_A_CONTRACT, seed)
    starts = range(0, len(every), CLAUSES_A_CONTRACT)
    return [
        f"AGREEMENT No. {number}\n\n"
        + "\n\n".join(f"{at}. {text}" for at, text in enumerate(every[low : low + CLAUSES_A_CONTRACT], start=1))
        for number, low in enumerate(starts, start=1)
    ]


def vectors(texts: Sequence[str], known: FloatArray) -> NDArray[np.float16]:
    """A vector of length one for each text, the mean of some of the ``known``: what takes the encoder minutes."""
    chosen = np.array(
        [[zlib.crc32(text.encode()) * (part + 1) % len(known) for part in range(_MIXED)] for text in texts]
    )
    if len(texts) == 0:
        return np.empty((0, known.shape[1]), np.float16)
    mixed = known[chosen].mean(axis=1)
    lengths = np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-6)
    return np.asarray(mixed / lengths, np.float16)
