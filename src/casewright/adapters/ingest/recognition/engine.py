"""The engine: finds stretches of print on a picture and reads them, with the models of its own wheel and no others."""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from casewright.adapters.ingest.recognition.reading_order import Fragment, Seen, straightened, turned_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_DETECTOR: Final = "PP-OCRv6_det_small.onnx"
_RECOGNISER: Final = "PP-OCRv6_rec_small.onnx"
_TURNS: Final = "ch_ppocr_mobile_v2.0_cls_mobile.onnx"
_DETECTED: Final = 2016
"""Pixels of the longer side in which print is looked for; it is read in as many as there are."""
_THREADS: Final = 2
_UNCLEAR: Final = 0.3
"""What is read with less confidence than that is a stain, a logo or a hand's writing, not print."""


_ASKED: Final = 9
"""Stretches that are asked whether the page stands on its head, the longest."""
_SHARE: Final = 5
"""How many times their height they are asked for: the classifier squeezes longer ones."""
_SURE: Final = 0.9


class NoEngine(Exception):
    """The library is not installed, or its models are not beside it."""


class Engine:
    """Reads pictures of pages, one at a time."""

    def __init__(self) -> None:
        """Load the models. Raises ``NoEngine`` where they are not there: nothing is ever downloaded."""
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        found = find_spec("rapidocr")
        if found is None or found.origin is None:
            raise NoEngine
        models = Path(found.origin).parent / "models"
        paths = {part: models / name for part, name in (("Det", _DETECTOR), ("Rec", _RECOGNISER), ("Cls", _TURNS))}
        if not all(path.is_file() for path in paths.values()):
            raise NoEngine
        try:
            from rapidocr import RapidOCR
        except ImportError as error:
            raise NoEngine from error
        logging.disable(logging.CRITICAL)
        threads = min(_THREADS, os.cpu_count() or 1)
        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.return_word_box": True,
                "Global.use_vertical_padding": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "Det.limit_type": "max",
                "Det.limit_side_len": _DETECTED,
                **{f"{part}.model_path": str(path) for part, path in paths.items()},
            }
        )

    def fragments(self, picture: NDArray[np.uint8]) -> list[Fragment]:
        """The stretches of print on a picture of shape (height, width), in no order, words with their places.

        A page that lies on its side, or upside down, is read as it was meant: the stretches stand as on the page put
        upright, the words where they are on the picture.
        """
        colours = np.repeat(picture[:, :, None], 3, axis=2)
        crops, found = self._detected(colours)
        turns = 0
        if crops and _is_sideways(found):
            turns = 1
            crops, found = self._detected(np.ascontiguousarray(np.rot90(colours)))
        if crops and self._is_upside_down(crops):
            turns += 2
            crops, found = self._detected(np.ascontiguousarray(np.rot90(colours, turns)))
        if not crops:
            return []
        read = self._engine.recognize_txt(crops)
        angle = _angle(found)
        fragments = []
        for box, text, info in zip(found, read.txts, read.word_results, strict=True):
            words = tuple(_words(box, text, info))
            if words and np.mean([word.confidence for word in words]) >= _UNCLEAR:
                shown = tuple(turned_back(word, turns, *picture.shape) for word in words)
                fragments.append(_fragment(box, shown, angle))
        return fragments

    def _is_upside_down(self, crops: Sequence[NDArray[np.uint8]]) -> bool:
        """Whether most of the longest stretches stand on their heads, for sure."""
        longest = sorted(crops, key=lambda crop: crop.shape[1], reverse=True)[:_ASKED]
        _, found = self._engine.cls_and_rotate([crop[:, : _SHARE * crop.shape[0]].copy() for crop in longest])
        turned = sum(label == "180" and float(sure) >= _SURE for label, sure in found.cls_res)
        return bool(turned * 3 > len(longest) * 2)

    def _detected(self, colours: NDArray[np.uint8]) -> tuple[list[NDArray[np.uint8]], NDArray[np.float32]]:
        from rapidocr.main import RapidOCRError

        try:
            crops, found = self._engine.detect_and_crop(colours, {})
        except RapidOCRError:  # nothing was detected
            return [], np.zeros((0, 4, 2), dtype=np.float32)
        return crops, found.boxes


def _is_sideways(boxes: NDArray[np.float32]) -> bool:
    """Whether most of the print runs up or down the page."""
    wide = np.hypot(*(boxes[:, 1] - boxes[:, 0]).T)
    high = np.hypot(*(boxes[:, 3] - boxes[:, 0]).T)
    return bool(high[high > 1.5 * wide].sum() > wide[wide > 1.5 * high].sum())


def _angle(boxes: NDArray[np.float32]) -> float:
    """By how much the page is turned, in radians, from the longer lines' upper edges; positive falls to the right."""
    across = boxes[:, 1] - boxes[:, 0]
    lengths = np.hypot(across[:, 0], across[:, 1])
    long = lengths >= np.median(lengths)
    return float(np.median(np.arctan2(across[long, 1], across[long, 0])))


def _fragment(box: NDArray[np.float32], words: tuple[Seen, ...], angle: float) -> Fragment:
    left, right = float(box[[0, 3], 0].mean()), float(box[[1, 2], 0].mean())
    middle = float(box[:, 1].mean())
    high = float(np.hypot(*(box[3] - box[0])))
    left, right, middle = straightened(left, middle, right, middle, angle)
    return Fragment(words, left, middle - high / 2, right, middle + high / 2)


def _words(box: NDArray[np.float32], text: str, info: Any) -> Iterator[Seen]:
    """The words of a stretch with their rectangles, from the columns in which the recogniser saw each character."""
    columns = [column for word in info.word_cols or () for column in word]
    shown = [at for at, character in enumerate(text) if not character.isspace()]
    if len(columns) != len(shown) or not shown:
        return
    sure = info.confs if len(info.confs) == len(text) else [median(info.confs)] * len(text)
    column_of = dict(zip(shown, columns, strict=True))
    wide = max(float(info.line_txt_len), 1.0)
    at = 0
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        first, last = column_of[start] / wide, min(1.0, (column_of[at - 1] + 1) / wide)
        yield _seen(box, word, first, max(first, last), sure[start:at])


def _seen(box: NDArray[np.float32], word: str, first: float, last: float, sure: Sequence[float]) -> Seen:
    """The word with the upright rectangle around its share of the stretch's box."""
    corners = [box[0] + (box[1] - box[0]) * part for part in (first, last)]
    corners += [box[3] + (box[2] - box[3]) * part for part in (first, last)]
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return Seen(word, min(xs), min(ys), max(xs), max(ys), float(np.mean(sure)))
