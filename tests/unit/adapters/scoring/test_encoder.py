"""The encoder that ships, on texts written for the purpose."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.encoder import FORMAT, GRAPH, MANIFEST, TOKENIZER, Encoder
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.errors import IntegrityError

TEXTS = st.lists(
    st.one_of(st.text(max_size=60), st.sampled_from(["The Supplier shall pay.", "governing law", "Forță majoră", ""])),
    max_size=6,
)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    """The shipped encoder."""
    return Encoder.from_folder(SHIPPED)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped model."""
    shutil.copytree(SHIPPED, tmp_path / "model")
    return tmp_path / "model"


@pytest.mark.requirement("encoder-vectors")
@settings(max_examples=25, deadline=None)
@given(TEXTS)
def test_vectors_have_length_one_or_are_nothing(encoder: Encoder, texts: list[str]) -> None:
    """A text has a vector of length one, one without a word zeros; whatever the characters are."""
    vectors = encoder.embed([*texts, "\ud800", "\x00"])

    assert vectors.dtype == np.float32
    assert vectors.shape == (len(texts) + 2, encoder.dimension)
    lengths = np.linalg.norm(vectors, axis=1)
    assert all(length == 0 or abs(length - 1) < 1e-4 for length in lengths.tolist())


def test_no_text_has_no_vector(encoder: Encoder) -> None:
    """Nothing given, nothing made; an empty text is no direction."""
    assert encoder.embed([]).shape == (0, encoder.dimension)
    assert not encoder.embed(["", "  \n"]).any()


@pytest.mark.requirement("encoder-deterministic")
def test_vector_depends_on_its_text_alone(encoder: Encoder) -> None:
    """Alone, among longer and shorter ones, on one core or several: the same vector to the last bit."""
    texts = ["The Supplier shall pay.", "governing law", "x", "The parties agree. " * 60]
    together = encoder.embed(texts)

    assert np.array_equal(together, np.concatenate([encoder.embed([text]) for text in texts]))
    assert np.array_equal(together, encoder.embed(texts[::-1])[::-1])
    assert np.array_equal(together, Encoder.from_folder(SHIPPED, threads=1).embed(texts))


def test_meaning_is_nearer_than_words(encoder: Encoder) -> None:
    """A statement lies nearer to a clause that means it than to one that shares a word with it."""
    statement, meant, shared = encoder.embed(
        [
            "which legal system rules this contract",
            "This Agreement shall be construed in accordance with the laws of the State of Delaware.",
            "The contract price is payable within thirty days of the date of the invoice.",
        ]
    )
    assert statement @ meant > statement @ shared


@pytest.mark.requirement("encoder-window")
def test_what_lies_beyond_the_window_is_not_read(encoder: Encoder) -> None:
    """A text longer than the window is known as such, and its end changes nothing."""
    words = "notice " * encoder.window
    assert encoder.exceeds(words)
    assert not encoder.exceeds("notice")
    assert np.array_equal(encoder.embed([words + "of arbitration"]), encoder.embed([words + "of insurance"]))


@pytest.mark.requirement("encoder-damage")
@pytest.mark.parametrize("name", [GRAPH, TOKENIZER])
def test_changed_byte_is_found(folder: Path, name: str) -> None:
    """One changed byte is an error that says what to do, before anything is scored."""
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)

    with pytest.raises(IntegrityError, match=rf"damaged: the SHA-256 of {name} .*: install casewright again"):
        EmbeddedScorer.from_folder(folder).score("blue whales swim", ["Whales are blue."])


@pytest.mark.requirement("encoder-damage")
@pytest.mark.parametrize("missing", [GRAPH, TOKENIZER, MANIFEST])
def test_missing_file_is_an_error(folder: Path, missing: str) -> None:
    """An encoder with a file missing is an error."""
    (folder / missing).unlink()

    with pytest.raises(IntegrityError, match="cannot be read"):
        Encoder.from_folder(folder)


def _replace(folder: Path, **changes: bytes | int) -> None:
    """Give the folder's encoder other files or another format, with a manifest that agrees."""
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    for name, value in changes.items():
        if isinstance(value, int):
            manifest[name] = value
        else:
            file = {"graph": GRAPH, "tokenizer": TOKENIZER}[name]
            (folder / file).write_bytes(value)
            manifest["sha256"][file] = hashlib.sha256(value).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest), "utf-8")


def test_other_format_is_refused(folder: Path) -> None:
    """An encoder of another format is refused, naming both."""
    _replace(folder, format=FORMAT + 1)

    with pytest.raises(IntegrityError, match=f"format {FORMAT + 1}, this version reads {FORMAT}"):
        Encoder.from_folder(folder)


@pytest.mark.parametrize(("name", "said"), [("graph", "cannot run the encoder"), ("tokenizer", "cannot be read")])
def test_file_of_another_kind_is_an_error(folder: Path, name: str, said: str) -> None:
    """A file that has the hash the manifest says, but is no graph or tokenizer, is an error."""
    _replace(folder, **{name: b"nothing"})

    with pytest.raises(IntegrityError, match=said):
        Encoder.from_folder(folder).embed(["text"])


def test_another_encoder_than_the_models_is_refused(folder: Path) -> None:
    """Heads fitted on one encoder's vectors are not given another's."""
    data = (folder / GRAPH).read_bytes() + b"\x00"
    _replace(folder, graph=data)

    with pytest.raises(IntegrityError, match="another than the model's"):
        EmbeddedScorer.from_folder(folder).score("blue whales swim", ["Whales are blue."])


CHILD = """
import os, socket, sys
opened, asked = [], []
def told(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)):
        opened.append((os.fsdecode(args[0]), args[1]))
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.posix_spawn")):
        asked.append(event)
sys.addaudithook(told)
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
scorer = EmbeddedScorer.from_folder()
assert scorer.score("blue whales swim", ["Whales are blue.", "The Supplier shall pay."]).shape == (2,)
links = []
for name in os.listdir("/proc/self/fd"):
    try:
        links.append(os.readlink("/proc/self/fd/" + name))
    except OSError:
        pass
print("asked", asked)
print("written", [name for name, mode in opened if mode and set(str(mode)) & set("wax+") and "__pycache__" not in name])
print("sockets", [link for link in links if link.startswith("socket:")])
print("files", [link for link in links if link.startswith("/") and not link.startswith("/dev/")])
print("telemetry", os.environ.get("ORT_DISABLE_TELEMETRY"))
"""


@pytest.mark.requirement("encoder-offline")
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="reads what a process has open from /proc")
def test_nothing_is_opened_outside_and_nothing_sent(tmp_path: Path) -> None:
    """A process of its own, with an empty home, scores a text: no socket, nothing written, nothing left open."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        name: value for name, value in os.environ.items() if name in {"PATH", "PYTHONPATH", "LD_LIBRARY_PATH"}
    }
    environment |= {"HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", CHILD], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    told = dict(line.split(" ", 1) for line in done.stdout.splitlines())

    assert told == {"asked": "[]", "written": "[]", "sockets": "[]", "files": "[]", "telemetry": "1"}
    assert list(home.rglob("*")) == []
