"""The reader: question and passage through one small encoder together, which says where an answer begins and ends.

A graph with 8-bit weights (``model/reader.onnx``), learned by ``python -m training reader``; ``model/MODEL_CARD.md``
says from what. It can only point at words of a passage, or say that none answers.
"""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from casewright.adapters.answers.romanian import gloss
from casewright.adapters.scoring.graph_files import checked_files, cores, load_session, load_tokenizer, writable
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.ports.search import FoundSpan
from casewright.vocabulary.lookalikes import read_alike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.answers.romanian import Glossed
    from casewright.tools.ports.search import Unit

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]

FORMAT: Final = 1
GRAPH, TOKENIZER, MANIFEST = "reader.onnx", "tokenizer.json", "reader.json"
SHIPPED: Final = Path(__file__).parent / "model"
LONGEST: Final = 48
"""Tokens of an answer."""
_STEP: Final = 0.6
"""Windows of a long passage begin so much of a window apart."""
_FAR: Final = 20.0
"""A margin beyond which nothing is surer."""


@dataclass(frozen=True, slots=True)
class _Told:
    """How many tokens of a question are read, and of question and passage together; how sure an answer is."""

    asked: int
    window: int
    weighing: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Window:
    """Tokens of a question and of a part of a passage, of which ``places`` (tokens, 2) say where they stand."""

    passage: int
    ids: IntArray
    begins: int
    places: IntArray
    own: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """A passage as it is read: its text, where its own words begin there; of a Romanian one also where words stand."""

    passage: Unit
    text: str
    own: int
    glossed: Glossed | None

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """text[start:end] among the passage's own words, without white space at its ends; None where none are left."""
        low, high = (start, end) if self.glossed is None else self.glossed.span(start, end)
        low = max(low, self.passage.own)
        told = self.passage.text[low:high]
        low, high = low + len(told) - len(told.lstrip()), low + len(told.rstrip())
        return (low - self.passage.own, high - self.passage.own) if low < high else None


@dataclass(frozen=True, slots=True)
class _Best:
    """The best answer of a window: how far above none, and where it stands in what was read."""

    margin: float
    passage: int
    start: int
    end: int


class SpanReader:
    """Fits ``tools.ports.search.SpanReader``. Made once and shared: it may be called from several threads."""

    def __init__(self, graph: bytes, tokenizer: str, told: _Told) -> None:
        self._graph, self._text, self._told = graph, tokenizer, told
        self._lock = threading.Lock()
        self._running = threading.BoundedSemaphore(cores())
        self._session: Any = None
        self._tokenizer: Any = None

    @classmethod
    def from_folder(cls, folder: Path = SHIPPED) -> SpanReader:
        """The reader in this folder. Raises ``IntegrityError`` where its files are missing, damaged or of another
        version.
        """
        data, told = checked_files(
            folder,
            MANIFEST,
            (GRAPH, TOKENIZER),
            format_=FORMAT,
            what="reader",
            told=lambda said: _Told(
                int(said["asked"]), int(said["window"]), {k: float(v) for k, v in said["weighing"].items()}
            ),
        )
        return cls(data[GRAPH], data[TOKENIZER].decode("utf-8"), told)

    def find(self, question: str, passages: Sequence[Unit], *, romanian: bool = False) -> Sequence[FoundSpan]:
        """The best words of each passage, surest first; ``romanian`` says that the question is."""
        asked = gloss(question).text if romanian else read_alike(question)
        seen = [_seen(one) for one in passages]
        bests: dict[int, _Best] = {}
        for best in self._read(self._windows(asked, seen)):
            if best is not None and best.margin >= bests.get(best.passage, best).margin:
                bests[best.passage] = best
        ordered = sorted(bests.values(), key=lambda one: -one.margin)
        found = []
        for one in ordered:
            place = seen[one.passage].place(one.start, one.end)
            if place is not None:
                told = _features(one, ordered, seen, romanian=romanian)
                found.append(FoundSpan(one.passage, *place, self._sure(told), told))
        return sorted(found, key=lambda one: -one.sure)

    def in_english(self, text: str) -> str:
        """The text by the words of ``romanian.tsv``."""
        return gloss(text).text

    def _sure(self, told: Mapping[str, float]) -> float:
        """How likely the answer is right: a logistic of what is known of it."""
        weighing = self._told.weighing
        logit = weighing.get("bias", 0.0) + sum(weighing.get(name, 0.0) * value for name, value in told.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))

    def _windows(self, question: str, passages: Sequence[_Seen]) -> list[_Window]:
        _, tokenizer = self._loaded()
        asked = tokenizer.encode(writable(question), add_special_tokens=True).ids
        separator = asked[-1]
        asked = [*asked[:-1][: self._told.asked + 1], separator]
        room = self._told.window - len(asked) - 1
        made: list[_Window] = []
        read = tokenizer.encode_batch([one.text for one in passages], add_special_tokens=False)
        for number, (passage, tokens) in enumerate(zip(passages, read, strict=True)):
            ids, offsets = tokens.ids, np.array(tokens.offsets, np.int64).reshape(-1, 2)
            lows = [0]
            while lows[-1] + room < len(ids):
                lows.append(min(lows[-1] + int(room * _STEP), len(ids) - room))
            for low in lows:
                places = offsets[low : low + room]
                own = len(asked) + int(np.searchsorted(places[:, 0], passage.own))
                row = np.array([*asked, *ids[low : low + room], separator], np.int64)
                made.append(_Window(number, row, len(asked), places, own))
        return made

    def _read(self, windows: Sequence[_Window]) -> list[_Best | None]:
        session, _ = self._loaded()

        def run(window: _Window) -> _Best | None:
            stop_if_cancelled()
            parts = np.zeros_like(window.ids)
            parts[window.begins :] = 1
            with self._running:
                [ends] = session.run(None, {"ids": window.ids[None], "parts_of": parts[None]})
            return _best(window, ends[0])

        order = sorted(range(len(windows)), key=lambda at: -len(windows[at].ids))
        found: list[_Best | None] = [None] * len(windows)
        if len(order) <= 1 or cores() == 1:
            for at in order:
                found[at] = run(windows[at])
            return found
        with ThreadPoolExecutor(min(cores(), len(order))) as pool:
            for at, best in zip(order, pool.map(lambda at: run(windows[at]), order), strict=True):
                found[at] = best
        return found

    def _loaded(self) -> tuple[Any, Any]:
        """The session and the tokenizer, made at the first call."""
        with self._lock:
            if self._session is None:
                self._tokenizer = load_tokenizer(self._text, "reader")
                self._session = load_session(self._graph, "reader")
            return self._session, self._tokenizer


def _features(one: _Best, ordered: Sequence[_Best], seen: Sequence[_Seen], *, romanian: bool) -> dict[str, float]:
    """What an answer's sureness is made from: how far above none it is, and above the best that is said otherwise in
    other passages; how near its passage is to the question, and whether Romanian is read.
    """
    words = _said(one, seen)
    other = next((each.margin for each in ordered if each is not one and _said(each, seen) != words), -_FAR)
    margin = max(-_FAR, min(_FAR, one.margin))
    passage = seen[one.passage].passage
    return {
        "margin": margin,
        "apart": min(margin - max(-_FAR, other), _FAR),
        "near": passage.near,
        "romanian": float(romanian or passage.romanian),
    }


def _said(one: _Best, seen: Sequence[_Seen]) -> str:
    return " ".join(seen[one.passage].text[one.start : one.end].split()).casefold()


def _best(window: _Window, ends: FloatArray) -> _Best | None:
    """The best answer by the logits (tokens, 2), of the passage's own words; None where the window has none of them."""
    none = float(ends[0].sum())
    start, end = ends[window.own : -1, 0], ends[window.own : -1, 1]
    if not len(start):
        return None
    reach = np.arange(len(start))
    apart = reach[None] - reach[:, None]
    total = np.where((apart >= 0) & (apart < LONGEST), start[:, None] + end[None], -np.inf)
    first, last = divmod(int(np.argmax(total)), len(start))
    at = window.own - window.begins
    low, high = int(window.places[at + first, 0]), int(window.places[at + last, 1])
    return _Best(float(total[first, last]) - none, window.passage, low, high)


def _seen(passage: Unit) -> _Seen:
    if not passage.romanian:
        return _Seen(passage, writable(read_alike(passage.text)), passage.own, None)
    made = gloss(writable(passage.text))
    own = next((at for at, (low, _) in enumerate(made.places) if low >= passage.own), len(made.text))
    return _Seen(passage, made.text, own, made)
