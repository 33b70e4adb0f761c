"""Write the reader as it ships: one ONNX graph with 8-bit weights, its tokenizer, a manifest."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import ModelProto, TensorProto, helper

from training.bert import LAYERS
from training.export import Graph, embedded, layer, opsets
from training.reader.model import ASKED, READ, SEPARATOR, Reader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FORMAT = 1
VERSION = "reader-0.1"


def graph(model: Reader) -> ModelProto:
    """From ``ids`` and ``parts`` (texts, tokens) to ``ends`` (texts, tokens, 2)."""
    state = {name: value.float().detach().numpy() for name, value in model.encoder.state_dict().items()}
    own = {name: value.float().detach().numpy() for name, value in model.state_dict().items()}
    made = Graph()
    parts = made.add("Gather", [made.constant("parts", own["parts.weight"]), "parts_of"])
    states = embedded(made, state, READ, parts)
    for number in range(LAYERS):
        states = layer(made, f"layers.{number}", states, state)
    product = made.add("MatMul", [states, made.constant("ends.weight", np.ascontiguousarray(own["ends.weight"].T))])
    made.nodes.append(helper.make_node("Add", [*product, made.constant("ends.bias", own["ends.bias"])], ["ends"]))
    built = helper.make_graph(
        made.nodes,
        "reader",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("ids", "parts_of")],
        [helper.make_tensor_value_info("ends", TensorProto.FLOAT, ["texts", "tokens", 2])],
        made.constants,
    )
    return helper.make_model(built, opset_imports=opsets(), ir_version=8, producer_name="casewright")


def write(model: Reader, tokenizer: str, weighing: Mapping[str, Any], folder: Path) -> int:
    """Write ``reader.onnx``, ``tokenizer.json`` and ``reader.json`` into the folder; how many bytes they have.

    ``weighing`` is how likely an answer is right, from what the graph says (``training.reader.weighing``).
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = {"reader.onnx": graph(model).SerializeToString(deterministic=True), "tokenizer.json": tokenizer.encode()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    sha256 = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    manifest = {
        "format": FORMAT,
        "version": f"{VERSION}+{sha256['reader.onnx'][:8]}",
        "asked": ASKED,
        "window": READ,
        "separator": SEPARATOR,
        "weighing": dict(weighing),
        "sha256": sha256,
    }
    (folder / "reader.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return sum(map(len, files.values()))
