"""Vectors estimated from counted words: where the encoder's vector of a text most likely lies, without running it.

A linear map of low rank from a text's weighted features to the encoder's space, fitted to the vectors that the encoder
made of contracts (``python -m training words``). It serves to rank texts, so that the encoder need read only those of
which words leave doubt; nothing that is shown to anybody is scored by it.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.adapters.scoring.features import SIZE, Features
from casewright.adapters.scoring.graph_files import REINSTALL, checked_files
from casewright.adapters.scoring.weighting import row_sums, weigh
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

FORMAT: Final = 1
ARRAYS, MANIFEST = "words.npz", "words.json"


@dataclass(frozen=True, slots=True)
class WordVectors:
    """The map: a text's estimated vector is ``middle + (weights of its features · left) · right``.

    ``index`` (kept,) are the features that tell anything, ascending; ``left`` (kept, rank) what each adds, in
    ``steps`` (rank,) of which there are 127 either side of zero; ``right`` (rank, dimension + fields) and ``middle``
    (dimension + fields,) lead to the encoder's vectors and to what tokens speak for. ``model`` is the SHA-256 of the
    model file that weighs the features and names the encoder, ``sha256`` that of its own file, "" where it is in none.
    """

    index: NDArray[np.uint16]
    left: NDArray[np.int8]
    steps: FloatArray
    right: FloatArray
    middle: FloatArray
    model: str
    sha256: str = ""

    def along(self, direction: FloatArray) -> tuple[FloatArray, float]:
        """What each feature, shape (SIZE,), and every text adds to the product with a direction."""
        width = len(direction)
        # Not a matrix product, which may round differently from one machine to the next.
        by_rank = np.einsum("ij,j->i", self.right[:, :width], direction) * self.steps
        added = np.zeros(SIZE, np.float32)
        added[self.index] = np.einsum("ij,j->i", self.left, by_rank)
        return added, float(np.einsum("i,i->", self.middle[:width], direction))


@dataclass(frozen=True, slots=True)
class EstimatedFeatures(Features):
    """Counted words whose vectors are estimated from them. ``weights`` is one an entry, as ``weigh`` makes them."""

    weights: FloatArray = field(kw_only=True)
    estimates: WordVectors = field(kw_only=True)

    @property
    def has_vectors(self) -> bool:
        """Always: ``along`` estimates them."""
        return True

    def along(self, direction: FloatArray) -> FloatArray:
        """The products of the estimated vectors with one direction, each to the last bit its row's own."""
        added, everywhere = self.estimates.along(direction)
        return row_sums(self, added[self.index] * self.weights) + np.float32(everywhere)


def estimated(features: Features, estimates: WordVectors, idf: FloatArray) -> EstimatedFeatures:
    """The same texts, as if nothing were known of their vectors but their words."""
    nothing = np.empty((len(features), 0), np.float16)
    return EstimatedFeatures(
        features.indptr,
        features.index,
        features.count,
        nothing,
        nothing,
        weights=weigh(features, idf),
        estimates=estimates,
    )


def load(folder: Path, model: str) -> WordVectors:
    """Those of the model in this folder. Raises ``IntegrityError`` where missing, damaged or of another model file."""
    data, made_for = checked_files(
        folder, MANIFEST, (ARRAYS,), format_=FORMAT, what="word vectors", told=lambda said: str(said["model"])
    )
    if made_for != model:
        raise IntegrityError(
            f"The word vectors in {str(folder)!r} are another model's: the SHA-256 of theirs begins with "
            f"{made_for[:8]!r}, not with {model[:8]!r}: {REINSTALL}."
        )
    try:
        with np.load(io.BytesIO(data[ARRAYS]), allow_pickle=False) as stored:
            index, left, steps, right, middle = (stored[name] for name in ("index", "left", "steps", "right", "middle"))
        if left.shape != (len(index), len(steps)) or right.shape != (len(steps), len(middle)):
            raise ValueError(f"{left.shape} and {right.shape} do not fit together")
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
        raise IntegrityError(
            f"The word vectors in {str(folder)!r} do not hold what they should "
            f"({type(problem).__name__}: {problem}): {REINSTALL}."
        ) from problem
    digest = hashlib.sha256(data[ARRAYS]).hexdigest()
    return WordVectors(index, left, steps, right.astype(np.float32), middle.astype(np.float32), model, digest)


def save(made: WordVectors, folder: Path) -> str:
    """Write them with their manifest; the SHA-256 of the file, the same for the same numbers. For training."""
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        allow_pickle=False,
        index=made.index,
        left=made.left,
        steps=made.steps.astype(np.float32),
        right=made.right.astype(np.float16),
        middle=made.middle.astype(np.float16),
    )
    data = buffer.getvalue()
    digest = hashlib.sha256(data).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ARRAYS).write_bytes(data)
    manifest = {"format": FORMAT, "model": made.model, "sha256": {ARRAYS: digest}, "bytes": len(data)}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return digest
