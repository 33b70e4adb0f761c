"""Write the encoder as it ships: one ONNX graph with 8-bit weights, its tokenizer, a manifest.

Weights are rounded per column (per row for the token table), activations as the graph runs, over one text at a time.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from training.bert import ATTENTION_HEADS, EPSILON, LAYERS, WIDTH, Bert

STEPS = 63
"""Seven bits of the eight are used: processors without VNNI add pairs of products in 16 bits, which eight overflow."""

FORMAT = 1
_OWN = "com.microsoft"

Array = NDArray[np.generic]


class Graph:
    """A graph in the making."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: Array) -> str:
        """Add a constant."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, kind: str, inputs: list[str], domain: str = "", outputs: int = 1, **attributes: object) -> list[str]:
        """Add a node; the names of what it gives."""
        names = [f"n{len(self.nodes)}_{place}" for place in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names

    def linear(self, name: str, source: str, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        """``source`` times a rounded weight (out, in), plus the bias."""
        columns = weight.T
        scale = np.maximum(np.abs(columns).max(axis=0), 1e-9).astype(np.float32) / STEPS
        rounded = np.round(columns / scale).astype(np.int8)
        inputs = [
            source,
            self.constant(f"{name}.weight", rounded),
            self.constant(f"{name}.scale", scale),
            self.constant(f"{name}.zero", np.zeros(len(scale), np.int8)),
            self.constant(f"{name}.bias", bias),
        ]
        return self.add("DynamicQuantizeMatMul", inputs, _OWN)[0]


def graph(model: Bert, window: int) -> onnx.ModelProto:
    """From token numbers ``ids`` (texts, tokens), all of one length, to ``vectors`` (texts, WIDTH) of length one."""
    state = {name: value.float().detach().numpy() for name, value in model.state_dict().items()}
    made = Graph()
    words = state["words.weight"]
    scale = np.maximum(np.abs(words).max(axis=1, keepdims=True), 1e-9).astype(np.float32) / 127
    table = made.constant("words", np.round(words / scale).astype(np.int8))
    taken = made.add("Cast", made.add("Gather", [table, "ids"]), to=TensorProto.FLOAT)
    scales = made.add("Gather", [made.constant("words.scale", scale), "ids"])
    token = made.add("Mul", taken + scales)
    length = made.add("Shape", ["ids"], start=1, end=2)
    zero, one = made.constant("zero", np.zeros(1, np.int64)), made.constant("axis", np.zeros(1, np.int64))
    places = made.constant("places", state["places.weight"][:window].astype(np.float16))
    place = made.add("Cast", made.add("Slice", [places, zero, *length, one]), to=TensorProto.FLOAT)
    summed = made.add("Add", token + place)
    gamma, beta = (made.constant(f"norm.{kind}", state[f"norm.{kind}"]) for kind in ("weight", "bias"))
    states = made.add("LayerNormalization", [*summed, gamma, beta], axis=-1, epsilon=EPSILON)[0]
    for number in range(LAYERS):
        states = _layer(made, f"layers.{number}", states, state)
    mean = made.add("ReduceMean", [states], axes=[1], keepdims=0)
    made.nodes.append(helper.make_node("LpNormalization", mean, ["vectors"], axis=-1, p=2))
    built = helper.make_graph(
        made.nodes,
        "encoder",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "tokens"])],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", WIDTH])],
        made.constants,
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(_OWN, 1)]
    return helper.make_model(built, opset_imports=opsets, ir_version=8, producer_name="casewright")


def _layer(made: Graph, name: str, states: str, state: dict[str, NDArray[np.float32]]) -> str:
    def linear(part: str, source: str) -> str:
        key = f"{name}.{part}"
        return made.linear(key, source, state[f"{key}.weight"], state[f"{key}.bias"])

    def joined(part: str, first: str, second: str) -> str:
        key = f"{name}.{part}"
        numbers = [made.constant(f"{key}.{kind}", state[f"{key}.{kind}"]) for kind in ("weight", "bias")]
        return made.add("SkipLayerNormalization", [first, second, *numbers], _OWN, epsilon=EPSILON)[0]

    parts = made.add("Split", [linear("qkv", states)], outputs=3, axis=-1)
    mixed = made.add("MultiHeadAttention", parts, _OWN, num_heads=ATTENTION_HEADS)[0]
    states = joined("norm1", linear("out", mixed), states)
    inner = made.add("Gelu", [linear("up", states)], _OWN)[0]
    return joined("norm2", linear("down", inner), states)


def write(model: Bert, tokenizer: str, window: int, folder: Path) -> int:
    """Write ``encoder.onnx``, ``tokenizer.json`` and ``encoder.json`` into the folder; how many bytes they have."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"encoder.onnx": graph(model, window).SerializeToString(deterministic=True), "tokenizer.json": tokenizer.encode()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    manifest = {
        "format": FORMAT,
        "window": window,
        "dimension": WIDTH,
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    (folder / "encoder.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return sum(map(len, files.values()))
