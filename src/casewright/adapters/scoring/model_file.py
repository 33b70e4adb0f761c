"""The model file: heads, routing and calibration as NumPy arrays, checked by hash before anything is believed.

``model/embedded.npz`` holds the arrays, ``model/embedded.json`` its SHA-256, version and which encoder its vectors
are of (``encoder.py`` reads that one); ``MODEL_CARD.md`` beside them says what they were made of and how good they are.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import IntegrityError
from casewright.tools.ports.scoring import LINE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

FORMAT = 2
SHIPPED = Path(__file__).parent / "model"
BACKGROUND = "background.bin"
"""The features of ordinary clauses, which heads are learned beside; made by ``python -m training background``."""
_LIFT_STEPS = 25
"""Steps to one in which lifts are kept; they lie within ±5."""

SATURATED = 2.0
"""The most that the heads' logit comes to, in a model that is trained now: above it words and nearness decide."""

_REINSTALL = "install casewright again"


@dataclass(frozen=True, slots=True)
class Head:
    """One concept's logistic head: few of the counted features weigh, all others nothing; and a text's vector.

    A text's probability is ``1 / (1 + exp(-(slope * (weights · row + bias) + direction · vector + offset)))``.
    ``direction`` (dimension,) is zero where the vector adds nothing.
    """

    index: NDArray[np.uint16]
    weights: FloatArray
    bias: float
    slope: float
    direction: FloatArray
    offset: float


@dataclass(frozen=True, slots=True)
class Routing:
    """Which concept a statement is about: a linear model over its terms, and the words that each concept's clauses use.

    ``columns`` (terms,) are term numbers in ascending order, ``weights`` (terms, targets + 1) and ``bias`` (targets
    + 1,) theirs; the last one is "none of these", and is not in ``targets``. ``directions`` (dimension, targets + 1)
    weigh the statement's vector. ``stems`` (stems,) are word stems'
    numbers in ascending order, ``lift`` (stems, targets) the logarithms of how much likelier each is in a target's
    clauses, ``rarity`` (stems,) its weight. ``trust`` weighs the lift, ``doubt`` is added to "none", ``sharpness``
    multiplies all.
    """

    targets: tuple[str, ...]
    columns: NDArray[np.uint32]
    weights: FloatArray
    bias: FloatArray
    directions: FloatArray
    stems: NDArray[np.uint32]
    lift: FloatArray
    rarity: FloatArray
    trust: float
    doubt: float
    sharpness: float


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the embedded scorer knows. ``contracts`` are fingerprints of the texts it was trained on.

    ``encoder`` is the SHA-256 of the encoder whose vectors it reads; "" where it reads none. ``ordinary`` (texts,
    dimension) are vectors of ordinary texts, against which a statement's likeness to a text is measured. ``free`` and
    ``routed`` weigh what speaks for a free statement, without and with heads. ``thresholds`` say by head's name from
    which probability on its matches are best told from the rest, as ``free_threshold`` and ``routed_threshold`` do
    for free statements. ``saturation`` is the logit that heads stay below where a free statement is routed to them.
    """

    version: str
    sha256: str
    encoder: str
    idf: FloatArray
    heads: Mapping[str, Head]
    routing: Routing
    ordinary: FloatArray
    free: tuple[float, ...]
    routed: tuple[float, ...]
    contracts: frozenset[str]
    thresholds: Mapping[str, float] = field(default_factory=dict)
    free_threshold: float = LINE
    routed_threshold: float = LINE
    saturation: float = SATURATED


def load(folder: Path = SHIPPED) -> Model:
    """The model in this folder. Raises ``IntegrityError`` where it is missing, damaged or of another version."""
    try:
        manifest = json.loads((folder / "embedded.json").read_text("utf-8"))
        data = (folder / "embedded.npz").read_bytes()
        expected, made_for = str(manifest["sha256"]), manifest["format"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise IntegrityError(
            f"The embedded model in {str(folder)!r} cannot be read ({type(problem).__name__}: {problem}): {_REINSTALL}."
        ) from problem
    if made_for != FORMAT:
        raise IntegrityError(
            f"The embedded model in {str(folder)!r} has format {made_for!r}, this version reads {FORMAT}: {_REINSTALL}."
        )
    actual = hashlib.sha256(data).hexdigest()
    if actual != expected:
        raise IntegrityError(
            f"The embedded model in {str(folder)!r} is damaged: its SHA-256 begins with {actual[:8]!r}, "
            f"not with {expected[:8]!r}: {_REINSTALL}."
        )
    try:
        return _decode(data, actual)
    except (ValueError, KeyError, IndexError, TypeError, EOFError, zipfile.BadZipFile) as problem:
        raise IntegrityError(
            f"The embedded model in {str(folder)!r} does not hold what it should "
            f"({type(problem).__name__}: {problem}): {_REINSTALL}."
        ) from problem


def save(model: Model, folder: Path) -> str:
    """Write the model and its manifest; the SHA-256 of the file, the same for the same model. For training."""
    arrays = _encode(model)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    data = buffer.getvalue()
    digest = hashlib.sha256(data).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "embedded.npz").write_bytes(data)
    manifest = {"format": FORMAT, "version": model.version, "sha256": digest, "bytes": len(data)}
    (folder / "embedded.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return digest


def _encode(model: Model) -> dict[str, NDArray[np.generic]]:
    heads = list(model.heads.values())
    steps = [float(np.abs(head.weights).max()) / 127 for head in heads]
    route_steps = np.maximum(np.abs(model.routing.weights).max(axis=0), 1e-9) / 127
    about: dict[str, object] = {
        "version": model.version,
        "heads": list(model.heads),
        "targets": model.routing.targets,
        "contracts": sorted(model.contracts),
        "encoder": model.encoder,
    }
    if math.isfinite(model.saturation):
        about["saturation"] = model.saturation
    if model.thresholds or (model.free_threshold, model.routed_threshold) != (LINE, LINE):
        paths = {"free": model.free_threshold, "routed": model.routed_threshold}
        about["thresholds"] = {"heads": dict(model.thresholds), **paths}
    return {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "idf": model.idf.astype(np.float16),
        "head_length": np.array([len(head.index) for head in heads], np.int32),
        "head_gap": np.concatenate([np.diff(head.index, prepend=np.uint16(0)) for head in heads]),
        "head_weight": np.concatenate(
            [np.round(head.weights / step).astype(np.int8) for head, step in zip(heads, steps, strict=True)]
        ),
        "head_numbers": np.array(
            [(step, h.bias, h.slope, h.offset) for step, h in zip(steps, heads, strict=True)], np.float32
        ),
        "route_column": model.routing.columns,
        "route_weight": np.round(model.routing.weights / route_steps).astype(np.int8),
        "route_step": route_steps.astype(np.float32),
        "route_bias": model.routing.bias,
        "route_direction": model.routing.directions.astype(np.float16),
        "route_stem": model.routing.stems,
        "route_lift": np.round(model.routing.lift * _LIFT_STEPS).astype(np.int8),
        "route_rarity": model.routing.rarity.astype(np.float16),
        "route_numbers": np.array([model.routing.trust, model.routing.doubt, model.routing.sharpness], np.float32),
        "head_direction": np.stack([head.direction for head in heads]).astype(np.float16),
        "ordinary": model.ordinary.astype(np.float16),
        "free": np.array(model.free, np.float32),
        "routed": np.array(model.routed, np.float32),
    }


def _decode(data: bytes, digest: str) -> Model:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    about = json.loads(arrays["about"].tobytes())
    ends = np.cumsum(arrays["head_length"])
    heads = {}
    directions = arrays["head_direction"].astype(np.float32)
    for name, low, high, numbers, direction in zip(
        about["heads"],
        (0, *ends[:-1].tolist()),
        ends.tolist(),
        arrays["head_numbers"].tolist(),
        directions,
        strict=True,
    ):
        step, bias, slope, offset = numbers
        index = np.cumsum(arrays["head_gap"][low:high], dtype=np.uint16)
        weights = arrays["head_weight"][low:high].astype(np.float32) * np.float32(step)
        heads[str(name)] = Head(index, weights, bias, slope, direction, offset)
    routing = Routing(
        tuple(about["targets"]),
        arrays["route_column"],
        arrays["route_weight"].astype(np.float32) * arrays["route_step"],
        arrays["route_bias"],
        arrays["route_direction"].astype(np.float32),
        arrays["route_stem"],
        arrays["route_lift"].astype(np.float32) / _LIFT_STEPS,
        arrays["route_rarity"].astype(np.float32),
        *arrays["route_numbers"].tolist(),
    )
    # Model files of before thresholds were fitted have none.
    thresholds = about.get("thresholds", {"heads": {}, "free": LINE, "routed": LINE})
    return Model(
        str(about["version"]),
        digest,
        str(about["encoder"]),
        arrays["idf"].astype(np.float32),
        heads,
        routing,
        arrays["ordinary"].astype(np.float32),
        tuple(arrays["free"].tolist()),
        tuple(arrays["routed"].tolist()),
        frozenset(about["contracts"]),
        {str(name): _share(least) for name, least in thresholds["heads"].items()},
        _share(thresholds["free"]),
        _share(thresholds["routed"]),
        float(about.get("saturation", math.inf)),  # models of before were fitted without
    )


def _share(number: float) -> float:
    """A number from 0 to 1. Raises ``ValueError`` for any other."""
    share = float(number)
    if not 0 <= share <= 1:
        raise ValueError(f"a threshold is {number!r}")
    return share
