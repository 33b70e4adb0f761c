"""The encoder: texts as vectors of length one, near one another where texts speak of the same thing.

A graph with 8-bit weights, run by onnxruntime on the processor. Each text is run by itself, so that its vector depends
on nothing but the text; several texts are run at once, one a core.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from casewright.adapters.scoring.graph_files import checked_files, cores, load_session, load_tokenizer, writable
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.progress import PASSAGES, report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

FORMAT = 2
GRAPH, TOKENIZER, MANIFEST = "encoder.onnx", "tokenizer.json", "encoder.json"
ENDS = 2
"""The marks around every text, which count as tokens."""

_KEPT = 4_096
"""How many texts' marks wait for whoever reads facts after the vectors were made."""

_BLOCK = 256
"""How many texts are taken up at a time: a token that waits takes a hundred bytes."""


@dataclass(frozen=True, slots=True)
class TokenMarks:
    """What the encoder says of a text's tokens.

    ``places`` (tokens, 2) are where they start and end in the text. ``told`` are the numbers of those, ascending, of
    which any logit reaches ``LEAST``; ``inside`` and ``begin`` (told, fields) are their logits, float16.
    """

    places: NDArray[np.int32]
    told: NDArray[np.int32]
    inside: NDArray[np.float16]
    begin: NDArray[np.float16]


SPEAKING, STRONGEST = 6, 8.0
"""How many tokens speak for a field together, and the logit from which on nothing counts more."""

LEAST = -3.0
"""Tokens whose logits are all below say nothing: no field's line is as low."""


@dataclass(frozen=True, slots=True)
class _Files:
    """What the folder holds, checked."""

    graph: bytes
    tokenizer: str
    window: int
    dimension: int
    fields: tuple[str, ...]


class Encoder:
    """Texts to vectors. Made once and shared: its methods may be called from several threads."""

    def __init__(self, files: _Files, sha256: str, threads: int | None = None) -> None:
        self._files = files
        self._sha256 = sha256
        self._threads = threads or cores()
        self._lock = threading.Lock()
        self._running = threading.BoundedSemaphore(self._threads)
        """For every caller together: what a run takes is kept for the next one, as often as they ran at once."""
        self._session: Any = None
        self._tokenizer: Any = None
        self._keeps_marks = False
        self._marks: OrderedDict[str, TokenMarks] = OrderedDict()

    @classmethod
    def from_folder(cls, folder: Path, threads: int | None = None) -> Encoder:
        """The encoder in this folder; nothing is loaded before the first text comes.

        Raises ``IntegrityError`` where its files are missing, damaged or of another version.
        """
        data, (window, dimension, fields, sha256) = checked_files(
            folder,
            MANIFEST,
            (GRAPH, TOKENIZER),
            format_=FORMAT,
            what="encoder",
            told=lambda said: (
                int(said["window"]),
                int(said["dimension"]),
                tuple(map(str, said["fields"])),
                str(said["sha256"][GRAPH]),
            ),
        )
        files = _Files(data[GRAPH], data[TOKENIZER].decode("utf-8"), window, dimension, fields)
        return cls(files, sha256, threads)

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

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of facts that it marks, by name; none where it marks none."""
        return self._files.fields

    def exceeds(self, text: str) -> bool:
        """Whether the text is longer than what is read of it."""
        _, tokenizer = self._loaded()
        return bool(tokenizer.encode(writable(text)).overflowing)

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Vectors (texts, dimension) of length one, float32; zeros for a text with neither letter nor digit."""
        return self._run(texts, None)

    def read(self, texts: Sequence[str]) -> tuple[FloatArray, FloatArray]:
        """The vectors, and how far each text's tokens speak for each field (texts, fields), from -1 to 1."""
        spoken = np.full((len(texts), len(self.fields)), -1, np.float32)
        return self._run(texts, spoken, self._wait if self._keeps_marks else None), spoken

    def keep_marks(self) -> None:
        """From now on, what ``read`` learns of tokens on its way waits for ``marks``: one pass serves both."""
        self._keeps_marks = bool(self.fields)

    def marks(self, texts: Sequence[str]) -> list[TokenMarks]:
        """What it says of the tokens of each text. What waited for this is not kept any longer."""
        with self._lock:
            found = {text: self._marks.pop(text) for text in set(texts) if text in self._marks}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        for low in range(0, len(missing), _KEPT):
            part = missing[low : low + _KEPT]
            self._run(part, np.empty((len(part), len(self.fields)), np.float32), found.__setitem__)
        return [found.get(text, _NO_MARKS) for text in texts]

    def _run(
        self, texts: Sequence[str], spoken: FloatArray | None, keep: Callable[[str, TokenMarks], None] | None = None
    ) -> FloatArray:
        """The vectors; with ``spoken`` tokens are looked at, too, and ``keep`` gets what is said of them."""
        marks = spoken is not None and bool(self.fields)
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        if len(texts) == 0:
            return vectors
        session, tokenizer = self._loaded()
        for low in range(0, len(texts), _BLOCK):
            stop_if_cancelled()
            if len(texts) > _BLOCK:
                report(low, len(texts), PASSAGES)
            # The fast one does not say where tokens stand.
            encode = tokenizer.encode_batch_fast if keep is None else tokenizer.encode_batch
            encodings = encode([writable(text) for text in texts[low : low + _BLOCK]])
            rows = [np.array([encoding.ids], np.int64) for encoding in encodings]
            wanted = ["vectors", "marks"] if marks else ["vectors"]
            # The longest first, so that no core is left with one at the end.
            order = sorted(
                (place for place, ids in enumerate(rows) if ids.shape[1] > ENDS),
                key=lambda place, rows=rows: -rows[place].shape[1],  # type: ignore[misc]  # mypy#4226
            )

            def run(
                place: int,
                rows: list[NDArray[np.int64]] = rows,
                low: int = low,
                wanted: list[str] = wanted,
                encodings: Any = encodings,
            ) -> None:
                with self._running:
                    made = session.run(wanted, {"ids": rows[place]})
                vectors[low + place] = made[0][0]
                if marks and spoken is not None:
                    spoken[low + place] = speaking(made[1][0])
                    if keep is not None:
                        keep(texts[low + place], told(encodings[place].offsets, made[1][0]))

            if self._threads == 1 or len(order) <= 1:
                for place in order:
                    run(place)
            else:
                with ThreadPoolExecutor(min(self._threads, len(order))) as pool:
                    for _ in pool.map(run, order):
                        pass
        return vectors

    def _wait(self, text: str, marks: TokenMarks) -> None:
        with self._lock:
            self._marks[text] = marks
            while len(self._marks) > 2 * _KEPT:
                self._marks.popitem(last=False)

    def _loaded(self) -> tuple[Any, Any]:
        """The session and the tokenizer, made at the first call."""
        with self._lock:
            if self._session is None:
                self._tokenizer = _tokenizer(self._files)
                self._session = load_session(self._files.graph, "encoder")
            return self._session, self._tokenizer


def speaking(logits: FloatArray) -> FloatArray:
    """From the logits of a text's tokens, (tokens, 2 * fields), how far they speak for each field, from -1 to 1.

    The mean of the highest few, since a mark has several tokens, and what a single one says may be chance.
    """
    inside = logits[1:-1, : logits.shape[1] // 2]
    count = min(SPEAKING, len(inside))
    if not count:
        return np.full(inside.shape[1], -1, np.float32)
    highest = np.partition(inside, len(inside) - count, axis=0)[len(inside) - count :]
    return np.asarray(np.clip(highest.mean(axis=0) / STRONGEST, -1, 1), np.float32)


def told(offsets: Sequence[tuple[int, int]], logits: FloatArray) -> TokenMarks:
    """The marks of one text, without those of the two that stand around every text."""
    fields = logits.shape[1] // 2
    own = logits[1:-1]
    told = np.flatnonzero((own[:, :fields] >= LEAST).any(axis=1))
    said = own[told].astype(np.float16)
    places = np.array(offsets[1:-1], np.int32).reshape(-1, 2)
    return TokenMarks(places, told.astype(np.int32), said[:, :fields], said[:, fields:])


_NOTHING = np.zeros((0, 0), np.float16)
_NO_MARKS = TokenMarks(np.zeros((0, 2), np.int32), np.zeros(0, np.int32), _NOTHING, _NOTHING)


def _tokenizer(files: _Files) -> Any:  # tokenizers has no types for this
    made = load_tokenizer(files.tokenizer, "encoder")
    made.enable_truncation(files.window)
    return made
