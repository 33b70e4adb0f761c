"""Write the encoder as it ships: one ONNX graph with 8-bit weights, its tokenizer, a manifest.

Weights are rounded per column (per row for the token table), activations as the graph runs, over one text at a time.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from casewright.domain.facts import FIELDS
from training.bert import ATTENTION_HEADS, EPSILON, LAYERS, WIDTH, Bert
from training.tokens import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from torch import nn

STEPS = 63
"""Seven bits of the eight are used: processors without VNNI add pairs of products in 16 bits, which eight overflow."""

FORMAT = 2
_OWN = "com.microsoft"

NAME_OF = {field.category: field.name for field in FIELDS if field.category is not None}

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

    def add(self, kind: str, inputs: list[str], domain: str = "", outputs: int = 1, **attributes: Any) -> list[str]:
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


def graph(model: Bert, window: int, marks: nn.Linear | None) -> onnx.ModelProto:
    """From token numbers ``ids`` (texts, tokens), all of one length, to ``vectors`` (texts, WIDTH) of length one.

    And to ``marks`` (texts, tokens, 2 * fields), the logits of each token: inside a field's mark, then its beginning;
    without it where ``marks``, the heads on tokens, are None.
    """
    state = {name: value.float().detach().numpy() for name, value in model.state_dict().items()}
    made = Graph()
    states = embedded(made, state, window)
    for number in range(LAYERS):
        states = layer(made, f"layers.{number}", states, state)
    mean = made.add("ReduceMean", [states], axes=[1], keepdims=0)
    made.nodes.append(helper.make_node("LpNormalization", mean, ["vectors"], axis=-1, p=2))
    outputs = [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", WIDTH])]
    if marks is not None:
        weight, bias = (one.detach().float().cpu().numpy() for one in (marks.weight, marks.bias))
        product = made.add("MatMul", [states, made.constant("marks.weight", weight.T)])
        made.nodes.append(helper.make_node("Add", [*product, made.constant("marks.bias", bias)], ["marks"]))
        outputs.append(helper.make_tensor_value_info("marks", TensorProto.FLOAT, ["texts", "tokens", len(bias)]))
    built = helper.make_graph(
        made.nodes,
        "encoder",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "tokens"])],
        outputs,
        made.constants,
    )
    return helper.make_model(built, opset_imports=opsets(), ir_version=8, producer_name="casewright")


def embedded(made: Graph, state: dict[str, NDArray[np.float32]], window: int, parts: Sequence[str] = ()) -> str:
    """The tokens of ``ids`` as the first layer takes them; ``parts`` is added to each, where it is told."""
    words = state["words.weight"]
    scale = np.maximum(np.abs(words).max(axis=1, keepdims=True), 1e-9).astype(np.float32) / 127
    table = made.constant("words", np.round(words / scale).astype(np.int8))
    taken = made.add("Cast", made.add("Gather", [table, "ids"]), to=TensorProto.FLOAT)
    scales = made.add("Gather", [made.constant("words.scale", scale), "ids"])
    token = made.add("Mul", taken + scales)
    for part in parts:
        token = made.add("Add", [*token, part])
    length = made.add("Shape", ["ids"], start=1, end=2)
    zero, one = made.constant("zero", np.zeros(1, np.int64)), made.constant("axis", np.zeros(1, np.int64))
    places = made.constant("places", state["places.weight"][:window].astype(np.float16))
    place = made.add("Cast", made.add("Slice", [places, zero, *length, one]), to=TensorProto.FLOAT)
    summed = made.add("Add", token + place)
    gamma, beta = (made.constant(f"norm.{kind}", state[f"norm.{kind}"]) for kind in ("weight", "bias"))
    return made.add("LayerNormalization", [*summed, gamma, beta], axis=-1, epsilon=EPSILON)[0]


def opsets() -> list[onnx.OperatorSetIdProto]:
    """What the graphs are written for."""
    return [helper.make_opsetid("", 17), helper.make_opsetid(_OWN, 1)]


def layer(made: Graph, name: str, states: str, state: dict[str, NDArray[np.float32]]) -> str:
    """One transformer layer."""

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


def write(model: Bert, marks: nn.Linear | None, tokenizer: str, window: int, folder: Path) -> int:
    """Write ``encoder.onnx``, ``tokenizer.json`` and ``encoder.json`` into the folder; how many bytes they have."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "encoder.onnx": graph(model, window, marks).SerializeToString(deterministic=True),
        "tokenizer.json": tokenizer.encode(),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    manifest = {
        "format": FORMAT,
        "window": window,
        "dimension": WIDTH,
        "fields": [NAME_OF[name] for name in CATEGORIES] if marks is not None else [],
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    (folder / "encoder.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return sum(map(len, files.values()))
