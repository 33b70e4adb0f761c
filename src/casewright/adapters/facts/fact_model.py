"""How places are read off what the encoder says of tokens: lines, calibration, and which fields rules read better.

``model/facts.npz`` holds the numbers, ``model/facts.json`` the rest and their SHA-256; made by training.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.adapters.facts.decoding import SHAPE
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

FORMAT: Final = 1
ARRAYS, MANIFEST = "facts.npz", "facts.json"
_REINSTALL: Final = "install casewright again"


@dataclass(frozen=True, slots=True)
class FactManifest:
    """What is known of a model before its numbers are read; ``FactModel`` says what each is.

    ``name`` is such as ``facts-0.3+1a2b3c4d``: the version, and the beginning of the manifest's own SHA-256, which
    changes with the numbers, the encoder and the fields that are left to rules. ``sha256`` is that of the numbers.
    """

    name: str
    version: str
    encoder: str
    fields: tuple[str, ...]
    by_rule: frozenset[str]
    sha256: str

    @property
    def preferred(self) -> frozenset[str]:
        """The fields that the model reads better than rules."""
        return frozenset(self.fields) - self.by_rule


@dataclass(frozen=True, slots=True)
class FactModel:
    """One item, or row, a field, in the order of ``fields``.

    A token belongs to a place where its logit is at least ``lines``, and begins another where that of its beginning is
    at least ``anew``; places of a field with ``whole`` take in sentences of which they have half. A place's confidence
    is ``1 / (1 + exp(-weights · (1, *shape)))``, at most ``most``, and it is given where that is at least ``least``.
    ``by_rule`` are fields that rules read better; ``encoder`` is the SHA-256 of the encoder that marked the tokens.
    """

    version: str
    encoder: str
    fields: tuple[str, ...]
    by_rule: frozenset[str]
    lines: FloatArray
    anew: FloatArray
    whole: NDArray[np.bool_]
    weights: FloatArray
    least: FloatArray
    most: FloatArray
    name: str = ""


def read_manifest(folder: Path) -> FactManifest:
    """What is said of the model in this folder. Raises ``IntegrityError`` as ``load``."""
    with _told(folder):
        data = (folder / MANIFEST).read_bytes()
        about = json.loads(data)
        if about["format"] != FORMAT:
            raise ValueError(f"its format is {about['format']!r}, this version reads {FORMAT}")
        version = str(about["version"])
        return FactManifest(
            f"facts-{version}+{hashlib.sha256(data).hexdigest()[:8]}",
            version,
            str(about["encoder"]),
            tuple(map(str, about["fields"])),
            frozenset(map(str, about["by_rule"])),
            str(about["sha256"]),
        )


def load(folder: Path) -> FactModel:
    """The model in this folder. Raises ``IntegrityError`` where it is missing, damaged or of another version."""
    about = read_manifest(folder)
    with _told(folder):
        data = (folder / ARRAYS).read_bytes()
        actual = hashlib.sha256(data).hexdigest()
        if actual != about.sha256:
            raise ValueError(f"its SHA-256 begins with {actual[:8]!r}, not with {about.sha256[:8]!r}")
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in ("lines", "anew", "whole", "weights", "least", "most")}
        if arrays["weights"].shape != (len(about.fields), SHAPE + 1):
            raise ValueError(f"its weights have the shape {arrays['weights'].shape}")
        return FactModel(about.version, about.encoder, about.fields, about.by_rule, **arrays, name=about.name)


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as problem:
        raise IntegrityError(
            f"The model of facts in {str(folder)!r} cannot be read ({type(problem).__name__}: {problem}): {_REINSTALL}."
        ) from problem


def save(model: FactModel, folder: Path) -> str:
    """Write the model and its manifest; its SHA-256. For training."""
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        lines=model.lines,
        anew=model.anew,
        whole=model.whole,
        weights=model.weights,
        least=model.least,
        most=model.most,
    )
    data = buffer.getvalue()
    digest = hashlib.sha256(data).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ARRAYS).write_bytes(data)
    manifest = {
        "format": FORMAT,
        "version": model.version,
        "encoder": model.encoder,
        "sha256": digest,
        "fields": list(model.fields),
        "by_rule": sorted(model.by_rule),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return digest
