"""What is kept of a partition beside its corpus, as Parquet: its texts, their features, and every statement's scores.

Laid out as ``readings-V/F.parquet``, ``features-MODEL/F.parquet`` and ``scores-MODEL/S/F.parquet``, where F is the
partition's fingerprint and S the beginning of the statement's SHA-256. A row of features is one distinct text that is
scored, in the order in which they occur; a vector of half precision is there once the encoder has read the text.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from casewright.adapters.bulk.reading_wire import packed, unpacked
from casewright.adapters.bulk.tables import Broken, from_parquet, to_parquet
from casewright.adapters.scoring.features import Features
from casewright.adapters.scoring.graph_files import writable
from casewright.domain.bulk_documents import BulkDocument
from casewright.domain.documents import READER_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.adapters.bulk.places import Place
    from casewright.domain.bulk import Partition

    FloatArray = NDArray[np.float32]

_READINGS: Final = {
    "source": "VARCHAR",
    "document": "VARCHAR",
    "sha256": "VARCHAR",
    "media_type": "VARCHAR",
    "text": "VARCHAR",
    "parts": "VARCHAR",
    "reason": "VARCHAR",
}
_FEATURES: Final = {"words": "BLOB", "counts": "BLOB", "vector": "BLOB", "spoken": "BLOB"}
_SCORES: Final = {"score": "FLOAT"}
_STATEMENT = 16


class KeptPartition:
    """The files of one partition. Where they cannot be written, nothing is lost but time: ``problem`` says why."""

    def __init__(self, place: Place | None, partition: Partition) -> None:
        self._place, self._name = place, f"{partition.fingerprint}.parquet"
        self.problem = ""

    def documents(self) -> list[BulkDocument] | None:
        """What was read; None where nothing is kept, or this version would read it otherwise."""
        found = self._read(f"readings-{READER_VERSION}/{self._name}", _READINGS)
        if found is None:
            return None
        try:
            return [_document(*row) for row in zip(*(found[name] for name in _READINGS), strict=True)]
        except (ValueError, KeyError, TypeError):
            return None

    def keep_documents(self, documents: Sequence[BulkDocument]) -> None:
        """Keep what was read."""
        readings = [one.reading for one in documents]
        columns = {
            "source": [writable(one.source) for one in documents],
            "document": [writable(one.document) for one in documents],
            "sha256": [one.sha256 for one in documents],
            "media_type": [None if one is None else one.media_type for one in readings],
            "text": [None if one is None else writable(one.text) for one in readings],
            "parts": [None if one is None else packed(one) for one in readings],
            "reason": [writable(one.reason) for one in documents],
        }
        self._write(f"readings-{READER_VERSION}/{self._name}", _READINGS, columns)

    def features(self, model: str) -> tuple[Features, NDArray[np.bool_]] | None:
        """The features of the distinct texts, and which of them the encoder has read; None where none are kept."""
        found = self._read(f"features-{model}/{self._name}", _FEATURES)
        if found is None:
            return None
        encoded = np.array([one is not None for one in found["vector"]], np.bool_)
        lengths = np.array([len(one) for one in found["counts"]], np.int64)
        indptr = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        features = Features(
            indptr,
            np.frombuffer(b"".join(found["words"]), "<u2").astype(np.uint16, copy=False),
            np.frombuffer(b"".join(found["counts"]), np.uint8),
            _rows(found["vector"], encoded),
            _rows(found["spoken"], encoded),
        )
        return features, encoded

    def keep_features(self, model: str, features: Features, encoded: NDArray[np.bool_]) -> None:
        """Keep the features; rows that the encoder has not read have no vector."""
        bounds = features.indptr.tolist()
        words, counts = features.index.astype("<u2"), features.count
        columns = {
            "words": [words[low:high].tobytes() for low, high in pairwise(bounds)],
            "counts": [counts[low:high].tobytes() for low, high in pairwise(bounds)],
            "vector": _blobs(features.vectors, encoded),
            "spoken": _blobs(features.spoken, encoded),
        }
        self._write(f"features-{model}/{self._name}", _FEATURES, columns)

    def scores(self, model: str, statement: str) -> FloatArray | None:
        """The statement's scores of the distinct texts; None where none are kept."""
        found = self._read(self._scores(model, statement), _SCORES)
        return None if found is None else np.asarray(found["score"], np.float32)

    def keep_scores(self, model: str, statement: str, scores: FloatArray) -> None:
        """Keep them."""
        self._write(self._scores(model, statement), _SCORES, {"score": scores})

    def _scores(self, model: str, statement: str) -> str:
        return f"scores-{model}/{sha256(statement.encode()).hexdigest()[:_STATEMENT]}/{self._name}"

    def _read(self, path: str, schema: dict[str, str]) -> dict[str, NDArray[Any]] | None:
        if self._place is None:
            return None
        try:
            return from_parquet(self._place.read(path), list(schema))
        except FileNotFoundError:
            return None
        except (Broken, OSError):
            return None  # it is made again

    def _write(self, path: str, schema: dict[str, str], columns: dict[str, Any]) -> None:
        if self._place is None or self.problem:
            return
        try:
            self._place.write(path, to_parquet(schema, columns))
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            self.problem = f"Features and scores could not be kept at {self._place.address!r} ({reason})"


def _document(
    source: str, document: str, digest: str, media_type: str | None, text: str | None, parts: str | None, reason: str
) -> BulkDocument:
    reading = None if text is None or parts is None else unpacked(media_type or "", text, parts)
    return BulkDocument(source, document, digest, reading, reason)


def _blobs(rows: NDArray[np.float16], encoded: NDArray[np.bool_]) -> list[bytes | None]:
    if not rows.shape[1]:
        return [b"" if one else None for one in encoded]
    plain = rows.astype("<f2")
    return [plain[place].tobytes() if one else None for place, one in enumerate(encoded.tolist())]


def _rows(blobs: NDArray[Any], encoded: NDArray[np.bool_]) -> NDArray[np.float16]:
    """The blobs as rows, zeros where there is none."""
    there = [bytes(one) for one in blobs if one is not None]
    width = len(there[0]) // 2 if there else 0
    rows = np.zeros((len(blobs), width), np.float16)
    if width:
        rows[encoded] = np.frombuffer(b"".join(there), "<f2").reshape(len(there), width)
    return rows
