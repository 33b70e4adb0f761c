"""The encoder: texts as vectors of length one, near one another where texts speak of the same thing.

A graph with 8-bit weights, run by onnxruntime on the processor. Each text is run by itself, so that its vector depends
on nothing but the text; several texts are run at once, one a core.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from casewright.errors import IntegrityError
from casewright.tools.cancellation import stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

FORMAT = 1
GRAPH, TOKENIZER, MANIFEST = "encoder.onnx", "tokenizer.json", "encoder.json"
_ENDS = 2
"""The marks around every text, which count as tokens."""

_BLOCK = 256
"""How many texts are taken up at a time: a token that waits takes a hundred bytes."""

_REINSTALL = "install casewright again"


@dataclass(frozen=True, slots=True)
class _Files:
    """What the folder holds, checked."""

    graph: bytes
    tokenizer: str
    window: int
    dimension: int


class Encoder:
    """Texts to vectors. Made once and shared: its methods may be called from several threads."""

    def __init__(self, files: _Files, sha256: str, threads: int | None = None) -> None:
        self._files = files
        self._sha256 = sha256
        self._threads = threads or max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
        self._lock = threading.Lock()
        self._running = threading.BoundedSemaphore(self._threads)
        """For every caller together: what a run takes is kept for the next one, as often as they ran at once."""
        self._session: Any = None
        self._tokenizer: Any = None

    @classmethod
    def from_folder(cls, folder: Path, threads: int | None = None) -> Encoder:
        """The encoder in this folder; nothing is loaded before the first text comes.

        Raises ``IntegrityError`` where its files are missing, damaged or of another version.
        """
        try:
            manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
            made_for, expected = manifest["format"], dict(manifest["sha256"])
            window, dimension = int(manifest["window"]), int(manifest["dimension"])
            data = {name: (folder / name).read_bytes() for name in (GRAPH, TOKENIZER)}
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise IntegrityError(
                f"The encoder in {str(folder)!r} cannot be read ({type(problem).__name__}: {problem}): {_REINSTALL}."
            ) from problem
        if made_for != FORMAT:
            raise IntegrityError(
                f"The encoder in {str(folder)!r} has format {made_for!r}, this version reads {FORMAT}: {_REINSTALL}."
            )
        for name, content in data.items():
            actual = hashlib.sha256(content).hexdigest()
            if actual != expected.get(name):
                raise IntegrityError(
                    f"The encoder in {str(folder)!r} is damaged: the SHA-256 of {name} begins with {actual[:8]!r}, "
                    f"not with {str(expected.get(name))[:8]!r}: {_REINSTALL}."
                )
        files = _Files(data[GRAPH], data[TOKENIZER].decode("utf-8"), window, dimension)
        return cls(files, str(expected[GRAPH]), threads)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the graph."""
        return self._sha256

    @property
    def window(self) -> int:
        """How many tokens of a text are read; the rest counts for nothing."""
        return self._files.window

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._files.dimension

    def exceeds(self, text: str) -> bool:
        """Whether the text is longer than what is read of it."""
        _, tokenizer = self._loaded()
        return bool(tokenizer.encode(_writable(text)).overflowing)

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Vectors (texts, dimension) of length one, float32; zeros for a text with neither letter nor digit."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        if len(texts) == 0:
            return vectors
        session, tokenizer = self._loaded()
        for low in range(0, len(texts), _BLOCK):
            stop_if_cancelled()
            encodings = tokenizer.encode_batch_fast([_writable(text) for text in texts[low : low + _BLOCK]])
            rows = [np.array([encoding.ids], np.int64) for encoding in encodings]
            # The longest first, so that no core is left with one at the end.
            order = sorted(
                (place for place, ids in enumerate(rows) if ids.shape[1] > _ENDS),
                key=lambda place, rows=rows: -rows[place].shape[1],  # type: ignore[misc]  # mypy#4226
            )

            def run(place: int, rows: list[NDArray[np.int64]] = rows, low: int = low) -> None:
                with self._running:
                    vectors[low + place] = session.run(None, {"ids": rows[place]})[0][0]

            if self._threads == 1 or len(order) <= 1:
                for place in order:
                    run(place)
            else:
                with ThreadPoolExecutor(min(self._threads, len(order))) as pool:
                    for _ in pool.map(run, order):
                        pass
        return vectors

    def _loaded(self) -> tuple[Any, Any]:
        """The session and the tokenizer, made at the first call."""
        with self._lock:
            if self._session is None:
                self._tokenizer = _tokenizer(self._files)
                self._session = _session(self._files.graph)
            return self._session, self._tokenizer


def _writable(text: str) -> str:
    """The text without half characters, which no encoding knows."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _session(graph: bytes) -> Any:  # onnxruntime has no types
    # Read when the library is imported: without it, onnxruntime may keep and send figures about its use.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as problem:  # onnxruntime raises classes of its own for each of its statuses
        raise IntegrityError(
            f"onnxruntime {onnxruntime.__version__} cannot run the encoder "
            f"({type(problem).__name__}: {str(problem)[:200]}): {_REINSTALL}."
        ) from problem


def _tokenizer(files: _Files) -> Any:  # tokenizers has no types for this
    from tokenizers import Tokenizer

    try:
        made = Tokenizer.from_str(files.tokenizer)
    except Exception as problem:  # the library raises bare Exception
        raise IntegrityError(
            f"The encoder's tokenizer cannot be read ({str(problem)[:200]}): {_REINSTALL}."
        ) from problem
    made.enable_truncation(files.window)
    made.no_padding()
    return made
