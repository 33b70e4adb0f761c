"""Vectors estimated from words: what is stored, what is refused, and that they tell anything."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring import model_file, word_vectors
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.adapters.scoring.word_vectors import ARRAYS, MANIFEST, WordVectors, load, save
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("bulk-cascade")
MODEL = model_file.load().sha256
CLAUSES = (
    "This Agreement shall be governed by and construed in accordance with the laws of the State of New York.",
    "The Tenant shall pay the Landlord a rent of EUR 1,000 a month in advance.",
    "Any notice under this lease shall be in writing and delivered by hand or registered mail.",
    "Either party may terminate this Agreement for convenience upon thirty days' prior written notice.",
    "The Supplier shall indemnify the Buyer against all losses arising out of a breach of this Agreement.",
    "Licensor grants to Licensee a non-exclusive, non-transferable license to use the Software.",
    "Neither party shall assign this Agreement without the prior written consent of the other.",
    "During the term the Company shall not compete with the Distributor in the Territory.",
    "The Contractor shall maintain insurance of not less than one million dollars per occurrence.",
    "",
)


@pytest.fixture(scope="module")
def scorer() -> EmbeddedScorer:
    """The shipped scorer."""
    return EmbeddedScorer.from_folder(threads=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of what ships."""
    for name in (ARRAYS, MANIFEST):
        shutil.copy(SHIPPED / name, tmp_path)
    return tmp_path


def test_estimates_are_near_what_the_encoder_says(scorer: EmbeddedScorer) -> None:
    """Each clause's estimated vector is nearer to its own than to any other clause's, for most."""
    counted = scorer.counted(CLAUSES[:-1])
    guessed = scorer.estimated(counted, scorer.word_vectors)
    read = scorer.features(CLAUSES[:-1]).vectors.astype(np.float32)
    axes = np.eye(read.shape[1], dtype=np.float32)
    vectors = np.stack([guessed.along(axis) for axis in axes], axis=1)
    nearest = ((vectors / np.linalg.norm(vectors, axis=1, keepdims=True)) @ read.T).argmax(axis=1)
    assert (nearest == np.arange(len(read))).mean() >= 0.8


def test_product_is_that_of_the_map(scorer: EmbeddedScorer) -> None:
    """Along a short direction and a long one, and with a text that has no words."""
    made, features = scorer.word_vectors, scorer.counted(CLAUSES)
    guessed = scorer.estimated(features, made)
    weights = np.zeros((len(CLAUSES), 1 << 16), np.float64)
    indptr, index, values, _ = scorer.weighted_rows(features)
    for row in range(len(CLAUSES)):
        weights[row, index[indptr[row] : indptr[row + 1]]] = values[indptr[row] : indptr[row + 1]]
    whole = weights[:, made.index] @ (made.left * made.steps).astype(np.float64) @ made.right + made.middle
    draw = np.random.default_rng(0)
    for width in (384, made.right.shape[1]):
        direction = draw.standard_normal(width).astype(np.float32)
        assert np.allclose(guessed.along(direction), whole[:, :width] @ direction, atol=1e-4)
    assert guessed.has_vectors
    assert not features.has_vectors


def test_saved_is_loaded_the_same(tmp_path: Path) -> None:
    """And the same numbers give the same bytes."""
    made = load(SHIPPED, MODEL)
    digest = save(made, tmp_path)
    again = load(tmp_path, MODEL)
    assert digest == again.sha256 == made.sha256
    for name in ("index", "left", "steps", "right", "middle"):
        assert (getattr(again, name) == getattr(made, name)).all()


def test_what_is_damaged_is_refused(folder: Path) -> None:
    """With what to do about it."""
    (folder / ARRAYS).write_bytes((folder / ARRAYS).read_bytes()[:-1])
    with pytest.raises(IntegrityError, match=r"word vectors in .* damaged: the SHA-256 of words\.npz .*install"):
        load(folder, MODEL)
    (folder / ARRAYS).unlink()
    with pytest.raises(IntegrityError, match=r"word vectors in .* cannot be read .*install casewright again"):
        load(folder, MODEL)


def test_those_of_another_model_are_refused(folder: Path) -> None:
    """Features are weighed by the model file, so that they belong to one."""
    with pytest.raises(IntegrityError, match=r"another model's: .* not with '00000000': install"):
        load(folder, "0" * 64)


def test_what_does_not_fit_together_is_refused(tmp_path: Path) -> None:
    """Neither numbers of another shape nor a file of something else, whose hash is right."""
    made = load(SHIPPED, MODEL)
    save(WordVectors(made.index[:-1], made.left, made.steps, made.right, made.middle, MODEL), tmp_path)
    with pytest.raises(IntegrityError, match="do not hold what they should .*do not fit together"):
        load(tmp_path, MODEL)
    (tmp_path / ARRAYS).write_bytes(b"no arrays")
    manifest = json.loads((tmp_path / MANIFEST).read_text("utf-8"))
    manifest["sha256"][ARRAYS] = hashlib.sha256(b"no arrays").hexdigest()
    (tmp_path / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(IntegrityError, match="do not hold what they should"):
        load(tmp_path, MODEL)


def test_model_without_them_says_so(tmp_path: Path) -> None:
    """A cascade needs them; the full pass does not."""
    for file in SHIPPED.iterdir():
        if file.name not in (ARRAYS, MANIFEST):
            shutil.copy(file, tmp_path)
    scorer = EmbeddedScorer.from_folder(tmp_path, threads=1)
    assert scorer.score("{IS governing law clause}", CLAUSES[:1]).shape == (1,)
    with pytest.raises(IntegrityError, match="word vectors"):
        _ = scorer.word_vectors


def test_shipped_ones_are_of_the_shipped_model() -> None:
    """``python -m training words`` is run again with every model."""
    assert word_vectors.load(SHIPPED, MODEL).model == MODEL
